"""What the JSON objects say about a picture: its puzzle, where cells and hints are, doubts, steps, mistakes.

Lines, slots and cells count from 0. Every line has at least one entry among the hints, so that a person can
correct it: a nonogram's line whose digits do not match its numbers has an entry for the line as a whole.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from picrosser.answers.puzzle_text import puzzle_text
from picrosser.formats import katamino_text
from picrosser.imaging.perspective import Warp, project
from picrosser.imaging.pixels import Box, Lattice
from picrosser.imaging.turned import box_as_given, lattice_as_given
from picrosser.pipelines.hungry_cat import HungryCatSolved
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.pipelines.solved import HintedSolved, Solved
from picrosser.puzzles.checking import Axis
from picrosser.puzzles.doubt import Doubt, StatedHint
from picrosser.puzzles.hints_by_hand import LEFT_OPEN, fix_text
from picrosser.puzzles.nonogram import Run, Runs, StatedRuns
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.progress import MistakesFound
from picrosser.repairing.counts_repaired import Change
from picrosser.solving.deduction import Deduction

if TYPE_CHECKING:
    from picrosser.answers.progress import AnyChecked
    from picrosser.packing.board_progress import BoardChecked, PieceStep
    from picrosser.pipelines.katamino import KataminoSolved, ProblemPacked
    from picrosser.puzzles.katamino import PlacedPiece

KATAMINO_KEYS = ("problems", "mistakes")  # the keys that objects about a Katamino have besides those of all


# ---- Puzzles with hints


def solved_facts(solved: HintedSolved) -> dict[str, Any]:
    """The keys of `shot_facts`, `solution` and `difficulty`."""
    picture = solved.outcome.picture
    return {
        **shot_facts(solved),
        "solution": None if picture is None else list(picture.lines()),
        "difficulty": solved.outcome.difficulty.value,
    }


def shot_facts(solved: HintedSolved) -> dict[str, Any]:
    """The keys of a reading, from `puzzle` to `changes`, whatever the kind."""
    facts: dict[str, Any] = {
        "lattice": lattice_facts(solved.reading.lattice, solved),
        "turned_deg": solved.turned_deg,
        "hints": hints_of(solved),
        "doubts": _doubt_facts(solved.reading.doubts),
    }
    return facts | (_hungry_cat_facts(solved) if solved.kind == "hungry-cat" else _nonogram_facts(solved))


def _hungry_cat_facts(solved: HungryCatSolved) -> dict[str, Any]:
    size = solved.image.shape[:2]
    others = [box_as_given(box, solved.turned_deg, size) for box in solved.reading.others]
    return {
        "puzzle": tomllib.loads(puzzle_text(solved)),
        "other_boards_px": list(map(_box, others)),
        "remedies": [fix_text(*fix) for fix in solved.settled.remedies],
        "changes": list(map(_change, solved.changes)),
    }


def _nonogram_facts(solved: NonogramSolved) -> dict[str, Any]:
    """A line is a list of lengths, with several colours of [length, colour], or "?" if it is unknown."""
    puzzle = solved.reading.puzzle
    background, *colours = (list(colour) for colour in puzzle.palette)
    rows, cols = ([_runs(line, puzzle.colours) for line in lines] for lines in (puzzle.rows, puzzle.cols))
    table = {"kind": "nonogram", "rows": rows, "columns": cols, "colours": colours, "background": background}
    filled = solved.reading.filled
    return {
        "puzzle": table,
        "other_boards_px": list(map(_box, solved.reading.others)),
        "remedies": [fix for fix in solved.remedies if not fix.endswith(LEFT_OPEN)],
        "changes": [{"why": f"the hints of {place} follow from the others"} for place in filled],
    }


def _runs(line: Runs | None, colours: int) -> str | list[int] | list[list[int]]:
    if line is None:
        return "?"
    return [run.length for run in line] if colours == 1 else [[run.length, run.colour] for run in line]


def _box(box: Box) -> list[int]:
    return [box.top, box.left, box.bottom, box.right]


def lattice_facts(lattice: Lattice, solved: Solved) -> dict[str, Any]:
    """Where the cells of the board are, in the picture as it was given."""
    lattice = lattice_as_given(lattice, solved.turned_deg, solved.image.shape[:2])
    facts = {
        "row_edges_px": [int(edge) for edge in lattice.row_edges_px],
        "col_edges_px": [int(edge) for edge in lattice.col_edges_px],
        "to_picture": lattice.to_picture,
        "board_px": box_in_picture(lattice.board, lattice),
    }
    if isinstance(lattice.to_picture, Warp):  # a photograph: per row edge and column edge [row, col]
        rows, cols = np.meshgrid(*lattice.edges_px, indexing="ij")
        places = lattice.to_picture.project(np.column_stack([rows.ravel(), cols.ravel()]).astype(np.float64))
        crossings = np.round(places.reshape(*rows.shape, 2), 1).tolist()
        facts |= {"to_picture": None, "crossings_px": crossings}
    return facts


def _doubt_facts(doubts: Sequence[Doubt]) -> list[dict[str, Any]]:
    """The doubts of any family. Slot null is the whole line; axis and line null are the whole picture."""
    return [
        {
            "axis": None if doubt.place.is_whole_picture else doubt.place.axis,
            "line": None if doubt.place.is_whole_picture else doubt.place.line,
            "slot": None if doubt.place.slot < 0 else doubt.place.slot,
            "read": None if doubt.read is None else _candidate(doubt.read),
            "alternatives": list(map(_candidate, doubt.alternatives)),
            "why": doubt.why,
        }
        for doubt in doubts
    ]


def _change(change: Change) -> dict[str, Any]:
    place = change.place
    return {
        "axis": place.axis,
        "line": place.line,
        "slot": place.slot,
        "looked": _candidate(change.looked),
        "now": _candidate(change.now),
        "reason": change.reason.value,
        "why": str(change),
    }


def _candidate(hint: StatedHint) -> dict[str, Any]:
    if not isinstance(hint, StatedRuns):
        return {"count": hint.count, "circled": hint.contiguous}
    return {"runs": None if hint.runs is None else [[run.length, run.colour] for run in hint.runs]}


# ---- Where the hints are printed


def hints_of(solved: HintedSolved) -> list[dict[str, Any]]:
    """An entry for each colour slot or number of each row, then of each column: its box, what was read."""
    places = [doubt.place for doubt in solved.doubts if not doubt.place.is_whole_picture]
    doubted = {(place.axis, place.line, place.slot) for place in places}
    lattice = lattice_as_given(solved.reading.lattice, solved.turned_deg, solved.image.shape[:2])
    seen = _hungry_cat_hints(solved) if solved.kind == "hungry-cat" else _nonogram_hints(solved)
    return [
        {
            "axis": axis,
            "line": line,
            "at": at,
            "box_px": box_in_picture(box, lattice),
            **hint,
            "doubted": bool(doubted & {(axis, line, -1), (axis, line, at)}),
        }
        for axis, line, at, box, hint in seen
    ]


# The axis, the line, which hint of it (None for the line as a whole), the box, and what was read
_Hint: TypeAlias = "tuple[Axis, int, int | None, Box, dict[str, Any]]"


def _hungry_cat_hints(solved: HungryCatSolved) -> Iterator[_Hint]:
    reading = solved.reading
    if not reading.hint_boxes:
        return
    for seen, box in zip(reading.evidence.hints, reading.hint_boxes, strict=True):
        axis, line, slot = seen.place.axis, seen.place.line, seen.place.slot
        hint = (reading.puzzle.rows if axis == "row" else reading.puzzle.cols)[line][slot]
        read = {"number": hint.count, "colour": slot + 1, "circled": hint.contiguous}
        yield axis, line, slot, box, read


def _nonogram_hints(solved: NonogramSolved) -> Iterator[_Hint]:
    reading = solved.reading
    rows, seen = len(reading.puzzle.rows), reading.digit_boxes
    if not seen:
        return
    sides: tuple[tuple[Axis, Sequence[Runs | None], Sequence[tuple[Box, ...]]], ...] = (
        ("row", reading.puzzle.rows, seen[:rows]),
        ("column", reading.puzzle.cols, seen[rows:]),
    )
    for axis, puzzle_lines, lines in sides:
        places = _places_of_lines(lines, reading.lattice, axis)
        for line, (runs, digits, place) in enumerate(zip(puzzle_lines, lines, places, strict=True)):
            for at, box, run in _numbers(runs, digits, place):
                length, colour = (None, None) if run is None else (run.length, run.colour)
                yield axis, line, at, box, {"number": length, "colour": colour, "circled": None}


def _numbers(
    runs: Sequence[Run] | None, digits: Sequence[Box], line: Box
) -> Iterator[tuple[int | None, Box, Run | None]]:
    """The numbers of a line: which one it is, its place and its run; None twice for the line as a whole."""
    lengths = [len(str(run.length)) for run in runs or ()]
    if runs and sum(lengths) == len(digits):
        start = 0
        for at, (run, length) in enumerate(zip(runs, lengths, strict=True)):
            yield at, Box.around(digits[start : start + length]), run
            start += length
    else:
        yield None, Box.around(digits) if digits else line, None


def _places_of_lines(lines: Sequence[Sequence[Box]], lattice: Lattice, axis: Axis) -> list[Box]:
    """Per line the part of the hint area that belongs to it: as long as the digits of all lines reach."""
    digits = [box for line in lines for box in line]
    area = Box.around(digits) if digits else lattice.board
    rows, cols = lattice.edges_px
    if axis == "row":
        return [Box(rows[at], area.left, rows[at + 1], area.right) for at in range(len(lines))]
    return [Box(area.top, cols[at], area.bottom, cols[at + 1]) for at in range(len(lines))]


def box_in_picture(box: Box, lattice: Lattice) -> list[int]:
    """A box of the lattice's image as [top, left, bottom, right] in the picture, even where it is askew."""
    if lattice.to_picture is None:
        return _box(box)
    corners = [(row, col) for row in (box.top, box.bottom) for col in (box.left, box.right)]
    points = project(lattice.to_picture, np.array(corners, np.float64))
    (top, left), (bottom, right) = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0))
    return [int(top), int(left), int(bottom), int(right)]


# ---- Boards that are partly filled


def checked_facts(checked: AnyChecked) -> dict[str, Any]:
    """The keys of `solved_facts`, and what is known of the board's cells; or of a Katamino's pieces."""
    if checked.kind == "katamino":
        facts, board = katamino_facts(checked.solved), checked.found
        if board is None:
            return facts
        if any(step.placed is None for step in board.steps or ()):
            facts |= {"solution": None, "problems": None}  # the packing would say what the hint does not
        return facts | board_facts(board)
    facts = solved_facts(checked.solved.in_srgb())
    if checked.strength != "paint":  # the solution would say what the hint does not
        facts["solution"] = None
    if checked.found is not None:
        facts |= found_facts(checked.found, tells_right=checked.strength == "paint")
    if checked.hints is not None:
        steps = [step_facts(step, tells_rule=checked.strength != "nudge") for step in checked.hints.steps]
        facts |= {"finished": checked.hints.finished, "steps": steps}
    return facts


def found_facts(found: MistakesFound, *, tells_right: bool = True) -> dict[str, Any]:
    """What is painted, and what of it is wrong; where that may not be told, what is right there is null."""
    mistakes = [
        {**_cell(m.cell), "shown": m.shown, "right": m.right if tells_right else None} for m in found.mistakes
    ]
    unclear = [{**_cell(cell), "shown": None if shown < 0 else shown} for cell, shown in found.unclear]
    return {"painted": found.painted, "right": found.right, "mistakes": mistakes, "unclear": unclear}


def step_facts(step: Deduction, *, tells_rule: bool) -> dict[str, Any]:
    """A step; colours count from 1."""
    return {
        "axis": step.axis,
        "line": step.line,
        "also": [{"axis": axis, "line": line} for axis, line in step.also],
        "cells": _coloured(step.cells),
        "rule": step.rule.value if tells_rule else None,
        "why": step.why,
        "uses": [
            {
                "axis": other.axis,
                "line": other.line,
                "excluded": _coloured(other.excluded),
                "rule": other.rule.value,
                "why": other.why,
            }
            for other in step.uses
        ],
    }


def _coloured(cells: Sequence[tuple[Cell, int]]) -> list[dict[str, int]]:
    return [{**_cell(cell), "colour": colour} for cell, colour in cells]


def _cell(cell: Cell) -> dict[str, int]:
    return {"row": cell[0], "col": cell[1]}


# ---- Katamino


def katamino_facts(solved: KataminoSolved) -> dict[str, Any]:
    """What was read and packed; `puzzle` and `solution` are null if there are several problems."""
    only, lattice = solved.only, solved.lattice
    return {
        "puzzle": None if only is None else katamino_text.facts(only.puzzle),
        "lattice": lattice and lattice_facts(lattice, solved),
        "turned_deg": solved.turned_deg,
        "hints": [],
        "doubts": _doubt_facts(solved.doubts),
        "changes": [],
        "solution": None if only is None or only.picture is None else list(only.picture.lines()),
        "problems": [_problem_facts(result) for result in solved.problems],
        "mistakes": list(solved.mistakes),
    }


def _problem_facts(result: ProblemPacked) -> dict[str, Any]:
    picture = result.picture
    return {
        "row": result.problem.row or None,
        "penta": result.problem.penta,
        "pieces": katamino_text.facts(result.puzzle)["pieces"],
        "status": result.packed.status.value,
        "letters": None if picture is None else list(katamino_text.letter_rows(result.puzzle, picture)),
    }


def board_facts(found: BoardChecked) -> dict[str, Any]:
    """Return what `check` and `hint` say about the pieces on a board; pieces and cells count from 0."""
    facts: dict[str, Any] = {
        "placed": [_placed(lying) for lying in found.board.placed],
        "mistakes": list(found.lines),
        "misplaced": [list(mistake.pieces) for mistake in found.mistakes],
    }
    if found.steps is not None and not found.lines:
        facts |= {"finished": not found.steps, "steps": [_piece_step(step) for step in found.steps]}
    return facts


def _placed(lying: PlacedPiece) -> dict[str, Any]:
    return {"piece": lying.piece.number or lying.piece.drawing, "cells": list(map(_cell, lying.cells))}


def _piece_step(step: PieceStep) -> dict[str, Any]:
    return {
        **({"piece": None, "cells": []} if step.placed is None else _placed(step.placed)),
        "look_at": [_cell(cell) for cell in step.look_at],
        "rule": step.rule.value,
        "why": step.why,
    }


# ---- Reduced pictures


def in_file_pixels(facts: dict[str, Any], reduction: int) -> dict[str, Any]:
    """The facts about a picture that was reduced by this factor, with places in the pixels of its file."""

    def scaled(places: Any) -> Any:
        return list(map(scaled, places)) if isinstance(places, list | tuple) else places * reduction

    facts = dict(facts)
    if facts.get("other_boards_px"):
        facts["other_boards_px"] = scaled(facts["other_boards_px"])
    if facts.get("hints"):
        facts["hints"] = [{**hint, "box_px": scaled(hint["box_px"])} for hint in facts["hints"]]
    if lattice := facts.get("lattice"):
        # The edges are in the picture, unless its cells are found there by a transform.
        lies_askew = lattice["to_picture"] is not None or "crossings_px" in lattice
        keys = {"board_px", "crossings_px"} if lies_askew else {"board_px", "row_edges_px", "col_edges_px"}
        lattice = {key: scaled(value) if key in keys else value for key, value in lattice.items()}
        if lattice["to_picture"] is not None:
            *places, scale = lattice["to_picture"]
            lattice["to_picture"] = (*scaled(places), scale)
        facts["lattice"] = lattice
    return facts
