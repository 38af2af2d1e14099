"""Draw one screenshot: page, bars, board, corner, hints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.board import draw_board, draw_hints
from drawn.canvas import new_canvas, to_image
from drawn.chrome import draw_bars, draw_corner
from drawn.fills import FillStyle, Painting, Progress
from drawn.pictures import hints_of
from drawn.spec import ScreenshotSpec, place
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.picture import Picture


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds images
class DrawnScreenshot:
    """A screenshot with its truth.

    image : RGB.
    puzzle : the hints that were drawn, circles included.
    picture : a solution; the only one if the spec requires it.
    lattice : the true edges of the cells.
    board_with_hints : the board and both hint areas, for crops.
    state : (rows, columns) int8, what the player has done: `Progress.state`; None on an untouched board.
    """

    image: Image.Image
    puzzle: HungryCat
    picture: Picture
    lattice: Lattice
    board_with_hints: Box
    state: NDArray[np.int8] | None = None


def draw(
    spec: ScreenshotSpec, progress: Progress | None = None, fill: FillStyle | None = None
) -> DrawnScreenshot:
    """Draw a screenshot; equal arguments give equal pixels.

    Parameters
    ----------
    progress : what the player has painted and marked so far; None leaves the board untouched.
    fill : how painted cells look; None is flat paint on whole cells.
    """
    layout = place(spec)
    puzzle = hints_of(spec.picture)
    painting = None if progress is None else Painting(progress, fill or FillStyle())
    pixels = new_canvas(spec.phone.width, spec.phone.height, spec.theme.page)
    draw_bars(pixels, layout)
    draw_board(pixels, layout, painting)
    draw_corner(pixels, layout)
    draw_hints(pixels, layout, puzzle)
    return DrawnScreenshot(
        image=to_image(pixels),
        puzzle=puzzle,
        picture=spec.picture,
        lattice=layout.lattice(),
        board_with_hints=layout.board_with_hints(),
        state=None if progress is None else progress.state,
    )
