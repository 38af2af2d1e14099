"""Read counts that are printed on a screenshot, like "13/52": 13 of 52 cells are painted.

Several programs show above the board how many cells its picture has. Where two readings of the hints fit, the
count decides between them. Clocks and levels are printed, too: a count says something only if both numbers
agree with the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.nonogram.digit_likelihoods import compare_shapes
from picrosser.reading.nonogram.ink.piece import Piece, have_same_height, with_template_distances
from picrosser.reading.nonogram.ink.pieces import find_ink_pieces

# Of the picture's shorter side: strips in which a text is looked for, each half a strip below the one before,
# so that a text of less than half their height is whole in one of them.
STRIPS = (1 / 10, 1 / 20)
DIGIT = 0.12  # mean squared difference to the nearest digit of any typeface, at most
MOST_DIGITS = 4  # of a number
CLOSE = 0.6  # of a digit's height: what stands further apart is another word
LEVEL = 0.2  # of a digit's height: by how much another one's foot may lie higher or lower
STRAIGHT = 0.12  # of a slash's width: how far its rows' middles lie off a straight line, in the mean
SLANT = (0.15, 0.9)  # its width, less that of its stroke, per height
EVEN = 0.3  # of the mean width of its rows: how much that differs between them

Count = tuple[int, int]
"""Painted cells, of so many."""


def printed_counts(image: RGB, board: Box) -> frozenset[Count]:
    """Read the counts that may be printed above a board, or below it.

    image : (H, W, 3) uint8 sRGB.
    board : its cells.
    """
    height, width = image.shape[:2]
    found: set[Count] = set()
    for share in STRIPS:
        step = max(1, round(share * min(height, width) / 2))
        tops = [top for top in range(0, height - step, step) if top < board.top or top + step > board.bottom]
        strips = [Box(top, 0, min(height, top + 2 * step), width) for top in tops]
        for line in with_template_distances([_whole_pieces(image, strip) for strip in strips]):
            found |= set(_counts(line))
    return frozenset(found)


def _whole_pieces(image: RGB, strip: Box) -> list[Piece]:
    """The pieces of ink that no edge of the strip cuts: of a 7, it might leave a slash."""
    pieces = find_ink_pieces(image, strip, upright=False)
    return [piece for piece in pieces if strip.top < piece.box.top and piece.box.bottom < strip.bottom]


def _counts(line: Sequence[Piece]) -> Iterator[Count]:
    """The counts in a line of text, read from left to right."""
    for at, piece in enumerate(line):
        if not _is_slash(piece):
            continue
        before = _digits([piece, *reversed(line[:at])])[::-1]
        after = _digits(line[at:])
        if 1 <= len(before) <= MOST_DIGITS and 1 <= len(after) <= MOST_DIGITS:
            digits = _read([*before, *after])
            yield _number(digits[: len(before)]), _number(digits[len(before) :])


def _digits(line: Sequence[Piece]) -> list[Piece]:
    """The digits that follow the first piece, each close to the one before it."""
    found: list[Piece] = []
    for one, other in pairwise(line):
        box = other.box
        apart = max(box.left - one.box.right, one.box.left - box.right)
        first = found[0].box if found else one.box
        level = abs(box.bottom - first.bottom) <= LEVEL * max(box.height, first.height)
        if (
            other.template_distance > DIGIT
            or apart > CLOSE * box.height
            or not have_same_height(box.height, first.height)
        ):
            break
        if not level or _is_slash(other):
            break
        found.append(other)
    return found


def _read(digits: Sequence[Piece]) -> list[int]:
    """What each is; together, since one typeface tells more than its single digits."""
    compared = compare_shapes([piece.coverage for piece in digits])
    return [guess.value for guess in compared.digits.numbers]


def _number(digits: Sequence[int]) -> int:
    return int("".join(map(str, digits)))


def _is_slash(piece: Piece) -> bool:
    """Whether it is one straight stroke from the top right to the bottom left."""
    coverage = piece.coverage
    rows = coverage.sum(axis=1)
    if rows.min() <= 0:
        return False
    middles = coverage @ np.arange(coverage.shape[1]) / rows
    downwards = np.arange(len(rows))
    slope, start = np.polyfit(downwards, middles, 1)
    off = float(np.abs(middles - slope * downwards - start).mean())
    inner = rows[1:-1] if len(rows) > 2 else rows
    return bool(
        SLANT[0] <= -slope <= SLANT[1]
        and off <= max(0.5, STRAIGHT * coverage.shape[1])
        and inner.std() <= EVEN * inner.mean()
    )
