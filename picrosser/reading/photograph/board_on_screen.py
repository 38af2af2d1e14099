"""A Hungry Cat board on a photographed screen: from the front, evenly lit.

Some of its lines are known, from a ruled sheet or from the straight screen, and all others follow from them.
Along both sides of each line, between the discs of the hints, the page is bare: how light it is there, also
at the edge of a shadow, is divided out. Stripes beside the board meet at its lines, so that the mean of both
sides is the same at every line.

Known failures: a board whose lines are not seen over noise, not even all cells together; shadows narrower
than a cell; a screen in the tone of the table.
"""

from dataclasses import astuple, dataclass, replace
from math import prod

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.channels import DARK, MAX_FACTOR, luma_of, relight
from picrosser.imaging.perspective import Homography, as_homography, resample, usual_tone
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.lattice.faint_lines import MORE, seek_board_along
from picrosser.reading.lattice.grid import seek_ruled_board
from picrosser.reading.lattice.line_evidence import CORNER, LINE_REACH, GridFound
from picrosser.reading.photograph.slanted_lines import evenly_clear

BEFORE = 12  # cells before a board that are read: where its hints stand
BARE = CORNER[0], LINE_REACH  # where the page beside a line is bare: beyond its own width, outside the discs
# Patches for each cell along a line, whose medians are its light; the median of one more is taken, since a
# disc covers two; a shadow's edge is kept.
PATCHES = 4


@dataclass(frozen=True, slots=True, eq=False)
class BoardOnScreen:
    """A board on a photographed screen.

    image : (H, W, 3) uint8 sRGB: the screen from the front, evenly lit.
    to_picture : from it to the photograph.
    found : the board in it.
    """

    image: RGB
    to_picture: Homography
    found: GridFound


def board_seen_at_once(image: RGB, to_picture: Homography) -> BoardOnScreen | None:
    """The board whose lines are seen at once on a straight screen; None without one.

    image : (H, W, 3) uint8 sRGB, the screen from the front. to_picture : from it to the photograph.
    """
    found = seek_ruled_board(luma_of(image)).sure
    return None if found is None else BoardOnScreen(evenly_lit(image, found.lattice), to_picture, found)


def board_along_lines(image: RGB, to_picture: Homography, lines: Lattice) -> BoardOnScreen | None:
    """A board some of whose lines are known; None unless all its lines are seen.

    image : (H, W, 3) uint8 sRGB, the photograph.
    to_picture : from the screen, seen from the front, to the photograph.
    lines : evenly spaced ones of the board on that screen; others may follow.
    """
    picture = Image.fromarray(image)
    board, seen = None, _board_near(picture, to_picture, lines)
    while seen is not None and (board is None or prod(seen.found.lattice.shape) > prod(lines.shape)):
        board, lines = seen, seen.found.lattice
        seen = _board_near(picture, board.to_picture, lines)  # more lines may be found at every end
    return None if board is None else replace(board, image=evenly_lit(board.image, lines))


def _board_near(picture: Image.Image, to_picture: Homography, lines: Lattice) -> BoardOnScreen | None:
    """The part of the screen with a board and its hints, not yet evenly lit."""
    (top, left, bottom, right), pitch = astuple(lines.board), lines.pitch_px
    before = round(BEFORE * pitch)
    size = round(bottom - top + before + MORE * pitch), round(right - left + before + MORE * pitch)
    moved = np.array([(1, 0, top - before), (0, 1, left - before), (0, 0, 1)])
    way = as_homography(np.array(to_picture) @ moved)
    lines = lines.moved(before - top, before - left)
    image = resample(picture, way, size, usual_tone(np.asarray(picture)))
    board, near = lines.board, round(MORE * pitch)
    top, left = max(0, board.top - near), max(0, board.left - near)
    bottom, right = min(size[0], board.bottom + near), min(size[1], board.right + near)
    even = evenly_clear(image.crop((left, top, right, bottom)).convert("L"))
    found = seek_board_along(np.asarray(even), lines.moved(-top, -left))
    return None if found is None else BoardOnScreen(np.asarray(image), way, found.moved(top, left))


# ---- Even light


def evenly_lit(image: RGB, board: Lattice) -> RGB:
    """The picture, with its board and the hints beside it as light everywhere as in the middle of the board.

    image : (H, W, 3) uint8 sRGB. board : its cells.
    """
    tones = np.log(luma_of(image).astype(np.float32) + DARK)
    light = _light_along(tones, board.row_edges_px, board.pitch_px)
    above = _light_along(tones.T, board.col_edges_px, board.pitch_px).T
    box = board.board
    light[: box.top, box.left :] = above[: box.top, box.left :]
    inside = float(np.median(light[box.slices]))
    factor = np.exp(np.clip(inside - light, -np.log(MAX_FACTOR), np.log(MAX_FACTOR)))
    return relight(image, factor)


def _light_along(tones: NDArray[np.float32], lines: tuple[int, ...], pitch_px: float) -> NDArray[np.float32]:
    """How light the page is at each pixel, (H, W), by what is bare along lines; even between two."""
    from scipy import ndimage  # few pictures come here

    height, width = tones.shape
    count = max(1, round(width / pitch_px * PATCHES))
    measured = []
    near, far = (max(1, round(share * pitch_px)) for share in BARE)
    for line in lines:
        sides = [tones[max(0, line - far - 1) : line - near], tones[line + near : line + far + 1]]
        is_within = slice(line == lines[0], 1 if line == lines[-1] else 2)  # sides that lie on the board
        medians = [
            [np.median(patch) for patch in np.array_split(side, count, axis=1)] for side in sides[is_within]
        ]
        measured.append(np.mean(medians, axis=0))
    calm = ndimage.median_filter(np.array(measured, np.float32), (1, PATCHES + 1), mode="nearest")
    middles = (np.arange(count) + 0.5) * width / count
    along = np.array([np.interp(np.arange(width) + 0.5, middles, light) for light in calm], np.float32)
    at = np.interp(np.arange(height) + 0.5, lines, np.arange(len(lines)))
    # The weights of the two lines around each row
    shares = np.maximum(0, 1 - np.abs(at[:, None] - np.arange(len(lines))))
    return np.asarray(shares.astype(np.float32) @ along)


def within_ends(image: RGB, board: Lattice, top: int, left: int) -> RGB:
    """A picture in which all that lies beyond a screen, which begins at a row and a column, is like its page.

    image : (H, W, 3) uint8 sRGB, evenly lit. board : its cells.
    """
    if not (top or left):
        return image
    page = np.median(image[board.board.slices].reshape(-1, 3)[::7], axis=0)
    within = image.copy()
    within[:top] = page
    within[:, :left] = page
    return within
