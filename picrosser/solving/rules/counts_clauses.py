"""One line's Hungry Cat hints as clauses, for a SAT solver; no solver inside.

In: the line's rule, its places after propagation, and one variable per open (position, colour). Out: clauses
over those variables and fresh ones, and "exactly so many of these" demands, which the caller renders in
whatever way its solver counts best. Decided cells become constants and vanish.
A run of n cells is told by "it has begun by here": cell p is in the run if it has begun by p and had not by
p - n. Two runs or more, with the count given, only needs: no n neighbours all of this colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from picrosser.solving.counters import Fresh
from picrosser.solving.rules.counts import CountRule, Kind

_TRUE = 1 << 60
"""A literal that is true; its negative is false. Larger than any variable."""


@dataclass(slots=True)
class Clauses:
    """Demands on boolean variables 1, 2, 3, ...; a negative number is a negated variable.

    clauses : each needs one true literal.
    counts : (n, literals): exactly n of the literals are true.
    """

    clauses: list[tuple[int, ...]] = field(default_factory=list)
    counts: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def add(self, *literals: int) -> None:
        """Add a clause; constants are worked in."""
        if _TRUE not in literals:
            self.clauses.append(tuple(literal for literal in literals if literal != -_TRUE))

    def add_count(self, count: int, literals: Sequence[int]) -> None:
        """Demand that exactly `count` of the literals are true; constants are worked in."""
        kept = tuple(literal for literal in literals if abs(literal) != _TRUE)
        self.counts.append((count - sum(literal == _TRUE for literal in literals), kept))


def clauses(
    rule: CountRule, places: Sequence[int], variables: Sequence[Mapping[int, int]], fresh: Fresh
) -> Clauses:
    """State one line's hints.

    Parameters
    ----------
    rule : the line's hints.
    places : per colour, blank first: the positions where it may stand, as a set of bits.
    variables : per position, the variable of each colour; empty for decided cells. That a cell has exactly
        one colour is the caller's to say, once per cell.
    fresh : gives unused variables.
    """
    found = Clauses()
    for colour, (kind, count) in enumerate(rule.demands):
        may = places[colour]
        cells = [
            -_TRUE if not may >> position & 1 else here[colour] if here else _TRUE
            for position, here in enumerate(variables)
        ]
        if kind in (Kind.COUNTED, Kind.RUN, Kind.SPLIT):
            found.add_count(count, cells)
        if kind == Kind.RUN:
            _state_run(found, cells, count, fresh)
        elif kind == Kind.SPLIT:
            for start in range(len(cells) - count + 1):
                found.add(*(-cell for cell in cells[start : start + count]))
        elif kind == Kind.SOME_RUN:
            _state_some_run(found, cells, fresh)
        elif kind == Kind.SOME_SPLIT:
            _state_some_split(found, cells, fresh)
    return found


def _state_run(found: Clauses, cells: Sequence[int], count: int, fresh: Fresh) -> None:
    """Cell p is in the run exactly if the run has begun by p and had not by p - count."""
    last_start = len(cells) - count
    begun = [-_TRUE] * count + [fresh() for _ in range(last_start)] + [_TRUE] * count
    for position, cell in enumerate(cells):
        now, earlier = begun[position + count], begun[position]
        found.add(-cell, now)
        found.add(-cell, -earlier)
        found.add(cell, -now, earlier)
    for before, after in pairwise(begun):
        if abs(before) != _TRUE or abs(after) != _TRUE:
            found.add(-before, after)


def _state_some_run(found: Clauses, cells: Sequence[int], fresh: Fresh) -> None:
    """Once a run has ended, there is no further cell."""
    ended_before = -_TRUE
    for cell, following in pairwise(cells):
        ended = fresh()
        found.add(-cell, following, ended)
        found.add(-ended_before, ended)
        found.add(-ended, -following)
        ended_before = ended


def _state_some_split(found: Clauses, cells: Sequence[int], fresh: Fresh) -> None:
    """Two neighbours ask for a second run: a cell that follows another colour and, earlier, this one."""
    second = fresh()
    restarts = []
    earlier = -_TRUE  # true only if some cell before the last one has this colour
    for before, cell in pairwise(cells):
        found.add(-before, -cell, second)
        restart = fresh()
        found.add(-restart, cell)
        found.add(-restart, -before)
        found.add(-restart, earlier)
        restarts.append(restart)
        wider = fresh()
        found.add(-wider, earlier, before)
        earlier = wider
    found.add(-second, *restarts)
