"""What the JSON objects say about a picture of a Katamino: problems, mistakes on its board, next pieces."""

from __future__ import annotations

from typing import Any

from picrosser.answers.json_facts import doubt_facts, lattice_facts
from picrosser.answers.katamino_progress import KataminoChecked
from picrosser.formats import katamino_text
from picrosser.packing.board_progress import BoardChecked, PieceStep
from picrosser.pipelines.katamino import KataminoSolved, ProblemPacked
from picrosser.puzzles.katamino import PlacedPiece
from picrosser.puzzles.picture import Cell

KATAMINO_KEYS = ("problems", "mistakes")
"""The keys that objects about a Katamino have besides those of all."""


def katamino_facts(solved: KataminoSolved) -> dict[str, Any]:
    """Return what was read and packed, as keys of the JSON object.

    `puzzle` and `solution` are null if there are several problems.
    """
    only = solved.problems[0] if len(solved.problems) == 1 else None
    lattice = solved.reading.lattice
    return {
        "puzzle": None if only is None else katamino_text.facts(only.puzzle),
        "lattice": lattice and lattice_facts(lattice, solved),
        "turned_deg": solved.turned_deg,
        "hints": [],
        "doubts": doubt_facts(solved.doubts),
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


def checked_facts(checked: KataminoChecked) -> dict[str, Any]:
    """Return the keys of `katamino_facts`, and what is known of the pieces on the board.

    Where a hint does not tell the next piece, the packing is null: it would tell more.
    """
    facts, found = katamino_facts(checked.solved), checked.found
    if found is None:
        return facts
    if any(step.placed is None for step in found.steps or ()):
        facts |= {"solution": None, "problems": None}
    return facts | board_facts(found)


def board_facts(found: BoardChecked) -> dict[str, Any]:
    """Return what `check` and `hint` say about the pieces on a board; pieces and cells count from 0."""
    facts: dict[str, Any] = {
        "placed": [_placed(lying) for lying in found.board.placed],
        "mistakes": list(found.lines),
        "misplaced": [list(mistake.pieces) for mistake in found.mistakes],
    }
    if found.steps is not None and not found.lines:
        facts |= {"finished": not found.steps, "steps": [_step(step) for step in found.steps]}
    return facts


def _placed(lying: PlacedPiece) -> dict[str, Any]:
    return {
        "piece": lying.piece.number or lying.piece.drawing,
        "cells": [_cell(cell) for cell in lying.cells],
    }


def _step(step: PieceStep) -> dict[str, Any]:
    return {
        **({"piece": None, "cells": []} if step.placed is None else _placed(step.placed)),
        "look_at": [_cell(cell) for cell in step.look_at],
        "rule": step.rule.value,
        "why": step.why,
    }


def _cell(cell: Cell) -> dict[str, int]:
    return {"row": cell[0], "col": cell[1]}
