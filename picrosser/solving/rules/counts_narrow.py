"""What one colour's Hungry Cat hint allows in one line, the other colours left aside: exactly that.

In: a colour's demand, and the positions where it may and must stand, each an int used as a set of positions
(bit p is cell p of the line). Out: both narrowed, or None if nothing fits.
"""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """What a colour's hint demands in one line."""

    FREE = 0
    """Nothing is known."""
    COUNTED = 1
    """So many cells, anywhere."""
    RUN = 2
    """Two cells or more, in one run."""
    SPLIT = 3
    """Two cells or more, in two runs or more."""
    SOME_RUN = 4
    """An unknown number of cells, in one run at most."""
    SOME_SPLIT = 5
    """An unknown number of cells; if two or more, then in two runs or more."""


def narrow(kind: Kind, count: int, may: int, must: int) -> tuple[int, int] | None:
    """Narrow one colour, exactly as far as its own hint allows.

    Parameters
    ----------
    kind, count : the colour's demand, as in `CountRule`.
    may : the positions where it may stand, as a set of bits.
    must : those where nothing else may.

    Returns
    -------
    (may, must) narrowed, or None when nothing fits.
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
    starts, width = may, 1
    while width < count:  # doubling: starts holds where `width` places follow one another
        step = min(width, count - width)
        starts &= starts >> step
        width += step
    if must:
        lowest = (must & -must).bit_length() - 1
        from_here = max(must.bit_length() - count, 0)
        starts = (starts & ((2 << lowest) - 1)) >> from_here << from_here
    if not starts:
        return None
    first = starts & -starts
    last = 1 << (starts.bit_length() - 1)
    spread, width = starts, 1
    while width < count:
        step = min(width, count - width)
        spread |= spread << step
        width += step
    end = first << count
    return spread, (end - last if end > last else 0)


def is_one_run(cells: int) -> bool:
    """Whether the set of positions is one run without a gap (the empty set is)."""
    return not (cells + (cells & -cells)) & cells


def _narrow_split(count: int, may: int, must: int, least: int, most: int) -> tuple[int, int] | None:
    """Two runs or more. Only a set one cell away from settled can be forced by that."""
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
    must = (1 << must.bit_length()) - (must & -must)
    if must & ~may:
        return None
    run = must
    while (wider := (run | run << 1 | run >> 1) & may) != run:
        run = wider
    return run, must


def _narrow_some_split(may: int, must: int) -> tuple[int, int] | None:
    """With four undecided cells or more, both answers for each of them can be completed."""
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


def bits(cells: int) -> list[int]:
    """The single-position sets that a set consists of, lowest first."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest)
        cells ^= lowest
    return found
