"""Columns' hints in, the same out with numbers that stand further off than usual, but all equally far.

Titles and counters above the columns do not stand at the numbers' own steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from picrosser.reading.nonogram.hints.chain import (
    EQUAL_STEP,
    NEXT_TO_BOARD,
    STEPS,
    Chain,
    first_steps,
)

WIDE_STEPS = NEXT_TO_BOARD._replace(down=1.0)  # of bare space: as in rows, where digits are less wide
MOST = 0.8  # of the steps are equal: a number may be lost


def with_equal_steps(near: Sequence[Chain], wide: Sequence[Chain]) -> list[Chain]:
    """The columns, each as far as its numbers follow at the step that all have, if that is further.

    near, wide : what is found with usual steps, and with wider ones.
    """
    if all(len(one.digits) == len(other.digits) for one, other in zip(near, wide, strict=True)):
        return list(near)
    steps = [first_steps(col) for col in wide]
    apart = [step for its in steps for step in its]
    if len(apart) < STEPS or max(map(len, steps)) < 2:  # a title stands equally far from many columns
        return list(near)
    usual = float(np.median(apart))
    if np.mean([_equal(step, usual) for step in apart]) < MOST:
        return list(near)
    longer = [_while_equal(col, usual) for col in wide]
    return [max(pair, key=lambda col: len(col.digits)) for pair in zip(near, longer, strict=True)]


def _equal(step_px: float, usual_px: float) -> bool:
    return usual_px / EQUAL_STEP <= step_px <= usual_px * EQUAL_STEP


def _while_equal(col: Chain, usual_px: float) -> Chain:
    """The column up to the first step that is another."""
    for at, (one, other) in enumerate(pairwise(col.outwards), 1):
        step = one.box.bottom - other.box.bottom
        if step > one.box.height / 2 and not _equal(step, usual_px):
            return col.up_to(at)
    return col
