"""Answers a puzzle that is sent as a text instead of a picture, in a worker: its numbers are certain.

The page sends one when a person has changed the size of a board or plays on it. A solution that the text
stores is the board as it is so far, as for `picrosser check FILE` and `picrosser hint FILE`.
"""

import tomllib
from io import BytesIO
from typing import Any

import numpy as np

from picrosser.answers.facts import found_facts, step_facts
from picrosser.answers.json_object import json_object
from picrosser.answers.progress import numbered
from picrosser.drawing.picture_files import picture_bytes
from picrosser.drawing.sheet import sheet
from picrosser.errors import ExitCode
from picrosser.formats.files import parse_puzzle, puzzle_text, write_checked
from picrosser.formats.puzz_link import PUZZ_LINK_FORMAT
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import NATIVE, format_named
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.puzzles.progress import compare_cells
from picrosser.serving.asked import Asked
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import weakened
from picrosser.solving.outcome import Status, counted, outcome_verdict
from picrosser.solving.solve import solve

MAX_SHEET_PX = 2000  # of the longer side of a drawing
MAX_QR_MODULES = 89  # of a side, for 30 x 30 cells: OpenCV reads 81 in a photograph of a screen, hardly 101


def answer_puzzle(asked: Asked, data: bytes, limit_s: float) -> tuple[dict[str, Any], bytes]:
    """Do with a puzzle file what is asked; as `answer_picture`.

    Raises PuzzleFileError: it is no puzzle file, or the format that is asked for cannot hold the puzzle.
    """
    file = parse_puzzle(data, "the puzzle")
    if asked.command == "read":
        if asked.format:
            text, _ = write_checked(file, format_named(asked.format))
        else:
            text = puzzle_text(file.puzzle)
        is_link = asked.format == PUZZ_LINK_FORMAT.name
        return _told(file, ExitCode.OK, "read", {}, text), _qr_code(text) if is_link else _drawn(file)
    outcome = solve(file.puzzle, time_limit_s=limit_s)
    picture = outcome.picture
    if asked.command == "solve" or outcome.status is not Status.UNIQUE or picture is None:
        code, verdict = EXIT_CODES[outcome.status], outcome_verdict(file.puzzle, outcome)
        solution = None if picture is None else list(picture.lines())
        told = _told(file, code, verdict, {"solution": solution, "difficulty": outcome.difficulty.value})
        return told, b"" if picture is None else _drawn(PuzzleFile(file.puzzle, picture))
    return _progress_told(asked, file, picture), b""


def _progress_told(asked: Asked, file: PuzzleFile, solution: Picture) -> dict[str, Any]:
    """The mistakes on the stored board, or if it has none, that it is finished or the next steps."""
    stored = np.full(file.puzzle.shape, UNKNOWN, np.int8) if file.solution is None else file.solution.cells
    found = compare_cells(stored, solution)
    if asked.command == "check" or found.mistakes:
        code = ExitCode.MISTAKES if found.mistakes else ExitCode.OK
        return _told(file, code, counted(len(found.mistakes), "mistake"), found_facts(found))
    if np.array_equal(np.maximum(stored, 0), solution.cells):
        return _told(file, ExitCode.OK, "the board is finished", {"finished": True, "steps": []})
    next_steps = deductions(file.puzzle, stored, asked.steps, solution=solution)
    steps = [weakened(step, asked.strength) for step in next_steps]
    facts = [
        {
            **step_facts(step, tells_rule=asked.strength != "nudge"),
            "uses": [step_facts(other, tells_rule=True) for other in step.uses],
        }
        for step in steps
    ]
    lines = numbered([[part.why for part in (*step.uses, step)] for step in steps])
    told = {"finished": False, "steps": facts}
    return _told(file, ExitCode.OK, counted(len(steps), "step"), told, "\n".join(lines))


def _told(
    file: PuzzleFile, code: ExitCode, verdict: str, facts: dict[str, Any], text: str | None = None
) -> dict[str, Any]:
    native = NATIVE[file.kind].write
    assert native is not None  # unchecked: a puzzle whose hints contradict each other is told as it is
    puzzle = tomllib.loads(native(PuzzleFile(file.puzzle)))
    told = json_object(None, code, verdict, {"puzzle": puzzle, **facts}, tuple(facts))
    return {**told, "message": verdict, "text": text}


def _drawn(file: PuzzleFile) -> bytes:
    """The puzzle as it could be printed, as a PNG file."""
    cell_px = max(12, min(40, MAX_SHEET_PX // (max(file.puzzle.shape) + 6)))
    return picture_bytes(sheet(file.puzzle, file.solution, cell_px=cell_px))


def _qr_code(address: str) -> bytes:
    """A link as a QR code, as a PNG file; empty if the code would be too fine for a phone's camera."""
    import segno

    try:
        code = segno.make(address.strip(), error="l", micro=False)
    except segno.DataOverflowError:
        return b""
    drawn = BytesIO()
    code.save(drawn, "png", scale=4)
    return drawn.getvalue() if code.symbol_size(border=0)[0] <= MAX_QR_MODULES else b""
