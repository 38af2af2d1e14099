"""A board and its solution in, what its cells show out: painted, known to be blank, or open.

A cell's tone says which group of cells it belongs to (`tones`), and what stands out of its tone is a cross, a
dot, or something that lies over it. Known weakness: a pointer or a finger over a painted cell hides it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture
from picrosser.puzzles.progress import Progress
from picrosser.reading.nonogram.cell_pixels import cell_pixels
from picrosser.reading.nonogram.tones import (
    ODD,
    ODD_LEVELS,
    SURE_NATS,
    Role,
    ToneGroup,
    grouped,
    own_palette,
    tone_groups,
)

INSIDE = 0.66  # of the pitch: the middle of a cell, which paint covers on rounded tiles, too
SAMPLES, COARSE = 16, 4  # pixels a side that are looked at in a cell, and the blocks that they make
# A mark's pixels differ so much from their cell's tone, and are such a share of it; below the second share
# there is nothing. Textures differ as much here and there, but no share leaps by such a factor.
MARK_LEVELS, MARKED, NO_MARK, GAP = 28.0, 0.04, 0.02, 1.8
EVEN = 0.5  # crosses are as much like themselves upside down, and more
FEW = 3  # marks, which cannot be compared with each other


@dataclass(frozen=True, slots=True, eq=False)
class CellsSeen:
    """The state of a nonogram's board.

    lattice : where the cells lie.
    progress : what each cell shows.
    palette : an open cell's tone, then that of each ink as it is painted there; where none is, a black or a
        white that stands out.
    groups : the tones that occur.
    which : (rows, columns) intp, each cell's group.
    marks : (rows, columns) float32, the share of each cell's pixels that differ from its tone.
    """

    lattice: Lattice
    progress: Progress
    palette: tuple[Colour, ...]
    groups: tuple[ToneGroup, ...]
    which: NDArray[np.intp]
    marks: NDArray[np.float32]


def see_cells(image: RGB, lattice: Lattice, solution: Picture) -> CellsSeen:
    """See which cells are painted, crossed or open.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    lattice : the board's edges in it.
    solution : the puzzle's; it tells what a tone means, not what a cell shows. Its palette holds the hints'
        inks.
    """
    inside = _sampled(image, lattice)
    tones = _ground(inside)
    marks = (max_channel(np.abs(inside - tones[:, :, None])) > MARK_LEVELS).mean(axis=2, dtype=np.float32)
    which = grouped(tones)
    unlike = _unlike(inside - tones[:, :, None], which)
    groups = tone_groups(tones, which, unlike, solution)
    painted = np.array([group.colour for group in groups], np.int8)[which]
    lead = np.array([group.lead for group in groups], np.float32)[which]
    blank = np.array([group.role is Role.BLANK for group in groups])[which]
    crossed = (painted == 0) & (marks >= _least_mark(marks[painted == 0]))
    cells = np.where(painted > 0, painted, np.where(blank | crossed, EMPTY, UNKNOWN))
    strange = np.where(painted > 0, unlike > ODD_LEVELS, _odd_marks(inside, tones, crossed))
    confidence = np.clip(lead / SURE_NATS, 0, 1) * np.where(strange, ODD, 1.0)
    progress = Progress(cells.astype(np.int8), confidence.astype(np.float32))
    return CellsSeen(lattice, progress, own_palette(groups, solution.palette), groups, which, marks)


def _sampled(image: RGB, lattice: Lattice) -> NDArray[np.float32]:
    """(rows, columns, SAMPLES ** 2, 3) pixels of each cell's inside."""
    steps = 0.5 + INSIDE * (np.arange(SAMPLES) + 0.5 - SAMPLES / 2) / SAMPLES
    pixels = cell_pixels(image, lattice.row_edges_px, lattice.col_edges_px, steps, steps)
    return pixels.reshape(*lattice.shape, -1, 3).astype(np.float32)


def _ground(inside: NDArray[np.float32]) -> NDArray[np.float32]:
    """(rows, columns, 3) each cell's tone: the median of those half of its pixels that are most alike, for a
    thick cross covers nearly as much.
    """
    tones = inside[:, :, 0].copy()
    uneven = (inside != inside[:, :, :1]).any(axis=(2, 3))  # most cells of a clean board are of one tone
    pixels = inside[uneven]
    order = np.argsort(pixels.sum(axis=2), axis=1)
    ordered = np.take_along_axis(pixels, order[..., None], axis=1)
    half = ordered.shape[1] // 2
    spread = (ordered[:, half:] - ordered[:, : ordered.shape[1] - half]).sum(axis=2)
    at = (spread.argmin(axis=1)[:, None] + np.arange(half))[..., None]
    tones[uneven] = median(np.take_along_axis(ordered, at, axis=1), axis=1)
    return tones


def _unlike(inside: NDArray[np.float32], which: NDArray[np.intp]) -> NDArray[np.float32]:
    """(rows, columns) how much each cell differs from the usual one of its group, pixel by pixel, in levels.

    Paint looks the same in each cell, bevels and all; what lies over the board does not.
    """
    unlike = np.zeros(which.shape, np.float32)
    for number in set(which.ravel().tolist()):
        here = which == number
        cells = inside[here]
        unlike[here] = np.abs(cells - median(cells, axis=0)).max(axis=2).mean(axis=1)
    return unlike


def _odd_marks(
    inside: NDArray[np.float32], tones: NDArray[np.float32], crossed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """(rows, columns) marks that are no crosses or dots, but a pointer or a finger, say: they look otherwise
    upside down, and unlike the other marks, if there are any.
    """
    apart = max_channel(np.abs(inside - tones[:, :, None]))
    rows, cols = apart.shape[:2]
    # Thin strokes that are half a pixel off the middle would be unlike themselves.
    apart = apart.reshape(rows, cols, COARSE, SAMPLES // COARSE, COARSE, SAMPLES // COARSE).mean(axis=(3, 5))
    apart = apart.reshape(rows, cols, -1)
    turned = apart[:, :, ::-1]
    common, either = np.minimum(apart, turned).sum(axis=2), np.maximum(apart, turned).sum(axis=2)
    odd = crossed & (common < EVEN * either)
    if crossed.sum() >= FEW:
        odd &= _unlike(apart[..., None], crossed.astype(np.intp)) > ODD_LEVELS
    return np.asarray(odd)


def _least_mark(shares: NDArray[np.float32]) -> float:
    """From which share on a cell that is not painted is marked: above the lowest wide gap between shares.

    A texture's shares go up without a gap. If all are alike and not small, all are marked.
    """
    ordered = np.maximum(np.sort(shares), NO_MARK)
    if not len(ordered) or ordered[0] >= MARKED:
        return 0.0
    leaps = (ordered[1:] >= GAP * ordered[:-1]) & (ordered[1:] >= MARKED)
    return float(ordered[1:][leaps][0]) if leaps.any() else float("inf")
