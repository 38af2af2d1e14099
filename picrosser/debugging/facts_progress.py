"""What was found on a part-filled board: its numbers, still to be made plain."""

from __future__ import annotations

from picrosser.puzzles.picture import Cell
from picrosser.puzzles.progress import MistakesFound
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.solving.deduction import Deduction, StepsFound


def progress_facts(found: ProgressFound) -> dict[str, object]:
    """What each cell shows (-1 nothing, 0 a mark, else the colour), and how sure that is."""
    return {
        "cells": found.progress.cells,
        "confidence": found.progress.confidence,
        "distances": found.distances,
        "marks": found.marks,
    }


def mistakes_facts(found: MistakesFound) -> dict[str, object]:
    """How much is right, and each cell that is not; places from 0."""
    return {
        "painted": found.painted,
        "right": found.right,
        "mistakes": [{**_cell(m.cell), "shown": m.shown, "right": m.right} for m in found.mistakes],
        "unclear": [{**_cell(cell), "shown": shown} for cell, shown in found.unclear],
    }


def steps_facts(found: StepsFound) -> dict[str, object]:
    """Each step with what it builds on."""
    steps = [{**_step(step), "uses": [_step(other) for other in step.uses]} for step in found.steps]
    return {"finished": found.finished, "steps": steps}


def _step(step: Deduction) -> dict[str, object]:
    shown = {"cells": step.cells, "excluded": step.excluded}
    coloured = {
        name: [{**_cell(cell), "colour": colour} for cell, colour in cells]
        for name, cells in shown.items()
        if cells
    }
    return {"rule": step.rule.value, "axis": step.axis, "line": step.line, **coloured, "why": step.why}


def _cell(cell: Cell) -> dict[str, int]:
    return {"row": cell[0], "col": cell[1]}
