"""The SAT solvers of python-sat as a search engine; the only file that knows it.

They start at once, where z3 takes 0.1 to 0.2 s to load what it then solves in no time, and minicard counts
by itself, where z3 needs thousands of clauses: random 50x50 boards with 8 colours take it 0.2 s and z3 6 to
20 s (`scripts/benchmark_solving.py` compares them). They cannot be stopped from outside, so they work in
slices, between which the clock and Ctrl-C have their turn; "expect_interrupt" only keeps python-sat's own
handler for Ctrl-C away, which breaks off in mid-work.
"""

from __future__ import annotations

from collections.abc import Sequence

from pysat.solvers import Glucose4, Minicard

from picrosser.solving.counters import count_clauses
from picrosser.solving.encoding import Encoding
from picrosser.solving.engines.engine import Clock

_SLICE = 500
"""Conflicts between two looks at the clock: 5 to 100 ms, the most on boards of 100 x 100."""

_ADDED = 20_000
"""Clauses between two looks at the clock."""


class NativeEngine:
    """Glucose with one board, or minicard where there are counts; see `Engine`."""

    def __init__(self, encoding: Encoding, clock: Clock) -> None:
        counting = any(1 < count < len(literals) - 1 for count, literals in encoding.demands.counts)
        self._solver = Minicard() if counting else Glucose4()
        self._clock = clock
        self.decisions = 0
        for count, literals in encoding.demands.counts:
            if counting and 1 < count < len(literals):
                self._solver.add_atmost(list(literals), count)
                self._solver.add_atmost([-literal for literal in literals], len(literals) - count)
            else:
                self._add(count_clauses(count, literals, encoding.fresh))
        self._add(encoding.demands.clauses)

    def __del__(self) -> None:
        """Give the memory back."""
        if hasattr(self, "_solver"):
            self._solver.delete()

    def _add(self, clauses: Sequence[Sequence[int]]) -> None:
        for number, clause in enumerate(clauses):
            if not number % _ADDED:
                self._clock.check()
            if clause:
                self._solver.add_clause(clause)
            else:  # the empty clause: impossible
                self._solver.add_clause([1])
                self._solver.add_clause([-1])

    def decide(self, most_conflicts: int | None = None) -> bool | None:
        """See `Engine`."""
        answer: bool | None = None
        slices = 0
        while answer is None and (most_conflicts is None or slices * _SLICE < most_conflicts):
            self._clock.check()
            self._solver.conf_budget(_SLICE)
            answer = self._solver.solve_limited(expect_interrupt=True)
            slices += 1
        self.decisions = self._solver.accum_stats()["decisions"]
        return answer

    def true(self, wanted: Sequence[int]) -> set[int]:
        """See `Engine`."""
        return set(self._solver.get_model()).intersection(wanted)

    def forbid(self, literals: Sequence[int]) -> None:
        """See `Engine`."""
        self._solver.add_clause([-literal for literal in literals])
