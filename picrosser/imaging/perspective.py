"""Homographies: where the points of one image lie in another that shows it in perspective."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Homography: TypeAlias = tuple[
    tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]
]
"""Maps (row, col, 1) of one image to those of another, up to a factor. Pixel edges count, not middles: the
upper left corner of an image is (0, 0), and its first pixel ends at (1, 1)."""


def projected(homography: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where points lie in the other image: (N, 2) to (N, 2), (row, col) each."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ np.array(homography).T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def as_homography(matrix: NDArray[np.float64]) -> Homography:
    """A (3, 3) matrix as it is kept: plain numbers, the last of them 1."""
    (a, b, c), (d, e, f), (g, h, i) = (matrix / matrix[2, 2]).tolist()
    return (a, b, c), (d, e, f), (g, h, i)


def resampled(
    image: Image.Image, homography: Homography, size_px: tuple[int, int], fill: int | tuple[int, ...] = 0
) -> Image.Image:
    """Look up every pixel of a new image in an old one, by bicubic interpolation.

    homography : from the new image to the old one.
    size_px : (height, width) of the new image.
    fill : where the old image has ended.
    """
    (a, b, c), (d, e, f), (g, h, _) = as_homography(np.array(homography))
    # Pillow's order is (x, y); it adds the half pixel to the middles itself.
    coefficients = (e, d, f, b, a, c, h, g)
    return image.transform(
        size_px[::-1], Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC, fillcolor=fill
    )
