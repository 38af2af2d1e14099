"""What a picture of a Katamino says: the result of reading, pixels no more, places still."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.katamino import Board, CardRow
from picrosser.puzzles.picture import Colour


class Kind(Enum):
    """What a picture shows."""

    CARD = "card"
    PIECES = "pieces"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class KataminoDoubt:
    """Something that cannot be told from the picture.

    row : the card's row that it is in, "" for everything else.
    text : with its place.
    of_board : whether a board seems to be there that was not found; only seeing it settles that.
    of_looks : whether only the looks of digits are in doubt: which numbers can be packed may settle that.
    """

    row: str
    text: str
    of_board: bool = False
    of_looks: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class KataminoReading:
    """What a picture of a Katamino says.

    kind : what it shows.
    rows : of a card; of pieces that lie apart one without label; of a board alone none.
    row_boxes : where each row stands in the picture.
    board : if one is shown.
    lattice : the board's smallest rectangle.
    colours : of each piece, by its number, as the picture has it.
    doubts : what cannot be told.
    others : of printed numbers, the other rows that they may say by their looks.
    head_read : whether a card's head says which its least problems are; else they are the usual ones.
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
