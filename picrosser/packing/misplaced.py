"""Finds out which pieces on a board cannot stay where they lie.

If no packing has all of them, the smallest reason is looked for: one piece that no packing has there, or else
a few pieces that cannot all stay. A hole beside them that cannot be filled is named, since a player sees it
at once. Several such groups have no piece in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from picrosser.packing.started import Completions, fillable_sizes, regions, without
from picrosser.puzzles.katamino import BOX, Board, Piece, first_repeated
from picrosser.puzzles.picture import Cell
from picrosser.running.deadline import NO_DEADLINE, Deadline


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Pieces that cannot all stay where they lie.

    pieces : their indices among the pieces that lie on the board. A single one is certainly wrong; of several
        at least one is. Empty if the problem's pieces cannot fill even an empty board.
    hole : the cells of a hole between them that cannot be filled; empty if there is none.
    twice : the same piece lies on the board twice, but the problem has it only once.
    """

    pieces: tuple[int, ...]
    hole: tuple[Cell, ...] = ()
    twice: bool = False


def find_misplaced(
    board: Board, pieces: Sequence[Piece] = (), *, deadline: Deadline = NO_DEADLINE
) -> tuple[Misplaced, ...]:
    """Find the pieces that cannot stay; none if the board can be completed.

    Parameters
    ----------
    board : with the pieces that lie on it.
    pieces : all pieces of the problem, those on the board too; none if any pieces of the box may be used.
    deadline : by which the search must end.

    Raises
    ------
    OutOfTimeError : the time was up before this was known.
    """
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
    """Pieces of which none can be left out of the reason why the board cannot be completed, and their hole.

    A hole that cannot be filled is a reason by itself, so holes come first, the smallest of them.
    """
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
    """The smallest region that no set of the other pieces can fill, by its size alone; empty if none is seen.

    some : the pieces that lie there; the others do not.
    around : cells of which the hole must have one; none for any hole.
    """
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
