"""The interface of a line's rule: what the hints of one line allow.

The state of a line is its "places": per colour, blank first, the positions where that colour is still
possible, as an int used as a bit set (bit p is cell p of the line). A rule narrows places, explains what it
sees, and states itself as clauses; it knows nothing of other lines. `counts` and `runs` implement it, and the
rest of the solver knows only this interface.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from picrosser.solving.deduction import Rule

if TYPE_CHECKING:  # boards that lines decide need no arrays
    import numpy as np
    from numpy.typing import NDArray

TRUE = 1
"""A literal that is always true; its negative is always false. A SAT solver simplifies both away quicker than
Python could, and so clauses are made by joining whole rows of literals."""


@dataclass(slots=True)
class Clauses:
    """Constraints on boolean variables 2, 3, 4, ... and `TRUE`; a negative number is a negated variable.

    clauses : each needs at least one true literal.
    blocks : many clauses of one form at once, as arrays of their first, second, ... literals: a list for each
        clause would take as much time as everything else.
    counts : (n, literals): exactly n of the literals are true.
    used : the highest variable in use.
    """

    clauses: list[tuple[int, ...]] = field(default_factory=lambda: [(TRUE,)])
    blocks: list[tuple[NDArray[np.intp], ...]] = field(default_factory=list)
    counts: list[tuple[int, list[int]]] = field(default_factory=list)
    used: int = TRUE

    def fresh(self) -> int:
        """A variable that is not in use yet."""
        self.used += 1
        return self.used

    def add_all(self, where: NDArray[np.bool_], *literals: NDArray[np.intp]) -> None:
        """Add a clause of these literals at each place; those that are true anyway are left out."""
        for one in literals:
            where = where & (one != TRUE)
        self.blocks.append(tuple(one[where] for one in literals))

    def add_count(self, count: int, literals: Sequence[int]) -> None:
        """Require that exactly `count` literals are true; literals that are constant are simplified away."""
        kept = [literal for literal in literals if literal not in (TRUE, -TRUE)]
        missing = count - literals.count(TRUE)
        if kept:
            self.counts.append((missing, kept))
        elif missing:
            self.clauses.append(())  # impossible

    def __len__(self) -> int:
        """The number of clauses, without the counts."""
        return len(self.clauses) + sum(len(block[0]) for block in self.blocks)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        yield from self.clauses
        for block in self.blocks:
            yield from zip(*(one.tolist() for one in block), strict=True)


class Reason(NamedTuple):
    """A conclusion about one colour in one line, with the reason for it; it needs no other conclusion.

    rule : the reason.
    colour : 0 is blank.
    must, never : positions where the colour must be, or where it cannot be; all were open before. One of
        the two is empty.
    run : the run, from 0, that shows it, for rules with ordered runs; else -1.
    """

    rule: Rule
    colour: int
    must: int = 0
    never: int = 0
    run: int = -1


class LineRule(Protocol):
    """The hints of one line, prepared for reasoning."""

    @property
    def length(self) -> int:
        """The number of cells."""

    def start(self) -> list[int]:
        """The places before any reasoning."""

    def propagate(self, places: Sequence[int]) -> list[int] | None:
        """The places (a new list) that the hints leave, or None if the line has no arrangement."""

    def total(self, colour: int) -> int:
        """The number of cells of a colour, 0 for blank; -1 if unknown."""

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        """What a person sees in the line, the easiest first; None if the line has no arrangement.

        places : the current places; a given cell has only its own colour.
        given : per colour, the positions that are on the board.
        """

    @classmethod
    def state(
        cls, rules: Sequence[Self], found: Clauses, places: Sequence[Sequence[int]], cells: NDArray[np.intp]
    ) -> None:
        """Add clauses that state the hints of all lines.

        places : the current places of each line.
        cells : (lines, colours, positions) the literals for "the cell has this colour". The caller states
            that each cell has exactly one colour, once per cell.
        """
