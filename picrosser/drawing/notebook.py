"""Draws values for notebooks, as HTML and as PNG.

Boards become SVG within HTML, which stays sharp and whose numbers can be selected; pictures without hints and
screenshots become PNGs within HTML.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from html import escape

from PIL import Image

from picrosser.drawing.packing import blank_board, packing_image, packing_svg
from picrosser.drawing.picture_files import picture_bytes
from picrosser.drawing.sheet import board_image, sheet
from picrosser.drawing.svg import svg
from picrosser.errors import expect
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture

_CELL_PX = 24
_MAX_HEIGHT_PX = 640  # of a screenshot in a page: a phone's would fill it several times


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle with or without its solution, or a picture alone, which notebooks draw as HTML or PNG.

    puzzle : its hints or pieces stand beside or on the board.
    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : the side of a cell, 12 or more.
    words : below the drawing, as HTML only.
    of_pieces : a picture without a puzzle is a packing.
    """

    puzzle: LinePuzzle | Katamino | None
    picture: Picture | None = None
    cell_px: int = _CELL_PX
    words: str = field(default="", repr=False)
    of_pieces: bool = field(default=False, repr=False)

    def _repr_html_(self) -> str:
        if isinstance(self.puzzle, Katamino):
            drawing = packing_svg(self.puzzle, self.picture, cell_px=self.cell_px)
        elif self.puzzle is not None:
            drawing = svg(self.puzzle, self.picture, cell_px=self.cell_px)
        else:
            image = self._image()
            drawing = "" if image is None else image_html(image)
        return drawing + (f"<p>{escape(self.words)}</p>\n" if self.words else "")

    def _repr_png_(self) -> bytes | None:
        image = self._image()
        return None if image is None else picture_bytes(image)

    def _image(self) -> Image.Image | None:
        if isinstance(self.puzzle, Katamino):
            return packing_image(self.picture or blank_board(self.puzzle), cell_px=self.cell_px)
        if self.puzzle is not None:
            return sheet(self.puzzle, self.picture, cell_px=self.cell_px)
        if self.picture is None:
            return None
        draw_alone = packing_image if self.of_pieces else board_image
        return draw_alone(self.picture, cell_px=self.cell_px)


def show(puzzle: LinePuzzle | Katamino, picture: Picture | None = None, *, cell_px: int = _CELL_PX) -> Shown:
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


def image_html(image: Image.Image) -> str:
    """An image within a page, reduced to fit."""
    data = b64encode(picture_bytes(image)).decode()
    style = f"max-width:100%;max-height:{_MAX_HEIGHT_PX}px"
    return f'<img alt="the board" style="{style}" src="data:image/png;base64,{data}">\n'
