"""What a SAT solver is asked to satisfy: clauses, and "exactly n of these literals" (cardinality)
constraints.

Variables are 1, 2, 3, ...; a negative number is a negated variable. Some solvers count natively; for the
others `count_clauses` turns a cardinality constraint into clauses with a totalizer, a tree that adds up unary
numbers. Both directions are stated (count reached, count not reached): with only the direction that the
constraint needs, the text is half as long, but z3 takes a hundred times longer on random 20x20 boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

TRUE = 1 << 60
"""A literal that is always true; its negative is always false. Larger than any variable."""

Fresh = Callable[[], int]
"""Returns a variable that is not in use yet."""

_MAX_PAIRWISE = 8
"""Literals; up to here "exactly one" is stated pair by pair, which is shorter than a tree."""


@dataclass(slots=True)
class Clauses:
    """Constraints on boolean variables.

    clauses : each needs at least one true literal.
    counts : (n, literals) pairs: exactly n of the literals are true.
    """

    clauses: list[tuple[int, ...]] = field(default_factory=list)
    counts: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

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


def count_clauses(count: int, literals: Sequence[int], fresh: Fresh) -> list[tuple[int, ...]]:
    """Clauses that can be satisfied exactly if `count` of the literals are true."""
    if count < 0 or count > len(literals):
        return [()]  # the empty clause: impossible
    if count == 0:
        return [(-literal,) for literal in literals]
    if count == len(literals):
        return [(literal,) for literal in literals]
    if count == 1 and len(literals) <= _MAX_PAIRWISE:
        pairs = [(-a, -b) for k, a in enumerate(literals) for b in literals[:k]]
        return [tuple(literals), *pairs]
    found: list[tuple[int, ...]] = []
    at_least = _totals(count + 1, literals, fresh, found)
    return [*found, (at_least[count - 1],), (-at_least[count],)]


def _totals(most: int, literals: Sequence[int], fresh: Fresh, found: list[tuple[int, ...]]) -> list[int]:
    """Variables for "at least 1", "at least 2", ... up to `most` of the literals.

    Their clauses are added to `found`.
    """
    if len(literals) == 1:
        return list(literals)
    middle = len(literals) // 2
    left = _totals(most, literals[:middle], fresh, found)
    right = _totals(most, literals[middle:], fresh, found)
    sums = [fresh() for _ in range(min(len(left) + len(right), most))]
    # "At least 0" is true and "at least one more than there are" is false: their literals are left out.
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 0 < i + j <= len(sums):
                found.append((*_negated(left, i), *_negated(right, j), sums[i + j - 1]))
            if i + j < len(sums):
                found.append((*left[i : i + 1], *right[j : j + 1], -sums[i + j]))
    return sums


def _negated(totals: Sequence[int], reached: int) -> tuple[int, ...]:
    """The literal "fewer than `reached`"; none for 0."""
    return (-totals[reached - 1],) if reached else ()
