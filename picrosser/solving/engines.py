"""The SAT solvers behind one small interface, and the limits that they obey.

The solvers of python-sat start at once, where z3 needs 0.1 to 0.2 s to load what it then solves in no time,
and minicard counts better: random 50x50 boards with 8 colours take minicard 0.2 s and z3 6 to 20 s
(`scripts/bench.py solving` compares). They cannot be stopped from outside, so they work in slices; between
slices the deadline and Ctrl-C are checked.

On hard boards it is a matter of luck which solver is faster: of random 30x30 nonograms, some take Glucose a
second and z3 ten, others the other way round. Taking growing turns costs at most a few times what the luckier
solver needs alone.

Clauses are passed to z3 as one DIMACS text: building the same model object by object through z3's Python
interface takes many times longer. Observed with z3 5.4: DIMACS variable i becomes the constant whose name is
the *number* i (printed as k!i, but it is not the constant named "k!i"); terms may be added between checks;
Ctrl-C during a check is returned as "unknown", and is delayed while a text is being loaded (1 s for the
largest boards tried).

Both are imported only when an engine is made: the import of z3 takes 70 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf
from time import perf_counter
from typing import Any, Protocol

from picrosser.solving.clauses import Count, Encoding, count_clauses, is_counted

_SLICE_CONFLICTS = 500
"""Of python-sat between two checks of the clock: 5 to 100 ms, the longest on boards of 100 x 100."""

_CLAUSES_PER_CHECK = 20_000
"""Clauses given to python-sat between two checks of the clock."""

_FIRST_TURN_CONFLICTS = 30_000
"""Of python-sat before z3 has its turn: 1 to 3 s. Each turn of an engine is twice as long as the last one."""

_LOADED_PER_SECOND = 15_000_000
"""Characters of DIMACS text; z3 cannot be stopped while it loads. Measured: 14 to 30 million."""

_UNLIMITED_CONFLICTS = 2**32 - 1
"""What z3 takes as no limit."""


class OutOfTimeError(Exception):
    """The deadline has passed; caught in `Search`."""


class OutOfWorkError(Exception):
    """All conflicts that were allowed have been spent; caught in `Search`."""


class Clock:
    """What a whole search may take: a deadline, and conflicts, which are the same on a busy machine.

    deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
    max_conflicts : of all engines together; None for no limit.
    """

    def __init__(self, deadline: float | None, max_conflicts: int | None = None) -> None:
        self.deadline = deadline
        self._conflicts_left: float = inf if max_conflicts is None else max_conflicts

    def check(self, needed_s: float = 0.0) -> None:
        """Raise OutOfTimeError if fewer than `needed_s` seconds are left."""
        if self.deadline is not None and perf_counter() + needed_s > self.deadline:
            raise OutOfTimeError

    def allowed_conflicts(self, most: int) -> int:
        """Return for how many conflicts a solver may go on; raise OutOfWorkError if none are left."""
        if self._conflicts_left <= 0:
            raise OutOfWorkError
        return int(min(most, self._conflicts_left))

    def spend_conflicts(self, number: int) -> None:
        """Count conflicts that a solver has had."""
        self._conflicts_left -= number


class Engine(Protocol):
    """A SAT solver loaded with one encoded board."""

    @property
    def decisions(self) -> int:
        """How often the solver has guessed so far, by its own count."""

    def decide(self, max_conflicts: int | None = None) -> bool | None:
        """Whether there is a (further) solution; None if that many conflicts did not decide it.

        Raises
        ------
        OutOfTimeError, OutOfWorkError : the deadline came first, or the clock's conflicts are spent.
        KeyboardInterrupt : Ctrl-C came first.
        """

    def true_variables(self, wanted: Sequence[int]) -> Collection[int]:
        """The wanted variables that are true in the solution that `decide` has just found."""

    def forbid(self, literals: Sequence[int]) -> None:
        """Require that at least one of these literals is false."""


EngineMaker = Callable[[Encoding, Clock], Engine]


class PysatEngine:
    """Minicard of python-sat if counts are left to solve, else its Glucose; see `Engine`."""

    def __init__(self, encoding: Encoding, clock: Clock) -> None:
        from pysat.solvers import Glucose4, Minicard

        counted, clauses = _stated(encoding)
        self._solver = Minicard() if counted else Glucose4()
        self._clock = clock
        self._conflicts = 0
        self.decisions = 0
        for count, literals in counted:
            self._solver.add_atmost(list(literals), count)
            self._solver.add_atmost([-literal for literal in literals], len(literals) - count)
        for number, clause in enumerate(clauses):
            if not number % _CLAUSES_PER_CHECK:
                self._clock.check()
            if clause:
                self._solver.add_clause(clause)
            else:  # the empty clause: impossible
                self._solver.add_clause([1])
                self._solver.add_clause([-1])

    def __del__(self) -> None:
        """Free the solver's memory."""
        if hasattr(self, "_solver"):
            self._solver.delete()

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


class Z3Engine:
    """Z3; see `Engine`."""

    def __init__(self, encoding: Encoding, clock: Clock) -> None:
        import z3

        counted, clauses = _stated(encoding)
        lines = "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
        text = f"p cnf {encoding.used} {len(clauses)}\n{lines}"
        self._z3 = z3
        self._solver = z3.SolverFor("QF_FD")
        clock.check(len(text) / _LOADED_PER_SECOND)
        self._solver.from_string(text)
        for count, literals in counted:
            self._solver.add(z3.PbEq([(self._term(literal), 1) for literal in literals], count))
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
        self._solver.add(self._z3.Or([self._term(-literal) for literal in literals]))

    def _term(self, literal: int) -> Any:
        z3 = self._z3
        return z3.Bool(literal) if literal > 0 else z3.Not(z3.Bool(-literal))

    def _update_counts(self) -> None:
        statistics = self._solver.statistics()
        counts = {key: statistics.get_key_value(key) for key in statistics.keys()}  # noqa: SIM118
        self.decisions = counts.get("sat decisions", self.decisions)
        conflicts = counts.get("sat conflicts", self._conflicts)
        self._clock.spend_conflicts(conflicts - self._conflicts)
        self._conflicts = conflicts


def _stated(encoding: Encoding) -> tuple[list[Count], list[tuple[int, ...]]]:
    """The counts of a board that a solver has to count itself, and the clauses for all the rest."""
    counts = encoding.demands.counts
    clauses = [clause for count in counts if not is_counted(*count) for clause in count_clauses(*count)]
    return [count for count in counts if is_counted(*count)], [*clauses, *encoding.demands.clauses]


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
