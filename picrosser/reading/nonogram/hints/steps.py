"""Columns' hints in, the same out as far as their numbers stand at the steps of this picture.

Titles and counters above the columns do not stand at the numbers' own steps, which may be wide, but equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.hints.chain import NEXT_TO_BOARD, Chain
from picrosser.reading.nonogram.ink.piece import Piece

WIDER_STEP = 1.5  # of the usual step between a column's numbers: what stands further off is none of them
EQUAL_STEP = 1.07  # the same, between plates: the next number's may be as the page, but it is as far
ASKEW = 0.35  # of a digit's height: numbers stand under each other, a 1 in its own way
STEPS = 3  # in the whole picture, before one can speak of a usual one; a small board may have no more,
# and titles stand further off than numbers
MUCH_WIDER = 2.0  # times the least step: of titles, however many columns they stand over
WIDE_STEPS = NEXT_TO_BOARD._replace(down=1.0)  # of bare space: as in rows, where digits are less wide
MOST = 0.8  # of the steps are equal: a number may be lost


def with_equal_steps(near: Sequence[Chain], wide: Sequence[Chain]) -> list[Chain]:
    """The columns, each as far as its numbers follow at the step that all have, if that is further.

    near, wide : what is found with usual steps, and with wider ones.
    """
    if all(len(one.digits) == len(other.digits) for one, other in zip(near, wide, strict=True)):
        return list(near)
    steps = [_first_steps(col) for col in wide]
    apart = [step for its in steps for step in its]
    if len(apart) < STEPS or max(map(len, steps)) < 2:  # a title stands equally far from many columns
        return list(near)
    usual = median(apart)
    if np.mean([_equal(step, usual) for step in apart]) < MOST:
        return list(near)
    longer = [_while_equal(col, usual) for col in wide]
    return [max(pair, key=lambda col: len(col.digits)) for pair in zip(near, longer, strict=True)]


def _equal(step_px: float, usual_px: float) -> bool:
    return usual_px / EQUAL_STEP <= step_px <= usual_px * EQUAL_STEP


def _while_equal(col: Chain, usual_px: float) -> Chain:
    """The column up to the first step that is another."""

    def is_other(one: Piece, other: Piece) -> bool:
        return _are_apart(one, other) and not _equal(_step(one, other), usual_px)

    return _up_to_first(col, is_other)


def _up_to_first(col: Chain, is_last: Callable[[Piece, Piece], bool]) -> Chain:
    """The column without what lies beyond the first two neighbours of which that is said."""
    return col.up_to(next((at for at, its in enumerate(pairwise(col.outwards), 1) if is_last(*its)), None))


def _step(one: Piece, other: Piece) -> int:
    """From a digit to the next one, away from the board, in pixels."""
    return one.box.bottom - other.box.bottom


def _are_apart(one: Piece, other: Piece) -> bool:
    """Whether they are digits of two numbers, one above the other."""
    return _step(one, other) > one.box.height / 2


def evenly_stacked(cols: Sequence[Chain]) -> list[Chain]:
    """Columns without what stands askew, or further off than numbers do from each other in this picture."""
    apart = [step for col in cols for step in _first_steps(col)]
    usual = np.inf
    if len(apart) >= STEPS:
        usual = median([step for step in apart if step <= MUCH_WIDER * min(apart)])
    elif apart:
        usual = float(min(apart))

    def far(col: Chain, one: Piece, other: Piece) -> bool:
        most = EQUAL_STEP if one.plate and not other.plate else WIDER_STEP
        return _step(one, other) > most * usual or (_are_apart(one, other) and _askew(one, other, col))

    return [_up_to_first(col, partial(far, col)) for col in cols]


def _first_steps(col: Chain) -> list[int]:
    """A column's steps from number to number away from the board, until one is unlike those before.

    A title over many columns stands far from the numbers of each, and so often that the usual step would be
    taken from it. Its lines or specks may stand close.
    """
    steps: list[int] = []
    for one, other in pairwise(col.outwards):
        if not _are_apart(one, other):
            continue
        step = _step(one, other)
        if steps and not max(steps) / WIDER_STEP <= step <= WIDER_STEP * min(steps):
            break
        steps.append(step)
    return steps


def _askew(one: Piece, other: Piece, col: Chain) -> bool:
    """Whether two numbers, of which a digit each is given, stand under each other in no way."""
    lower, upper = (
        [piece.box for piece in col.digits if abs(piece.box.bottom - its.box.bottom) < its.box.height / 2]
        for its in (one, other)
    )
    sides = [(min(box.left for box in boxes), max(box.right for box in boxes)) for boxes in (lower, upper)]
    (left, right), (its_left, its_right) = sides
    off = left - its_left, right - its_right, (left + right - its_left - its_right) / 2
    return min(map(abs, off)) > ASKEW * one.box.height
