"""Hint patches and inks in, how much ink covers each pixel out.

Coverage is 1 on the ink's colour, 0 on the backdrop and on the number's shadow, in between on soft edges.
Where a slot's ink looks like its own shadow, both count at first; then the shadow is taken off again: it is
the ink moved by one step, and the step shows in the other slots.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import broadcastable_tones, channel_distance
from picrosser.imaging.pixels import Mask
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import RIM, ZONE, PaletteFound

# Between ink and shadow, as a share of the backdrop's brightness: less is lost under compression.
SEPARABLE = 0.10
# In units of the cell pitch: the furthest a shadow falls, and where it falls if no slot shows it (the game).
SHADOW_REACH, USUAL_SHADOW = 0.10, 0.045
SHADOW_SAMPLES = 12  # numbers that are asked for the shadow's step
# A blend of ink and backdrop (or shadow) is as far from both together as they are from each other. What is
# further, by this factor and so many grey levels for outlines and compression, is something else.
BLEND, NOISE_LEVELS = 1.3, 30
SMOOTH = 0.02  # coverage is averaged this far to each side
# Shares of ink that count as none and as full. Between lighter outline and shadow lies a seam of half ink,
# which would widen every glyph to the right.
SOFT = (0.45, 0.75)


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """The ink of some hints.

    coverage : (M, L, L) float32, 0..1.
    foreign : (M,) float32, the share of each hint's zone that is neither ink nor backdrop nor between them.
    shaded : (M,) bool, ink and shadow looked alike, and the shadow was taken off.
    shadow_px : the shadow's step (down, right), if any hint was shaded, else None.
    """

    coverage: NDArray[np.float32]
    foreign: NDArray[np.float32]
    shaded: NDArray[np.bool_]
    shadow_px: tuple[int, int] | None


def measure_ink(
    hints: HintsFound, circles: CirclesFound, palette: PaletteFound, which: NDArray[np.intp]
) -> Ink:
    """Measure the coverage by ink of some hints, given by index."""
    # Only the middle of a patch can hold a number; the rest stays 0.
    side, half = hints.patches.shape[1], hints.patches.shape[1] // 2
    reach = min(half, int(ZONE * hints.slot_radius_px) + 1)
    middle = slice(half - reach, half + reach + 1)
    inks, alike = _inks(hints, circles, palette, which)
    patches = hints.patches[which, middle, middle]
    far = hints.radius()[middle, middle]
    backdrops = circles.backdrops[which]
    to_ink = _distance(patches, inks)
    to_other = _to_backdrop(patches, backdrops, palette.shadow, alike)
    # Discs may be smaller than their slots: beyond the rim, the stripe is backdrop too.
    beyond = far > circles.disc_radius_px - RIM * hints.pitch_px
    to_other[:, beyond] = np.minimum(to_other[:, beyond], _distance(patches[:, beyond], hints.stripes[which]))
    apart = to_other + to_ink
    share = to_other / np.maximum(apart, 1)
    shaded = alike == SHADOW
    if shaded.any():  # here both ink and shadow count in full
        depth = np.abs(inks[shaded] - backdrops[shaded]).max(axis=1)
        fall = (1 - palette.shadow) * backdrops[shaded].max(axis=1)
        reach = np.maximum(np.minimum(depth, fall), 1)  # 0 where a slot's ink was taken for its backdrop
        share[shaded] = np.minimum(to_other[shaded] / reach[:, None, None], 1)
    share = np.clip((_smoothed(share, hints.pitch_px) - SOFT[0]) / (SOFT[1] - SOFT[0]), 0, 1)
    zone = (far <= ZONE * hints.slot_radius_px) & hints.own()[which, middle, middle]
    contrast = np.maximum(
        np.abs(inks - backdrops).max(axis=1), np.abs(inks - backdrops * palette.shadow).max(axis=1)
    )
    strange = (apart > (BLEND * contrast + NOISE_LEVELS)[:, None, None]) & zone
    foreign = (strange.sum(axis=(1, 2)) / np.maximum(zone.sum(axis=(1, 2)), 1)).astype(np.float32)
    coverage = np.zeros((len(which), side, side), np.float32)
    coverage[:, middle, middle] = np.where(zone, share, 0)
    if not shaded.any():
        return Ink(coverage, foreign, shaded, None)
    step = _shadow_step(coverage[~shaded], palette.foreground[which[~shaded]], hints.pitch_px)
    coverage[shaded] = _without_shadow(coverage[shaded], step)
    return Ink(coverage, foreign, shaded, step)


DISTINCT, BETWEEN, SHADOW = range(3)
"""How an ink lies to its shadow: off the way from backdrop to shadow, on it, or at its end."""


def _inks(
    hints: HintsFound, circles: CirclesFound, palette: PaletteFound, which: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """(M, 3) the ink of each hint, and (M,) how it lies to its shadow; one decision a slot, so that equal
    digits of a slot keep equal shapes.
    """
    slots = np.array([hints.places[index].slot for index in which.tolist()], np.intp)
    inks = np.array(palette.inks, np.float32)[slots]
    backdrops = circles.backdrops[which]
    if palette.shadow >= 1:
        return inks, np.full(len(which), DISTINCT)
    limit = SEPARABLE * backdrops.max(axis=1)
    to_way = _to_shading(inks[:, None, None], backdrops, palette.shadow)[:, 0, 0]
    to_end = np.abs(inks - backdrops * palette.shadow).max(axis=1)
    near = np.where(to_end < limit, SHADOW, np.where(to_way < limit, BETWEEN, DISTINCT))
    by_slot = np.array([near[slots == slot].max(initial=DISTINCT) for slot in range(hints.colours)])
    return inks, by_slot[slots]


def _to_backdrop(
    patches: NDArray[np.uint8],
    backdrops: NDArray[np.float32],
    shadow: float,
    alike: NDArray[np.intp],
) -> NDArray[np.float32]:
    """(M, l, l) how far each pixel is from everything that is not ink."""
    if shadow >= 1:
        return _distance(patches, backdrops)
    apart = np.empty(patches.shape[:3], np.float32)
    distinct, between = alike == DISTINCT, alike == BETWEEN
    # Anything on the way from backdrop to shadow is the shadow's soft edge, unless the ink lies there too.
    apart[distinct] = _to_shading(patches[distinct], backdrops[distinct], shadow)
    apart[~distinct] = _distance(patches[~distinct], backdrops[~distinct])
    to_shadow = _distance(patches[between], backdrops[between] * np.float32(shadow))
    apart[between] = np.minimum(apart[between], to_shadow)
    return apart


def _distance(patches: NDArray[np.uint8], tones: NDArray[np.float32]) -> NDArray[np.float32]:
    """(M, ...) the largest difference over the channels to one tone per patch, as float32."""
    return channel_distance(patches, broadcastable_tones(tones, patches.ndim)).astype(np.float32)


def _to_shading(
    patches: NDArray[np.uint8] | NDArray[np.float32], backdrops: NDArray[np.float32], shadow: float
) -> NDArray[np.float32]:
    """(M, l, l) the largest difference over the channels to the backdrop at its best shade, 1 to `shadow`."""
    weight = backdrops / np.maximum((backdrops**2).sum(axis=1), 1)[:, None]
    red, green, blue = (patches[..., channel].astype(np.float32) for channel in range(3))
    a, b, c = (weight[:, channel, None, None] for channel in range(3))
    shade = np.clip(red * a + green * b + blue * c, np.float32(shadow), 1)
    largest = np.zeros(shade.shape, np.float32)
    for channel, plane in enumerate((red, green, blue)):
        np.maximum(largest, np.abs(plane - shade * backdrops[:, channel, None, None]), out=largest)
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
    smooth = coverage
    for axis in (1, 2):
        total = smooth.copy()
        for shift in range(1, reach + 1):
            total += np.roll(smooth, shift, axis=axis)
            total += np.roll(smooth, -shift, axis=axis)
        smooth = total / np.float32(2 * reach + 1)
    return smooth
