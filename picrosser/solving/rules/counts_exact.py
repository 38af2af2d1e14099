"""Every conclusion that one line's Hungry Cat hints allow, found by walking all arrangements at once.

The walk goes cell by cell. A state is what the rest of the line needs to know: how many cells each colour
has had, which colours already have two runs, and which colour's only run is still open. So equal
states share their future. Forward finds the states that can be reached, backward keeps those that reach the
end, and the colours on the steps between them are the places that survive.

Known limit: many colours on long lines have too many states (50 cells with 8 colours: millions). Then
`walk_arrangements` gives back what it was given, which is sound, only weaker.
"""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.solving.rules.counts_narrow import Kind

MOST_STEPS = 2_000
"""Steps between states before the walk is given up: about 2 ms. Measured on boards of 10x15 to 50x50: thirty
times more steps decide hardly a cell more (blobs with noise, 50x50: 849 open cells with 1,000, 846 with
60,000) and cost 3 to 17 s; z3 decides those boards in less."""

_FIELD = 10
"""Bits per count in a packed state: boards have at most 1000 cells a side."""


def walk_arrangements(
    length: int, demands: Sequence[tuple[Kind, int]], places: Sequence[int], most_steps: int = MOST_STEPS
) -> list[int] | None:
    """Narrow the places of a line to those that occur in at least one complete arrangement.

    Parameters
    ----------
    length : the number of cells.
    demands : per colour, blank first, as in `CountRule`.
    places : per colour, blank first: the positions where it may stand, as a set of bits.
    most_steps : how far the walk may go; beyond it the places come back as they were given.

    Returns
    -------
    The places that survive, or None when the line has no arrangement.
    """
    walk = _Walk(demands, places)
    layers: list[list[tuple[int, int, int]]] = []
    states = {0}
    taken = 0
    for position in range(length):
        steps = walk.steps(position, states)
        taken += len(steps)
        if taken > most_steps:
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

    A state packs, from low to high: the open colour (8 bits, 0 none), one "settled" bit per colour (a SPLIT
    has two runs, or a SOME_RUN has ended), then one count per colour.
    """

    def __init__(self, demands: Sequence[tuple[Kind, int]], places: Sequence[int]) -> None:
        self.places = places
        self.colours = len(places)
        self.kinds: list[Kind] = []
        self.counts: list[int] = []
        settled_shift = 8
        count_shift = settled_shift + self.colours
        self.settled = [1 << (settled_shift + k) for k in range(self.colours)]
        self.shifts = [count_shift + _FIELD * k for k in range(self.colours)]
        taken_once = taken_twice = 0
        for may in places:
            taken_twice |= taken_once & may
            taken_once |= may
        for (kind, count), may in zip(demands, places, strict=True):
            self.kinds.append(_simplest(kind, may, may & ~taken_twice))
            self.counts.append(count)

    def steps(self, position: int, states: set[int]) -> list[tuple[int, int, int]]:
        """All (state before, colour of this cell, state after) that can still meet the counts."""
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
        """Whether the line may end here. Too few cells and open runs are already excluded by the counts."""
        for k, kind in enumerate(self.kinds):
            count = state >> self.shifts[k] & 1023
            if kind == Kind.SOME_SPLIT and count >= 2 and not state & self.settled[k]:
                return False
            if self.counts[k] >= 0 and kind != Kind.FREE and count != self.counts[k]:
                return False
        return True

    def _place(self, state: int, colour: int) -> int:
        """The state after one more cell of this colour, or -1 when that breaks the rules."""
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
        if most >= 0 or had < 2:  # of an unknown number only "none, one, more" matters
            state += 1 << self.shifts[colour]
        if state & self.settled[colour]:
            return state
        if had == 0 or opened == colour + 1:
            return -1 if had + 1 == most else state | (colour + 1)
        return state | self.settled[colour]


def _simplest(kind: Kind, may: int, must: int) -> Kind:
    """Drop the demand for two runs where the decided cells already stand in two: fewer states."""
    if kind not in (Kind.SPLIT, Kind.SOME_SPLIT) or not must:
        return kind
    between = (1 << must.bit_length()) - (must & -must)
    if not between & ~may:
        return kind
    return Kind.COUNTED if kind == Kind.SPLIT else Kind.FREE
