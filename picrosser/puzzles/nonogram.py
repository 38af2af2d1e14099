"""Classic nonograms, black and coloured: each line states its runs in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from picrosser.puzzles.displayed import Displayed, shortened, size_words
from picrosser.puzzles.picture import BLACK, EMPTY, WHITE, Colour, named_lines, set_lines

ONE_COLOUR = 2  # entries of the palette of a puzzle in one colour; the other one is a blank cell's


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cells of one colour in a line.

    length : 1 or more cells.
    colour : its slot in the palette, from 1. A gap separates neighbouring runs of one colour; others may
        touch.

    Examples
    --------
    >>> picrosser.Run(3, colour=2)
    Run(length=3, colour=2)
    """

    length: int
    colour: int = 1

    def __str__(self) -> str:
        return str(self.length)


Runs = tuple[Run, ...]  # the runs of one line, from left to right or top to bottom; empty for a blank line


@dataclass(frozen=True, slots=True)
class StatedRuns:
    """The runs that a line is said to have, by the reading or by the user with `--fix`.

    runs : empty for a blank line; None if they are unknown.

    Examples
    --------
    >>> print(picrosser.StatedRuns((picrosser.Run(2), picrosser.Run(1, colour=2))))
    2 1/2
    """

    runs: Runs | None

    def __str__(self) -> str:
        return "?" if self.runs is None else runs_text(self.runs)


def runs_text(runs: Runs) -> str:
    """Runs as `--fix` takes them: lengths, with /colour unless it is the first colour; 0 for a blank line."""
    words = [f"{run.length}/{run.colour}" if run.colour > 1 else str(run.length) for run in runs]
    return " ".join(words) or "0"


Given = tuple[tuple[int, ...], ...]
"""One value per cell: UNKNOWN, or the palette index that the cell has to have."""


@dataclass(frozen=True, slots=True)
class Nonogram(Displayed):
    """A nonogram: the runs of each row and of each column, of one colour or several.

    rows : top to bottom; None for a line about which nothing is known.
    cols : left to right.
    palette : palette[0] is the colour of a blank cell, palette[k] the colour of runs of colour k.
    given : cells that are known from the start, row by row; None for none.

    Examples
    --------
    >>> runs = picrosser.Run(2), picrosser.Run(1)
    >>> picrosser.Nonogram((runs,), ((picrosser.Run(1),), (picrosser.Run(1),), (), (picrosser.Run(1),)))
    <Nonogram 4 x 1, 1 colour: rows 2 1; columns 1, 1, 0, 1>
    """

    rows: tuple[Runs | None, ...]
    cols: tuple[Runs | None, ...]
    palette: tuple[Colour, ...] = (WHITE, BLACK)
    given: Given | None = None

    if TYPE_CHECKING:  # lists are taken, too

        def __init__(
            self,
            rows: Sequence[Sequence[Run | int] | None],
            cols: Sequence[Sequence[Run | int] | None],
            palette: Sequence[Colour] = ...,
            given: Given | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        """Raises ValueError: no lines, no colours, an impossible run, or given cells of another shape.

        Lists are taken for tuples, and lengths for runs of the first colour; other types raise a TypeError.
        """
        set_lines(self, Run, Run)
        for name, line, _ in named_lines(self.rows, self.cols):
            for run in line or ():
                if run.length < 1 or not 1 <= run.colour <= self.colours:
                    raise ValueError(f"{name}: no run can have {run.length} cells of colour {run.colour}")
        if self.given is not None:
            if len(self.given) != len(self.rows) or any(len(row) != len(self.cols) for row in self.given):
                raise ValueError("the given cells have another shape than the puzzle")
            if any(not -1 <= cell <= self.colours for row in self.given for cell in row):
                raise ValueError("a given cell has no colour of the palette")

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.cols)

    @property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The lengths of each line's runs, whatever their colours, rows first; empty for an unknown line."""
        return tuple(tuple(run.length for run in line or ()) for line in (*self.rows, *self.cols))

    @property
    def numbers_within(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The lengths of the runs of rows and of columns, from the first to the last line that states any."""
        rows, numbers, found = len(self.rows), self.numbers, []
        for side in (numbers[:rows], numbers[rows:]):
            stated = [at for at, line in enumerate(side) if line]
            found.append(side[stated[0] : stated[-1] + 1] if stated else ())
        return tuple(found)

    @property
    def colours(self) -> int:
        return len(self.palette) - 1

    def __repr__(self) -> str:
        rows, cols = (", ".join(str(StatedRuns(line)) for line in lines) for lines in (self.rows, self.cols))
        size = size_words(self.shape, self.colours)
        return shortened(f"<Nonogram {size}: rows {rows}; columns {cols}>")


def room_needed(runs: Runs) -> int:
    """The least number of cells that hold these runs: their lengths, and gaps within one colour."""
    gaps = sum(one.colour == other.colour for one, other in pairwise(runs))
    return sum(run.length for run in runs) + gaps


def runs_of_cells(cells: Sequence[int]) -> Runs:
    return tuple(Run(len(list(group)), ink) for ink, group in groupby(cells) if ink != EMPTY)
