"""The interface of a line's rule: what the hints of one line allow.

The state of a line is its "places": per colour, blank first, the positions where that colour is still
possible, as an int used as a bit set (bit p is cell p of the line). A rule narrows places, explains what it
sees, and states itself as clauses; it knows nothing of other lines. `counts` and `runs` implement it, and the
rest of the solver knows only this interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol

from picrosser.solving.clauses import Clauses, Fresh
from picrosser.solving.deduction import Rule


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
    """The hints of one line, prepared for reasoning.

    cheap_is_exact : `propagate` misses nothing, so `propagate_exactly` is not needed.
    """

    cheap_is_exact: ClassVar[bool]

    @property
    def length(self) -> int:
        """The number of cells."""

    def start(self) -> list[int]:
        """The places before any reasoning."""

    def propagate(self, places: Sequence[int]) -> list[int] | None:
        """The places (a new list) left by quick reasoning, or None if the line has no arrangement."""

    def propagate_exactly(self, places: Sequence[int]) -> list[int] | None:
        """The places that occur in some arrangement, or None if there is none.

        For a line with too many arrangements to examine, the places are returned unchanged.
        """

    def total(self, colour: int) -> int:
        """The number of cells of a colour, 0 for blank; -1 if unknown."""

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        """What a person sees in the line, the easiest first; None if the line has no arrangement.

        Parameters
        ----------
        places : the current places; a given cell has only its own colour.
        given : per colour, the positions that are on the board.
        """

    def clauses(self, places: Sequence[int], variables: Sequence[Mapping[int, int]], fresh: Fresh) -> Clauses:
        """State the hints for a SAT solver.

        Parameters
        ----------
        places : the current places.
        variables : per position, the literal of each colour; empty for decided cells. The caller states
            that each cell has exactly one colour, once per cell.
        fresh : returns unused variables.
        """
