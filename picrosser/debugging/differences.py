"""Two states of one puzzle in, where their hints differ out."""

from __future__ import annotations

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.hungry_cat import HungryCat, all_hints


def differences(puzzle: HungryCat, other: HungryCat) -> list[str]:
    """The hints of `puzzle` that `other` has otherwise, as one would set them by hand."""
    rows, colours = len(puzzle.rows), puzzle.colours
    return [
        fix_text(_place(at, rows, colours), hint)
        for at, (hint, old) in enumerate(zip(all_hints(puzzle), all_hints(other), strict=True))
        if hint != old
    ]


def _place(index: int, rows: int, colours: int) -> HintPlace:
    line, slot = divmod(index, colours)
    return HintPlace("row", line, slot) if line < rows else HintPlace("column", line - rows, slot)
