"""Read which cells of the board are painted or marked so far.

A painted cell has an ink in its middle, to its edges or as a smaller tile, flat or shaded a little. An
untouched cell has the background colour there, and so has a marked one, with a cross, a dot or a corner of
another tone in it. So the median tone of a cell's middle is compared with the background colour and all inks.
A cell that is not clearly nearest to one of them gets a low confidence.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import sampled_cells
from picrosser.imaging.channels import CLEAR_LEVELS, max_channel
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.picture import EMPTY, UNKNOWN
from picrosser.puzzles.progress import Progress
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.tolerances import INSIDE, NOISE_LEVELS, SAME_LEVELS
from picrosser.reading.lattice.line_evidence import GridFound

MIN_MARK = 0.015  # of a cell's pixels that differ from its middle: with fewer it is not marked


@dataclass(frozen=True, slots=True, eq=False)
class ProgressFound:
    """The state of the board.

    progress : what each cell shows.
    tones : (rows, columns, 3) float32, the median tone of each cell's middle.
    distances : (rows, columns, 1 + colours) float32, its distance to the background colour and to every ink,
        in grey levels (largest channel).
    marks : (rows, columns) float32, the share of each cell's pixels that differ from its middle's tone.
    """

    progress: Progress
    tones: NDArray[np.float32]
    distances: NDArray[np.float32]
    marks: NDArray[np.float32]


def read_progress(image: RGB, grid: GridFound, palette: PaletteFound) -> ProgressFound:
    """Read which cells are painted or marked.

    image : (H, W, 3) uint8 sRGB, the image of the grid.
    """
    tones = np.median(sampled_cells(image, grid.lattice), axis=2)
    colours = np.array([palette.background, *palette.inks], np.float32)
    distances = np.abs(tones[:, :, None] - colours).max(axis=3)
    inside = sampled_cells(image, grid.lattice, INSIDE)
    marks = (max_channel(np.abs(inside - tones[:, :, None])) > SAME_LEVELS).mean(axis=2, dtype=np.float32)
    nearest = distances.argmin(axis=2)
    cells = nearest.astype(np.int8)
    untouched = nearest == 0
    cells[untouched] = np.where(marks[untouched] > MIN_MARK, np.int8(EMPTY), np.int8(UNKNOWN))
    # Of the confidence: the lead of the nearest colour over the second, lower far from all colours. Apps that
    # shade their tiles paint up to 20 levels lighter or darker than the ink.
    first, second = np.sort(distances, axis=2)[:, :, :2].transpose(2, 0, 1)
    lead = 1 - (first + NOISE_LEVELS) / np.maximum(second + NOISE_LEVELS, 1)
    confidence = np.asarray(lead * np.clip(2 * (1 - first / CLEAR_LEVELS), 0, 1), np.float32)
    return ProgressFound(Progress(cells, confidence), tones, distances, marks)
