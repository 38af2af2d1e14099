"""Katamino: pieces that have to fill a board, each used once; problem cards; the referee of a packing.

The twelve pentominoes have a number, a letter and a colour in the game's box; any other polyomino can be
drawn. A packing is a `Picture` whose cell values number the puzzle's pieces from 1; cells outside the board
are EMPTY.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

from picrosser.errors import expect
from picrosser.puzzles.checking import Violation, wrong_shape
from picrosser.puzzles.displayed import Displayed, shortened
from picrosser.puzzles.picture import EMPTY, UNKNOWN, WHITE, Cell, Colour, Picture, cell_name
from picrosser.puzzles.polyomino import (
    FILLED,
    ROW_BREAK,
    Shape,
    extent,
    is_connected,
    moved_to_corner,
    orientations,
    parse_shape,
    shape_rows,
)

ROWS = 5  # rows of the game's board
MAX_PIECES = 26  # as many as there are letters to tell them apart in a text picture
MAX_BOARD_CELLS = 400  # far beyond what can be packed by search
MIN_PENTA = 3  # pieces of a card row's smallest problem, if the card does not say
_MAX_QUOTED = 60  # characters of a drawing in a message

# For pieces that are not in the box: distinct from the box's colours and from each other.
_DRAWN_COLOURS: tuple[Colour, ...] = (
    (95, 95, 100), (190, 160, 220), (120, 130, 40), (0, 120, 130), (220, 190, 150), (130, 30, 80),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A polyomino.

    shape : the cells, moved to the corner; one orientation stands for all.
    number, letter, colour_name : what the box calls it; 0 and "" for a shape that is not in the box.
    colour : None for a shape that is not in the box.
    """

    shape: Shape
    number: int = 0
    letter: str = ""
    colour_name: str = ""
    colour: Colour | None = None

    def __repr__(self) -> str:
        return f"<Piece {self}>"

    def __str__(self) -> str:
        return f"{self.number} ({self.letter}, {self.colour_name})" if self.number else self.drawing

    @property
    def drawing(self) -> str:
        """The shape on one line, like `##/#.`."""
        return ROW_BREAK.join(shape_rows(self.shape))


BOX: tuple[Piece, ...] = tuple(
    Piece(parse_shape(drawing), number, letter, colour_name, colour)
    for number, letter, colour_name, colour, drawing in (
        (1, "I", "blue", (30, 70, 160), "#####"),
        (2, "L", "orange", (245, 130, 30), "####/#..."),
        (3, "Y", "brown", (140, 80, 40), "####/.#.."),
        (4, "N", "violet", (105, 60, 165), "###./..##"),
        (5, "V", "light blue", (75, 145, 225), "###/#../#.."),
        (6, "P", "pink", (240, 130, 185), "###/##."),
        (7, "U", "yellow", (250, 215, 80), "#.#/###"),
        (8, "Z", "sky blue", (130, 210, 245), "##./.#./.##"),
        (9, "F", "grey", (155, 165, 170), ".##/##./.#."),
        (10, "T", "green", (0, 135, 85), "###/.#./.#."),
        (11, "W", "light green", (140, 215, 150), "#../##./.##"),
        (12, "X", "red", (205, 35, 45), ".#./###/.#."),
    )
)
"""The twelve pentominoes; piece n is BOX[n - 1]."""

_BY_SHAPE = {shape: piece for piece in BOX for shape in orientations(piece.shape)}
_BY_WORD: dict[str, Piece] = {
    word: piece
    for piece in BOX
    for word in (str(piece.number), piece.letter.lower(), piece.colour_name.replace(" ", "-"))
} | {"gray": BOX[8]}


def piece_of(shape: Shape) -> Piece:
    """The box's piece with this shape, or else one that is not in it; ValueError if it is not connected."""
    if not is_connected(shape):
        drawing = ROW_BREAK.join(shape_rows(moved_to_corner(shape)))
        raise ValueError(f"{shortened(drawing, _MAX_QUOTED)} is not in one piece")
    corner = moved_to_corner(shape)
    return _BY_SHAPE.get(corner) or Piece(corner)


def parse_piece(word: str) -> Piece:
    """Read a piece: the number, letter or colour of one in the box, or a drawing like `##/#.`.

    Raises
    ------
    ValueError : the word is none of these; the message says what was seen.

    Examples
    --------
    >>> print(picrosser.parse_piece("light-green"), "and", picrosser.parse_piece("##/#."))
    11 (W, light green) and ##/#.
    """
    expect(word, str, "a piece's number, letter, colour or drawing as str")
    name = "-".join(word.replace("_", "-").lower().split())
    if name in _BY_WORD:
        return _BY_WORD[name]
    if FILLED not in word:
        raise ValueError(f"{shortened(word, _MAX_QUOTED)!r} is not a piece")
    return piece_of(parse_shape(word))


def rectangle(rows: int, columns: int) -> Shape:
    return tuple((row, col) for row in range(rows) for col in range(columns))


@dataclass(frozen=True, slots=True)
class Katamino(Displayed):
    """A Katamino puzzle: pieces, and the board that they have to fill.

    pieces : each to be used once; the same piece may be listed several times.
    board : the cells to fill, in reading order.

    Examples
    --------
    >>> picrosser.Katamino((picrosser.parse_piece("I"),), picrosser.plain_board(5))
    <Katamino 1 x 5: 1 (I, blue)>
    """

    pieces: tuple[Piece, ...]
    board: Shape

    if TYPE_CHECKING:  # lists are taken, too

        def __init__(self, pieces: Sequence[Piece], board: Sequence[Cell]) -> None: ...

    def __post_init__(self) -> None:
        """Raises ValueError: no pieces, too many, no cells, or too many; TypeError: other than pieces."""
        expect(self.pieces, (list, tuple), "pieces as parse_piece returns them")
        for piece in self.pieces:
            expect(piece, Piece, "a piece as parse_piece returns it")
        object.__setattr__(self, "pieces", tuple(self.pieces))
        object.__setattr__(self, "board", tuple(map(tuple, self.board)))
        if not 1 <= len(self.pieces) <= MAX_PIECES:
            raise ValueError(f"expected 1 to {MAX_PIECES} pieces, found {len(self.pieces)}")
        if not 1 <= len(self.board) <= MAX_BOARD_CELLS:
            raise ValueError(f"expected a board of 1 to {MAX_BOARD_CELLS} cells, found {len(self.board)}")

    @property
    def shape(self) -> tuple[int, int]:
        return extent(self.board)

    @property
    def area(self) -> int:
        return sum(len(piece.shape) for piece in self.pieces)

    @property
    def is_plain(self) -> bool:
        """Whether the board is the game's own, 5 x N, with as many columns N as the pieces fill."""
        return self.board == rectangle(ROWS, self.area // ROWS)

    @property
    def letters(self) -> tuple[str, ...]:
        """A distinct letter per piece: the box's; a small letter for further copies and for drawn pieces."""
        small = iter(string.ascii_lowercase)
        found: list[str] = []
        for piece in self.pieces:
            is_new = piece.letter and piece.letter not in found
            found.append(piece.letter if is_new else next(small))
        return tuple(found)

    @property
    def palette(self) -> tuple[Colour, ...]:
        """The colours of a packing's picture: white outside the board, then one for each piece."""
        drawn = zip(self.pieces, cycle(_DRAWN_COLOURS))
        return WHITE, *(piece.colour or tone for piece, tone in drawn)

    def __repr__(self) -> str:
        rows, cols = self.shape
        return shortened(f"<Katamino {cols} x {rows}: {', '.join(map(str, self.pieces))}>")

    def _shown(self) -> tuple[Katamino, None, str]:
        return self, None, f"pieces: {', '.join(map(str, self.pieces))}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Pieces, in the card's order, that are to fill a board of 5 x N cells; N is their number.

    row : the card row's label, a to z from the top; "" for pieces that are in no table.
    """

    row: str
    pieces: tuple[Piece, ...]

    @property
    def penta(self) -> int:
        return len(self.pieces)

    @property
    def name(self) -> str:
        return f"{self.row} {self.penta}" if self.row else f"{self.penta} pieces"

    @property
    def puzzle(self) -> Katamino:
        return Katamino(self.pieces, rectangle(ROWS, sum(len(piece.shape) for piece in self.pieces) // ROWS))


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of a problem card; its pieces from left to right.

    first : the number of pieces of the row's smallest problem; it uses the leftmost ones.
    """

    label: str
    pieces: tuple[Piece, ...]
    first: int = MIN_PENTA

    @property
    def problems(self) -> tuple[Problem, ...]:
        counts = range(min(self.first, len(self.pieces)), len(self.pieces) + 1)
        return tuple(Problem(self.label, self.pieces[:count]) for count in counts)


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece that lies on a board, and the cells that it covers."""

    piece: Piece
    cells: Shape


@dataclass(frozen=True, slots=True)
class Board(Displayed):
    """A board with pieces on it, as seen in a picture; its cells in reading order."""

    cells: Shape
    placed: tuple[PlacedPiece, ...]

    _of_pieces = True

    @property
    def blank(self) -> Shape:
        covered = {cell for lying in self.placed for cell in lying.cells}
        return tuple(cell for cell in self.cells if cell not in covered)

    @property
    def picture(self) -> Picture:
        """The pieces that lie there, numbered from 1; cells that none covers are UNKNOWN."""
        rows, cols = extent(self.cells)
        values = [[EMPTY] * cols for _ in range(rows)]
        for row, col in self.cells:
            values[row][col] = UNKNOWN
        for number, lying in enumerate(self.placed, 1):
            for row, col in lying.cells:
                values[row][col] = number
        shown = (lying.piece.colour or _DRAWN_COLOURS[0] for lying in self.placed)
        return Picture(values, (WHITE, *shown))

    def __repr__(self) -> str:
        rows, cols = extent(self.cells)
        return f"<Board {cols} x {rows}, pieces that lie on it: {len(self.placed)}>"

    def _shown(self) -> tuple[None, Picture, str]:
        return None, self.picture, ""


def ways_to_lay(piece: Piece, cells: Iterable[Cell]) -> Iterator[Shape]:
    """All ways to lay a piece on some cells, each with its own ones row by row."""
    free = frozenset(cells)
    for shape in orientations(piece.shape):
        first_row, first_col = shape[0]
        for row, col in sorted(free):
            way = tuple((row + r - first_row, col + c - first_col) for r, c in shape)
            if free.issuperset(way):
                yield way


def areas_of(picture: Picture) -> dict[int, list[Cell]]:
    """The cells of each piece, by its number, and those that are UNKNOWN, in reading order."""
    found: dict[int, list[Cell]] = {}
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            if value != EMPTY:
                found.setdefault(value, []).append((row, col))
    return found


def placed_pieces(pieces: Sequence[Piece], picture: Picture) -> tuple[PlacedPiece, ...]:
    """The pieces of a packing, or of a part of one, in the order of their numbers."""
    areas = sorted(areas_of(picture).items())
    return tuple(PlacedPiece(pieces[value - 1], tuple(cells)) for value, cells in areas if value != UNKNOWN)


def first_repeated(pieces: Sequence[Piece]) -> Piece | None:
    """The first piece of the box that is listed twice (the box holds one of each); None if there is none."""
    boxed = [piece for piece in pieces if piece.number]
    numbers = [piece.number for piece in boxed]
    return next((piece for at, piece in enumerate(boxed) if piece.number in numbers[:at]), None)


def packing_violations(
    puzzle: Katamino, picture: Picture, *, is_part_filled: bool = False
) -> tuple[Violation, ...]:
    """Every way in which a picture fails to be a packing; empty for a packing. Never calls a solver.

    is_part_filled : cells may be blank, UNKNOWN, and pieces may be missing.

    Examples
    --------
    >>> puzzle = picrosser.Katamino((picrosser.parse_piece("I"),), picrosser.plain_board(5))
    >>> picture = picrosser.Picture([[1], [1], [0], [1], [1]], puzzle.palette)
    >>> print(picrosser.packing_violations(puzzle, picture)[0].text)
    row 3, column 1 is covered by no piece
    """
    expect(puzzle, Katamino, "a Katamino")
    expect(picture, Picture, "a Picture")
    return wrong_shape(picture, puzzle.shape, "board") or (
        *_wrong_cells(puzzle, picture, is_part_filled),
        *_wrong_pieces(puzzle, picture, is_part_filled),
    )


def _wrong_cells(puzzle: Katamino, picture: Picture, is_part_filled: bool) -> Iterator[Violation]:
    board = set(puzzle.board)
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            place = cell_name((row, col))
            if (row, col) not in board:
                if value != EMPTY:
                    yield Violation("row", row, -1, f"{place} is not on the board, but is covered")
            elif not (1 <= value <= len(puzzle.pieces) or (is_part_filled and value == UNKNOWN)):
                yield Violation("row", row, -1, f"{place} is covered by no piece")


def _wrong_pieces(puzzle: Katamino, picture: Picture, is_part_filled: bool) -> Iterator[Violation]:
    areas = areas_of(picture)
    for slot, (piece, letter) in enumerate(zip(puzzle.pieces, puzzle.letters, strict=True)):
        cells = areas.get(slot + 1)
        if cells is None:
            if not is_part_filled:
                yield Violation("row", -1, slot, f"piece {letter} is not on the board")
        elif moved_to_corner(cells) not in orientations(piece.shape):
            text = ROW_BREAK.join(shape_rows(moved_to_corner(cells)))
            yield Violation("row", -1, slot, f"piece {letter} has the shape {text}, not {piece.drawing}")
