"""Searches for packings: always fills the first free cell, and stops where a gap cannot be filled.

In: a layout. Out: the number of packings, or the packings one after the other. What is left of the board and
which pieces are left decide what follows, so counts are kept by both; different beginnings often meet.

The check of gaps: the cells of every region of joined free cells must be the sum of the sizes of some of the
pieces that are left. The regions, like the ways to cover the first free cell, depend on the free cells alone,
the sums on the pieces alone, so both are kept too, as bits: bit n stands for n cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeAlias

from picrosser.packing.layout import FIELD, FIELD_MASK, Layout, Placed, Symmetry, symmetries
from picrosser.packing.regions import board_tails, region_sizes

_MOST_KEPT = 3_000_000
"""States; about 500 MB. Beyond it, nothing more is kept, and the search goes on more slowly."""

_WATCHED = 3  # pieces: a few hundred ways to lay the first ones, which is often enough to be told


class OutOfTimeError(Exception):
    """The deadline passed; caught in `pack` and `count_packings`."""


Move: TypeAlias = tuple[int, int, int, int]
"""(field of the kind, pieces laid at once, how often it counts, the bits that are covered)."""
LayListener: TypeAlias = Callable[[Placed, bool], None]
"""Hears of a piece, and whether it is laid or taken back."""
ShareListener: TypeAlias = Callable[[float], None]
"""Hears which share of a count is done, 0 to 1."""
Fit: TypeAlias = tuple[int, int, int, int, int, int]
"""(as a move: field, pieces, weight; the bits still free then, the sizes of their regions, the field of a
piece that must not be left then)."""


def ignore(placed: Placed, laid: bool) -> None:
    """Hear of a piece, and do nothing."""


class Search:
    """One search with what it keeps. Not to be used from several threads.

    With a symmetry, only the packings that it leaves as they are count: then a piece is laid together with
    its images, all of them pieces of its kind.
    """

    def __init__(
        self,
        layout: Layout,
        deadline: float | None = None,
        symmetry: Symmetry | None = None,
        on_lay: LayListener = ignore,
    ) -> None:
        """Set up a search.

        deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
        symmetry : one of the layout's, or None for all packings.
        on_lay : called for each piece that `packings` lays, and when it takes it back.
        """
        self._layout = layout
        self._deadline = deadline
        self._symmetry = symmetry
        self._tell = on_lay
        self._tails = board_tails(layout)
        self._restricted: list[Placed] = []
        self._moves: tuple[tuple[Move, ...], ...] = ()
        self._fitting: dict[int, tuple[Fit, ...]] = {}
        self._lying: dict[int, tuple[tuple[int, int], ...]] = {}
        self._sizes: dict[int, int] = {}
        self._sums: dict[int, int] = {}
        self._counts: dict[tuple[int, int], int] = {}

    def count(self, on_share: ShareListener | None = None) -> int:
        """How many packings there are.

        on_share : hears how far the count is, each time that a way to lay the first few pieces is done.

        Raises
        ------
        OutOfTimeError : the deadline came first.
        """
        free, left = self._layout.free, self._layout.left
        weights = _weights(self._layout) if self._symmetry is None else {}
        self._begin(weights)
        if not self._fillable(free, left):
            return 0
        return (
            self._count(free, left) if on_share is None else self._watched(free, left, on_share, (0.0, 1.0))
        )

    def packings(self) -> Iterator[tuple[Placed, ...]]:
        """The packings, each with its pieces in the order of their first cells.

        Raises
        ------
        OutOfTimeError : the deadline came first.
        """
        free, left = self._layout.free, self._layout.left
        self._begin({})
        if self._fillable(free, left):
            yield from self._packings(free, left, ())

    def _begin(self, weights: dict[Placed, int]) -> None:
        self._restricted = [placed for placed, weight in weights.items() if weight]
        self._moves = _moves(self._layout, self._symmetry, weights)
        self._fitting, self._counts = {}, {}

    def _watched(
        self, free: int, left: int, on_share: ShareListener, span: tuple[float, float], depth: int = 1
    ) -> int:
        """As `_count`; `span` is what this part of the search is of the whole, from and to."""
        if depth > _WATCHED or not free:
            total = self._count(free, left)
            on_share(span[1])
            return total
        ways = [
            (weight, rest, fewer)
            for shift, copies, weight, rest, sizes, late in self._fits(free)
            if left >> shift & FIELD_MASK >= copies
            and not (sizes & ~self._sums_of(fewer := left - (copies << shift)) or fewer & late)
        ]
        if not ways:
            on_share(span[1])
        begin, each = span[0], (span[1] - span[0]) / max(1, len(ways))
        return sum(
            weight
            * self._watched(
                rest, fewer, on_share, (begin + number * each, begin + (number + 1) * each), depth + 1
            )
            for number, (weight, rest, fewer) in enumerate(ways)
        )

    def _count(self, free: int, left: int) -> int:
        if not free:
            return 1  # nothing is left over either: the areas are equal
        known = self._counts.get((free, left))
        if known is not None:
            return known
        total = 0
        sums = self._sums
        for shift, copies, weight, rest, sizes, late in self._fits(free):
            if left >> shift & FIELD_MASK >= copies:
                fewer = left - (copies << shift)
                reach = sums.get(fewer)
                if reach is None:
                    reach = self._sums_of(fewer)
                if not (sizes & ~reach or fewer & late):
                    total += weight * self._count(rest, fewer)
        if len(self._counts) < _MOST_KEPT:
            self._counts[free, left] = total
        return total

    def _packings(self, free: int, left: int, laid: tuple[Placed, ...]) -> Iterator[tuple[Placed, ...]]:
        if not free:
            yield laid
            return
        if (free, left) in self._counts:  # known to lead nowhere
            return
        found = False
        for shift, bits in self._ways(free, left):
            placed = shift // FIELD, bits
            self._tell(placed, True)
            for packing in self._packings(free ^ bits, left - (1 << shift), (*laid, placed)):
                found = True
                yield packing
            self._tell(placed, False)
        if not found and len(self._counts) < _MOST_KEPT:
            self._counts[free, left] = 0

    def _ways(self, free: int, left: int) -> Iterator[tuple[int, int]]:
        """The field and the bits of each piece that is left, wherever it can cover the first free cell.

        Other than `_fits`, nothing is worked out for pieces that are not left, nor before it is needed: most
        searches end at the first packing.
        """
        self._watch_time()
        lying = self._lying.get(free)
        if lying is None:
            moves = self._moves[(free & -free).bit_length() - 1]
            lying = tuple((shift, bits) for shift, _, _, bits in moves if bits & free == bits)
            if len(self._lying) < _MOST_KEPT:
                self._lying[free] = lying
        for shift, bits in lying:
            if left >> shift & FIELD_MASK:
                rest = free ^ bits
                sizes = self._sizes.get(rest)
                if sizes is None:
                    sizes = region_sizes(rest, self._layout, self._tails)
                    if len(self._sizes) < _MOST_KEPT:
                        self._sizes[rest] = sizes
                if not sizes & ~self._sums_of(left - (1 << shift)):
                    yield shift, bits

    def _watch_time(self) -> None:
        if self._deadline is not None and perf_counter() > self._deadline:  # 60 ns: not too often
            raise OutOfTimeError

    def _fits(self, free: int) -> tuple[Fit, ...]:
        """The ways to cover the first free cell, whatever pieces are left."""
        self._watch_time()
        fits = self._fitting.get(free)
        if fits is None:
            whole, layout, tails = self._sums_of(self._layout.left), self._layout, self._tails
            fits = tuple(
                (shift, copies, weight, free ^ bits, sizes, self._late(free ^ bits))
                for shift, copies, weight, bits in self._moves[(free & -free).bit_length() - 1]
                if bits & free == bits and not (sizes := region_sizes(free ^ bits, layout, tails)) & ~whole
            )
            if len(self._fitting) < _MOST_KEPT:
                self._fitting[free] = fits
        return fits

    def _late(self, free: int) -> int:
        """The field of the piece whose places are restricted, if none of them is free any more."""
        if not self._restricted or any(bits & free == bits for _, bits in self._restricted):
            return 0
        return FIELD_MASK << FIELD * self._restricted[0][0]

    def _fillable(self, free: int, left: int) -> bool:
        area = sum(size * (left >> FIELD * kind & FIELD_MASK) for kind, size in enumerate(self._layout.sizes))
        return area == free.bit_count() and not region_sizes(
            free, self._layout, self._tails
        ) & ~self._sums_of(left)

    def _sums_of(self, left: int) -> int:
        """Bit n: some of the pieces that are left have n cells together."""
        sums = self._sums.get(left)
        if sums is None:
            sums = 1
            for kind, size in enumerate(self._layout.sizes):
                for _ in range(left >> FIELD * kind & FIELD_MASK):
                    sums |= sums << size
            if len(self._sums) < _MOST_KEPT:
                self._sums[left] = sums
        return sums


def _weights(layout: Layout) -> dict[Placed, int]:
    """How often each way to lay one chosen piece counts; ways that are not there count once.

    As many packings have the piece in one place as in the image of that place when the board is turned. So of
    the places that are images of each other only one is tried, and counts for all. The piece is the one with
    the fewest ways to lie, which is where the most is saved.
    """
    ways: dict[int, list[Placed]] = {}
    for placed in layout.placed:
        if len(layout.kinds[placed[0]]) == 1:
            ways.setdefault(placed[0], []).append(placed)
    if len(layout.images) == 1 or not ways:
        return {}
    weights: dict[Placed, int] = {}
    turns = symmetries(layout)
    for placed in min(ways.values(), key=len):
        images = {goes[placed] for goes in turns}
        weights[placed] = len(images) if placed == min(images) else 0
    return weights


def _moves(
    layout: Layout, symmetry: Symmetry | None, weights: dict[Placed, int]
) -> tuple[tuple[Move, ...], ...]:
    """For each bit the ways to cover it and no lower one."""
    found: list[list[Move]] = [[] for _ in layout.cells]
    for placed in layout.placed:
        kind, bits = placed
        weight = weights.get(placed, 1)
        copies, together = (1, bits) if symmetry is None else _orbit(placed, symmetry)
        if weight and copies:
            first = (together & -together).bit_length() - 1
            found[first].append((FIELD * kind, copies, weight, together))
    return tuple(map(tuple, found))


def _orbit(placed: Placed, symmetry: Symmetry) -> tuple[int, int]:
    """How many images a piece has, itself included, and the bits of all.

    No images where they overlap, and for all of them but one: each orbit is laid once. Two orbits may cover
    the same cells, and are different ways all the same.
    """
    kind, bits = placed
    orbit = [bits]
    while (image := symmetry[kind, orbit[-1]][1]) != bits:
        orbit.append(image)
    together = sum(orbit)
    apart = together.bit_count() == len(orbit) * bits.bit_count()
    return (len(orbit), together) if apart and bits == min(orbit) else (0, 0)
