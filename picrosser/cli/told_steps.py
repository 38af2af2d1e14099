"""The steps of solving as text: what a look at a line shows and why, then the board with its new cells."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from picrosser.drawing.terminal import step_text, terminal_depth
from picrosser.puzzles.checking import Axis, LinePuzzle
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.solving.outcome import Step


def told_steps(puzzle: LinePuzzle, steps: Sequence[Step]) -> list[str]:
    """One block of text per look at a line."""
    cells = np.full(puzzle.shape, UNKNOWN, np.int8)
    if isinstance(puzzle, Nonogram) and puzzle.given is not None:
        cells = np.array(puzzle.given, np.int8)
    depth = terminal_depth(sys.stdout.isatty(), os.environ)
    blocks = []
    for number, together in groupby(steps, key=lambda step: step.number):
        shown = list(together)
        changed = {cell: colour for step in shown for cell, colour in step.cells}
        for cell, colour in changed.items():
            cells[cell] = colour
        lines = [f"{number}. {_heading(puzzle, shown[0])}{shown[0].why}"]
        lines += [f"{' ' * len(f'{number}. ')}{step.why}" for step in shown[1:]]
        if changed:
            lines.append(step_text(Picture(cells, puzzle.palette), changed.keys(), depth))
        blocks.append("\n".join(lines))
    return blocks


def _heading(puzzle: LinePuzzle, step: Step) -> str:
    """The line's hints, where one line showed the step."""
    if step.axis is None or step.line is None:
        return ""
    return f"[{line_hints(puzzle, step.axis, step.line)}] "


def line_hints(puzzle: LinePuzzle, axis: Axis, line: int) -> str:
    """A line's hints as they are printed: "3 1 2"; runs of another colour than the first with its number."""
    if isinstance(puzzle, Nonogram):
        runs = (puzzle.rows if axis == "row" else puzzle.cols)[line]
        if runs is None:
            return "?"
        return " ".join(str(r) if r.colour == 1 else f"{r}({r.colour})" for r in runs) or "0"
    return " ".join(map(str, (puzzle.rows if axis == "row" else puzzle.cols)[line]))
