"""Digit templates: the ten digits in many openly licensed typefaces, and how far a glyph is from each.

Templates and glyphs are compared at one small size. Stretching a glyph to it loses its proportions, so these
are kept beside it; so is the number of holes, which survives any typeface. See README.md for the file.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import sums_of_rows

AT_A_TIME = 250  # glyphs: what is computed of them fits in a processor's cache; a page of text has 10,000

ROWS, COLS = 18, 12
"""Pixels of a template. Every glyph is stretched to this size before it is compared."""

DATA = "templates.npy"
"""The file of the templates, beside this one."""

OWN_CONTRAST = 0.45  # of a digit's own contrast: fainter is its soft edge, which is no part of its shape
FULL_RANK = 0.75  # of a digit's ink is paler than what counts as fully covered
HOLE_THRESHOLDS = (0.4, 0.5, 0.6)  # of coverage: a hole that is nearly closed counts in part


class Templates(NamedTuple):
    """The ten digits of F typefaces.

    shapes : (F, 10, ROWS * COLS) float32, ink coverage 0..1.
    log_aspects : (F, 10) float32, ln(width / height) before stretching.
    holes : (F, 10) float32, the number of holes, see `count_holes`.
    """

    shapes: NDArray[np.float32]
    log_aspects: NDArray[np.float32]
    holes: NDArray[np.float32]


@cache
def load_templates() -> Templates:
    """Read the templates that come with the package (once per process)."""
    # importlib.resources would find the file too, but takes 15 ms to import.
    packed = np.load(Path(__file__).with_name(DATA), allow_pickle=False)
    size = ROWS * COLS
    shapes = packed[..., :size].astype(np.float32) / 255
    return Templates(
        shapes=shapes,
        log_aspects=(packed[..., size].astype(np.float32) - 200) / 60,
        holes=packed[..., size + 1].astype(np.float32) / 60,
    )


def normalise_all(coverages: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """(N, ROWS * COLS) float32 0..1, glyphs stretched to the templates' size.

    coverages : each (h, w) ink coverage 0..1, cropped to the ink. Those of one size are resampled at once.
    """
    shapes = np.empty((len(coverages), ROWS * COLS), np.float32)
    alike: dict[tuple[int, ...], list[int]] = {}
    for at, coverage in enumerate(coverages):
        alike.setdefault(coverage.shape, []).append(at)
    for members in alike.values():
        resampled = stretch(np.array([coverages[at] for at in members]), (ROWS, COLS))
        shapes[members] = resampled.reshape(len(members), -1)
    return np.asarray(np.minimum(np.maximum(shapes, 0), 1))


def stretch(coverage: NDArray[np.float32], shape: tuple[int, int]) -> NDArray[np.float32]:
    """Resample a glyph, or several of one size, bilinearly to another height and width.

    coverage : (..., h, w) float32.
    """
    height, width = coverage.shape[-2:]
    return np.asarray(_resampling(height, shape[0]) @ coverage @ _resampling(width, shape[1]).T)


@cache
def _resampling(pixels: int, cells: int) -> NDArray[np.float32]:
    """(cells, pixels) weights that resample one axis bilinearly from `pixels` to `cells` samples."""
    scale = pixels / cells
    reach = max(scale, 1.0)
    middles = (np.arange(cells)[:, None] + 0.5) * scale
    shares = np.maximum(0, 1 - np.abs(np.arange(pixels) + 0.5 - middles) / reach)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def squared_distances(shapes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, M) float32, the squared distances from (N, K) shapes to (M, K) others."""
    squares = -2 * shapes @ others.T  # in place from here on: of 750 glyphs each copy takes 8 MB
    squares += np.einsum("ij,ij->i", shapes, shapes)[:, None]
    squares += np.einsum("ij,ij->i", others, others)
    return squares


def nearest_distances(shapes: NDArray[np.float32], templates: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N,) float32, the mean squared difference between each glyph and the nearest template.

    shapes : (N, K) float32, as `normalise_all` returns them; further numbers count as pixels do.
    templates : (T, K) float32, alike.
    """
    found = np.empty(len(shapes), np.float32)
    for start in range(0, len(shapes), AT_A_TIME):
        some = slice(start, start + AT_A_TIME)
        found[some] = squared_distances(shapes[some], templates).min(axis=1)
    return found / np.float32(ROWS * COLS)


def template_distances(coverages: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """(N,) float32, each glyph's mean squared difference of coverage to the nearest template.

    coverages : each (height, width) ink coverage 0..1, cropped to the ink.
    """
    templates = load_templates().shapes.reshape(-1, ROWS * COLS)
    return nearest_distances(normalise_all(coverages), templates)


def count_holes(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """(...) float32, the holes of (..., ROWS * COLS) glyphs, the mean over `HOLE_THRESHOLDS`.

    "8" has two, "0", "6", "9" and mostly "4" have one, in any typeface. The Euler number is counted from 2 x
    2 pixel patterns (S. B. Gray, "Local properties of binary images in two dimensions", 1971), as of ink that
    is one 8-connected piece.
    """
    grid = shapes.reshape(*shapes.shape[:-1], ROWS, COLS)
    grid = np.pad(grid, [(0, 0)] * (grid.ndim - 2) + [(1, 1), (1, 1)])
    total = np.zeros(shapes.shape[:-1], np.float32)
    for threshold in HOLE_THRESHOLDS:
        ink = (grid > threshold).view(np.int8)
        a, b, c, d = ink[..., :-1, :-1], ink[..., :-1, 1:], ink[..., 1:, :-1], ink[..., 1:, 1:]
        count = a + b + c + d
        one, three, diagonal = (
            found.view(np.int8) for found in (count == 1, count == 3, (count == 2) & (a == d))
        )
        euler = sums_of_rows((one - three - 2 * diagonal).reshape(*total.shape, -1)) / 4
        total += np.clip(1 - euler, 0, 3)
    return np.asarray(total / len(HOLE_THRESHOLDS), np.float32)
