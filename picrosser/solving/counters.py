"""States "exactly n of these" as clauses, by a totalizer: a tree that adds up counts written in unary.

Both directions are stated (a count that is reached, a count that is not): with only the one that the demand
needs, the text is half as long, and z3 takes a hundred times longer on random 20x20 boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Fresh = Callable[[], int]
"""Gives a variable that nobody uses yet."""

_FEW = 8
"""Up to here "exactly one" is stated pair by pair, which is shorter than a tree."""


def count_clauses(count: int, literals: Sequence[int], fresh: Fresh) -> list[tuple[int, ...]]:
    """Clauses that hold exactly if `count` of the literals (negative: negated variables) are true."""
    if count < 0 or count > len(literals):
        return [()]  # the empty clause: impossible
    if count == 0:
        return [(-literal,) for literal in literals]
    if count == len(literals):
        return [(literal,) for literal in literals]
    if count == 1 and len(literals) <= _FEW:
        pairs = [(-a, -b) for k, a in enumerate(literals) for b in literals[:k]]
        return [tuple(literals), *pairs]
    found: list[tuple[int, ...]] = []
    at_least = _totals(count + 1, literals, fresh, found)
    return [*found, (at_least[count - 1],), (-at_least[count],)]


def _totals(most: int, literals: Sequence[int], fresh: Fresh, found: list[tuple[int, ...]]) -> list[int]:
    """Variables for "at least 1", "at least 2", ... up to `most` of the literals."""
    if len(literals) == 1:
        return list(literals)
    middle = len(literals) // 2
    left = _totals(most, literals[:middle], fresh, found)
    right = _totals(most, literals[middle:], fresh, found)
    sums = [fresh() for _ in range(min(len(left) + len(right), most))]
    # Lists that begin at "at least 0" (true) and end one past the last (false), as absent literals.
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 0 < i + j <= len(sums):
                found.append((*_negated(left, i), *_negated(right, j), sums[i + j - 1]))
            if i + j < len(sums):
                found.append((*left[i : i + 1], *right[j : j + 1], -sums[i + j]))
    return sums


def _negated(totals: Sequence[int], reached: int) -> tuple[int, ...]:
    """The literal "not at least `reached`", absent for 0."""
    return (-totals[reached - 1],) if reached else ()
