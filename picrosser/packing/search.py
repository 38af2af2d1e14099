"""Searches for packings: always covers the first free cell, and backtracks when a gap cannot be filled.

A cell is a bit. Bits run along the shorter side of the board first, which keeps the states of the search few,
and each line ends with one extra bit that is never free, so shifting a set of cells gives its neighbours.
Pieces of one shape are of one kind; one number with a field of `FIELD` bits per kind says how many are left.

Free cells and remaining pieces decide what follows, so counts are cached by both. A gap is checked by its
size: each connected region of free cells must have as many cells as some of the remaining pieces have
together. Regions and sums are cached as bit sets: bit n stands for n cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from time import perf_counter
from typing import TypeAlias

from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import TURNS, Shape, moved_to_corner, orientations
from picrosser.running.deadline import Deadline

FIELD = 5  # bits per kind, enough for the at most 26 pieces of a puzzle
FIELD_MASK = (1 << FIELD) - 1
_MAX_CACHED = 3_000_000
"""States, about 500 MB. Beyond this, nothing more is cached, and the search goes on more slowly."""
_WATCHED_PIECES = 3  # progress is reported per way to lay the first three pieces: a few hundred reports

Placed: TypeAlias = tuple[int, int]  # a way to lay a piece: (kind, the bits that it covers)
Symmetry: TypeAlias = dict[Placed, Placed]
"""The way to lay a piece to which each way goes when the board is turned or flipped."""
Move: TypeAlias = tuple[int, int, int, Placed]
"""(shift of the kind's field, pieces laid at once, how often the move counts, the kind and bits laid)."""
Fit: TypeAlias = tuple[int, int, int, Placed, int, int, int]
"""A move on a given board: `Move`, the bits that remain free, the sizes of their regions, and the field of a
piece that would have no place left."""
LayListener: TypeAlias = Callable[[Placed, bool], None]
"""Called with a piece, and whether it is laid (True) or taken back."""
ProgressListener: TypeAlias = Callable[[float], None]  # called with the share of a count that is done, 0 to 1


class OutOfTimeError(Exception):
    """The deadline has passed; raised by searches, caught in `pack` and `count_packings`."""


# ---- The puzzle as bits


@dataclass(frozen=True, slots=True)
class Layout:
    """A puzzle as bits.

    cells : the cell of each bit; None for the extra bits between lines. free : the bits of the board.
    stride : the distance in bits from a cell to its neighbour in the next line.
    kinds, sizes : per kind, the indices of the puzzle's pieces, and the number of cells of one.
    left : the number of pieces of each kind, in fields.
    placed : every way to lay a piece on the empty board.
    images : for each symmetry of the board, the identity first, the bit to which each bit goes.
    """

    cells: tuple[Cell | None, ...]
    free: int
    stride: int
    kinds: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]
    left: int
    placed: tuple[Placed, ...]
    images: tuple[dict[int, int], ...]


def lay_out(puzzle: Katamino) -> Layout:
    board = moved_to_corner(puzzle.board)
    height, width = (1 + max(cell[axis] for cell in board) for axis in (0, 1))
    lines, stride = (width, height + 1) if height <= width else (height, width + 1)
    along = 0 if height <= width else 1  # the axis of a cell that counts within a line
    bit_of = {cell: cell[1 - along] * stride + cell[along] for cell in board}
    top, left = min(row for row, _ in puzzle.board), min(col for _, col in puzzle.board)
    cells: list[Cell | None] = [None] * (lines * stride)
    for (row, col), bit in bit_of.items():
        cells[bit] = (row + top, col + left)
    by_shape: dict[Shape, list[int]] = {}
    for index, piece in enumerate(puzzle.pieces):
        by_shape.setdefault(orientations(piece.shape)[0], []).append(index)
    free = sum(1 << bit for bit in bit_of.values())
    placed = {
        (kind, bits): None
        for kind, shape in enumerate(by_shape)
        for lying in orientations(shape)
        if max(cell[along] for cell in lying) < stride - 1  # else two of its cells would share a bit
        for bits in _ways(sum(1 << cell[1 - along] * stride + cell[along] for cell in lying), free)
    }
    return Layout(
        cells=tuple(cells),
        free=free,
        stride=stride,
        kinds=tuple(map(tuple, by_shape.values())),
        sizes=tuple(map(len, by_shape)),
        left=sum(len(of) << FIELD * kind for kind, of in enumerate(by_shape.values())),
        placed=tuple(placed),
        images=tuple(_images(board, bit_of)),
    )


def _ways(lying: int, free: int) -> Iterable[int]:
    """All places of a shape, as bits: what sticks out of a line covers an extra bit, which is never free."""
    for shift in range(free.bit_length() - lying.bit_length() + 1):
        bits = lying << shift
        if bits & free == bits:
            yield bits


def _images(board: Shape, bit_of: dict[Cell, int]) -> Iterable[dict[int, int]]:
    for a, b, c, d in TURNS:
        turned = {(row, col): (a * row + b * col, c * row + d * col) for row, col in board}
        top, left = min(row for row, _ in turned.values()), min(col for _, col in turned.values())
        goes = {cell: (row - top, col - left) for cell, (row, col) in turned.items()}
        if bit_of.keys() == set(goes.values()):
            yield {1 << bit_of[cell]: 1 << bit_of[image] for cell, image in goes.items()}


def symmetries(layout: Layout) -> tuple[Symmetry, ...]:
    """The effect of each symmetry of the board on the ways to lay pieces, the identity first."""
    return tuple(
        {
            (kind, bits): (kind, sum(to for one, to in image.items() if bits & one))
            for kind, bits in layout.placed
        }
        for image in layout.images
    )


# ---- The search


class Search:
    """One search with its caches; not safe for use from several threads.

    symmetry : one of the board's. Only packings that it leaves unchanged are found: a piece is then laid
        together with all its images, which are pieces of the same kind.
    on_lay : called for each piece that `packings` lays or takes back.
    """

    def __init__(
        self,
        layout: Layout,
        deadline: Deadline,
        symmetry: Symmetry | None = None,
        on_lay: LayListener | None = None,
    ) -> None:
        self._layout = layout
        self._deadline = deadline
        self._on_lay = on_lay
        self._symmetry = symmetry
        self._moves: tuple[tuple[Move, ...], ...] = ()
        self._restricted: list[Placed] = []
        self._fitting: dict[int, tuple[Fit, ...]] = {}
        self._sums_of = cache(partial(_sums_of, layout.sizes))
        self._counts: dict[tuple[int, int], int] = {}

    def count(self, on_progress: ProgressListener | None = None) -> int:
        """The number of packings; `on_progress` is called when a way to lay the first pieces is done."""
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
        """Yield the packings, each with its pieces in the order of their first cells."""
        free, left = self._layout.free, self._layout.left
        self._moves = _moves(self._layout, self._symmetry, {})
        if self._is_fillable(free, left):
            yield from self._packings(free, left, ())

    def _count(self, free: int, left: int) -> int:
        if not free:
            return 1  # no piece is left either, since the areas are equal
        known = self._counts.get((free, left))
        if known is not None:
            return known
        total = 0
        self._check_time()
        # The loop of `_after`, once more: this is twice as fast.
        for shift, copies, weight, _, rest, sizes, blocked in self._fits(free):
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
            if self._on_lay:
                self._on_lay(placed, True)
            for packing in self._packings(rest, fewer, (*laid, placed)):
                found = True
                yield packing
            if self._on_lay:
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
        if perf_counter() > self._deadline.ends:
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
                and not (sizes := _region_sizes(free ^ move[-1][1], self._layout.stride)) & ~whole
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
        sizes = _region_sizes(free, self._layout.stride)
        return area == free.bit_count() and not sizes & ~self._sums_of(left)


def _sums_of(sizes: Sequence[int], left: int) -> int:
    """Bit n is set if some of the remaining pieces have n cells together; sizes : of one piece, per kind."""
    sums = 1
    for kind, size in enumerate(sizes):
        for _ in range(left >> FIELD * kind & FIELD_MASK):
            sums |= sums << size
    return sums


def _weights(layout: Layout) -> dict[Placed, int]:
    """How often each way to lay one chosen piece counts; other ways count once.

    Of places that are images of each other when the board is turned only one is tried, and it counts for all.
    The chosen piece is the one with the fewest ways to lie, which saves the most.
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
    """How many images a piece has, and their bits; (0, 0) if they overlap or another one stands for them."""
    kind, bits = placed
    orbit = [bits]
    while (image := symmetry[kind, orbit[-1]][1]) != bits:
        orbit.append(image)
    together = sum(orbit)
    apart = together.bit_count() == len(orbit) * bits.bit_count()
    return (len(orbit), together) if apart and bits == min(orbit) else (0, 0)


def _region_sizes(free: int, stride: int) -> int:
    """Bit n is set if some connected region of free cells has n cells."""
    sizes = 0
    while free:
        region = _grown(free & -free, free, stride)
        sizes |= 1 << region.bit_count()
        free ^= region
    return sizes


def _grown(region: int, free: int, stride: int) -> int:
    """The free cells that are connected to the region, the region included."""
    while (
        grown := (region | region << 1 | region >> 1 | region << stride | region >> stride) & free
    ) != region:
        region = grown
    return region
