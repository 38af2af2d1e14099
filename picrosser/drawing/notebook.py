"""Shows a puzzle in a notebook: an object that draws itself when it is the last value of a cell."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.drawing.html_table import html_table
from picrosser.drawing.packing import blank_board, packing_image
from picrosser.drawing.packing_page import packing_table
from picrosser.drawing.png import png_bytes
from picrosser.drawing.sheet import sheet
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle with or without its solution, which notebooks draw as HTML or PNG.

    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : the side of a cell, 12 or more.
    """

    puzzle: LinePuzzle | Katamino
    picture: Picture | None = None
    cell_px: int = 24

    def _repr_html_(self) -> str:
        if isinstance(self.puzzle, Katamino):
            return packing_table(self.puzzle, self.picture, cell_px=self.cell_px)
        return html_table(self.puzzle, self.picture, cell_px=self.cell_px)

    def _repr_png_(self) -> bytes:
        if isinstance(self.puzzle, Katamino):
            board = self.picture or blank_board(self.puzzle)
            return png_bytes(packing_image(board, cell_px=self.cell_px))
        return png_bytes(sheet(self.puzzle, self.picture, cell_px=self.cell_px))


def show(puzzle: LinePuzzle | Katamino, picture: Picture | None = None, *, cell_px: int = 24) -> Shown:
    """Show a puzzle in a notebook, with a picture on its board if there is one."""
    return Shown(puzzle, picture, cell_px)
