"""Z3 as a search engine.

The board is passed to z3 as one DIMACS text: building the same model object by object through z3's Python
interface takes many times longer. z3 is imported only when an engine is made, since the import takes 70 ms.

Observed with z3 5.4: DIMACS variable i becomes the constant whose name is the *number* i (printed as k!i, but
it is not the constant named "k!i"); terms may be added between checks; Ctrl-C during a check is returned as
"unknown", and is delayed while a text is being loaded (1 s for the largest boards tried).
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from picrosser.solving.clauses import count_clauses
from picrosser.solving.encoding import Encoding
from picrosser.solving.engines.engine import Clock, OutOfTimeError, OutOfWorkError

_LOADED_PER_SECOND = 15_000_000
"""Characters of DIMACS text; z3 cannot be stopped while it loads. Measured: 14 to 30 million."""

_UNLIMITED_CONFLICTS = 2**32 - 1
"""What z3 takes as no limit."""


class Z3Engine:
    """Z3 loaded with one board; see `Engine`."""

    def __init__(self, encoding: Encoding, clock: Clock) -> None:
        text = dimacs(encoding)
        import z3

        self._z3 = z3
        self._solver = z3.SolverFor("QF_FD")
        clock.check(len(text) / _LOADED_PER_SECOND)
        self._solver.from_string(text)
        self._clock = clock
        self._conflicts = 0
        self.decisions = 0

    def decide(self, max_conflicts: int | None = None) -> bool | None:
        """See `Engine`."""
        wanted = _UNLIMITED_CONFLICTS if max_conflicts is None else max_conflicts
        allowed = self._clock.allowed_conflicts(wanted)
        self._solver.set("max_conflicts", allowed)
        deadline = self._clock.deadline
        if deadline is not None:
            self._solver.set("timeout", max(1, int((deadline - perf_counter()) * 1000)))
        answer = self._solver.check()
        self._update_counts()
        if answer == self._z3.unknown:
            reason = self._solver.reason_unknown()
            if "max.conflicts" in reason:
                if allowed < wanted:
                    raise OutOfWorkError
                return None
            # z3 catches Ctrl-C itself; without a deadline nothing else can have stopped it.
            if "interrupted" in reason or deadline is None:
                raise KeyboardInterrupt
            raise OutOfTimeError
        return bool(answer == self._z3.sat)

    def true_variables(self, wanted: Sequence[int]) -> set[int]:
        """See `Engine`."""
        model = self._solver.model()
        true = self._z3.is_true
        return {variable for variable in wanted if true(model.eval(self._z3.Bool(variable)))}

    def forbid(self, literals: Sequence[int]) -> None:
        """See `Engine`."""
        z3 = self._z3
        self._solver.add(
            z3.Or([z3.Not(z3.Bool(literal)) if literal > 0 else z3.Bool(-literal) for literal in literals])
        )

    def _update_counts(self) -> None:
        statistics = self._solver.statistics()
        counts = {key: statistics.get_key_value(key) for key in statistics.keys()}  # noqa: SIM118
        self.decisions = counts.get("sat decisions", self.decisions)
        conflicts = counts.get("sat conflicts", self._conflicts)
        self._clock.spend_conflicts(conflicts - self._conflicts)
        self._conflicts = conflicts


def dimacs(encoding: Encoding) -> str:
    """A board as one DIMACS text; counts become clauses too, using further variables of the encoding."""
    every: list[Sequence[int]] = list(encoding.demands.clauses)
    for count, literals in encoding.demands.counts:
        every += count_clauses(count, literals, encoding.fresh)
    text = "".join(" ".join(map(str, clause)) + " 0\n" for clause in every)
    return f"p cnf {encoding.used} {len(every)}\n{text}"
