"""Digit templates: what the ten digits look like in many openly licensed typefaces (see README.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROWS, COLS = 18, 12
"""The size to which every glyph is stretched; its true proportion is kept beside it."""

DATA = "templates.npy"

HOLE_THRESHOLDS = (0.4, 0.5, 0.6)


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """The ten digits of F faces.

    shapes : (F, 10, ROWS * COLS) float32 in 0..1.
    squares : (F * 10,) float32, the sum of each shape's squares.
    log_aspects : (F, 10) float32, the natural logarithm of width over height.
    holes : (F, 10) float32, see `holes`.
    """

    shapes: NDArray[np.float32]
    squares: NDArray[np.float32]
    log_aspects: NDArray[np.float32]
    holes: NDArray[np.float32]


@cache
def load_templates() -> Templates:
    """Read the templates that belong to the package."""
    # Beside this file: importlib.resources would do the same, after 15 ms of imports.
    packed = np.load(Path(__file__).with_name(DATA), allow_pickle=False)
    size = ROWS * COLS
    shapes = packed[..., :size].astype(np.float32) / 255
    return Templates(
        shapes=shapes,
        squares=(shapes.reshape(-1, size) ** 2).sum(axis=1),
        log_aspects=(packed[..., size].astype(np.float32) - 200) / 60,
        holes=packed[..., size + 1].astype(np.float32) / 60,
    )


def pack(shape: NDArray[np.float32], log_aspect: float) -> NDArray[np.uint8]:
    """One template as bytes: (ROWS * COLS + 2,) uint8: coverages, aspect, holes."""
    scaled = round(log_aspect * 60 + 200)  # covers width / height from 0.04 to 2.5 in steps of 1.7 %
    pierced = round(float(count_holes(shape)) * 60)
    return np.append(np.rint(shape * 255), np.clip([scaled, pierced], 0, 255)).astype(np.uint8)


def normalise(coverage: NDArray[np.float32]) -> NDArray[np.float32]:
    """Stretch a glyph's coverage, cropped to its ink, to the common size: (h, w) to (ROWS * COLS,), 0..1."""
    height, width = coverage.shape
    stretched = _stretching(height, ROWS) @ coverage @ _stretching(width, COLS).T
    return np.minimum(np.maximum(stretched, 0), 1).ravel()


@cache
def _stretching(pixels: int, cells: int) -> NDArray[np.float32]:
    """(cells, pixels) how much of each pixel is in each cell, where one axis is stretched bilinearly.

    A cell's share falls off to both sides over a pixel, or over a cell where that is more, as with Pillow's
    `resize`; to make images of hundreds of small glyphs for it takes several times as long.
    """
    scale = pixels / cells
    reach = max(scale, 1.0)
    middles = (np.arange(cells)[:, None] + 0.5) * scale
    shares = np.maximum(0, 1 - np.abs(np.arange(pixels) + 0.5 - middles) / reach)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def distances_to_templates(
    shapes: NDArray[np.float32], templates: Templates | None = None
) -> NDArray[np.float32]:
    """(N, F, 10) the mean squared difference of (N, ROWS * COLS) glyphs to each digit of each face."""
    templates = templates or load_templates()
    flat = templates.shapes.reshape(-1, ROWS * COLS)
    squares = (shapes**2).sum(axis=1)[:, None] + templates.squares - 2 * shapes @ flat.T
    return np.asarray((squares / (ROWS * COLS)).reshape(len(shapes), -1, 10), np.float32)


def template_distances(coverages: Sequence[NDArray[np.float32]]) -> list[float]:
    """How unlike the nearest digit of any face each glyph is, as a mean squared difference.

    coverages : each (height, width), 0..1, cut to its ink.
    """
    if not coverages:
        return []
    shapes = np.stack([normalise(coverage) for coverage in coverages])
    return [float(least) for least in distances_to_templates(shapes).min(axis=(1, 2))]


def count_holes(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """How many holes a glyph has: (..., ROWS * COLS) to (...), the mean over three thresholds of coverage.

    "8" has two, "0", "6", "9" and mostly "4" one, in any typeface. Counted by 2 x 2 pixel patterns
    (S. B. Gray, "Local properties of binary images in two dimensions", 1971), for ink that is one
    8-connected piece.
    """
    grid = shapes.reshape(*shapes.shape[:-1], ROWS, COLS)
    grid = np.pad(grid, [(0, 0)] * (grid.ndim - 2) + [(1, 1), (1, 1)])
    total = np.zeros(shapes.shape[:-1], np.float32)
    for threshold in HOLE_THRESHOLDS:
        ink = (grid > threshold).astype(np.int8)
        a, b, c, d = ink[..., :-1, :-1], ink[..., :-1, 1:], ink[..., 1:, :-1], ink[..., 1:, 1:]
        count = a + b + c + d
        diagonal = ((count == 2) & (a == d)).sum(axis=(-1, -2))
        euler = ((count == 1).sum(axis=(-1, -2)) - (count == 3).sum(axis=(-1, -2)) - 2 * diagonal) / 4
        total += np.clip(1 - euler, 0, 3).astype(np.float32)
    return np.asarray(total / len(HOLE_THRESHOLDS), np.float32)


def ink_box(coverage: NDArray[np.float32]) -> tuple[slice, slice]:
    """The smallest box that holds all pixels more than half covered; the whole if there is none."""
    ink = coverage > 0.5
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return slice(0, coverage.shape[0]), slice(0, coverage.shape[1])
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)
