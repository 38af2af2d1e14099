"""The outline of a screen in a photograph: four long straight edges that enclose much of the picture.

Of the lines with the most edge pixels on them (P. Hough's transform), those four are taken whose sides are
seen best from corner to corner. An edge within the screen, of a tool bar, serves as well: it has the same
directions.

Known failure: a screen that fills the photograph, or one whose edge is hidden for the most part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.pixels import RGB

LOOKED_AT_PX = 300  # the shorter side in which edges are looked for: a table's grain vanishes
BLUR_PX = 1.8
DARK = 10  # levels, added to all before their logarithm is taken: black has no contrast
FAINT, CLEAR = 0.1, 0.25  # of the logarithm, Canny's thresholds: weaker edges are noise
STEP_DEG, ALIKE = 0.5, (6, 12)  # the pixels, and the steps of direction, within which two lines are one
MAX_LINES = 26
NEAR_PX = 2.5  # edges so near to a side are part of it
MAX_CONVERGING_DEG = 30.0  # of two opposite sides: a screen tilted by 25 degrees has 16
MIN_CORNER_DEG = 55.0
# Of the picture's shorter side and area; of each side that has to be seen; and of the picture's sides: a
# corner may lie so far outside it.
MIN_SIDE, MIN_AREA, MIN_SEEN, BEYOND = 0.3, 0.12, 0.5, 0.03

Points = NDArray[np.float64]


def find_screen_outline(image: RGB) -> Points | None:
    """The corners of the screen: (4, 2) float64, (row, col), clockwise from the upper left; None without one.

    image : (H, W, 3) uint8 sRGB.
    """
    from skimage.feature import canny
    from skimage.transform import hough_line, hough_line_peaks

    grey = Image.fromarray(np.ascontiguousarray(image)).convert("L")
    times = max(1, round(min(grey.size) / LOOKED_AT_PX))
    tones = np.log(np.asarray(grey.reduce(times), np.float32) + DARK)
    edges = canny(tones, BLUR_PX, FAINT, CLEAR)
    least = MIN_SEEN * MIN_SIDE * min(edges.shape)
    found = hough_line(edges, np.deg2rad(np.arange(-90, 90, STEP_DEG)))
    _, angles, offsets = hough_line_peaks(*found, *ALIKE, least, MAX_LINES)
    if len(angles) < 4:
        return None
    corners = _best_corners(edges, np.column_stack([np.sin(angles), np.cos(angles)]), offsets)
    return None if corners is None else (corners + 0.5) * times


def _best_corners(edges: NDArray[np.bool_], normals: Points, offsets: Points) -> Points | None:
    """The corners of the four lines whose sides are longest, as far as they are seen.

    edges : (H, W). normals, offsets : (N, 2) and (N,) of the lines, where `normal` @ (row, col) == offset.
    """
    from scipy import ndimage

    angles = np.rad2deg(np.arccos(np.minimum(1.0, np.abs(normals @ normals.T))))  # between two, up to 90
    opposite = np.argwhere(np.triu(angles < MAX_CONVERGING_DEG, 1))
    first, second = (opposite[numbers] for numbers in np.triu_indices(len(opposite), 1))
    is_right_angled = angles[first[:, :, None], second[:, None]].min(axis=(1, 2)) >= MIN_CORNER_DEG
    sides = np.stack([first, second], axis=-1)[is_right_angled].reshape(-1, 4)  # in order round the screen
    corners = _crossings(normals, offsets)[sides, np.roll(sides, -1, axis=1)]  # each with the side after it
    corners = corners[_are_large(corners, edges.shape)]
    if not len(corners):
        return None
    near = ndimage.distance_transform_edt(~edges) < NEAR_PX
    parts = np.linspace(0.005, 0.995, 100)[:, None]  # places along each side
    after = np.roll(corners, -1, axis=1)
    places = np.floor(corners[:, :, None] + (after - corners)[:, :, None] * parts).astype(np.intp)
    inside = ((places >= 0) & (places < edges.shape)).all(axis=-1)
    rows, cols = np.moveaxis(np.where(inside[..., None], places, 0), -1, 0)
    seen = (near[rows, cols] & inside).mean(axis=2)  # the share of each side
    lengths = np.linalg.norm(after - corners, axis=2)
    totals = np.where((seen >= MIN_SEEN).all(axis=1), ((2 * seen - 1) * lengths).sum(axis=1), 0)
    return _clockwise(corners[totals.argmax()]) if totals.max() > 0 else None


def _crossings(normals: Points, offsets: Points) -> Points:
    """(N, N, 2) where each two lines cross; not a number for parallel ones."""
    (down, along) = normals.T
    with np.errstate(divide="ignore", invalid="ignore"):
        determinants = np.outer(down, along) - np.outer(along, down)
        rows = (np.outer(offsets, along) - np.outer(along, offsets)) / determinants
        cols = (np.outer(down, offsets) - np.outer(offsets, down)) / determinants
    return np.stack([rows, cols], axis=-1)


def _are_large(corners: Points, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(N,) whether (N, 4, 2) corners lie in the picture and enclose much of it."""
    size = np.array(shape, float)
    after = np.roll(corners, -1, axis=1)
    sides = np.linalg.norm(after - corners, axis=2)
    areas = np.abs((corners[..., 0] * after[..., 1] - corners[..., 1] * after[..., 0]).sum(axis=1)) / 2
    are_inside = ((corners >= -BEYOND * size) & (corners <= (1 + BEYOND) * size)).all(axis=(1, 2))
    are_large = (sides.min(axis=1) > MIN_SIDE * size.min()) & (areas > MIN_AREA * size.prod())
    return np.asarray(are_inside & are_large)


def _clockwise(corners: Points) -> Points:
    """Corners in order, from the one that is nearest to the upper left."""
    rows, cols = (corners - corners.mean(axis=0)).T
    ordered = corners[np.argsort(np.arctan2(rows, cols))]
    return np.asarray(np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0))
