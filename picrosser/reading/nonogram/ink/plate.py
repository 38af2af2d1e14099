"""Parts of a line's plates in, the plates as far as they go out.

A faint line, a shade or a digit near its end may part a plate; its tone goes on beyond.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box
from picrosser.imaging.ranks import median

FAINT_PX = 2  # a line that parts a plate from the rest of it, which has nearly its tone:
ONE_TONE = 20  # levels between them at most, while two colours of a puzzle differ by more
GOES_ON = 0.15  # of its thickness shows its tone, above and below what stands on it
LIKELY = 0.05  # shows about its tone where a digit may hide most of it, at a round end
# Levels, and of what it differs by from what lies beside it: so far off its tone may be, soft or shaded.
SAME_LEVELS, SAME_SHARE = 20, 0.4
BESIDE = 0.15  # of its thickness beyond it, at least so far that its edge is not soft any more:
BESIDE_PX = 3

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """What one or more digits of a line may stand on.

    box : in the picture.
    within : (height, width) its pixels, those under digits too.
    tone : (3,) float32, its own colour.
    in_use : something stands on it, and does not reach beyond its ends.
    """

    box: Box
    within: Flags
    tone: NDArray[np.float32]
    in_use: bool


def at_length(
    image: RGB, area: Box, plates: Sequence[Plate], same_levels: int = SAME_LEVELS, *, upright: bool
) -> list[Plate]:
    """A line's plates as far as they go, the largest first.

    same_levels : so far off a plate's tone its pixels may be; more where the picture is noisy.
    """
    plates = _whole(plates, upright=upright)
    boxes = [plate.box for plate in plates]
    longer = [
        _prolonged(image, area, plate, [*boxes[:at], *boxes[at + 1 :]], same_levels, upright=upright)
        for at, plate in enumerate(plates)
    ]
    return sorted(longer, key=lambda plate: -plate.box.height * plate.box.width)


def _whole(plates: Sequence[Plate], *, upright: bool) -> list[Plate]:
    """A line's plates, those as one that only a faint line or shade parts."""
    found: list[Plate] = []
    for plate in sorted(plates, key=lambda one: one.box.top if upright else one.box.left):
        if found and _is_rest(plate, found[-1]):
            found[-1] = _joined(found[-1], plate)
        else:
            found.append(plate)
    return found


def _is_rest(one: Plate, other: Plate) -> bool:
    return bool(one.box.gap_px(other.box) <= FAINT_PX and np.abs(one.tone - other.tone).max() < ONE_TONE)


def _joined(one: Plate, other: Plate) -> Plate:
    boxes = one.box, other.box
    top, left = min(box.top for box in boxes), min(box.left for box in boxes)
    box = Box(top, left, max(box.bottom for box in boxes), max(box.right for box in boxes))
    within = np.zeros((box.height, box.width), bool)
    for plate in (one, other):
        down, right = plate.box.top - top, plate.box.left - left
        within[down : down + plate.box.height, right : right + plate.box.width] |= plate.within
    spanned = between_ends(within)  # what parts them, too
    larger = max(one, other, key=lambda plate: int(plate.within.sum()))
    return Plate(box, spanned[0] | spanned[1], larger.tone, one.in_use or other.in_use)


def _prolonged(
    image: RGB, area: Box, plate: Plate, others: Sequence[Box], same_levels: int, *, upright: bool
) -> Plate:
    """The plate as far as its tone goes on: a digit near its end may part the end from it.

    others : the line's other plates.
    """
    if upright:
        turned = replace(plate, box=plate.box.transposed, within=plate.within.T)
        image, area, others = image.swapaxes(0, 1), area.transposed, [box.transposed for box in others]
        longer = _prolonged(image, area, turned, others, same_levels, upright=False)
        return replace(plate, box=longer.box.transposed, within=longer.within.T)
    box = plate.box
    first = max((other.right for other in others if other.right <= box.left), default=area.left)
    last = min((other.left for other in others if other.left >= box.right), default=area.right)
    reach = max(BESIDE_PX, round(BESIDE * box.height))
    top = max(0, box.top - reach)
    off = np.abs(image[top : box.bottom + reach, first:last] - plate.tone).max(axis=2)
    inner = slice(box.top - top, box.bottom - top)
    beside = np.delete(off, inner, axis=0)[:, box.left - first : box.right - first]
    if not beside.size:
        return plate
    most = SAME_SHARE * median(beside.max(axis=0))
    near = off[inner] < min(same_levels, most)
    sure, likely = near.mean(axis=0) >= GOES_ON, (off[inner] < most).mean(axis=0) >= LIKELY
    before, after = slice(box.left - first), slice(box.right - first, None)
    start = box.left - _reach(sure[before][::-1], likely[before][::-1], box.height)
    stop = box.right + _reach(sure[after], likely[after], box.height)
    tone = near[:, start - first : stop - first]
    tone[:, box.left - start : box.right - start] |= plate.within
    down, sideways = between_ends(tone)
    return replace(plate, box=Box(box.top, start, box.bottom, stop), within=down | sideways)


def _reach(sure: Flags, likely: Flags, most: int) -> int:
    """How far a plate goes on by what follows on its end: as far as is sure, whatever is likely before it.

    most : as long a stretch that is merely likely, one digit's, at most.
    """
    found = 0
    for at, (is_sure, is_likely) in enumerate(zip(sure, likely, strict=True), 1):
        if is_sure:
            found = at
        elif not is_likely or at - found > most:
            break
    return found


def between_ends(zone: Flags) -> tuple[Flags, Flags]:
    """What lies between a zone's outermost pixels, down and across: digits on a plate, and at its rim."""
    down, across = (
        np.maximum.accumulate(zone, axis=axis)
        & np.flip(np.maximum.accumulate(np.flip(zone, axis), axis=axis), axis)
        for axis in (0, 1)
    )
    return down, across
