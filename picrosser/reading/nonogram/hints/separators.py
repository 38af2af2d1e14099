"""Tell whether two neighbouring digits are separated: by a comma, a point, a dash, or the gap between plates.

A separator is small and like no digit, so it is none of a line's pieces; it is looked for between them. It
takes up room: where a picture has any, its digits that stand furthest apart have one between them. On badges,
tiles and coloured squares every number has a plate of its own: between two numbers the page shows, or the
plates' border, while between the digits of one number there is nothing but their plate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import COMPRESSED_LEVELS
from picrosser.imaging.pixels import RGB
from picrosser.reading.glyphs.templates import OWN_CONTRAST
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.tolerances import MOST

MIN_BREAK_CONTRAST = 0.2  # of the digits' contrast: what differs more from their backdrop is no noise

# Of a digit's height: a comma, with its tail, is lower; what is left of a digit may be taller. So far below
# the digit's top a comma begins, at least, so that it hangs below the line by no more than the rest
MAX_MARK_HEIGHT = 0.6


def with_separators(image: RGB, lines: Sequence[Sequence[Piece]]) -> list[tuple[Piece, ...]]:
    """Mark the digits before which a comma, a point or a dash stands."""
    found = [
        ((at, number), _step(one, other), _has_mark(image, one, other))
        for at, line in enumerate(lines)
        for number, (one, other) in enumerate(pairwise(line), 1)
        if are_side_by_side(one, other)
    ]
    usual = float(np.median([step for _, step, is_marked in found if is_marked] or [np.inf]))
    # Nearer to each other there is no room for a mark: it is the foot of a 1.
    marked = {place for place, step, is_marked in found if is_marked and step > usual / 2}
    # Specks stand between fewer of the pairs as far apart.
    if not marked or np.mean([is_marked for _, step, is_marked in found if step >= usual]) < MOST:
        return [tuple(line) for line in lines]
    return [
        tuple(
            replace(piece, separated=piece.separated or (at, number) in marked)
            for number, piece in enumerate(line)
        )
        for at, line in enumerate(lines)
    ]


def _step(one: Piece, other: Piece) -> float:
    """From one's middle to the other's, in heights of a digit."""
    between = other.box.left + other.box.right - one.box.left - one.box.right
    return between / (one.box.height + other.box.height)


def _has_mark(image: RGB, one: Piece, other: Piece) -> bool:
    """Whether between two digits stands something of their ink: apart from both, or at their foot."""
    top, bottom = max(one.box.top, other.box.top), min(one.box.bottom, other.box.bottom)
    height = bottom - top
    rows_px = slice(top, bottom + round((1 - MAX_MARK_HEIGHT) * height))
    between = image[rows_px, one.box.right : other.box.left].astype(np.float32)
    if between.shape[1] == 0:
        return False
    paler = min(one, other, key=lambda piece: piece.contrast)
    ink = paler.tone - paler.backdrop
    inked = (between - paler.backdrop) @ ink > OWN_CONTRAST * float(ink @ ink)
    rows = np.flatnonzero(inked[:height].any(axis=1))
    # What lies below the line only is a line itself, and so is what is as tall as a digit: a tile's rim.
    if not len(rows) or rows[-1] - rows[0] >= MAX_MARK_HEIGHT * height:
        return False
    # Round digits reach a pixel below the line.
    at_foot = rows[0] >= MAX_MARK_HEIGHT * height and rows[-1] >= height - 2
    return bool(at_foot or not inked[:, [0, -1]].any())


def with_plate_breaks(image: RGB, digits: Sequence[Piece]) -> tuple[Piece, ...]:
    """Mark the digits that something separates from the one before, such as the gap between two plates."""
    others = (replace(other, separated=_stands_between(image, one, other)) for one, other in pairwise(digits))
    return (*digits[:1], *others)


def with_line_breaks(ruling: Ruling, digits: Sequence[Piece]) -> tuple[Piece, ...]:
    """Mark the digits of a row that a line separates from the one before, or puts into one cell with it."""
    marked = [*digits[:1]]
    for one, other in pairwise(digits):
        row = int(np.searchsorted(ruling.rows, one.box.middle[0])) - 1
        lines = ruling.seen[1][:, min(max(row, 0), len(ruling.rows) - 2)] > 0
        first, last = np.searchsorted(ruling.cols, (one.box.middle[1], other.box.middle[1])).tolist()
        is_inside = first == last and 0 < first < len(ruling.cols)
        has_room = is_inside and other.box.right - one.box.left <= ruling.cols[first] - ruling.cols[first - 1]
        enclosed = has_room and lines[first - 1 : first + 1].all()
        separated = bool(lines[first:last].any())
        marked.append(replace(other, separated=separated, in_same_cell=bool(enclosed)))
    return tuple(marked)


def _stands_between(image: RGB, one: Piece, other: Piece) -> bool:
    """Whether a line of pixels between two digits differs from their backdrops more than their edges do."""
    top, bottom = max(one.box.top, other.box.top), min(one.box.bottom, other.box.bottom)
    soft = max(1, round((bottom - top) / 10))  # a digit's soft edge, or its shadow
    between = image[top:bottom, one.box.right : other.box.left]
    if between.shape[0] == 0 or between.shape[1] <= 2 * soft:
        return False
    tones = np.median(between, axis=0)
    apart = np.minimum(*(_off_backdrop(tones, piece) for piece in (one, other)))
    before, after = np.minimum.accumulate(apart), np.minimum.accumulate(apart[::-1])[::-1]
    return float((apart - np.maximum(before, after))[soft:-soft].max()) > 1


def _off_backdrop(tones: NDArray[np.float64], piece: Piece) -> NDArray[np.float64]:
    """(N,) how far tones are off a digit's backdrop; up to 1 it is noise, or what its edges make of it."""
    steps = tones - piece.backdrop
    # What differs the other way may be where both digits' edges, sharpened or compressed, overshoot: twice.
    shares = MIN_BREAK_CONTRAST * np.where(steps @ (piece.tone - piece.backdrop) < 0, 2, 1)
    return np.asarray(np.abs(steps).max(axis=1) / np.maximum(COMPRESSED_LEVELS, shares * piece.contrast))


def in_reading_order(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """A column's pieces in reading order: from top to bottom, those beside each other from left to right."""
    levels: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.box.top):
        if levels and are_side_by_side(levels[-1][0], piece):
            levels[-1].append(piece)
        else:
            levels.append([piece])
    return tuple(piece for level in levels for piece in sorted(level, key=lambda p: p.box.left))


def are_side_by_side(one: Piece, other: Piece) -> bool:
    """Whether two pieces stand side by side, on one line of text."""
    shared = min(one.box.bottom, other.box.bottom) - max(one.box.top, other.box.top)
    return shared > 0.5 * min(one.box.height, other.box.height)


def are_written_across(cols: Sequence[Sequence[Piece]]) -> bool:
    """Whether no column shows one number above another: then one beside another would be the next run.

    cols : per column its pieces in reading order.
    """
    return all(are_side_by_side(one, other) for col in cols for one, other in pairwise(col))
