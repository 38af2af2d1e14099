"""What a SAT solver is asked to satisfy: clauses, and "exactly n of these literals" (cardinality)
constraints.

Variables are 1, 2, 3, ...; a negative number is a negated variable. The solvers count natively; only a count
that takes few clauses is stated by `count_clauses`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

TRUE = 1 << 60
"""A literal that is always true; its negative is always false. Larger than any variable."""

Fresh = Callable[[], int]
"""Returns a variable that is not in use yet."""

Count = tuple[int, tuple[int, ...]]
"""(n, literals): exactly n of the literals are true."""

_MAX_LISTED = 8
"""Literals; up to here "exactly one" and "all but one" are stated pair by pair."""


@dataclass(slots=True)
class Clauses:
    """Constraints on boolean variables.

    clauses : each needs at least one true literal.
    counts : cardinality constraints.
    """

    clauses: list[tuple[int, ...]] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)

    def add(self, *literals: int) -> None:
        """Add a clause; literals that are constant are simplified away."""
        if TRUE not in literals:
            self.clauses.append(tuple(literal for literal in literals if literal != -TRUE))

    def add_count(self, count: int, literals: Sequence[int]) -> None:
        """Require that exactly `count` literals are true; literals that are constant are simplified away."""
        kept = tuple(literal for literal in literals if abs(literal) != TRUE)
        self.counts.append((count - sum(literal == TRUE for literal in literals), kept))


@dataclass(slots=True)
class Encoding:
    """What is open on a board, for a SAT solver.

    literals : per open cell and remaining colour, the literal for "the cell has this colour".
    demands : all clauses and counts.
    used : the highest variable in use.
    """

    literals: dict[int, dict[int, int]] = field(default_factory=dict)
    demands: Clauses = field(default_factory=Clauses)
    used: int = 0

    def fresh(self) -> int:
        """A variable that is not in use yet."""
        self.used += 1
        return self.used


def is_counted(count: int, literals: Sequence[int]) -> bool:
    """Whether "exactly `count` of the literals" takes so many clauses that a solver counts them itself."""
    others = len(literals) - count
    return min(count, others) > 1 or (min(count, others) == 1 and len(literals) > _MAX_LISTED)


def count_clauses(count: int, literals: Sequence[int]) -> list[tuple[int, ...]]:
    """Clauses that can be satisfied exactly if `count` of the literals are true.

    There is one for each set that would be too many, or that would leave too few.
    """
    if count < 0 or count > len(literals):
        return [()]  # the empty clause: impossible
    negated = [-literal for literal in literals]
    too_few = combinations(literals, len(literals) - count + 1)
    return [*combinations(negated, count + 1), *too_few]
