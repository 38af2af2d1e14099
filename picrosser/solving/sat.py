"""The SAT solvers that decide what lines and assumptions leave open: Glucose and z3 take turns.

On hard boards it is a matter of luck which one is faster: some random nonograms of 30 x 30 take Glucose a
second and z3 ten, others the other way round. Turns that grow cost at most a few times what the luckier one
needs alone. Glucose comes first: it starts at once, and z3 takes 0.1 to 0.2 s to import and to load a board.

z3 takes the clauses as one DIMACS text; building the same model object by object through its Python interface
takes many times longer. Observed with z3 5.4: DIMACS variable i becomes the constant whose name is the
*number* i; Ctrl-C during a check is returned as "unknown".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from itertools import islice
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from picrosser.running.deadline import Deadline
from picrosser.solving.rules.rule import Clauses

if TYPE_CHECKING:  # boards that lines decide need no arrays
    import numpy as np
    from numpy.typing import NDArray

SLICE_CONFLICTS = 500
"""Of Glucose, which cannot be stopped from outside, between two looks at the clock: 5 to 100 ms, the longest
on boards of 100 x 100."""
CLAUSES_PER_CHECK = 20_000  # clauses given to Glucose between two looks at the clock
FIRST_TURN_CONFLICTS = 30_000
"""Of Glucose before z3 has its turn: 1 to 3 s. Each turn is twice as long as the solver's last one."""
MAX_CLAUSES = 12_000_000
"""They take 0.3 GB, and 1.2 GB more in Glucose. Of boards of 512 x 512 cells, one with large areas has 9
million; random cells have 68 million, which would take 8 GB."""
LOADED_PER_SECOND = 15_000_000
"""Characters of DIMACS text; z3 cannot be stopped while it loads. Measured: 14 to 30 million."""


class StoppedError(Exception):
    """A limit was reached, which the text names; caught in `Search`."""


class Limits:
    """What a whole search may take: a deadline, and conflicts, which are the same on a busy machine.

    max_conflicts : of all solvers together; None for no limit.
    """

    def __init__(self, deadline: Deadline, max_conflicts: int | None) -> None:
        self._ends = deadline.ends
        self._max_conflicts = max_conflicts
        self._conflicts_left = inf if max_conflicts is None else max_conflicts

    @property
    def left_s(self) -> float:
        return self._ends - perf_counter()

    def check(self, needed_s: float = 0.0) -> None:
        """Raise StoppedError if fewer than `needed_s` seconds are left."""
        if self.left_s < needed_s:
            raise StoppedError("time limit")

    def allowed_conflicts(self, most: int) -> int:
        """For how many conflicts a solver may go on; raises StoppedError if none are left."""
        if self._conflicts_left <= 0:
            raise StoppedError(f"limit of {self._max_conflicts} conflicts")
        return int(min(most, self._conflicts_left))

    def spend(self, conflicts: int) -> None:
        self._conflicts_left -= conflicts


class Glucose:
    """Glucose of python-sat, in the form that counts natively, loaded with clauses.

    It is called by python-sat's extension module: `pysat.solvers`, which hands each call on to it, takes 30
    ms to import, and more than half of the time in which clauses are loaded.
    """

    def __init__(self, stated: Clauses, limits: Limits) -> None:
        import pysolvers

        self._engine, self._solver, self._limits = pysolvers, pysolvers.gluecard41_new(), limits
        self._conflicts = self.decisions = 0
        for count, literals in stated.counts:
            pysolvers.gluecard41_add_am(self._solver, literals, count)
            if count == 1:
                pysolvers.gluecard41_add_cl(self._solver, literals)
            else:
                others = [-literal for literal in literals]
                pysolvers.gluecard41_add_am(self._solver, others, len(literals) - count)
        add, clauses = partial(pysolvers.gluecard41_add_cl, self._solver), iter(stated)
        for _ in range(0, len(stated), CLAUSES_PER_CHECK):
            limits.check()
            deque(map(add, islice(clauses, CLAUSES_PER_CHECK)), maxlen=0)

    def __del__(self) -> None:
        if hasattr(self, "_solver"):
            self._engine.gluecard41_del(self._solver)

    def decide(self, conflicts: int = FIRST_TURN_CONFLICTS) -> bool | None:
        """Whether there is a (further) solution; None if so many conflicts did not decide it."""
        answer: bool | None = None
        for _ in range(0, conflicts, SLICE_CONFLICTS):
            self._limits.check()
            self._engine.gluecard41_cbudget(self._solver, self._limits.allowed_conflicts(SLICE_CONFLICTS))
            # No assumptions, and no Ctrl-C handler of its own, which would abort in the middle of work
            answer = self._engine.gluecard41_solve_lim(self._solver, [], 0, 1)
            counts = self._engine.gluecard41_acc_stats(self._solver)
            self._limits.spend(counts["conflicts"] - self._conflicts)
            self._conflicts, self.decisions = counts["conflicts"], counts["decisions"]
            if answer is not None:
                break
        return answer

    def values(self, last: int) -> NDArray[np.bool_]:
        """Whether each variable up to `last` is true in the solution that `decide` has just found; the first
        value stands for no variable.
        """
        import numpy as np

        model = np.array(self._engine.gluecard41_model(self._solver)[:last])
        is_true = np.zeros(last + 1, bool)  # a variable that no clause contains is missing in the model
        is_true[model[(model > 0) & (model <= last)]] = True
        return is_true

    def forbid(self, literals: Sequence[int]) -> None:
        """Require that at least one of these literals is false."""
        self._engine.gluecard41_add_cl(self._solver, [-literal for literal in literals])


class Z3:
    """z3, loaded with clauses; the methods are those of `Glucose`."""

    def __init__(self, stated: Clauses, limits: Limits) -> None:
        import z3

        self._z3, self._limits = z3, limits
        lines = "".join(" ".join(map(str, clause)) + " 0\n" for clause in stated)
        text = f"p cnf {stated.used} {len(stated)}\n{lines}"
        limits.check(len(text) / LOADED_PER_SECOND)
        self._solver = z3.SolverFor("QF_FD")
        self._solver.set("cardinality.solver", True)  # counts natively: 3 times as fast as by clauses
        self._solver.from_string(text)
        for count, literals in stated.counts:
            terms = [(self._term(literal), 1) for literal in literals]
            self._solver.add(z3.PbEq(terms, count) if terms else z3.BoolVal(count == 0))
        self._conflicts = self.decisions = 0

    def decide(self, conflicts: int) -> bool | None:
        self._limits.check()
        self._solver.set("max_conflicts", self._limits.allowed_conflicts(conflicts))
        if self._limits.left_s < inf:
            self._solver.set("timeout", max(1, int(self._limits.left_s * 1000)))
        answer = self._solver.check()
        counts = self._solver.statistics()
        known = {key: int(counts.get_key_value(key)) for key in counts.keys()}  # noqa: SIM118  (no mapping)
        had = known.get("sat conflicts", 0)
        self._limits.spend(had - self._conflicts)
        self._conflicts, self.decisions = had, known.get("sat decisions", 0)
        if answer != self._z3.unknown:
            return bool(answer == self._z3.sat)
        if "max.conflicts" in self._solver.reason_unknown():
            return None
        self._limits.check()
        raise KeyboardInterrupt  # z3 catches Ctrl-C itself; nothing else can have stopped it

    def values(self, last: int) -> NDArray[np.bool_]:
        import numpy as np

        model, z3 = self._solver.model(), self._z3
        return np.array([False, *(z3.is_true(model.eval(z3.Bool(at))) for at in range(1, last + 1))])

    def forbid(self, literals: Sequence[int]) -> None:
        self._solver.add(self._z3.Or([self._term(-literal) for literal in literals]))

    def _term(self, literal: int) -> object:
        variable = self._z3.Bool(abs(literal))
        return variable if literal > 0 else self._z3.Not(variable)


class TakingTurns:
    """Both solvers, loaded with the same clauses; `decide` hands the turn on until one of them knows.

    The other methods are those of `Glucose`.
    """

    def __init__(self, stated: Clauses, limits: Limits) -> None:
        self._stated, self._limits = stated, limits
        self._solvers: list[Glucose | Z3] = [Glucose(stated, limits)]
        self._at, self._turn = 0, FIRST_TURN_CONFLICTS
        self._forbidden: list[Sequence[int]] = []

    @property
    def decisions(self) -> int:
        """How often the solvers have guessed so far, by their own counts."""
        return sum(solver.decisions for solver in self._solvers)

    def decide(self) -> bool:
        """Whether there is a (further) solution.

        Raises StoppedError: the deadline came first, or all conflicts are spent; KeyboardInterrupt: Ctrl-C.
        """
        while (answer := self._solvers[self._at].decide(self._turn)) is None:
            if len(self._solvers) == 1:  # z3 is loaded for its first turn
                self._solvers.append(Z3(self._stated, self._limits))
                for literals in self._forbidden:
                    self._solvers[1].forbid(literals)
            elif self._at:
                self._turn *= 2
            self._at = 1 - self._at
        return answer

    def values(self, last: int) -> NDArray[np.bool_]:
        return self._solvers[self._at].values(last)

    def forbid(self, literals: Sequence[int]) -> None:
        self._forbidden.append(literals)
        for solver in self._solvers:
            solver.forbid(literals)
