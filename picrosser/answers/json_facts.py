"""What the JSON objects say about a reading: the puzzle, where its cells are, doubts and changes."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import numpy as np

from picrosser.answers.hint_places import box_in_picture, hungry_cat_hints, nonogram_hints
from picrosser.answers.puzzle_text import puzzle_text
from picrosser.imaging.perspective import Warp
from picrosser.imaging.pixels import Box, Lattice
from picrosser.imaging.turned import box_as_given, lattice_as_given
from picrosser.pipelines.hungry_cat import HungryCatSolved
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.pipelines.solved import HintedSolved, Solved
from picrosser.puzzles.doubt import Doubt, StatedHint
from picrosser.puzzles.hints_by_hand import LEFT_OPEN, fix_text
from picrosser.puzzles.nonogram import Runs, StatedRuns
from picrosser.repairing.counts_repaired import Change


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
    return hungry_cat_facts(solved) if solved.kind == "hungry-cat" else nonogram_facts(solved)


def hungry_cat_facts(solved: HungryCatSolved) -> dict[str, Any]:
    """The keys of `shot_facts` for a Hungry Cat board."""
    reading = solved.reading
    return {
        "puzzle": tomllib.loads(puzzle_text(solved)),
        "lattice": lattice_facts(reading.lattice, solved),
        "turned_deg": solved.turned_deg,
        "hints": hungry_cat_hints(solved),
        "other_boards_px": [
            _box(box_as_given(box, solved.turned_deg, solved.image.shape[:2])) for box in reading.others
        ],
        "doubts": doubt_facts(reading.doubts),
        "remedies": [fix_text(*fix) for fix in solved.settled.remedies],
        "changes": [_change(change) for change in solved.changes],
    }


def nonogram_facts(solved: NonogramSolved) -> dict[str, Any]:
    """The keys of `shot_facts` for a nonogram.

    A line is a list of lengths, with several colours of [length, colour], or "?" if it is unknown.
    """
    reading = solved.reading
    puzzle = reading.puzzle
    background, *colours = (list(colour) for colour in puzzle.palette)
    rows, cols = ([_runs(line, puzzle.colours) for line in lines] for lines in (puzzle.rows, puzzle.cols))
    return {
        "puzzle": {
            "kind": "nonogram",
            "rows": rows,
            "columns": cols,
            "colours": colours,
            "background": background,
        },
        "lattice": lattice_facts(reading.lattice, solved),
        "turned_deg": solved.turned_deg,
        "hints": nonogram_hints(solved),
        "other_boards_px": [_box(box) for box in reading.others],
        "doubts": doubt_facts(reading.doubts),
        "remedies": [fix for fix in solved.remedies if not fix.endswith(LEFT_OPEN)],
        "changes": [
            {"why": f"the hidden hints of {place} follow from the others"} for place in reading.filled
        ],
    }


def _runs(line: Runs | None, colours: int) -> str | list[int] | list[list[int]]:
    """Return the lengths of the runs, or [length, colour] if there are several colours; "?" if unknown."""
    if line is None:
        return "?"
    return [run.length for run in line] if colours == 1 else [[run.length, run.colour] for run in line]


def _box(box: Box) -> list[int]:
    return [box.top, box.left, box.bottom, box.right]


def lattice_facts(lattice: Lattice, solved: Solved) -> dict[str, Any]:
    """Return where the cells of the board are, in the picture as it was given."""
    lattice = lattice_as_given(lattice, solved.turned_deg, solved.image.shape[:2])
    return {
        "row_edges_px": [int(edge) for edge in lattice.row_edges_px],
        "col_edges_px": [int(edge) for edge in lattice.col_edges_px],
        "to_picture": None if isinstance(lattice.to_picture, Warp) else lattice.to_picture,
        **({"crossings_px": _crossings(lattice)} if isinstance(lattice.to_picture, Warp) else {}),
        "board_px": box_in_picture(lattice.board, lattice),
    }


def _crossings(lattice: Lattice) -> list[list[list[float]]]:
    """Where the edges of the cells cross in a photograph: per row edge and column edge [row, col]."""
    assert isinstance(lattice.to_picture, Warp)
    rows, cols = np.meshgrid(lattice.row_edges_px, lattice.col_edges_px, indexing="ij")
    places = lattice.to_picture.project(np.column_stack([rows.ravel(), cols.ravel()]).astype(np.float64))
    crossings: list[list[list[float]]] = np.round(places.reshape(*rows.shape, 2), 1).tolist()
    return crossings


def in_file_pixels(facts: dict[str, Any], reduction: int) -> dict[str, Any]:
    """Return the facts about a reduced picture with places in the pixels of its file.

    reduction : how many pixels of the file lie along each side of one of the picture's.
    """

    def scaled(places: Any) -> Any:
        if isinstance(places, list | tuple):
            return [scaled(place) for place in places]
        return places * reduction

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


def doubt_facts(doubts: Sequence[Doubt]) -> list[dict[str, Any]]:
    """The doubts of any family. Lines and slots count from 0 here, as in the lists beside them.

    Slot null is the whole line; axis and line null are the whole picture.
    """
    return [
        {
            "axis": None if doubt.place.is_whole_picture else doubt.place.axis,
            "line": None if doubt.place.is_whole_picture else doubt.place.line,
            "slot": None if doubt.place.slot < 0 else doubt.place.slot,
            "read": None if doubt.read is None else _candidate(doubt.read),
            "alternatives": [_candidate(hint) for hint in doubt.alternatives],
            "why": doubt.why,
        }
        for doubt in doubts
    ]


def _change(change: Change) -> dict[str, Any]:
    """Return a hint that was repaired, filled in or set by hand; places count as in doubts."""
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
    if isinstance(hint, StatedRuns):
        runs = None if hint.runs is None else [[run.length, run.colour] for run in hint.runs]
        return {"runs": runs}
    return {"count": hint.count, "circled": hint.contiguous}
