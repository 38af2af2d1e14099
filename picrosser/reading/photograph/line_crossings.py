"""Find where ruled lines cross in a photograph, whatever the angle at which they do, and look them up.

A line is darker than what lies on both sides of it, over its whole length. So grey levels are summed along
short segments of all slopes, and each sum is compared with those of the parallel segments beside it. A
crossing is where this holds in both directions. Segments of a power of two are summed by doubling, so all
slopes together take a tenth of a second.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

SEGMENT_PX = 16  # 4 doublings: longer than the strokes of digits, and still straight on bent paper
BESIDE_PX = 4  # between a line's middle and what lies beside it: the lines of twelve-pixel cells are 12 apart
SLOPES = 9  # steps up to 45 degrees, either way: an end of the segment moves by less than a pixel per step
SLOPE_BITS = SLOPES.bit_length() + 1  # in which a slope is kept
LEAST = 24  # of the sum's contrast, in 4/16 of 1/256 of the local tone: paper's texture has less
MOST = 12_000  # crossings: the board with the most lines that is drawn here has 4,300

Grey = NDArray[np.uint8]
Points = NDArray[np.float64]
Plane = NDArray[np.int16]
"""(H, W) how clearly a line passes through each pixel."""


@dataclass(frozen=True, eq=False)
class Crossings:
    """The places where lines may cross, N of them, and the lines themselves.

    places : (N, 2), (row, col) in pixels of the reduced photograph. strengths : (N,).
    slopes : (N, 2), of the line across (rows per column) and of the line down (columns per row).
    across, down : the lines, each a pixel wider on both sides.
    reduction : photograph pixels per pixel of these planes.
    """

    places: Points
    strengths: Points
    slopes: Points
    across: Plane
    down: Plane
    reduction: int

    @cached_property
    def _tree(self) -> Any:
        from scipy.spatial import cKDTree

        return cKDTree(self.places)

    def near_each(self, places: Points, reach: float | Points) -> NDArray[np.intp]:
        """(...) the number of the crossing nearest to each of (..., 2) places; -1 for none in reach."""
        away, numbers = self._tree.query(places)
        return np.where(away < reach, numbers, -1)

    def around_each(self, places: Points, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """All crossings up to so far in row and column from (N, 2) places: numbers of these, and of those."""
        around = self._tree.query_ball_point(places, reach, p=np.inf, return_sorted=True)
        asked = np.repeat(np.arange(len(places)), [len(numbers) for numbers in around])
        return asked, np.fromiter(chain.from_iterable(around), np.intp)


def is_light_on_dark(grey: Grey, reduction: int) -> bool:
    """Whether print is lighter than its paper: it covers less, so it is further from the tones around it.

    Of 44 pages these differences have a skewness of -2.8 to -0.4 for dark print, and of 0.7 to 3.1 for light
    print. Parameters as those of `find_crossings`.
    """
    reduced = Image.fromarray(grey).reduce(reduction)
    around = reduced.filter(ImageFilter.BoxBlur(SEGMENT_PX))
    off = np.asarray(reduced, np.float32) - np.asarray(around, np.float32)
    return float((off * off * off).mean()) > 0


def find_crossings(grey: Grey, reduction: int) -> Crossings:
    """Find the crossings of lines that are darker than what is beside them.

    grey : (H, W) uint8. reduction : by which it is reduced first, a whole number.
    """
    from scipy import ndimage

    tones = -_evened(Image.fromarray(grey).reduce(reduction))
    across, across_slope = _ridges(tones)
    down, down_slope = (np.ascontiguousarray(plane.T) for plane in _ridges(np.ascontiguousarray(tones.T)))
    both = np.minimum(across, down)
    rows, cols, places = _peaks(both)
    return Crossings(
        places,
        both[rows, cols].astype(np.float64),
        np.column_stack([across_slope[rows, cols], down_slope[rows, cols]]) / SLOPES,
        ndimage.maximum_filter1d(across, 3, axis=0),
        ndimage.maximum_filter1d(down, 3, axis=1),
        reduction,
    )


def _evened(grey: Image.Image) -> Plane:
    """(H, W) the tones relative to their neighbourhood's, 256 for twice as light: shadow is divided out."""
    around = np.asarray(grey.filter(ImageFilter.BoxBlur(SEGMENT_PX)), np.float32) + 4  # black has no contrast
    return np.asarray(np.clip(256 * (np.asarray(grey) - around) / around, -250, 250), np.int16)


def _ridges(tones: Plane) -> tuple[Plane, NDArray[np.int8]]:
    """How much lighter each segment is than those above and below, at its best slope; and that slope."""
    # Strength and slope are kept in one number, so that the larger of two is that of the stronger segment.
    height, width = tones.shape
    best = np.zeros(tones.shape, np.uint16)  # of nothing: no slope
    if height > 2 * BESIDE_PX and width > SEGMENT_PX:
        ridge = np.zeros_like(best)
        inner, beside = ridge[BESIDE_PX:-BESIDE_PX], np.empty_like(tones[2 * BESIDE_PX :])
        # Four times less, so that sums of sixteen leave their bits to the slope.
        for step, total in _sums_along(tones // 4 << SLOPE_BITS, range(-SLOPES, SLOPES + 1)):
            np.maximum(total[: -2 * BESIDE_PX], total[2 * BESIDE_PX :], out=beside)
            np.maximum(total[BESIDE_PX:-BESIDE_PX], beside, out=inner.view(np.int16))
            np.subtract(inner, beside.view(np.uint16), out=inner)  # of two signed ones, up to 64,000
            inner |= SLOPES - step
            # From its start to its middle.
            lower, right = round(step / SLOPES * (SEGMENT_PX - 1) / 2), SEGMENT_PX // 2
            top, bottom = max(0, lower), min(height, height + lower)
            here, found = best[top:bottom, right:], ridge[top - lower : bottom - lower, : width - right]
            np.maximum(here, found, out=here)
    slopes = SLOPES - (best & (1 << SLOPE_BITS) - 1).astype(np.int8)
    return (best >> SLOPE_BITS).astype(np.int16), slopes


def _sums_along(sums: Plane, steps: Iterable[int], length: int = 1) -> Iterator[tuple[int, Plane]]:
    """The sums of the segments right of each pixel, slope by slope; of shorter segments these are known."""
    if length == SEGMENT_PX:
        yield from ((step, sums) for step in steps)
        return
    height, width = sums.shape
    for down, alike in groupby(steps, lambda step: round(step / SLOPES * length)):
        longer = sums.copy()
        here, there = (slice(max(0, -way), height - max(0, way)) for way in (down, -down))
        longer[here, : width - length] += sums[there, length:]
        yield from _sums_along(longer, alike, 2 * length)


def _peaks(plane: Plane) -> tuple[NDArray[np.intp], NDArray[np.intp], Points]:
    """Rows and columns of the pixels that are the largest around; and (N, 2) where between pixels."""
    from scipy import ndimage

    largest = ndimage.maximum_filter(plane, 2 * BESIDE_PX + 1)
    rows, cols = np.nonzero((plane == largest) & (plane > LEAST))
    strongest = np.sort(np.argsort(-plane[rows, cols], kind="stable")[:MOST])
    rows, cols = rows[strongest], cols[strongest]
    wide, here = np.pad(plane, 1, mode="edge"), plane[rows, cols].astype(np.float64)
    off = []
    for down, along in ((1, 0), (0, 1)):
        before, after = (wide[rows + 1 + way * down, cols + 1 + way * along] for way in (-1, 1))
        bend = np.minimum(before + after - 2 * here, -1)
        off.append(np.clip((before - after) / (2 * bend), -0.5, 0.5))
    return rows, cols, np.transpose([rows, cols]) + 0.5 + np.transpose(off).astype(np.float64)
