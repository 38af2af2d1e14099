"""Hint patches and inks in, the numbers cut into glyphs out.

First every pixel gets its coverage by ink: near 1 on the ink's colour, near 0 on the backdrop and on the
shadow, in between on the soft edges. Where a slot's ink looks like its own shadow, both count at first; then
the shadow is taken off again: it is the ink moved by one step, and the step shows in the other slots.

Then a number is cut into digits. Digits often touch ("13"), so this stage only proposes: the whole as one
digit, and two digits cut at gaps or thin places. `digits` decides by what the parts look like.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import Box, Mask
from picrosser.reading.circles import CirclesFound
from picrosser.reading.glyphs import normalise
from picrosser.reading.hints import HintsFound
from picrosser.reading.palette import RIM, ZONE, PaletteFound

# Between ink and shadow, as a share of the backdrop's brightness: less cannot be told apart under compression.
SEPARABLE = 0.10
# In units of the cell pitch: the furthest a shadow falls, and where it falls if no slot shows it (the game).
SHADOW_REACH, USUAL_SHADOW = 0.10, 0.045
SHADOW_SAMPLES = 12  # numbers that are asked for the shadow's step
MIN_INK = 0.01  # of the squared pitch: a thin "1" has 0.03
# In units of the cell pitch: a row or column of pixels with less ink than this is not part of a number.
SPECK = 0.02
SMOOTH = 0.02  # coverage is averaged this far to each side
STRAY = 0.08  # of a number's ink: a run of columns with less, apart from the rest, is no digit
# Width over height. The widest single digit among the templates has 1.1, the narrowest pair ("11") 0.45.
WIDEST_DIGIT, NARROWEST_PAIR = 1.15, 0.42
# A pair is also wider than most single digits: "11" is 1.35 times as wide as an "8". At least this percentage
# of a puzzle's numbers, without its "1"s, are single digits.
PAIR_WIDTH, SINGLES = 1.2, 15
# A cut lies in this part of a number's width; each digit of a pair has at least a fifth.
CUT_RANGE = (0.2, 0.8)
# Shares of ink that count as none and as full. Between lighter outline and shadow lies a seam of half ink,
# which would widen every glyph to the right.
SOFT = (0.45, 0.75)

CUTS = 3  # thin places that are tried; and, since the thinnest may be the inside of a "0", these shares:
BLIND_CUTS = (0.3, 0.36, 0.42, 0.5, 0.58)
TALL = 0.15  # a number that differs in height from the others by more than this share is suspect


@dataclass(frozen=True, slots=True)
class Cut:
    """One way to see a number: the glyphs (indices into NumbersFound) from left to right."""

    glyphs: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NumbersFound:
    """The numbers of all occupied hints, and the ways to cut them.

    hints : (M,) the index of each number's hint.
    coverage : (M, L, L) float32, ink coverage 0..1.
    boxes : (M,) the number's box in its patch.
    ways : (M,) the ways to cut each number, at least one.
    shapes : (G, ROWS * COLS) float32, all glyphs of all ways, stretched to the common size.
    log_aspects : (G,) float32, the natural logarithm of a glyph's width over its height.
    glyph_boxes : (G,) the glyph's box in its patch.
    owners : (G,) the number each glyph belongs to.
    shaded : (M,) bool, the number's ink looked like its shadow, which was taken off.
    shadow_px : the shadow's step (down, right), if any number was shaded.
    odd_height : (M,) bool, the number is taller or shorter than the others.
    """

    hints: NDArray[np.intp]
    coverage: NDArray[np.float32]
    boxes: tuple[Box, ...]
    ways: tuple[tuple[Cut, ...], ...]
    shapes: NDArray[np.float32]
    log_aspects: NDArray[np.float32]
    glyph_boxes: tuple[Box, ...]
    owners: NDArray[np.intp]
    shaded: NDArray[np.bool_]
    shadow_px: tuple[int, int] | None
    odd_height: NDArray[np.bool_]


def segment_numbers(hints: HintsFound, circles: CirclesFound, palette: PaletteFound) -> NumbersFound:
    """Measure the ink of every occupied hint and propose how to cut it into digits."""
    which = np.flatnonzero(palette.occupied)
    coverage, shaded = _coverage(hints, circles, palette, which)
    # A rim or a neighbour's edge may have looked like a number: without ink it is none.
    inked = (coverage > 0.5).sum(axis=(1, 2)) > MIN_INK * hints.pitch_px**2
    which, coverage, shaded = which[inked], coverage[inked], shaded[inked]
    step = None
    if shaded.any():
        step = _shadow_step(coverage[~shaded], palette.foreground[which[~shaded]], hints.pitch_px)
        coverage[shaded] = _without_shadow(coverage[shaded], step)
    speck = SPECK * hints.pitch_px
    boxes = tuple(_number_box(one, speck) for one in coverage)
    heights = np.array([box.height for box in boxes], np.float32)
    glyph_boxes: list[Box] = []
    owners: list[int] = []
    ways: list[tuple[Cut, ...]] = []
    pair_width = _pair_width(boxes)
    for number, box in enumerate(boxes):
        proposals = _proposals(coverage[number], box, speck, pair_width)
        cuts: list[Cut] = []
        for parts in proposals:
            cuts.append(Cut(tuple(range(len(glyph_boxes), len(glyph_boxes) + len(parts)))))
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
        shaded=shaded,
        shadow_px=step,
        odd_height=np.abs(heights / np.median(heights) - 1) > TALL if len(heights) else np.zeros(0, bool),
    )


def _coverage(
    hints: HintsFound, circles: CirclesFound, palette: PaletteFound, which: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """(M, L, L) ink coverage of some hints, and (M,) whether it includes the shadow."""
    slots = np.array([hints.places[index].slot for index in which.tolist()], np.intp)
    inks = np.array(palette.inks, np.uint8)[slots]
    backdrops = np.rint(circles.backdrops[which]).astype(np.uint8)
    # One decision a slot, so that equal digits of a slot keep equal shapes.
    limit = SEPARABLE * backdrops.max(axis=1)
    to_way = _to_shading(inks[:, None, None], backdrops, palette.shadow)[:, 0, 0]
    to_end = np.abs(inks.astype(np.int16) - backdrops * np.float32(palette.shadow)).max(axis=1)
    between = np.array([(to_way < limit)[slots == slot].any() for slot in range(hints.colours)])[slots]
    shaded = np.array([(to_end < limit)[slots == slot].any() for slot in range(hints.colours)])[slots]
    shaded &= palette.shadow < 1
    patches = hints.patches[which]
    to_ink = _distance(patches, inks)
    to_other = _distance(patches, backdrops)
    # Discs may be smaller than their slots: beyond the rim, the stripe is backdrop too.
    beyond = hints.radius() > circles.disc_radius_px - RIM * hints.pitch_px
    to_stripe = _distance(patches[:, beyond], np.rint(hints.stripes[which]).astype(np.uint8))
    if palette.shadow < 1:
        # An ink off the way from backdrop to shadow: anything on that way is the shadow's soft edge, not ink.
        to_other[~between] = _to_shading(patches[~between], backdrops[~between], palette.shadow)
        grey = between & ~shaded
        shadows = np.rint(backdrops[grey] * palette.shadow).astype(np.uint8)
        to_other[grey] = np.minimum(to_other[grey], _distance(patches[grey], shadows))
    to_other[:, beyond] = np.minimum(to_other[:, beyond], to_stripe)
    coverage = to_other / np.maximum(to_other + to_ink, 1)
    if shaded.any():  # here both ink and shadow count in full
        depth = np.abs(inks[shaded] - backdrops[shaded].astype(np.float32)).max(axis=1)
        fall = (1 - palette.shadow) * backdrops[shaded].max(axis=1)
        coverage[shaded] = np.minimum(to_other[shaded] / np.minimum(depth, fall)[:, None, None], 1)
    coverage = _smoothed(coverage, hints.pitch_px)
    coverage = np.clip((coverage - SOFT[0]) / (SOFT[1] - SOFT[0]), 0, 1)
    zone = (hints.radius() <= ZONE * hints.slot_radius_px) & hints.own()[which]
    return np.where(zone, coverage, 0).astype(np.float32), shaded


def _distance(patches: NDArray[np.uint8], tones: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(M, ...) the largest difference over the channels to one tone per patch; in uint8, which is fast."""
    tone = tones.reshape(len(tones), *[1] * (patches.ndim - 2), 3)
    difference = np.maximum(patches, tone) - np.minimum(patches, tone)
    largest = np.maximum(np.maximum(difference[..., 0], difference[..., 1]), difference[..., 2])
    return largest.astype(np.float32)


def _to_shading(
    patches: NDArray[np.uint8], backdrops: NDArray[np.uint8], shadow: float
) -> NDArray[np.float32]:
    """(M, L, L) the largest difference over the channels to the backdrop at its best shade, 1 to `shadow`."""
    tone = backdrops.astype(np.float32)
    weight = tone / np.maximum((tone**2).sum(axis=1), 1)[:, None]
    shade = np.clip(np.einsum("mhwc,mc->mhw", patches.astype(np.float32), weight), shadow, 1)
    largest = np.zeros(shade.shape, np.float32)
    for channel in range(3):  # one channel at a time: a third of the memory
        off = np.abs(patches[..., channel] - shade * tone[:, channel, None, None])
        np.maximum(largest, off, out=largest)
    return largest


def _shadow_step(coverage: NDArray[np.float32], foreground: Mask, pitch: float) -> tuple[int, int]:
    """How far a shadow lies from its ink (down, right), by trying all small steps on some numbers."""
    usual = max(1, round(USUAL_SHADOW * pitch))
    every = 1 + len(coverage) // SHADOW_SAMPLES
    ink, other = coverage[::every] > 0.5, foreground[::every] & (coverage[::every] < 0.5)
    if not other.any():
        return usual, usual
    best, step = 0.0, (usual, usual)
    reach = max(1, round(SHADOW_REACH * pitch))
    for down in range(reach + 1):
        for right in range(-reach, reach + 1):
            cast = np.roll(ink, (down, right), axis=(1, 2)) & ~ink
            overlap = float((cast & other).sum() / max(1, (cast | other).sum()))
            if overlap > best:
                best, step = overlap, (down, right)
    return step


def _without_shadow(coverage: NDArray[np.float32], step: tuple[int, int]) -> NDArray[np.float32]:
    """Erode ink and shadow to the ink: a pixel is ink if both it and the place of its shadow are dark."""
    return np.minimum(coverage, np.roll(coverage, (-step[0], -step[1]), axis=(1, 2)))


def _smoothed(coverage: NDArray[np.float32], pitch: float) -> NDArray[np.float32]:
    """The mean over a small square: compression leaves specks and lines one pixel wide."""
    reach = int(SMOOTH * pitch)
    for axis in (1, 2):
        parts = [np.roll(coverage, shift, axis=axis) for shift in range(-reach, reach + 1)]
        coverage = np.sum(parts, axis=0, dtype=np.float32) / len(parts)
    return coverage


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


def _pair_width(boxes: tuple[Box, ...]) -> float:
    """The width in pixels above which a number may be a pair of digits."""
    widths = [box.width for box in boxes if box.width >= NARROWEST_PAIR * box.height]
    return PAIR_WIDTH * float(np.percentile(widths, SINGLES)) if widths else 0.0


def _proposals(
    coverage: NDArray[np.float32], box: Box, speck: float, pair_width: float
) -> list[list[Box]]:
    """The ways to cut a number, each a list of digits' boxes."""
    ways: list[list[Box]] = []
    aspect = box.width / max(1, box.height)
    profile = coverage[box.slices].sum(axis=0)
    thin = _thin_places(profile)
    gaps = [cut for cut in thin if profile[cut] <= speck / 2]
    if aspect <= WIDEST_DIGIT and not gaps:
        ways.append([box])
    if gaps or (aspect >= NARROWEST_PAIR and box.width >= pair_width):
        for cut in gaps or sorted({*thin, *(round(share * box.width) for share in BLIND_CUTS)}):
            left = Box(box.top, box.left, box.bottom, box.left + cut)
            right = Box(box.top, box.left + cut, box.bottom, box.right)
            ways.append([_tightened(coverage, part, speck) for part in (left, right)])
    return ways or [[box]]


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
    return Box(box.top + inner.top, box.left + inner.left, box.top + inner.bottom, box.left + inner.right)
