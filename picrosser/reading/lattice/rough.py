"""A picture in, pairs of combs out that its board's lines may be: the rough pass over the whole of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median
from picrosser.reading.lattice.combs import MIN_PITCH_PX, Comb, Profile, best_combs, box_mean, likely_pitches
from picrosser.reading.lattice.corners import MIN_LINES
from picrosser.reading.lattice.edges import edge_strength

# The rough pass averages over this share of the shorter side: about half a cell on a phone, some dashes long.
ROUGH_WINDOW = 1 / 40
# and blurs across lines by this share, so that a line's two edges make one peak in the profile.
ROUGH_BLUR = 1 / 200
FINE_BELOW_PX = 800  # of the shorter side: smaller pictures are searched pixel by pixel


def rough_combs(luma: NDArray[np.int16], across: NDArray[np.int16]) -> Iterator[tuple[Comb, Comb]]:
    """Pairs of combs (rows' lines, columns' lines) with one pitch, the likely ones first.

    luma : (H, W) int16; across : its transpose.
    """
    for row_combs, col_combs in combs_by_pitch(luma, across):
        pairs = [(rows, cols) for rows in row_combs for cols in col_combs]
        yield from sorted(pairs, key=lambda pair: -pair[0].score - pair[1].score)


def combs_by_pitch(
    luma: NDArray[np.int16], across: NDArray[np.int16], *, halves: bool = False
) -> Iterator[tuple[list[Comb], list[Comb]]]:
    """The combs of the rows' and of the columns' lines for each likely pitch, the likely ones first.

    One pitch after the other is looked at finely, since nearly always the first one holds.

    halves : try half of each pitch too, last: every second stripe is darker, and may be all that repeats.
    """
    profiles, grain = rough_profiles(luma, across)
    pitches = likely_pitches(profiles, min(luma.shape) / MIN_LINES / grain)
    for pitch in [*pitches, *(pitch / 2 for pitch in pitches if halves and pitch / 2 >= MIN_PITCH_PX)]:
        rows, cols = ([comb.scaled(grain) for comb in best_combs(profile, pitch)] for profile in profiles)
        yield rows, cols


def rough_profiles(luma: NDArray[np.int16], across: NDArray[np.int16]) -> tuple[tuple[Profile, ...], int]:
    """The edge strength down and across a picture, and how many pixels each of its values stands for."""
    shorter = min(luma.shape)
    # A profile twice as coarse is precise enough for a first guess, at a quarter of the time.
    grain = 2 if shorter >= FINE_BELOW_PX else 1
    return tuple(_rough_profile(view, shorter, grain) for view in (luma, across)), grain


def _rough_profile(luma: NDArray[np.int16], shorter: int, grain: int) -> Profile:
    """Edge strength in every `grain` pixel rows of the picture, on a logarithmic scale over its median."""
    strength = edge_strength(luma, max(8, round(shorter * ROUGH_WINDOW)))
    blurred = box_mean(strength, max(3, round(shorter * ROUGH_BLUR)))[::grain]
    return np.asarray(np.log1p(blurred / max(median(blurred), 0.1)), np.float32)
