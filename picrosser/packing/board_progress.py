"""A board on which some pieces lie: which of them cannot stay, and the next ones, in words.

Every way to lay a remaining piece is listed. Left out are those that leave a hole whose size no pieces have
together; then those that leave a hole which the remaining pieces cannot fill; last those that no packing has.
As soon as a cell or a piece has one way left, that is the next step. If none is forced, a way is taken that
some packing has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Literal, TypeAlias

from picrosser.errors import expect
from picrosser.packing.completions import Completions, Misplaced, fillable_sizes, find_misplaced, without
from picrosser.packing.search import OutOfTimeError
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.displayed import Displayed, listed, numbered
from picrosser.puzzles.katamino import Board, Piece, PlacedPiece, ways_to_lay
from picrosser.puzzles.picture import WHITE, Cell, Colour, Picture, cell_name
from picrosser.puzzles.polyomino import PENTOMINO, regions
from picrosser.running.deadline import NO_DEADLINE, Deadline

Strength: TypeAlias = Literal["nudge", "rule", "paint"]

_GREY: Colour = (128, 128, 128)  # of a piece that is not in the box, unless a picture shows it
NO_PIECES_YET = "no pieces on the board yet"
_FULL = "the board is full"
_OWN_COLOURS: Mapping[int, Colour] = MappingProxyType({})
_MAX_TRIED_HOLE = 12  # cells: whether a larger hole can be filled is left to the search for packings
_MAX_SEARCHES = 200  # for a packing, per step: a second or two
_MAX_LISTED = 3  # sizes of holes in a sentence


class PieceRule(Enum):
    """The reasons for a piece's place, the easiest to see first."""

    LAST = "last"  # it is the only piece left
    FIT = "fit"  # nothing else fits on a cell, or the piece fits nowhere else
    HOLE = "hole"  # everything else leaves a hole whose size no pieces have together
    FILLING = "filling"  # everything else leaves a hole that the remaining pieces cannot fill
    SEARCH = "search"  # no packing has anything else there; a search had to show it
    CHOICE = "choice"  # nothing is forced: one packing has the piece there


@dataclass(frozen=True, slots=True)
class PieceStep:
    """A piece to lay next, and why in words, as far as it is to be told; so `placed` may be None.

    look_at : the cell that has to be covered, if that decides; else the blank region around the place.
    sizes : the sizes of the holes that everything else leaves, if these are the reason.
    """

    placed: PlacedPiece | None
    rule: PieceRule
    look_at: tuple[Cell, ...]
    sizes: tuple[int, ...] = ()
    why: str = ""

    @property
    def cell(self) -> Cell | None:
        return self.look_at[0] if len(self.look_at) == 1 else None


@dataclass(frozen=True, slots=True)
class BoardChecked(Displayed):
    """What is wrong on a Katamino board, and the next pieces.

    total : the number of pieces that fill the board.
    mistakes, lines : pieces that cannot stay, none if the board can be completed; and words for each.
    steps : the next pieces, none on a full board; None if they were not asked for, or if there are mistakes.

    Examples
    --------
    >>> found = picrosser.hint_screenshot("board.png").found
    >>> found
    <BoardChecked: 2 of 7 pieces on the board, and the rest can be filled>
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
        return tuple(self.board.placed[some.pieces[0]] for some in self.mistakes if len(some.pieces) == 1)

    @property
    def unsure(self) -> tuple[PlacedPiece, ...]:
        """The pieces that cannot all stay; some of them may be right."""
        groups = (mistake.pieces for mistake in self.mistakes if len(mistake.pieces) > 1)
        return tuple(self.board.placed[at] for group in groups for at in group)

    @property
    def step_lines(self) -> list[str]:
        if self.steps is None:
            return []
        steps = [step.why for step in self.steps]
        return [f"{n}. {why}" for n, why in enumerate(steps, 1)] if len(steps) > 1 else steps or [_FULL]

    @property
    def words(self) -> str:
        lying = len(self.board.placed)
        if not lying:
            return NO_PIECES_YET
        share = f"{lying} of {self.total} pieces on the board"
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
    lay the brown Y on row 4, column 2; row 5, columns 1-4: nothing else fits on row 4, column 2
    """
    expect(board, Board, "a Board")
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


# ---- The next pieces


def next_pieces(
    board: Board, pieces: Sequence[Piece] = (), count: int = 1, *, deadline: Deadline = NO_DEADLINE
) -> tuple[PieceStep, ...]:
    """Find the next pieces; fewer than asked for if the board is full before. Parameters as above.

    If any pieces of the box may be used, one set that fills the board is chosen, and nothing is forced.
    Raises OutOfTimeError before the first step, ValueError if no packing has the pieces where they lie.
    """
    known = Completions(board.cells, pieces, deadline)
    placed = list(board.placed)
    steps: list[PieceStep] = []
    rest = known.of(placed)
    if rest is None:
        raise ValueError("the board cannot be completed")
    blank, left = frozenset(board.blank), [lying.piece for lying in rest]
    kinds = dict.fromkeys(left)
    ways = _Ways(
        blank, left, (PlacedPiece(piece, way) for piece in kinds for way in ways_to_lay(piece, blank))
    )
    while ways.left and len(steps) < count:
        try:
            step = _next(ways, placed, known, is_set_known=bool(pieces))
        except OutOfTimeError:
            if not steps:
                raise
            break
        steps.append(step)
        assert step.placed is not None
        placed.append(step.placed)
        ways = ways.after(step.placed)
    return tuple(steps)


class _Ways:
    def __init__(self, blank: frozenset[Cell], left: Sequence[Piece], listed: Iterable[PlacedPiece]) -> None:
        self.blank = blank
        self.left = tuple(left)
        self.listed = tuple(listed)

    def after(self, laid: PlacedPiece) -> _Ways:
        blank, left = self.blank.difference(laid.cells), without(self.left, [laid.piece])
        listed = (way for way in self.listed if way.piece in left and blank.issuperset(way.cells))
        return _Ways(blank, left, listed)

    def those(self, are_right: Callable[[PlacedPiece], bool]) -> _Ways:
        return _Ways(self.blank, self.left, filter(are_right, self.listed))

    def groups(self) -> list[tuple[Cell | None, list[PlacedPiece]]]:
        """The ways to cover each cell, row by row; then, without a cell, to lay each single piece."""
        of_cells: dict[Cell, list[PlacedPiece]] = {cell: [] for cell in sorted(self.blank)}
        of_pieces: dict[Piece, list[PlacedPiece]] = {p: [] for p in self.left if self.left.count(p) == 1}
        for way in self.listed:
            for cell in way.cells:
                of_cells[cell].append(way)
            if way.piece in of_pieces:
                of_pieces[way.piece].append(way)
        return [*of_cells.items(), *((None, ways) for ways in of_pieces.values())]

    def step(self, way: PlacedPiece, rule: PieceRule, cell: Cell | None = None) -> PieceStep:
        """Lay a piece; cell : that which decides, None if the piece itself does."""
        region = next(region for region in regions(self.blank) if region.issuperset(way.cells))
        return PieceStep(way, rule, tuple(sorted(region)) if cell is None else (cell,))

    def holes_after(self, way: PlacedPiece) -> tuple[frozenset[Cell], ...]:
        return regions(self.blank.difference(way.cells))


def _next(ways: _Ways, placed: Sequence[PlacedPiece], known: Completions, *, is_set_known: bool) -> PieceStep:
    if not is_set_known:
        return _chosen(ways, placed, known)
    if len(ways.left) == 1:
        (last,) = known.of(placed) or ()
        return ways.step(last, PieceRule.LAST)
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
) -> PieceStep | None:
    """The step for which the fewest ways had to be left out; None if no cell and no piece has only one."""
    found = [
        (len(before), every.step(ways[0], rule, cell), before)
        for (cell, before), (_, ways) in zip(every.groups(), right.groups(), strict=True)
        if len(ways) == 1
    ]
    if not found:
        return None
    _, step, before = min(found, key=lambda one: one[0])  # the first of equals: a cell, row by row
    sizes = {bad_sizes[way] for way in before if way in bad_sizes} if bad_sizes else set()
    return replace(step, sizes=tuple(sorted(sizes)))


def _can_fill(ways: _Ways, laid: PlacedPiece) -> bool:
    left = without(ways.left, [laid.piece])
    return all(
        len(hole) > _MAX_TRIED_HOLE
        or _fills([way for way in ways.listed if hole.issuperset(way.cells)], hole, left)
        for hole in ways.holes_after(laid)
    )


def _fills(ways: Sequence[PlacedPiece], hole: frozenset[Cell], left: Sequence[Piece]) -> bool:
    """Whether some of the pieces fill a hole: one after the other covers its first blank cell."""
    if not hole:
        return True
    first = min(hole)
    return any(
        _fills(ways, hole.difference(way.cells), without(left, [way.piece]))
        for way in ways
        if way.cells[0] == first and way.piece in left and hole.issuperset(way.cells)
    )


def _searched(ways: _Ways, placed: Sequence[PlacedPiece], known: Completions) -> PieceStep | None:
    """A step that only the search for packings shows; None if there is none, or if it takes too long."""
    possible: set[PlacedPiece] = set(known.of(placed) or ())
    searches = 0
    for cell, group in sorted(ways.groups(), key=lambda one: len(one[1])):
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
            return ways.step(right.pop(), PieceRule.SEARCH, cell)
    return None


def _chosen(ways: _Ways, placed: Sequence[PlacedPiece], known: Completions) -> PieceStep:
    cells = [(cell, group) for cell, group in ways.groups() if cell is not None]
    cell = min(cells, key=lambda one: len(one[1]))[0]
    (laid,) = (way for way in known.of(placed) or () if cell in way.cells)
    return ways.step(laid, PieceRule.CHOICE, cell)


# ---- Words


def piece_names(pieces: Sequence[Piece], colours: Mapping[int, Colour]) -> tuple[str, ...]:
    """What to call pieces, such as "orange L"; `colours` are those of a picture, by the piece's number."""
    shown = [colours.get(piece.number, piece.colour or _GREY) for piece in pieces]
    return tuple(
        f"{piece.colour_name if piece.colour == colour else name.partition(' (')[0]} "
        f"{piece.letter or f'piece {piece.drawing}'}"
        for piece, colour, name in zip(pieces, shown, colour_names((WHITE, *shown))[1:], strict=True)
    )


def misplaced_words(mistake: Misplaced, names: Sequence[str]) -> str:
    """Which pieces cannot stay, and why; `names` are those of the pieces that lie on the board."""
    own = [names[at] for at in mistake.pieces]
    if not own:
        return "the pieces cannot fill this board, wherever they lie"
    if mistake.twice:
        return f"the {own[0]} lies on the board twice"
    if mistake.hole:
        leave = "it leaves" if len(own) == 1 else "they leave"
        size = f"{len(mistake.hole)} cell{'s' * (len(mistake.hole) > 1)}"
        why = f"{leave} a hole of {size} at {cell_name(min(mistake.hole))}, which cannot be filled"
    else:
        why = f"with {'it' if len(own) == 1 else 'them'} there the board cannot be filled"
    both = {1: "", 2: " both"}.get(len(own), " all")
    return f"{listed([f'the {name}' for name in own], 'and')} cannot{both} stay: {why}"


def cells_words(cells: Iterable[Cell]) -> str:
    """Where some cells are, row by row: "rows 1-3, column 4; row 4, columns 3 and 4"."""
    by_row: dict[int, list[int]] = {}
    for row, col in sorted(cells):
        by_row.setdefault(row, []).append(col)
    return "; ".join(
        f"{numbered('row', [row for row, _ in rows])}, {numbered('column', cols)}"
        for cols, rows in groupby(by_row.items(), key=itemgetter(1))
    )


_REASONS = {
    PieceRule.LAST: ("it is the last piece",) * 2,
    PieceRule.FIT: ("nothing else fits on {at}", "it fits nowhere else"),
    PieceRule.HOLE: ("{others} leaves {hole}",) * 2,
    PieceRule.FILLING: ("{others} leaves a hole that the remaining pieces cannot fill",) * 2,
    PieceRule.SEARCH: (
        "with anything else on {at}, the rest of the board cannot be filled",
        "with it anywhere else, the rest of the board cannot be filled",
    ),
    PieceRule.CHOICE: ("no piece is forced now, but with this one the board can be filled", ""),
}
"""Why a step is right: where a cell decides, and where the piece itself does."""
_METHODS = {
    PieceRule.LAST: ("it is the last piece",) * 2,
    PieceRule.FIT: ("only one piece fits there, in one way", "it fits in one place only"),
    PieceRule.HOLE: ("{most} leave a hole whose size no pieces have",) * 2,
    PieceRule.FILLING: ("{most} leave a hole that the remaining pieces cannot fill",) * 2,
    PieceRule.SEARCH: ("after {most}, the rest of the board cannot be filled",) * 2,
    PieceRule.CHOICE: ("no piece is forced now; few pieces fit there, so begin with it", ""),
}
_OTHERS = "everything else that fits on {at}", "every other place for it"
_MOST = "all but one of the ways to cover it", "all but one of its places"


def told(step: PieceStep, name: str, strength: Strength) -> PieceStep:
    """The step in words; weaker than "paint" it does not tell the piece's place. name : of the piece."""
    assert step.placed is not None
    at = cell_name(step.cell) if step.cell else ""
    of_piece = step.cell is None
    if strength == "paint":
        hole = _hole_words(step.sizes) if step.sizes else ""
        others = _OTHERS[of_piece].format(at=at)
        reason = _REASONS[step.rule][of_piece].format(at=at, hole=hole, others=others)
        return replace(step, why=f"lay the {name} on {cells_words(step.placed.cells)}: {reason}")
    method = _METHODS[step.rule][of_piece].format(most=_MOST[of_piece])
    why = f"look at {at or f'the {name}'}{f': {method}' if strength == 'rule' else ''}"
    return replace(step, placed=None, why=why)


def _hole_words(sizes: Sequence[int]) -> str:
    if len(sizes) > _MAX_LISTED:
        return f"a hole that cannot be filled, of {sizes[0]} to {sizes[-1]} cells"
    return f"a hole of {listed([*map(str, sizes)], 'or')} cell{'s' * (list(sizes) != [1])}"
