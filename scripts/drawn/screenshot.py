"""Draw one screenshot: page, bars, board, corner, hints."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from drawn.board import draw_board, draw_hints
from drawn.canvas import new_canvas, to_image
from drawn.chrome import draw_bars, draw_corner
from drawn.layout import place
from drawn.pictures import hints_of
from drawn.spec import ScreenshotSpec
from picrosser.pixels import Box, Lattice
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.picture import Picture


@dataclass(frozen=True, slots=True, eq=False)  # holds images, so no ==
class DrawnScreenshot:
    """A screenshot and everything that is true of it.

    image : RGB.
    puzzle : the hints that were drawn, circles included.
    picture : a solution; the only one if the spec says so.
    lattice : the true edges of the cells.
    board_with_hints : the board and both hint areas, for crops.
    """

    image: Image.Image
    puzzle: HungryCat
    picture: Picture
    lattice: Lattice
    board_with_hints: Box


def draw(spec: ScreenshotSpec) -> DrawnScreenshot:
    """Draw it; equal specs give equal pixels."""
    layout = place(spec)
    puzzle = hints_of(spec.picture)
    pixels = new_canvas(spec.phone.width, spec.phone.height, spec.theme.page)
    draw_bars(pixels, layout)
    draw_board(pixels, layout)
    draw_corner(pixels, layout)
    draw_hints(pixels, layout, puzzle)
    return DrawnScreenshot(
        to_image(pixels), puzzle, spec.picture, layout.lattice(), layout.board_with_hints()
    )
