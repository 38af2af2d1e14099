"""Find lines of a board beside the ones that its numbers span, and lines of these that are none of its own.

A line without numbers may be a part of the board, though no frame closes it; and where a grid goes on over
the hints, such a line is a part of these.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from picrosser.imaging.cell_pixels import (
    SAMPLES,
    Levels,
    are_cells_like,
    block_means,
    cell_pixels,
    cell_tones,
    cells_inside,
    sampled_cells,
)
from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.cells.crossed_lines import next_line
from picrosser.reading.nonogram.outer_lines import sure_ends
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_EQUAL_LEVELS, MAX_OFF, MAX_SHADE_LEVELS, MOST


def with_own_lines(image: RGB, board: BoardScored) -> BoardScored:
    """A board with the lines that go on beyond its ends, and without outermost ones that are none of its own.

    image : (H, W, 3) uint8 sRGB.
    """
    tones = cell_tones(sampled_cells(image, board.lattice))
    within = _within_margins(image, board, tones)
    tones = tones[within]
    edges = [
        lines[part.start : part.stop + 1]
        for lines, part in zip((board.lattice.row_edges_px, board.lattice.col_edges_px), within, strict=True)
    ]
    hints_last = board.below, board.beside_right
    for axis, first in ((0, True), (0, False), (1, True), (1, False)):
        picture = image.swapaxes(0, 1) if axis else image
        mine, others = edges[axis], edges[1 - axis]
        at_hints = first is not hints_last[axis]
        longer = _with_following(picture, mine, others, tones, first=first, plain=at_hints)
        if len(longer) > len(mine):
            ends, of_longer = (sure_ends(picture, lines, others)[not first] for lines in (mine, longer))
            # Beyond the board's end the page's pattern may look like cells.
            mine = longer if of_longer and (at_hints or not ends) else mine
        edges[axis] = mine
        tones = tones if first else tones.swapaxes(0, 1)  # for the columns
    lattice = Lattice(edges[0], edges[1])
    rows, cols = map(min, zip(board.shown, lattice.shape, strict=True))
    return board._replace(lattice=lattice, shown=(rows, cols))


def _within_margins(image: RGB, board: BoardScored, tones: Levels) -> tuple[slice, slice]:
    """The rows and columns without outermost ones that state nothing and have the hint area's tone.

    All of them, if other cells have that tone, too. tones : (rows, columns, 3) of the board's cells.
    """
    rows, cols = board.lattice.row_edges_px, board.lattice.col_edges_px
    beside = [
        Lattice(rows, next_line(cols, first=not board.beside_right)),
        Lattice(next_line(rows, first=not board.below), cols),
    ]
    shown = [cell_tones(sampled_cells(image, area)).reshape(-1, 3) for area in beside]
    hints = np.median(np.concatenate(shown), axis=0)
    alike = max_channel(np.abs(tones - hints)) <= MAX_EQUAL_LEVELS
    top, bottom, left, right = (
        int(np.argmin([*(line.mean() >= MOST for line in lines[:bare]), False]))
        for bare, lines in zip(board.bare, (alike, alike[::-1], alike.T, alike.T[::-1]), strict=True)
    )
    inner = slice(top, len(rows) - 1 - bottom), slice(left, len(cols) - 1 - right)
    if min(alike[inner].shape) < FEWEST or alike[inner].any():
        return slice(0, len(rows) - 1), slice(0, len(cols) - 1)
    return inner


def _with_following(
    image: RGB, rows: Sequence[int], cols: Sequence[int], tones: Levels, *, first: bool, plain: bool
) -> tuple[int, ...]:
    """The edges, with those of further rows as long as these look like the others, and lines cross them.

    tones : (rows, columns, 3) of the cells. plain : whether the further rows may hold nothing but what the
        board's cells hold, as no hint area does.
    """
    edges = tuple(rows)
    while len(edges) < 2 * len(rows):
        span = next_line(edges, first=first)
        if span[0] < 0 or span[1] > len(image) or _crossed_share(image, span, cols) < MOST:
            break
        cells = sampled_cells(image, Lattice(span, tuple(cols)))
        apart = max_channel(np.abs(tones.reshape(-1, 1, 3) - cell_tones(cells)[0])).min(axis=0)
        if np.mean(apart <= MAX_EQUAL_LEVELS) < MOST:
            break
        if plain and max_channel(np.ptp(cells[0], axis=1)).max() > MAX_EQUAL_LEVELS:
            known = block_means(cells_inside(image, rows, cols))
            if not are_cells_like(image, span, cols, known, MAX_SHADE_LEVELS, 1.0):
                break
        edges = (span[0], *edges) if first else (*edges, span[1])
    return edges


def _crossed_share(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> float:
    """The share of some rows' cells at whose first side a line is seen, or a gap."""
    across = np.linspace(-MAX_OFF, MAX_OFF, SAMPLES)
    sides = cell_pixels(image, rows, cols, np.full(1, 0.5), across)[:, 1:, 0].astype(np.int16)
    return float(np.mean(max_channel(np.ptp(sides, axis=2)) > MAX_EQUAL_LEVELS))
