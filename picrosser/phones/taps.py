"""Which places of the screen have to be tapped for an answer, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from picrosser.imaging.pixels import Lattice
from picrosser.phones.board_watch import Cells
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell

Gesture: TypeAlias = Literal["once", "twice", "hold"]
"""How the game wants a cell to be tapped: once, twice, or pressed for a while."""
GESTURES: tuple[Gesture, ...] = get_args(Gesture)

Point: TypeAlias = tuple[int, int]
"""(row, column) in the pixels of a screenshot."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a game is played.

    paint : how a cell is painted.
    mark : how one is marked as blank; None to leave blank cells alone.
    """

    paint: Gesture = "once"
    mark: Gesture | None = None


@dataclass(frozen=True, slots=True)
class Tap:
    """One touch of the screen.

    at : where. hold : for a while.
    cell : the cell that it is for; None for a button of the palette.
    colour : what the cell is to become, EMPTY for a mark; of a button, the colour that it chooses.
    """

    at: Point
    hold: bool
    cell: Cell | None
    colour: int


def cell_taps(lattice: Lattice, cell: Cell, colour: int, ways: Ways) -> tuple[Tap, ...]:
    """The taps that paint one cell, or mark it: in its middle."""
    gesture = ways.paint if colour != EMPTY else ways.mark
    assert gesture is not None
    box = lattice.cell(*cell)
    tap = Tap(((box.top + box.bottom) // 2, (box.left + box.right) // 2), gesture == "hold", cell, colour)
    return (tap, tap) if gesture == "twice" else (tap,)


def cells_to_tap(answer: Cells, shown: Cells, ways: Ways) -> Iterator[tuple[Cell, int]]:
    """The cells that are not yet as the answer says: one colour after the other, row by row.

    Blank cells come first, if they are to be marked: apps that mark the rest of a finished line by themselves
    then find nothing left to mark.
    """
    rows, cols = answer.shape
    for colour in range(EMPTY if ways.mark else EMPTY + 1, int(answer.max()) + 1):
        for row in range(rows):
            for col in range(cols):
                is_due = shown[row, col] <= EMPTY if colour else shown[row, col] == UNKNOWN
                if answer[row, col] == colour and is_due:
                    yield (row, col), colour


def all_taps(
    lattice: Lattice, answer: Cells, shown: Cells, ways: Ways, buttons: Mapping[int, Point]
) -> Iterator[Tap]:
    """All taps that fill a board, if nothing comes between.

    buttons : where each colour is chosen; empty if the puzzle has one colour.
    """
    chosen = EMPTY
    for cell, colour in cells_to_tap(answer, shown, ways):
        if colour in buttons and colour != chosen:
            yield Tap(buttons[colour], False, None, colour)
            chosen = colour
        yield from cell_taps(lattice, cell, colour, ways)
