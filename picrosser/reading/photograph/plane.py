"""A photographed plane made straight: a board, and all that lies in the same plane, as seen from above.

Unlike a flat page, which follows bent paper and ends near the sheet, this is one homography over the whole
photograph: for screens and for boards on tables, whose surroundings are read as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.perspective import Homography, as_homography, project, resample, usual_tone
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.photograph.sheet import MIN_FAR, SheetFound, off_upright_px

MAX_PLANE_CELLS = 90  # from the sheet's middle, either way: far off, perspective shows no detail
MAX_PLANE_PIXELS = 9_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A plane seen from above.

    image : (H, W, 3) uint8 sRGB; what the photograph does not show has its usual tone.
    lattice : the sheet's cells in it, with the way back to the photograph.
    """

    image: RGB
    lattice: Lattice


def straight_plane(image: RGB, sheet: SheetFound, cell_px: int) -> Plane:
    """The whole plane in which a flat sheet lies.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, the photograph.
    cell_px : the side of a cell in the plane; smaller where the plane would have too many pixels.
    """
    corners = np.array([(row, col) for row in (0, image.shape[0]) for col in (0, image.shape[1])], float)
    first, last = np.array(sheet.first, float), np.array(sheet.last, float)
    middle = (first + last) / 2
    to_lines = as_homography(np.asarray(np.linalg.inv(_from_lines(sheet)), np.float64))
    scale = np.array(to_lines)[2] @ np.column_stack([corners, np.ones(4)]).T
    if (scale * np.sign(scale[0]) <= 0).any():  # the horizon is in the photograph
        low, high = middle - MAX_PLANE_CELLS, middle + MAX_PLANE_CELLS
    else:
        reached = project(to_lines, corners)
        low = np.maximum(reached.min(axis=0), middle - MAX_PLANE_CELLS)
        high = np.minimum(reached.max(axis=0), middle + MAX_PLANE_CELLS)
    low, high = np.floor(np.minimum(low, first)), np.ceil(np.maximum(high, last))
    cell_px = min(cell_px, int((MAX_PLANE_PIXELS / float((high - low).prod())) ** 0.5))
    placed = np.array([(1 / cell_px, 0, low[0]), (0, 1 / cell_px, low[1]), (0, 0, 1)])
    to_picture = as_homography(_from_lines(sheet) @ placed)
    photo = Image.fromarray(np.ascontiguousarray(image))
    height, width = (int(side) for side in (high - low) * cell_px)
    # With no more pixels than the plane needs: else resampling would skip some.
    times = max(1, min(int(sheet.pitch_px / cell_px), min(photo.size) // 2))
    to_reduced = as_homography(np.diag([1 / times, 1 / times, 1.0]) @ np.array(to_picture))
    straight = resample(photo.reduce(times), to_reduced, (height, width), usual_tone(image))
    rows, cols = (
        tuple(int(cell_px * (line - low[axis])) for line in range(int(first[axis]), int(last[axis]) + 1))
        for axis in (0, 1)
    )
    return Plane(np.asarray(straight), Lattice(rows, cols, to_picture))


def plane_of(sheet: SheetFound, cell_px: int) -> tuple[Homography, Lattice]:
    """The homography to the photograph from the plane of a flat sheet, and the sheet's lines there.

    cell_px : the side of a cell in the plane.
    """
    placed = np.diag([1 / cell_px, 1 / cell_px, 1.0])
    rows, cols = (
        tuple(cell_px * line for line in range(first, last + 1))
        for first, last in zip(sheet.first, sheet.last, strict=True)
    )
    return as_homography(_from_lines(sheet) @ placed), Lattice(rows, cols)


def _from_lines(sheet: SheetFound) -> NDArray[np.float64]:
    """The homography, (3, 3), from the sheet's rows and columns of lines to the photograph."""
    fit = sheet.fit
    scaled = np.array(
        [
            (1 / fit.half[0], 0, -fit.middle[0] / fit.half[0]),
            (0, 1 / fit.half[1], -fit.middle[1] / fit.half[1]),
            (0, 0, 1),
        ]
    )
    return np.asarray(fit.matrix @ scaled)


def is_far_askew(lattice: Lattice) -> bool:
    """Whether its numbers do not stand beside its lines as the photograph lies."""
    if lattice.to_picture is None:
        return False
    rows, cols = lattice.shape
    lines = np.indices((rows + 1, cols + 1)).reshape(2, -1).T
    edges = np.array(lattice.row_edges_px)[lines[:, 0]], np.array(lattice.col_edges_px)[lines[:, 1]]
    places = project(lattice.to_picture, np.column_stack(edges).astype(np.float64))
    steps = np.diff(places.reshape(rows + 1, cols + 1, 2), axis=1)
    pitch_px = float(np.median(np.hypot(steps[..., 0], steps[..., 1])))
    return off_upright_px(lines.astype(np.float64), places) > MIN_FAR * pitch_px
