"""Mappings between pictures of one scene: homographies of planes, and warps of bent paper.

A warp is stored at the corners of a mesh of rectangles on the page; within each of them it is bilinear. With
some corners per cell of a board this follows perspective and curved paper to a small fraction of a pixel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

EVERY = 8  # pixels, of which one is looked at for the usual tone
GRAIN_PX = 16  # photograph pixels between those for which the page's place is computed; between it is linear
FAR_PX = 1e4  # beyond any page

Points = NDArray[np.float64]
"""(N, 2) float64, (row, col). Coordinates count pixel edges: an image's first pixel ends at (1, 1)."""
Homography: TypeAlias = tuple[
    tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]
]
"""A 3 x 3 matrix that maps (row, col, 1) of one image to the other image, up to a factor."""


@dataclass(frozen=True, slots=True, eq=False)
class Warp:
    """Where the points of a flat page lie in a photograph of it.

    rows_px, cols_px : (M,) and (N,) float64, ascending: where on the page the mesh has corners.
    places : (M, N, 2) float64, (row, col) in the photograph, of all corners of the mesh.
    """

    rows_px: NDArray[np.float64]
    cols_px: NDArray[np.float64]
    places: NDArray[np.float64]

    def project(self, points: Points) -> Points:
        """Map points of the page to the photograph; beyond the mesh its outermost rectangles go on."""
        from scipy.interpolate import RegularGridInterpolator  # only what lies on bent paper comes here

        edges = self.rows_px, self.cols_px
        mesh = RegularGridInterpolator(edges, self.places, bounds_error=False, fill_value=None)
        return np.asarray(mesh(points))

    def moved_by(self, affine: NDArray[np.float64]) -> Warp:
        """The warp to a picture made from the photograph by an affine mapping, (3, 3) of (row, col, 1)."""
        return Warp(self.rows_px, self.cols_px, self.places @ affine[:2, :2].T + affine[:2, 2])

    def back(self, points: Points) -> Points:
        """Map points of the photograph to the page; what lies far beyond the mesh is at -FAR_PX."""
        from scipy.interpolate import LinearNDInterpolator

        # With one more rectangle on each side, so that nothing on the page is at the mesh's end.
        edges = [np.pad(edges, 1, "reflect", reflect_type="odd") for edges in (self.rows_px, self.cols_px)]
        corners = np.stack(np.meshgrid(*edges, indexing="ij"), axis=-1).reshape(-1, 2)
        found = LinearNDInterpolator(self.project(corners), corners, fill_value=-FAR_PX)(points)
        return np.asarray(found, np.float64)


def project(way: Homography | Warp, points: Points) -> Points:
    """Map (N, 2) points, each (row, col), to the other image."""
    if isinstance(way, Warp):
        return way.project(points)
    mapped = np.column_stack([points, np.ones(len(points))]) @ np.array(way).T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def as_homography(matrix: NDArray[np.float64]) -> Homography:
    """Scale a (3, 3) matrix so that its last entry is 1, and turn it into nested tuples of floats."""
    (a, b, c), (d, e, f), (g, h, i) = (matrix / matrix[2, 2]).tolist()
    return (a, b, c), (d, e, f), (g, h, i)


def homography_between(points: Points, images: Points) -> NDArray[np.float64]:
    """The homography, (3, 3), that fits best to points and their images, by the direct linear transformation.

    By its normal equations, since `skimage.transform.ProjectiveTransform` asks for a full singular value
    decomposition, whose memory grows with the square of the points: 0.5 GB for 4,000.
    """
    middle, size = images.mean(axis=0), float(images.std())
    rows, cols = ((images - middle) / size).T
    ones, zeros = np.column_stack([points, np.ones(len(points))]), np.zeros((len(points), 3))
    equations = np.block([[ones, zeros, -rows[:, None] * ones], [zeros, ones, -cols[:, None] * ones]])
    matrix = np.linalg.eigh(equations.T @ equations)[1][:, 0].reshape(3, 3)
    matrix = np.array([(size, 0, middle[0]), (0, size, middle[1]), (0, 0, 1)]) @ matrix
    return np.asarray(matrix / matrix[2, 2])


def resample(
    image: Image.Image, homography: Homography, size_px: tuple[int, int], fill: int | tuple[int, ...] = 0
) -> Image.Image:
    """Make a new image of (height, width) by looking up its pixels in an old one, with bicubic interpolation.

    homography : from the new image to the old one.
    fill : the colour where the new image reaches beyond the old one.
    """
    (a, b, c), (d, e, f), (g, h, _) = as_homography(np.array(homography))
    # Pillow wants (x, y) order, and adds the half pixel from edge to centre itself.
    coefficients = (e, d, f, b, a, c, h, g)
    return image.transform(
        size_px[::-1], Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC, fillcolor=fill
    )


def usual_tone(image: NDArray[np.uint8]) -> tuple[int, ...]:
    """The median of each channel of (H, W, 3) or (H, W) uint8: a fill that is neither lighter nor darker."""
    seen = image[::EVERY, ::EVERY].reshape(-1, 1 if image.ndim == 2 else image.shape[2])
    return tuple(np.median(seen, axis=0).astype(int).tolist())


def flattened(
    image: NDArray[np.uint8],
    warp: Warp,
    size_px: tuple[int, int],
    fill: tuple[int, ...],
    resampling: Image.Resampling = Image.Resampling.BICUBIC,
) -> Image.Image:
    """The page, (height, width), that a photograph, (H, W, 3) or (H, W) uint8, shows, flat.

    fill : the colour of what the photograph does not show.
    resampling : how it is interpolated; bilinear takes half of the time.
    """
    rows, cols = (np.rint(edges).astype(int).tolist() for edges in (warp.rows_px, warp.cols_px))
    mesh = _mesh(rows, cols, warp.places)
    photo = Image.fromarray(image)
    return photo.transform(size_px[::-1], Image.Transform.MESH, mesh, resampling, fillcolor=fill)


def laid_on(layer: Image.Image, warp: Warp, size_px: tuple[int, int], first: tuple[int, int]) -> Image.Image:
    """What was painted on the flat page, from its upper left corner, as it lies in the photograph.

    size_px : (height, width) of the wanted part of the photograph. first : its upper left (row, col).
    """
    rows, cols = (np.append(np.arange(0, side, GRAIN_PX), side) for side in size_px)
    corners = np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).astype(np.float64)
    places = warp.back(corners.reshape(-1, 2) + first).reshape(corners.shape)
    # What lies across the mesh's end would show a stripe of the page between there and far away.
    mesh = [part for part in _mesh(rows.tolist(), cols.tolist(), places) if min(part[1]) > -FAR_PX]
    return layer.transform(
        size_px[::-1], Image.Transform.MESH, mesh, Image.Resampling.BILINEAR, fillcolor=(0, 0, 0, 0)
    )


def _mesh(
    rows: Sequence[int], cols: Sequence[int], places: NDArray[np.float64]
) -> list[tuple[tuple[int, int, int, int], list[float]]]:
    """Pillow's mesh: boxes between neighbouring edges, each with the corners (x, y) of what it shows."""
    corners = places[:-1, :-1], places[1:, :-1], places[1:, 1:], places[:-1, 1:]
    quads = np.concatenate([corner[..., ::-1] for corner in corners], axis=2).tolist()
    return [
        ((left, top, right, bottom), quad)
        for (top, bottom), along in zip(pairwise(rows), quads, strict=True)
        for (left, right), quad in zip(pairwise(cols), along, strict=True)
        if bottom > top and right > left
    ]
