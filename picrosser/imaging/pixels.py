"""Images, masks, boxes of pixels, and the lattice of a board's cells.

Conventions that hold everywhere: `(row, col)` order, origin at the top left, half-open boxes, names of values
in pixels end in `_px`; images are uint8 sRGB of shape (H, W, 3) from the loader on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.perspective import Homography, Warp, as_homography, project

RGB: TypeAlias = NDArray[np.uint8]
"""(H, W, 3) uint8. Reading takes the numbers for sRGB; a file's `Appearance` says what they stand for."""
Mask: TypeAlias = NDArray[np.bool_]
"""(H, W) bool."""


@dataclass(frozen=True, slots=True)
class Box:
    """A half-open rectangle of pixels: rows top <= r < bottom, columns left <= c < right."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """The number of rows of pixels."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """The number of columns of pixels."""
        return self.right - self.left

    @property
    def middle(self) -> tuple[float, float]:
        """(row, column), in pixels."""
        return (self.top + self.bottom) / 2, (self.left + self.right) / 2

    @property
    def slices(self) -> tuple[slice, slice]:
        """The index that cuts this box out of an image: `image[box.slices]`."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def moved(self, down: int, right: int) -> Box:
        """The box shifted by some pixels, for example from coordinates in a crop to those in the image."""
        return Box(self.top + down, self.left + right, self.bottom + down, self.right + right)

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all these boxes, of which there is one at least."""
        sides = [(box.top, box.left, box.bottom, box.right) for box in boxes]
        tops, lefts, bottoms, rights = zip(*sides, strict=True)
        return cls(min(tops), min(lefts), max(bottoms), max(rights))

    def times(self, factor: float) -> Box:
        """The same place in a picture that is `factor` times as large."""
        return Box(*(round(factor * side) for side in (self.top, self.left, self.bottom, self.right)))

    def led_on(self, way: Homography) -> Box:
        """The box around where its corners lie in the picture that this one was made from.

        way : from this picture to that.
        """
        corners = [(row, col) for row in (self.top, self.bottom) for col in (self.left, self.right)]
        places = np.maximum(project(way, np.array(corners, np.float64)), 0).astype(int)
        return Box(*places.min(axis=0).tolist(), *places.max(axis=0).tolist())

    def gap_px(self, other: Box) -> int:
        """The vertical or horizontal gap between two boxes, whichever is wider; negative if they overlap."""
        down = max(self.top - other.bottom, other.top - self.bottom)
        return max(down, self.left - other.right, other.left - self.right)


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the cells of a board lie in a picture: all the geometry that drawing needs.

    row_edges_px : rows + 1 values, ascending: the y of each edge between cells.
    col_edges_px : columns + 1 values, ascending: the x of each edge.
    to_picture : None if the edges are rows and columns of the picture itself. If the board is tilted in the
        picture, the edges refer to a rectified image, and this homography maps it back to the picture; in a
        photograph of bent paper, this warp.

    Examples
    --------
    >>> lattice = picrosser.solve_screenshot("shot.png").lattice
    >>> lattice.shape
    (5, 5)
    >>> lattice.cell(0, 0).height > 20
    True
    """

    row_edges_px: tuple[int, ...]
    col_edges_px: tuple[int, ...]
    to_picture: Homography | Warp | None = None

    @property
    def edges_px(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The edges of the rows, and of the columns."""
        return self.row_edges_px, self.col_edges_px

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) in cells."""
        return len(self.row_edges_px) - 1, len(self.col_edges_px) - 1

    @property
    def board(self) -> Box:
        """The whole board."""
        return Box(self.row_edges_px[0], self.col_edges_px[0], self.row_edges_px[-1], self.col_edges_px[-1])

    @property
    def pitches_px(self) -> tuple[float, float]:
        """The mean distance between neighbouring edges, in pixels: of the rows, and of the columns."""
        rows, cols = self.shape
        return self.board.height / rows, self.board.width / cols

    @property
    def pitch_px(self) -> float:
        """The mean of both pitches, in pixels."""
        return sum(self.pitches_px) / 2

    def times(self, factor: float) -> Lattice:
        """Where it lies in a picture that is `factor` times as large; only for one without `to_picture`."""
        rows, cols = (tuple(round(factor * edge) for edge in edges) for edges in self.edges_px)
        return Lattice(rows, cols)

    def place_in(self, other: Lattice, near_px: float) -> tuple[int, int] | None:
        """The row and column of its first cell in one that has the same lines, and maybe more; None if not.

        near_px : lines that are nearer to each other are the same.
        """
        found = []
        for mine, edges in zip(self.edges_px, other.edges_px, strict=True):
            first = sum(edge <= mine[0] - near_px for edge in edges)
            same = edges[first : first + len(mine)]
            if len(same) < len(mine) or any(abs(a - b) >= near_px for a, b in zip(mine, same, strict=True)):
                return None
            found.append(first)
        return found[0], found[1]

    def moved(self, down: int, right: int) -> Lattice:
        """The lattice shifted by some pixels; only for one without `to_picture`, which would be lost."""
        return Lattice(
            tuple(edge + down for edge in self.row_edges_px),
            tuple(edge + right for edge in self.col_edges_px),
        )

    def led_on(self, way: NDArray[np.float64]) -> Lattice:
        """Where the board lies in the picture that this one was made from.

        way : (3, 3) homography from this picture to that; an affine one if the board lies on bent paper.
        """
        if isinstance(self.to_picture, Warp):
            return replace(self, to_picture=self.to_picture.moved_by(way))
        if self.to_picture is not None:
            way = way @ np.array(self.to_picture)
        return replace(self, to_picture=as_homography(way))

    def cell(self, row: int, col: int) -> Box:
        """The box of one cell, from edge to edge."""
        rows, cols = self.edges_px
        return Box(rows[row], cols[col], rows[row + 1], cols[col + 1])

    def __repr__(self) -> str:
        rows, cols = self.shape
        tilted = "" if self.to_picture is None else ", tilted"
        return f"<Lattice {cols} x {rows} cells, {self.board}{tilted}>"


def sums_of_rows(whole: NDArray[np.integer[Any]]) -> NDArray[np.float32]:
    """Add up small whole numbers (..., N) along the last axis, exactly: (...) float32.

    A product with ones takes a third of the time of `sum` where N is small (a whole run: 8 % less).
    """
    with np.errstate(invalid="ignore"):  # some processors raise it for numbers that are not used
        sums = whole.astype(np.float32).reshape(-1, whole.shape[-1]) @ np.ones(whole.shape[-1], np.float32)
    return sums.reshape(whole.shape[:-1])
