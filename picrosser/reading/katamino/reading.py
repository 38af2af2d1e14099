"""The result of reading a picture of a Katamino: rows of pieces, a board, where they are, and the doubts.

Kept apart from `assemble`, which builds it, because the pipelines need these types at start-up and `assemble`
imports SciPy, which costs 30 ms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.katamino import Board, CardRow
from picrosser.puzzles.picture import Colour


class Kind(Enum):
    """What kind of Katamino a picture shows."""

    CARD = "card"
    PIECES = "pieces"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class KataminoDoubt:
    """Something that the picture leaves uncertain.

    row : label of the card's row concerned, "" if it concerns the whole picture.
    text : what is uncertain, and where.
    of_board : there seems to be a board that was not found; only finding it removes this doubt.
    of_looks : only the shapes of digits are uncertain; packing the possible numbers may remove this doubt.
    """

    row: str
    text: str
    of_board: bool = False
    of_looks: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class KataminoReading:
    """What a picture of a Katamino says.

    kind : what the picture shows.
    rows : the rows of a card; one row without label for pieces that lie apart; none for a board alone.
    row_boxes : where each row is, in pixels of the picture.
    board : the board, if one is shown.
    lattice : the cells of the board's bounding rectangle, in pixels of the picture.
    colours : the colour of each piece in the picture, by the piece's number.
    doubts : what is uncertain.
    others : other readings of the rows that are nearly as likely by the shapes of the printed digits.
    head_read : whether the card's head was read; otherwise the smallest problem is taken to have 3 pieces.
    """

    kind: Kind
    rows: tuple[CardRow, ...]
    row_boxes: tuple[Box, ...]
    board: Board | None = None
    lattice: Lattice | None = None
    colours: Mapping[int, Colour] = field(default_factory=dict)
    doubts: tuple[KataminoDoubt, ...] = ()
    others: tuple[tuple[CardRow, ...], ...] = ()
    head_read: bool = True
