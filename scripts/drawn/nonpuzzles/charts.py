"""Charts: cells whose colours stand for values, with tick labels beside the lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.nonpuzzles.sheet import GridSheet, new_sheet
from drawn.nonpuzzles.tables import any_sides, number_both
from picrosser.puzzles.picture import Colour

SCALES: dict[str, tuple[Colour, ...]] = {
    "greys": ((255, 255, 255), (0, 0, 0)),
    "blues": ((247, 251, 255), (107, 174, 214), (8, 48, 107)),
    "greens": ((235, 237, 240), (64, 196, 99), (33, 110, 57)),
    "fire": ((0, 0, 4), (187, 55, 84), (249, 142, 9), (252, 255, 164)),
    "two-sided": ((58, 76, 192), (221, 221, 221), (180, 4, 38)),
    "meadow": ((68, 1, 84), (33, 145, 140), (253, 231, 37)),
}
"""The colours of a scale, from the least value to the greatest."""


def scaled(scale: str, value: float) -> Colour:
    """The colour of a value from 0 to 1."""
    stops = np.array(SCALES[scale], float)
    places = np.linspace(0, 1, len(stops))
    red, green, blue = (round(float(np.interp(value, places, stops[:, at]))) for at in range(3))
    return red, green, blue


def heat_map(rng: np.random.Generator) -> Image.Image:
    """Values as colours, with tick labels at the left and above or below; some with the values written."""
    rows = int(rng.integers(4, 16))
    cols = rows if rng.random() < 0.7 else int(rng.integers(4, 16))
    values = rng.random((rows, cols)) ** float(rng.choice((0.5, 1.0, 3.0)))
    sheet = _painted(rng, values)
    first = int(rng.integers(0, 2))
    number_both(sheet, any_sides(rng), first)
    if rng.random() < 0.4:
        for (row, col), value in np.ndenumerate(values):
            sheet.write(row, col, f"{value * 20:.0f}", 0.35, (255, 255, 255) if value > 0.5 else (0, 0, 0))
    return sheet.image


def two_valued_map(rng: np.random.Generator) -> Image.Image:
    """A matrix of zeros and ones (who knows whom, QR-like): cells of two colours, lines numbered."""
    size = int(rng.integers(4, 16))
    values = (rng.random((size, size)) < rng.uniform(0.1, 0.9)).astype(float)
    if rng.random() < 0.5:
        values = np.maximum(values, values.T)
    sheet = _painted(rng, values)
    number_both(sheet, any_sides(rng), int(rng.integers(0, 2)))
    return sheet.image


def confusion_matrix(rng: np.random.Generator) -> Image.Image:
    """Classes 0 to 9 against classes 0 to 9: counts, large ones on the diagonal."""
    size = int(rng.integers(3, 11))
    counts = rng.integers(0, 6, (size, size)) + np.diag(rng.integers(40, 90, size))
    sheet = _painted(rng, counts / counts.max())
    number_both(sheet, any_sides(rng))
    for (row, col), count in np.ndenumerate(counts):
        dark = count > counts.max() / 2
        sheet.write(row, col, count, 0.4, (255, 255, 255) if dark else (0, 0, 0))
    return sheet.image


def _painted(rng: np.random.Generator, values: NDArray[np.float64], inset: float | None = None) -> GridSheet:
    """A sheet with its cells in the colours of the values, 0 to 1; with lines between them, or without."""
    sheet = new_sheet(rng, *values.shape, stretch=float(rng.choice((1.0, 1.0, 1.0, 1.3))))
    scale = list(SCALES)[rng.integers(len(SCALES))]
    margin = float(rng.choice((0.0, 0.0, 0.04))) if inset is None else inset
    for (row, col), value in np.ndenumerate(values):
        sheet.fill(row, col, scaled(scale, float(value)), margin)
    if margin == 0 and rng.random() < 0.6:
        sheet.rule_lines()
    return sheet
