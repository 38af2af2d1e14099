"""The rule of a line with Hungry Cat hints: a count per colour, in one run or in two and more.

`CountRule` narrows the line's places (cheaply here, exactly with `counts_propagation`), gives the reasons
that a person would see, and states the hints as clauses and counts for a SAT solver, which renders the counts
in whatever way it counts best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.solving.clauses import TRUE, Clauses, Fresh
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.counts_propagation import Kind, narrow, walk_arrangements
from picrosser.solving.rules.positions import once_and_twice, span
from picrosser.solving.rules.rule import Reason


@dataclass(frozen=True, slots=True)
class CountRule:
    """The Hungry Cat hints of one line, prepared for reasoning; see `LineRule`.

    length : the number of cells.
    demands : per colour, blank first: (kind, count), with count -1 where it is unknown.
    """

    length: int
    demands: tuple[tuple[Kind, int], ...]
    cheap_is_exact: ClassVar[bool] = False

    @classmethod
    def from_hints(cls, length: int, hints: Sequence[CountHint], full: bool = False) -> CountRule:
        """Make the rule of a line of `length` cells; cells beyond the counts are blank.

        full : no cell is blank; matters only where a count is unknown.
        """
        counts = [hint.count for hint in hints]
        known = [count for count in counts if count is not None]
        open_ends = (Kind.COUNTED, 0) if full else (Kind.FREE, -1)
        blank = open_ends if len(known) < len(counts) else (Kind.COUNTED, length - sum(known))
        return cls(length, (blank, *(_demand(hint) for hint in hints)))

    def start(self) -> list[int]:
        """The places before any reasoning: every colour everywhere, unless its count is 0."""
        return [0 if count == 0 else (1 << self.length) - 1 for _, count in self.demands]

    def propagate(self, places: Sequence[int]) -> list[int] | None:
        """Narrow the places of a line, one colour after the other, until nothing changes.

        Every conclusion holds; a few are missed, those that need two colours at once.
        """
        now = list(places)
        full = (1 << self.length) - 1
        seen: list[tuple[int, int] | None] = [None] * len(now)
        changed = True
        while changed:
            changed = False
            once, twice = once_and_twice(now)
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
        """Narrow the places to those that occur in a complete arrangement; see `walk_arrangements`."""
        return walk_arrangements(self.length, self.demands, places)

    def total(self, colour: int) -> int:
        """The number of cells of a colour; -1 if unknown."""
        return self.demands[colour][1]

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        """What a person sees, one colour after the other; see `LineRule`."""
        found: list[Reason] = []
        for colour, (demand, may, must) in enumerate(zip(self.demands, places, given, strict=True)):
            seen = count_reasons(colour, demand, may, must)
            if seen is None:
                return None
            found += seen
        return found

    def clauses(self, places: Sequence[int], variables: Sequence[Mapping[int, int]], fresh: Fresh) -> Clauses:
        """State the line's hints for a SAT solver; see `LineRule`.

        Decided cells become constants and vanish. "Two runs or more" with a known count n only needs: no n
        neighbours all have this colour.
        """
        found = Clauses()
        for colour, (kind, count) in enumerate(self.demands):
            may = places[colour]
            cells = [
                -TRUE if not may >> position & 1 else here[colour] if here else TRUE
                for position, here in enumerate(variables)
            ]
            if kind in (Kind.COUNTED, Kind.RUN, Kind.SPLIT):
                found.add_count(count, cells)
            if kind == Kind.RUN:
                _state_run(found, cells, count, fresh)
            elif kind == Kind.SPLIT:
                for start in range(len(cells) - count + 1):
                    found.add(*(-cell for cell in cells[start : start + count]))
            elif kind == Kind.SOME_RUN:
                _state_some_run(found, cells, fresh)
            elif kind == Kind.SOME_SPLIT:
                _state_some_split(found, cells, fresh)
        return found


def _demand(hint: CountHint) -> tuple[Kind, int]:
    if hint.count is None:
        kind = {None: Kind.FREE, True: Kind.SOME_RUN, False: Kind.SOME_SPLIT}[hint.contiguous]
        return kind, -1
    if hint.count < 2 or hint.contiguous is None:
        return Kind.COUNTED, hint.count
    return (Kind.RUN if hint.contiguous else Kind.SPLIT), hint.count


def count_reasons(colour: int, demand: tuple[Kind, int], may: int, must: int) -> list[Reason] | None:
    """What one colour's hint shows in one line, as a person would see it, the easiest reason first.

    Each reason holds by itself. Applied again and again, the reasons show as much as `narrow`, which does not
    separate them and is quicker; a test holds both to the same results.

    Parameters
    ----------
    colour, demand : which colour, and what its hint demands, as in `CountRule`.
    may, must : as in `narrow`.

    Returns
    -------
    The reasons; None if nothing fits.
    """
    kind, count = demand
    if kind == Kind.FREE:
        return []
    narrowed = narrow(kind, count, may, must)
    if narrowed is None:
        return None
    some, every = narrowed
    open_cells, excluded, decided = may & ~must, may & ~some, every & ~must
    if not excluded and not decided:
        return []
    if count >= 0 and must.bit_count() == count:
        return [Reason(Rule.COMPLETE, colour, never=open_cells)]
    if count >= 0 and may.bit_count() == count:
        return [Reason(Rule.REMAINING, colour, must=open_cells)]
    split = kind in (Kind.SPLIT, Kind.SOME_SPLIT)  # else it is a run
    found = []
    if not split and must and (gap := span(must) & open_cells):
        found.append(Reason(Rule.JOIN, colour, must=gap))
    if decided & may:
        found.append(Reason(Rule.SPLIT if split else Rule.OVERLAP, colour, must=decided & may))
    if excluded:
        found.append(Reason(Rule.SPLIT if split else Rule.REACH, colour, never=excluded))
    return found


def _state_run(found: Clauses, cells: Sequence[int], count: int, fresh: Fresh) -> None:
    """State one run: cell p is in it exactly if the run has begun by p and had not begun by p - count."""
    last_start = len(cells) - count
    begun = [-TRUE] * count + [fresh() for _ in range(last_start)] + [TRUE] * count
    for position, cell in enumerate(cells):
        now, earlier = begun[position + count], begun[position]
        found.add(-cell, now)
        found.add(-cell, -earlier)
        found.add(cell, -now, earlier)
    for before, after in pairwise(begun):
        if abs(before) != TRUE or abs(after) != TRUE:
            found.add(-before, after)


def _state_some_run(found: Clauses, cells: Sequence[int], fresh: Fresh) -> None:
    """State at most one run of unknown length: once it has ended, no further cell has the colour."""
    ended_before = -TRUE
    for cell, following in pairwise(cells):
        ended = fresh()
        found.add(-cell, following, ended)
        found.add(-ended_before, ended)
        found.add(-ended, -following)
        ended_before = ended


def _state_some_split(found: Clauses, cells: Sequence[int], fresh: Fresh) -> None:
    """State two runs or more, unless there is at most one cell.

    Two neighbours of this colour require a second run: a cell of it right after another colour, with this
    colour somewhere before.
    """
    second = fresh()
    restarts = []
    earlier = -TRUE  # true only if some cell before the last one has this colour
    for before, cell in pairwise(cells):
        found.add(-before, -cell, second)
        restart = fresh()
        found.add(-restart, cell)
        found.add(-restart, -before)
        found.add(-restart, earlier)
        restarts.append(restart)
        wider = fresh()
        found.add(-wider, earlier, before)
        earlier = wider
    found.add(-second, *restarts)
