"""The results before one in, the board that they speak of out: where it lies, and in which colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.lattice.grid import GridFound
from picrosser.reading.nonogram.board_state import CellsSeen
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """The board of the reading that came last, of whatever kind.

    palette : empty where it is not known yet.
    """

    lattice: Lattice
    palette: tuple[Colour, ...]


def board_seen(before: Sequence[object]) -> BoardSeen | None:
    """The latest board, None if there is none."""
    for result in reversed(before):
        if isinstance(result, CellsSeen):
            return BoardSeen(result.lattice, result.palette)
        if isinstance(result, Reading):
            return BoardSeen(result.lattice, result.puzzle.palette)
        if isinstance(result, HintsGrouped | GridFound):
            return BoardSeen(result.lattice, ())
    return None
