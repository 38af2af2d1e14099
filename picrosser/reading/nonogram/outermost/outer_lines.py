"""Tell which of a board's outermost lines belong to it beyond doubt, whatever they show.

A bar, a frame or a shadow a pitch away from the board ends in a line, too, but nothing else goes on as the
board does: the lines that cross the others cross an outermost one as well, from end to end and no further,
and its cells look like others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import Levels, are_cells_like, block_means, cells_inside, noise_levels
from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.reading.glyphs.templates import OWN_CONTRAST
from picrosser.reading.lattice.crossing_profiles import crossing_pixels, profile_across, profiles_across
from picrosser.reading.nonogram.hints.beside import HintsGrouped
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.outermost.ends import BEYOND_PART, INNER_PART, crossed_share, is_closed
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_COMPRESSED_LEVELS, MOST

MAX_GOING_ON = 0.4  # of the crossing lines at most look beyond a line as if they went on
NEAR_PX = 2  # pixels: where most lines show ink so near, it is the look of a hint's place


def with_sure_outer_lines(evidence: NonogramEvidence, image: RGB, seen: HintsGrouped) -> NonogramEvidence:
    """Mark the outermost lines that belong to the board beyond doubt, where that may matter."""
    rows, cols = seen.lattice.row_edges_px, seen.lattice.col_edges_px
    across, down = _digits_along(seen.rows, upright=False), _digits_along(seen.cols, upright=True)
    zeros = {at for at, nats in enumerate(evidence.shapes) if nats[0] == max(nats)}
    return replace(
        evidence,
        rows=_with_sure_ends(evidence.rows, image, rows, cols, across, zeros),
        cols=_with_sure_ends(evidence.cols, image.swapaxes(0, 1), cols, rows, down, zeros),
    )


def _digits_along(lines: Sequence[Sequence[Piece]], *, upright: bool) -> tuple[int, int, float]:
    """Where the digits of some lines begin and end, in the lines' direction, and their usual contrast."""
    pieces = [piece for line in lines for piece in line]
    ends = [piece.ends_px(upright=upright) for piece in pieces] or [(0, 0)]
    contrast = float(np.median([piece.contrast for piece in pieces] or [np.inf]))
    return min(start for start, _ in ends), max(stop for _, stop in ends), contrast


def _with_sure_ends(
    lines: Sequence[LineEvidence],
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    digits: tuple[int, int, float],
    zeros: set[int],
) -> tuple[LineEvidence, ...]:
    """Mark the first and last line if they are sure, unless both state runs by two digits, or by a 0."""
    if all(len(line.shapes) > 1 or zeros.intersection(line.shapes) for line in (lines[0], lines[-1])):
        return tuple(lines)
    states = bool(lines[0].shapes), bool(lines[-1].shapes)
    first, last = (
        is_sure and (stated or not _has_ink(image, rows, at, digits))
        for is_sure, stated, at in zip(sure_ends(image, rows, cols, states), states, (0, -1), strict=True)
    )
    return (
        replace(lines[0], is_surely_on_board=first),
        *lines[1:-1],
        replace(lines[-1], is_surely_on_board=last),
    )


def _has_ink(image: RGB, rows: Sequence[int], at: int, digits: tuple[int, int, float]) -> bool:
    """Whether something as strong as digits, which a soft frame may run into, stands where a line's hints
    would. What most lines show there, as the frame round each line's hints, does not count.

    at : the line's number.
    """
    start, stop, contrast = digits
    height = min(np.diff(rows))
    top, bottom = (round(part * height) for part in INNER_PART)
    down = np.arange(top - NEAR_PX, bottom + NEAR_PX)
    places = np.clip(np.array(rows[:-1])[:, None] + down, 0, len(image) - 1)
    strips = image[places, start:stop].astype(np.float32)
    if not strips.size:
        return False
    # Lines between hints' places go on from edge to edge, and do not count.
    ink = max_channel(np.abs(strips - np.median(strips, axis=1, keepdims=True))) > OWN_CONTRAST * contrast
    near = ink
    for axis in (1, 2):
        near = np.any([np.roll(near, by, axis) for by in range(-NEAR_PX, NEAR_PX + 1)], axis=0)
    usual = near.mean(axis=0) >= MOST
    return bool((ink[at] & ~usual)[NEAR_PX:-NEAR_PX].any())


def sure_ends(
    image: RGB, rows: Sequence[int], cols: Sequence[int], states: tuple[bool, bool] = (False, False)
) -> tuple[bool, bool]:
    """Whether the first and the last row are: the lines that cross the others cross each, too, and look the
    same in it; its outer edge shows; the board does not go on beyond it; and its cells look like others.

    states : whether the first and the last row show hints, so that what its cells look like is a cell's look.
    """
    if min(len(rows), len(cols)) < FEWEST:
        return False, False
    crossing = crossing_pixels(image, cols)
    profiles = profiles_across(image, rows, crossing)
    cells, noise = block_means(cells_inside(image, rows, cols)), noise_levels(image, rows, cols)
    goes_on = partial(_goes_on, image, rows, crossing, profiles)
    first, last = (
        is_closed(image, rows, cols, edge, noise)
        and _looks_crossed(profiles, at)
        and not (edge and goes_on())
        and are_cells_like(image, rows[at : at + 2], cols, others, MAX_COMPRESSED_LEVELS, MOST)
        for edge, at, others in (
            (0, 0, cells[1:] if states[1] else cells[1:-1]),
            (-1, len(profiles) - 1, cells[:-1] if states[0] else cells[1:-1]),
        )
    )
    return first, last


def _looks_crossed(profiles: Levels, at: int) -> bool:
    """Whether most of the crossing lines look the same in a row as in the others."""
    return crossed_share(profiles[at], np.delete(profiles, at, axis=0)) >= MOST


def _goes_on(image: RGB, rows: Sequence[int], crossing: NDArray[np.intp], profiles: Levels) -> bool:
    """Whether the board goes on below its last row, or may do so beyond the picture's edge."""
    height = rows[-1] - rows[-2]
    if rows[-1] + BEYOND_PART[1] * height > image.shape[0]:
        return True
    beyond = profile_across(image, rows[-1], height, BEYOND_PART, crossing)
    return crossed_share(beyond[None], profiles) > MAX_GOING_ON
