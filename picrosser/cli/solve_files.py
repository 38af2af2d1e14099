"""`picrosser solve FILE...`: solve puzzle files, and prove that the solution is unique.

Most puzzle files are solved without numpy, whose import takes longer than the rest; so it is imported late.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from picrosser.cli.draw import moving_bytes, still_bytes
from picrosser.cli.file_options import FileOptions
from picrosser.cli.options import MOVING, STILL
from picrosser.cli.puzzle_files import run_each_file
from picrosser.cli.report import Report, picture_text, print_message, stdout_depth
from picrosser.errors import ExitCode
from picrosser.formats.files import puzzle_text
from picrosser.formats.format_limits import write_checked
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import format_for_output
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.checking import Axis, LineName, LinePuzzle
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.solving.contradiction import contradictory_lines
from picrosser.solving.outcome import Outcome, Status, Step, counted, ignore, outcome_verdict
from picrosser.solving.solve import solve
from picrosser.storage.atomic import write_new_file

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

_KEYS = ("solutions", "differing", "passes", "decisions", "count", "steps")
MAX_CLASH_S = 3.0  # to find out which lines contradict each other
ENOUGH_SOLUTIONS = 2  # the second one shows that the first is not unique


def solve_files(options: FileOptions) -> int:
    """Solve every file and return the exit status."""
    return run_each_file(options, _count_file if options.count_only else _solve_file, _KEYS, _pack_file)


def _pack_file(name: str, file: PackingFile, options: FileOptions) -> Report:
    from picrosser.cli.katamino_files import solve_packing  # rare, and slow to import

    return solve_packing(name, file, options)


def _solve_file(name: str, file: PuzzleFile, options: FileOptions) -> Report:
    puzzle = file.puzzle
    steps: list[Step] = []
    watched, moving = options.steps, Path(options.output).suffix.lower() in MOVING
    outcome = solve(
        puzzle,
        at_most=max(ENOUGH_SOLUTIONS, options.max_solutions),
        timeout_s=options.time_limit_s,
        on_step=steps.append if watched or moving else ignore,
    )
    clash = _clash(puzzle, outcome, options) if outcome.status is Status.NONE else ()
    verdict = outcome_verdict(puzzle, outcome, clash)
    _write(file, outcome, steps, options)
    facts = _facts(puzzle, outcome, steps, options) if options.as_json else {}
    drawing = "" if options.as_json else _answer_text(puzzle, outcome, steps, options)
    return Report(name, EXIT_CODES[outcome.status], verdict, drawing, facts, is_picture=not watched)


def _clash(puzzle: LinePuzzle, outcome: Outcome, options: FileOptions) -> tuple[LineName, ...]:
    """Return the lines that contradict each other, or none if the time is up."""
    left_s = MAX_CLASH_S if options.time_limit_s is None else options.time_limit_s - outcome.seconds
    return contradictory_lines(puzzle, min(left_s, MAX_CLASH_S)) if left_s > 0 else ()


def _count_file(name: str, file: PuzzleFile, options: FileOptions) -> Report:
    from picrosser.solving.solve import count_solutions

    found = count_solutions(file.puzzle, timeout_s=options.time_limit_s)
    number = found.number
    status = (ExitCode.NO_SOLUTION, ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)[min(number, ENOUGH_SOLUTIONS)]
    shown = str(number) if found.complete else f"at least {number}"
    words = "1 solution" if number == 1 else counted(number, "solution")
    counted_words = words if found.complete else f"at least {words}; gave up at the time limit"
    verdict = f"{counted_words}, {found.seconds:.2f} s"
    facts = {"count": number, "seconds": {"solve": found.seconds}, "puzzle": _table(file.puzzle)}
    return Report(name, status if found.complete else ExitCode.GAVE_UP, verdict, shown, facts)


def _write(file: PuzzleFile, outcome: Outcome, steps: list[Step], options: FileOptions) -> None:
    """Write the solution, or what several solutions share; nothing if there is none."""
    if not options.output or outcome.picture is None:
        return
    path = Path(options.output)
    suffix = path.suffix.lower()
    if suffix in MOVING:
        data = moving_bytes(file.puzzle, steps, suffix)
    elif suffix in STILL:
        data = still_bytes(file.puzzle, outcome.picture, suffix, title=file.title)
    else:
        answered = PuzzleFile(file.puzzle, outcome.picture, file.title)
        text, lost = write_checked(answered, format_for_output(path, answered.kind))
        data = text.encode()
        for what in lost:
            print_message(f"{options.output}: the format cannot hold {what}")
    write_new_file(path, data, force=options.force)


def _answer_text(puzzle: LinePuzzle, outcome: Outcome, steps: list[Step], options: FileOptions) -> str:
    """Return the text for stdout: the steps, then each solution asked for, or the one picture."""
    parts = steps_text(puzzle, steps) if options.steps else []
    if options.max_solutions and outcome.solutions:
        several = len(outcome.solutions) > 1
        for number, solution in enumerate(outcome.solutions, 1):
            text = picture_text(solution)
            parts.append(f"solution {number}:\n{text}" if several else text)
    elif outcome.picture is not None:
        parts.append(picture_text(outcome.picture))
    return "\n\n".join(parts)


def _facts(puzzle: LinePuzzle, outcome: Outcome, steps: list[Step], options: FileOptions) -> dict[str, Any]:
    picture = outcome.picture
    return {
        "puzzle": _table(puzzle),
        "solution": None if picture is None else list(picture.lines()),
        "solutions": [list(solution.lines()) for solution in outcome.solutions],
        "differing": [{"row": row, "col": col} for row, col in outcome.differing],
        "difficulty": outcome.difficulty.value,
        "passes": outcome.passes,
        "decisions": outcome.decisions,
        "steps": [_step(step) for step in steps] if options.steps else None,
        "seconds": {"solve": outcome.seconds},
        "output": options.output if options.output and picture is not None else None,
    }


def _step(step: Step) -> dict[str, Any]:
    """Return a step for the JSON object: lines and cells count from 0, colours from 1."""
    return {
        "number": step.number,
        "axis": step.axis,
        "line": step.line,
        "cells": [{"row": row, "col": col, "colour": colour} for (row, col), colour in step.cells],
        "rule": step.rule.value,
        "difficulty": step.difficulty.value,
        "why": step.why,
    }


def _table(puzzle: LinePuzzle) -> dict[str, Any]:
    """Return the puzzle with the keys of a puzzle file."""
    return tomllib.loads(puzzle_text(puzzle))


def steps_text(puzzle: LinePuzzle, steps: Sequence[Step]) -> list[str]:
    """Return one block of text per line check: what it shows and why, then the board with its new cells."""
    import numpy as np

    from picrosser.drawing.terminal import step_text

    cells = np.full(puzzle.shape, UNKNOWN, np.int8)
    if isinstance(puzzle, Nonogram) and puzzle.given is not None:
        cells = np.array(puzzle.given, np.int8)
    depth = stdout_depth()
    blocks = []
    for number, group in groupby(steps, key=lambda step: step.number):
        first, *others = group
        changed = {cell: colour for step in (first, *others) for cell, colour in step.cells}
        for cell, colour in changed.items():
            cells[cell] = colour
        heading = (
            "" if first.axis is None or first.line is None else hints_text(puzzle, first.axis, first.line)
        )
        lines = [f"{number}. {heading}{first.why}"]
        lines += [f"{' ' * len(f'{number}. ')}{step.why}" for step in others]
        if changed:
            lines.append(step_text(Picture(cells, puzzle.palette), changed.keys(), depth))
        blocks.append("\n".join(lines))
    return blocks


def hints_text(puzzle: LinePuzzle, axis: Axis, line: int) -> str:
    """Return a line's hints as a heading, "[3 1 2] "; runs of any colour but the first with its number."""
    if not isinstance(puzzle, Nonogram):
        return f"[{' '.join(map(str, (puzzle.rows if axis == 'row' else puzzle.cols)[line]))}] "
    runs = (puzzle.rows if axis == "row" else puzzle.cols)[line]
    if runs is None:
        return "[?] "
    return f"[{' '.join(str(run) if run.colour == 1 else f'{run}({run.colour})' for run in runs) or '0'}] "
