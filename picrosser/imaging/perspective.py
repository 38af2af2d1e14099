"""Homographies: the mapping between an image and the same scene seen in perspective in another image.

`project` also maps by a `Warp`, for scenes that are bent as well.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.warp import Warp

EVERY = 8  # pixels, of which one is looked at for the usual tone

Homography: TypeAlias = tuple[
    tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]
]
"""A 3 x 3 matrix that maps (row, col, 1) of one image to the other image, up to a factor. Coordinates count
pixel edges, not pixel centres: the upper left corner of an image is (0, 0), its first pixel ends at (1, 1).
"""


def project(way: Homography | Warp, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map (N, 2) points, each (row, col), to the other image."""
    if isinstance(way, Warp):
        return way.project(points)
    mapped = np.column_stack([points, np.ones(len(points))]) @ np.array(way).T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def as_homography(matrix: NDArray[np.float64]) -> Homography:
    """Scale a (3, 3) matrix so that its last entry is 1, and turn it into nested tuples of floats."""
    (a, b, c), (d, e, f), (g, h, i) = (matrix / matrix[2, 2]).tolist()
    return (a, b, c), (d, e, f), (g, h, i)


def homography_between(points: NDArray[np.float64], images: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography, (3, 3), that fits best to (N, 2) points and their images: the direct linear transformation.

    By its normal equations, since `skimage.transform.ProjectiveTransform` asks for a full singular value
    decomposition, whose memory grows with the square of the points: 0.5 GB for 4,000.
    """
    middle, size = images.mean(axis=0), float(images.std())
    rows, cols = ((images - middle) / size).T
    ones, zeros = np.column_stack([points, np.ones(len(points))]), np.zeros((len(points), 3))
    equations = np.vstack(
        [
            np.hstack([ones, zeros, -rows[:, None] * ones]),
            np.hstack([zeros, ones, -cols[:, None] * ones]),
        ]
    )
    matrix = np.linalg.eigh(equations.T @ equations)[1][:, 0].reshape(3, 3)
    matrix = np.array([(size, 0, middle[0]), (0, size, middle[1]), (0, 0, 1)]) @ matrix
    return np.asarray(matrix / matrix[2, 2])


def resample(
    image: Image.Image, homography: Homography, size_px: tuple[int, int], fill: int | tuple[int, ...] = 0
) -> Image.Image:
    """Make a new image by looking up each of its pixels in an old one, with bicubic interpolation.

    Parameters
    ----------
    homography : from the new image to the old one.
    size_px : (height, width) of the new image.
    fill : the colour where the new image reaches beyond the old one.
    """
    (a, b, c), (d, e, f), (g, h, _) = as_homography(np.array(homography))
    # Pillow wants (x, y) order, and adds the half pixel from edge to centre itself.
    coefficients = (e, d, f, b, a, c, h, g)
    return image.transform(
        size_px[::-1], Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC, fillcolor=fill
    )


def usual_tone(image: NDArray[np.uint8]) -> tuple[int, ...]:
    """The median of each channel: a fill that looks neither lighter nor darker than the image.

    image : (H, W, 3) or (H, W) uint8.
    """
    channels = 1 if image.ndim == 2 else image.shape[2]
    return tuple(
        int(float(np.median(channel))) for channel in image[::EVERY, ::EVERY].reshape(-1, channels).T
    )
