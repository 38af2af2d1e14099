"""A lattice over the whole picture in, what each of its cells looks like out.

Unlike in `corners`, every edge at a line counts, a single step too: paint meets paint.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.edges import edges_along_rows, window_columns
from picrosser.reading.lattice.line_evidence import CORNER, LINE_REACH
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


# In units of the pitch: paint is looked for in a cross of two bars through the middle of a cell. An inset
# leaves 0.14 bare, and round corners lie outside the cross.
LONG, SHORT = (0.17, 0.83), (0.38, 0.62)
SAMPLES = 9, 5  # along and across a bar
# Grey levels, the largest channel: paint differs this much from the stripes' tones, and so much of what they
# differ from each other. The page and empty cells lie between the stripes' tones, or have one of them.
UNLIKE_LEVELS, UNLIKE_STEPS, BETWEEN_LEVELS = 4.0, 0.8, 2.0
FLAT_LEVELS = 8.0  # across a bar: JPEG of quality 30 has 5, a gradient runs along one of the bars
MOST_UNLIKE, MOST_FLAT = 0.9, 0.85  # of the samples


def looks_painted(
    image: RGB,
    rows: NDArray[np.float64],
    cols: NDArray[np.float64],
    dark: NDArray[np.float32],
    light: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """(R, C) bool: which cells are paint.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    rows, cols : (R + 1,) y and (C + 1,) x of the lattice's lines.
    dark, light : (3,) the tones of the stripes.
    """
    upright = _bars(image, rows, cols)
    flat = _bars(image.transpose(1, 0, 2), cols, rows).transpose(1, 0, 2, 3, 4)
    step = float(np.abs(light - dark).max())
    unlike, even = np.zeros(upright.shape[:2], np.float32), np.zeros(upright.shape[:2], np.float32)
    for bars in (upright, flat):
        away = np.minimum(max_channel(np.abs(bars - dark)), max_channel(np.abs(bars - light)))
        low, high = np.minimum(dark, light) - BETWEEN_LEVELS, np.maximum(dark, light) + BETWEEN_LEVELS
        between = max_channel(np.maximum(low - bars, bars - high)) <= 0
        is_unlike = (away > max(UNLIKE_LEVELS, UNLIKE_STEPS * step)) & ~between
        unlike += is_unlike.mean(axis=(2, 3), dtype=np.float32) / 2
        off = max_channel(np.abs(bars - bars[..., SAMPLES[1] // 2, None, :]))
        even += (off < FLAT_LEVELS).mean(axis=(2, 3), dtype=np.float32) / 2
    return np.asarray((unlike >= MOST_UNLIKE) & (even >= MOST_FLAT))


def _bars(image: RGB, rows: NDArray[np.float64], cols: NDArray[np.float64]) -> NDArray[np.float32]:
    """(R, C, along, across, 3) samples of the bar down the middle of each cell."""
    along, across = (np.linspace(*span, count) for span, count in zip((LONG, SHORT), SAMPLES, strict=True))
    ys = rows[:-1, None] + along * np.diff(rows).mean()
    xs = cols[:-1, None] + across * np.diff(cols).mean()
    ys_px = np.clip(np.rint(ys), 0, image.shape[0] - 1).astype(np.intp)
    xs_px = np.clip(np.rint(xs), 0, image.shape[1] - 1).astype(np.intp)
    return np.asarray(image[ys_px[:, None, :, None], xs_px[None, :, None, :]], np.float32)
