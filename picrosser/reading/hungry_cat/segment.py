"""Measure the ink of every number, and propose how to cut it into digits.

Coverage is 1 on the ink's colour, 0 on the backdrop and on the number's shadow, and in between on soft edges.
Where a slot's ink looks like its own shadow, both count as ink at first; then the shadow is eroded away: it
is the ink moved by one offset.

Digits often touch ("13"), so this stage only proposes cuts: the whole number as one digit, and two digits cut
at gaps or thin places. `recognise_digits` decides by what the parts look like.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import broadcastable_tones, channel_distance
from picrosser.imaging.pixels import Box, Mask
from picrosser.reading.glyphs.numbers_found import Cut, NumbersFound
from picrosser.reading.glyphs.templates import normalise_all
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import ZONE, PaletteFound
from picrosser.reading.hungry_cat.tolerances import FINEST, FOREIGN_LEVELS, MAX_STRAY, SAME_LEVELS, SOFT_EDGE

# A blend of ink and backdrop (or shadow) is as far from both together as they are from each other. A colour
# that is further, by this factor and `FOREIGN_LEVELS` for outlines and compression, is something else.
BLEND = 1.3
# Raw coverage that counts as none and as full. Between lighter outline and shadow lies a seam of half ink,
# which would widen every glyph to the right. With less between, digits of 18 px lose their soft edges: a 6
# looked like a 0.
INK = 0.3, 0.9

# Coverage that counts as none and as full where digits may touch: soft edges that meet are no contact
CONTACT = 0.25, 0.75
MIN_INK = 0.01  # of the squared pitch: a thin "1" has 0.03
# Width over height. The widest single digit among the templates has 1.1, the narrowest pair ("11") 0.4.
MAX_DIGIT_ASPECT, MIN_PAIR_ASPECT = 1.15, 0.38
MAX_CONTACT = 0.06  # of the height: the digits of a pair touch along no more than this; strokes are thicker
# A number may be a pair from this width on: WIDE of the usual height or, in narrow typefaces, PAIR_WIDTH
# times a single digit ("11" is 1.35 times as wide as an "8"). A share of SINGLES of the numbers, or more,
# are single digits. Cutting all, which are 0.5 wide in the game, takes a third of a screenshot's time.
WIDE, SINGLES, PAIR_WIDTH = 0.65, 0.15, 1.2
CUT_RANGE = (0.2, 0.8)  # of a number's width: a cut lies here, as each digit of a pair has at least 0.2
# Cuts that are proposed beside the thinnest places, as shares of the width: these may be the inside of a "0".
BLIND_CUTS = (0.3, 0.36, 0.42, 0.5, 0.58)

Floats = NDArray[np.float32]
DISTINCT, BETWEEN, SHADOW = range(3)
"""How an ink relates to its shadow: off the line of tones from backdrop to shadow, on it, or at its end."""


def segment_numbers(hints: HintsFound, circles: CirclesFound, palette: PaletteFound) -> NumbersFound:
    """Measure the ink of every occupied hint and propose how to cut it into digits."""
    which = np.flatnonzero(palette.occupied)
    coverage, foreign = measure_ink(hints, circles, palette, which)
    # A rim or a neighbour's edge may have looked like a number: without ink there is no number.
    inks = coverage > 0.5
    inked = inks.sum(axis=(1, 2)) > MIN_INK * hints.pitch_px**2
    coverage, inks = coverage[inked], inks[inked]
    speck = FINEST * hints.pitch_px
    boxes = tuple(_number_box(ink, speck) for ink in inks)
    pair_px = _pair_px(boxes)
    glyph_boxes: list[Box] = []
    owners: list[int] = []
    cuts: list[list[Cut]] = []
    for number, box in enumerate(boxes):
        cuts.append([])
        for parts, contact in _propose_cuts(coverage[number], inks[number], box, speck, pair_px):
            first = len(owners)
            glyph_boxes += parts
            owners += [number] * len(parts)
            cuts[-1].append(Cut(tuple(range(first, len(owners))), contact))
    crops = [coverage[n][box.slices] for n, box in zip(owners, glyph_boxes, strict=True)]
    aspects = [box.width / max(1, box.height) for box in glyph_boxes]
    return NumbersFound(
        hints=which[inked],
        coverage=coverage,
        boxes=boxes,
        cuts=tuple(map(tuple, cuts)),
        shapes=normalise_all(crops),
        log_aspects=np.log(np.maximum(np.array(aspects, np.float32), 1e-3)),
        glyph_boxes=tuple(glyph_boxes),
        owners=np.array(owners, np.intp),
        foreign=foreign[inked],
    )


# ---- Ink


def measure_ink(
    hints: HintsFound, circles: CirclesFound, palette: PaletteFound, which: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """Measure how much of each pixel is ink, 0..1, for some hints: (M, L, L) float32.

    The second is (M,), the share of each hint's zone that is neither ink nor backdrop nor between them.

    which : (M,) indices of hints.
    """
    # Only the middle of a patch can hold a number; the rest stays 0.
    side, half = hints.patches.shape[1], hints.patches.shape[1] // 2
    reach = min(half, int(ZONE * hints.slot_radius_px) + 1)
    middle = slice(half - reach, half + reach + 1)
    inks, relation = _inks(hints, circles, palette, which)
    patches = hints.patches[which, middle, middle]
    radius = hints.radius()[middle, middle]
    backdrops = circles.backdrops[which]
    to_ink = _distance(patches, inks)
    to_other = _distance_to_non_ink(patches, backdrops, palette.shadow, relation)
    # Discs may be smaller than their slots: beyond the rim, the stripe is backdrop too.
    beyond = radius > circles.disc_radius_px - SOFT_EDGE * hints.pitch_px
    to_other[:, beyond] = np.minimum(to_other[:, beyond], _distance(patches[:, beyond], hints.stripes[which]))
    to_both = to_other + to_ink
    share = to_other / np.maximum(to_both, 1)
    share = np.clip((_box_filter(share, hints.pitch_px) - INK[0]) / (INK[1] - INK[0]), 0, 1)
    zone = (radius <= ZONE * hints.slot_radius_px) & hints.own()[which, middle, middle]
    to_shadow = np.abs(inks - backdrops * palette.shadow)
    contrast = np.maximum(np.abs(inks - backdrops), to_shadow).max(axis=1)
    strange = (to_both > (BLEND * contrast + FOREIGN_LEVELS)[:, None, None]) & zone
    foreign = (strange.sum(axis=(1, 2)) / np.maximum(zone.sum(axis=(1, 2)), 1)).astype(np.float32)
    coverage = np.zeros((len(which), side, side), np.float32)
    coverage[:, middle, middle] = np.where(zone, share, 0)
    shaded = relation == SHADOW
    if shaded.any():  # a pixel is ink if both it and the place of its shadow are dark
        fall = max(1, round(SOFT_EDGE * hints.pitch_px))  # down and right, as in the game
        dark = coverage[shaded]
        coverage[shaded] = np.minimum(dark, np.roll(dark, (-fall, -fall), axis=(1, 2)))
    return coverage, foreign


def _inks(
    hints: HintsFound, circles: CirclesFound, palette: PaletteFound, which: NDArray[np.intp]
) -> tuple[Floats, NDArray[np.intp]]:
    """The ink of each hint, (M, 3), and how it relates to its shadow, (M,), the same in all of a slot."""
    slots = np.array([hints.places[index].slot for index in which.tolist()], np.intp)
    inks = np.array(palette.inks, np.float32)[slots]
    backdrops = circles.backdrops[which]
    if palette.shadow >= 1:
        return inks, np.full(len(which), DISTINCT)
    to_shading = _distance_to_shading(inks[:, None, None], backdrops, palette.shadow)[:, 0, 0]
    to_shadow = np.abs(inks - backdrops * palette.shadow).max(axis=1)
    relation = np.where(to_shading < SAME_LEVELS, BETWEEN, DISTINCT)
    relation[to_shadow < SAME_LEVELS] = SHADOW
    by_slot = np.array([relation[slots == slot].max(initial=DISTINCT) for slot in range(hints.colours)])
    return inks, by_slot[slots]


def _distance_to_non_ink(
    patches: NDArray[np.uint8], backdrops: Floats, shadow: float, relation: NDArray[np.intp]
) -> Floats:
    """How far each pixel is from everything that is not ink: (M, l, l) grey levels."""
    result = np.empty(patches.shape[:3], np.float32)
    distinct, between = relation == DISTINCT, relation == BETWEEN
    # Any tone between backdrop and shadow is the shadow's soft edge, unless the ink is such a tone, too.
    result[distinct] = _distance_to_shading(patches[distinct], backdrops[distinct], shadow)
    result[~distinct] = _distance(patches[~distinct], backdrops[~distinct])
    to_shadow = _distance(patches[between], backdrops[between] * np.float32(shadow))
    result[between] = np.minimum(result[between], to_shadow)
    return result


def _distance(patches: NDArray[np.uint8], tones: Floats) -> Floats:
    """The largest difference over the channels to one tone per patch: (M, ...) float32."""
    return channel_distance(patches, broadcastable_tones(tones, patches.ndim)).astype(np.float32)


def _distance_to_shading(patches: NDArray[np.uint8] | Floats, backdrops: Floats, shadow: float) -> Floats:
    """The largest difference over the channels to the nearest tone between backdrop and shadow."""
    weight = backdrops / np.maximum((backdrops**2).sum(axis=1), 1)[:, None]
    red, green, blue = (patches[..., channel].astype(np.float32) for channel in range(3))
    a, b, c = (weight[:, channel, None, None] for channel in range(3))
    shade = np.clip(red * a + green * b + blue * c, np.float32(shadow), 1)
    largest = np.zeros(shade.shape, np.float32)
    for channel, plane in enumerate((red, green, blue)):
        np.maximum(largest, np.abs(plane - shade * backdrops[:, channel, None, None]), out=largest)
    return largest


def _box_filter(coverage: Floats, pitch: float) -> Floats:
    """The mean over a small square: compression leaves specks and lines one pixel wide."""
    reach = int(FINEST * pitch)
    for axis in (1, 2):
        total = coverage.copy()
        for shift in range(1, reach + 1):
            total += np.roll(coverage, shift, axis=axis)
            total += np.roll(coverage, -shift, axis=axis)
        coverage = total / np.float32(2 * reach + 1)
    return coverage


# ---- Cuts


def _number_box(ink: Mask, speck: float) -> Box:
    """The box of the ink, without specks of noise beside it."""
    top, bottom = _main_run(ink.sum(axis=1), speck, 0.5)
    left, right = _main_run(ink[top:bottom].sum(axis=0), speck, MAX_STRAY)
    return Box(top, left, bottom, right)


def _main_run(profile: NDArray[np.intp], speck: float, stray: float) -> tuple[int, int]:
    """The stretch from the first to the last run of a profile with more than a share of all ink."""
    inked = np.flatnonzero(profile > speck)
    if not len(inked):
        return 0, len(profile)
    starts = np.flatnonzero(np.diff(inked, prepend=-2) > 1)
    amounts = np.add.reduceat(profile[inked], starts)
    least = min(stray * profile.sum(), amounts.max() - 1)
    kept = np.flatnonzero(amounts > least)
    ends = np.append(starts[1:], len(inked)) - 1
    return int(inked[starts[kept[0]]]), int(inked[ends[kept[-1]]]) + 1


def _pair_px(boxes: Sequence[Box]) -> float:
    """The width from which a number may be a pair that does not come apart anywhere."""
    widths = sorted(box.width for box in boxes if box.width >= MIN_PAIR_ASPECT * box.height)
    if not widths:
        return 0.0
    wide = WIDE * float(np.median([box.height for box in boxes]))
    return min(wide, PAIR_WIDTH * widths[int(SINGLES * len(widths))])


def _propose_cuts(
    coverage: Floats, ink: Mask, box: Box, speck: float, pair_px: float
) -> list[tuple[list[Box], float]]:
    """The possible cuts of a number: the boxes of the digits, and the contact (see `Cut`)."""
    cuts: list[tuple[list[Box], float]] = []
    aspect = box.width / max(1, box.height)
    none, full = CONTACT
    profile = np.clip((coverage[box.slices] - none) / (full - none), 0, 1).sum(axis=0)
    thin = _thin_places(profile)
    gaps = [at for at in thin if profile[at] <= speck / 2]
    if aspect <= MAX_DIGIT_ASPECT and not gaps:
        cuts.append(([box], 0.0))
    touching = [at for at in thin if profile[at] <= MAX_CONTACT * box.height]
    is_wide = box.width >= pair_px
    if gaps or (aspect >= MIN_PAIR_ASPECT and (touching or is_wide)):
        clear = gaps or (touching if not is_wide else [])
        blind = (round(share * box.width) for share in BLIND_CUTS)
        for at in clear or sorted({*thin, *(at for at in blind if 0 < at < box.width)}):
            left = Box(box.top, box.left, box.bottom, box.left + at)
            right = Box(box.top, box.left + at, box.bottom, box.right)
            parts = [_shrunk_to_ink(ink, part, speck) for part in (left, right)]
            cuts.append((parts, float(profile[at]) / box.height))
    return cuts or [([box], 0.0)]


def _thin_places(profile: Floats) -> list[int]:
    """The three columns with the least ink in the middle part of a number, the thinnest first."""
    low, high = (round(share * len(profile)) for share in CUT_RANGE)
    places: list[int] = []
    for at in (low + np.argsort(profile[low : high + 1], kind="stable")).tolist():
        if 0 < at < len(profile) and all(abs(at - other) > 0.08 * len(profile) for other in places):
            places.append(at)
    return places[:3]


def _shrunk_to_ink(ink: Mask, box: Box, speck: float) -> Box:
    """Shrink a part of a number to its own ink, unless it holds only a sliver, which is not a digit."""
    inner = _number_box(ink[box.slices], speck)
    return box if inner.height < 0.5 * box.height else inner.moved(box.top, box.left)
