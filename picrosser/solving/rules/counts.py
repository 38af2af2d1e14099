"""The rule of a line with Hungry Cat hints: a count per colour, in one run or in two and more.

`narrow` looks at a single colour and ignores the others: quick, and exact for that colour. `CountRule`
applies it to one colour after the other, gives the reasons that a person would see, and states the hints as
clauses.

Known limit: conclusions that need two colours at once are missed; of 236 boards two need one, and probing
finds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.positions import (
    always_covered,
    bits,
    grown,
    is_one_run,
    once_and_twice,
    span,
    starts_with_room,
    widened,
)
from picrosser.solving.rules.rule import TRUE, Clauses, Reason

if TYPE_CHECKING:  # boards that lines decide need no arrays
    import numpy as np
    from numpy.typing import NDArray


class Kind(IntEnum):
    """What a colour's hint demands in one line."""

    FREE = 0  # nothing is known
    COUNTED = 1  # a known number of cells, anywhere
    RUN = 2  # a known number of cells, at least two, in one run
    SPLIT = 3  # a known number of cells, at least two, in two runs or more
    SOME_RUN = 4  # an unknown number of cells, in at most one run
    SOME_SPLIT = 5  # an unknown number of cells; if two or more, then in two runs or more


@dataclass(frozen=True, slots=True)
class CountRule:
    """The Hungry Cat hints of one line, prepared for reasoning; see `LineRule`.

    length : the number of cells.
    demands : per colour, blank first: (kind, count), with count -1 where it is unknown.
    """

    length: int
    demands: tuple[tuple[Kind, int], ...]

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
        """Narrow the places of a line, one colour after the other, until nothing changes."""
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
                if kind == Kind.FREE:
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

    def total(self, colour: int) -> int:
        return self.demands[colour][1]

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        found: list[Reason] = []
        for colour, (demand, may, must) in enumerate(zip(self.demands, places, given, strict=True)):
            seen = count_reasons(colour, demand, may, must)
            if seen is None:
                return None
            found += seen
        return found

    @classmethod
    def state(
        cls, rules: Sequence[Self], found: Clauses, places: Sequence[Sequence[int]], cells: NDArray[np.intp]
    ) -> None:
        """Add clauses that state the hints; see `LineRule`.

        "Two runs or more" with a known count n only needs: no n neighbours all have this colour.
        """
        del places  # the literals say what cells can be
        for rule, literals in zip(rules, cells.tolist(), strict=True):
            for (kind, count), whole in zip(rule.demands, literals, strict=True):
                own = whole[: rule.length]
                if kind in (Kind.COUNTED, Kind.SPLIT):
                    found.add_count(count, own)
                if kind == Kind.RUN:
                    _state_run(found, own, count)
                elif kind == Kind.SPLIT:
                    others = [-cell for cell in own]
                    found.clauses += zip(*(others[first:] for first in range(count)), strict=False)
                elif kind == Kind.SOME_RUN:
                    _state_some_run(found, own)
                elif kind == Kind.SOME_SPLIT:
                    _state_some_split(found, own)


def _demand(hint: CountHint) -> tuple[Kind, int]:
    if hint.count is None:
        kind = {None: Kind.FREE, True: Kind.SOME_RUN, False: Kind.SOME_SPLIT}[hint.contiguous]
        return kind, -1
    if hint.count < 2 or hint.contiguous is None:
        return Kind.COUNTED, hint.count
    return (Kind.RUN if hint.contiguous else Kind.SPLIT), hint.count


def count_reasons(colour: int, demand: tuple[Kind, int], may: int, must: int) -> list[Reason] | None:
    """What one colour's hint shows in one line, as a person would see it, the easiest reason first.

    None if nothing fits.

    Each reason holds by itself. Applied again and again, the reasons show as much as `narrow`, which does not
    separate them and is quicker; a test holds both to the same results.

    colour, demand : which colour, and what its hint demands, as in `CountRule`.
    may, must : as in `narrow`.
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


def _state_run(found: Clauses, cells: Sequence[int], count: int) -> None:
    """State one run: cell p is in it exactly if the run has begun by p and had not begun by p - count."""
    free = len(cells) - count
    if free < 0:
        found.clauses.append(())  # impossible
        return
    begun = [-TRUE] * count + [found.fresh() for _ in range(free)] + [TRUE] * count
    for cell, earlier, now in zip(cells, begun, begun[count:], strict=False):
        found.clauses += ((-cell, now), (-cell, -earlier), (cell, -now, earlier))
    found.clauses += ((-before, after) for before, after in pairwise(begun[count : count + free]))


def _state_some_run(found: Clauses, cells: Sequence[int]) -> None:
    """State at most one run of unknown length: once it has ended, no further cell has the colour."""
    ended_before = -TRUE
    for cell, following in pairwise(cells):
        ended = found.fresh()
        found.clauses += ((-cell, following, ended), (-ended_before, ended), (-ended, -following))
        ended_before = ended


def _state_some_split(found: Clauses, cells: Sequence[int]) -> None:
    """State two runs or more, unless there is at most one cell.

    Two neighbours of this colour require a second run: a cell of it right after another colour, with this
    colour somewhere before.
    """
    second = found.fresh()
    restarts = []
    earlier = -TRUE  # true only if some cell before the last one has this colour
    for before, cell in pairwise(cells):
        restart, wider = found.fresh(), found.fresh()
        found.clauses += (
            (-before, -cell, second),
            (-restart, cell),
            (-restart, -before),
            (-restart, earlier),
        )
        found.clauses.append((-wider, earlier, before))
        restarts.append(restart)
        earlier = wider
    found.clauses.append((-second, *restarts))


def narrow(kind: Kind, count: int, may: int, must: int) -> tuple[int, int] | None:
    """Narrow one colour as far as its own hint allows; nothing is missed, as other colours are ignored.

    Returns (may, must) narrowed, or None if nothing fits.

    kind, count : the colour's demand, as in `CountRule`.
    may : the positions where it may stand, as a set of bits.
    must : the positions where nothing else may stand.
    """
    if kind == Kind.RUN:
        return _narrow_run(count, may, must)
    if kind == Kind.SOME_RUN:
        return _narrow_some_run(may, must)
    if kind == Kind.SOME_SPLIT:
        return _narrow_some_split(may, must)
    least, most = must.bit_count(), may.bit_count()
    if least > count or most < count:
        return None
    if kind == Kind.SPLIT:
        return _narrow_split(count, may, must, least, most)
    if least == count:
        return must, must
    return (may, may) if most == count else (may, must)


def _narrow_run(count: int, may: int, must: int) -> tuple[int, int] | None:
    starts = starts_with_room(may, count)
    if must:
        lowest = (must & -must).bit_length() - 1
        from_here = max(must.bit_length() - count, 0)
        starts = (starts & ((2 << lowest) - 1)) >> from_here << from_here
    if not starts:
        return None
    return widened(starts, count), always_covered(starts, count)


def _narrow_split(count: int, may: int, must: int, least: int, most: int) -> tuple[int, int] | None:
    """Two runs or more. The need for two runs decides a cell only when all cells but one are settled."""
    if least == count - 1 and most > count:
        for cell in bits(may & ~must):
            if is_one_run(must | cell):
                may ^= cell
        most = may.bit_count()
    if most == count + 1 and least < count:
        for cell in bits(may & ~must):
            if is_one_run(may ^ cell):
                must |= cell
        least = must.bit_count()
    if least > count or most < count:
        return None
    if least == count:
        may = must
    elif most == count:
        must = may
    else:
        return may, must
    return None if is_one_run(may) else (may, must)


def _narrow_some_run(may: int, must: int) -> tuple[int, int] | None:
    if not must:
        return may, must
    must = span(must)
    return None if must & ~may else (grown(must, may), must)


def _narrow_some_split(may: int, must: int) -> tuple[int, int] | None:
    """Two runs or more. With four open cells or more, each of them can still go either way."""
    open_cells = list(bits(may & ~must))
    if len(open_cells) > 3:
        return may, must
    sets = [must]
    for cell in open_cells:
        sets += [chosen | cell for chosen in sets]
    fitting = [chosen for chosen in sets if not chosen & (chosen - 1) or not is_one_run(chosen)]
    if not fitting:
        return None
    some, every = 0, may
    for chosen in fitting:
        some |= chosen
        every &= chosen
    return some, every
