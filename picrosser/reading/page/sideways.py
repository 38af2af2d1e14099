"""Find numbers that lie on their side: some programs write a column's hints as a text turned by a quarter.

In the picture turned by a quarter these are numbers like any others. So the ink of the turned picture is
found, too, and what is more like a digit there is one there. Whether that is worth the time is told by the
ink of the picture as it is: shapes that are no digits, but would be if they were turned.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.page.bars import is_bar
from picrosser.reading.page.digit_distance import digit_distances
from picrosser.reading.page.ink import SURE_DISTANCE, Ink, find_ink
from picrosser.reading.page.numbers import Numbers, find_numbers

# Quarter turns counterclockwise that set numbers upright: of those that are read from top to bottom, and of
# those that are read from bottom to top
READ_DOWNWARDS, READ_UPWARDS = 1, 3
# Shapes that are digits on their side only: three boards with such numbers show 23 to 28 of them, 0.27 to 0.9
# times as many as they have upright digits. Of pages of text, tables and boards without, 90 in 100 have none;
# program text has 21, which are 0.04 of its upright ones.
MIN_ON_SIDE, MIN_SHARE_ON_SIDE = 6, 0.15
# Of all pieces: upright digits, since the rows' numbers are not turned, and those on their side. The three
# boards have 0.2 and more, and 0.057 and more; photographs and blurred text have up to 0.06 upright ones,
# diagrams and text with more of these up to 0.022 on their side.
MIN_UPRIGHT_OF_ALL, MIN_ON_SIDE_OF_ALL = 0.1, 0.035
MAX_OVERLAP = 0.3  # of the smaller box: pieces that share more are one

_Side = TypeVar("_Side", int, NDArray[np.float64])


class Sideways(NamedTuple):
    """A picture turned by a quarter, in which numbers that lay on their side are upright.

    image : (W, H, 3) uint8 sRGB, the turned picture. ink : all of its ink.
    turns : quarter turns counterclockwise, READ_DOWNWARDS or READ_UPWARDS.
    """

    image: RGB
    ink: Ink
    turns: int

    def lattice(self, lattice: Lattice) -> Lattice:
        """A lattice of the picture as it lies in the turned one: its columns are rows there."""
        height, width = self.image.shape[1], self.image.shape[0]
        rows, cols = lattice.row_edges_px, lattice.col_edges_px
        if self.turns == READ_UPWARDS:
            return Lattice(cols, tuple(height - edge for edge in reversed(rows)))
        return Lattice(tuple(width - edge for edge in reversed(cols)), rows)

    def box_in_picture(self, box: Box) -> Box:
        """Where a box of the turned picture lies in the picture as it is."""
        return Box(*self.sides_in_picture(box.top, box.left, box.bottom, box.right))

    def numbers_in_picture(self, numbers: Numbers) -> Numbers:
        """Where numbers of the turned picture lie in the picture as it is; each keeps its digits' height."""
        sides = self.sides_in_picture(numbers.top, numbers.left, numbers.bottom, numbers.right)
        top, left, bottom, right = sides
        return Numbers(top=top, bottom=bottom, left=left, right=right, height=numbers.height)

    def sides_in_picture(
        self, top: _Side, left: _Side, bottom: _Side, right: _Side
    ) -> tuple[_Side, _Side, _Side, _Side]:
        """Top, left, bottom and right of boxes of the turned picture, in the picture as it is."""
        height, width = self.image.shape[1], self.image.shape[0]
        if self.turns == READ_UPWARDS:
            return height - right, top, height - left, bottom
        return left, width - bottom, right, width - top


def turned_upright(box: Box, turns: int) -> Box:
    """A box as it lies beside others in the turned picture, up to an offset that is the same for all."""
    if turns == READ_UPWARDS:
        return Box(box.left, -box.bottom, box.right, -box.top)
    return Box(-box.right, box.top, -box.left, box.bottom)


def turns_of_numbers(ink: Ink) -> int:
    """The quarter turns that would set many shapes of a picture upright as digits; 0 if there are few.

    ink : of the picture as it is.
    """
    others = np.flatnonzero(ink.distances >= SURE_DISTANCE).tolist()
    pieces, upright = len(ink.distances), len(ink.distances) - len(others)
    if upright < MIN_UPRIGHT_OF_ALL * pieces:
        return 0
    least = max(MIN_ON_SIDE, MIN_SHARE_ON_SIDE * upright, MIN_ON_SIDE_OF_ALL * pieces)
    counts = {turns: _digits_if_turned(ink, others, turns) for turns in (READ_DOWNWARDS, READ_UPWARDS)}
    turns = max(counts, key=counts.__getitem__)
    return turns if counts[turns] >= least else 0


def _digits_if_turned(ink: Ink, which: list[int], turns: int) -> int:
    """How many of some pieces would be digits, and more than bars, if they were turned."""
    coverages = [np.ascontiguousarray(np.rot90(ink.coverages[at], turns)) for at in which]
    distances = digit_distances(coverages).tolist()
    return sum(
        distance < SURE_DISTANCE and not is_bar(coverage)
        for coverage, distance in zip(coverages, distances, strict=True)
    )


def turn_sideways(image: RGB, turns: int) -> Sideways:
    """A picture turned by quarters, with its ink.

    image : (H, W, 3) uint8 sRGB.
    """
    turned = np.ascontiguousarray(np.rot90(image, turns))
    return Sideways(turned, find_ink(turned), turns)


def numbers_both_ways(
    ink: Ink,
    sideways: Sideways,
    max_distance: float,
    max_gap: float,
    ignored: NDArray[np.bool_] | None = None,
) -> Numbers:
    """The upright numbers of a page and those on their side, as `find_numbers` finds each.

    Where a shape is like one digit upright and like another on its side, it is the one that is more alike.
    """
    are_others, are_upright = _better_the_other_way(ink, sideways, max_distance)
    upright = find_numbers(
        ink, max_distance, max_gap, are_others if ignored is None else are_others | ignored
    )
    on_side = sideways.numbers_in_picture(find_numbers(sideways.ink, max_distance, max_gap, are_upright))
    return Numbers(
        **{
            side: np.concatenate([getattr(upright, side), getattr(on_side, side)])
            for side in ("top", "bottom", "left", "right", "height")
        }
    )


def _better_the_other_way(
    ink: Ink, sideways: Sideways, max_distance: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which pieces of the picture lie where the turned one has a likelier digit, and the other way round."""
    likely = [np.flatnonzero(page.distances < max_distance) for page in (ink, sideways.ink)]
    own = ink.boxes[likely[0]].astype(np.float64)
    top, left, bottom, right = sideways.ink.boxes[likely[1]].astype(np.float64).T
    other = np.stack(sideways.sides_in_picture(top, left, bottom, right), axis=1)
    starts = np.maximum(own[:, None, :2], other[:, :2])
    shared = np.maximum(np.minimum(own[:, None, 2:], other[:, 2:]) - starts, 0).prod(axis=2)
    areas = [(boxes[:, 2:] - boxes[:, :2]).prod(axis=1) for boxes in (own, other)]
    are_one = shared > MAX_OVERLAP * np.minimum(areas[0][:, None], areas[1])
    is_other_better = sideways.ink.distances[likely[1]] < ink.distances[likely[0]][:, None]
    found = np.zeros(len(ink.distances), bool), np.zeros(len(sideways.ink.distances), bool)
    found[0][likely[0]] = (are_one & is_other_better).any(axis=1)
    found[1][likely[1]] = (are_one & ~is_other_better).any(axis=0)
    return found
