"""The result of reading a picture of a Katamino: rows of pieces, a board, where they are, and the doubts.

Kept apart from `assemble`, which builds it, because the pipelines need these types at start-up and `assemble`
imports SciPy, which takes longer than reading a usual screenshot.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from string import ascii_lowercase

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.displayed import Displayed
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.katamino import Board, CardRow, Piece
from picrosser.puzzles.picture import Colour, Picture


class Kind(Enum):
    """What kind of Katamino a picture shows."""

    CARD = "card"
    PIECES = "pieces"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class KataminoDoubt(Doubt):
    """Something uncertain; its `why` names the place as the card does, by the row's letter."""

    def __str__(self) -> str:
        return self.why


def doubt_about(why: str, *, row: int | None = None) -> KataminoDoubt:
    """A doubt about a row of a card, counted from 0, or about the whole picture."""
    place = WHOLE_PICTURE if row is None else HintPlace("row", row)
    return KataminoDoubt(place, None, (), why)


def label_of_row(row: int) -> str:
    """How a card's row is called: a letter, or a number from the 27th row on."""
    return ascii_lowercase[row] if row < len(ascii_lowercase) else str(row + 1)


@dataclass(frozen=True, slots=True, eq=False)
class KataminoReading(Displayed):
    """What a picture of a Katamino says.

    rows : the rows of a card; one row without label for pieces that lie apart; none for a board alone.
    row_boxes : where each row is, in pixels of the picture.
    lattice : the cells of the board's bounding rectangle, in pixels of the picture.
    colours : the colour of each piece in the picture, by the piece's number.
    head_read : whether the card's head was read; otherwise the smallest problem is taken to have 3 pieces.
    flat : (H, W, 3) uint8 sRGB, the picture turned upright in which all this was seen; None if it was seen in
        the picture as it lies.
    """

    kind: Kind
    rows: tuple[CardRow, ...]
    row_boxes: tuple[Box, ...]
    board: Board | None = None
    lattice: Lattice | None = None
    colours: Mapping[int, Colour] = field(default_factory=dict)
    doubts: tuple[KataminoDoubt, ...] = ()
    head_read: bool = True
    flat: RGB | None = None
    _of_pieces = True

    @property
    def is_card(self) -> bool:
        return self.kind is Kind.CARD

    @property
    def pieces_in_rows(self) -> int:
        return sum(len(row.pieces) for row in self.rows)

    @property
    def all_pieces(self) -> tuple[Piece, ...]:
        """The pieces of a problem: those on the board, and those beside it that do not lie on it as well.

        Empty if no pieces are shown beside the board: then any pieces of the box may be used.
        """
        shown = [piece for row in self.rows for piece in row.pieces]
        lying = [placed.piece for placed in self.board.placed] if self.board is not None and shown else []
        for piece in lying:
            if piece in shown:
                shown.remove(piece)
        return (*lying, *shown)

    @property
    def _words(self) -> str:
        rows = f"rows: {len(self.rows)}, " if self.kind is Kind.CARD else ""
        board = "" if self.board is None else f", on the board: {len(self.board.placed)}"
        doubts = f"{len(self.doubts)} doubt{'s' * (len(self.doubts) > 1)}" if self.doubts else "no doubts"
        beside = " beside it" if self.board is not None else ""
        return f"{self.kind.value}, {rows}pieces{beside}: {self.pieces_in_rows}{board}, {doubts}"

    def __repr__(self) -> str:
        return f"<KataminoReading {self._words}>"

    def _shown(self) -> tuple[None, Picture | None, str]:
        if self.board is None:
            return None, None, self._words
        picture = self.board.picture
        pieces = zip(self.board.placed, picture.palette[1:], strict=True)
        own = (self.colours.get(lying.piece.number, colour) for lying, colour in pieces)
        return None, Picture(picture.cells, (picture.palette[0], *own)), self._words
