"""Shows a value in a notebook: an object that draws itself when it is the last value of a cell.

Boards become HTML tables, which stay sharp and can be selected; pictures without hints and screenshots become
PNGs within the page.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape

from PIL import Image

from picrosser.drawing.html_table import html_table
from picrosser.drawing.packing import blank_board, packing_image
from picrosser.drawing.packing_page import packing_table
from picrosser.drawing.png import png_bytes
from picrosser.drawing.sheet import board_image, sheet
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture

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
        return board_html(self.puzzle, self.picture, cell_px=self.cell_px)

    def _repr_png_(self) -> bytes | None:
        return board_png(self.puzzle, self.picture, cell_px=self.cell_px)


def show(puzzle: LinePuzzle | Katamino, picture: Picture | None = None, *, cell_px: int = CELL_PX) -> Shown:
    """Show a puzzle in a notebook, with a picture on its board if there is one.

    A puzzle shows itself, too, as the last value of a cell; this adds the picture and the size.

    cell_px : the side of a cell, 12 or more.

    Examples
    --------
    >>> puzzle = picrosser.load_puzzle("house.toml").puzzle
    >>> shown = picrosser.show(puzzle, picrosser.solve(puzzle).picture, cell_px=30)
    """
    return Shown(puzzle, picture, cell_px)


def board_html(
    puzzle: LinePuzzle | Katamino | None,
    picture: Picture | None,
    words: str = "",
    *,
    of_pieces: bool = False,
    cell_px: int = CELL_PX,
) -> str:
    """Draw a board as HTML.

    Parameters
    ----------
    puzzle : its hints, or its pieces, stand beside or on the board; None for a picture alone.
    picture : what is on the board; None for nothing.
    words : stand below the board.
    of_pieces : a picture alone is a packing.
    """
    if isinstance(puzzle, Katamino):
        drawing = packing_table(puzzle, picture, cell_px=cell_px)
    elif puzzle is not None:
        drawing = html_table(puzzle, picture, cell_px=cell_px)
    elif picture is not None:
        drawing = image_html(_picture_alone(picture, of_pieces, cell_px))
    else:
        drawing = ""
    return drawing + (f"<p>{escape(words)}</p>\n" if words else "")


def board_png(
    puzzle: LinePuzzle | Katamino | None,
    picture: Picture | None,
    *,
    of_pieces: bool = False,
    cell_px: int = CELL_PX,
) -> bytes | None:
    """Draw a board as PNG; parameters as in `board_html`. None if there is nothing to draw."""
    if isinstance(puzzle, Katamino):
        return png_bytes(packing_image(picture or blank_board(puzzle), cell_px=cell_px))
    if puzzle is not None:
        return png_bytes(sheet(puzzle, picture, cell_px=cell_px))
    return None if picture is None else png_bytes(_picture_alone(picture, of_pieces, cell_px))


def image_html(image: Image.Image) -> str:
    """An image within a page, reduced to fit."""
    data = b64encode(png_bytes(image)).decode()
    style = f"max-width:100%;max-height:{_MAX_HEIGHT_PX}px"
    return f'<img alt="the board" style="{style}" src="data:image/png;base64,{data}">\n'


def _picture_alone(picture: Picture, of_pieces: bool, cell_px: int) -> Image.Image:
    return packing_image(picture, cell_px=cell_px) if of_pieces else board_image(picture, cell_px)
