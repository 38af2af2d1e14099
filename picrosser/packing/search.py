"""Searches for packings: always covers the first free cell, and backtracks when a gap cannot be filled.

The free cells and the remaining pieces decide what follows, so counts are cached by both: different
beginnings often lead to the same state.

A gap is checked by its size: each connected region of free cells must have as many cells as some of the
remaining pieces have together. The regions, like the ways to cover the first free cell, depend on the free
cells alone, and the sums of sizes on the pieces alone, so both are cached too, as bit sets: bit n stands for
n cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeAlias

from picrosser.packing.layout import FIELD, FIELD_MASK, Layout, Placed, Symmetry, symmetries

_MAX_CACHED = 3_000_000
"""States, about 500 MB. Beyond this, nothing more is cached, and the search goes on more slowly."""

_WATCHED_PIECES = 3  # progress is reported per way to lay the first three pieces: a few hundred reports


class OutOfTimeError(Exception):
    """The deadline has passed; caught in `pack` and `count_packings`."""


Move: TypeAlias = tuple[int, int, int, Placed]
"""(shift of the kind's field, pieces laid at once, how often the move counts, the kind and bits laid)."""
Fit: TypeAlias = tuple[int, int, int, Placed, int, int, int]
"""A move on a given board: `Move`, the bits that remain free, the sizes of their regions, and the field of a
piece that would have no place left."""
LayListener: TypeAlias = Callable[[Placed, bool], None]
"""Called with a piece, and whether it is laid (True) or taken back."""
ProgressListener: TypeAlias = Callable[[float], None]
"""Called with the share of a count that is done, 0 to 1."""


def ignore(placed: Placed, laid: bool) -> None:
    """Listen to nothing."""


class Search:
    """One search with its caches; not safe for use from several threads.

    With a symmetry, only packings that it leaves unchanged are found: a piece is then laid together with all
    its images, which are pieces of the same kind.
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
        symmetry : one of the board's symmetries, or None to find all packings.
        on_lay : called for each piece that `packings` lays or takes back.
        """
        self._layout = layout
        self._deadline = deadline
        self._on_lay = on_lay
        self._tails = _board_tails(layout)
        self._symmetry = symmetry
        self._moves: tuple[tuple[Move, ...], ...] = ()
        self._restricted: list[Placed] = []
        self._fitting: dict[int, tuple[Fit, ...]] = {}
        self._sums: dict[int, int] = {}
        self._counts: dict[tuple[int, int], int] = {}

    def count(self, on_progress: ProgressListener | None = None) -> int:
        """The number of packings.

        on_progress : called each time that a way to lay the first few pieces is done.

        Raises
        ------
        OutOfTimeError : the deadline came first.
        """
        free, left = self._layout.free, self._layout.left
        weights = _weights(self._layout) if self._symmetry is None else {}
        self._restricted = [placed for placed, weight in weights.items() if weight]
        self._moves = _moves(self._layout, self._symmetry, weights)
        if not self._is_fillable(free, left):
            return 0
        if on_progress is None:
            return self._count(free, left)
        states = [(1, free, left)]
        for _ in range(_WATCHED_PIECES):
            states = [
                (times * weight, rest, fewer)
                for times, free, left in states
                for weight, rest, fewer, _ in (self._after(free, left) if free else [(1, free, left, None)])
            ]
        total = 0
        for done, (weight, free, left) in enumerate(states):
            on_progress(done / len(states))
            total += weight * self._count(free, left)
        on_progress(1.0)
        return total

    def packings(self) -> Iterator[tuple[Placed, ...]]:
        """Yield the packings, each with its pieces in the order of their first cells.

        Raises
        ------
        OutOfTimeError : the deadline came first.
        """
        free, left = self._layout.free, self._layout.left
        self._moves = _moves(self._layout, self._symmetry, {})
        if self._is_fillable(free, left):
            yield from self._packings(free, left, ())

    def _count(self, free: int, left: int) -> int:
        if not free:
            return 1  # no piece is left either, since the areas are equal
        total = self._counts.get((free, left))
        if total is None:
            total = 0
            self._check_time()
            # The loop of `_after`, once more: this is twice as fast.
            for shift, copies, weight, _, rest, sizes, blocked in self._fits(
                free
            ):  # not `_after`: twice as fast
                if left >> shift & FIELD_MASK >= copies:
                    fewer = left - (copies << shift)
                    if not (sizes & ~self._sums_of(fewer) or fewer & blocked):
                        total += weight * self._count(rest, fewer)
            if len(self._counts) < _MAX_CACHED:
                self._counts[free, left] = total
        return total

    def _packings(self, free: int, left: int, laid: tuple[Placed, ...]) -> Iterator[tuple[Placed, ...]]:
        if not free:
            yield laid
            return
        if (free, left) in self._counts:  # cached as a dead end
            return
        found = False
        for _, rest, fewer, placed in self._after(free, left):
            self._on_lay(placed, True)
            for packing in self._packings(rest, fewer, (*laid, placed)):
                found = True
                yield packing
            self._on_lay(placed, False)
        if not found and len(self._counts) < _MAX_CACHED:
            self._counts[free, left] = 0

    def _after(self, free: int, left: int) -> Iterator[tuple[int, int, int, Placed]]:
        """Each move that covers the first free cell: its weight, the state after it, and what was laid."""
        self._check_time()
        for shift, copies, weight, placed, rest, sizes, blocked in self._fits(free):
            if left >> shift & FIELD_MASK >= copies:
                fewer = left - (copies << shift)
                if not (sizes & ~self._sums_of(fewer) or fewer & blocked):
                    yield weight, rest, fewer, placed

    def _check_time(self) -> None:
        if self._deadline is not None and perf_counter() > self._deadline:
            raise OutOfTimeError

    def _fits(self, free: int) -> tuple[Fit, ...]:
        """The ways to cover the first free cell with any of the puzzle's pieces."""
        fits = self._fitting.get(free)
        if fits is None:
            whole = self._sums_of(self._layout.left)
            fits = tuple(
                (*move, free ^ move[-1][1], sizes, self._blocked(free ^ move[-1][1]))
                for move in self._moves[(free & -free).bit_length() - 1]
                if move[-1][1] & free == move[-1][1]
                and not (sizes := _region_sizes(free ^ move[-1][1], self._layout, self._tails)) & ~whole
            )
            if len(self._fitting) < _MAX_CACHED:
                self._fitting[free] = fits
        return fits

    def _blocked(self, free: int) -> int:
        """The field of the piece with restricted places (see `_weights`) if none of them is free; else 0."""
        if not self._restricted or any(bits & free == bits for _, bits in self._restricted):
            return 0
        return FIELD_MASK << FIELD * self._restricted[0][0]

    def _is_fillable(self, free: int, left: int) -> bool:
        area = sum(size * (left >> FIELD * kind & FIELD_MASK) for kind, size in enumerate(self._layout.sizes))
        sizes = _region_sizes(free, self._layout, self._tails)
        return area == free.bit_count() and not sizes & ~self._sums_of(left)

    def _sums_of(self, left: int) -> int:
        """Bit n is set if some of the remaining pieces have n cells together."""
        sums = self._sums.get(left)
        if sums is None:
            sums = 1
            for kind, size in enumerate(self._layout.sizes):
                for _ in range(left >> FIELD * kind & FIELD_MASK):
                    sums |= sums << size
            if len(self._sums) < _MAX_CACHED:
                self._sums[left] = sums
        return sums


def _weights(layout: Layout) -> dict[Placed, int]:
    """How often each way to lay one chosen piece counts; other ways count once.

    As many packings have the piece in one place as in the image of that place when the board is turned. So of
    places that are images of each other only one is tried, and it counts for all of them; the others count 0
    times. The chosen piece is the one with the fewest ways to lie, which saves the most.
    """
    ways: dict[int, list[Placed]] = {}
    for placed in layout.placed:
        if len(layout.kinds[placed[0]]) == 1:
            ways.setdefault(placed[0], []).append(placed)
    turns = symmetries(layout)
    weights: dict[Placed, int] = {}
    for placed in min(ways.values(), key=len, default=[]):
        images = {goes[placed] for goes in turns}
        weights[placed] = len(images) if placed == min(images) else 0
    return weights


def _moves(
    layout: Layout, symmetry: Symmetry | None, weights: dict[Placed, int]
) -> tuple[tuple[Move, ...], ...]:
    """For each bit, the ways to cover it and no lower bit."""
    found: list[list[Move]] = [[] for _ in layout.cells]
    for placed in layout.placed:
        kind, bits = placed
        weight = weights.get(placed, 1)
        copies, together = (1, bits) if symmetry is None else _orbit(placed, symmetry)
        if weight and copies:
            first = (together & -together).bit_length() - 1
            found[first].append((FIELD * kind, copies, weight, (kind, together)))
    return tuple(map(tuple, found))


def _orbit(placed: Placed, symmetry: Symmetry) -> tuple[int, int]:
    """How many images a piece has under a symmetry, itself included, and the bits that they all cover.

    (0, 0) if the images overlap, and for all images but one, so that each orbit is laid once. Two orbits may
    cover the same cells, and are still different ways to lay the pieces.
    """
    kind, bits = placed
    orbit = [bits]
    while (image := symmetry[kind, orbit[-1]][1]) != bits:
        orbit.append(image)
    together = sum(orbit)
    apart = together.bit_count() == len(orbit) * bits.bit_count()
    return (len(orbit), together) if apart and bits == min(orbit) else (0, 0)


def _board_tails(layout: Layout) -> tuple[int, ...]:
    """Per line of bits, the board from that line on if it is connected, else 0; one extra 0 at the end."""
    lines = len(layout.cells) // layout.stride
    boards = [layout.free >> line * layout.stride << line * layout.stride for line in range(lines)]
    return (*(board if _grown(board & -board, board, layout.stride) == board else 0 for board in boards), 0)


def _region_sizes(free: int, layout: Layout, tails: tuple[int, ...]) -> int:
    """Bit n is set if some connected region of free cells has n cells."""
    stride = layout.stride
    # The lines that no piece has reached, often most of the board, are known to be connected.
    region = tails[-((free ^ layout.free).bit_length() // -stride)]
    sizes = 0
    while free:
        region = _grown(region or free & -free, free, stride)
        sizes |= 1 << region.bit_count()
        free ^= region
        region = 0
    return sizes


def _grown(region: int, free: int, stride: int) -> int:
    """The free cells that are connected to the region, the region included."""
    while (
        grown := (region | region << 1 | region >> 1 | region << stride | region >> stride) & free
    ) != region:
        region = grown
    return region
