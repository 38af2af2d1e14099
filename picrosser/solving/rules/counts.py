"""What one line's Hungry Cat hints allow: counts per colour, as one run or as two and more.

In: the line's rule and, for each colour, the cells where it may still stand ("places", an int used as a
set of positions: bit p is cell p of the line). Out: the places that survive, or None if nothing fits.
`propagate` looks at one colour after the other until nothing changes: every conclusion holds, a few are
missed (those that need two colours at once). `counts_exact` misses none, and costs more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.solving.counters import Fresh
from picrosser.solving.rules.clauses import Clauses
from picrosser.solving.rules.counts_clauses import count_rule_clauses
from picrosser.solving.rules.counts_exact import walk_arrangements
from picrosser.solving.rules.counts_narrow import Kind, narrow
from picrosser.solving.rules.counts_reasons import count_reasons
from picrosser.solving.rules.rule import Reason


@dataclass(frozen=True, slots=True)
class CountRule:
    """The hints of one line, made ready.

    length : the number of cells.
    demands : per colour, blank first: (kind, count), count -1 where unknown.
    """

    length: int
    demands: tuple[tuple[Kind, int], ...]
    cheap_is_exact: ClassVar[bool] = False

    @classmethod
    def from_hints(cls, length: int, hints: Sequence[CountHint], full: bool = False) -> CountRule:
        """Make the rule of a line of `length` cells; blank fills what the counts fall short of.

        full : no cell is blank; says something only where a count is unknown.
        """
        counts = [hint.count for hint in hints]
        known = [count for count in counts if count is not None]
        open_ends = (Kind.COUNTED, 0) if full else (Kind.FREE, -1)
        blank = open_ends if len(known) < len(counts) else (Kind.COUNTED, length - sum(known))
        return cls(length, (blank, *(_demand(hint) for hint in hints)))

    @property
    def all_cells(self) -> int:
        """The set of all positions of the line."""
        return (1 << self.length) - 1

    def start(self) -> list[int]:
        """The places before any reasoning: every colour everywhere, unless its count is 0."""
        return [0 if count == 0 else self.all_cells for _, count in self.demands]

    def propagate(self, places: Sequence[int]) -> list[int] | None:
        """Narrow the places of a line, one colour after the other, until nothing changes.

        Parameters
        ----------
        places : per colour, blank first: the positions where it may stand, as a set of bits.

        Returns
        -------
        The places that survive (a new list), or None when the line has no arrangement.
        """
        now = list(places)
        full = (1 << self.length) - 1
        seen: list[tuple[int, int] | None] = [None] * len(now)
        changed = True
        while changed:
            changed = False
            once = twice = 0
            for may in now:
                twice |= once & may
                once |= may
            if once != full:
                return None  # some cell has no colour left
            single = once & ~twice
            for colour, (kind, count) in enumerate(self.demands):
                if kind == 0:
                    continue
                may = now[colour]
                must = may & single
                if seen[colour] == (may, must):
                    continue
                narrowed = narrow(kind, count, may, must)
                if narrowed is None:
                    return None
                seen[colour] = narrowed
                if narrowed[0] != may:
                    now[colour] = narrowed[0]
                    changed = True
                if narrowed[1] != must:
                    others = ~narrowed[1]
                    now = [kept if k == colour else kept & others for k, kept in enumerate(now)]
                    changed = True
        return now

    def propagate_exactly(self, places: Sequence[int]) -> list[int] | None:
        """Narrow the places to those that occur in a complete arrangement; see `counts_exact`."""
        return walk_arrangements(self.length, self.demands, places)

    def total(self, colour: int) -> int:
        """How many cells have a colour; -1 if unknown."""
        return self.demands[colour][1]

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        """What a person sees of one colour after the other; see `LineRule`."""
        found: list[Reason] = []
        for colour, (demand, may, must) in enumerate(zip(self.demands, places, given, strict=True)):
            seen = count_reasons(colour, demand, may, must)
            if seen is None:
                return None
            found += seen
        return found

    def clauses(self, places: Sequence[int], variables: Sequence[Mapping[int, int]], fresh: Fresh) -> Clauses:
        """State the line's hints; see `LineRule`."""
        return count_rule_clauses(self.demands, places, variables, fresh)


def _demand(hint: CountHint) -> tuple[Kind, int]:
    if hint.count is None:
        kind = {None: Kind.FREE, True: Kind.SOME_RUN, False: Kind.SOME_SPLIT}[hint.contiguous]
        return kind, -1
    if hint.count < 2 or hint.contiguous is None:
        return Kind.COUNTED, hint.count
    return (Kind.RUN if hint.contiguous else Kind.SPLIT), hint.count
