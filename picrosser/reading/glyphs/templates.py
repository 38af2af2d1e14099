"""Digit templates: the ten digits in many openly licensed typefaces, and how far a glyph is from each.

Templates and glyphs are compared at one small size. Stretching a glyph to it loses its proportions, so these
are kept beside it; so is the number of holes, which survives any typeface. See README.md for the file.

The nearest of thousands of templates is found without comparing all pixels: the difference of two shapes is
at least that of a few waves of low frequency, and of how much each has beside them. Only the dozen templates
that may be nearest by this bound are compared in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import sums_of_rows

WAVES = 7, 5  # down and along. With these 14 of 2,550 templates are compared in full, with 8 x 6 waves 9
ROUNDING = 1e-3  # of a sum of squares, which is 0.1 and more: float32 leaves up to 1e-4
AT_A_TIME = 250  # glyphs: what is computed of them fits in a processor's cache; a page of text has 10,000

Vectors = NDArray[np.float32]

ROWS, COLS = 18, 12
"""Pixels of a template. Every glyph is stretched to this size before it is compared."""

DATA = "templates.npy"
"""The file of the templates, beside this one."""

OWN_CONTRAST = 0.45  # of a digit's own contrast: fainter is its soft edge, which is no part of its shape
FULL_RANK = 0.75  # of a digit's ink is paler than what counts as fully covered
HOLE_THRESHOLDS = (0.4, 0.5, 0.6)  # of coverage: a hole that is nearly closed counts in part


class NearestTemplate:
    """Templates to compare glyphs with.

    templates : (T, pixels or more) coverages, with further numbers that count as pixels do, if any.
    shape : rows and columns of the coverages.
    """

    def __init__(self, templates: Vectors, shape: tuple[int, int]) -> None:
        self._templates = templates
        self._waves = _waves(shape, templates.shape[1])
        self._squares = (templates**2).sum(axis=1)
        self._parts = -2 * self._in_parts(templates, self._squares).T

    def squared_distances(self, glyphs: Vectors, at_most: float = np.inf) -> Vectors:
        """(N,) each glyph's squared distance to the nearest template; what is above `at_most`, not exactly.

        glyphs : (N, pixels or more), as the templates.
        """
        found = np.empty(len(glyphs), np.float32)
        for first in range(0, len(glyphs), AT_A_TIME):
            some = slice(first, first + AT_A_TIME)
            found[some] = self._nearest(glyphs[some], at_most)
        return found

    def _nearest(self, glyphs: Vectors, at_most: float) -> Vectors:
        own = (glyphs**2).sum(axis=1)
        bounds = self._in_parts(glyphs, own) @ self._parts
        bounds += self._squares
        likely = bounds.argmin(axis=1)
        least = self._in_full(glyphs, own, np.arange(len(glyphs)), likely)
        limits = np.minimum(least, at_most) - own + ROUNDING
        which, templates = np.divmod(np.flatnonzero(bounds <= limits[:, None]), bounds.shape[1])
        np.minimum.at(least, which, self._in_full(glyphs, own, which, templates))
        return least

    def _in_full(
        self, glyphs: Vectors, own: Vectors, which: NDArray[np.intp], templates: NDArray[np.intp]
    ) -> Vectors:
        """The squared distances of some glyphs to one template each."""
        products = np.einsum("ij,ij->i", glyphs[which], self._templates[templates])
        return np.asarray(own[which] + self._squares[templates] - 2 * products)

    def _in_parts(self, vectors: Vectors, squares: Vectors) -> Vectors:
        """(N, waves + 1) each vector's waves, and how much it has beside them."""
        waves = vectors @ self._waves
        beside = np.sqrt(np.maximum(squares - (waves**2).sum(axis=1), 0))
        return np.concatenate([waves, beside[:, None]], axis=1)


def _waves(shape: tuple[int, int], length: int) -> Vectors:
    """(length, waves) the waves that are looked for, and each further number: all are orthonormal."""
    down, along = (
        np.cos(np.pi * (np.arange(pixels) + 0.5) * np.arange(count)[:, None] / pixels)
        for pixels, count in zip(shape, WAVES, strict=True)
    )
    pixels = shape[0] * shape[1]
    both = (down[:, None, :, None] * along[None, :, None]).reshape(-1, pixels)
    both /= np.sqrt((both**2).sum(axis=1, keepdims=True))
    waves = np.zeros((length, len(both) + length - pixels), np.float32)
    waves[:pixels, : len(both)] = both.T
    waves[pixels:, len(both) :] = np.eye(length - pixels)
    return waves


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


def distances_to_templates(shapes: NDArray[np.float32], templates: Templates) -> NDArray[np.float32]:
    """(N, F, 10) float32, mean squared differences of coverage to every digit of every face.

    shapes : (N, ROWS * COLS) float32, as `normalise_all` returns them.
    """
    flat = templates.shapes.reshape(-1, ROWS * COLS)
    squares = shapes @ (-2 * flat.T)  # in place from here on: of 750 glyphs each copy takes 8 MB
    squares += (shapes**2).sum(axis=1)[:, None]
    squares += (flat**2).sum(axis=1)
    squares /= ROWS * COLS
    return np.asarray(squares.reshape(len(shapes), -1, 10), np.float32)


def template_distances(coverages: Sequence[NDArray[np.float32]], at_most: float = np.inf) -> list[float]:
    """Each glyph's mean squared difference of coverage to the nearest template.

    coverages : each (height, width) ink coverage 0..1, cropped to the ink.
    at_most : what is above it is not told exactly, which takes less time.
    """
    if not coverages:
        return []
    squares = _all_templates().squared_distances(normalise_all(coverages), at_most * ROWS * COLS)
    return [float(each) for each in squares / (ROWS * COLS)]


@cache
def _all_templates() -> NearestTemplate:
    return NearestTemplate(load_templates().shapes.reshape(-1, ROWS * COLS), (ROWS, COLS))


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
