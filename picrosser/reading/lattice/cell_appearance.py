"""Measure what each cell of a lattice looks like: which sides have an edge, what is paint, where stripes lie.

Used where paint hides a board's lines. Unlike in `line_evidence`, every edge at a line counts, even a single
step: where paint meets paint there may be no line between.

A painted cell has one tone, or a slight gradient, from one side to the other, which differs from both tones
of the stripes. The background and the empty cells lie between these two. A digit on its disc has two tones,
and a tool bar ends in the middle of a cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.edges import Luma, edges_along_rows, window_columns
from picrosser.reading.lattice.line_evidence import CORNER, corner_response
from picrosser.reading.lattice.stripes import StripesFound

Places = NDArray[np.float64]
Flags = NDArray[np.bool_]

# An edge is seen when it has this share of the median step between stripes: dashes of a line have a half and
# more, also in blurred or dimmed pictures; noise and background a tenth. The second value is a minimum in
# grey levels.
MIN_EDGE_SHARE, MIN_EDGE_LEVELS = 0.3, 0.45
# In units of the pitch, for the fit of lines:
PAINT_REACH = 0.2  # how far an edge of paint may lie from its line
MAX_FIT_RESIDUAL = 0.04  # a line further from the even spacing is left out of the fit

# In units of the pitch: paint is looked for in a cross of two bars through the middle of a cell. An inset
# leaves 0.14 bare, and round corners lie outside the cross.
BAR_LENGTH, BAR_WIDTH = (0.17, 0.83), (0.38, 0.62)
BAR_SAMPLES = 9, 5  # along and across a bar
# Grey levels (largest channel). Paint differs at least this much from both tones of the stripes, and by this
# share of what these differ from each other. A tone counts as between them with so much tolerance.
MIN_PAINT_LEVELS, MIN_PAINT_STEPS, BETWEEN_LEVELS = 4.0, 0.8, 2.0
MAX_BAR_LEVELS = 8.0  # across a bar: JPEG of quality 30 has 5; a gradient runs along one of the two bars
MIN_PAINT_SAMPLES, MIN_FLAT_SAMPLES = 0.9, 0.85  # shares of the samples that must look like that


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture in the forms that are needed.

    image : (H, W, 3) uint8 sRGB.
    luma, transposed : its luma, (H, W) uint8, and the transpose, (W, H).
    """

    image: RGB
    luma: Luma
    transposed: Luma


@dataclass(frozen=True, slots=True, eq=False)
class CellAppearance:
    """What was seen on a lattice over the whole picture, of R x C cells.

    rows, cols : (R + 1,) y of the horizontal lines, (C + 1,) x of the vertical ones.
    row_seen : (R + 1, C) bool, an edge along each horizontal line in each column of cells.
    col_seen : (C + 1, R) bool, an edge along each vertical line in each row of cells.
    stripes : which cells lie on stripes.
    painted : (R, C) bool, cells that are painted all over.
    """

    rows: Places
    cols: Places
    row_seen: Flags
    col_seen: Flags
    stripes: StripesFound
    painted: Flags


def look_at_cells(view: View, rows: Places, cols: Places, stripes: StripesFound) -> CellAppearance:
    """Measure edges and paint for all cells of a lattice.

    rows, cols : (R + 1,) y of the horizontal lines, (C + 1,) x of the vertical ones.
    stripes : what `find_stripes` found on this lattice.
    """
    pitch = float(np.diff(rows).mean() + np.diff(cols).mean()) / 2
    row_edges, row_noise = corner_response(view.luma, rows, cols, pitch, single_steps=True)
    col_edges, col_noise = corner_response(view.transposed, cols, rows, pitch, single_steps=True)
    on_stripe = stripes.of_rows[:-1] | stripes.of_rows[1:]
    steps = row_edges[1:-1][on_stripe]
    level = max(MIN_EDGE_LEVELS, MIN_EDGE_SHARE * float(np.median(steps)) if len(steps) else 0.0)
    return CellAppearance(
        rows,
        cols,
        row_edges - row_noise > level,
        col_edges - col_noise > level,
        stripes,
        find_painted_cells(view.image, rows, cols, stripes.dark, stripes.light),
    )


def fit_lines(luma: Luma, lines: Places, cells: Places) -> Comb:
    """Fit evenly spaced lines to the edges seen around the given ones.

    In each cell the middle of the edges counts, on each line the median over its cells: paint on one side
    only pulls the middle towards it, but both sides have as much of it.

    Parameters
    ----------
    luma : (H, W) uint8.
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
    edges = np.maximum(edges - np.median(edges, axis=1, keepdims=True), 0)
    weight = edges.sum(axis=1)
    middle = (edges * offsets[:, None]).sum(axis=1) / np.maximum(weight, 1e-6)
    seen = np.where(weight > MIN_EDGE_LEVELS, middle, np.nan)
    number = np.arange(len(lines))
    found = np.array(
        [float(np.median(line[~np.isnan(line)])) if (~np.isnan(line)).any() else 0 for line in seen]
    )
    places = np.rint(lines) + found
    kept = np.ones(len(lines), bool)
    for _ in range(3):
        slope, start = np.polyfit(number[kept], places[kept], 1)
        residual = np.abs(places - start - slope * number)
        kept = residual <= max(MAX_FIT_RESIDUAL * pitch, float(np.median(residual)))
    return Comb(float(start), float(slope), len(lines), 0.0)


def find_painted_cells(
    image: RGB,
    rows: Places,
    cols: Places,
    dark: NDArray[np.float32],
    light: NDArray[np.float32],
) -> Flags:
    """Return which cells are painted all over: (R, C) bool.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    rows, cols : (R + 1,) y and (C + 1,) x of the lattice's lines.
    dark, light : (3,) the tones of the stripes.
    """
    upright = _bar_samples(image, rows, cols)
    level = _bar_samples(image.transpose(1, 0, 2), cols, rows).transpose(1, 0, 2, 3, 4)
    step = float(np.abs(light - dark).max())
    differing, flat = np.zeros(upright.shape[:2], np.float32), np.zeros(upright.shape[:2], np.float32)
    for bars in (upright, level):
        away = np.minimum(max_channel(np.abs(bars - dark)), max_channel(np.abs(bars - light)))
        low, high = np.minimum(dark, light) - BETWEEN_LEVELS, np.maximum(dark, light) + BETWEEN_LEVELS
        between = max_channel(np.maximum(low - bars, bars - high)) <= 0
        differs = (away > max(MIN_PAINT_LEVELS, MIN_PAINT_STEPS * step)) & ~between
        differing += differs.mean(axis=(2, 3), dtype=np.float32) / 2
        off = max_channel(np.abs(bars - bars[..., BAR_SAMPLES[1] // 2, None, :]))
        flat += (off < MAX_BAR_LEVELS).mean(axis=(2, 3), dtype=np.float32) / 2
    return np.asarray((differing >= MIN_PAINT_SAMPLES) & (flat >= MIN_FLAT_SAMPLES))


def _bar_samples(image: RGB, rows: Places, cols: Places) -> NDArray[np.float32]:
    """Sample the upright bar through the middle of each cell: (R, C, along, across, 3) float32."""
    along, across = (
        np.linspace(*part, count) for part, count in zip((BAR_LENGTH, BAR_WIDTH), BAR_SAMPLES, strict=True)
    )
    ys = rows[:-1, None] + along * np.diff(rows).mean()
    xs = cols[:-1, None] + across * np.diff(cols).mean()
    ys_px = np.clip(np.rint(ys), 0, image.shape[0] - 1).astype(np.intp)
    xs_px = np.clip(np.rint(xs), 0, image.shape[1] - 1).astype(np.intp)
    return np.asarray(image[ys_px[:, None, :, None], xs_px[None, :, None, :]], np.float32)
