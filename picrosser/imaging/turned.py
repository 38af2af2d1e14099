"""Pictures that lie on a side or upside down: turn them upright, and find places in the original."""

from dataclasses import dataclass

import numpy as np

from picrosser.imaging.perspective import Homography, as_homography
from picrosser.imaging.pixels import RGB, Box, Lattice

TURN_WORDS = {90: "turned by 90° clockwise", 180: "upside down", 270: "turned by 90° counterclockwise"}
"""How a picture lies, by the degrees by which it is turned clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnedPicture:
    """A picture that was turned upright.

    image : (H, W, 3) uint8 sRGB, upright.
    turned_deg : how far the picture as it was given is turned clockwise: 90, 180 or 270.
    """

    image: RGB
    turned_deg: int


def turned_upright(image: RGB, turned_deg: int) -> TurnedPicture:
    """Turn a picture, (H, W, 3), upright that lies turned by these degrees clockwise."""
    return TurnedPicture(np.ascontiguousarray(np.rot90(image, turned_deg // 90)), turned_deg)


def lattice_as_given(lattice: Lattice, turned_deg: int, shape: tuple[int, int]) -> Lattice:
    """Where a lattice lies in the picture as it was given: one with `to_picture`, unless nothing was turned.

    lattice : in the upright picture. shape : (height, width) of that.
    """
    return lattice.led_on(np.array(_to_given(turned_deg, shape))) if turned_deg else lattice


def box_as_given(box: Box, turned_deg: int, shape: tuple[int, int]) -> Box:
    """Where a box of pixels lies in the picture as it was given; parameters as in `lattice_as_given`."""
    return box.led_on(_to_given(turned_deg, shape))


def _to_given(turned_deg: int, shape: tuple[int, int]) -> Homography:
    """The homography from the upright picture to the one that was given."""
    way, (height, width) = np.eye(3), shape
    for _ in range(turned_deg // 90):  # a quarter clockwise leads (row, col) to (col, height - row)
        way = np.array([(0.0, 1.0, 0.0), (-1.0, 0.0, height), (0.0, 0.0, 1.0)]) @ way
        height, width = width, height
    return as_homography(way)
