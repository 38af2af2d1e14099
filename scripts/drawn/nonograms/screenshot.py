"""Draw a nonogram's screenshot: the steps in order. Read this first."""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from PIL import Image

from drawn.canvas import to_image
from drawn.damage import DAMAGES, crop
from drawn.nonograms.board import draw_board
from drawn.nonograms.chrome import backdrop, draw_chrome
from drawn.nonograms.hints import draw_hints
from drawn.nonograms.layout import Layout, place
from drawn.nonograms.look import Look
from drawn.nonograms.looks import LOOKS
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


CROP = "crop"
CROP_MARGINS = 0.0, 0.6  # of a cell, chosen by the seed: cut close to the hints, or with some margin
MARGIN_STREAM = 7  # the second number of the seed from which the margin comes
# Damages in turn, each with the height in pixels that a digit needs to stay legible for a person.
LEGIBLE_FROM_PX = MappingProxyType(
    {
        "jpeg-60": 8.0,
        "scale-0.5": 14.0,
        "dim": 0.0,
        "warm": 0.0,
        "blur": 13.0,
        "pad": 0.0,
        CROP: 0.0,
        "scale-0.75": 10.0,
        "jpeg-30": 12.0,
        "scale-1.33": 0.0,
    }
)


def damage_in_turn(seed: int, look: str, digit_px: float) -> str:
    """The first damage, beginning with this picture's turn, that leaves its digits legible."""
    names = list(LEGIBLE_FROM_PX)
    # In steps of two, since every second picture of each look is damaged.
    at = (seed + [one.name for one in LOOKS].index(look)) // 2 % len(names)
    return next(name for name in names[at:] + names[:at] if digit_px >= LEGIBLE_FROM_PX[name])


def damaged_nonogram(drawn: DrawnNonogram, damage: str) -> Image.Image:
    """The picture with one of LEGIBLE_FROM_PX; cropping leaves the board and its hints."""
    if damage != CROP:
        return DAMAGES[damage](drawn.image)
    rng = np.random.default_rng([drawn.spec.seed, MARGIN_STREAM])
    margin_px = round(rng.uniform(*CROP_MARGINS) * drawn.lattice.pitch_px)
    return crop(drawn.image, drawn.board_with_hints, margin_px)
