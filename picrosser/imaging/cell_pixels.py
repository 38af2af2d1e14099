"""Sample a picture at equal places in every cell of a board."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import CLEAR_LEVELS, COMPRESSED_LEVELS, max_channel
from picrosser.imaging.pixels import RGB, Lattice

INSIDE_PART = 0.6  # of the pitch: the middle of a cell, which paint covers on rounded tiles, too
SAMPLES = 16  # a side, the pixels that are looked at in a cell
# A side: blocks of samples whose means are compared where thin strokes may be half a pixel off
BLOCKS = 4
SHIFTS = (0.0, -0.03, 0.03, -0.06, 0.06)  # of the pitch: so far may a cell's edges be off, where no line is

Levels = NDArray[np.float32]


def pixels_at(
    image: NDArray[np.uint8], rows: NDArray[np.float64], cols: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """(R, C, D, A, channels) uint8, pixels by groups of rows and of columns; outside the picture the nearest.

    image : (H, W, channels) uint8. rows, cols : (R, D) and (C, A) whole pixels: which rows each of R groups
        has, and which columns each of C groups.
    """
    down, along = (
        np.clip(places, 0, length - 1).astype(np.intp)
        for places, length in ((rows[:, None, :, None], len(image)), (cols[:, None], image.shape[1]))
    )
    if image.strides[0] < image.strides[1]:  # a picture that was turned, whose columns lie together
        image, down, along = image.swapaxes(0, 1), along, down
    # One index into all pixels takes a fifth of the time that two take.
    return np.asarray(image.reshape(-1, image.shape[2]).take(down * image.shape[1] + along, axis=0))


def cell_pixels(
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    down: NDArray[np.float64],
    across: NDArray[np.float64],
) -> RGB:
    """(rows, columns, D, A, 3) uint8, the pixels at parts of each cell; outside the picture the nearest.

    rows, cols : the edges, in pixels.
    down, across : (D,) and (A,) places within a cell, 0 at its first edge, 1 at its last.
    """
    ys, xs = (
        np.floor(edges[:-1, None] + np.diff(edges)[:, None] * parts)
        for edges, parts in ((np.array(rows, float), down), (np.array(cols, float), across))
    )
    return pixels_at(image, ys, xs)


def cells_inside(
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    shift: tuple[float, float] = (0.0, 0.0),
    part: float = INSIDE_PART,
) -> Levels:
    """(rows, columns, SAMPLES, SAMPLES, 3) pixels of each cell's inside; shifted by parts of the pitch."""
    steps = 0.5 + part * (np.arange(SAMPLES) + 0.5 - SAMPLES / 2) / SAMPLES
    return cell_pixels(image, rows, cols, steps + shift[0], steps + shift[1]).astype(np.float32)


def noise_levels(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> float:
    """The usual difference of neighbouring pixels in the insides of a board's cells: 0 without noise."""
    parts = np.linspace(0.5 - INSIDE_PART / 2, 0.5 + INSIDE_PART / 2, SAMPLES)
    down = np.array([0.5, 0.5 + 1 / max(1, int(float(np.median(np.diff(rows)))))])
    pair = cell_pixels(image, rows, cols, down, parts).astype(np.float32)
    return float(np.median(max_channel(np.abs(pair[:, :, 1] - pair[:, :, 0]))))


def sampled_cells(image: RGB, lattice: Lattice, part: float = INSIDE_PART) -> Levels:
    """(rows, columns, SAMPLES ** 2, 3) pixels of each cell's inside, which is such a part of the pitch."""
    cells = cells_inside(image, *lattice.edges_px, part=part)
    return cells.reshape(*lattice.shape, -1, 3)


def block_means(cells: Levels) -> Levels:
    """(rows, columns, BLOCKS ** 2, ...) the means of the samples in each block of a cell."""
    rows, cols = cells.shape[:2]
    size = SAMPLES // BLOCKS
    blocks = cells.reshape(rows, cols, BLOCKS, size, BLOCKS, size, -1).mean(axis=(3, 5))
    return np.asarray(blocks.reshape(rows, cols, BLOCKS**2, -1))


def cell_tones(inside: Levels) -> Levels:
    """(rows, columns, 3) each cell's tone: the median of those half of its pixels that are most alike.

    A thick cross may cover more: where all corners have ink, the tone is that of the sides between them.

    inside : as `sampled_cells` returns it.
    """
    tones = inside[:, :, 0].copy()
    steps = inside[:, :, 1:] != inside[:, :, :-1]
    uneven = steps.reshape(*steps.shape[:2], -1).any(axis=2)  # most cells of a clean board are of one tone
    pixels = inside[uneven]
    if not len(pixels):
        return tones
    order = np.argsort(pixels.sum(axis=2), axis=1)
    ordered = np.take_along_axis(pixels, order[..., None], axis=1)
    half = ordered.shape[1] // 2
    spread = (ordered[:, half:] - ordered[:, : ordered.shape[1] - half]).sum(axis=2)
    at = (spread.argmin(axis=1)[:, None] + np.arange(half))[..., None]
    own = np.median(np.take_along_axis(ordered, at, axis=1), axis=1)
    between, is_crossed = _between_corners(pixels.reshape(-1, SAMPLES, SAMPLES, 3))
    tones[uneven] = np.where(is_crossed[:, None], between, own)
    return tones


def _between_corners(grid: Levels) -> tuple[Levels, NDArray[np.bool_]]:
    """(N, 3) the tone of the middles of a cell's sides; (N,) whether these are alike, and all corners differ.

    grid : (N, SAMPLES, SAMPLES, 3) pixels of the cells' insides.
    """
    middle = slice(3 * SAMPLES // 8, 5 * SAMPLES // 8)
    sides = np.concatenate([grid[:, [0, -1], middle], grid[:, middle, [0, -1]].swapaxes(1, 2)], axis=1)
    sides = sides.reshape(len(grid), -1, 3)
    between = np.median(sides, axis=1)
    is_crossed = max_channel(np.ptp(sides, axis=1)) <= COMPRESSED_LEVELS
    apart = max_channel(np.abs(grid - between[:, None, None]))
    for down, along in product((slice(3), slice(-3, None)), repeat=2):
        is_crossed &= apart[:, down, along].max(axis=(1, 2)) > CLEAR_LEVELS
    return between, is_crossed


def are_cells_like(
    image: RGB, rows: Sequence[int], cols: Sequence[int], others: Levels, levels: float, share: float
) -> bool:
    """Whether a share of the cells of one row, each shifted as suits it, look like any others.

    rows, cols : the edges of the row, which may be off so far from the others, and of the columns.
    others : as `block_means` returns them. levels : by which they differ at most.
    """
    size = others.shape[2] * 3
    distinct = {cell.tobytes() for cell in others.reshape(-1, size)}  # most cells of a clean board are equal
    known = np.frombuffer(b"".join(distinct), others.dtype).reshape(-1, size)
    alike = np.zeros(len(cols) - 1, bool)
    for shift in product(SHIFTS, SHIFTS):
        cells = block_means(cells_inside(image, rows, cols, shift))[0].reshape(len(alike), -1)
        for at in np.flatnonzero(~alike):
            alike[at] = np.abs(known - cells[at]).max(axis=1).min(initial=np.inf) < levels
        if alike.mean() >= share:
            return True
    return False
