"""The truth of a drawn nonogram as JSON: NAME.json beside NAME.png.

rows and cols are lists of lengths, or of {"n": length, "colour": [r, g, b]} in coloured puzzles; null stands
for a line whose hints are not shown. In solution and state a letter is a colour of the palette (# if there is
only one), . is blank, and ? in the state is untouched.
"""

from __future__ import annotations

import json
from typing import Any

from numpy.typing import NDArray

from drawn.nonograms.spec import NonogramSpec
from drawn.progress import UNTOUCHED
from picrosser.puzzles.nonogram import Runs

LETTERS = "abcdefgh"


def truth_of(spec: NonogramSpec) -> dict[str, Any]:
    """The content of the JSON file."""
    palette = spec.picture.palette
    coloured = len(palette) > 2
    letters = "." + (LETTERS if coloured else "#")
    rows, cols = spec.picture.shape

    def line(runs: Runs | None) -> list[Any] | None:
        if runs is None:
            return None
        return [{"n": r.length, "colour": list(palette[r.colour])} if coloured else r.length for r in runs]

    shown = spec.shown
    truth: dict[str, Any] = {
        "kind": "colour-nonogram" if coloured else "nonogram",
        "look": spec.look.name,
        "seed": spec.seed,
        "size": [cols, rows],
        "rows": [line(runs) for runs in shown.rows],
        "cols": [line(runs) for runs in shown.cols],
        "unique": True,
        "solution": _cells(spec.picture.cells, letters),
    }
    if coloured:
        truth["palette"] = {letter: list(ink) for letter, ink in zip(LETTERS, palette[1:], strict=False)}
    if (spec.state != UNTOUCHED).any():
        truth["state"] = _cells(spec.state, letters + "?")
    return truth


def truth_text(spec: NonogramSpec) -> str:
    """The truth as JSON text, one key per line."""
    entries = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in truth_of(spec).items())
    return "{" + ",\n ".join(entries) + "}\n"


def _cells(cells: NDArray[Any], letters: str) -> list[str]:
    """One string per row; UNTOUCHED, -1, selects the last letter."""
    return ["".join(letters[cell] for cell in row) for row in cells.tolist()]
