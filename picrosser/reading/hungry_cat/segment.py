"""Hint patches and inks in, the numbers cut into glyphs out.

The ink of each number is measured first (see `coverage`). Digits often touch ("13"), so this stage only
proposes how to cut: the whole as one digit, and two digits cut at gaps or thin places. `digits` decides by
what the parts look like.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.imaging.ranks import median
from picrosser.reading.glyphs import normalise
from picrosser.reading.glyphs.numbers_found import Cut, NumbersFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.coverage import measure_ink
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound

MIN_INK = 0.01  # of the squared pitch: a thin "1" has 0.03
# In units of the cell pitch: a row or column of pixels with less ink than this is not part of a number.
SPECK = 0.02
STRAY = 0.08  # of a number's ink: a run of columns with less, apart from the rest, is no digit
# Width over height. The widest single digit among the templates has 1.1, the narrowest pair ("11") 0.4.
WIDEST_DIGIT, NARROWEST_PAIR = 1.15, 0.38
CONTACT = 0.06  # of the height: the digits of a pair may touch in so little, no stroke is so thin
# A pair is also wider than most single digits: "11" is 1.35 times as wide as an "8". Mostly this share
# of a puzzle's numbers, without its "1"s, are single digits. Beyond the last, a share of the height, anything
# may be a pair.
PIECE_HEIGHT = 0.6  # of the tallest piece of ink: all digits of a typeface are nearly as tall
PAIR_WIDTH, SINGLES, WIDE = 1.2, 0.15, 0.65
CLOSER_WIDTH = 1.05  # the same factor for a second look: the narrowest "11" is hardly wider than an "8"
# A cut lies in this part of a number's width; each digit of a pair has at least a fifth.
CUT_RANGE = (0.2, 0.8)

CUTS = 3  # thin places that are tried; and, since the thinnest may be the inside of a "0", these shares:
BLIND_CUTS = (0.3, 0.36, 0.42, 0.5, 0.58)
TALL = 0.15  # a number that differs in height from the others by more than this share is suspect


def segment_numbers(
    hints: HintsFound, circles: CirclesFound, palette: PaletteFound, *, by_pieces: bool = False
) -> NumbersFound:
    """Measure the ink of every occupied hint and propose how to cut it into digits.

    by_pieces : look at the connected pieces of ink first, and drop those that can be no digit: slower, and
        worth it when the numbers do not add up.
    """
    which = np.flatnonzero(palette.occupied)
    ink = measure_ink(hints, circles, palette, which)
    # A rim or a neighbour's edge may have looked like a number: without ink it is none.
    inked = (ink.coverage > 0.5).sum(axis=(1, 2)) > MIN_INK * hints.pitch_px**2
    which, coverage = which[inked], ink.coverage[inked]
    if by_pieces:
        coverage = _digit_pieces(coverage)
    speck = SPECK * hints.pitch_px
    boxes = tuple(_number_box(one, speck) for one in coverage)
    heights = np.array([box.height for box in boxes], np.float32)
    glyph_boxes: list[Box] = []
    owners: list[int] = []
    ways: list[tuple[Cut, ...]] = []
    pair_width = _pair_width(boxes, CLOSER_WIDTH if by_pieces else PAIR_WIDTH)
    for number, box in enumerate(boxes):
        proposals = _proposals(coverage[number], box, speck, pair_width)
        cuts: list[Cut] = []
        for parts, contact in proposals:
            first = len(glyph_boxes)
            cuts.append(Cut(tuple(range(first, first + len(parts))), contact))
            glyph_boxes += parts
            owners += [number] * len(parts)
        ways.append(tuple(cuts))
    owner = np.array(owners, np.intp)
    crops = [coverage[n][box.slices] for n, box in zip(owners, glyph_boxes, strict=True)]
    aspects = [box.width / max(1, box.height) for box in glyph_boxes]
    return NumbersFound(
        hints=which,
        coverage=coverage,
        boxes=boxes,
        ways=tuple(ways),
        shapes=np.array([normalise(crop) for crop in crops], np.float32),
        log_aspects=np.log(np.maximum(np.array(aspects, np.float32), 1e-3)),
        glyph_boxes=tuple(glyph_boxes),
        owners=owner,
        shaded=ink.shaded[inked],
        shadow_px=ink.shadow_px,
        odd_height=np.abs(heights / median(heights) - 1) > TALL if len(heights) else np.zeros(0, bool),
        foreign=ink.foreign[inked],
    )


def _number_box(coverage: NDArray[np.float32], speck: float) -> Box:
    """The box of the ink, without specks of noise beside it."""
    ink = coverage > 0.5
    top, bottom = _main_run(ink.sum(axis=1), speck, 0.5)
    left, right = _main_run(ink[top:bottom].sum(axis=0), speck, STRAY)
    return Box(top, left, bottom, right)


def _main_run(profile: NDArray[np.intp], speck: float, stray: float) -> tuple[int, int]:
    """From the first to the last run of a profile that holds more than a share `stray` of all ink."""
    inked = np.concatenate([[False], profile > speck, [False]])
    change = np.flatnonzero(inked[1:] != inked[:-1])
    starts, ends = change[::2], change[1::2]
    if not len(starts):
        return 0, len(profile)
    sums = np.concatenate([[0], np.cumsum(profile)])
    amount = sums[ends] - sums[starts]
    kept = np.flatnonzero(amount > min(stray * sums[-1], amount.max() - 1))
    return int(starts[kept[0]]), int(ends[kept[-1]])


def _digit_pieces(coverage: NDArray[np.float32]) -> NDArray[np.float32]:
    """The coverage without pieces much shorter than the tallest: rims, specks, bits of the board's lines."""
    from skimage.measure import label, regionprops  # 0.3 s to import: only for pictures in doubt

    kept = np.zeros_like(coverage)
    for number, ink in enumerate(coverage > 0.5):
        pieces = regionprops(label(ink, connectivity=2))  # type: ignore[no-untyped-call]  # skimage has no types
        # A digit reaches the middle of its slot's height; a rim's arc or a frame's line lies at the edge.
        middle = ink.shape[0] / 2
        central = [piece for piece in pieces if piece.bbox[0] < middle < piece.bbox[2]] or pieces
        tallest = max((piece.bbox[2] - piece.bbox[0] for piece in central), default=0)
        for piece in central:
            if piece.bbox[2] - piece.bbox[0] >= PIECE_HEIGHT * tallest:
                rows, cols = slice(piece.bbox[0], piece.bbox[2]), slice(piece.bbox[1], piece.bbox[3])
                kept[number, rows, cols] = np.maximum(
                    kept[number, rows, cols], coverage[number, rows, cols] * piece.image
                )
    return kept


def _pair_width(boxes: tuple[Box, ...], factor: float) -> float:
    """The width in pixels, so many times a single digit's, above which a number may be a pair of digits."""
    widths = sorted(box.width for box in boxes if box.width >= NARROWEST_PAIR * box.height)
    if not widths:
        return 0.0
    wide = WIDE * median([box.height for box in boxes])
    return min(wide, factor * widths[int(SINGLES * len(widths))])


def _proposals(
    coverage: NDArray[np.float32], box: Box, speck: float, pair_width: float
) -> list[tuple[list[Box], float]]:
    """The ways to cut a number: the digits' boxes, and the share of the height that is cut through."""
    ways: list[tuple[list[Box], float]] = []
    aspect = box.width / max(1, box.height)
    profile = coverage[box.slices].sum(axis=0)
    thin = _thin_places(profile)
    gaps = [cut for cut in thin if profile[cut] <= speck / 2]
    if aspect <= WIDEST_DIGIT and not gaps:
        ways.append(([box], 0.0))
    touching = [cut for cut in thin if profile[cut] <= CONTACT * box.height]
    if gaps or (aspect >= NARROWEST_PAIR and (touching or box.width >= pair_width)):
        narrow = gaps or (touching if box.width < pair_width else [])
        blind = (round(share * box.width) for share in BLIND_CUTS)
        for cut in narrow or sorted({*thin, *(cut for cut in blind if 0 < cut < box.width)}):
            left = Box(box.top, box.left, box.bottom, box.left + cut)
            right = Box(box.top, box.left + cut, box.bottom, box.right)
            parts = [_tightened(coverage, part, speck) for part in (left, right)]
            ways.append((parts, float(profile[cut]) / box.height))
    return ways or [([box], 0.0)]


def _thin_places(profile: NDArray[np.float32]) -> list[int]:
    """The columns with the least ink in the middle part of a number, the thinnest first."""
    low, high = (round(share * len(profile)) for share in CUT_RANGE)
    places: list[int] = []
    for at in (low + np.argsort(profile[low : high + 1], kind="stable")).tolist():
        if 0 < at < len(profile) and all(abs(at - other) > 0.08 * len(profile) for other in places):
            places.append(at)
        if len(places) == CUTS:
            break
    return places


def _tightened(coverage: NDArray[np.float32], box: Box, speck: float) -> Box:
    """A part of a number, shrunk to its own ink."""
    inner = _number_box(coverage[box.slices], speck)
    if inner.height < 0.5 * box.height:  # a sliver: no digit, and better seen as one
        return box
    return inner.moved(box.top, box.left)
