"""Find lines that are crossed out: their cells hold the same mark, a cross or a dot.

Programs cross out a line without runs, or a player does, and then it may show no hint. Such a line belongs to
the board, even where no lines are drawn between its cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import INSIDE_PART, cell_tones, pixels_at, sampled_cells
from picrosser.imaging.channels import CLEAR_LEVELS, max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.cells.inside import SAME_TURNED
from picrosser.reading.nonogram.cells.marks import find_marks
from picrosser.reading.nonogram.colours import background_colour
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_EQUAL_LEVELS, MAX_SHADE_LEVELS, MOST


def is_crossed_out(
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    blank: Colour,
    within: float = 2 * MAX_SHADE_LEVELS,
) -> bool:
    """Whether most cells between some edges hold one mark that looks the same turned, as no digit does.

    image : (H, W, 3) uint8 sRGB. rows, cols : the edges, in pixels. blank : a blank cell's colour.
    within : levels by which their tones may differ from it; a cursor may tint its row.
    """
    inside = sampled_cells(image, Lattice(tuple(rows), tuple(cols)))
    tones = cell_tones(inside)
    is_blank = max_channel(np.abs(tones - blank)) <= within
    if is_blank.mean() < MOST:
        return False
    apart = max_channel(np.abs(inside - tones[:, :, None]))
    apart *= np.float32(255 / max(CLEAR_LEVELS, float(apart.max())))  # crosses are often pale
    if (apart > CLEAR_LEVELS).any(axis=2).mean() < MOST:
        return False
    marks = find_marks(apart)
    most = int(np.bincount(marks.kinds[is_blank])[1:].max(initial=0))
    return most >= MOST * marks.kinds.size and marks.likeness_as_crosses() >= SAME_TURNED


def with_crossed_lines(image: RGB, board: BoardScored) -> BoardScored:
    """A board with the crossed-out lines that come before its first ones and after its last ones.

    image : (H, W, 3) uint8 sRGB.
    """
    rows, cols = board.lattice.edges_px
    blank, turned = background_colour(image, board.lattice), image.swapaxes(0, 1)
    for first in (False, True):
        rows = _longer(image, rows, cols, blank, first=first)
        cols = _longer(turned, cols, rows, blank, first=first)
    return board._replace(lattice=Lattice(rows, cols))


def may_go_on(image: RGB, lattice: Lattice, hints_last: tuple[bool, bool], *, in_text: bool = False) -> bool:
    """Whether a line beside the board looks crossed out, or holds a sign that cells of the board hold.

    Its tone may not be quite a blank cell's.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    hints_last : whether hints stand below the board, and right of it.
    in_text : in a text screen a line of one character may rule the board off, and is not crossed out.
    """
    (rows, cols), blank = lattice.edges_px, background_colour(image, lattice)
    for picture, lines, others, last in (
        (image, rows, cols, hints_last[0]),
        (image.swapaxes(0, 1), cols, rows, hints_last[1]),
    ):
        for first in (True, False):
            above, below = next_line(lines, first=first)
            if above < 0 or below > len(picture):
                continue
            if not in_text and is_crossed_out(picture, (above, below), others, blank):
                return True
            if first == last and _has_signs_of(picture, lines, others, first=first):
                return True
    return False


def _has_signs_of(image: RGB, rows: Sequence[int], cols: Sequence[int], *, first: bool) -> bool:
    """Whether a few cells before the first row, or after the last, hold a sign that cells of rows hold."""
    sides = [round(INSIDE_PART * (edges[-1] - edges[0]) / (len(edges) - 1)) for edges in (rows, cols)]
    beside = _signs(image, next_line(rows, first=first), cols, sides)
    beside = beside[beside.any(axis=(1, 2))]
    if len(beside) < FEWEST:  # nearly always
        return False
    alike = [_are_alike(sign, beside) for sign in beside]
    commonest = int(np.argmax(np.sum(alike, axis=1)))
    if np.count_nonzero(alike[commonest]) < FEWEST:
        return False
    return bool(np.count_nonzero(_are_alike(beside[commonest], _signs(image, rows, cols, sides))) >= FEWEST)


def _signs(image: RGB, rows: Sequence[int], cols: Sequence[int], sides: Sequence[int]) -> NDArray[np.bool_]:
    """(N, height, width) the pixels within each cell that clearly differ from most, row by row.

    sides : height and width, in pixels, of what lies within.
    """
    down, along = (
        np.array([[round((one + other - side) / 2)] for one, other in pairwise(edges)])
        + np.arange(side, dtype=float)
        for edges, side in zip((rows, cols), sides, strict=True)
    )
    cells = pixels_at(image, down, along).reshape(-1, *sides, 3).astype(np.int16)
    return np.asarray(
        max_channel(np.abs(cells - np.median(cells, axis=(1, 2), keepdims=True))) > CLEAR_LEVELS
    )


def _are_alike(sign: NDArray[np.bool_], others: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N,) whether others are the same sign, but for a pixel by which places are rounded."""
    near, nearby = (_grown(one) for one in (sign[None], others))
    return np.asarray(others.any(axis=(1, 2)) & ~((others & ~near) | (sign & ~nearby)).any(axis=(1, 2)))


def _grown(signs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N, height, width) signs that are a pixel wider on all sides.

    As by `scipy.ndimage.binary_dilation`, whose import takes 0.2 s; 23 of 118 plain screenshots come here.
    """
    wide = np.pad(signs, ((0, 0), (1, 1), (1, 1)))
    rows = wide[:, :-2] | wide[:, 1:-1] | wide[:, 2:]
    return np.asarray(rows[:, :, :-2] | rows[:, :, 1:-1] | rows[:, :, 2:])


def _longer(
    image: RGB, rows: Sequence[int], cols: Sequence[int], blank: Colour, *, first: bool
) -> tuple[int, ...]:
    """The edges of some rows and of the crossed-out ones that follow, or come before the first one."""
    edges = tuple(rows)
    while len(edges) < 2 * len(rows):
        above, below = next_line(edges, first=first)
        is_seen = above >= 0 and below <= len(image)
        if not (is_seen and is_crossed_out(image, (above, below), cols, blank, MAX_EQUAL_LEVELS)):
            return edges
        edges = (above, *edges) if first else (*edges, below)
    return tuple(rows)  # the page has a pattern


def next_line(edges: Sequence[int], *, first: bool) -> tuple[int, int]:
    """The edges of the row that would follow some rows, or come before the first one."""
    height = round((edges[-1] - edges[0]) / (len(edges) - 1))
    return (edges[0] - height, edges[0]) if first else (edges[-1], edges[-1] + height)
