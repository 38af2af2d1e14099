"""Find the plates in the hint areas: coloured pills, discs and squares on which digits stand.

A plate is of one tone, or nearly, so it is a flat zone of the picture that edges separate from others. It
lies within one line, is nearly as thick as the line and at least as long as it is thick, which no digit is.
Digits, their holes and the page between plates are none; nor are the squares of a page's pattern, whose size
may be a line's by chance: on most of them nothing stands, and digits lie across their ends.

A digit that nearly fills its square leaves two zones, above and below it, which are joined. Squares that
leave no space between them are one zone over several lines, which is divided. A faint line, a shade or a
digit near its end may cut a plate; it is prolonged as far as its tone goes on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import channel_distance
from picrosser.imaging.connected import Labels, Place, label_pieces, place_in_whole
from picrosser.imaging.pixels import RGB, Box
from picrosser.imaging.ranks import median

MAX_FAINT_LINE_PX = 2  # a line that parts a plate from the rest of it, which has nearly its tone:
SAME_PLATE_LEVELS = 20  # levels between them at most, while two colours of a puzzle differ by more
MIN_TONE_SHOWN = 0.15  # of its thickness shows its tone, above and below what stands on it
MIN_TONE_LIKELY = 0.05  # shows about its tone where a digit may hide most of it, at a round end
# Levels, and of what it differs by from what lies beside it: so far off its tone may be, soft or shaded.
TONE_LEVELS, TONE_SHARE = 20, 0.4
BESIDE_REACH = 0.15  # of its thickness beyond it, at least so far that its edge is not soft any more:
MIN_BESIDE_PX = 3

Flags = NDArray[np.bool_]

# Finding flat zones that are plates:
FLAT_LEVELS = 10  # between neighbouring pixels: within a plate less, shaded ones too,
NOISY_LEVELS = 20, 40  # and in a picture that was compressed or scaled;
MIN_NOISY_STEPS = 0.2  # of the steps between its pixels are faint there, while in others most are edges
THICKNESSES = 0.5, 1.05  # of the pitch, across the line
MIN_LENGTH = 0.85  # of its thickness: a wide zero is less
MIN_LENGTH_AT_BOARD = 0.7  # the board's frame may lie over its end,
FRAME_REACH = 0.15  # of the pitch: so far from the board's edge on
MIN_FILLED = 0.7  # of its box, with what stands on it: a disc 0.79
MIN_BARE = 0.3  # of that is not covered by digits
MAX_STRAY = 0.08  # of the pitch: so far a plate may reach out of its line
MIN_PLATED_LINES = 0.3  # of the lines have plates; in fewer, it is a mark, as of the chosen line
# Of the plates at least bear something. Of a gridded hint area, as deep as its longest line needs, half the
# slots or more are in use; of a pattern over the page hardly any.
MIN_USED_PLATES = 0.3
SOFT_EDGE_PX = 2  # a plate's own edge
MIN_INK = 0.01  # of its thickness, squared: a small 1 of thin strokes covers more

# Squares that a digit nearly fills:
MIN_SQUARE_WIDTH = 0.33  # of a square's greatest height: its least width, where bars lie over its sides
MIN_SHARED_COLUMNS = 0.9  # of the wider one's columns both parts have
LAST_STEP_PX = 1  # right of and below what is flat: the step to it is small, the one after it is not
MIN_RIM = 0.9  # of its pixels are of the tone: its corners may be soft
SOFT_LEVELS = 40  # so far off the tone they may be: edges that are scaled overshoot

# Squares without space between them:
MAX_OUT_OF_LINE = 0.3  # of the pitch: a zone of one line may reach as far out of it
SAMPLE_STEP = 4  # every so many rows and columns tell which zone is the page, and its tone
MIN_SQUARE_PART = 0.5  # of the pitch: no square, nor what of one lies in a line, is narrower


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """The coloured badge behind one or more digits of a line.

    box : in the picture.
    within : (height, width) its pixels, those under digits too.
    tone : (3,) float32, its own colour.
    in_use : whether something stands on it and does not reach beyond its ends.
    """

    box: Box
    within: Flags
    tone: NDArray[np.float32]
    in_use: bool


def _prolonged_plates(
    image: RGB, area: Box, plates: Sequence[Plate], same_levels: int = TONE_LEVELS, *, upright: bool
) -> list[Plate]:
    """A line's plates as far as they go, the largest first.

    same_levels : so far off a plate's tone its pixels may be; more where the picture is noisy.
    """
    plates = _with_rests_joined(plates, upright=upright)
    boxes = [plate.box for plate in plates]
    longer = [
        _prolonged(image, area, plate, [*boxes[:at], *boxes[at + 1 :]], same_levels, upright=upright)
        for at, plate in enumerate(plates)
    ]
    return sorted(longer, key=lambda plate: -plate.box.height * plate.box.width)


def _with_rests_joined(plates: Sequence[Plate], *, upright: bool) -> list[Plate]:
    """A line's plates, those as one that only a faint line or shade parts."""
    found: list[Plate] = []
    for plate in sorted(plates, key=lambda one: one.box.top if upright else one.box.left):
        if found and _is_rest(plate, found[-1]):
            found[-1] = _as_one_plate(found[-1], plate)
        else:
            found.append(plate)
    return found


def _is_rest(one: Plate, other: Plate) -> bool:
    return bool(
        one.box.gap_px(other.box) <= MAX_FAINT_LINE_PX
        and np.abs(one.tone - other.tone).max() < SAME_PLATE_LEVELS
    )


def _as_one_plate(one: Plate, other: Plate) -> Plate:
    boxes = one.box, other.box
    top, left = min(box.top for box in boxes), min(box.left for box in boxes)
    box = Box(top, left, max(box.bottom for box in boxes), max(box.right for box in boxes))
    within = np.zeros((box.height, box.width), bool)
    for plate in (one, other):
        down, right = plate.box.top - top, plate.box.left - left
        within[down : down + plate.box.height, right : right + plate.box.width] |= plate.within
    spanned = _between_ends(within)  # what parts them, too
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
    reach = max(MIN_BESIDE_PX, round(BESIDE_REACH * box.height))
    top = max(0, box.top - reach)
    off = np.abs(image[top : box.bottom + reach, first:last] - plate.tone).max(axis=2)
    inner = slice(box.top - top, box.bottom - top)
    beside = np.delete(off, inner, axis=0)[:, box.left - first : box.right - first]
    if not beside.size:
        return plate
    most = TONE_SHARE * median(beside.max(axis=0))
    near = off[inner] < min(same_levels, most)
    sure, likely = near.mean(axis=0) >= MIN_TONE_SHOWN, (off[inner] < most).mean(axis=0) >= MIN_TONE_LIKELY
    before, after = slice(box.left - first), slice(box.right - first, None)
    start = box.left - _reach(sure[before][::-1], likely[before][::-1], box.height)
    stop = box.right + _reach(sure[after], likely[after], box.height)
    tone = near[:, start - first : stop - first]
    tone[:, box.left - start : box.right - start] |= plate.within
    down, sideways = _between_ends(tone)
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


def _between_ends(zone: Flags) -> tuple[Flags, Flags]:
    """What lies between a zone's outermost pixels, down and across: digits on a plate, and at its rim."""
    down, across = (
        np.maximum.accumulate(zone, axis=axis)
        & np.flip(np.maximum.accumulate(np.flip(zone, axis), axis=axis), axis)
        for axis in (0, 1)
    )
    return down, across


def find_plates(
    image: RGB, area: Box, edges: Sequence[int], *, upright: bool, long_px: float = math.inf
) -> list[list[Plate]]:
    """Find what may be plates, per line between an area's edges, the largest first.

    Parameters
    ----------
    area : the hints', beside the board or above it.
    edges : of the lines, in the picture; of the columns if upright, else of the rows.
    long_px : a cell's side along the lines; plates are set to the shorter side of a cell.
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
    same_levels = NOISY_LEVELS[-1] if noisy else TONE_LEVELS
    return [_prolonged_plates(image, area, _uppermost(line), same_levels, upright=upright) for line in lines]


def _uppermost(plates: list[Plate]) -> list[Plate]:
    """Those that are not what others lie on: a line's own ground, where it shows beside squares, too."""
    used = [plate for plate in plates if plate.in_use]
    return [
        plate
        for plate in plates
        if plate.in_use or not any(plate.box.gap_px(other.box) < -SOFT_EDGE_PX for other in used)
    ]


def _is_more(plate: Plate, known: Sequence[Plate]) -> bool:
    """Whether a plate that shows once more noise is tolerated is one of which only parts showed before."""
    box, boxes = plate.box, [other.box for other in known]
    return all(
        box.top <= part.top
        and box.left <= part.left
        and part.bottom <= box.bottom
        and part.right <= box.right
        for part in boxes
    ) and all(np.abs(plate.tone - other.tone).max() < SAME_PLATE_LEVELS for other in known)


def _flat_ones(
    image: RGB, area: Box, flat: Flags, edges: Sequence[int], long_px: float, *, upright: bool
) -> Iterator[tuple[int, Plate]]:
    """The plates among an area's flat zones, each with its line; the other parameters are as above."""
    len_along = area.height if upright else area.width
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    least, most = THICKNESSES[0] * min(pitch, long_px), THICKNESSES[1] * pitch
    lines = [edge - (area.left if upright else area.top) for edge in edges]
    for place, zone in _zones(image[area.slices], flat, lines, (least, most), upright=upright):
        across, along = reversed(place) if upright else place
        thickness = across.stop - across.start
        long = MIN_LENGTH_AT_BOARD if along.stop > len_along - FRAME_REACH * pitch else MIN_LENGTH
        if not least <= thickness <= most:
            continue
        if along.stop - along.start < long * thickness:
            continue
        start = across.start + (area.left if upright else area.top)
        line = int(np.searchsorted(edges, start + thickness / 2)) - 1
        if start < edges[line] - MAX_STRAY * pitch or start + thickness > edges[line + 1] + MAX_STRAY * pitch:
            continue
        down, sideways = _between_ends(zone)
        within = down | sideways
        if (down & sideways).mean() < MIN_FILLED or zone.sum() < MIN_BARE * within.sum():
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
        if min(axis.stop - axis.start for axis in place) >= MIN_LENGTH_AT_BOARD * least_px:
            yield place, labels[place] == number
    yield from filled_squares(pixels, labels, places, most_px)
    yield from merged_squares(pixels, labels, places, edges, upright=upright)


def plates_if_in_many_lines(plates: list[list[Plate]]) -> list[list[Plate]]:
    """All plates, or none if few lines have any: what looks like a plate in few lines marks these lines."""
    return plates if np.mean([bool(line) for line in plates]) >= MIN_PLATED_LINES else [[] for _ in plates]


def plates_if_in_use(plates: list[list[Plate]]) -> list[list[Plate]]:
    """All plates, or none if nothing stands on most of them: then they are the page's pattern."""
    used = [plate.in_use for line in plates for plate in line]
    return plates if used and np.mean(used) >= MIN_USED_PLATES else [[] for _ in plates]


def _bears(pixels: RGB, within: Flags, tone: NDArray[np.float32]) -> bool:
    """Whether ink lies on a plate, and not only near its own edge."""
    inner = slice(SOFT_EDGE_PX, -SOFT_EDGE_PX), slice(SOFT_EDGE_PX, -SOFT_EDGE_PX)
    inked = within[inner] & _is_ink(pixels[inner], tone)
    return bool(inked.sum() >= MIN_INK * min(within.shape) ** 2)


def _is_crossed(pixels: RGB, place: Place, within: Flags, tone: NDArray[np.float32], upright: bool) -> bool:
    """Whether ink goes on beyond one of a plate's ends in its line's direction.

    pixels : of the whole area; place : the plate in it.
    """
    across, (start, stop) = place[upright], (place[not upright].start, place[not upright].stop)
    along, inside = (pixels, within) if upright else (pixels.swapaxes(0, 1), within.T)
    for end, before, beyond in ((0, start, start - SOFT_EDGE_PX - 1), (-1, stop - 1, stop + SOFT_EDGE_PX)):
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
        own = np.moveaxis(steps, axis, 0)[:-1]
        np.maximum(own, channel_distance(ahead, behind), out=own)
    return steps


def _is_noisy(steps: NDArray[np.uint8]) -> bool:
    uneven = np.count_nonzero(steps[:-1, :-1])
    return bool(np.count_nonzero((steps > 0) & (steps < FLAT_LEVELS)) > MIN_NOISY_STEPS * uneven)


def filled_squares(
    pixels: RGB, zones: Labels, places: Sequence[Place], most_px: float
) -> Iterator[tuple[Place, Flags]]:
    """Where each square lies, and its pixels that show its tone.

    Parameters
    ----------
    pixels : in which the zones lie.
    zones : (H, W) the number, from 1, of the flat zone that each pixel belongs to.
    places : of the zones, in their order.
    most_px : a square's height.
    """
    wide = [
        (place, median(pixels[place][zones[place] == number], axis=0))
        for number, place in enumerate(places, 1)
        if MIN_SQUARE_WIDTH * most_px < place[1].stop - place[1].start <= most_px
        and place[0].stop - place[0].start < most_px
    ]
    wide.sort(key=lambda one: one[0][0].start)
    for at, (upper, tone) in enumerate(wide):
        for lower, lower_tone in wide[at + 1 :]:
            if lower[0].start - upper[0].start > most_px:
                break
            too_far = lower[0].stop - upper[0].start > most_px
            if too_far or not _is_below(upper, lower) or np.abs(tone - lower_tone).max() > SAME_PLATE_LEVELS:
                continue
            left, right = min(upper[1].start, lower[1].start), max(upper[1].stop, lower[1].stop)
            place = slice(upper[0].start, lower[0].stop + LAST_STEP_PX), slice(left, right + LAST_STEP_PX)
            near = np.asarray(np.abs(pixels[place] - tone).max(axis=2) <= SOFT_LEVELS)
            rim = near[0], near[-1], near[:, 0], near[:, -1]
            if min(float(side.mean()) for side in rim) >= MIN_RIM:
                yield place, near


def _is_below(upper: Place, lower: Place) -> bool:
    """Whether the one goes on further down, from side to side of the other."""
    one, other = upper[1], lower[1]
    shared = min(one.stop, other.stop) - max(one.start, other.start)
    wider = max(one.stop - one.start, other.stop - other.start)
    return bool(lower[0].stop > upper[0].stop and shared >= MIN_SHARED_COLUMNS * wider)


def merged_squares(
    pixels: RGB, zones: Labels, places: Sequence[Place], edges: Sequence[int], *, upright: bool
) -> Iterator[tuple[Place, Flags]]:
    """Where the parts of such zones lie, and their pixels there.

    Parameters
    ----------
    pixels : in which the zones lie.
    zones : (H, W) the number, from 1, of the flat zone that each pixel belongs to.
    places : of the zones, in their order.
    edges : of the lines, in these pixels; of columns if upright, else of rows.
    """
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    across = 1 if upright else 0
    tall = [
        number
        for number, place in enumerate(places, 1)
        if place[across].stop - place[across].start > (1 + MAX_OUT_OF_LINE) * pitch
        and place[1 - across].stop - place[1 - across].start >= MIN_SQUARE_PART * pitch
    ]
    if not tall:
        return
    thinned = zones[::SAMPLE_STEP, ::SAMPLE_STEP]
    largest = int(np.bincount(thinned[thinned > 0], minlength=2).argmax())
    page = median(pixels[::SAMPLE_STEP, ::SAMPLE_STEP][thinned == largest], axis=0)
    for number in tall:
        if number == largest:
            continue
        place = places[number - 1]
        zone = zones[place] == number
        if np.abs(median(pixels[place][zone], axis=0) - page).max() < SAME_PLATE_LEVELS:
            continue
        height, width = zone.shape
        start = place[across].start
        for first, last in pairwise(np.clip(np.array(edges) - start, 0, zone.shape[across]).tolist()):
            if last - first < MIN_SQUARE_PART * pitch:
                continue
            line = (
                (slice(0, height), slice(first, last)) if upright else (slice(first, last), slice(0, width))
            )
            labels, parts = label_pieces(zone[line], corners=False)
            for at, part in enumerate(parts, 1):
                yield place_in_whole(place_in_whole(place, line), part), labels[part] == at
