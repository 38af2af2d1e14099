"""Detect for each hint whether a disc lies under its number.

A disc is only a little darker (or lighter) than its stripe, and its tone differs on light and dark stripes;
but it is round and has the same size everywhere. So the pixels of a ring just inside the rim are compared
with the bare stripe of the same line, and vote: disc, bare, or neither (parts of a number and its shadow).
The contrast of a disc is the commonest difference from the stripe among all rings of the picture.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel, mean_channel, min_channel
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.tolerances import MAX_BLACK_SPREAD, NOISE_LEVELS, SAME_LEVELS

# Outer radii of the rings that are tried, as shares of the slot radius. The game's disc fills the slot;
# inside 0.5 the digits cover too much of a ring.
RINGS = (0.96, 0.88, 0.80, 0.72, 0.66)
RING_WIDTH = 0.16
# Least and most levels by which a disc differs from its stripe. In noise it has to differ by more: by four
# times the usual difference of the calmest fifth of the rings, which are bare. In photographs of screens that
# is 1 to 2 levels, and discs differ by 20. On one of them the commonest contrast was noise of 4 levels.
DISC_LEVELS = NOISE_LEVELS, SAME_LEVELS
# How far the channels may differ in the opacity of a translucent white overlay, which a warm tint makes
# (255, 224, 173), while black stays as it is.
MAX_WHITE_SPREAD = 0.14
# A pixel votes for a tone when it is nearer to it than this share of a disc's contrast, from 4 to 24 levels.
VOTE_REACH = 0.45
# Log-odds of a unanimous vote. Of 7,000 drawn circles, plain and damaged, the one misread had a lead of 0.05,
# and none with 0.1 or more was misread; so a lead of 0.15, which is certain, makes 3 nats.
NATS_OF_LEAD = 20.0

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class CirclesFound:
    """Which hints are circled.

    log_odds : (N,) float32, in nats, positive for a circle.
    backdrops : (N, 3) float32, the tone that surrounds each number: the disc's or the stripe's.
    disc_levels : the contrast of a disc in grey levels, signed; 0 if the picture has none.
    disc_radius_px : the radius of the discs; 0 if the picture has none.
    """

    log_odds: Floats
    backdrops: Floats
    disc_levels: float
    disc_radius_px: float


def detect_circles(hints: HintsFound) -> CirclesFound:
    """Decide for every hint whether it stands on a disc."""
    votes = [_votes(hints, outer) for outer in RINGS]
    # The votes are clearest in the ring that lies inside the discs and outside the numbers.
    chosen = int(np.argmax([np.abs(disc - bare).mean() for disc, bare, _ in votes]))
    disc, bare, disc_tone = votes[chosen]
    log_odds = NATS_OF_LEAD * (disc - bare) / np.maximum(disc + bare, 0.2)  # few voters: no certainty
    backdrops = _backdrops(hints, log_odds > 0, RINGS[chosen], disc_tone)
    levels = float(disc_tone.mean()) if (log_odds > 0).any() else 0.0
    inside = RINGS[chosen] * hints.slot_radius_px
    return CirclesFound(log_odds, backdrops, levels, _disc_radius(hints, log_odds > 0, backdrops, inside))


def _ring(hints: HintsFound, outer: float) -> NDArray[np.uint8]:
    """The pixels of a ring in each patch: (N, M, 3), of many only each second, third and so on."""
    radius = hints.radius() / hints.slot_radius_px
    ring = (radius <= outer) & (radius > outer - RING_WIDTH) & hints.inside(True) & hints.inside(False)
    where = np.flatnonzero(ring)
    return hints.patches.reshape(len(hints.patches), -1, 3)[:, where[:: 1 + len(where) // 240]]


def _votes(hints: HintsFound, outer: float) -> tuple[Floats, Floats, Floats]:
    """(N,) the shares of a ring's pixels like a disc, and like bare stripe; (3,) a disc's contrast."""
    ring = _ring(hints, outer)
    if not ring.shape[1]:  # of slots a few pixels wide: nobody votes
        nobody = np.zeros(len(ring), np.float32)
        return nobody, nobody, np.zeros(3, np.float32)
    contrast = ring - hints.stripes[:, None]
    grey = mean_channel(contrast)
    noise = float(np.quantile(np.median(np.abs(grey), axis=1), 0.2))
    levels = _commonest(grey[_is_overlay(ring, hints.stripes)], int(np.clip(round(4 * noise), *DISC_LEVELS)))
    # All channels must agree, or ink as bright as the stripe would vote for the stripe.
    near = np.abs(grey - levels) <= 2
    disc_tone = np.median(contrast[near], axis=0) if near.any() else np.full(3, levels)
    reach = VOTE_REACH * abs(levels)
    disc, bare = (
        (max_channel(np.abs(contrast - tone)) < reach).mean(axis=1, dtype=np.float32)
        for tone in (disc_tone.astype(np.float32), np.float32(0))
    )
    return disc, bare, disc_tone.astype(np.float32)


def _is_overlay(ring: NDArray[np.uint8], stripes: Floats) -> NDArray[np.bool_]:
    """Which pixels may be a disc, translucent black or white over the stripe, not ink: (N, M) bool."""
    tone, one = stripes[:, None] + np.float32(1), np.float32(1)
    black = (ring + one) / tone
    white = (256 * one - ring) / (257 * one - tone)
    black_spread, white_spread = (max_channel(part) - min_channel(part) for part in (black, white))
    is_white = (white_spread < MAX_WHITE_SPREAD) & (max_channel(white) < 1)
    return np.asarray((black_spread < MAX_BLACK_SPREAD) | is_white)


def _commonest(contrast: Floats, least: int) -> float:
    """The commonest contrast of at least `least` either way, in grey levels."""
    whole = np.rint(contrast).astype(int).clip(-255, 255) + 255
    counts = np.bincount(whole.ravel(), minlength=511).astype(np.float32)
    is_less = np.abs(np.arange(-255, 256)) < least
    counts[is_less] = 0
    smooth = np.convolve(counts, np.ones(5, np.float32), mode="same")
    smooth[is_less] = 0
    return float(np.argmax(smooth) - 255) if smooth.any() else float(-2 * least)


def _backdrops(hints: HintsFound, circled: NDArray[np.bool_], outer: float, disc_tone: Floats) -> Floats:
    """(N, 3) the tone behind each number: the stripe's, or for circled hints the disc's."""
    ring = _ring(hints, outer)[circled].astype(np.float32)
    off = max_channel(np.abs(ring - hints.stripes[circled][:, None] - disc_tone))
    weight = (off < VOTE_REACH * np.abs(disc_tone).max()).astype(np.float32)
    amount = weight.sum(axis=1)[:, None]
    tones = np.einsum("nm,nmc->nc", weight, ring) / np.maximum(amount, 1)
    backdrops = hints.stripes.copy()
    backdrops[circled] = np.where(amount > 0, tones, backdrops[circled])
    return backdrops


def _disc_radius(hints: HintsFound, circled: NDArray[np.bool_], backdrops: Floats, inside: float) -> float:
    """The first radius at which most pixels look more like stripe than like disc, in pixels."""
    if not circled.any():
        return 0.0
    stripes, discs = hints.stripes[circled].mean(axis=1), backdrops[circled].mean(axis=1)
    radius, patches = hints.radius(), hints.patches[circled]
    at = inside
    while at < min(hints.slot_radius_px, hints.pitch_px / 2):
        tones = mean_channel(patches[:, (radius >= at) & (radius < at + 1)])
        like_disc = np.abs(tones - discs[:, None]) < np.abs(tones - stripes[:, None])
        if like_disc.mean() < 0.5:
            break
        at += 1
    return float(at)
