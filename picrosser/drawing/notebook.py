"""A puzzle as notebooks show it: an object that draws itself when a cell ends with it."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.drawing.html_table import html_table
from picrosser.drawing.png import png_bytes
from picrosser.drawing.sheet import sheet
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Picture


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle with or without an answer, for the last line of a notebook's cell.

    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : 12 or more.
    """

    puzzle: LinePuzzle
    picture: Picture | None = None
    cell_px: int = 24

    def _repr_html_(self) -> str:
        return html_table(self.puzzle, self.picture, cell_px=self.cell_px)

    def _repr_png_(self) -> bytes:
        return png_bytes(sheet(self.puzzle, self.picture, cell_px=self.cell_px))


def show(puzzle: LinePuzzle, picture: Picture | None = None, *, cell_px: int = 24) -> Shown:
    """Show a puzzle in a notebook."""
    return Shown(puzzle, picture, cell_px)
