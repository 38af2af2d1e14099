"""A photographed screen seen from straight ahead, though it lies askew.

The corners of its outline say how it lies. Seen askew a board is also too low or too narrow: how much, its
lines tell, which are as far apart across as down.

Known failure: boards of which neither lines nor stripes are seen over noise and moire.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.perspective import Homography, as_homography, project, resample
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.attempts.even_light import evenly_lit
from picrosser.reading.attempts.screen_ends import screen_ends
from picrosser.reading.attempts.upright import framed_whole, mapping, small_slopes, unslanted
from picrosser.reading.lattice.combs import best_combs, likely_pitches, rough_profiles
from picrosser.reading.lattice.grid import GridFound, RuledSought, seek_ruled_board
from picrosser.reading.lattice.line_evidence import MIN_LINES

MAX_STRETCH = 1.19  # by which a board may be too low or too narrow: 1.1 for one tilted by 25 degrees
SAME_STRETCH = 0.012
MAX_STRETCHES = 4  # that are tried
REFINEMENTS = 2
MAX_WIDTH_PX = 1080  # of a straight picture's shorter side: more shows noise, and no more of the board
# Pixels of the shorter side in which a board is looked for: moire and noise hide it in some of them.
SHORT_PX = 540, 1080

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SeenStraight:
    """A photographed screen seen from straight ahead.

    image : (H, W, 3) uint8 sRGB. to_picture : from it to the photograph.
    sought : the board that was seen in it.
    ends : the rows and the columns at which the screen may begin, see `screen_ends`.
    """

    image: RGB
    to_picture: Homography
    sought: RuledSought
    ends: tuple[tuple[int, ...], tuple[int, ...]] = ((0,), (0,))


def straight_screen(image: RGB, corners: NDArray[np.float64]) -> SeenStraight | None:
    """A screen as seen from straight ahead, if a board with square cells is seen on it then.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, the photograph.
    corners : (4, 2), (row, col) of its outline, clockwise from the upper left.
    """
    picture = Image.fromarray(np.ascontiguousarray(image))
    way, size = _from_corners(corners)
    straight = resample(picture.convert("L"), as_homography(way), size, 0)
    for short_px in SHORT_PX:
        grain = max(1, round(min(size) / short_px))
        rest = _by_any_stretch(straight.reduce(grain))
        if rest is None:
            continue
        coarser = np.diag([grain, grain, 1.0])
        rest, size = _within(coarser @ rest @ np.linalg.inv(coarser), size)
        to_picture = as_homography(way @ rest)
        seen = seen_on(np.asarray(resample(picture, to_picture, size)), to_picture, grain)
        if seen is not None:
            return seen
    return None


def seen_on(image: RGB, to_picture: Homography, grain: int = 1) -> SeenStraight | None:
    """The board that is seen on a straight screen, which is then lit evenly; None without a board.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, the screen from straight ahead.
    to_picture : from it to the photograph.
    grain : by which it is reduced, in pixels, where lines are looked for.
    """
    found = seek_ruled_board(np.asarray(Image.fromarray(image).reduce(grain).convert("L"))).sure
    if found is None:
        return None
    found = _enlarged(found, grain)
    even, sought = evenly_lit(image, found.lattice), RuledSought(found, is_only=True)
    return SeenStraight(even, to_picture, sought, screen_ends(image, found.lattice))


def _enlarged(found: GridFound, times: int) -> GridFound:
    """The same board in a picture that is so many times as large."""
    rows, cols = (
        tuple(times * edge for edge in edges)
        for edges in (found.lattice.row_edges_px, found.lattice.col_edges_px)
    )
    combs = found.combs[0].scaled(times), found.combs[1].scaled(times)
    return replace(found, lattice=Lattice(rows, cols), pitch_px=times * found.pitch_px, combs=combs)


def _by_any_stretch(grey: Image.Image) -> Matrix | None:
    """The homography, (3, 3), by which a board lies straight and has square cells; None without a board."""
    seen = (_board_seen(grey, stretched) for stretched in _stretched(grey))
    boards = [found for found in seen if found is not None]
    return max(boards, key=lambda found: found[0])[1] if boards else None


def _within(way: Matrix, size: tuple[int, int]) -> tuple[Matrix, tuple[int, int]]:
    """The homography whose image shows nothing beyond a picture, and the (height, width) of that image."""
    height, width = size
    corners = np.array([(0, 0), (0, width), (height, width), (height, 0)], float)
    rows, cols = project(as_homography(np.asarray(np.linalg.inv(way), np.float64)), corners).T
    top, bottom = float(max(rows[0], rows[1])), float(min(rows[2], rows[3]))
    left, right = float(max(cols[0], cols[3])), float(min(cols[1], cols[2]))
    moved = np.array([(1.0, 0, top), (0, 1.0, left), (0, 0, 1)])
    return way @ moved, (int(bottom - top), int(right - left))


def _from_corners(corners: NDArray[np.float64]) -> tuple[Matrix, tuple[int, int]]:
    """The homography, (3, 3), from the screen to the picture, and the screen's (height, width)."""
    across = float(np.hypot(*(corners[[1, 2]] - corners[[0, 3]]).T).mean())
    down = float(np.hypot(*(corners[[3, 2]] - corners[[0, 1]]).T).mean())
    grain = max(1.0, min(across, down) / MAX_WIDTH_PX)
    height, width = down / grain, across / grain
    square = np.array([(0, 0), (0, width), (height, width), (height, 0)])
    return mapping(square, corners), (round(height), round(width))


def _stretched(grey: Image.Image) -> Iterator[Matrix]:
    """The homographies, (3, 3), that take out the likely ratios of a cell's height and width."""
    luma = np.asarray(grey)
    profiles, pixels = rough_profiles(luma, np.ascontiguousarray(luma.T))
    pitches: list[list[tuple[float, float]]] = []
    for profile in profiles:
        likely = likely_pitches((profile,), min(luma.shape) / MIN_LINES / pixels)
        combs = [best_combs(profile, pitch) for pitch in likely]
        pitches.append([(comb[0].pitch_px, comb[0].score) for comb in combs if comb])
    pairs = [
        (one[1] + other[1], one[0] / other[0])
        for one in pitches[0]
        for other in pitches[1]
        if 1 / MAX_STRETCH < one[0] / other[0] < MAX_STRETCH
    ]
    tried: list[float] = []
    for _, ratio in sorted(pairs, reverse=True):
        if len(tried) < MAX_STRETCHES and all(abs(ratio / other - 1) > SAME_STRETCH for other in tried):
            tried.append(ratio)
            yield np.diag([ratio, 1.0, 1.0])


def _board_seen(grey: Image.Image, way: Matrix) -> tuple[int, Matrix] | None:
    """The number of a board's cells, and the homography by which it lies straight; None without a board."""
    cells = 0
    for _ in range(1 + REFINEMENTS):
        whole, size = framed_whole(way, (grey.height, grey.width))
        upright = resample(grey, as_homography(whole), size)
        found = seek_ruled_board(np.asarray(upright.convert("L"))).sure
        if found is None:
            break
        (rows, cols), board = found.lattice.shape, found.lattice.board
        cells, way = rows * cols, whole @ unslanted(board, small_slopes(upright, board))
    return (cells, way) if cells else None
