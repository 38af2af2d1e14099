"""Draws values for notebooks, as HTML and as PNG.

Boards become SVG within HTML, which stays sharp and whose numbers can be selected; pictures without hints and
screenshots become PNGs within HTML.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from PIL import Image

from picrosser.drawing.packing import blank_board, packing_image, packing_svg
from picrosser.drawing.picture_files import picture_bytes
from picrosser.drawing.sheet import board_image, sheet
from picrosser.drawing.svg import svg
from picrosser.errors import expect
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture

Values: TypeAlias = tuple[LinePuzzle | Katamino | None, Picture | None, str]
CELL_PX = 24
_MAX_HEIGHT_PX = 640  # of a screenshot in a page: a phone's would fill it several times


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle with or without its solution, which notebooks draw as HTML or PNG.

    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : the side of a cell, 12 or more.
    """

    puzzle: LinePuzzle | Katamino
    picture: Picture | None = None
    cell_px: int = CELL_PX

    def _repr_html_(self) -> str:
        return shown_html((self.puzzle, self.picture, ""), cell_px=self.cell_px)

    def _repr_png_(self) -> bytes | None:
        return shown_png((self.puzzle, self.picture, ""), cell_px=self.cell_px)


def show(puzzle: LinePuzzle | Katamino, picture: Picture | None = None, *, cell_px: int = CELL_PX) -> Shown:
    """Show a puzzle in a notebook, with a picture on its board if there is one.

    A puzzle shows itself, too, as the last value of a cell; this adds the picture and the size.

    cell_px : the side of a cell, 12 or more.

    Examples
    --------
    >>> puzzle = picrosser.load_puzzle("house.toml").puzzle
    >>> shown = picrosser.show(puzzle, picrosser.solve(puzzle).picture, cell_px=30)
    """
    expect(puzzle, LinePuzzle | Katamino, "a HungryCat, Nonogram or Katamino")
    return Shown(puzzle, picture, cell_px)


def shown_html(shown: Values, *, of_pieces: bool = False, cell_px: int = CELL_PX) -> str:
    """Draw a board as HTML.

    shown : the puzzle, whose hints or pieces stand beside or on the board; the picture on it; words below it.
    of_pieces : a picture without a puzzle is a packing.
    """
    puzzle, picture, words = shown
    if puzzle is None:
        drawing = "" if picture is None else image_html(_alone(picture, of_pieces, cell_px))
    elif isinstance(puzzle, Katamino):
        drawing = packing_svg(puzzle, picture, cell_px=cell_px)
    else:
        drawing = svg(puzzle, picture, cell_px=cell_px)
    return drawing + (f"<p>{escape(words)}</p>\n" if words else "")


def shown_png(shown: Values, *, of_pieces: bool = False, cell_px: int = CELL_PX) -> bytes | None:
    """Draw a board as PNG, as `shown_html` does, without words; None if there is nothing to draw."""
    puzzle, picture, _ = shown
    if isinstance(puzzle, Katamino):
        image = packing_image(picture or blank_board(puzzle), cell_px=cell_px)
    elif puzzle is not None:
        image = sheet(puzzle, picture, cell_px=cell_px)
    elif picture is not None:
        image = _alone(picture, of_pieces, cell_px)
    else:
        return None
    return picture_bytes(image)


def image_html(image: Image.Image) -> str:
    """An image within a page, reduced to fit."""
    data = b64encode(picture_bytes(image)).decode()
    style = f"max-width:100%;max-height:{_MAX_HEIGHT_PX}px"
    return f'<img alt="the board" style="{style}" src="data:image/png;base64,{data}">\n'


def _alone(picture: Picture, of_pieces: bool, cell_px: int) -> Image.Image:
    return packing_image(picture, cell_px=cell_px) if of_pieces else board_image(picture, cell_px)
