"""The parts of some ink in, those put together again that are one digit's, but hang together by fainter ink.

Some programs strike satisfied numbers through. The stroke lies over the digits and is paler than they are, so
that of a digit an upper and a lower part are left, which share their columns. Dotted digits whose dots touch
at corners only come apart there when the picture is scaled; whole digits never meet at corners alone, since
they stand beside or above each other, but a comma, which hangs below its digit, may. And where a thin stroke
of a small digit is paler than its thick ones, parts are left of which none is as tall as the digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import Labels, Place, label_pieces

MOST_PARTS = 40  # more of them are texture
ACROSS = 0.5  # of the narrower part's columns both have
WIDEST = 0.25  # of the digit's height lies between its parts
FLATTEST = 1.1  # of its width: a digit's height
CORNER_PX = 2  # from a part to the next one, diagonally: scaling softens a pixel
# Of the whole's height: each of several digits side by side is as tall as it, and of those one above another,
# which are equally tall, none is half as tall.
AS_TALL, HALF = 0.8, 0.5
# Of its height, at its rim: what is left of a thin stroke's end. A digit in a ring has more of the height,
# and one amid the lines of large cells is not at their rim.
SPECK = 0.4
EDGE_PX = 1  # by which such an end may stick out of the rest


def rejoin(parts: Labels, places: list[Place], inked: NDArray[np.bool_]) -> dict[int, Place]:
    """Give the parts of one digit one number, in place; the numbers that are left, and where they are.

    Parameters
    ----------
    parts : (H, W) numbered from 1, 0 between them.
    places : of the parts, in their order.
    inked : (H, W) there is ink, a stroke's too.
    """
    whole = {number: {number} for number in range(1, len(places) + 1)}
    around = dict(enumerate(places, 1))
    if not 1 < len(places) <= MOST_PARTS:
        return around
    touching = {
        pair
        for pair in combinations(around, 2)
        if _meet_at_corners(parts, places, pair) and not _hangs_beside(*(around[number] for number in pair))
    }
    while pair := next(_pairs(around, whole, touching, inked), None):
        kept, gone = pair
        around[kept] = _around(around[kept], around.pop(gone))
        whole[kept] |= whole.pop(gone)
    for kept, numbers in whole.items():
        if len(numbers) > 1:
            parts[np.isin(parts, list(numbers))] = kept
    return around


def _pairs(
    around: dict[int, Place],
    whole: dict[int, set[int]],
    touching: set[tuple[int, int]],
    inked: NDArray[np.bool_],
) -> Iterator[tuple[int, int]]:
    """Pairs of parts that are one digit's.

    whole : per part what it has been put together from.
    touching : original parts that meet at corners.
    """
    ordered = sorted(around.items(), key=lambda item: item[1][0].start)
    for (one, its), (other, theirs) in combinations(ordered, 2):
        if (
            any(tuple(sorted(pair)) in touching for pair in product(whole[one], whole[other]))
            or _is_above(its, theirs, inked)
            or (len(whole[one]) > 1 and _lies_in(theirs, its))
        ):
            yield one, other


def _meet_at_corners(parts: Labels, places: Sequence[Place], pair: tuple[int, int]) -> bool:
    """Whether one part comes near the other, but only where it is neither beside it nor above or below it."""
    for one, other in (pair, pair[::-1]):
        rows, cols = places[other - 1]
        top, left = max(0, rows.start - CORNER_PX), max(0, cols.start - CORNER_PX)
        near = parts[top : rows.stop + CORNER_PX, left : cols.stop + CORNER_PX] == one
        in_line = (
            near[rows.start - top : rows.stop - top].any()
            or near[:, cols.start - left : cols.stop - left].any()
        )
        if near.any() and not in_line:
            return True
    return False


def _hangs_beside(one: Place, other: Place) -> bool:
    """Whether of two parts side by side one begins beside the other's lower half, and ends below it."""
    (upper, its_cols), (lower, cols) = sorted((one, other), key=lambda place: place[0].start)
    beside = cols.stop <= its_cols.start or its_cols.stop <= cols.start
    middle = (upper.start + upper.stop) / 2
    return bool(beside and middle <= lower.start < upper.stop < lower.stop)


def _is_above(upper: Place, lower: Place, inked: NDArray[np.bool_]) -> bool:
    """Whether the one stands above the other, and there is ink all the way between."""
    (rows, cols), (its_rows, its_cols) = upper, lower
    left, right = max(cols.start, its_cols.start), min(cols.stop, its_cols.stop)
    if right - left < ACROSS * min(cols.stop - cols.start, its_cols.stop - its_cols.start):
        return False
    height = its_rows.stop - rows.start
    width = max(cols.stop, its_cols.stop) - min(cols.start, its_cols.start)
    if its_rows.stop <= rows.stop or height < FLATTEST * width:
        return False
    if abs(its_rows.start - rows.stop) > WIDEST * height:
        return False
    return bool(inked[rows.stop : its_rows.start, left:right].any(axis=1).all())


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
    strokes, _ = label_pieces(inked, corners=True)
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
            if other != number and _is_speck(place, its) and _at_rim(place, its):
                parts[parts == number] = other
                found[other] = _around(its, place)
                del found[number]
                break
    return found


def _is_speck(one: Place, other: Place) -> bool:
    """Whether a part is a small one in what another takes up, or sticks out by a soft edge, whatever ink is
    between them.
    """
    small = one[0].stop - one[0].start < SPECK * (other[0].stop - other[0].start)
    rows, cols = (slice(axis.start - EDGE_PX, axis.stop + EDGE_PX) for axis in other)
    return small and _lies_in(one, (rows, cols))


def _at_rim(one: Place, other: Place) -> bool:
    return any(a.start <= b.start or a.stop >= b.stop for a, b in zip(one, other, strict=True))


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
