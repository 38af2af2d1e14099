"""A board on which some pieces lie: which of them cannot stay, and the next ones, in words.

A Katamino may have many packings, so no piece is compared with "the" solution: a piece is wrong if no packing
has it where it lies, together with the others. If no packing has all of them, the smallest reason is looked
for: one piece that no packing has there, or else a few pieces that cannot all stay. A hole beside them that
cannot be filled is named, since a player sees it at once. Several such groups have no piece in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from picrosser.packing.completions import Completions, fillable_sizes, without
from picrosser.packing.next_pieces import PieceStep, Strength, next_pieces, place_words, told
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.displayed import Displayed
from picrosser.puzzles.katamino import BOX, Board, Piece, PlacedPiece, first_repeated
from picrosser.puzzles.picture import Cell, Colour, Picture
from picrosser.puzzles.polyomino import PENTOMINO, regions
from picrosser.running.deadline import NO_DEADLINE, Deadline

_WHITE: Colour = (255, 255, 255)
_GREY: Colour = (128, 128, 128)  # of a piece that is not in the box, unless a picture shows it
_FULL = "the board is full"
_OWN_COLOURS: Mapping[int, Colour] = MappingProxyType({})


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


@dataclass(frozen=True, slots=True)
class BoardChecked(Displayed):
    """What is wrong on a Katamino board, and the next pieces.

    board : with the pieces that lie on it.
    total : the number of pieces that fill it.
    mistakes : pieces that cannot stay; none if the board can be completed.
    lines : a line of words for each mistake.
    steps : the next pieces, none on a full board; None if they were not asked for, or if there are mistakes.

    Examples
    --------
    >>> found = picrosser.hint_screenshot("board.png").found
    >>> found
    <BoardChecked: 2 of 7 pieces lie on the board, and the rest can be filled>
    >>> found.steps[0].rule.value, found.steps[0].placed.piece
    ('fit', <Piece 3 (Y, brown)>)
    """

    board: Board
    total: int
    mistakes: tuple[Misplaced, ...]
    lines: tuple[str, ...]
    steps: tuple[PieceStep, ...] | None = None

    _of_pieces = True

    @property
    def wrong(self) -> tuple[PlacedPiece, ...]:
        """The pieces that are certainly wrong."""
        return tuple(self.board.placed[some.pieces[0]] for some in self.mistakes if len(some.pieces) == 1)

    @property
    def unsure(self) -> tuple[PlacedPiece, ...]:
        """The pieces that cannot all stay; some of them may be right."""
        groups = (mistake.pieces for mistake in self.mistakes if len(mistake.pieces) > 1)
        return tuple(self.board.placed[at] for group in groups for at in group)

    @property
    def step_lines(self) -> list[str]:
        """The next pieces in words, numbered if there are several."""
        if self.steps is None:
            return []
        steps = [step.why for step in self.steps]
        return [f"{n}. {why}" for n, why in enumerate(steps, 1)] if len(steps) > 1 else steps or [_FULL]

    @property
    def words(self) -> str:
        """How many pieces lie on the board, and whether they can stay."""
        lying = len(self.board.placed)
        if not lying:
            return f"none of {self.total} pieces lies on the board"
        share = f"{lying} of {self.total} pieces {'lies' if lying == 1 else 'lie'} on the board"
        if not self.lines:
            return f"{share}, all right" if lying == self.total else f"{share}, and the rest can be filled"
        wrong, unsure = len(self.wrong), len(self.unsure)
        parts = [f"{wrong} wrong" if wrong else "", f"{unsure} that cannot all stay" if unsure else ""]
        return ", ".join([share, *filter(None, parts)])

    def __repr__(self) -> str:
        return f"<BoardChecked: {self.words}>"

    def _shown(self) -> tuple[None, Picture, str]:
        return None, self.board.picture, "; ".join([self.words, *self.lines, *self.step_lines])


def check_board_progress(
    board: Board,
    pieces: Sequence[Piece] = (),
    count: int = 0,
    *,
    strength: Strength = "paint",
    colours: Mapping[int, Colour] = _OWN_COLOURS,
    deadline: Deadline = NO_DEADLINE,
) -> BoardChecked:
    """Find the pieces that cannot stay on a Katamino board, or the next ones to lay.

    Parameters
    ----------
    board : with the pieces that lie on it.
    pieces : all pieces of the problem, those on the board too; none if any pieces of the box may be used.
    count : the number of next pieces to find, 0 for none.
    strength : how much they tell: "paint" for the whole step, "nudge" for where to look only, "rule" to add
        which rule helps there.
    colours : those in which a picture shows pieces, by the piece's number; others have the box's.
    deadline : by which the search must end.

    Raises
    ------
    OutOfTimeError : the time was up before the answer was known.

    Examples
    --------
    >>> reading = picrosser.solve_screenshot("board.png").reading
    >>> print(picrosser.check_board_progress(reading.board, reading.all_pieces, 1).steps[0].why)
    lay the brown Y on row 4, column 2; row 5, columns 1 to 4: nothing else fits on row 4, column 2
    """
    lying = [placed.piece for placed in board.placed]
    mistakes = find_misplaced(board, pieces, deadline=deadline)
    total = len(pieces) or len(board.cells) // PENTOMINO
    if mistakes or not count:
        names = piece_names(lying, colours)
        lines = tuple(misplaced_words(mistake, names) for mistake in mistakes)
        return BoardChecked(board, total, mistakes, lines)
    found = [(step, step.placed) for step in next_pieces(board, pieces, count, deadline=deadline)]
    known = tuple(pieces) or (*lying, *(placed.piece for _, placed in found if placed))
    named = dict(zip(known, piece_names(known, colours), strict=True))
    steps = tuple(told(step, named[placed.piece], strength) for step, placed in found if placed)
    return BoardChecked(board, total, (), (), steps)


# ---- Misplaced pieces


def find_misplaced(
    board: Board, pieces: Sequence[Piece] = (), *, deadline: Deadline = NO_DEADLINE
) -> tuple[Misplaced, ...]:
    """Find the pieces that cannot stay; none if the board can be completed.

    Parameters and errors are those of `check_board_progress`.
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


# ---- Words


def piece_names(pieces: Sequence[Piece], colours: Mapping[int, Colour]) -> tuple[str, ...]:
    """What to call pieces, such as "orange L": by the colours in which they are shown, and by their letters.

    colours : of the pieces that a picture shows in other colours than the box has, by the piece's number.
    """
    shown = [colours.get(piece.number, piece.colour or _GREY) for piece in pieces]
    return tuple(
        f"{piece.colour_name if piece.colour == colour else name.partition(' (')[0]} "
        f"{piece.letter or f'piece {piece.drawing}'}"
        for piece, colour, name in zip(pieces, shown, colour_names((_WHITE, *shown))[1:], strict=True)
    )


def misplaced_words(mistake: Misplaced, names: Sequence[str]) -> str:
    """Which pieces cannot stay, and why.

    names : what to call each piece that lies on the board.
    """
    own = [names[at] for at in mistake.pieces]
    if not own:
        return "the pieces cannot fill this board, wherever they lie"
    if mistake.twice:
        return f"the {own[0]} lies on the board twice"
    if mistake.hole:
        leave = "it leaves" if len(own) == 1 else "they leave"
        size = f"{len(mistake.hole)} cell{'s' * (len(mistake.hole) > 1)}"
        why = f"{leave} a hole of {size} at {place_words(min(mistake.hole))}, which cannot be filled"
    else:
        why = f"with {'it' if len(own) == 1 else 'them'} there the board cannot be filled"
    *first, last = own
    subject = f"{', the '.join(first)} and the {last}" if first else last
    both = {1: "", 2: " both"}.get(len(own), " all")
    return f"the {subject} cannot{both} stay: {why}"
