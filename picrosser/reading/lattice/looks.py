"""A lattice over the whole picture in, what each of its cells looks like out.

Unlike in `corners`, every edge at a line counts, a single step too: paint meets paint.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.corners import CORNER, LINE_REACH
from picrosser.reading.lattice.edges import edges_along_rows, window_columns
from picrosser.reading.lattice.paint import looks_painted
from picrosser.reading.lattice.stripes import StripesFound, find_stripes

Places = NDArray[np.float64]
Flags = NDArray[np.bool_]
Luma = NDArray[np.int16]

# An edge is seen when it has this share of what the stripes' steps have in the median: dashes of a line have
# a half and more, also in blurred or dimmed pictures; noise and the page a tenth.
SEEN_SHARE, SEEN_LEVELS = 0.3, 0.45
# In units of the pitch: an edge of paint may lie this far from its line, for the fit.
PAINT_REACH = 0.2
OUTLIER = 0.04  # a line further from the even spacing is left out of the fit


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture: (H, W, 3) uint8 sRGB; its luma, (H, W) int16; and the transpose of that."""

    image: RGB
    luma: Luma
    across: Luma


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What was seen on a lattice over the whole picture.

    rows, cols : (R + 1,) y and (C + 1,) x of its lines.
    row_seen : (R + 1, C) bool, an edge along each line across, in each column of cells.
    col_seen : (C + 1, R) bool, the same for the lines down.
    stripes : the cells on stripes.
    painted : (R, C) bool, the cells that are paint all over.
    """

    rows: Places
    cols: Places
    row_seen: Flags
    col_seen: Flags
    stripes: StripesFound
    painted: Flags


def look(view: View, rows: Places, cols: Places) -> Looked:
    """Look at all cells of a lattice."""
    pitch = float(np.diff(rows).mean() + np.diff(cols).mean()) / 2
    stripes = find_stripes(view.image, rows, cols)
    row_edges, row_noise = edge_response(view.luma, rows, cols, pitch)
    col_edges, col_noise = edge_response(view.across, cols, rows, pitch)
    on_stripe = stripes.of_rows[:-1] | stripes.of_rows[1:]
    steps = row_edges[1:-1][on_stripe]
    level = max(SEEN_LEVELS, SEEN_SHARE * median(steps) if len(steps) else 0.0)
    return Looked(
        rows,
        cols,
        row_edges - row_noise > level,
        col_edges - col_noise > level,
        stripes,
        looks_painted(view.image, rows, cols, stripes.dark, stripes.light),
    )


def edge_response(
    luma: Luma, lines: Places, cells: Places, pitch: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How strong an edge there is at each line in the corners of each cell along it, whatever its sign.

    As `corner_response`, but a single step counts too: paint meets paint.
    """
    near, far = CORNER[0] * pitch, CORNER[1] * pitch
    starts = np.stack([cells[:-1] + near, cells[1:] - far], axis=1).ravel()
    windows = window_columns(starts, far - near, luma.shape[1])
    reach = max(1, round(LINE_REACH * pitch))

    def strongest(places: Places) -> NDArray[np.float32]:
        rows = np.rint(places).astype(np.intp)[:, None] + np.arange(-reach, reach + 1)
        edges = np.abs(edges_along_rows(luma, rows, windows)).max(axis=1)
        return np.asarray(edges.reshape(len(places), -1, 2).mean(axis=2))

    return strongest(lines), np.minimum(strongest(lines - pitch / 2), strongest(lines + pitch / 2))


def fit_lines(luma: Luma, lines: Places, cells: Places) -> Comb:
    """The lines, evenly spaced, through the middles of the edges seen around them.

    In each cell the middle of the edges; on each line the median over its cells: paint on one side only
    draws the middle to it, and there is as much of it on either side.

    Parameters
    ----------
    luma : (H, W) int16.
    lines : (K,) y of the lines, off by less than `PAINT_REACH`.
    cells : (J + 1,) x of the edges of the cells along them; the first lies in the hints.
    """
    pitch = float(np.diff(lines).mean())
    near = CORNER[0] * pitch
    windows = window_columns(cells[:-1] + near, pitch - 2 * near, luma.shape[1])
    reach = max(2, round(PAINT_REACH * pitch))
    offsets = np.arange(-reach, reach + 1)
    rows = np.rint(lines).astype(np.intp)[:, None] + offsets
    edges = np.abs(edges_along_rows(luma, rows, windows)).astype(np.float64)
    edges = np.maximum(edges - median(edges, axis=1, keepdims=True), 0)
    weight = edges.sum(axis=1)
    middle = (edges * offsets[:, None]).sum(axis=1) / np.maximum(weight, 1e-6)
    seen = np.where(weight > SEEN_LEVELS, middle, np.nan)
    number = np.arange(len(lines))
    found = np.array([median(cells[~np.isnan(cells)]) if (~np.isnan(cells)).any() else 0 for cells in seen])
    places = np.rint(lines) + found
    kept = np.ones(len(lines), bool)
    for _ in range(3):
        slope, start = np.polyfit(number[kept], places[kept], 1)
        off = np.abs(places - start - slope * number)
        kept = off <= max(OUTLIER * pitch, median(off))
    return Comb(float(start), float(slope), len(lines), 0.0)
