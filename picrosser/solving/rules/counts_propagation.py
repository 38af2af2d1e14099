"""What one line's Hungry Cat hints leave possible, narrowed colour by colour or over whole arrangements.

`narrow` looks at a single colour and ignores the others: quick, and exact for that colour.
`walk_arrangements` considers all arrangements of the line at once, so it misses no conclusion, at a higher
cost.

Known limit: many colours on long lines have too many states to walk (50 cells with 8 colours: millions). Then
`walk_arrangements` returns its places unchanged, which is sound but decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from picrosser.solving.rules.positions import (
    always_covered,
    bits,
    is_one_run,
    once_and_twice,
    span,
    starts_with_room,
    widened,
)

MAX_STEPS = 2_000
"""Steps between states before the walk is given up: about 2 ms. Measured on boards of 10x15 to 50x50: thirty
times as many steps decide hardly a cell more (blobs with noise, 50x50: 849 open cells with 1,000 steps, 846
with 60,000) and cost 3 to 17 s; z3 decides those boards in less time."""

_COUNT_BITS = 10
"""Bits per count in a packed state: boards have at most 1000 cells a side. Its mask is written out as 1023 in
the hot loops."""


class Kind(IntEnum):
    """What a colour's hint demands in one line."""

    FREE = 0
    """Nothing is known."""
    COUNTED = 1
    """A known number of cells, anywhere."""
    RUN = 2
    """A known number of cells, at least two, in one run."""
    SPLIT = 3
    """A known number of cells, at least two, in two runs or more."""
    SOME_RUN = 4
    """An unknown number of cells, in at most one run."""
    SOME_SPLIT = 5
    """An unknown number of cells; if two or more, then in two runs or more."""


def narrow(kind: Kind, count: int, may: int, must: int) -> tuple[int, int] | None:
    """Narrow one colour as far as its own hint allows; nothing is missed, as other colours are ignored.

    Parameters
    ----------
    kind, count : the colour's demand, as in `CountRule`.
    may : the positions where it may stand, as a set of bits.
    must : the positions where nothing else may stand.

    Returns
    -------
    (may, must) narrowed, or None if nothing fits.
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
    if must & ~may:
        return None
    run = must
    while (wider := (run | run << 1 | run >> 1) & may) != run:
        run = wider
    return run, must


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


def walk_arrangements(
    length: int, demands: Sequence[tuple[Kind, int]], places: Sequence[int], max_steps: int = MAX_STEPS
) -> list[int] | None:
    """Narrow the places of a line to those that occur in at least one complete arrangement.

    The walk goes cell by cell, over all arrangements at once. A state is what the rest of the line needs to
    know: how many cells each colour has had, which colours already have two runs, and which colour's only run
    is still open; arrangements in equal states share their future. Going forward finds the states that can be
    reached, going backward keeps those that reach the end, and the colours on the steps between them are the
    places that survive.

    Parameters
    ----------
    length : the number of cells.
    demands : per colour, blank first, as in `CountRule`.
    places : per colour, blank first: the positions where it may stand, as a set of bits.
    max_steps : the most steps between states; beyond it the places are returned unchanged.

    Returns
    -------
    The places that survive, or None if the line has no arrangement.
    """
    walk = _Walk(demands, places)
    layers: list[list[tuple[int, int, int]]] = []
    states = {0}
    taken = 0
    for position in range(length):
        steps = walk.steps(position, states)
        taken += len(steps)
        if taken > max_steps:
            return list(places)
        layers.append(steps)
        states = {after for _, _, after in steps}
    return _surviving(layers, {state for state in states if walk.may_end(state)}, len(places))


def _surviving(layers: list[list[tuple[int, int, int]]], alive: set[int], colours: int) -> list[int] | None:
    if not alive:
        return None
    kept = [0] * colours
    for position in range(len(layers) - 1, -1, -1):
        bit = 1 << position
        before_alive = set()
        for before, colour, after in layers[position]:
            if after in alive:
                before_alive.add(before)
                kept[colour] |= bit
        alive = before_alive
    return kept


class _Walk:
    """The states of one line and the steps between them.

    A state packs, from low to high bits: the open colour (8 bits, 0 for none), one "settled" bit per colour
    (a SPLIT has two runs, or a SOME_RUN has ended), then one count per colour.
    """

    def __init__(self, demands: Sequence[tuple[Kind, int]], places: Sequence[int]) -> None:
        self.places = places
        self.colours = len(places)
        self.kinds: list[Kind] = []
        self.counts: list[int] = []
        settled_shift = 8
        count_shift = settled_shift + self.colours
        self.settled = [1 << (settled_shift + k) for k in range(self.colours)]
        self.shifts = [count_shift + _COUNT_BITS * k for k in range(self.colours)]
        _, taken_twice = once_and_twice(places)
        for (kind, count), may in zip(demands, places, strict=True):
            self.kinds.append(_simplest(kind, may, may & ~taken_twice))
            self.counts.append(count)

    def steps(self, position: int, states: set[int]) -> list[tuple[int, int, int]]:
        """All (state before, colour of this cell, state after) triples that can still meet the counts."""
        here = [k for k in range(self.colours) if self.places[k] >> position & 1]
        late = [
            (self.shifts[k], self.counts[k] - (may >> (position + 1)).bit_count())
            for k, may in enumerate(self.places)
            if self.kinds[k] in (Kind.COUNTED, Kind.RUN, Kind.SPLIT)
        ]
        late = [(shift, least) for shift, least in late if least > 0]
        found = []
        for state in states:
            for colour in here:
                after = self._place(state, colour)
                if after >= 0 and all((after >> shift & 1023) >= least for shift, least in late):
                    found.append((state, colour, after))
        return found

    def may_end(self, state: int) -> bool:
        """Whether the line may end in this state; `steps` already excludes open runs and too few cells."""
        for k, kind in enumerate(self.kinds):
            count = state >> self.shifts[k] & 1023
            if kind == Kind.SOME_SPLIT and count >= 2 and not state & self.settled[k]:
                return False
            if self.counts[k] >= 0 and kind != Kind.FREE and count != self.counts[k]:
                return False
        return True

    def _place(self, state: int, colour: int) -> int:
        """The state after one more cell of this colour, or -1 if that breaks the rules."""
        opened = state & 255
        if opened and opened != colour + 1:
            kind = self.kinds[opened - 1]
            if kind == Kind.RUN:
                return -1  # its run is not complete
            if kind == Kind.SOME_RUN:
                state |= self.settled[opened - 1]
        state &= ~255
        kind = self.kinds[colour]
        if kind == Kind.FREE:
            return state
        if kind == Kind.SOME_RUN:
            return -1 if state & self.settled[colour] else state | (colour + 1)
        shift = self.shifts[colour]
        had = state >> shift & 1023
        if kind == Kind.SOME_SPLIT:
            return self._place_split(state, colour, had, opened, most=-1)
        if had == self.counts[colour]:
            return -1
        if kind == Kind.SPLIT:
            return self._place_split(state, colour, had, opened, most=self.counts[colour])
        state += 1 << shift
        if kind == Kind.RUN and had + 1 < self.counts[colour]:
            state |= colour + 1
        return state

    def _place_split(self, state: int, colour: int, had: int, opened: int, most: int) -> int:
        if most >= 0 or had < 2:  # of an unknown count only "none, one, more" matters
            state += 1 << self.shifts[colour]
        if state & self.settled[colour]:
            return state
        if had == 0 or opened == colour + 1:
            return -1 if had + 1 == most else state | (colour + 1)
        return state | self.settled[colour]


def _simplest(kind: Kind, may: int, must: int) -> Kind:
    """The kind without its demand for two runs if decided cells already form two; this makes fewer states."""
    if kind not in (Kind.SPLIT, Kind.SOME_SPLIT) or not must:
        return kind
    if not span(must) & ~may:
        return kind
    return Kind.COUNTED if kind == Kind.SPLIT else Kind.FREE
