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
from functools import lru_cache

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

_State = tuple[tuple[int, int], ...]
"""What is known of each colour after some cells, see `_after`."""
_DEAD = (-1, 0)  # of a colour whose hint is broken
_Step = tuple[_State, int, _State]
"""The state before a cell, the cell's colour, the state after it."""


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
    know of each colour, see `_after`; arrangements in equal states share their future. Going forward finds
    the states that can be reached, going backward keeps those that reach the end, and the colours on the
    steps between them are the places that survive.

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
    _, taken_twice = once_and_twice(places)
    hints = [
        (_simplest(kind, may, may & ~taken_twice), count)
        for (kind, count), may in zip(demands, places, strict=True)
    ]
    layers: list[list[_Step]] = []
    states: set[_State] = {((0, 0),) * len(places)}
    taken = 0
    for position in range(length):
        steps = _steps(hints, places, position, states)
        taken += len(steps)
        if taken > max_steps:
            return list(places)
        layers.append(steps)
        states = {after for _, _, after in steps}
    return _surviving(layers, {state for state in states if _may_end(hints, state)}, len(places))


def _surviving(layers: list[list[_Step]], alive: set[_State], colours: int) -> list[int] | None:
    if not alive:
        return None
    kept = [0] * colours
    for position in range(len(layers) - 1, -1, -1):
        before_alive = set()
        for before, colour, after in layers[position]:
            if after in alive:
                before_alive.add(before)
                kept[colour] |= 1 << position
        alive = before_alive
    return kept


def _steps(
    hints: Sequence[tuple[Kind, int]], places: Sequence[int], position: int, states: set[_State]
) -> list[_Step]:
    """All steps over one cell after which the counts can still be met."""
    here = [colour for colour, may in enumerate(places) if may >> position & 1]
    late = [
        (colour, count - (may >> (position + 1)).bit_count())
        for colour, ((kind, count), may) in enumerate(zip(hints, places, strict=True))
        if kind in (Kind.COUNTED, Kind.RUN, Kind.SPLIT)
    ]
    late = [(colour, least) for colour, least in late if least > 0]
    found = []
    for state in states:
        without = [_after(*hint, own, False) for hint, own in zip(hints, state, strict=True)]
        for colour in here:
            after = [*without[:colour], _after(*hints[colour], state[colour], True), *without[colour + 1 :]]
            if _DEAD not in after and all(after[k][0] >= least for k, least in late):
                found.append((state, colour, tuple(after)))
    return found


@lru_cache(maxsize=10_000)
def _after(kind: Kind, count: int, state: tuple[int, int], is_here: bool) -> tuple[int, int]:
    """What has to be known of a colour after one more cell; `_DEAD` if that breaks its hint.

    state : how many cells it has had, and its runs: 0 for none yet, 1 within the first, 2 after that, 3 for
        two. What the kind of hint does not ask for stays 0.
    """
    had, runs = state
    if kind == Kind.FREE:
        return state
    if not is_here:
        if kind == Kind.RUN and 0 < had < count:
            return _DEAD
        return had, 2 if runs == 1 else runs
    if kind == Kind.SOME_RUN:
        return _DEAD if runs == 2 else (0, 1)
    if had == count:
        return _DEAD
    if kind in (Kind.COUNTED, Kind.RUN):
        return had + 1, 0
    runs = 1 if runs < 2 else 3
    if kind == Kind.SOME_SPLIT:
        return min(had + 1, 2), runs  # of an unknown count only "none, one, more" matters
    return _DEAD if runs == 1 and had + 1 == count else (had + 1, runs)


def _may_end(hints: Sequence[tuple[Kind, int]], state: _State) -> bool:
    """Whether the line may end in this state."""
    for (kind, count), (had, runs) in zip(hints, state, strict=True):
        if kind == Kind.SOME_SPLIT and had == 2 and runs != 3:
            return False
        if kind in (Kind.COUNTED, Kind.RUN, Kind.SPLIT) and had != count:
            return False
    return True


def _simplest(kind: Kind, may: int, must: int) -> Kind:
    """The kind without its demand for two runs if decided cells already form two; this makes fewer states."""
    if kind not in (Kind.SPLIT, Kind.SOME_SPLIT) or not must:
        return kind
    if not span(must) & ~may:
        return kind
    return Kind.COUNTED if kind == Kind.SPLIT else Kind.FREE
