"""The outline of a screen in a photograph: four long straight edges that enclose much of the picture.

Every pixel on an edge votes for the lines through it that run along the edge (P. Hough's transform). Of the
lines with the most votes, those four are taken whose sides are seen best from corner to corner. An edge
within the screen, of a tool bar, serves as well: it has the same directions.

Known failure: a screen that fills the photograph, or one whose edge is hidden for the most part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.pixels import RGB

LOOKED_AT_PX = 300  # the shorter side in which edges are looked for: a table's grain vanishes
BLUR_PX = 1.2
DARK = 10  # levels, added to all before their logarithm is taken: black has no contrast
CLEAR = 0.12  # of the logarithm, per pixel: stronger edges count no more than this
LEAST = 0.02  # weaker ones are noise
SPREAD_DEG = 3  # by which the direction of a single pixel's edge may be wrong
ALIKE = 6, 6  # degrees and pixels within which two lines are one
MAX_LINES = 26
NEAR_PX, NEAR_DEG = 2.5, 20.0  # pixels that are of a line: their distance, and the direction of their edge
MAX_CONVERGING_DEG = 30.0  # of two opposite sides: a screen tilted by 25 degrees has 16
MIN_CORNER_DEG = 55.0
MIN_SIDE = 0.3  # of the picture's shorter side
MIN_AREA = 0.12  # of the picture
MIN_SEEN = 0.5  # of each side
BEYOND = 0.03  # of the picture's sides: a corner may lie so far outside it

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A line: where `normal` @ (row, col) == offset.

    seen : (L + 1,) how many pixels of it are seen, up to each pixel along it from `start`.
    """

    normal: Points
    offset: float
    start: Points
    seen: NDArray[np.intp]

    @property
    def along(self) -> Points:
        return np.array((self.normal[1], -self.normal[0]))

    def seen_between(self, one: Points, other: Points) -> float:
        """The share of the line between two of its points that is seen."""
        ends = sorted(float((point - self.start) @ self.along) for point in (one, other))
        first, last = np.clip(np.rint(ends), 0, len(self.seen) - 1).astype(int).tolist()
        return float(self.seen[last] - self.seen[first]) / max(1.0, ends[1] - ends[0])


def find_screen_outline(image: RGB) -> Points | None:
    """The corners of the screen: (4, 2) float64, (row, col), clockwise from the upper left; None without one.

    image : (H, W, 3) uint8 sRGB.
    """
    grey = Image.fromarray(np.ascontiguousarray(image)).convert("L")
    times = max(1, round(min(grey.size) / LOOKED_AT_PX))
    small = grey.reduce(times).filter(ImageFilter.GaussianBlur(BLUR_PX))
    tones = np.log(np.asarray(small, np.float32) + DARK)
    down, along = np.gradient(tones)
    slopes = np.stack([down, along], axis=-1)
    strength = np.hypot(down, along)
    lines = [_refined(slopes, strength, *line) for line in _voted(slopes, strength)]
    corners = _best_corners([line for line in lines if line is not None], tones.shape)
    return None if corners is None else corners * times


def _voted(slopes: NDArray[np.float32], strength: NDArray[np.float32]) -> list[tuple[float, float]]:
    """The lines with the most votes: the angle of the normal, in degrees, and the offset.

    slopes : (H, W, 2), down and along. strength : (H, W) of these.
    """
    rows, cols = np.nonzero(strength > LEAST)
    if not len(rows):
        return []
    weights = np.minimum(strength[rows, cols], CLEAR)
    angles = np.rint(np.rad2deg(np.arctan2(slopes[rows, cols, 1], slopes[rows, cols, 0]))).astype(int) % 360
    reach = int(np.hypot(*strength.shape)) + 1
    votes = np.zeros((360, 2 * reach + 1))
    for change in range(-SPREAD_DEG, SPREAD_DEG + 1):
        turned = (angles + change) % 360
        normals = np.deg2rad(np.arange(360))
        offsets = np.rint(rows * np.cos(normals)[turned] + cols * np.sin(normals)[turned]).astype(int) + reach
        flat = np.bincount(turned * votes.shape[1] + offsets, weights, votes.size)
        votes += flat.reshape(votes.shape)
    votes += np.roll(votes, 1, 1) + np.roll(votes, -1, 1)
    found = []
    for _ in range(MAX_LINES):
        angle, offset = np.unravel_index(int(votes.argmax()), votes.shape)
        found.append((float(angle), float(offset - reach)))
        around = np.arange(angle - ALIKE[0], angle + ALIKE[0] + 1) % 360
        votes[around, max(0, offset - ALIKE[1]) : offset + ALIKE[1] + 1] = 0
    return found


def _refined(
    slopes: NDArray[np.float32], strength: NDArray[np.float32], angle_deg: float, offset: float
) -> _Line | None:
    """The line fitted to the pixels of its edge; None if there are hardly any."""
    angle = np.deg2rad(angle_deg)
    normal = np.array((np.cos(angle), np.sin(angle)))
    height, width = slopes.shape[:2]
    off = np.arange(height)[:, None] * normal[0] + np.arange(width) * normal[1] - offset
    towards = slopes @ normal.astype(np.float32)
    is_edge = (strength > LEAST) & (towards > np.cos(np.deg2rad(NEAR_DEG)) * strength)
    points = np.argwhere(is_edge & (np.abs(off) < NEAR_PX)).astype(np.float64)
    if len(points) < MIN_SIDE * min(height, width):
        return None
    middle = points.mean(axis=0)
    spread = np.linalg.svd(points - middle, full_matrices=False)[2]
    normal = spread[1] * np.sign(spread[1] @ normal)
    offset = float(normal @ middle)
    off = np.arange(height)[:, None] * normal[0] + np.arange(width) * normal[1] - offset
    along = np.array((normal[1], -normal[0]))
    on_line = np.argwhere(is_edge & (np.abs(off) < NEAR_PX))
    reach = int(np.hypot(height, width)) + 1
    start = middle - reach * along
    steps = np.rint((on_line - start) @ along).astype(int)
    seen = np.zeros(2 * reach + 1, bool)
    seen[np.clip(steps, 0, 2 * reach)] = True
    return _Line(normal, offset, start, np.concatenate([[0], np.cumsum(seen)]))


def _best_corners(lines: list[_Line], shape: tuple[int, ...]) -> Points | None:
    """The corners of the four lines whose sides are longest, as far as they are seen."""
    best, most = None, 0.0
    for sides, corners in _quadrangles(lines, shape):
        total = 0.0
        for at, side in enumerate(sides):
            ends = corners[at], corners[(at + 1) % 4]
            seen = side.seen_between(*ends)
            if seen < MIN_SEEN:
                break
            total += (2 * seen - 1) * float(np.hypot(*(ends[1] - ends[0])))
        else:
            if total > most:
                best, most = corners, total
    return None if best is None else _clockwise(best)


def _quadrangles(lines: list[_Line], shape: tuple[int, ...]) -> Iterator[tuple[list[_Line], Points]]:
    """Each four lines that may be a screen's sides, in order round it, with its corners: (4, 2).

    All are looked at at once: there are thousands, of which a few dozen have the right shape.
    """
    normals = np.array([line.normal for line in lines]).reshape(-1, 2)
    offsets = np.array([line.offset for line in lines])
    angles = np.rad2deg(np.arccos(np.minimum(1.0, np.abs(normals @ normals.T))))  # between two, up to 90
    opposite = np.argwhere(np.triu(angles < MAX_CONVERGING_DEG, 1))
    firsts, seconds = (opposite[number] for number in np.triu_indices(len(opposite), 1))
    right_angled = angles[firsts[:, :, None], seconds[:, None]].min(axis=(1, 2)) >= MIN_CORNER_DEG
    sides = np.stack([firsts, seconds], axis=-1)[right_angled].reshape(-1, 4)
    before = np.roll(sides, 1, axis=1)
    corners = _crossings(normals[before], offsets[before], normals[sides], offsets[sides])
    for at in np.flatnonzero(_are_large(corners, shape)).tolist():
        yield [lines[side] for side in sides[at].tolist()], corners[at]


def _crossings(normals: Points, offsets: Points, others: Points, other_offsets: Points) -> Points:
    """(..., 2) where lines cross others, none of which is parallel; normals are (..., 2), offsets (...)."""
    (down, along), (other_down, other_along) = np.moveaxis(normals, -1, 0), np.moveaxis(others, -1, 0)
    determinants = down * other_along - along * other_down
    rows = (offsets * other_along - other_offsets * along) / determinants
    cols = (down * other_offsets - other_down * offsets) / determinants
    return np.stack([rows, cols], axis=-1)


def _are_large(corners: Points, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(N,) whether (N, 4, 2) corners lie in the picture and enclose much of it."""
    size = np.array(shape, float)
    inside = ((corners >= -BEYOND * size) & (corners <= (1 + BEYOND) * size)).all(axis=(1, 2))
    after = np.roll(corners, -1, axis=1)
    sides = np.linalg.norm(after - corners, axis=2)
    areas = np.abs((corners[..., 0] * after[..., 1] - corners[..., 1] * after[..., 0]).sum(axis=1)) / 2
    large = (sides.min(axis=1, initial=np.inf) > MIN_SIDE * size.min()) & (areas > MIN_AREA * size.prod())
    return np.asarray(inside & large)


def _clockwise(corners: Points) -> Points:
    """Corners in order, from the one that is nearest to the upper left."""
    rows, cols = (corners - corners.mean(axis=0)).T
    ordered = corners[np.argsort(np.arctan2(rows, cols))]
    return np.asarray(np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0))
