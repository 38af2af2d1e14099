"""What a SAT solver is told of a line: clauses, and demands to count, which it renders as it counts best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

TRUE = 1 << 60
"""A literal that is true; its negative is false. Larger than any variable."""


@dataclass(slots=True)
class Clauses:
    """Demands on boolean variables 1, 2, 3, ...; a negative number is a negated variable.

    clauses : each needs one true literal.
    counts : (n, literals): exactly n of the literals are true.
    """

    clauses: list[tuple[int, ...]] = field(default_factory=list)
    counts: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def add(self, *literals: int) -> None:
        """Add a clause; constants are worked in."""
        if TRUE not in literals:
            self.clauses.append(tuple(literal for literal in literals if literal != -TRUE))

    def add_count(self, count: int, literals: Sequence[int]) -> None:
        """Demand that exactly `count` of the literals are true; constants are worked in."""
        kept = tuple(literal for literal in literals if abs(literal) != TRUE)
        self.counts.append((count - sum(literal == TRUE for literal in literals), kept))
