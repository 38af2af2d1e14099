"""What one colour's Hungry Cat hint shows in one line, with the reason: what a person would see.

In: a colour's demand and the positions where it may and must stand, as sets of bits. Out: reasons, the
easiest first, each of which holds by itself. Applied again and again they show as much as `counts.narrow`,
which mixes them and is quicker; a test holds both to the same results.
"""

from __future__ import annotations

from collections.abc import Iterator

from picrosser.solving.deduction import Rule
from picrosser.solving.rules.counts_narrow import Kind, narrow
from picrosser.solving.rules.rule import Reason


def count_reasons(colour: int, demand: tuple[Kind, int], may: int, must: int) -> list[Reason] | None:
    """What one colour's hint shows in one line.

    Parameters
    ----------
    colour, demand : which colour, and what its hint demands, as in `CountRule`.
    may : the positions where it may stand, as a set of bits.
    must : those where nothing else may.

    Returns
    -------
    The reasons, the easiest first; None when nothing fits.
    """
    kind, count = demand
    if kind == Kind.FREE:
        return []
    narrowed = narrow(kind, count, may, must)
    if narrowed is None:
        return None
    if narrowed == (may, must):
        return []
    return list(_reasons(colour, kind, count, may, must, narrowed))


def _reasons(
    colour: int, kind: Kind, count: int, may: int, must: int, narrowed: tuple[int, int]
) -> Iterator[Reason]:
    open_cells = may & ~must
    some, every = narrowed
    if count >= 0 and must.bit_count() == count:
        yield Reason(Rule.COMPLETE, colour, never=open_cells)
        return
    if count >= 0 and may.bit_count() == count:
        yield Reason(Rule.REMAINING, colour, must=open_cells)
        return
    split = kind in (Kind.SPLIT, Kind.SOME_SPLIT)  # else it is a run
    if not split and must and (gap := _span(must) & open_cells):
        yield Reason(Rule.JOIN, colour, must=gap)
    if every & open_cells:
        yield Reason(Rule.SPLIT if split else Rule.OVERLAP, colour, must=every & open_cells)
    if may & ~some:
        yield Reason(Rule.SPLIT if split else Rule.REACH, colour, never=may & ~some)


def _span(cells: int) -> int:
    """All positions from the first of a set to the last."""
    return (1 << cells.bit_length()) - (cells & -cells)
