"""What the engine asks of a rule: which arrangements of colours one line's hints allow.

A line's state is its "places": per colour, blank first, the positions where that colour may still stand, an
int used as a set of positions (bit p is cell p of the line). A rule narrows places and states itself as
clauses; it knows nothing of other lines. `counts` and `runs` are such rules; the engine knows neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from picrosser.solving.counters import Fresh
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.clauses import Clauses


@dataclass(frozen=True, slots=True)
class Reason:
    """What one look at a line shows of one colour, and why; it holds by itself.

    rule : what shows it.
    colour : 0 is blank.
    must, never : positions where the colour must be, or where it cannot be; all were open before. One of
        them is empty.
    run : for a rule with ordered runs, the run that shows it, from 0; else -1.
    """

    rule: Rule
    colour: int
    must: int = 0
    never: int = 0
    run: int = -1


class LineRule(Protocol):
    """The hints of one line, made ready.

    cheap_is_exact : `propagate` misses nothing, so that `propagate_exactly` need not be asked.
    """

    cheap_is_exact: ClassVar[bool]

    @property
    def length(self) -> int:
        """The number of cells."""

    def start(self) -> list[int]:
        """The places before any reasoning."""

    def propagate(self, places: Sequence[int]) -> list[int] | None:
        """The places (a new list) that quick reasoning leaves, or None if the line has no arrangement."""

    def propagate_exactly(self, places: Sequence[int]) -> list[int] | None:
        """The places that occur in some arrangement, or None if there is none; for a line with too many
        ways to look at, the places as they were.
        """

    def total(self, colour: int) -> int:
        """How many cells of the line have a colour, 0 for blank; -1 if that is unknown."""

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        """What a person sees in the line, the easiest first; None when nothing fits.

        Parameters
        ----------
        places : those that are left; a given cell has only its own colour.
        given : per colour, the positions that are on the board.
        """

    def clauses(self, places: Sequence[int], variables: Sequence[Mapping[int, int]], fresh: Fresh) -> Clauses:
        """State the hints for a SAT solver.

        Parameters
        ----------
        places : those that are left.
        variables : per position, the literal of each colour; empty for decided cells. That a cell has
            exactly one colour is the caller's to say, once per cell.
        fresh : gives unused variables.
        """
