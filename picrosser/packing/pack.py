"""Finds packings of a Katamino puzzle, counts them, or proves that there is none; records its search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from picrosser.errors import expect
from picrosser.packing.search import (
    LayListener,
    Layout,
    OutOfTimeError,
    Placed,
    ProgressListener,
    Search,
    lay_out,
    symmetries,
)
from picrosser.puzzles.displayed import Displayed, shortened
from picrosser.puzzles.katamino import Board, Katamino, packing_violations
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, Picture
from picrosser.running.deadline import Deadline


class PackStatus(Enum):
    PACKED = "packed"
    NONE = "none"
    GAVE_UP = "gave up"


@dataclass(frozen=True, slots=True)
class Packed(Displayed):
    """The answer to "how can these pieces fill the board?".

    status : NONE is proved: every way was tried, or the pieces cannot fit. GAVE_UP: time ran out.
    pictures : the packings found; no two are the same after turning or flipping the board.
    why : for NONE and GAVE_UP, one clause; else "".

    Examples
    --------
    >>> puzzle = picrosser.Katamino((picrosser.parse_piece("I"),) * 5, picrosser.plain_board(25))
    >>> picrosser.pack(puzzle)
    <Packed: 1 packing: 11111/22222/33333/44444/55555>
    """

    status: PackStatus
    pictures: tuple[Picture, ...]
    why: str = ""
    _of_pieces = True

    def __repr__(self) -> str:
        cells = f": {'/'.join(self.pictures[0].lines())}" if self.pictures else ""
        return shortened(f"<Packed: {self._words}{cells}>")

    @property
    def _words(self) -> str:
        found = len(self.pictures)
        return ", ".join(filter(None, (f"{found} packing{'s' * (found != 1)}", self.why)))

    def _shown(self) -> tuple[None, Picture | None, str]:
        return None, self.pictures[0] if self.pictures else None, self._words


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of packings; 0 if time ran out. status, why : as in `Packed`.

    packings : of all; swapping pieces of one shape makes no new packing.
    distinct : up to symmetry: turning or flipping the board makes no new packing either.
    """

    status: PackStatus
    packings: int
    distinct: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class PackStep:
    """A piece, by its index in the puzzle, is laid on the first free cell, or taken back."""

    piece: int
    cells: tuple[Cell, ...]
    laid: bool


StepListener: TypeAlias = Callable[[PackStep], None]

_ALL_TRIED = "no packing exists: every way to lay the pieces was tried"
OUT_OF_TIME = "the time limit was reached"


def pack(
    puzzle: Katamino,
    *,
    at_most: int | None = 1,
    time_limit_s: float | None = None,
    on_step: StepListener | None = None,
) -> Packed:
    """Find packings: ways to fill the board with all pieces, each used once.

    Parameters
    ----------
    at_most : stop after this many, at least 1; None for all.
    time_limit_s : wall time in seconds; packings found before it are returned with GAVE_UP.
    on_step : called for each piece that is laid or taken back.

    Examples
    --------
    >>> pieces = tuple(picrosser.parse_piece(word) for word in ("L", "Y", "T", "P", "W"))
    >>> packed = picrosser.pack(picrosser.Katamino(pieces, picrosser.plain_board(25)), time_limit_s=10)
    >>> packed.status.value, len(packed.pictures)
    ('packed', 1)
    """
    expect(puzzle, Katamino, "a Katamino")
    deadline = Deadline.after(time_limit_s)
    layout = lay_out(puzzle)
    why = _obstacle(puzzle, layout)
    if why:
        return Packed(PackStatus.NONE, (), why)
    found: list[Picture] = []
    try:
        listener = None if on_step is None else _listener(layout, on_step)
        packings = Search(layout, deadline, on_lay=listener).packings()
        for packing in packings if at_most == 1 else _distinct(layout, packings):
            found.append(_picture(puzzle, layout, packing))
            if len(found) == at_most:
                break
    except OutOfTimeError:
        return Packed(PackStatus.GAVE_UP, tuple(found), OUT_OF_TIME)
    return Packed(PackStatus.PACKED, tuple(found)) if found else Packed(PackStatus.NONE, (), _ALL_TRIED)


def count_packings(
    puzzle: Katamino, *, time_limit_s: float | None = None, on_progress: ProgressListener | None = None
) -> Counted:
    """Count all packings, without listing them.

    By Burnside's lemma the number of distinct packings is the mean, over the symmetries of the board, of the
    number of packings that the symmetry leaves unchanged.

    Parameters
    ----------
    time_limit_s : wall time in seconds; None for no limit.
    on_progress : called with the share, 0 to 1, of the ways to lay the first pieces that is done. The first
        ways take longest, since later ones reuse what they found.

    Examples
    --------
    >>> puzzle = picrosser.Katamino((picrosser.parse_piece("I"),) * 5, picrosser.plain_board(25))
    >>> counted = picrosser.count_packings(puzzle)
    >>> counted.packings, counted.distinct
    (2, 1)
    """
    expect(puzzle, Katamino, "a Katamino")
    deadline = Deadline.after(time_limit_s)
    layout = lay_out(puzzle)
    why = _obstacle(puzzle, layout)
    if why:
        return Counted(PackStatus.NONE, 0, 0, why)
    _, *turns = symmetries(layout)
    try:
        every = Search(layout, deadline).count(on_progress)
        kept = sum(Search(layout, deadline, turn).count() for turn in turns) if every else 0
    except OutOfTimeError:
        return Counted(PackStatus.GAVE_UP, 0, 0, OUT_OF_TIME)
    status = PackStatus.PACKED if every else PackStatus.NONE
    return Counted(status, every, (every + kept) // (1 + len(turns)), "" if every else _ALL_TRIED)


def _obstacle(puzzle: Katamino, layout: Layout) -> str:
    if puzzle.area != len(puzzle.board):
        return f"the pieces have {puzzle.area} cells, the board {len(puzzle.board)}"
    lying = {kind for kind, _ in layout.placed}
    for kind, pieces in enumerate(layout.kinds):
        if kind not in lying:
            return f"piece {puzzle.pieces[pieces[0]]} fits nowhere on the board"
    return ""


def _distinct(layout: Layout, packings: Iterator[tuple[Placed, ...]]) -> Iterator[tuple[Placed, ...]]:
    """Drop packings that are images of others; the one whose sorted pieces come first remains."""
    _, *turns = symmetries(layout)
    for packing in packings:
        own = sorted(packing)
        if all(own <= sorted(goes[placed] for placed in packing) for goes in turns):
            yield packing


def _listener(layout: Layout, on_step: StepListener) -> LayListener:
    """Translate kinds and bits of the search to pieces and cells for `on_step`."""
    lying = [0] * len(layout.kinds)  # pieces of each kind on the board, the first ones, as in `_picture`

    def hear(placed: Placed, laid: bool) -> None:
        kind, bits = placed
        piece = layout.kinds[kind][lying[kind] - (not laid)]
        lying[kind] += 1 if laid else -1
        on_step(PackStep(piece, _cells(layout, bits), laid))

    return hear


def _cells(layout: Layout, bits: int) -> tuple[Cell, ...]:
    return tuple(cell for bit, cell in enumerate(layout.cells) if cell is not None and bits >> bit & 1)


def _picture(puzzle: Katamino, layout: Layout, packing: tuple[Placed, ...]) -> Picture:
    rows, columns = puzzle.shape
    cells = [[EMPTY] * columns for _ in range(rows)]
    spare = [list(pieces) for pieces in layout.kinds]
    for kind, bits in packing:
        value = 1 + spare[kind].pop(0)
        for row, col in _cells(layout, bits):
            cells[row][col] = value
    return verified(puzzle, Picture(cells, puzzle.palette))


def verified(puzzle: Katamino, picture: Picture) -> Picture:
    """The picture, if the referee finds no mistake in it; else the search has a bug."""
    wrong = packing_violations(puzzle, picture)
    if wrong:
        raise AssertionError(f"the search returned an invalid packing: {wrong[0].text}")
    return picture


class StepRecord:
    """A listener that keeps at most `most` boards of a search, one step in `every`, for an animation."""

    def __init__(self, puzzle: Katamino, most: int) -> None:
        self.steps, self.every, self._most = 0, 1, most
        self._palette = puzzle.palette
        self._cells = Board(puzzle.board, ()).picture.cells.copy()
        self._kept = [self._board]

    def __call__(self, step: PackStep) -> None:
        for cell in step.cells:
            self._cells[cell] = step.piece + 1 if step.laid else UNKNOWN
        self.steps += 1
        if self.steps % self.every == 0:
            self._kept.append(self._board)
            if len(self._kept) >= self._most:
                self._kept = self._kept[::2]
                self.every *= 2

    @property
    def pictures(self) -> list[Picture]:
        return [*self._kept, *([self._board] if self.steps % self.every else [])]

    @property
    def _board(self) -> Picture:
        return Picture(self._cells.copy(), self._palette)
