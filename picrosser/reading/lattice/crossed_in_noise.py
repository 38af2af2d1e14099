"""Tell whether the lines that cross a board's rows cross another row, too, where noise is as strong as lines.

In a photograph each pixel of a faint line is off by as much as the line is darker than its cells, and shade
makes the next row darker all over. So pixels are not compared one by one. How strongly the usual look of a
line shows in a row is one number for each line, 1 where it crosses and 0 where it does not: the projection of
the row's look on the usual one, both without their own tone.

Known failure: lines so faint that these numbers scatter; then no row counts as crossed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import BLOCKS, INSIDE_PART, block_means, cell_tones, cells_inside
from picrosser.imaging.pixels import RGB
from picrosser.reading.lattice.crossing_profiles import crossing_pixels, profiles_across

Profiles = NDArray[np.float32]
"""(stretches, lines, pixels, 3) how lines and what is beside them look in a row, as levels."""

# Times its usual strength: so strongly a line shows where it crosses
MIN_STRENGTH, MAX_STRENGTH = 0.7, 1.5
# Of the lines: so many cross a row of the board, and so many at most seem to cross what lies beyond it
MIN_CROSSING, MAX_BEYOND = 0.8, 0.3
# Share of the lines that have to cross a board's usual row; where fewer do, a row that few of them cross says
# nothing. In seven drawn photographs it is 0.5 and more, and up to 0.17 beyond the board.
MIN_USUAL = 0.5
# So much has to be seen beyond a board, as a share of a row's height and in pixels, to tell whether its lines
# go on: a screen may end close to its board.
MIN_BEYOND, MIN_BEYOND_PX = 0.25, 8
# Levels, in the mean over a part of a cell: two marks, or two tones, that differ by less may be the same
MAX_MARK_LEVELS = 14.0
MOST_CELLS = 0.8  # of a row, at least, are marked alike


def is_crossed_in_noise(row: Profiles, others: NDArray[np.float32], beyond: Profiles) -> bool:
    """Whether most lines that cross the other rows cross this one, and few go on beyond it.

    row, beyond : this row, and what lies a pitch further out. others : (rows, ...) the other rows.
    """
    return crossing_share(row, others) >= MIN_CROSSING and crossing_share(beyond, others) <= MAX_BEYOND


def is_end_crossed(
    image: RGB, rows: Sequence[int], crossing: NDArray[np.intp], profiles: Profiles, at: int
) -> bool:
    """Whether most lines that cross the others cross the first or last row, and are seen to end with it.

    rows : the rows' edges. crossing : as `crossing_pixels` returns it. profiles : (rows, ...).
    at : the number of the row.
    """
    height = round((rows[-1] - rows[0]) / len(profiles))
    beyond = (rows[-1], min(rows[-1] + height, len(image))) if at else (max(0, rows[0] - height), rows[0])
    if beyond[1] - beyond[0] < max(MIN_BEYOND * height, MIN_BEYOND_PX):
        return False
    others = np.delete(profiles, at, axis=0)
    return is_crossed_in_noise(profiles[at], others, profiles_across(image, beyond, crossing)[0])


def is_beyond_board(row: Profiles, others: NDArray[np.float32]) -> bool:
    """Whether the lines that usually cross the other rows, (rows, ...), surely do not cross this one."""
    if crossing_share(row, others) > MAX_BEYOND:
        return False
    usual = [crossing_share(own, np.delete(others, at, axis=0)) for at, own in enumerate(others)]
    return float(np.median(usual)) >= MIN_USUAL


def are_marked_alike(image: RGB, rows: Sequence[int], cols: Sequence[int], at: int) -> bool:
    """Whether nearly all cells of a row show the same mark, on a tone that cells of other rows have, too.

    Apps mark all cells of a finished blank row so, such as with crosses.

    at : the number of the row.
    """
    cells = cells_inside(image, rows, cols)
    looks = block_means(cells[at][None])[0]
    alike = np.abs(looks - np.median(looks, axis=0)).max(axis=(1, 2)) < MAX_MARK_LEVELS
    tones = cell_tones(cells.reshape(*cells.shape[:2], -1, 3))
    others = np.delete(tones, at, axis=0).reshape(-1, 3)
    on_ground = np.abs(others - tones[at][:, None]).max(axis=2).min(axis=1) < MAX_MARK_LEVELS
    return float(np.mean(alike & on_ground)) >= MOST_CELLS


def is_marked_as_inside(image: RGB, rows: Sequence[int], cols: Sequence[int], at: int) -> bool:
    """Whether nearly all cells of the first or the last row show one mark that a cell of another row shows,
    too, and a pitch further out few cells do so, and few lines go on.

    Nothing but a board's own rows is marked so. Shade makes another tone, but no other mark; cells that are
    plain or painted show none.

    at : the number of the row.
    """
    height = (rows[-1] - rows[0]) / (len(rows) - 1)
    room = (len(image) - rows[-1] if at else rows[0]) / height
    blocks = min(BLOCKS, int((room - (1 - INSIDE_PART) / 2) / (INSIDE_PART / BLOCKS)))
    if blocks < 1:  # not even the edge of a mark would show
        return False
    around = (*rows, 2 * rows[-1] - rows[-2]) if at else (2 * rows[0] - rows[1], *rows)
    looks = block_means(cells_inside(image, around, cols))
    looks = looks.reshape(*looks.shape[:2], BLOCKS, BLOCKS, -1)
    own, beyond = (looks[-2], looks[-1]) if at else (looks[1], looks[0])
    mark = np.median(_without_tone(own), axis=0)
    strength = float(np.abs(mark).max())
    most = min(MAX_MARK_LEVELS, strength / 2)
    shown = slice(0, blocks) if at else slice(BLOCKS - blocks, BLOCKS)
    others, here, further = (
        np.abs(_without_tone(cells) - _without_tone(like)).max(axis=(-3, -2, -1)) < most
        for cells, like in (
            (looks[:-2] if at else looks[2:], mark),
            (own, mark),
            (beyond[:, shown], mark[shown]),
        )
    )
    if strength <= MAX_MARK_LEVELS or not others.any():
        return False
    if here.mean() < MOST_CELLS or further.mean() > MAX_BEYOND:
        return False
    crossing = crossing_pixels(image, cols)
    ends = (rows[-1], min(around[-1], len(image))) if at else (max(0, around[0]), rows[0])
    (out,) = profiles_across(image, ends, crossing)
    return crossing_share(out, profiles_across(image, rows, crossing)) <= MAX_BEYOND


def _without_tone(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """(..., blocks down, blocks across, 3) how they differ from the mean of their cell."""
    return np.asarray(cells - cells.mean(axis=(-3, -2), keepdims=True), np.float32)


def crossing_share(row: Profiles, others: NDArray[np.float32]) -> float:
    """The share of the lines that show in a row about as strongly as in most others, (rows, ...).

    Where most others are painted beside a line, it may show as lines do elsewhere, between blank cells.
    """
    usual = np.median(others - np.median(others, axis=3, keepdims=True), axis=(0, 1))
    usual -= np.median(usual, axis=1, keepdims=True)
    own = row - np.median(row, axis=2, keepdims=True)
    shows = np.zeros(len(usual), bool)
    for look in (usual, np.median(usual, axis=0)[None]):
        energy = np.maximum((look**2).sum(axis=(1, 2)), 1e-6)
        strengths = (own * look).sum(axis=(2, 3)).mean(axis=0) / energy
        shows |= (strengths > MIN_STRENGTH) & (strengths < MAX_STRENGTH)
    return float(shows.mean())
