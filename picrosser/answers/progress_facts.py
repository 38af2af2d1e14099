"""What the JSON objects of `check` and `hint` say about a partly filled board: mistakes and next steps."""

from __future__ import annotations

from typing import Any

from picrosser.answers.json_facts import solved_facts
from picrosser.answers.progress import AnyChecked
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.progress import MistakesFound
from picrosser.solving.deduction import Deduction


def checked_facts(checked: AnyChecked) -> dict[str, Any]:
    """The keys of `solved_facts`, and what is known of the board's cells; or of a Katamino's pieces."""
    if checked.kind == "katamino":
        from picrosser.answers import katamino_facts  # few boards are a Katamino's

        return katamino_facts.checked_facts(checked)
    facts = solved_facts(checked.solved)
    tells_all = checked.strength == "paint"
    if not tells_all:  # the solution would say what the hint does not
        facts["solution"] = None
    if checked.found is not None:
        facts |= found_facts(checked.found, tells_right=tells_all)
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
    """Return a step for the JSON object: lines and cells count from 0, colours from 1."""
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


def _coloured(cells: tuple[tuple[Cell, int], ...]) -> list[dict[str, int]]:
    return [{**_cell(cell), "colour": colour} for cell, colour in cells]


def _cell(cell: Cell) -> dict[str, int]:
    return {"row": cell[0], "col": cell[1]}
