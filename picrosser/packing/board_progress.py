"""A board on which some pieces lie: what is wrong on it, and the next pieces, in words.

A Katamino may have many packings, so no piece is compared with "the" solution: a piece is wrong if no packing
has it where it lies, together with the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from picrosser.packing.misplaced import Misplaced, find_misplaced
from picrosser.packing.next_pieces import NextPiece, PieceRule, next_pieces
from picrosser.packing.piece_words import (
    method_words,
    misplaced_words,
    piece_names,
    step_words,
    where_words,
)
from picrosser.packing.started import PIECE_CELLS, regions
from picrosser.puzzles.displayed import Displayed
from picrosser.puzzles.katamino import Board, Piece, PlacedPiece
from picrosser.puzzles.picture import Cell, Colour, Picture
from picrosser.running.deadline import NO_DEADLINE, Deadline

_GREY: Colour = (128, 128, 128)  # of a piece that is not in the box, unless a picture shows it
_FULL = "the board is full"
_OWN_COLOURS: Mapping[int, Colour] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PieceStep:
    """A piece to lay next, in words.

    placed : the piece and its cells; None if they are not to be told.
    rule : why it goes there.
    look_at : the cell that has to be covered, if that decides; else the blank region around the place.
    why : the whole step in words.
    where, method : where to look, and which rule helps there, in words that give nothing else away.
    """

    placed: PlacedPiece | None
    rule: PieceRule
    look_at: tuple[Cell, ...]
    why: str
    where: str
    method: str


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
        return self._among_mistakes(alone=True)

    @property
    def unsure(self) -> tuple[PlacedPiece, ...]:
        """The pieces that cannot all stay; some of them may be right."""
        return self._among_mistakes(alone=False)

    def _among_mistakes(self, *, alone: bool) -> tuple[PlacedPiece, ...]:
        groups = (mistake.pieces for mistake in self.mistakes if (len(mistake.pieces) == 1) is alone)
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
    colours: Mapping[int, Colour] = _OWN_COLOURS,
    deadline: Deadline = NO_DEADLINE,
) -> BoardChecked:
    """Find the pieces that cannot stay on a Katamino board, or the next ones to lay.

    Parameters
    ----------
    board : with the pieces that lie on it.
    pieces : all pieces of the problem, those on the board too; none if any pieces of the box may be used.
    count : the number of next pieces to find, 0 for none.
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
    total = len(pieces) or len(board.cells) // PIECE_CELLS
    if mistakes or not count:
        names = _names(lying, colours)
        lines = tuple(misplaced_words(mistake, names) for mistake in mistakes)
        return BoardChecked(board, total, mistakes, lines)
    found = next_pieces(board, pieces, count, deadline=deadline)
    known = tuple(pieces) or (*lying, *(step.placed.piece for step in found))
    named = dict(zip(known, _names(known, colours), strict=True))
    steps = []
    blank = set(board.blank)
    for step in found:
        steps.append(_step(step, named[step.placed.piece], blank))
        blank -= set(step.placed.cells)
    return BoardChecked(board, total, (), (), tuple(steps))


def _names(pieces: Sequence[Piece], colours: Mapping[int, Colour]) -> tuple[str, ...]:
    shown = [colours.get(piece.number, piece.colour or _GREY) for piece in pieces]
    return piece_names(pieces, shown)


def _step(step: NextPiece, name: str, blank: set[Cell]) -> PieceStep:
    region = next(region for region in regions(blank) if region.issuperset(step.placed.cells))
    return PieceStep(
        step.placed,
        step.rule,
        tuple(sorted(region)) if step.cell is None else (step.cell,),
        why=step_words(step, name),
        where=where_words(step, name),
        method=method_words(step),
    )


def told(step: PieceStep, strength: Literal["nudge", "rule", "paint"]) -> PieceStep:
    """A step that tells only as much as was asked for: without its piece, unless that is "paint".

    strength : "nudge" for where to look, "rule" to add which rule helps there.
    """
    if strength == "paint":
        return step
    why = f"look at {step.where}" + (f": {step.method}" if strength == "rule" else "")
    return replace(step, placed=None, why=why)
