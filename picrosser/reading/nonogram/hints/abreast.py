"""What stands side by side: a number's digits, a column's numbers, or a comma at a digit's foot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from picrosser.reading.nonogram.ink.piece import Piece

SHARED = 0.5  # of the shorter digit's height: two pieces in a column that share so much are side by side
FOOT = 0.55  # of a digit's height, from its top: a comma's head is a point, a fifth as tall as a digit
SMALL = 0.6  # of a digit's height: a comma, with its tail; what is left of a digit may be taller
EDGE_PX = 1  # by which round digits reach below the line


def columnwise(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """A column's pieces in reading order: from top to bottom, those beside each other from left to right."""
    levels: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.box.top):
        if levels and abreast(levels[-1][0], piece):
            levels[-1].append(piece)
        else:
            levels.append([piece])
    return tuple(piece for level in levels for piece in sorted(level, key=lambda p: p.box.left))


def abreast(one: Piece, other: Piece) -> bool:
    """Whether two pieces stand side by side, on one line of text."""
    shared = min(one.box.bottom, other.box.bottom) - max(one.box.top, other.box.top)
    return shared > SHARED * min(one.box.height, other.box.height)


def at_foot(mark: Piece, digit: Piece) -> bool:
    """Whether a piece is where a comma or a point beside a digit would be, and as small."""
    its, box = mark.box, digit.box
    high = box.top + FOOT * box.height <= its.top < box.bottom
    return bool(high and its.bottom >= box.bottom - EDGE_PX and its.height < SMALL * box.height)


def written_across(cols: Sequence[Sequence[Piece]]) -> bool:
    """Whether no column shows one number above another: then one beside another would be the next run.

    cols : per column its pieces in reading order.
    """
    return all(abreast(one, other) for col in cols for one, other in pairwise(col))
