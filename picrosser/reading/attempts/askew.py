"""A photographed screen seen from straight ahead, though it lies askew by up to 30 degrees.

Where the outline of the screen is known, its corners say how it lies. Otherwise the picture is turned by
steps until the lines in both directions are sharp, see `upright.measure_tilt`, and what is left of their
slopes is taken out. Seen askew a board is also too low or too narrow: how much, its lines tell, which are
as far apart across as down.

Known failure: boards of which neither lines nor stripes are seen over noise and moire.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.perspective import Homography, as_homography, project, resample
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.attempts.even_light import evenly_lit
from picrosser.reading.attempts.upright import (
    MIN_CONTRAST,
    ROUGH_PX,
    TiltFound,
    by_board,
    cells_of,
    framed,
    luma_of,
    mapping,
    measure_tilt,
    unslanted,
)
from picrosser.reading.lattice.combs import best_combs, likely_pitches, rough_profiles
from picrosser.reading.lattice.grid import SURE, GridFound, RuledSought, seek_ruled_board
from picrosser.reading.lattice.line_evidence import MIN_LINES

TURNS_DEG = tuple(range(-30, 31, 6))  # by which the picture is turned
# Degrees: beyond the turns, what perspective adds, 9 for a screen tilted by 25 degrees; and the step.
REACH, STEP = 10.0, 0.4
MAX_STRETCH = 1.19  # by which a board may be too low or too narrow: 1.1 for one tilted by 25 degrees
SAME_STRETCH = 0.012
MAX_STRETCHES = 4  # that are tried
REFINEMENTS = 2
MAX_WIDTH_PX = (
    1080  # of a straight picture's shorter side: more shows a sensor's noise and no more of the board
)
SHORT_PX = (
    540,
    360,
    1080,
)  # of the shorter side, in which a board is looked for: moire hides it in some of them

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SeenStraight:
    """A photographed screen seen from straight ahead.

    image : (H, W, 3) uint8 sRGB. to_picture : from it to the photograph.
    sought : the board that was seen in it; None if it was not looked for.
    """

    image: RGB
    to_picture: Homography
    sought: RuledSought | None = None


def straight_screen(image: RGB, corners: NDArray[np.float64] | None) -> SeenStraight | None:
    """A screen as seen from straight ahead, if a board with square cells is seen on it then.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, the photograph.
    corners : (4, 2), (row, col) of its outline, clockwise from the upper left; None if it is not known.
    """
    picture = Image.fromarray(np.ascontiguousarray(image))
    start = _turned(picture.convert("L")) if corners is None else _from_corners(corners)
    if start is None:
        return None
    way, size = _at_most_so_wide(*start)
    straight = resample(picture.convert("L"), as_homography(way), size, 0)
    for short_px in SHORT_PX:
        grain = max(1, round(min(size) / short_px))
        rest = _by_any_stretch(straight.reduce(grain))
        if rest is None:
            continue
        coarser = np.diag([grain, grain, 1.0])
        rest, size = _within(coarser @ rest @ np.linalg.inv(coarser), size)
        to_picture = as_homography(way @ rest)
        image = np.asarray(resample(picture, to_picture, size))
        found = seek_ruled_board(np.asarray(Image.fromarray(image).reduce(grain))).sure
        if found is not None:
            found = _enlarged(found, grain)
            return SeenStraight(evenly_lit(image, found.lattice), to_picture, RuledSought(found))
    return None


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
    tried = [_board_seen(grey, stretched) for stretched in _stretched(grey)]
    sure = [(found, way) for found, way in tried if found is not None and found.confidence >= SURE]
    return max(sure, key=lambda seen: cells_of(seen[0]))[1] if sure else None


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
    """The homography, (3, 3), from the screen to the picture, and its (height, width)."""
    across = np.hypot(*(corners[[1, 2]] - corners[[0, 3]]).T).mean()
    down = np.hypot(*(corners[[3, 2]] - corners[[0, 1]]).T).mean()
    square = np.array([(0, 0), (0, across), (down, across), (down, 0)])
    return mapping(square, corners), (round(down), round(across))


def _at_most_so_wide(way: Matrix, size: tuple[int, int]) -> tuple[Matrix, tuple[int, int]]:
    grain = max(1.0, min(size) / MAX_WIDTH_PX)
    return way @ np.diag([grain, grain, 1.0]), (int(size[0] / grain), int(size[1] / grain))


def _turned(grey: Image.Image) -> tuple[Matrix, tuple[int, int]] | None:
    """As `_from_corners`, by the turn at which lines are sharpest; None if they are not."""
    grain = max(1, round(min(grey.size) / ROUGH_PX))
    small = grey.reduce(grain)
    best: tuple[TiltFound, Matrix] | None = None
    for degrees in TURNS_DEG:
        turn, size = framed(_rotation(degrees), (small.height, small.width))
        turned = resample(small, as_homography(turn), size)
        shown = resample(Image.new("L", small.size, 255), as_homography(turn), size)
        tilt = measure_tilt(luma_of(turned), REACH, STEP, np.asarray(shown) > 250)
        if best is None or tilt.contrast > best[0].contrast:
            best = tilt, turn @ unslanted(Box(0, 0, turned.height, turned.width), tilt.slopes)
    if best is None or best[0].contrast < MIN_CONTRAST:
        return None
    coarser = np.diag([grain, grain, 1.0])
    return framed(coarser @ best[1] @ np.linalg.inv(coarser), (grey.height, grey.width))


def _rotation(degrees: float) -> Matrix:
    cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([(cos, sin, 0), (-sin, cos, 0), (0, 0, 1)])


def _stretched(grey: Image.Image) -> Iterator[Matrix]:
    """The homographies, (3, 3), that take out the likely ratios of a cell's height and width."""
    luma = luma_of(grey)
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


def _board_seen(grey: Image.Image, way: Matrix) -> tuple[GridFound | None, Matrix]:
    """The board that is seen in a picture, and the homography by which it lies straight."""
    found, way = by_board(grey, way)
    for _ in range(REFINEMENTS if found else 0):
        again, finer = by_board(grey, way)
        found, way = (again, finer) if again else (found, way)
    return found, way
