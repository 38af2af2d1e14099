"""Find lines of a board beside the ones that its numbers span, and lines of these that are none of its own.

A line without numbers may be a part of the board, though no frame closes it; and where a grid goes on over
the hints, or a gap parts them from the board, such a line is a part of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
from picrosser.imaging.channels import COMPRESSED_LEVELS, max_channel
from picrosser.imaging.pixels import RGB, Lattice, Mask
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.cells.crossed_lines import next_line
from picrosser.reading.nonogram.outer_lines import as_rows, mirrored, sure_ends
from picrosser.reading.nonogram.tolerances import (
    FEWEST,
    MAX_EQUAL_LEVELS,
    MAX_OFF,
    MAX_SHADE_LEVELS,
    MOST,
    NEAR_EDGE,
)


def with_own_lines(image: RGB, board: BoardScored) -> BoardScored:
    """A board with the lines that go on beyond its ends, and without outermost ones that are none of its own.

    image : (H, W, 3) uint8 sRGB.
    """
    tones = cell_tones(sampled_cells(image, board.lattice))
    within = _within_margins(image, board, tones)
    tones = tones[within]
    rows, cols = (
        lines[part.start : part.stop + 1] for lines, part in zip(board.lattice.edges_px, within, strict=True)
    )
    lattice = Lattice(rows, cols)
    for axis, hints_last in enumerate((board.below, board.beside_right)):
        picture, mine, others = as_rows(image, lattice, axis, last=hints_last)
        tones = tones[::-1] if hints_last else tones
        for first in (True, False):
            kept = slice(1, None) if first else slice(None, -1)
            while len(mine) > FEWEST + 1 and _is_outside(picture, mine, others, tones[kept], first=first):
                mine, tones = mine[kept], tones[kept]
            longer = _with_following(picture, mine, others, tones, first=first)
            if len(longer) > len(mine):
                is_own = sure_ends(picture, longer, others)[not first]
                if first:
                    is_own = is_own or _ends_with(picture, longer, others)
                else:  # beyond the board's end the page's pattern may look like cells
                    is_own = is_own and not sure_ends(picture, mine, others)[1]
                mine = longer if is_own else mine
        if hints_last:
            mine, tones = mirrored(mine, len(picture)), tones[::-1]
        lattice = Lattice(others, mine) if axis else Lattice(mine, others)
        tones = tones.swapaxes(0, 1)  # for the columns
    shown_rows, shown_cols = map(min, zip(board.shown, lattice.shape, strict=True))
    return board._replace(lattice=lattice, shown=(shown_rows, shown_cols))


def _within_margins(image: RGB, board: BoardScored, tones: Levels) -> tuple[slice, slice]:
    """The rows and columns without outermost ones that state nothing and have the hint area's tone.

    All of them, if other cells have that tone, too. tones : (rows, columns, 3) of the board's cells.
    """
    rows, cols = board.lattice.edges_px
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


class _Row(NamedTuple):
    """How a row's cells compare with others: (C, 3) their tones; where they are plain; how far from others'.

    crossed : at what share of its cells a line or a gap is seen.
    """

    tones: Levels
    are_plain: Mask
    apart: Levels
    crossed: float


def _seen(image: RGB, row: tuple[int, int], cols: Sequence[int], others: Levels) -> _Row | None:
    """How a row of cells looks beside others' tones; None if it lies outside the picture."""
    if row[0] < 0 or row[1] > len(image):
        return None
    cells = sampled_cells(image, Lattice(row, tuple(cols)))
    tones = cell_tones(cells)[0]
    are_plain = max_channel(np.ptp(cells[0], axis=1)) <= MAX_EQUAL_LEVELS
    apart = max_channel(np.abs(others.reshape(-1, 1, 3) - tones)).min(axis=0)
    return _Row(tones, are_plain, apart, _crossed_share(image, row, cols))


def _is_outside(image: RGB, rows: Sequence[int], cols: Sequence[int], tones: Levels, *, first: bool) -> bool:
    """Whether the first row, or the last one, is none of the board's.

    It is plain, and of another tone than all others. Besides, it looks like what lies beyond it; or it is a
    gap: the lines that cross the other rows do not cross it, and its tone goes on beside the board, as that
    of a row under a cursor does not.

    tones : (rows, columns, 3) of the others.
    """
    mine, others = (rows[:2], rows[1:]) if first else (rows[-2:], rows[:-1])
    row = _seen(image, (mine[0], mine[1]), cols, tones)
    if row is None or np.mean(row.are_plain & (row.apart > COMPRESSED_LEVELS)) < MOST:
        return False
    beyond = _seen(image, next_line(rows, first=first), cols, tones)
    if beyond is None:
        return False
    is_like = max_channel(np.abs(beyond.tones - row.tones)) <= MAX_EQUAL_LEVELS
    if is_like.mean() >= MOST:
        return True
    beside = next_line(cols, first=False)
    is_open = row.crossed <= 1 - MOST < MOST <= _crossed_share(image, others, cols)
    if not is_open or beside[1] > image.shape[1]:
        return False
    tone = cell_tones(sampled_cells(image, Lattice(tuple(mine), beside)))[0, 0]
    return bool(np.abs(tone - row.tones[-1]).max() <= MAX_EQUAL_LEVELS)


def _with_following(
    image: RGB, rows: Sequence[int], cols: Sequence[int], tones: Levels, *, first: bool
) -> tuple[int, ...]:
    """The edges, with those of further rows as long as these look like the others, and lines cross them.

    Those that come before the first one, where a hint area may lie, hold nothing but what the cells hold.
    tones : (rows, columns, 3) of the cells.
    """
    edges = tuple(rows)
    while len(edges) < 2 * len(rows):
        span = next_line(edges, first=first)
        row = _seen(image, span, cols, tones)
        if row is None or row.crossed < MOST or np.mean(row.apart <= MAX_EQUAL_LEVELS) < MOST:
            break
        if first and not row.are_plain.all():
            known = block_means(cells_inside(image, rows, cols))
            if not are_cells_like(image, span, cols, known, MAX_SHADE_LEVELS, 1.0):
                break
        edges = (span[0], *edges) if first else (*edges, span[1])
    return edges


def _ends_with(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> bool:
    """Whether the lines that cross the rows end where the first row does: a gap parts it from the hints."""
    reach = round(NEAR_EDGE * (rows[1] - rows[0]))
    inside, beyond = (rows[0], rows[0] + reach), (rows[0] - 2 * reach, rows[0])
    if beyond[0] < 0 or _crossed_share(image, beyond, cols) > 1 - MOST:
        return False
    return _crossed_share(image, inside, cols) >= MOST


def _crossed_share(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> float:
    """The share of some rows' cells at whose first side a line is seen, or a gap."""
    across = np.linspace(-MAX_OFF, MAX_OFF, SAMPLES)
    sides = cell_pixels(image, rows, cols, np.full(1, 0.5), across)[:, 1:, 0].astype(np.int16)
    return float(np.mean(max_channel(np.ptp(sides, axis=2)) > MAX_EQUAL_LEVELS))
