"""Connected components of a mask, found by joining the runs of neighbouring rows.

Stands in for `scipy.ndimage.label` and `find_objects`, and numbers the pieces in the same order. Importing
SciPy takes about 0.25 s, as long as reading a usual screenshot. On the sparse masks of a reading this is also
three to five times as fast; on noise SciPy takes half the time.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Labels: TypeAlias = NDArray[np.signedinteger[Any]]
"""(H, W) the number, from 1, of the piece that each pixel belongs to; 0 outside the mask."""

Boxes: TypeAlias = NDArray[np.intp]
"""(N, 4) the bounding boxes of pieces: top, left, bottom, right, half-open."""

Indices: TypeAlias = NDArray[np.intp]

Place: TypeAlias = tuple[slice, slice]
"""The rows and the columns of a piece's bounding box, to index an array with."""


class Labelled(NamedTuple):
    """The connected pieces of a mask.

    labels : (H, W). boxes : (N, 4). pixels : flat indices of the mask's pixels, in reading order.
    owners : the number of each pixel's piece.
    """

    labels: Labels
    boxes: Boxes
    pixels: Indices
    owners: NDArray[np.int32]


def places_of(boxes: Boxes) -> list[Place]:
    """Bounding boxes as pairs of slices."""
    return [
        (slice(top, bottom), slice(left, right))
        for top, left, bottom, right in zip(*boxes.T.tolist(), strict=True)
    ]


def boxes_of(places: Iterable[Place]) -> Boxes:
    """Pairs of slices as bounding boxes."""
    sides = [(rows.start, cols.start, rows.stop, cols.stop) for rows, cols in places]
    return np.array(sides, np.intp).reshape(-1, 4)


def box_pixels(boxes: Boxes, width: int) -> tuple[Indices, Indices]:
    """The pixels of many small boxes, (N, 4), in a picture of this width.

    Flat indices into the picture, box after box in reading order; and (N,) where each box ends among these.
    """
    top, left, bottom, right = boxes.T
    heights, widths = bottom - top, right - left
    row_ends = np.cumsum(heights)
    rows = np.arange(heights.sum()) + np.repeat(top - (row_ends - heights), heights)
    lengths = np.repeat(widths, heights)
    ends = np.cumsum(lengths)
    starts = rows * width + np.repeat(left, heights)
    pixels = np.repeat(starts - (ends - lengths), lengths) + np.arange(lengths.sum())
    return pixels, np.cumsum(heights * widths)


def label_pieces(mask: NDArray[np.bool_], *, corners: bool) -> Labelled:
    """Number the connected pieces of a mask, (H, W), from 1, in reading order of their first pixels.

    corners : pixels that touch only at a corner are connected, too.
    """
    return label_pixels(np.flatnonzero(mask), mask.shape, corners=corners)


def label_pixels(pixels: Indices, shape: tuple[int, ...], *, corners: bool) -> Labelled:
    """As `label_pieces`, of a mask given by its pixels: most have so few that finding them takes the longest.

    pixels : flat indices, ascending. shape : (H, W) of the mask.
    """
    labels = np.zeros(shape, np.int32)
    width = shape[1]
    stride = width + 2  # the padding keeps the runs of two rows from meeting at the sides
    starts, ends = _runs(pixels, shape)
    reach = int(corners)
    lows = np.searchsorted(ends, starts + stride - reach, "right")  # first run in the next row that touches
    highs = np.searchsorted(starts, ends + stride + reach, "left")
    touching = highs - lows
    above = np.repeat(np.arange(len(starts)), touching)
    below = np.arange(len(above)) - np.repeat(np.cumsum(touching) - touching, touching) + lows[above]
    roots = joined(len(starts), above, below)
    is_first = roots == np.arange(len(roots))
    first, piece = np.flatnonzero(is_first), (np.cumsum(is_first) - 1)[roots]
    owners = np.repeat((piece + 1).astype(np.int32), ends - starts)
    labels.ravel()[pixels] = owners
    rows = starts // stride
    bottoms, left, right = np.zeros((3, len(first)), np.intp)
    left += width
    bottoms[piece] = rows + 1  # a piece's last run is its lowest
    np.minimum.at(left, piece, starts - rows * stride - 1)
    np.maximum.at(right, piece, ends - rows * stride - 1)
    return Labelled(labels, np.stack((rows[first], left, bottoms, right), axis=1), pixels, owners)


def without_holes(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Fill the holes of a mask, which are not connected to the outside. Ten times as fast as SciPy's way."""
    if mask.all():
        return mask
    outside = label_pieces(~np.pad(mask, 1), corners=False).labels
    return np.asarray(outside != outside[0, 0])[1:-1, 1:-1]


def count_holes(mask: NDArray[np.bool_]) -> int:
    """The holes of a connected mask: the pairs of runs that touch, less those that a tree needs."""
    stride = mask.shape[1] + 2
    starts, ends = _runs(np.flatnonzero(mask), mask.shape)
    lows = np.searchsorted(ends, starts + stride - 1, "right")
    highs = np.searchsorted(starts, ends + stride + 1, "left")
    return int((highs - lows).sum()) - len(starts) + 1


def _runs(pixels: Indices, shape: tuple[int, ...]) -> tuple[Indices, Indices]:
    """Where a mask's runs start and end, as flat indices into rows padded by one pixel at both sides."""
    height, width = shape
    begins = np.ones(len(pixels), bool)
    np.not_equal(pixels[1:], pixels[:-1] + 1, out=begins[1:])
    row_starts = np.searchsorted(pixels, width * np.arange(height))
    begins[row_starts[row_starts < len(pixels)]] = True
    first = np.flatnonzero(begins)
    starts, lengths = pixels[first], np.diff(first, append=len(pixels))
    starts = starts + 2 * (starts // width) + 1
    return starts, starts + lengths


def joined(count: int, some: Indices, others: Indices) -> Indices:
    """The first one of its piece for each of `count` things, of which some and others touch in pairs."""
    roots = np.arange(count)
    while len(some):
        one, other = roots[some], roots[others]
        np.minimum.at(roots, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(further := roots[roots], roots):
            roots = further
        apart = roots[some] != roots[others]
        some, others = some[apart], others[apart]
    return roots
