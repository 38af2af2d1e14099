"""Draw a nonogram's screenshot: the steps in order. Read this first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from drawn.canvas import to_image
from drawn.nonograms.board import draw_board
from drawn.nonograms.chrome import backdrop, draw_chrome
from drawn.nonograms.hints import draw_hints
from drawn.nonograms.layout import Layout, place
from drawn.nonograms.look import Look
from drawn.nonograms.spec import NonogramSpec, random_nonogram_spec
from picrosser.imaging.pixels import Box, Lattice

CHROME_STREAM = 5  # the second number of the seed from which the bars' texts come
TRIES = 30  # seeds that are tried until the digits are large enough


@dataclass(frozen=True, slots=True, eq=False)  # a Picture cannot be compared with ==
class DrawnNonogram:
    """A picture with its truth.

    digit_px : height of the smallest digit.
    """

    image: Image.Image
    spec: NonogramSpec
    lattice: Lattice
    board_with_hints: Box
    digit_px: float


def draw(spec: NonogramSpec) -> DrawnNonogram:
    """Draw the picture of a spec."""
    layout = place(spec)
    rng = np.random.default_rng([spec.seed, CHROME_STREAM, spec.number])
    pixels = backdrop(layout, rng)
    draw_chrome(pixels, layout, rng)
    draw_hints(pixels, layout)
    draw_board(pixels, layout)
    return DrawnNonogram(
        to_image(pixels), spec, layout.lattice(), layout.board_with_hints(), _smallest(layout)
    )


def legible_spec(look: Look, seed: int) -> NonogramSpec:
    """A picture of a look whose digits a person can read: the first such one of a few seeds.

    Raises
    ------
    ValueError : the look's sizes are too small for its shapes.
    """
    for turn in range(TRIES):
        spec = random_nonogram_spec(look, seed, turn)
        if _smallest(place(spec)) >= look.hints.smallest_px:
            return spec
    raise ValueError(f"the digits of {look.name} come out too small")


def _smallest(layout: Layout) -> float:
    return min((number.height_px for number in layout.numbers()), default=layout.pitch)
