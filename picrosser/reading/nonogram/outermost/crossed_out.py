"""Recognise lines that are crossed out: all their cells show the same mark."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.cells.cell_pixels import cell_pixels

INSIDE_PART, SAMPLES, COARSE = 0.6, 16, 4  # of the pitch, pixels a side, blocks a side: what a cell shows
SHIFTS = (0.0, -0.03, 0.03, -0.06, 0.06)  # of the pitch: so far may a cell's edges be off, where no line is
SAME_LOOK_LEVELS = 14.0  # in any block: a digit, if only a faded one, makes more
MARK_DETAIL = 3  # times as many pixels a side, where a mark's strokes count
# Of the usual mark's ink: equal ones mostly differ by less than the one, all by less than the other: in cells
# of 20 pixels, a pixel more of a stroke is much.
USUAL_MARK_DIFFERENCE, MAX_MARK_DIFFERENCE = 0.25, 0.4
MIN_SIMILAR_CELLS = 0.8  # of a line's cells: the pointer may lie on some

Levels = NDArray[np.float32]


def is_crossed_out(image: RGB, rows: Sequence[int], cols: Sequence[int], at: int) -> bool:
    """Whether every cell of a row shows the same mark, on a background that other cells have.

    Far from the others edges may be off, so that each cell is shifted as suits it. A cross or a dot looks the
    same in a mirror and when it is turned by a quarter, as no digit does.
    """
    grounds = median(samples(image, rows, cols), axis=(2, 3))
    ground = median(grounds[at], axis=0)
    if max_channel(np.abs(np.delete(grounds, at, axis=0) - ground)).min() > SAME_LOOK_LEVELS:
        return False
    size = MARK_DETAIL * SAMPLES // COARSE
    shifted = np.stack(
        [
            samples(image, rows[at : at + 2], cols, shift, MARK_DETAIL * SAMPLES)[0]
            for shift in product(SHIFTS, SHIFTS)
        ]
    )
    inked = max_channel(np.abs(shifted - ground)) > 2 * SAME_LOOK_LEVELS
    ways = inked.reshape(*inked.shape[:2], COARSE, size, COARSE, size).mean(axis=(3, 5))
    turned = np.stack([ways[:, :, ::-1], ways[..., ::-1], ways.swapaxes(2, 3)])
    uneven = np.abs(turned - ways).sum(axis=(3, 4)).max(axis=0)
    marks = ways[uneven.argmin(axis=0), np.arange(len(cols) - 1)]
    usual = median(marks, axis=0)
    off = np.maximum(np.abs(marks - usual).sum(axis=(1, 2)), uneven.min(axis=0))
    ink = float(usual.sum())
    return ink > 0 and bool(
        median(off) < USUAL_MARK_DIFFERENCE * ink and off.max() < MAX_MARK_DIFFERENCE * ink
    )


def samples(
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    shift: tuple[float, float] = (0.0, 0.0),
    side: int = SAMPLES,
) -> Levels:
    """(rows, columns, side, side, 3) pixels of the cells' insides."""
    steps = 0.5 + INSIDE_PART * ((np.arange(side) + 0.5) / side - 0.5)
    return cell_pixels(image, rows, cols, steps + shift[0], steps + shift[1]).astype(np.float32)
