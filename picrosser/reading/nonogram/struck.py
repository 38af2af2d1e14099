"""The parts of some ink in, those put together again that a stroke of a fainter tone parts.

Some programs strike satisfied numbers through. The stroke lies over the digits and is paler than they are, so
that of a digit an upper and a lower part are left, which share their columns. And where a thin stroke of a
small digit is paler than its thick ones, parts are left of which none is as tall as the digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.nonogram.connected import Labels, Place, labelled

MOST_PARTS = 40  # more of them are texture
ACROSS = 0.5  # of the narrower part's columns both have
WIDEST = 0.25  # of the digit's height lies between its parts
FLATTEST = 1.1  # of its width: a digit's height
# Of the whole's height: each of several digits side by side is as tall as it, and of those one above another,
# which are equally tall, none is half as tall.
AS_TALL, HALF = 0.8, 0.5
SPECK = 0.4  # of its height: what is left of a thin stroke's end; a digit in a ring has more


def rejoin(parts: Labels, places: list[Place], inked: NDArray[np.bool_]) -> dict[int, Place]:
    """Give the parts of one digit one number, in place; the numbers that are left, and where they are.

    Parameters
    ----------
    parts : (H, W) numbered from 1, 0 between them.
    places : of the parts, in their order.
    inked : (H, W) there is ink, a stroke's too.
    """
    left_over = dict(enumerate(places, 1))
    if not 1 < len(places) <= MOST_PARTS:
        return left_over
    name = list(range(len(places) + 1))
    ordered = sorted(enumerate(places, 1), key=lambda item: item[1][0].start)
    for (one, (rows, cols)), (other, (lower, its_cols)) in combinations(ordered, 2):
        left, right = max(cols.start, its_cols.start), min(cols.stop, its_cols.stop)
        if right - left < ACROSS * min(cols.stop - cols.start, its_cols.stop - its_cols.start):
            continue
        height = lower.stop - rows.start
        width = max(cols.stop, its_cols.stop) - min(cols.start, its_cols.start)
        if lower.stop <= rows.stop or height < FLATTEST * width:
            continue
        if abs(lower.start - rows.stop) > WIDEST * height:
            continue
        if inked[rows.stop : lower.start, left:right].any(axis=1).all():
            kept, gone = name[one], name[other]
            if kept != gone:
                parts[parts == gone] = kept
                name = [kept if number == gone else number for number in name]
                left_over[kept] = _around(left_over[kept], left_over.pop(gone))
    return left_over


def with_thin_strokes(
    parts: Labels, left_over: dict[int, Place], inked: NDArray[np.bool_]
) -> dict[int, Place]:
    """Give the parts of a digit whose thin strokes, being paler, part it one number, in place; what is left.

    Parameters
    ----------
    parts, left_over : as `rejoin` leaves them.
    inked : (H, W) there is ink, a thin stroke's too.
    """
    if not 1 < len(left_over) <= MOST_PARTS:
        return left_over
    strokes, _ = labelled(inked, corners=True)
    together: dict[int, list[int]] = {}
    for number, place in left_over.items():
        stroke = int(strokes[place][parts[place] == number].max())
        together.setdefault(stroke, []).append(number)
    found: dict[int, Place] = {}
    for first, *others in together.values():
        place = reduce(_around, (left_over[number] for number in others), left_over[first])
        if _is_one([left_over[number] for number in (first, *others)], place):
            parts[np.isin(parts, others)] = first
            found[first] = place
        else:
            found |= {number: left_over[number] for number in (first, *others)}
    for number, place in sorted(found.items()):
        for other, its in found.items():
            if other != number and _is_speck(place, its):
                parts[parts == number] = other
                del found[number]
                break
    return found


def _is_speck(one: Place, other: Place) -> bool:
    """Whether a part is a small one in what another takes up, whatever ink is between them."""
    small = one[0].stop - one[0].start < SPECK * (other[0].stop - other[0].start)
    return small and _lies_in(one, other)


def _lies_in(one: Place, other: Place) -> bool:
    return all(b.start <= a.start and a.stop <= b.stop for a, b in zip(one, other, strict=True))


def _is_one(parts: Sequence[Place], whole: Place) -> bool:
    """Whether parts of some ink may be those of one digit."""
    height, width = (axis.stop - axis.start for axis in whole)
    tallest = max(rows.stop - rows.start for rows, _ in parts)
    return bool(HALF * height <= tallest < AS_TALL * height and FLATTEST * width <= height)


def _around(one: Place, other: Place) -> Place:
    rows, cols = (slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(one, other, strict=True))
    return rows, cols
