"""A board on a photographed screen, seen from straight ahead and evenly lit.

Some of its lines are known, and so is roughly how it lies. The lines themselves tell the rest: how far they
are from level and upright, and how many there are.

Known failure: a board whose lines are not seen over noise, not even all cells together.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import DARK
from picrosser.imaging.perspective import Homography, as_homography, project, resample, usual_tone
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.attempts.askew import SeenStraight
from picrosser.reading.attempts.even_light import evenly_lit
from picrosser.reading.attempts.screen_ends import screen_ends
from picrosser.reading.attempts.upright import small_slopes, unslanted
from picrosser.reading.lattice.faint_lines import seek_board_along
from picrosser.reading.lattice.grid import GridFound, RuledSought

ROUNDS = 6  # at most: each may find more lines at every end
AROUND = 0.03  # of the shorter side: sigma of the tone around a pixel, about half a cell of a small board
USUAL = 128  # levels: the tone of a plain page, once light is divided out
BLOCK_PX = 16  # in which noise is measured
CALM_SHARE = 0.25  # of the blocks that show something: the calmest
NOISIER = 1.7  # times as noisy as these is texture
# Cells beside a board that are read: where its hints stand, and where its lines would go on
BEFORE, AFTER = 12, 3

Matrix = NDArray[np.float64]


def straight_board(image: RGB, to_picture: Homography, lines: Lattice) -> SeenStraight | None:
    """A board some of whose lines are known, if all its lines are seen.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, the photograph.
    to_picture : from the screen, seen roughly from straight ahead, to the photograph.
    lines : evenly spaced ones of the board on that screen; others may follow.
    """
    picture, way = Image.fromarray(np.ascontiguousarray(image)), np.array(to_picture)
    best, is_refined = _board_near(picture, way, lines), False
    if best is None:
        return None
    for _ in range(ROUNDS):
        rest = _unslanted(best) if is_refined else np.eye(3)
        back = np.asarray(np.linalg.inv(rest), np.float64)
        again = _board_near(picture, best.way @ rest, _led(best.found.lattice, back))
        if again is not None and again.merit > best.merit:
            best, is_refined = again, False
        elif is_refined:
            break
        else:
            is_refined = True
    board, sought = best.found.lattice, RuledSought(best.found, is_only=True)
    even = evenly_lit(best.image, board)
    return SeenStraight(even, as_homography(best.way), sought, screen_ends(best.image, board))


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A board that is seen in an image, (H, W, 3) uint8 sRGB, and the way from there to the photograph."""

    image: RGB
    way: Matrix
    found: GridFound

    @property
    def merit(self) -> float:
        """How large the board is, and how well its lines are seen: as well as before is no merit."""
        rows, cols = self.found.lattice.shape
        seen = np.mean((*self.found.row_shares, *self.found.col_shares))
        return rows * cols * round(float(seen), 1)


def _board_near(picture: Image.Image, way: Matrix, lines: Lattice) -> _Look | None:
    """Look for a board along lines, and near them, on a plane that leads to the photograph."""
    (top, left, bottom, right), pitch = astuple(lines.board), lines.pitch_px
    before = round(BEFORE * pitch)
    size = round(bottom - top + before + AFTER * pitch), round(right - left + before + AFTER * pitch)
    way = way @ np.array([(1, 0, top - before), (0, 1, left - before), (0, 0, 1)])
    lines = lines.moved(before - top, before - left)
    image = resample(picture, as_homography(way), size, usual_tone(np.asarray(picture)))
    near = _around(lines, size)
    even = evenly_clear(image.crop((near.left, near.top, near.right, near.bottom)).convert("L"))
    found = seek_board_along(np.asarray(even), lines.moved(-near.top, -near.left))
    return None if found is None else _Look(np.asarray(image), way, found.moved(near.top, near.left))


def _unslanted(look: _Look) -> Matrix:
    """The homography to a look from one in which the lines of the board are level and upright."""
    board = look.found.lattice.board
    even = evenly_clear(Image.fromarray(look.image[board.slices]).convert("L"))
    there = np.array([(1, 0, board.top), (0, 1, board.left), (0, 0, 1)])
    whole = Box(0, 0, board.height, board.width)
    return np.asarray(there @ unslanted(whole, small_slopes(even, whole)) @ np.linalg.inv(there))


def _led(lattice: Lattice, way: Matrix) -> Lattice:
    """The lattice that has square cells where a homography leads the corners of a board."""
    (top, left, bottom, right), (rows, cols) = astuple(lattice.board), lattice.shape
    corners = project(as_homography(way), np.array([(top, left), (bottom, right)], float))
    return Lattice(
        *(
            tuple(np.rint(np.linspace(first, last, count + 1)).astype(int).tolist())
            for first, last, count in zip(*corners, (rows, cols), strict=True)
        )
    )


def _around(lattice: Lattice, size: tuple[int, int]) -> Box:
    """A board and what is near it, as far as it lies in a picture."""
    near, board = round(AFTER * lattice.pitch_px), lattice.board
    return Box(
        max(0, board.top - near),
        max(0, board.left - near),
        min(size[0], board.bottom + near),
        min(size[1], board.right + near),
    )


def evenly_clear(grey: Image.Image) -> Image.Image:
    """A picture in which lines are as clear in a shadow as beside it: the tone around each is divided out."""
    levels = np.asarray(grey, np.float32) + DARK
    around = grey.filter(ImageFilter.GaussianBlur(AROUND * min(grey.size)))
    even = levels / (np.asarray(around, np.float32) + DARK) * USUAL
    return Image.fromarray(np.asarray(np.clip(np.rint(even), 0, 255), np.uint8))


def without_texture(even: Image.Image) -> Image.Image:
    """A picture, evenly lit, without its digits and without what texture is around a screen, of a table."""
    levels = np.array(even)
    rows, cols = (side // BLOCK_PX for side in levels.shape)
    steps = [
        np.median(
            np.abs(np.diff(levels.astype(np.int16), axis=axis, append=USUAL))[
                : rows * BLOCK_PX, : cols * BLOCK_PX
            ]
            .reshape(rows, BLOCK_PX, cols, BLOCK_PX)
            .swapaxes(1, 2)
            .reshape(rows, cols, -1),
            axis=2,
        )
        for axis in (0, 1)
    ]
    noise = np.maximum(*steps)
    if noise.any():
        is_noisy = noise > NOISIER * np.quantile(noise[noise > 0], CALM_SHARE)
        mask = Image.fromarray(is_noisy.astype(np.uint8) * 255).filter(ImageFilter.MedianFilter(3))
        levels[np.asarray(mask.resize(even.size, Image.Resampling.NEAREST)) > 0] = USUAL
    return Image.fromarray(levels)
