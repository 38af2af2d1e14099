"""The hint areas in, the plates in them out: pills, discs and squares on which digits stand.

A plate is of one tone, or nearly, so that it is a flat zone of the picture, parted from others by edges. It
lies within one line, is nearly as thick as the line and at least as long as it is thick, which no digit is.
Digits, their holes and the page between plates are none; nor are the squares of a page's pattern, whose size
may be a line's by chance: on most of them nothing stands, and digits lie across their ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import channel_distance
from picrosser.imaging.connected import Place, label_pieces
from picrosser.imaging.pixels import RGB, Box
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.filled_squares import filled_squares
from picrosser.reading.nonogram.ink.merged_squares import merged_squares
from picrosser.reading.nonogram.ink.plate import ONE_TONE, SAME_LEVELS, Flags, Plate, at_length, between_ends

FLAT_LEVELS = 10  # between neighbouring pixels: within a plate less, shaded ones too,
NOISY_LEVELS = 20, 40  # and in a picture that was compressed or scaled;
NOISY = 0.2  # of the steps between its pixels are faint there, while in others most are edges
THICK = 0.5, 1.05  # of the pitch, across the line
LONG = 0.85  # of its thickness: a wide zero is less
LONG_AT_BOARD = 0.7  # the board's frame may lie over its end,
FRAME = 0.15  # of the pitch: so far from the board's edge on
FILLS = 0.7  # of its box, with what stands on it: a disc 0.79
BARE = 0.3  # of that is not covered by digits
STRAY = 0.08  # of the pitch: so far a plate may reach out of its line
IN_MANY = 0.3  # of the lines have plates, else they are no plates but a mark, as of the chosen line
# Of the plates at least bear something. Of a gridded hint area, as deep as its longest line needs, half the
# slots or more are in use; of a pattern over the page hardly any.
IN_USE = 0.3
SOFT_PX = 2  # a plate's own edge
INK = 0.01  # of its thickness, squared: a small 1 of thin strokes covers more


def find_plates(
    image: RGB, area: Box, edges: Sequence[int], *, upright: bool, long_px: float = math.inf
) -> list[list[Plate]]:
    """What may be plates, by the lines between an area's edges; the largest first.

    Parameters
    ----------
    area : the hints', beside the board or above it.
    edges : of the lines, in the picture; of the columns if upright, else of the rows.
    long_px : a cell's side along the lines: where it is the shorter one, plates are made for that.
    """
    lines: list[list[Plate]] = [[] for _ in edges[1:]]
    steps = _steps(image[area.slices])
    if not steps.size:  # the board reaches the picture's edge
        return lines
    noisy = _is_noisy(steps)
    for levels in (FLAT_LEVELS, *(NOISY_LEVELS if noisy else ())):
        known = [list(line) for line in lines]
        for line, plate in _flat_ones(image, area, steps < levels, edges, long_px, upright=upright):
            inside = [other for other in known[line] if plate.box.gap_px(other.box) < 0]
            if not inside or _is_more(plate, inside):
                lines[line] = [other for other in lines[line] if other not in inside] + [plate]
    same_levels = NOISY_LEVELS[-1] if noisy else SAME_LEVELS
    return [at_length(image, area, _uppermost(line), same_levels, upright=upright) for line in lines]


def _uppermost(plates: list[Plate]) -> list[Plate]:
    """Those that are not what others lie on: a line's own ground, where it shows beside squares, too."""
    used = [plate for plate in plates if plate.in_use]
    return [
        plate
        for plate in plates
        if plate.in_use or not any(plate.box.gap_px(other.box) < -SOFT_PX for other in used)
    ]


def _is_more(plate: Plate, known: Sequence[Plate]) -> bool:
    """Whether what shows when more noise is borne with is a plate of which only parts showed before."""
    box, boxes = plate.box, [other.box for other in known]
    return all(
        box.top <= its.top and box.left <= its.left and its.bottom <= box.bottom and its.right <= box.right
        for its in boxes
    ) and all(np.abs(plate.tone - other.tone).max() < ONE_TONE for other in known)


def _flat_ones(
    image: RGB, area: Box, flat: Flags, edges: Sequence[int], long_px: float, *, upright: bool
) -> Iterator[tuple[int, Plate]]:
    """The plates among an area's flat zones, each with its line; the other parameters are as above."""
    len_along = area.height if upright else area.width
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    least, most = THICK[0] * min(pitch, long_px), THICK[1] * pitch
    lines = [edge - (area.left if upright else area.top) for edge in edges]
    for place, zone in _zones(image[area.slices], flat, lines, (least, most), upright=upright):
        across, along = reversed(place) if upright else place
        thickness = across.stop - across.start
        long = LONG_AT_BOARD if along.stop > len_along - FRAME * pitch else LONG
        if not least <= thickness <= most:
            continue
        if along.stop - along.start < long * thickness:
            continue
        start = across.start + (area.left if upright else area.top)
        line = int(np.searchsorted(edges, start + thickness / 2)) - 1
        if start < edges[line] - STRAY * pitch or start + thickness > edges[line + 1] + STRAY * pitch:
            continue
        down, sideways = between_ends(zone)
        within = down | sideways
        if (down & sideways).mean() < FILLS or zone.sum() < BARE * within.sum():
            continue
        top, left = area.top + place[0].start, area.left + place[1].start
        box = Box(top, left, top + zone.shape[0], left + zone.shape[1])
        own = image[box.slices]
        tone = median(own[zone], axis=0).astype(np.float32)
        bears = _bears(own, within, tone) and not _is_crossed(
            image[area.slices], place, within, tone, upright
        )
        yield line, Plate(box, within, tone, bears)


def _zones(
    pixels: RGB, flat: Flags, edges: Sequence[int], thick_px: tuple[float, float], *, upright: bool
) -> Iterator[tuple[Place, Flags]]:
    """Where each flat zone of some size lies, and its pixels there; those, too, that are left of one under a
    number, and each line's part of one that several lines share.

    edges : of the lines; thick_px : at least, and at most, across them.
    """
    labels, places = label_pieces(flat, corners=False)
    least_px, most_px = thick_px
    for number, place in enumerate(places, 1):
        if min(axis.stop - axis.start for axis in place) >= LONG_AT_BOARD * least_px:
            yield place, labels[place] == number
    yield from filled_squares(pixels, labels, places, most_px)
    yield from merged_squares(pixels, labels, places, edges, upright=upright)


def in_many_lines(plates: list[list[Plate]]) -> list[list[Plate]]:
    """All of them, or none: what looks like a plate in few lines marks these lines."""
    return plates if np.mean([bool(its) for its in plates]) >= IN_MANY else [[] for _ in plates]


def in_use(plates: list[list[Plate]]) -> list[list[Plate]]:
    """All plates of the hint areas, or none: what bears nothing nearly everywhere is the page's pattern."""
    used = [plate.in_use for its in plates for plate in its]
    return plates if used and np.mean(used) >= IN_USE else [[] for _ in plates]


def _bears(pixels: RGB, within: Flags, tone: NDArray[np.float32]) -> bool:
    """Whether ink lies on a plate, and not only near its own edge."""
    inner = slice(SOFT_PX, -SOFT_PX), slice(SOFT_PX, -SOFT_PX)
    inked = within[inner] & _is_ink(pixels[inner], tone)
    return bool(inked.sum() >= INK * min(within.shape) ** 2)


def _is_crossed(pixels: RGB, place: Place, within: Flags, tone: NDArray[np.float32], upright: bool) -> bool:
    """Whether ink goes on beyond one of a plate's ends in its line's direction.

    pixels : of the whole area; place : the plate in it.
    """
    across, (start, stop) = place[upright], (place[not upright].start, place[not upright].stop)
    along, inside = (pixels, within) if upright else (pixels.swapaxes(0, 1), within.T)
    for end, before, beyond in ((0, start, start - SOFT_PX - 1), (-1, stop - 1, stop + SOFT_PX)):
        if 0 <= beyond < len(along):
            mine, next_one = along[before, across], along[beyond, across]
            goes_on = np.abs(mine.astype(np.float32) - next_one).max(axis=1) < 2 * FLAT_LEVELS
            if (inside[end] & _is_ink(mine, tone) & goes_on).any():
                return True
    return False


def _is_ink(pixels: RGB, tone: NDArray[np.float32]) -> Flags:
    return np.asarray(np.abs(pixels - tone).max(axis=-1) > 2 * FLAT_LEVELS)


def _steps(pixels: RGB) -> NDArray[np.uint8]:
    """(H, W) levels to the next pixels, to the right and below; much beyond the picture."""
    steps = np.zeros(pixels.shape[:2], np.uint8)
    steps[-1:] = steps[:, -1:] = 255
    for axis in (0, 1):
        ahead, behind = (np.moveaxis(pixels, axis, 0)[part] for part in (slice(1, None), slice(-1)))
        its = np.moveaxis(steps, axis, 0)[:-1]
        np.maximum(its, channel_distance(ahead, behind), out=its)
    return steps


def _is_noisy(steps: NDArray[np.uint8]) -> bool:
    uneven = np.count_nonzero(steps[:-1, :-1])
    return bool(np.count_nonzero((steps > 0) & (steps < FLAT_LEVELS)) > NOISY * uneven)
