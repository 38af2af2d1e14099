"""Find the colour of each slot's numbers (its ink), of their shadow, and of the empty board.

A number is painted flat, with a slightly lighter outline and a translucent shadow. So the commonest colour
among the pixels of a slot that differ from their backdrop is the ink: outline, shadow and the blends between
them are thinner or vary with the backdrop.

Known failure: strokes of one or two pixels have no flat inside; then the ink is a blend.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import broadcastable_tones, channel_distance, max_channel, mean_channel
from picrosser.imaging.pixels import RGB, Mask
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.tolerances import (
    CHANCE,
    MAX_BLACK_SPREAD,
    MAX_OFF,
    MAX_STRAY,
    SAME_LEVELS,
    SOFT_EDGE,
    USUAL,
)
from picrosser.reading.lattice.line_evidence import GridFound

ZONE = 0.90  # of the slot radius: numbers stand inside, the disc's rim outside
MAX_PIXELS = 1.5  # sampled of one number, in units of the median: a "10" has twice the ink of a "1"
# Of the backdrop's brightness: what is darker is no shadow. Every lighter tone may be the soft edge of one:
# where only those up to 0.75 counted, the edge beside a dark grey ink was taken for that ink.
DARKEST_SHADOW = 0.3
MIN_LIT_FRACTION = 0.35  # if less of a slot's foreground looks lit, its ink itself looks like shadow


@dataclass(frozen=True, slots=True, eq=False)
class PaletteFound:
    """The colours of the slots.

    inks : the colour of each slot's numbers.
    shares : for each slot, the share of its foreground that has the ink's colour, 0..1: how flat it is.
    background : the colour of the board where no cell is painted.
    shadow : the share of the backdrop's brightness that is left in the numbers' shadow; 1 without shadow.
    cover : (N,) float32, the share of each hint's zone that is foreground, 0..1.
    occupied : (N,) bool, the hints that show a number.
    """

    inks: tuple[Colour, ...]
    shares: tuple[float, ...]
    background: Colour
    shadow: float
    cover: NDArray[np.float32]
    occupied: NDArray[np.bool_]


def sample_palette(hints: HintsFound, circles: CirclesFound, background: Colour) -> PaletteFound:
    """Find the ink of every slot.

    background : the background colour of the board, see `board_colour`; the result keeps it.
    """
    off = channel_distance(hints.patches, broadcastable_tones(circles.backdrops, 4))
    zone = (hints.radius() <= ZONE * hints.slot_radius_px) & hints.own()
    zone[circles.log_odds > 0] &= hints.radius() < circles.disc_radius_px - SOFT_EDGE * hints.pitch_px
    foreground = (off > SAME_LEVELS) & zone
    cover = foreground.sum(axis=(1, 2)) / np.maximum(zone.sum(axis=(1, 2)), 1)
    occupied = cover > CHANCE
    slots = np.array([place.slot for place in hints.places])
    inks, shares = [], []
    for slot in range(hints.colours):
        own = np.flatnonzero((slots == slot) & occupied)
        own = own[:: 1 + len(own) // 8]  # more numbers take longer and do not change the colour
        if len(own):
            lit = _lit(hints.patches[own], circles.backdrops[own], foreground[own], hints.pitch_px)
            ink, share = commonest_colour(lit)
        else:  # an empty slot between used ones: the sums will not add up
            ink, share = np.array(background, np.float64), 0.0
        inks.append(ink)
        shares.append(share)
    return PaletteFound(
        inks=tuple(_colour(np.rint(ink)) for ink in inks),
        shares=tuple(shares),
        background=background,
        shadow=_shadow(hints, circles, foreground & occupied[:, None, None], np.array(inks)[slots]),
        cover=cover.astype(np.float32),
        occupied=occupied,
    )


def _lit(
    patches: NDArray[np.uint8], backdrops: NDArray[np.float32], foreground: Mask, pitch: float
) -> NDArray[np.uint8]:
    """The foreground pixels of hints that are ink, not shadow, (M, 3): of strokes' cores if there are any."""
    # A shadow is its backdrop, darker by one factor in all channels. If nearly all foreground looks like
    # that, the ink itself is such a grey. At the edges of strokes lies a lighter outline.
    ratio = np.asarray(patches / np.maximum(backdrops, 1)[:, None, None], np.float32)
    mean = mean_channel(ratio)
    even = max_channel(np.abs(ratio - mean[..., None])) < MAX_BLACK_SPREAD
    lit = foreground & ~(even & (mean > DARKEST_SHADOW) & (mean < 1))
    # Judged by the median number, since a blot has no shadow.
    shares = lit.sum(axis=(1, 2)) / np.maximum(foreground.sum(axis=(1, 2)), 1)
    if float(np.median(shares)) < MIN_LIT_FRACTION:
        lit = foreground
    core, reach = lit, max(1, round(SOFT_EDGE * pitch))
    for axis in (1, 2):
        core = core & np.roll(lit, reach, axis=axis) & np.roll(lit, -reach, axis=axis)
    mask = core if core.sum() > CHANCE * lit.sum() else lit
    # Of a hint with many more pixels than others only a part counts, or a blot would outvote all numbers.
    amounts = mask.sum(axis=(1, 2))
    most = max(1, int(MAX_PIXELS * float(np.median(amounts))))
    parts = zip(patches, mask, amounts.tolist(), strict=True)
    return np.concatenate([patch[own][:: -(-amount // most) or 1] for patch, own, amount in parts])


def commonest_colour(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float64], float]:
    """Find the densest colour of (N, 3) uint8 pixels: (3,) float64, and the share of the pixels near it."""
    # Two histograms half a bin apart, so that no colour is split between bins in both.
    best, count = pixels[0].astype(np.float64), 0
    for shift in (0, SAME_LEVELS // 2):
        bins = (pixels.astype(np.int32) + shift) // SAME_LEVELS
        codes = (bins[:, 0] << 10) | (bins[:, 1] << 5) | bins[:, 2]
        counts = np.bincount(codes)
        if counts.max() > count:
            count = int(counts.max())
            best = pixels[codes == np.argmax(counts)].mean(axis=0)
    near = np.ones(len(pixels), bool)
    for _ in range(3):  # mean shift: the flat colour pulls the centre off the blends around it
        near = max_channel(np.abs(pixels - best.astype(np.float32))) <= SAME_LEVELS
        best = np.median(pixels[near], axis=0) if near.any() else best
    return best, float(near.mean())


def _colour(tone: NDArray[np.floating]) -> Colour:
    red, green, blue = tone.astype(int).tolist()
    return red, green, blue


def _shadow(hints: HintsFound, circles: CirclesFound, foreground: Mask, inks: NDArray[np.float64]) -> float:
    """The share of the backdrop's brightness left in the shadow: the commonest ratio without ink."""
    which = np.flatnonzero(foreground)
    which = which[:: 1 + len(which) // 4_000]
    hint = which // foreground[0].size
    pixels = hints.patches.reshape(-1, 3)[which].astype(np.float32)
    ratio = pixels / np.maximum(circles.backdrops[hint], 1)
    mean = mean_channel(ratio)
    plain = max_channel(np.abs(ratio - mean[:, None])) < MAX_BLACK_SPREAD
    far = max_channel(np.abs(pixels - inks[hint].astype(np.float32))) > 2 * SAME_LEVELS
    counts, edges = np.histogram(mean[plain & far], bins=30, range=(0.25, 0.85))
    if counts.sum() < CHANCE * max(1, len(pixels)):
        return 1.0
    top = int(np.argmax(counts))
    return float((edges[top] + edges[top + 1]) / 2)


def board_colour(image: RGB, grid: GridFound) -> Colour:
    """The background colour of the board: the colour of a cell that is not painted.

    If some cells have the colour seen just outside the board, it is the median of theirs. Else, on a board
    that is tinted as a whole, it is the median colour of the cells, if most have it; else the outside's.

    image : (H, W, 3) uint8 sRGB.
    """
    rows, cols = map(np.array, grid.lattice.edges_px)
    ys, xs = (rows[:-1] + rows[1:]) // 2, (cols[:-1] + cols[1:]) // 2
    tones = image[ys[:, None], xs].reshape(-1, 3).astype(np.float32)
    beyond = int(MAX_OFF * grid.pitch_px)
    below, right = min(rows[-1] + beyond, image.shape[0] - 1), min(cols[-1] + beyond, image.shape[1] - 1)
    background = np.median(np.concatenate([image[below, xs], image[ys, right]]), axis=0)
    for colour, enough in ((background, MAX_STRAY), (np.median(tones, axis=0), USUAL)):
        same = np.abs(tones - colour).max(axis=1) < SAME_LEVELS
        if same.mean() >= enough:
            return _colour(np.median(tones[same], axis=0))
    return _colour(background)
