"""One line's Hungry Cat hints as clauses, for a SAT solver; no solver inside.

In: the line's demands, its places after propagation, and one literal per open (position, colour). Out:
clauses over those literals and fresh ones, and "exactly so many of these" demands, which the caller
renders in whatever way its solver counts best. Decided cells become constants and vanish.
A run of n cells is told by "it has begun by here": cell p is in the run if it has begun by p and had not by
p - n. Two runs or more, with the count given, only needs: no n neighbours all of this colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from picrosser.solving.counters import Fresh
from picrosser.solving.rules.clauses import TRUE, Clauses
from picrosser.solving.rules.counts_narrow import Kind


def count_rule_clauses(
    demands: Sequence[tuple[Kind, int]],
    places: Sequence[int],
    variables: Sequence[Mapping[int, int]],
    fresh: Fresh,
) -> Clauses:
    """State one line's hints.

    Parameters
    ----------
    demands : per colour, blank first, as in `CountRule`.
    places : per colour, blank first: the positions where it may stand, as a set of bits.
    variables : per position, the literal of each colour; empty for decided cells. That a cell has exactly
        one colour is the caller's to say, once per cell.
    fresh : gives unused variables.
    """
    found = Clauses()
    for colour, (kind, count) in enumerate(demands):
        may = places[colour]
        cells = [
            -TRUE if not may >> position & 1 else here[colour] if here else TRUE
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
    begun = [-TRUE] * count + [fresh() for _ in range(last_start)] + [TRUE] * count
    for position, cell in enumerate(cells):
        now, earlier = begun[position + count], begun[position]
        found.add(-cell, now)
        found.add(-cell, -earlier)
        found.add(cell, -now, earlier)
    for before, after in pairwise(begun):
        if abs(before) != TRUE or abs(after) != TRUE:
            found.add(-before, after)


def _state_some_run(found: Clauses, cells: Sequence[int], fresh: Fresh) -> None:
    """Once a run has ended, there is no further cell."""
    ended_before = -TRUE
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
    earlier = -TRUE  # true only if some cell before the last one has this colour
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
