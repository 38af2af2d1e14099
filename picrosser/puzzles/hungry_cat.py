"""Hungry Cat Picross: each line states how many cells have each colour, and whether they are one run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from picrosser.puzzles.displayed import Displayed, shortened, size_words
from picrosser.puzzles.picture import Colour, Picture, named_lines, set_lines


@dataclass(frozen=True, slots=True)
class CountHint:
    """How many cells of one line have one colour.

    count : 0 or more; None if the hint is unknown.
    contiguous : True if the number is circled: its cells form one run. False if it is not circled: two or
        more runs, if count >= 2. None if that is unknown. For counts 0 and 1 it says nothing.

    Examples
    --------
    >>> print(picrosser.CountHint(4), picrosser.CountHint(4, contiguous=True), picrosser.CountHint(None))
    4 (4) ?
    """

    count: int | None
    contiguous: bool | None = False

    @classmethod
    def from_signed(cls, value: int) -> CountHint:
        """-4 is a circled 4."""
        return cls(abs(value), value < 0)

    @property
    def signed(self) -> int | None:
        """The signed form (negative means circled), or None if the count is unknown."""
        if self.count is None:
            return None
        return -self.count if self.contiguous else self.count

    def __str__(self) -> str:
        number = "?" if self.count is None else str(self.count)
        return f"({number})" if self.contiguous else number


Line = tuple[CountHint, ...]  # the hints of one row or column, one per colour, in the palette's order


@dataclass(frozen=True, slots=True)
class HungryCat(Displayed):
    """A Hungry Cat puzzle: for each row and each column, how many cells have each colour.

    rows : top to bottom; each has one hint per colour.
    cols : left to right; each has one hint per colour.
    palette : palette[0] is the colour of a blank cell, palette[1 + k] that of slot k.
    full : no cell is blank. This matters only where counts are unknown; known counts imply it.

    Examples
    --------
    >>> run_of_two = picrosser.CountHint(2, contiguous=True)
    >>> one = picrosser.CountHint(1)
    >>> picrosser.HungryCat(((run_of_two,),), ((one,), (one,)), ((255, 255, 255), (200, 0, 0)))
    <HungryCat 2 x 1, 1 colour: rows (2); columns 1, 1>
    """

    rows: tuple[Line, ...]
    cols: tuple[Line, ...]
    palette: tuple[Colour, ...]
    full: bool = False

    if TYPE_CHECKING:  # lists are taken, too

        def __init__(
            self,
            rows: Sequence[Sequence[CountHint | int]],
            cols: Sequence[Sequence[CountHint | int]],
            palette: Sequence[Colour],
            full: bool = False,
        ) -> None: ...

    def __post_init__(self) -> None:
        """Raises ValueError: no lines, no colours, or a line without exactly one hint per colour.

        Lists are taken for tuples, and signed numbers for hints; other types raise a TypeError.
        """
        set_lines(self, CountHint, CountHint.from_signed)
        for name, line, _ in named_lines(self.rows, self.cols):
            if len(line) != self.colours:
                raise ValueError(f"{name} has {len(line)} hints, the puzzle has {self.colours} colours")

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.cols)

    @property
    def colours(self) -> int:
        return len(self.palette) - 1

    def __repr__(self) -> str:
        words = [[" ".join(map(str, line)) for line in lines] for lines in (self.rows, self.cols)]
        rows, cols = map(", ".join, words)
        size = size_words(self.shape, self.colours)
        return shortened(f"<HungryCat {size}: rows {rows}; columns {cols}>")


def all_hints(puzzle: HungryCat) -> tuple[CountHint, ...]:
    return tuple(hint for line in (*puzzle.rows, *puzzle.cols) for hint in line)


def with_hints(puzzle: HungryCat, hints: Sequence[CountHint]) -> HungryCat:
    """Replace all hints; they come in the order of `all_hints`."""
    rows, colours = len(puzzle.rows), puzzle.colours
    lines = [tuple(hints[at : at + colours]) for at in range(0, len(hints), colours)]
    return replace(puzzle, rows=tuple(lines[:rows]), cols=tuple(lines[rows:]))


def fill_in_hints(puzzle: HungryCat, solution: Picture) -> HungryCat:
    """Replace every hint with an unknown count or circle by what the solution shows."""
    lines = (*solution.rows, *zip(*solution.rows, strict=True))
    shown = [hint for line in lines for hint in hints_of_cells(line, puzzle.colours)]
    hints = [
        seen if hint.count is None or hint.contiguous is None else hint
        for hint, seen in zip(all_hints(puzzle), shown, strict=True)
    ]
    return with_hints(puzzle, hints)


def hints_of_cells(cells: Sequence[int], colours: int) -> Line:
    runs = [colour for colour, _ in groupby(cells)]
    counts = [(colour, cells.count(colour)) for colour in range(1, colours + 1)]
    return tuple(CountHint(count, count > 1 and runs.count(colour) == 1) for colour, count in counts)
