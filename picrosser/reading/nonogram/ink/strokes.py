"""Digits that are struck through: rejoin what the stroke has cut, and take the stroke off.

Programs strike satisfied numbers through in three ways. A stroke that is paler than the digits leaves an
upper and a lower part of each, which share their columns. (Parts of dotted digits that touch at corners are
joined here, too, and digits whose thin strokes are too pale. A comma, which hangs below its digit, stays
apart.) A stroke in the digits' own ink is told by its place only: it lies across their middle, sticks out
beside them, and lies equally high in all such numbers. A stroke of another colour is no mere shade of the
digits' colour, as their soft edges are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import Labels, Place, label_pieces
from picrosser.imaging.pixels import Box
from picrosser.imaging.ranks import median, quantile
from picrosser.reading.glyphs.touching import MAX_DIGIT_ASPECT, split_side_by_side
from picrosser.reading.nonogram.ink.piece import Piece, with_template_distances

MAX_PARTS = 40  # more of them are texture
MIN_SHARED_COLUMNS = 0.5  # of the narrower part's columns both have
MAX_PART_GAP = 0.25  # of the digit's height lies between its parts
MIN_DIGIT_HEIGHT = 1.1  # of its width: a digit's height
CORNER_PX = 2  # from a part to the next one, diagonally: scaling softens a pixel
# Of the whole's height: each of several digits side by side is as tall as it, and of those one above another,
# which are equally tall, none is half as tall.
MAX_PART_HEIGHT, MIN_PART_HEIGHT = 0.8, 0.5
# Of its height, at its rim: what is left of a thin stroke's end. A digit in a ring has more of the height,
# and one amid the lines of large cells is not at their rim.
MAX_SPECK_HEIGHT = 0.4
MAX_STICK_OUT_PX = 1  # by which such an end may stick out of the rest

# Strokes in the digits' own ink:
# Mean squared difference of coverage to the nearest template: of what may be a struck digit
MIN_STRUCK_DISTANCE = 0.07
MIN_STROKE_INK = 0.5  # of a pixel is covered, but perhaps of the stroke's outermost ones
MAX_SOFT_EDGE = 0.15  # of a pixel: a soft edge beside the stroke
# Of a piece's width, in each of the stroke's rows; a four's own bar may go on further
MIN_STROKE_WIDTH = 0.85
# Of a piece's height, from its top, that the stroke's middle lies at: typefaces set it 0.25 to 0.36 of an em
# above the line, and digits 0.7 of one tall; a four's bar lies at 0.65 to 0.8. Across smaller digits it may
# lie lower, if it is set for others.
MIN_STROKE_MIDDLE, MAX_STROKE_MIDDLE, MAX_SMALL_STROKE_MIDDLE = 0.45, 0.65, 0.8
MAX_STROKE_THICKNESS = 0.25  # of a piece's height
MAX_STROKE_OFFSET = 0.08  # of a piece's height: so far apart the middles of equal strokes may lie by rounding
MIN_STRUCK_WIDTH_PX = 3  # of a digit with a stroke that sticks out
MIN_STRUCK_PIECES = 3  # pieces that are struck, before one can speak of a usual place
MIN_AGREEING = 0.8  # of them lie there, and are more like digits without the stroke
MIN_SMALL_HEIGHT = 0.6  # of the usual height: digits that are set smaller

# Strokes of another colour:
MIN_STRONG = 0.5  # of a piece's contrast: else it is a soft edge
MIN_TINT = 0.6  # of an ink's difference from its backdrop: so much more of one channel than of another
# Of what stands out at least goes across the colour of a number; of a line on pale blue 0.46
MIN_OTHER_COLOUR = 0.35
MIN_INK_LEFT = 0.2  # of the number's ink is left under the line: that shows where its strokes may go on
MAX_OUTER_PIXELS = 0.1  # of the number's pixels, on each side, may be its neighbour's, tinged by compression
MAX_LINE_THICKNESS = 0.6  # of the number's thickness, downwards: a line has less, a neighbour about as much
MIN_LINE_INK = 0.05  # of a piece's ink: a line through it takes up more, a screen's fringes less


def rejoin_struck_parts(parts: Labels, places: list[Place], inked: NDArray[np.bool_]) -> dict[int, Place]:
    """Give the parts of one digit one number, in place.

    Returns the numbers that are left, and where they are.

    Parameters
    ----------
    parts : (H, W) numbered from 1, 0 between them.
    places : of the parts, in their order.
    inked : (H, W) there is ink, a stroke's too.
    """
    whole = {number: {number} for number in range(1, len(places) + 1)}
    around = dict(enumerate(places, 1))
    if not 1 < len(places) <= MAX_PARTS:
        return around
    touching = {
        pair
        for pair in combinations(around, 2)
        if _meet_at_corners(parts, places, pair) and not _hangs_beside(*(around[number] for number in pair))
    }
    while pair := next(_pairs(around, whole, touching, inked), None):
        kept, gone = pair
        around[kept] = _joint_bounds(around[kept], around.pop(gone))
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
    for (one, upper_place), (other, theirs) in combinations(ordered, 2):
        if (
            any(tuple(sorted(pair)) in touching for pair in product(whole[one], whole[other]))
            or _is_above(upper_place, theirs, inked)
            or (len(whole[one]) > 1 and _lies_in(theirs, upper_place))
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
    if right - left < MIN_SHARED_COLUMNS * min(cols.stop - cols.start, its_cols.stop - its_cols.start):
        return False
    height = its_rows.stop - rows.start
    width = max(cols.stop, its_cols.stop) - min(cols.start, its_cols.start)
    if its_rows.stop <= rows.stop or height < MIN_DIGIT_HEIGHT * width:
        return False
    if abs(its_rows.start - rows.stop) > MAX_PART_GAP * height:
        return False
    return bool(inked[rows.stop : its_rows.start, left:right].any(axis=1).all())


def rejoin_thin_strokes(
    parts: Labels, left_over: dict[int, Place], inked: NDArray[np.bool_]
) -> dict[int, Place]:
    """Give the parts of a digit whose pale thin strokes are missing one number, in place.

    Returns the numbers that are left, and where they are.

    Parameters
    ----------
    parts, left_over : as `rejoin_struck_parts` leaves them.
    inked : (H, W) there is ink, a thin stroke's too.
    """
    if not 1 < len(left_over) <= MAX_PARTS:
        return left_over
    strokes, _ = label_pieces(inked, corners=True)
    together: dict[int, list[int]] = {}
    for number, place in left_over.items():
        stroke = int(strokes[place][parts[place] == number].max())
        together.setdefault(stroke, []).append(number)
    found: dict[int, Place] = {}
    for first, *others in together.values():
        place = reduce(_joint_bounds, (left_over[number] for number in others), left_over[first])
        if _may_be_one_digit([left_over[number] for number in (first, *others)], place):
            parts[np.isin(parts, others)] = first
            found[first] = place
        else:
            found |= {number: left_over[number] for number in (first, *others)}
    for number, place in sorted(found.items()):
        for other, whole_place in found.items():
            if other != number and _is_speck(place, whole_place) and _at_rim(place, whole_place):
                parts[parts == number] = other
                found[other] = _joint_bounds(whole_place, place)
                del found[number]
                break
    return found


def _is_speck(one: Place, other: Place) -> bool:
    """Whether a part is a small one in what another takes up, or sticks out by a soft edge, whatever ink is
    between them.
    """
    small = one[0].stop - one[0].start < MAX_SPECK_HEIGHT * (other[0].stop - other[0].start)
    rows, cols = (slice(axis.start - MAX_STICK_OUT_PX, axis.stop + MAX_STICK_OUT_PX) for axis in other)
    return small and _lies_in(one, (rows, cols))


def _at_rim(one: Place, other: Place) -> bool:
    return any(a.start <= b.start or a.stop >= b.stop for a, b in zip(one, other, strict=True))


def _lies_in(one: Place, other: Place) -> bool:
    return all(b.start <= a.start and a.stop <= b.stop for a, b in zip(one, other, strict=True))


def _may_be_one_digit(parts: Sequence[Place], whole: Place) -> bool:
    """Whether parts of some ink may be those of one digit."""
    height, width = (axis.stop - axis.start for axis in whole)
    tallest = max(rows.stop - rows.start for rows, _ in parts)
    return bool(
        MIN_PART_HEIGHT * height <= tallest < MAX_PART_HEIGHT * height and MIN_DIGIT_HEIGHT * width <= height
    )


def _joint_bounds(one: Place, other: Place) -> Place:
    rows, cols = (slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(one, other, strict=True))
    return rows, cols


class _Stroke(NamedTuple):
    """Where it begins and ends, of the height of what it lies across, from the top."""

    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def rows(self, height_px: int) -> tuple[int, int]:
        """Its first one, and the one after its last, in a piece of such a height."""
        return round(self.top * height_px), round(self.bottom * height_px)


def without_strokes(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Take off strokes of the digits' own ink; strip by strip, as single digits with template distances."""
    strange = [
        piece
        for strip in strips
        for piece in strip
        if piece.template_distance >= MIN_STRUCK_DISTANCE and not piece.weak
    ]
    found = [
        (piece, stroke) for piece in strange if (stroke := _stroke_of(piece.coverage, MAX_STROKE_MIDDLE))
    ]
    usual = _usual_stroke([stroke for _, stroke in found])
    if (
        usual is None
        or np.mean([_is_better(piece, _without_this_stroke(piece, usual)) for piece, _ in found])
        < MIN_AGREEING
    ):
        return [list(strip) for strip in strips]
    height = median([len(piece.coverage) for piece, _ in found])
    return [[part for piece in strip for part in _without_stroke(piece, usual, height)] for strip in strips]


def _stroke_of(coverage: NDArray[np.float32], lowest: float, *, sticks_out: bool = True) -> _Stroke | None:
    """What may be a stroke across a piece of ink.

    lowest : of its height, that the stroke's middle may lie below its top.
    sticks_out : it has to; across two digits it may do so by less than a pixel.
    """
    height, width = coverage.shape
    if width < MIN_STRUCK_WIDTH_PX:
        return None
    full = np.concatenate(([False], (coverage[:, 1:-1] > MIN_STROKE_INK).all(axis=1), [False]))
    for first, last in np.flatnonzero(full[1:] != full[:-1]).reshape(-1, 2).tolist():  # a 2 has a foot, too
        stroke = _Stroke(first / height, last / height)
        thin = last - first <= MAX_STROKE_THICKNESS * height
        if not thin or not MIN_STROKE_MIDDLE <= stroke.middle <= lowest:
            continue
        if not sticks_out or _sticks_out(coverage, first, last):
            return stroke
    return None


def _sticks_out(coverage: NDArray[np.float32], first: int, last: int) -> bool:
    """Whether a piece's outermost column, on one side at least, shows the stroke in those rows, with its soft
    edge, and nothing else. On the other side a digit may be as long, or half a pixel may have been lost.
    """
    beside = np.concatenate((coverage[: max(0, first - 1)], coverage[last + 1 :]))[:, [0, -1]]
    return bool(beside.max(axis=0, initial=0).min() < MAX_SOFT_EDGE)


def _usual_stroke(strokes: Sequence[_Stroke]) -> _Stroke | None:
    """The place where nearly all of some strokes lie, if they are enough."""
    if len(strokes) < MIN_STRUCK_PIECES:
        return None
    usual = _Stroke(*median(np.array(strokes), axis=0).tolist())
    alike = [abs(stroke.middle - usual.middle) <= MAX_STROKE_OFFSET for stroke in strokes]
    return usual if np.mean(alike) >= MIN_AGREEING else None


def _is_better(piece: Piece, bared: Sequence[Piece]) -> bool:
    """Whether what is left of a piece is more like digits than it is."""
    return bool(bared) and max(part.template_distance for part in bared) < piece.template_distance


def _without_stroke(piece: Piece, usual: _Stroke, height: float) -> list[Piece]:
    """The digits of a piece that is struck; else itself.

    height : that pieces usually have where they are struck, in pixels.
    """
    if _is_struck(piece, usual):
        return _without_this_stroke(piece, usual)
    if (
        piece.template_distance < MIN_STRUCK_DISTANCE
        or not MIN_SMALL_HEIGHT * height <= len(piece.coverage) < height
    ):
        return [piece]
    stroke = _stroke_of(piece.coverage, MAX_SMALL_STROKE_MIDDLE, sticks_out=False)
    bared = _without_this_stroke(piece, stroke) if stroke else []
    return bared if _is_better(piece, bared) else [piece]


def _is_struck(piece: Piece, stroke: _Stroke) -> bool:
    """Whether a stroke lies across a piece at its usual place. A four's bar may be next to it, and longer."""
    height, width = piece.coverage.shape
    first, last = stroke.rows(height)
    if width < MIN_STRUCK_WIDTH_PX or not 0 < first < last < height:  # a dash has nothing above it or below
        return False
    across = piece.coverage[first:last, 1:-1].mean(axis=1)
    return bool(across.min() >= MIN_STROKE_WIDTH and _sticks_out(piece.coverage, first, last))


def _without_this_stroke(piece: Piece, stroke: _Stroke) -> list[Piece]:
    """A piece's digits without the stroke: what is above it goes on through it to what is below."""
    coverage = piece.coverage.copy()
    first, last = stroke.rows(len(coverage))
    ends = coverage[:, [0, -1]].min(axis=1)
    above = max(0, first - 1 - int(ends[first - 1] > MAX_SOFT_EDGE))
    below = min(len(coverage) - 1, last + int(ends[last] > MAX_SOFT_EDGE))
    coverage[above:below] = np.linspace(coverage[above], coverage[below], below - above, endpoint=False)
    parts = [
        replace(
            piece, box=inside.moved(piece.box.top, piece.box.left), coverage=coverage[inside.slices].copy()
        )
        for inside in _digit_boxes(coverage)
    ]
    return with_template_distances([parts])[0]


def _digit_boxes(coverage: NDArray[np.float32]) -> list[Box]:
    """Where the digits stand in what is left of a piece; two may touch, as without a stroke."""
    height = len(coverage)
    inked = np.concatenate(([False], coverage.max(axis=0) > MAX_SOFT_EDGE, [False]))
    ends = np.flatnonzero(inked[1:] != inked[:-1]).reshape(-1, 2).tolist()
    boxes = []
    for left, right in ends:
        touching = (
            split_side_by_side(coverage[:, left:right]) if right - left > MAX_DIGIT_ASPECT * height else []
        )
        boxes += [box.moved(0, left) for box in touching] or [Box(0, left, height, right)]
    return boxes


def without_overlaid_colour(steps: NDArray[np.float32], apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """Remove another colour that lies over a piece of ink; `steps` itself if there is none.

    Parameters
    ----------
    steps : (H, W, 3) from the backdrop to what is seen.
    apart : (H, W) how much the piece stands out of its backdrop; 0 where it is not.
    """
    strong = apart > MIN_STRONG * float(apart.max())
    way = median(steps[strong], axis=0)
    if not _is_tinted(way):
        return steps  # black ones' edges may have coloured fringes
    along = steps @ way / float(way @ way)
    off = np.linalg.norm(steps - along[..., None] * way, axis=2)
    other = (apart > 0) & (off > MIN_OTHER_COLOUR * np.linalg.norm(steps, axis=2))
    if not _is_line_over_ink(other & strong, strong & ~other):
        return steps
    line = median(steps[other & strong], axis=0)
    if _is_tinted(line):
        return steps
    shares, *_ = np.linalg.lstsq(np.stack((way, line), axis=1), steps[other].T, rcond=None)
    left = steps.copy()
    left[other] = np.clip(shares[0], MIN_INK_LEFT, 1)[:, None] * way
    return left


def _is_tinted(step: NDArray[np.float32]) -> bool:
    return bool(np.ptp(step) > MIN_TINT * np.abs(step).max())


def _is_line_over_ink(other: NDArray[np.bool_], own: NDArray[np.bool_]) -> bool:
    """Whether what is of another colour lies over a piece, and not beside it as a neighbour does; one on each
    side are as thick as it.
    """
    if not own.any() or other.sum() < MIN_LINE_INK * (own.sum() + other.sum()):
        return False
    if _thickness(other) > MAX_LINE_THICKNESS * _thickness(own):
        return False
    places = zip(np.nonzero(own), np.nonzero(other), strict=True)
    return all(
        quantile(own_places, MAX_OUTER_PIXELS) < theirs.mean() < quantile(own_places, 1 - MAX_OUTER_PIXELS)
        for own_places, theirs in places
    )


def _thickness(ink: NDArray[np.bool_]) -> float:
    """How many of its pixels lie above each other, in the mean."""
    return float(ink.sum() / max(1, ink.any(axis=0).sum()))
