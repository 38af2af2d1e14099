"""The hint areas in, the plates in them out: pills, discs and squares on which digits stand.

A plate is of one tone, or nearly, so that it is a flat zone of the picture, parted from others by edges. It
lies within one line, is nearly as thick as the line and at least as long as it is thick, which no digit is.
Digits, their holes and the page between plates are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import RGB, Box
from picrosser.reading.nonogram.connected import labelled

FLAT_LEVELS = 10  # between neighbouring pixels: within a plate less, shaded ones too,
NOISY_LEVELS = 20, 40  # and in a picture that was compressed or scaled;
NOISY = 0.2  # of the steps between its pixels are faint there, while in others most are edges
THICK = 0.5, 1.05  # of the pitch, across the line
LONG = 0.85  # of its thickness: a wide zero is less
LONG_AT_BOARD = 0.7  # the board's frame may lie over its end,
FRAME = 0.15  # of the pitch: so far from the board's edge on
FILLS = 0.7  # of its box, with what stands on it: a disc 0.79
BARE = 0.3  # of that is not covered by digits
GOES_ON = 0.15  # of its thickness shows its tone, above and below what stands on it
LIKELY = 0.05  # shows about its tone where a digit may hide most of it, at a round end
# Levels, and of what it differs by from what lies beside it: so far off its tone may be, soft or shaded.
SAME_LEVELS, SAME_SHARE = 20, 0.4
BESIDE = 0.15  # of its thickness beyond it, at least so far that its edge is not soft any more:
BESIDE_PX = 3
STRAY = 0.08  # of the pitch: so far a plate may reach out of its line
IN_MANY = 0.3  # of the lines have plates, else they are no plates but a mark, as of the chosen line

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """What one or more digits of a line may stand on.

    box : in the picture.
    within : (height, width) its pixels, those under digits too.
    tone : (3,) float32, its own colour.
    """

    box: Box
    within: Flags
    tone: NDArray[np.float32]


def find_plates(image: RGB, area: Box, edges: Sequence[int], *, upright: bool) -> list[list[Plate]]:
    """What may be plates, by the lines between an area's edges; the largest first.

    Parameters
    ----------
    area : the hints', beside the board or above it.
    edges : of the lines, in the picture; of the columns if upright, else of the rows.
    """
    lines: list[list[Plate]] = [[] for _ in edges[1:]]
    steps = _steps(image[area.slices])
    if not steps.size:  # the board reaches the picture's edge
        return lines
    known = [list(line) for line in lines]
    for levels in (FLAT_LEVELS, *(NOISY_LEVELS if _is_noisy(steps) else ())):
        for line, plate in _flat_ones(image, area, steps < levels, edges, upright=upright):
            if not any(_overlap(plate.box, other.box) for other in known[line]):
                lines[line].append(plate)
        known = [list(line) for line in lines]
    for line, its in enumerate(known):
        for at, plate in enumerate(its):
            others = [other.box for other in its if other is not plate]
            lines[line][at] = _prolonged(image, area, plate, others, upright=upright)
    return [sorted(line, key=lambda plate: -plate.box.height * plate.box.width) for line in lines]


def _flat_ones(
    image: RGB, area: Box, flat: Flags, edges: Sequence[int], *, upright: bool
) -> Iterator[tuple[int, Plate]]:
    """The plates among an area's flat zones, each with its line; the other parameters are as above."""
    len_along = area.height if upright else area.width
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    labels, zones = labelled(flat, corners=False)
    for number, place in enumerate(zones, 1):
        across, along = reversed(place) if upright else place
        thickness = across.stop - across.start
        long = LONG_AT_BOARD if along.stop > len_along - FRAME * pitch else LONG
        if not THICK[0] * pitch <= thickness <= THICK[1] * pitch:
            continue
        if along.stop - along.start < long * thickness:
            continue
        start = across.start + (area.left if upright else area.top)
        line = int(np.searchsorted(edges, start + thickness / 2)) - 1
        if start < edges[line] - STRAY * pitch or start + thickness > edges[line + 1] + STRAY * pitch:
            continue
        zone = labels[place] == number
        down, sideways = _spans(zone)
        within = down | sideways
        if (down & sideways).mean() < FILLS or zone.sum() < BARE * within.sum():
            continue
        top, left = area.top + place[0].start, area.left + place[1].start
        box = Box(top, left, top + zone.shape[0], left + zone.shape[1])
        yield line, Plate(box, within, np.median(image[box.slices][zone], axis=0).astype(np.float32))


def _prolonged(image: RGB, area: Box, plate: Plate, others: Sequence[Box], *, upright: bool) -> Plate:
    """The plate as far as its tone goes on: a digit near its end may part the end from it.

    others : the line's other plates.
    """
    if upright:
        turned = Plate(_turned(plate.box), plate.within.T, plate.tone)
        image, area, others = image.swapaxes(0, 1), _turned(area), [_turned(box) for box in others]
        longer = _prolonged(image, area, turned, others, upright=False)
        return Plate(_turned(longer.box), longer.within.T, plate.tone)
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
    most = SAME_SHARE * float(np.median(beside.max(axis=0)))
    near = off[inner] < min(SAME_LEVELS, most)
    sure, likely = near.mean(axis=0) >= GOES_ON, (off[inner] < most).mean(axis=0) >= LIKELY
    before, after = slice(None, box.left - first), slice(box.right - first, None)
    start = box.left - _reach(sure[before][::-1], likely[before][::-1], box.height)
    stop = box.right + _reach(sure[after], likely[after], box.height)
    tone = near[:, start - first : stop - first]
    tone[:, box.left - start : box.right - start] |= plate.within
    down, sideways = _spans(tone)
    return Plate(Box(box.top, start, box.bottom, stop), down | sideways, plate.tone)


def _turned(box: Box) -> Box:
    return Box(box.left, box.top, box.right, box.bottom)


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


def in_many_lines(plates: list[list[Plate]]) -> list[list[Plate]]:
    """All of them, or none: what looks like a plate in few lines marks these lines."""
    return plates if np.mean([bool(its) for its in plates]) >= IN_MANY else [[] for _ in plates]


def _overlap(one: Box, other: Box) -> bool:
    return all(
        mine.start < its.stop and its.start < mine.stop
        for mine, its in zip(one.slices, other.slices, strict=True)
    )


def _steps(pixels: RGB) -> NDArray[np.uint8]:
    """(H, W) levels to the next pixels, to the right and below; much beyond the picture."""
    steps = np.zeros(pixels.shape[:2], np.uint8)
    steps[-1:] = steps[:, -1:] = 255
    for axis in (0, 1):
        ahead, behind = (np.moveaxis(pixels, axis, 0)[part] for part in (slice(1, None), slice(-1)))
        apart = (np.maximum(ahead, behind) - np.minimum(ahead, behind)).max(axis=2)
        its = np.moveaxis(steps, axis, 0)[:-1]
        np.maximum(its, apart, out=its)
    return steps


def _is_noisy(steps: NDArray[np.uint8]) -> bool:
    uneven = np.count_nonzero(steps[:-1, :-1])
    return bool(np.count_nonzero((steps > 0) & (steps < FLAT_LEVELS)) > NOISY * uneven)


def _spans(zone: Flags) -> tuple[Flags, Flags]:
    """What lies between a zone's outermost pixels, down and across: digits on a plate, and at its rim."""
    down, across = (
        np.maximum.accumulate(zone, axis=axis)
        & np.flip(np.maximum.accumulate(np.flip(zone, axis), axis=axis), axis)
        for axis in (0, 1)
    )
    return down, across
