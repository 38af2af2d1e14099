"""Finds the next pieces of a board on which some lie already, each with the reason why it must go there.

Every way to lay a remaining piece on the blank cells is listed. Ways that cannot be right are left out: first
those that anybody can refute at a glance, since they leave a hole whose size no pieces have together; then
those that leave a hole which the remaining pieces cannot fill; last those that no packing has. As soon as a
cell or a piece has one way left, that is the next step. If every cell and every piece has several, none is
forced, and a way is taken that some packing has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from picrosser.packing.search import OutOfTimeError
from picrosser.packing.started import Completions, fillable_sizes, regions, without
from picrosser.puzzles.katamino import Board, Piece, PlacedPiece
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import orientations
from picrosser.running.deadline import NO_DEADLINE, Deadline

_MAX_TRIED_HOLE = 12  # cells: whether a larger hole can be filled is left to the search for packings
_MAX_SEARCHES = 200  # for a packing, per step: a second or two


class PieceRule(Enum):
    """The reasons for a piece's place, the easiest to see first."""

    LAST = "last"
    """It is the only piece left."""
    FIT = "fit"
    """Nothing else fits on a cell, or the piece fits nowhere else."""
    HOLE = "hole"
    """Everything else leaves a hole whose size no pieces have together."""
    FILLING = "filling"
    """Everything else leaves a hole that the remaining pieces cannot fill."""
    SEARCH = "search"
    """No packing has anything else there; a search had to show it."""
    CHOICE = "choice"
    """Nothing is forced: one packing has the piece there."""


@dataclass(frozen=True, slots=True)
class NextPiece:
    """A piece to lay next.

    placed : the piece and its cells.
    rule : why it goes there.
    cell : the cell that it has to cover, if that is the reason; None if the reason is the piece itself.
    sizes : the sizes of the holes that everything else leaves, if these are the reason.
    """

    placed: PlacedPiece
    rule: PieceRule
    cell: Cell | None = None
    sizes: tuple[int, ...] = ()


def next_pieces(
    board: Board, pieces: Sequence[Piece] = (), count: int = 1, *, deadline: Deadline = NO_DEADLINE
) -> tuple[NextPiece, ...]:
    """Find the next pieces; fewer than asked for if the board is full before.

    Parameters
    ----------
    board : with the pieces that lie on it, which some packing has there.
    pieces : all pieces of the problem, those on the board too; none if any pieces of the box may be used.
        Then one set that fills the board is chosen, and nothing is forced.
    count : the number of steps, 1 or more.
    deadline : by which the search must end.

    Raises
    ------
    OutOfTimeError : the time was up before the first step was found.
    ValueError : no packing has the pieces where they lie.
    """
    known = Completions(board.cells, pieces, deadline)
    placed = list(board.placed)
    steps: list[NextPiece] = []
    rest = known.of(placed)
    if rest is None:
        raise ValueError("the board cannot be completed")
    ways = _Ways.on(board.blank, [lying.piece for lying in rest])
    while ways.left and len(steps) < count:
        try:
            step = _next(ways, placed, known, is_set_known=bool(pieces))
        except OutOfTimeError:
            if not steps:
                raise
            break
        steps.append(step)
        placed.append(step.placed)
        ways = ways.after(step.placed)
    return tuple(steps)


class _Ways:
    """The ways to lay the remaining pieces on the blank cells."""

    def __init__(self, blank: frozenset[Cell], left: Sequence[Piece], listed: Iterable[PlacedPiece]) -> None:
        self.blank = blank
        self.left = tuple(left)
        self.listed = tuple(listed)
        self._by_first: dict[Cell, list[PlacedPiece]] = {}

    @classmethod
    def on(cls, blank: Iterable[Cell], left: Sequence[Piece]) -> _Ways:
        """All ways to lay some pieces on some cells."""
        free = frozenset(blank)
        return cls(free, left, (way for piece in dict.fromkeys(left) for way in _every_way(piece, free)))

    def after(self, laid: PlacedPiece) -> _Ways:
        """The ways that remain once a piece is laid."""
        blank, left = self.blank.difference(laid.cells), without(self.left, [laid.piece])
        listed = (way for way in self.listed if way.piece in left and blank.issuperset(way.cells))
        return _Ways(blank, left, listed)

    def those(self, are_right: Callable[[PlacedPiece], bool]) -> _Ways:
        """Only the ways that may be right."""
        return _Ways(self.blank, self.left, filter(are_right, self.listed))

    def of_cells(self) -> dict[Cell, list[PlacedPiece]]:
        """The ways to cover each cell, row by row."""
        found: dict[Cell, list[PlacedPiece]] = {cell: [] for cell in sorted(self.blank)}
        for way in self.listed:
            for cell in way.cells:
                found[cell].append(way)
        return found

    def of_pieces(self) -> dict[Piece, list[PlacedPiece]]:
        """The ways to lay each piece. Pieces of which two are left are left out: both have the same ways."""
        found: dict[Piece, list[PlacedPiece]] = {
            piece: [] for piece in self.left if self.left.count(piece) == 1
        }
        for way in self.listed:
            if way.piece in found:
                found[way.piece].append(way)
        return found

    def beginning_at(self, cell: Cell) -> Iterator[PlacedPiece]:
        """The ways of which this is the first cell, row by row."""
        if not self._by_first:
            for way in self.listed:
                self._by_first.setdefault(way.cells[0], []).append(way)
        return iter(self._by_first.get(cell, ()))

    def holes_after(self, way: PlacedPiece) -> tuple[frozenset[Cell], ...]:
        """The regions that remain blank if a piece is laid."""
        return regions(self.blank.difference(way.cells))


def _every_way(piece: Piece, blank: frozenset[Cell]) -> Iterator[PlacedPiece]:
    """All ways to lay a piece, each with its cells row by row."""
    for shape in orientations(piece.shape):
        first_row, first_col = shape[0]
        for row, col in sorted(blank):
            cells = tuple((row + r - first_row, col + c - first_col) for r, c in shape)
            if blank.issuperset(cells):
                yield PlacedPiece(piece, cells)


def _next(ways: _Ways, placed: Sequence[PlacedPiece], known: Completions, *, is_set_known: bool) -> NextPiece:
    """The next step: by the easiest rule that decides one."""
    if len(ways.left) == 1 and is_set_known:
        (last,) = known.of(placed) or ()
        return NextPiece(last, PieceRule.LAST)
    if not is_set_known:
        return _chosen(ways, placed, known)
    found = _decided(ways, ways, PieceRule.FIT)
    if found is not None:
        return found
    bad_sizes: dict[PlacedPiece, int] = {}
    for way in ways.listed:
        sizes = fillable_sizes(without(ways.left, [way.piece]))
        bad = [len(hole) for hole in ways.holes_after(way) if len(hole) not in sizes]
        if bad:
            bad_sizes[way] = min(bad)
    without_holes = ways.those(lambda way: way not in bad_sizes)
    found = _decided(ways, without_holes, PieceRule.HOLE, bad_sizes)
    if found is not None:
        return found
    filled = without_holes.those(lambda way: _can_fill(without_holes, way))
    return (
        _decided(ways, filled, PieceRule.FILLING)
        or _searched(filled, placed, known)
        or _chosen(filled, placed, known)
    )


def _decided(
    every: _Ways, right: _Ways, rule: PieceRule, bad_sizes: dict[PlacedPiece, int] | None = None
) -> NextPiece | None:
    """The step for which the fewest ways had to be left out; None if no cell and no piece has only one."""
    alternatives = every.of_cells()
    found = [
        (len(alternatives[cell]), NextPiece(ways[0], rule, cell), alternatives[cell])
        for cell, ways in right.of_cells().items()
        if len(ways) == 1
    ]
    others = every.of_pieces()
    found += [
        (len(others[piece]), NextPiece(ways[0], rule), others[piece])
        for piece, ways in right.of_pieces().items()
        if len(ways) == 1
    ]
    if not found:
        return None
    _, step, left_out = min(found, key=lambda one: one[0])  # the first of equals: a cell, row by row
    sizes = {bad_sizes[way] for way in left_out if way in bad_sizes} if bad_sizes else set()
    return NextPiece(step.placed, rule, step.cell, tuple(sorted(sizes)))


def _can_fill(ways: _Ways, laid: PlacedPiece) -> bool:
    """Whether each small hole that a piece leaves can be filled with some of the other pieces."""
    left = without(ways.left, [laid.piece])
    return all(len(hole) > _MAX_TRIED_HOLE or _fills(ways, hole, left) for hole in ways.holes_after(laid))


def _fills(ways: _Ways, hole: frozenset[Cell], left: Sequence[Piece]) -> bool:
    """Whether some of the pieces fill a hole: one after the other covers its first blank cell."""
    if not hole:
        return True
    return any(
        _fills(ways, hole - set(way.cells), without(left, [way.piece]))
        for way in ways.beginning_at(min(hole))
        if way.piece in left and hole.issuperset(way.cells)
    )


def _searched(ways: _Ways, placed: Sequence[PlacedPiece], known: Completions) -> NextPiece | None:
    """A step that only the search for packings shows; None if there is none, or if it takes too long.

    Every packing that is found shows that all its pieces may lie as they do there. So a cell or piece with
    two ways in packings needs no further search.
    """
    possible: set[PlacedPiece] = set(known.of(placed) or ())
    searches = 0
    groups: list[tuple[Cell | None, list[PlacedPiece]]] = [*ways.of_cells().items()]
    groups += [(None, of_piece) for of_piece in ways.of_pieces().values()]
    for cell, group in sorted(groups, key=lambda one: len(one[1])):
        for way in group:
            if len(possible.intersection(group)) > 1:
                break
            if way in possible:
                continue
            if searches == _MAX_SEARCHES:
                return None
            searches += 1
            rest = known.of([*placed, way])
            if rest is not None:
                possible |= {way, *rest}
        right = possible.intersection(group)
        if len(right) == 1:
            return NextPiece(right.pop(), PieceRule.SEARCH, cell)
    return None


def _chosen(ways: _Ways, placed: Sequence[PlacedPiece], known: Completions) -> NextPiece:
    """The piece that a packing has on the cell that can be covered in the fewest ways."""
    cell = min(ways.of_cells().items(), key=lambda one: len(one[1]))[0]
    (laid,) = (way for way in known.of(placed) or () if cell in way.cells)
    return NextPiece(laid, PieceRule.CHOICE, cell)
