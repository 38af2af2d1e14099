"""One line's nonogram hints as clauses, for a SAT solver; no solver inside.

In: the runs, where each may begin, and one literal per open (position, colour). Out: clauses over those
literals and fresh "order variables": run i begins at p or before. With them no clause needs more than three
literals, and there are only as many as the runs have room to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from picrosser.solving.counters import Fresh
from picrosser.solving.rules.clauses import TRUE, Clauses


def run_clauses(
    runs: Sequence[tuple[int, int]],
    gaps: Sequence[int],
    starts: Sequence[int],
    places: Sequence[int],
    variables: Sequence[Mapping[int, int]],
    fresh: Fresh,
) -> Clauses:
    """State one line's runs.

    Parameters
    ----------
    runs, gaps : as in `RunRule`.
    starts : per run, the positions where it may begin, as a set of bits; none of them empty.
    places, variables, fresh : see `LineRule`.
    """
    found = Clauses()

    def literal(position: int, colour: int) -> int:
        """That a cell has a colour; a constant where that is decided."""
        if not places[colour] >> position & 1:
            return -TRUE
        return variables[position].get(colour, TRUE)

    ended = _Begun(0, (), (0,), 0)  # the run before the first: has always begun and ended
    for (length, colour), gap, own in zip(runs, gaps, starts, strict=True):
        run = _order_variables(own, length, fresh)
        for before, after in zip(run.literals, run.literals[1:], strict=False):
            if before != after:  # what has begun by one position has begun by the next
                found.add(-before, after)
        for position in run.starts:  # if this run has begun by here, the one before had long before
            found.add(-run.by(position), ended.by(position - ended.length - gap))
        for position in range(ended.starts[0] + ended.length, run.starts[-1]):
            between = -ended.by(position - ended.length), run.by(position)
            found.add(*between, literal(position, 0))
        for position in range(run.starts[0], run.starts[-1] + length):
            found.add(-run.by(position), run.by(position - length), literal(position, colour))
        ended = run
    for position in range(ended.starts[0] + ended.length, len(variables)):
        found.add(-ended.by(position - ended.length), literal(position, 0))
    return found


@dataclass(frozen=True, slots=True)
class _Begun:
    """The literals of "this run begins at p or before", for p from `first` to before the last start.

    starts : where it may begin, ascending; the literal changes only there.
    length : the run's.
    """

    first: int
    literals: Sequence[int]
    starts: Sequence[int]
    length: int

    def by(self, position: int) -> int:
        """The literal for one position; true from the last start on, false before the first."""
        at = position - self.first
        if at < 0:
            return -TRUE
        return self.literals[at] if at < len(self.literals) else TRUE


def _order_variables(starts: int, length: int, fresh: Fresh) -> _Begun:
    places = [position for position in range(starts.bit_length()) if starts >> position & 1]
    literals: list[int] = []
    for position in range(places[0], places[-1]):
        literals.append(fresh() if starts >> position & 1 else literals[-1])
    return _Begun(places[0], literals, places, length)
