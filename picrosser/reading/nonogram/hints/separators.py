"""All lines' digits in, the same out, marked where a comma, a point or a dash parts two of them.

A separator is small, and like no digit, so that it is none of a line's pieces; it is looked for between them.
It takes up room: where a picture has any, its digits that stand furthest apart have one between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.hints.abreast import EDGE_PX, FOOT, SMALL, abreast
from picrosser.reading.nonogram.hints.chain import Chain
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.ink.separate import OWN

FEW = 4  # of the pairs that stand furthest apart: where none has a separator, the picture has none
MOST = 0.8  # of the pairs as far apart as those with one: fewer have specks between them
TAIL = 0.4  # of a digit's height: so far a comma hangs below the line

_Place = tuple[int, int]  # a line, and the second digit's place in it


def with_separators(image: RGB, lines: Sequence[Sequence[Piece]]) -> list[tuple[Piece, ...]]:
    """The digits of rows and columns, in reading order, each with whether one stands before it."""
    pairs = sorted(_neighbours(lines), key=lambda pair: -_step(*pair[1:]))
    if not any(_has_mark(image, one, other) for _, one, other in pairs[:FEW]):
        return [tuple(line) for line in lines]
    marked = [_has_mark(image, one, other) for _, one, other in pairs]
    usual = median([_step(*pair) for (_, *pair), its in zip(pairs, marked, strict=True) if its])
    as_far = [its for (_, *pair), its in zip(pairs, marked, strict=True) if _step(*pair) >= usual]
    if np.mean(as_far) < MOST:
        return [tuple(line) for line in lines]
    places = {place for (place, _, _), its in zip(pairs, marked, strict=True) if its}
    return [
        tuple(
            replace(piece, parted=True) if (at, number) in places else piece
            for number, piece in enumerate(line)
        )
        for at, line in enumerate(lines)
    ]


def without_marks(chain: Chain, digits: Sequence[Piece]) -> Chain:
    """A line's chain without the separators among what is no digit.

    digits : of the line, in reading order, each with whether one stands before it.
    """
    pairs = [(one, other) for one, other in pairwise(digits) if other.parted]
    others = (its for its in chain.others if not any(_is_between(its, *pair) for pair in pairs))
    return replace(chain, others=tuple(others))


def _is_between(piece: Piece, one: Piece, other: Piece) -> bool:
    """Whether a small piece stands in the space between two digits, or hangs below it."""
    box, height = piece.box, min(one.box.height, other.box.height)
    middle = (box.left + box.right) / 2
    beside = box.top < one.box.bottom and box.bottom > one.box.top
    return beside and one.box.right <= middle <= other.box.left and box.height < SMALL * height


def _neighbours(lines: Sequence[Sequence[Piece]]) -> Iterator[tuple[_Place, Piece, Piece]]:
    """Digits side by side, with where the second one stands."""
    for at, line in enumerate(lines):
        for number, (one, other) in enumerate(pairwise(line), 1):
            if abreast(one, other):
                yield (at, number), one, other


def _step(one: Piece, other: Piece) -> float:
    """From one's middle to the other's, in heights of a digit."""
    between = other.box.left + other.box.right - one.box.left - one.box.right
    return between / (one.box.height + other.box.height)


def _has_mark(image: RGB, one: Piece, other: Piece) -> bool:
    """Whether between two digits stands something of their ink: apart from both, or at their foot."""
    top, bottom = max(one.box.top, other.box.top), min(one.box.bottom, other.box.bottom)
    height = bottom - top
    between = image[top : bottom + round(TAIL * height), one.box.right : other.box.left].astype(np.float32)
    if one.plate != other.plate or between.shape[1] == 0:
        return False
    paler = min(one, other, key=lambda piece: piece.contrast)
    ink = paler.tone - paler.backdrop
    inked = (between - paler.backdrop) @ ink > OWN * float(ink @ ink)
    rows = np.flatnonzero(inked[:height].any(axis=1))
    # What lies below the line only is a line itself, and so is what is as tall as a digit: a tile's rim.
    if not len(rows) or rows[-1] - rows[0] >= SMALL * height:
        return False
    at_foot = rows[0] >= FOOT * height and rows[-1] >= height - 1 - EDGE_PX
    return bool(at_foot or not inked[:, [0, -1]].any())
