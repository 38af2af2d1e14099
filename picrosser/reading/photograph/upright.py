"""Turns a picture upright that was rotated a little, or photographed slightly from the side.

A screenshot of a screenshot may be turned by a degree or two, and a photograph of a screen shows it in
perspective. The board's lines are then still straight, but no longer follow the pixel rows, and
`lattice.grid` does not find them. All straight edges together tell how the picture lies (`slanted_lines`).

Known failure: a picture of an upright app that shows a turned picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from picrosser.imaging.perspective import Homography, as_homography, project, resample, usual_tone
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.photograph.slanted_lines import ScreenSlopes, find_screen_slopes

MIN_SIDE_PX = 100  # of the shorter side: smaller pictures cannot show a legible board
MAX_ASPECT = 12  # of the longer side to the shorter one: the longest scrolled screenshot has 9, boards 4
MAX_PIXELS = 16_000_000  # of the resampled picture: larger ones show nothing more


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """A picture turned upright.

    image : (H, W, 3) uint8 sRGB: the whole original, with a plain margin.
    to_picture : maps rows and columns of `image` to those of the original.
    slopes : how the lines lie in the original that are level and upright here.
    """

    image: RGB
    to_picture: Homography
    slopes: ScreenSlopes

    def in_original(self, lattice: Lattice) -> Lattice:
        """A lattice that was found in the upright image, with the way back to the original."""
        return replace(lattice, to_picture=self.to_picture)

    @property
    def turned_deg(self) -> float:
        """The angle by which the middle of the original is turned, positive when its right side is lower."""
        return float(np.rad2deg(np.arctan(self.slopes.across.slope)))


def stands_upright(image: RGB, board: Box) -> bool:
    """Whether the lines in a part of the picture (probably a board) follow the pixel rows and columns."""
    part = image[board.slices]
    slopes = find_screen_slopes(part, is_nearly_upright=True)
    return slopes is None or slopes.is_straight(part.shape)


def straighten(image: RGB) -> Upright | None:
    """Turn a picture upright; None if it is upright already, or shows no lines.

    image : (H, W, 3) uint8 sRGB.
    """
    height, width = image.shape[:2]
    if min(height, width) < max(MIN_SIDE_PX, max(height, width) / MAX_ASPECT):
        return None
    slopes = find_screen_slopes(image, is_nearly_upright=True)
    if slopes is None or slopes.is_straight(image.shape):
        return None
    way = np.array(slopes.to_picture(image.shape))
    corners = np.array([(0, 0), (0, width), (height, 0), (height, width)], np.float64)
    ends = project(as_homography(np.linalg.inv(way)), corners)
    first, size = ends.min(axis=0), np.ptp(ends, axis=0)
    grain = max(1.0, float(np.sqrt(size.prod() / MAX_PIXELS)))
    to_picture = as_homography(way @ np.array([(grain, 0, first[0]), (0, grain, first[1]), (0, 0, 1)]))
    rows, cols = np.ceil(size / grain).astype(int).tolist()
    picture = Image.fromarray(np.ascontiguousarray(image))
    upright = resample(picture, to_picture, (rows, cols), usual_tone(image))
    return Upright(np.asarray(upright), to_picture, slopes)
