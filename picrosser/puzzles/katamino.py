"""Katamino: pieces that have to fill a board, each used once; and the referee of a packing.

The twelve pentominoes have a number, a letter and a colour in the box; any other polyomino can be drawn. A
packing is a `Picture` whose cell values count the puzzle's pieces from 1; cells that are no part of the
board are EMPTY.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from picrosser.puzzles.axes import Violation
from picrosser.puzzles.picture import EMPTY, Colour, Picture
from picrosser.puzzles.polyomino import (
    FILLED,
    ROW_BREAK,
    Shape,
    drawn_shape,
    is_joined,
    moved_to_corner,
    orientations,
    shape_rows,
)

ROWS = 5
"""Rows of the board in the box."""
MOST_PIECES = 26
"""So that the letters of a text picture can tell any set of pieces apart."""
MOST_CELLS = 400
"""Of a board: far beyond what can be packed by search."""
_WHITE: Colour = (255, 255, 255)

# Of drawn pieces, which the box has not: apart from the box's and from each other.
_DRAWN_COLOURS: tuple[Colour, ...] = (
    (95, 95, 100), (190, 160, 220), (120, 130, 40), (0, 120, 130), (220, 190, 150), (130, 30, 80),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A polyomino.

    shape : its cells, moved to the corner; one orientation of it stands for all.
    number, letter, colour_name : in the box; 0 and "" for a shape that is not in it.
    colour : None for a shape that is not in the box.
    """

    shape: Shape
    number: int = 0
    letter: str = ""
    colour_name: str = ""
    colour: Colour | None = None

    def __str__(self) -> str:
        if self.number:
            return f"{self.number} ({self.letter}, {self.colour_name})"
        return self.drawing

    @property
    def drawing(self) -> str:
        """Its rows on one line, like `##/#.`."""
        return ROW_BREAK.join(shape_rows(self.shape))


def _boxed(number: int, letter: str, colour_name: str, colour: Colour, drawing: str) -> Piece:
    return Piece(drawn_shape(drawing), number, letter, colour_name, colour)


BOX: tuple[Piece, ...] = (
    _boxed(1, "I", "blue", (30, 70, 160), "#####"),
    _boxed(2, "L", "orange", (245, 130, 30), "####/#..."),
    _boxed(3, "Y", "brown", (140, 80, 40), "####/.#.."),
    _boxed(4, "N", "violet", (105, 60, 165), "###./..##"),
    _boxed(5, "V", "light blue", (75, 145, 225), "###/#../#.."),
    _boxed(6, "P", "pink", (240, 130, 185), "###/##."),
    _boxed(7, "U", "yellow", (250, 215, 80), "#.#/###"),
    _boxed(8, "Z", "sky blue", (130, 210, 245), "##./.#./.##"),
    _boxed(9, "F", "grey", (155, 165, 170), ".##/##./.#."),
    _boxed(10, "T", "green", (0, 135, 85), "###/.#./.#."),
    _boxed(11, "W", "light green", (140, 215, 150), "#../##./.##"),
    _boxed(12, "X", "red", (205, 35, 45), ".#./###/.#."),
)
"""The twelve pentominoes; piece n is BOX[n - 1]."""

_BY_SHAPE = {shape: piece for piece in BOX for shape in orientations(piece.shape)}
_BY_WORD: dict[str, Piece] = {
    word: piece
    for piece in BOX
    for word in (str(piece.number), piece.letter.lower(), piece.colour_name.replace(" ", "-"))
} | {"gray": BOX[8]}


def piece_of(shape: Shape) -> Piece:
    """The piece of a shape: the box's own, in whatever orientation it is given, else a drawn one.

    Raises
    ------
    ValueError : the cells are not joined.
    """
    if not is_joined(shape):
        raise ValueError(f"{ROW_BREAK.join(shape_rows(moved_to_corner(shape)))} is not in one piece")
    corner = moved_to_corner(shape)
    return _BY_SHAPE.get(corner) or Piece(corner)


def parse_piece(word: str) -> Piece:
    """Read a piece: its number, letter or colour in the box, or a drawing like `##/#.`.

    Raises
    ------
    ValueError : it is none; the text says what was seen.
    """
    name = "-".join(word.replace("_", "-").lower().split())
    if name in _BY_WORD:
        return _BY_WORD[name]
    if FILLED not in word:
        raise ValueError(f"{word!r} is no piece")
    return piece_of(drawn_shape(word))


def rectangle(rows: int, columns: int) -> Shape:
    """All cells of a board without holes."""
    return tuple((row, col) for row in range(rows) for col in range(columns))


@dataclass(frozen=True, slots=True)
class Katamino:
    """A packing puzzle.

    pieces : each to be used once; one of the box's may stand here several times.
    board : the cells to fill, in reading order.
    """

    pieces: tuple[Piece, ...]
    board: Shape

    def __post_init__(self) -> None:
        """Check the sizes.

        Raises
        ------
        ValueError : no pieces, too many, no cells, or too many.
        """
        if not 1 <= len(self.pieces) <= MOST_PIECES:
            raise ValueError(f"expected 1 to {MOST_PIECES} pieces, found {len(self.pieces)}")
        if not 1 <= len(self.board) <= MOST_CELLS:
            raise ValueError(f"expected a board of 1 to {MOST_CELLS} cells, found {len(self.board)}")

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the smallest rectangle from row 0 and column 0 that holds the board."""
        return 1 + max(row for row, _ in self.board), 1 + max(col for _, col in self.board)

    @property
    def area(self) -> int:
        """Cells of all pieces together."""
        return sum(len(piece.shape) for piece in self.pieces)

    @property
    def is_plain(self) -> bool:
        """Whether the board is the game's own: 5 x N, where N columns are what the pieces can fill."""
        return self.board == rectangle(ROWS, self.area // ROWS)

    @property
    def letters(self) -> tuple[str, ...]:
        """A letter for each piece: the box's, a small one for further copies and for drawn pieces."""
        small = iter(string.ascii_lowercase)
        seen: set[str] = set()
        found = []
        for piece in self.pieces:
            letter = piece.letter if piece.letter and piece.letter not in seen else next(small)
            seen.add(letter)
            found.append(letter)
        return tuple(found)

    @property
    def palette(self) -> tuple[Colour, ...]:
        """The colours of a packing's picture: of no piece, then of each piece."""
        return (
            _WHITE,
            *(
                piece.colour or _DRAWN_COLOURS[number % len(_DRAWN_COLOURS)]
                for number, piece in enumerate(self.pieces)
            ),
        )


def repeated(pieces: Sequence[Piece]) -> Piece | None:
    """The first of the box's pieces that is there twice, though the box holds one of each."""
    seen = set()
    for piece in pieces:
        if piece.number and piece.number in seen:
            return piece
        seen.add(piece.number)
    return None


def packing_violations(puzzle: Katamino, picture: Picture) -> tuple[Violation, ...]:
    """Every way in which a picture is no packing; empty for a packing. Never calls a solver."""
    if picture.shape != puzzle.shape:
        sizes = " x ".join(map(str, picture.shape)), "{} x {}".format(*puzzle.shape)
        return (Violation("row", -1, -1, f"the picture has {sizes[0]} cells, the board {sizes[1]}"),)
    return (*_wrong_cells(puzzle, picture), *_wrong_pieces(puzzle, picture))


def _wrong_cells(puzzle: Katamino, picture: Picture) -> Iterator[Violation]:
    board = set(puzzle.board)
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            place = f"row {row + 1}, column {col + 1}"
            if (row, col) not in board:
                if value != EMPTY:
                    yield Violation("row", row, -1, f"{place} is no part of the board, and not free")
            elif not 1 <= value <= len(puzzle.pieces):
                yield Violation("row", row, -1, f"{place} is covered by no piece")


def _wrong_pieces(puzzle: Katamino, picture: Picture) -> Iterator[Violation]:
    for slot, (piece, letter) in enumerate(zip(puzzle.pieces, puzzle.letters, strict=True)):
        cells = [
            (row, col)
            for row, line in enumerate(picture.rows)
            for col, value in enumerate(line)
            if value == slot + 1
        ]
        if not cells:
            yield Violation("row", -1, slot, f"piece {letter} is not on the board")
        elif moved_to_corner(cells) not in orientations(piece.shape):
            text = ROW_BREAK.join(shape_rows(moved_to_corner(cells)))
            yield Violation("row", -1, slot, f"piece {letter} has the shape {text}, not {piece.drawing}")
