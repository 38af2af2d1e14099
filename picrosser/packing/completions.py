"""Boards on which pieces lie: whether and how they can be completed, and which pieces cannot stay."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from picrosser.packing.pack import OUT_OF_TIME, Packed, PackStatus, pack, verified
from picrosser.packing.search import OutOfTimeError
from picrosser.puzzles.katamino import (
    BOX,
    Board,
    Katamino,
    Piece,
    PlacedPiece,
    first_repeated,
    packing_violations,
    placed_pieces,
)
from picrosser.puzzles.picture import EMPTY, Cell, Picture
from picrosser.puzzles.polyomino import PENTOMINO, Shape, regions
from picrosser.running.deadline import NO_DEADLINE, Deadline

_IMPOSSIBLE = "no packing contains the pieces as they lie"


class Completions:
    """The packings of one board that have some pieces at given places; answers are kept.

    pieces : those that have to fill it; none if any pieces of the box may.
    """

    def __init__(self, cells: Shape, pieces: Sequence[Piece], deadline: Deadline) -> None:
        self._cells = cells
        self._pieces = pieces
        self._deadline = deadline
        self._known = cache(self._searched)

    def of(self, placed: Iterable[PlacedPiece]) -> tuple[PlacedPiece, ...] | None:
        """The other pieces of a packing that has these; None if there is none. Raises OutOfTimeError."""
        return self._known(frozenset(placed))

    def _searched(self, kept: frozenset[PlacedPiece]) -> tuple[PlacedPiece, ...] | None:
        blank = Board(self._cells, tuple(kept)).blank
        for left in self._sets_left([lying.piece for lying in kept], len(blank)):
            if not blank:
                return ()
            packed = pack(Katamino(left, blank), time_limit_s=self._deadline.left_s)
            if packed.status is PackStatus.GAVE_UP:
                raise OutOfTimeError
            if packed.pictures:
                return placed_pieces(left, packed.pictures[0])
        return None

    def _sets_left(self, kept: Sequence[Piece], cells: int) -> Iterable[tuple[Piece, ...]]:
        if self._pieces:
            left = without(self._pieces, kept)
            return [left] if sum(len(piece.shape) for piece in left) == cells else []
        return [] if cells % PENTOMINO else combinations(without(BOX, kept), cells // PENTOMINO)


def without(pieces: Sequence[Piece], taken: Iterable[Piece]) -> tuple[Piece, ...]:
    """Some pieces without those that are taken, each of which is taken once."""
    left = list(pieces)
    for piece in taken:
        if piece in left:
            left.remove(piece)
    return tuple(left)


def fillable_sizes(pieces: Sequence[Piece]) -> frozenset[int]:
    sums = {0}
    for piece in pieces:
        sums |= {size + len(piece.shape) for size in sums}
    return frozenset(sums - {0})


# ---- Misplaced pieces
#
# If no packing has all pieces where they lie, the smallest reason is looked for: one piece that none has
# there, or else a few pieces that cannot all stay. A hole that cannot be filled is named, since a player sees
# it at once. Several such groups have no piece in common.


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Pieces that cannot all stay where they lie.

    pieces : their indices among those on the board; empty if the pieces cannot fill even an empty board.
    hole : the cells of a hole between them that cannot be filled; empty if there is none.
    twice : the same piece lies on the board twice, but the problem has it only once.
    """

    pieces: tuple[int, ...]
    hole: tuple[Cell, ...] = ()
    twice: bool = False


def find_misplaced(
    board: Board, pieces: Sequence[Piece] = (), *, deadline: Deadline = NO_DEADLINE
) -> tuple[Misplaced, ...]:
    """The pieces that cannot stay; none if the board can be completed. Raises OutOfTimeError."""
    lying = [placed.piece for placed in board.placed]
    spare = without(lying, pieces or BOX)  # on the board more often than in the problem
    twice = first_repeated(lying)
    if spare and twice is not None:
        return (Misplaced(tuple(at for at, piece in enumerate(lying) if piece == twice), twice=True),)
    completions = Completions(board.cells, pieces, deadline)
    if completions.of(board.placed) is not None:
        return ()
    if completions.of(()) is None:
        return (Misplaced(()),)
    kept = list(range(len(board.placed)))
    found: list[Misplaced] = []
    while completions.of(board.placed[at] for at in kept) is None:
        group, hole = _smallest(board, pieces, kept, completions)
        found.append(Misplaced(tuple(group), hole))
        kept = [at for at in kept if at not in group]
    return tuple(found)


def _smallest(
    board: Board, pieces: Sequence[Piece], kept: Sequence[int], completions: Completions
) -> tuple[list[int], tuple[Cell, ...]]:
    """The smallest group of pieces that is a reason why the board cannot be completed, and its hole."""
    smallest = _smallest_hole(board, pieces, kept)
    if not smallest:
        return _irreducible(kept, lambda some: completions.of(board.placed[at] for at in some) is None), ()
    group = _irreducible(kept, lambda some: bool(_smallest_hole(board, pieces, some, smallest)))
    return group, tuple(sorted(_smallest_hole(board, pieces, group)))


def _irreducible(kept: Sequence[int], is_wrong: Callable[[Sequence[int]], bool]) -> list[int]:
    """The smallest part of some pieces that is wrong by itself: first one piece alone, else none to spare."""
    for at in kept:
        if is_wrong([at]):
            return [at]
    group = list(kept)
    for at in kept:
        fewer = [other for other in group if other != at]
        if is_wrong(fewer):
            group = fewer
    return group


def _smallest_hole(
    board: Board, pieces: Sequence[Piece], some: Sequence[int], around: Iterable[Cell] = ()
) -> frozenset[Cell]:
    """The smallest region that the pieces not in `some` cannot fill; it has a cell of `around`, if any."""
    lying = [board.placed[at] for at in some]
    covered = {cell for placed in lying for cell in placed.cells}
    blank = [cell for cell in board.cells if cell not in covered]
    sizes = fillable_sizes(without(pieces or BOX, [placed.piece for placed in lying]))
    holes = [
        region
        for region in regions(blank)
        if len(region) not in sizes and len(region) < len(blank) and (not around or region & set(around))
    ]
    return min(holes, key=len, default=frozenset())


# ---- The boards of pictures


def check_board(board: Board, shown: Sequence[Piece]) -> tuple[Katamino, Picture, tuple[str, ...]]:
    """Referee a full board, packed with the pieces `shown` if any: the puzzle, its picture, the mistakes."""
    lying = [placed.piece for placed in board.placed]
    puzzle = Katamino(tuple(shown) or tuple(lying), board.cells)
    cells = [[EMPTY] * puzzle.shape[1] for _ in range(puzzle.shape[0])]
    for placed in board.placed:
        for row, col in placed.cells if placed.piece in puzzle.pieces else ():
            cells[row][col] = 1 + puzzle.pieces.index(placed.piece)
    picture = Picture(cells, puzzle.palette)
    others = (piece for piece in lying if piece not in puzzle.pieces)
    mistakes = [f"piece {piece} is not among the pieces shown" for piece in others]
    twice = first_repeated(lying)
    if twice is not None:
        mistakes.append(f"piece {twice} lies on the board twice")
    if puzzle.area != len(board.cells):
        mistakes.append(f"the pieces have {puzzle.area} cells, the board {len(board.cells)}")
    mistakes += [wrong.text for wrong in packing_violations(puzzle, picture)]
    return puzzle, picture, tuple(mistakes)


def complete(
    board: Board, shown: Sequence[Piece], *, deadline: Deadline = NO_DEADLINE
) -> tuple[Katamino, Packed, tuple[str, ...]]:
    """Pack a board's blank cells; return the puzzle of all pieces, its packing, and the mistakes in words.

    shown : the pieces beside the board: those still to be placed, or the problem's whole set; empty to try
        any pieces of the box.
    """
    lying = tuple(placed.piece for placed in board.placed)
    impossible = Packed(PackStatus.NONE, (), _IMPOSSIBLE)
    twice = first_repeated(lying)
    if twice is not None:
        return Katamino(lying, board.cells), impossible, (f"piece {twice} lies on the board twice",)
    pieces = (*lying, *without(shown, lying)) if shown else ()
    puzzle = Katamino(pieces or lying, board.cells)
    try:
        rest = Completions(board.cells, pieces, deadline).of(board.placed)
    except OutOfTimeError:
        return puzzle, Packed(PackStatus.GAVE_UP, (), OUT_OF_TIME), ()
    if rest is None:
        left, blank = sum(len(piece.shape) for piece in shown if piece not in lying), len(board.blank)
        area = f"the remaining pieces have {left} cells, the rest of the board {blank}"
        return puzzle, impossible, (area if shown and left != blank else _IMPOSSIBLE,)
    whole = Katamino((*lying, *(placed.piece for placed in rest)), board.cells)
    picture = verified(whole, Board(board.cells, (*board.placed, *rest)).picture)
    return whole, Packed(PackStatus.PACKED, (picture,)), ()
