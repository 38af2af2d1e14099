"""The SAT solvers of python-sat as a search engine, alone or taking turns with z3.

They start at once, where z3 needs 0.1 to 0.2 s to load what it then solves in no time, and minicard counts
natively, where z3 needs thousands of clauses: random 50x50 boards with 8 colours take minicard 0.2 s and z3 6
to 20 s (`scripts/bench.py solving` compares them). They cannot be stopped from outside, so they work in
slices; between slices the deadline and Ctrl-C are checked.

On hard boards it is a matter of luck which solver is faster: of random 30x30 nonograms, some take Glucose a
second and z3 ten, others the other way round. Taking growing turns costs at most a few times what the luckier
solver needs alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pysat.solvers import Glucose4, Minicard

from picrosser.solving.clauses import count_clauses
from picrosser.solving.encoding import Encoding
from picrosser.solving.engines.engine import Clock, Engine
from picrosser.solving.engines.z3_engine import Z3Engine

_SLICE_CONFLICTS = 500
"""Conflicts between two checks of the clock: 5 to 100 ms, the longest on boards of 100 x 100."""

_CLAUSES_PER_CHECK = 20_000
"""Clauses added between two checks of the clock."""

_FIRST_TURN_CONFLICTS = 30_000
"""Conflicts, 1 to 3 s. Each turn of an engine is twice as long as its previous one."""


class PysatEngine:
    """Minicard if counts are left to solve, else Glucose; see `Engine`."""

    def __init__(self, encoding: Encoding, clock: Clock) -> None:
        counting = any(1 < count < len(literals) - 1 for count, literals in encoding.demands.counts)
        self._solver = Minicard() if counting else Glucose4()
        self._clock = clock
        self._conflicts = 0
        self.decisions = 0
        for count, literals in encoding.demands.counts:
            if counting and 1 < count < len(literals):
                self._solver.add_atmost(list(literals), count)
                self._solver.add_atmost([-literal for literal in literals], len(literals) - count)
            else:
                self._add(count_clauses(count, literals, encoding.fresh))
        self._add(encoding.demands.clauses)

    def __del__(self) -> None:
        """Free the solver's memory."""
        if hasattr(self, "_solver"):
            self._solver.delete()

    def _add(self, clauses: Sequence[Sequence[int]]) -> None:
        for number, clause in enumerate(clauses):
            if not number % _CLAUSES_PER_CHECK:
                self._clock.check()
            if clause:
                self._solver.add_clause(clause)
            else:  # the empty clause: impossible
                self._solver.add_clause([1])
                self._solver.add_clause([-1])

    def decide(self, max_conflicts: int | None = None) -> bool | None:
        """See `Engine`."""
        answer: bool | None = None
        slices = 0
        while answer is None and (max_conflicts is None or slices * _SLICE_CONFLICTS < max_conflicts):
            self._clock.check()
            self._solver.conf_budget(self._clock.allowed_conflicts(_SLICE_CONFLICTS))
            # Without expect_interrupt python-sat installs a Ctrl-C handler that aborts in the middle of work.
            answer = self._solver.solve_limited(expect_interrupt=True)
            slices += 1
            counts = self._solver.accum_stats()
            self._clock.spend_conflicts(counts["conflicts"] - self._conflicts)
            self._conflicts, self.decisions = counts["conflicts"], counts["decisions"]
        return answer

    def true_variables(self, wanted: Sequence[int]) -> set[int]:
        """See `Engine`."""
        return set(self._solver.get_model()).intersection(wanted)

    def forbid(self, literals: Sequence[int]) -> None:
        """See `Engine`."""
        self._solver.add_clause([-literal for literal in literals])


class AlternatingEngine:
    """Python-sat and z3 take turns, each resuming where it stopped; see `Engine`.

    Nearly all boards are decided in the first turn, and then z3 is not even loaded.
    """

    def __init__(self, encoding: Encoding, clock: Clock) -> None:
        self._encoding = encoding
        self._clock = clock
        self._engines: list[Engine] = [PysatEngine(encoding, clock)]
        self._at = 0
        self._turn = _FIRST_TURN_CONFLICTS
        self._forbidden: list[Sequence[int]] = []

    @property
    def decisions(self) -> int:
        """See `Engine`."""
        return sum(engine.decisions for engine in self._engines)

    def decide(self, max_conflicts: int | None = None) -> bool | None:
        """See `Engine`; a limit applies to the current engine's turn."""
        while True:
            turn = self._turn if max_conflicts is None else min(max_conflicts, self._turn)
            answer = self._engines[self._at].decide(turn)
            if answer is not None or max_conflicts is not None:
                return answer
            self._switch()

    def true_variables(self, wanted: Sequence[int]) -> Collection[int]:
        """See `Engine`."""
        return self._engines[self._at].true_variables(wanted)

    def forbid(self, literals: Sequence[int]) -> None:
        """See `Engine`."""
        self._forbidden.append(literals)
        for engine in self._engines:
            engine.forbid(literals)

    def _switch(self) -> None:
        """Give the other engine its turn; z3 is loaded for its first one."""
        if len(self._engines) == 1:
            second = Z3Engine(self._encoding, self._clock)
            for literals in self._forbidden:
                second.forbid(literals)
            self._engines.append(second)
        elif self._at == 1:
            self._turn *= 2
        self._at = 1 - self._at
