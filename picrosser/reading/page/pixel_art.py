"""Find the ink of pixel art: pictures of few colours, drawn pixel by pixel, as consoles show them.

There a digit is some pixels of one colour, whatever surrounds it: stone, clouds, a shadow, a tile of its own.
So each connected area of one colour is a piece of ink, and whether it is a digit is told by comparing bits.
All else is measured in the picture enlarged without smoothing, since a pixel is a large part of a cell there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.connected import boxes_of
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.glyphs.bit_patterns import MAX_HEIGHT_PX, pattern_distance
from picrosser.reading.page.contrast import extremes_around
from picrosser.reading.page.digit_distance import (
    MAX_DIGIT_DISTANCE,
    MAX_SINGLE_ASPECT,
    MIN_SINGLE_ASPECT,
    is_block,
)
from picrosser.reading.page.ink import MIN_HEIGHT_PX, SURE_DISTANCE, Ink

ENLARGED = 4  # times: digits of 5 pixels are as tall then as those of a usual screenshot
MAX_COLOURS = 64  # those of three consoles and a fantasy console have 6 to 39
# Of neighbouring pixels in a row that are equal: in four of those pictures 0.56 and more, in noise with a
# standard deviation of one level 0.27
MIN_EQUAL = 0.4
MAX_PIXELS = 640 * 480  # of the picture as it was drawn
# Of the areas of one colour: so many are surely digits, or all are texture, as of stone and clouds. Of three
# consoles' inks 0.09 and more are, of their stone 0.01
MIN_SURE_OF_COLOUR = 0.05
RARE = 4  # times as many sure digits have another height: what is so tall is none, or not a usual one

Packed = NDArray[np.int32]
"""(H, W) colours as numbers."""
Shape = NDArray[np.bool_]
"""(height, width) the pixels of an area within its box."""


@dataclass(frozen=True, eq=False)
class PixelArt:
    """A picture that was drawn pixel by pixel.

    drawn : (H, W, 3) uint8 sRGB, as it was drawn.
    """

    drawn: RGB

    @cached_property
    def image(self) -> RGB:
        """It with squares of ENLARGED as pixels."""
        return np.repeat(np.repeat(self.drawn, ENLARGED, axis=0), ENLARGED, axis=1)

    @cached_property
    def ink(self) -> Ink:
        """The areas of one colour that have the size of digits, as ink of that picture."""
        return _find_ink(self.drawn.astype(np.int32))


def seek_pixel_art(image: RGB) -> PixelArt | None:
    """What was drawn, if each pixel of it is a square of equal pixels, and it is small and has few colours.

    image : (H, W, 3) uint8 sRGB.
    """
    height, width = image.shape[:2]
    steps = [height, width]
    # A few rows and columns leave out nearly all other pictures.
    for lines in (image[::31].swapaxes(0, 1), image[:, ::31]):
        steps += (np.flatnonzero((lines[1:] != lines[:-1]).any(axis=(1, 2))) + 1).tolist()
    side = int(np.gcd.reduce(steps))
    drawn = np.ascontiguousarray(image[::side, ::side])
    if drawn[..., 0].size > MAX_PIXELS or Image.fromarray(drawn).getcolors(MAX_COLOURS) is None:
        return None
    equal = (drawn[:, 1:] == drawn[:, :-1]).all(axis=2)
    if not equal.size or equal.mean() < MIN_EQUAL:
        return None
    squares = image.reshape(height // side, side, width // side, side, 3)
    return PixelArt(drawn) if (squares == drawn[:, None, :, None]).all() else None


def _find_ink(drawn: NDArray[np.int32]) -> Ink:
    """The ink of what was drawn, (H, W, 3), in the enlarged picture."""
    packed = np.asarray(drawn @ np.array([1 << 16, 1 << 8, 1], np.int32), np.int32)
    areas = list(_areas(packed))
    plates = _plates(packed, areas)
    if plates.any():  # areas with a tile in them are replaced by what is left without it
        areas = [area for area in areas if not plates[area.box.slices][area.shape].any()]
        known = {(area.box.top, area.box.left) for area in areas}
        parts = _areas(np.where(plates, -1, packed))
        areas += [area for area in parts if (area.box.top, area.box.left) not in known]
    distances = np.array([area.distance for area in areas], np.float32)
    heights = np.array([area.box.height for area in areas], np.int32)
    steps = np.array([_step(drawn, area) for area in areas], np.float32).reshape(-1, 3)
    strongest = np.take_along_axis(steps, np.abs(steps).argmax(axis=1, keepdims=True), 1).ravel()
    distances[_a_pixel_off(heights, distances)] = np.inf
    sure = _sure_of_colour(packed, areas, distances)
    distances[sure == 0] = np.inf
    likely = np.flatnonzero(distances < MAX_DIGIT_DISTANCE).tolist()
    distances[[at for at in likely if _is_frame(packed, areas[at])]] = np.inf
    distances[_are_shadows(packed.shape, areas, distances, sure)] = np.inf
    ink = Ink(
        boxes=ENLARGED * boxes_of(area.box.slices for area in areas).astype(np.int32),
        scales=np.full(len(areas), ENLARGED, np.int8),
        light=strongest > 0,
        contrasts=np.abs(strongest),
        coverages=tuple(area.shape.astype(np.float32) for area in areas),
        distances=distances,
        of_colours=True,
        is_exact=True,
    )
    return ink.without_false_bars()


class _Area(NamedTuple):
    """A connected area of one colour; distance : the share of its box in which the nearest digit differs."""

    box: Box
    shape: Shape
    distance: float


def _areas(packed: Packed) -> Iterator[_Area]:
    """The connected areas of one colour that are as large as a digit; -1 is no colour."""
    from scipy.ndimage import find_objects
    from skimage.measure import label

    labels = label(packed, background=-1, connectivity=2)
    known: dict[tuple[int, bytes], float] = {}
    for number, (rows, cols) in enumerate(find_objects(labels), 1):
        box = Box(rows.start, cols.start, rows.stop, cols.stop)
        is_narrow = MIN_SINGLE_ASPECT * box.height <= box.width <= MAX_SINGLE_ASPECT * box.height
        if not (is_narrow and MIN_HEIGHT_PX <= box.height <= MAX_HEIGHT_PX):
            continue
        shape = labels[rows, cols] == number
        key = box.height, shape.tobytes()
        if key not in known:
            known[key] = np.inf if is_block(shape.astype(np.float32)) else pattern_distance(shape)
        yield _Area(box, shape, known[key])


def _step(drawn: NDArray[np.int32], area: _Area) -> NDArray[np.float64]:
    """(3,) by how much an area is lighter than what is in its box and next to it."""
    box = area.box
    around = drawn[max(0, box.top - 1) : box.bottom + 1, max(0, box.left - 1) : box.right + 1]
    colour = drawn[box.slices][area.shape][0]
    others = around[(around != colour).any(axis=2)]
    return np.asarray(colour - np.median(others if len(others) else around.reshape(-1, 3), axis=0))


def _a_pixel_off(heights: NDArray[np.int32], distances: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,) which areas are a pixel taller or lower than by far most sure digits: those of a font are not."""
    sure = np.bincount(heights[distances < SURE_DISTANCE], minlength=MAX_HEIGHT_PX + 2)
    return np.asarray(RARE * sure[heights] < np.maximum(sure[heights - 1], sure[heights + 1]))


def _sure_of_colour(
    packed: Packed, areas: Sequence[_Area], distances: NDArray[np.float32]
) -> NDArray[np.float64]:
    """(N,) how many areas of an area's colour surely are digits; 0 for a colour in which hardly any is."""
    colours = [int(packed[area.box.slices][area.shape][0]) for area in areas]
    _, number = np.unique(colours, return_inverse=True)
    sure = np.bincount(number, distances < SURE_DISTANCE)
    return np.asarray(np.where(sure < MIN_SURE_OF_COLOUR * np.bincount(number), 0.0, sure)[number])


def _is_frame(packed: Packed, area: _Area) -> bool:
    """Whether what an area encloses has no colour that is beside it, as within a painted cell's edge."""
    from scipy.ndimage import binary_fill_holes

    whole = binary_fill_holes(area.shape)
    within = packed[area.box.slices][whole & ~area.shape]
    rows, cols = area.box.slices
    around = np.pad(packed, 1, mode="edge")[rows.start : rows.stop + 2, cols.start : cols.stop + 2]
    return bool(len(within)) and not np.isin(within, around[~np.pad(whole, 1)]).any()


def _are_shadows(
    shape: tuple[int, ...], areas: Sequence[_Area], distances: NDArray[np.float32], sure: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """(N,) which areas touch a digit of a commoner colour: no digit touches another, but its shadow does.

    sure : how many of an area's colour surely are digits.
    """
    found = np.zeros(len(areas), bool)
    taken = np.zeros((shape[0] + 2, shape[1] + 2), bool)
    likely = np.flatnonzero(distances < MAX_DIGIT_DISTANCE)
    for at in likely[np.argsort(-sure[likely], kind="stable")].tolist():
        area = areas[at]
        rows, cols = area.box.slices
        around = taken[rows.start : rows.stop + 2, cols.start : cols.stop + 2]  # with a pixel to each side
        wide = np.pad(area.shape, 1)
        found[at] = (around & extremes_around(wide, 3, np.maximum)).any()
        if not found[at]:
            around |= wide
    return found


def _plates(packed: Packed, areas: Sequence[_Area]) -> NDArray[np.bool_]:
    """(H, W) the tiles of one colour on which single digits of a usual height stand, without these."""
    plates = np.zeros(packed.shape, bool)
    digits = [area.box for area in areas if area.distance < SURE_DISTANCE]
    counts = np.bincount([box.height for box in digits], minlength=1)
    usual = {height for height, count in enumerate(counts.tolist()) if RARE * count >= counts.max()}
    for box in digits:
        if box.height not in usual or box.left == 0 or box.right == packed.shape[1]:
            continue  # the space in a 0 is lower than digits
        if (plate := _plate(packed, box)) != box:
            plates[plate.slices] |= packed[plate.slices] == packed[box.top, box.left - 1]
    return plates


def _plate(packed: Packed, digit: Box) -> Box:
    """The largest rectangle of one colour round a digit; the digit's box if there is none, or it goes on."""
    tone, most = packed[digit.top, digit.left - 1], 2 * digit.height  # what is larger is no tile of its own
    found = []
    for along_first in (True, False):
        sides = [digit.top, digit.left, digit.bottom, digit.right]
        for reach in (1, most):
            for side in (1, 3, 0, 2) if along_first else (0, 2, 1, 3):
                for _ in range(reach):
                    beyond = _beyond(packed, sides, side)
                    if not len(beyond) or (beyond != tone).any():
                        break
                    sides[side] += 1 if side > 1 else -1
        found.append(Box(*sides))
    plate = max(found, key=lambda box: box.height * box.width)
    is_round = plate.left < digit.left and plate.right > digit.right and plate.height > digit.height
    return plate if is_round and max(plate.height, plate.width) <= most else digit


def _beyond(packed: Packed, sides: Sequence[int], side: int) -> Packed:
    """The line of pixels beyond one side (top, left, bottom, right) of a box; empty beyond the picture."""
    lines, other = (packed, 1) if side % 2 == 0 else (packed.T, 0)
    at = sides[side] - (side < 2)
    return lines[at, sides[other] : sides[other + 2]] if 0 <= at < len(lines) else lines[0, :0]
