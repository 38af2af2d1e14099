"""Hungry Cat Picross: per line and colour, how many cells, and whether they are one run."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.puzzles.picture import Colour


@dataclass(frozen=True, slots=True)
class CountHint:
    """How many cells of one line have one colour.

    count : 0 or more; None when the hint is unknown.
    contiguous : True when the number is circled (all of them form one run), False when it is not (two
        runs or more, if count >= 2), None when that is unknown. For counts 0 and 1 it says nothing.
    """

    count: int | None
    contiguous: bool | None = False

    @classmethod
    def from_signed(cls, value: int) -> CountHint:
        """Read the signed form: -4 is a circled 4."""
        return cls(abs(value), value < 0)

    @property
    def signed(self) -> int | None:
        """The signed form (negative = circled), or None when the count is unknown."""
        if self.count is None:
            return None
        return -self.count if self.contiguous else self.count

    def __str__(self) -> str:
        number = "?" if self.count is None else str(self.count)
        return f"({number})" if self.contiguous else number


Line = tuple[CountHint, ...]
"""The hints of one row or column, one per colour, in the palette's order."""


@dataclass(frozen=True, slots=True)
class HungryCat:
    """A Hungry Cat puzzle.

    rows : top to bottom; each has one hint per colour.
    cols : left to right; each has one hint per colour.
    palette : palette[0] is the colour of a blank cell, palette[1 + k] the colour of slot k.
    full : no cell is blank. Matters only where counts are unknown; known ones say it themselves.
    """

    rows: tuple[Line, ...]
    cols: tuple[Line, ...]
    palette: tuple[Colour, ...]
    full: bool = False

    def __post_init__(self) -> None:
        """Check the shape.

        Raises
        ------
        ValueError : no lines, no colours, or a line without exactly one hint per colour.
        """
        if not self.rows or not self.cols or self.colours < 1:
            raise ValueError("a puzzle needs at least one row, one column and one colour")
        for kind, lines in (("row", self.rows), ("column", self.cols)):
            for number, line in enumerate(lines, 1):
                if len(line) != self.colours:
                    raise ValueError(
                        f"{kind} {number} has {len(line)} hints, the puzzle has {self.colours} colours"
                    )

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.rows), len(self.cols)

    @property
    def colours(self) -> int:
        """The number of colours, not counting blank."""
        return len(self.palette) - 1
