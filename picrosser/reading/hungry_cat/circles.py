"""Detect for each hint whether a disc lies under its number.

A disc is only a little darker (or lighter) than its stripe, and its tone differs on light and dark stripes;
but it is round and has the same size everywhere. So the pixels of a ring just inside the rim are compared
with the bare stripe of the same line, and vote: disc, bare, or neither (parts of a number and its shadow).
The contrast of a disc is the commonest difference from the stripe among all rings of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel, mean_channel, min_channel
from picrosser.reading.guess import Guess
from picrosser.reading.hungry_cat.hints import HintsFound

# Outer radii of the rings that are tried, as shares of the slot radius. The game's disc fills the slot;
# inside 0.5 the digits cover too much of a ring.
RINGS = (0.96, 0.88, 0.80, 0.72, 0.66)
RING_WIDTH = 0.16
# Grey levels: a disc differs from its stripe by 24 in the game, by 10 dimmed; the rings of bare stripes
# stay within 3 even in JPEG of quality 30.
MIN_DISC_LEVELS = 4
# In noise a disc has to differ by more: by so many times the usual difference of the calmest rings (those at
# `CALM_RINGS` of all), which are bare. In photographs of screens that is 1 to 2 levels, and discs differ by
# 20. On one of them the commonest contrast was noise of 4 levels, so that no disc was seen. At most 10
# levels, since a board may have no bare ring.
DISC_NOISE_TIMES, CALM_RINGS, MAX_DISC_NOISE_LEVELS = 4.0, 0.2, 10
# How far the channels may differ in the opacity of a translucent black or white overlay. A warm tint leaves
# black as it is, but white becomes (255, 224, 173).
MAX_BLACK_SPREAD, MAX_WHITE_SPREAD = 0.08, 0.14
RING_SAMPLES = 240  # pixels of a ring that vote: more change no decision
# A pixel votes for a tone when it is nearer to it than this share of a disc's contrast.
VOTE_REACH = 0.45
# Log-odds of a unanimous vote. Of 7,000 drawn circles, plain and damaged, the one misread had a lead of 0.05,
# and none with 0.1 or more was misread; so a lead of 0.15, which is certain, makes 3 nats.
NATS_OF_LEAD = 20.0


@dataclass(frozen=True, slots=True, eq=False)
class CirclesFound:
    """Which hints are circled.

    circled : (N,) decisions; the confidence is the probability, 0.5 when undecided.
    log_odds : (N,) in nats, positive for a circle.
    disc_votes, bare_votes : (N,) float32, the shares of the ring's pixels that voted for disc and for bare.
    backdrops : (N, 3) float32, the tone that surrounds each number: the disc's or the stripe's.
    disc_levels : the contrast of a disc in grey levels, signed; 0 if the picture has none.
    ring_px : inner and outer radius of the ring whose pixels voted.
    disc_radius_px : the radius of the discs; 0 if the picture has none.
    """

    circled: tuple[Guess[bool], ...]
    log_odds: tuple[float, ...]
    disc_votes: NDArray[np.float32]
    bare_votes: NDArray[np.float32]
    backdrops: NDArray[np.float32]
    disc_levels: float
    ring_px: tuple[float, float]
    disc_radius_px: float


def detect_circles(hints: HintsFound) -> CirclesFound:
    """Decide for every hint whether it stands on a disc."""
    counts = [_votes(hints, outer) for outer in RINGS]
    # The votes are clearest in the ring that lies inside the discs and outside the numbers.
    chosen = int(np.argmax([np.abs(disc - bare).mean() for disc, bare, _, _ in counts]))
    disc, bare, levels, disc_tone = counts[chosen]
    circled = disc > bare
    lead = (disc - bare) / np.maximum(disc + bare, 0.2)  # few voters at all: no certainty
    log_odds = NATS_OF_LEAD * lead
    sure = 1 / (1 + np.exp(-np.abs(log_odds)))
    outer = RINGS[chosen] * hints.slot_radius_px
    backdrops = _backdrops(hints, circled, RINGS[chosen], disc_tone)
    return CirclesFound(
        circled=tuple(
            Guess(is_disc, probability, ((not is_disc, 1 - probability),))
            for is_disc, probability in zip(circled.tolist(), sure.tolist(), strict=True)
        ),
        log_odds=tuple(log_odds.tolist()),
        disc_votes=disc,
        bare_votes=bare,
        backdrops=backdrops,
        disc_levels=levels if circled.any() else 0.0,
        ring_px=(outer - RING_WIDTH * hints.slot_radius_px, outer),
        disc_radius_px=_disc_radius(hints, circled, backdrops, outer),
    )


def _ring(hints: HintsFound, outer: float) -> NDArray[np.uint8]:
    """Return the pixels of a ring in each patch: (N, M, 3)."""
    radius = hints.radius() / hints.slot_radius_px
    ring = (radius <= outer) & (radius > outer - RING_WIDTH) & hints.inside(True) & hints.inside(False)
    where = np.flatnonzero(ring)
    where = where[:: 1 + len(where) // RING_SAMPLES]
    return hints.patches.reshape(len(hints.patches), -1, 3)[:, where]


def _votes(
    hints: HintsFound, outer: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], float, NDArray[np.float32]]:
    """Let the pixels of a ring vote.

    Returns
    -------
    The shares of pixels that look like a disc and like bare stripe, (N,) each; a disc's contrast to its
    stripe in grey levels, as the mean of the channels and for each channel, (3,).
    """
    ring = _ring(hints, outer)
    if not ring.shape[1]:  # of slots a few pixels wide: nobody votes
        nobody = np.zeros(len(ring), np.float32)
        return nobody, nobody, 0.0, np.zeros(3, np.float32)
    contrast = ring - hints.stripes[:, None]
    grey = mean_channel(contrast)
    noise = float(np.quantile(np.median(np.abs(grey), axis=1), CALM_RINGS))
    least = max(MIN_DISC_LEVELS, min(round(DISC_NOISE_TIMES * noise), MAX_DISC_NOISE_LEVELS))
    levels = _commonest(grey[_is_overlay(ring, hints.stripes)], least)
    # All channels must agree, or ink as bright as the stripe would vote for the stripe.
    near = np.abs(grey - levels) <= 2
    disc_tone = np.median(contrast[near], axis=0) if near.any() else np.full(3, levels)
    disc_tone = disc_tone.astype(np.float32)
    reach = VOTE_REACH * abs(levels)
    disc = (max_channel(np.abs(contrast - disc_tone)) < reach).mean(axis=1, dtype=np.float32)
    bare = (max_channel(np.abs(contrast)) < reach).mean(axis=1, dtype=np.float32)
    return disc, bare, levels, disc_tone


def _is_overlay(ring: NDArray[np.uint8], stripes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which pixels may be a disc, translucent black or white over the stripe, not ink: (N, M) bool."""
    tone, one = stripes[:, None] + np.float32(1), np.float32(1)
    black = (ring + one) / tone
    white = (256 * one - ring) / (257 * one - tone)
    black_spread, white_spread = (max_channel(part) - min_channel(part) for part in (black, white))
    return np.asarray(
        (black_spread < MAX_BLACK_SPREAD) | ((white_spread < MAX_WHITE_SPREAD) & (max_channel(white) < 1))
    )


def _commonest(contrast: NDArray[np.float32], least: int) -> float:
    """Return the commonest contrast of at least `least` either way, in grey levels."""
    whole = np.rint(contrast).astype(int).clip(-255, 255) + 255
    counts = np.bincount(whole.ravel(), minlength=511).astype(np.float32)
    counts[255 - least + 1 : 255 + least] = 0
    smooth = np.convolve(counts, np.ones(5, np.float32), mode="same")
    smooth[255 - least + 1 : 255 + least] = 0
    return float(np.argmax(smooth) - 255) if smooth.any() else float(-2 * least)


def _backdrops(
    hints: HintsFound, circled: NDArray[np.bool_], outer: float, disc_tone: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the tone behind each number, (N, 3): the stripe's, or for circled hints the disc's.

    The disc's is the mean of the ring's pixels that look like disc in all channels; ink may be as bright.
    """
    ring = _ring(hints, outer)[circled].astype(np.float32)
    off = max_channel(np.abs(ring - hints.stripes[circled][:, None] - disc_tone))
    weight = (off < VOTE_REACH * np.abs(disc_tone).max()).astype(np.float32)
    amount = weight.sum(axis=1)[:, None]
    tones = np.einsum("nm,nmc->nc", weight, ring) / np.maximum(amount, 1)
    backdrops = hints.stripes.copy()
    backdrops[circled] = np.where(amount > 0, tones, backdrops[circled])
    return backdrops


def _disc_radius(
    hints: HintsFound, circled: NDArray[np.bool_], backdrops: NDArray[np.float32], inside: float
) -> float:
    """Return the first radius at which most pixels look more like stripe than like disc, in pixels."""
    if not circled.any():
        return 0.0
    stripes, discs = hints.stripes[circled].mean(axis=1), backdrops[circled].mean(axis=1)
    radius = hints.radius()
    discs_patches = hints.patches[circled]
    far = min(hints.slot_radius_px, hints.pitch_px / 2)
    at = inside
    while at < far:
        tones = mean_channel(discs_patches[:, (radius >= at) & (radius < at + 1)])
        like_disc = np.abs(tones - discs[:, None]) < np.abs(tones - stripes[:, None])
        if like_disc.mean() < 0.5:
            break
        at += 1
    return float(at)
