"""Groups of like tones in, which of them may be others faded out: satisfied digits, or their squares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median

FADED = 0.2, 0.45  # of a digit's difference from its backdrop is left when it has faded
FADED_OFF = 24.0  # levels, from there to where a faded digit would be

Tone = NDArray[np.float32]
"""(3,) sRGB."""


def unfaded(
    groups: NDArray[np.intp],
    tones: NDArray[np.float32],
    grounds: NDArray[np.float32],
    on_square: NDArray[np.bool_],
) -> dict[int, int]:
    """Per group the one that it is nearest to being faded from; itself if it has not faded.

    How many digits each has says nothing: of a colour, most may be satisfied.
    """
    names = sorted(set(groups.tolist()))
    means = {group: median(tones[groups == group], axis=0) for group in names}
    squares = {group for group in names if on_square[groups == group].mean() > 0.5}
    full = {group: group for group in names}
    for group, tone in means.items():
        ground = median(grounds[groups == group], axis=0)
        off = {
            other: off_faded(tone, its, ground)
            for other, its in means.items()
            if other != group and not {group, other} <= squares
        }
        nearest = min(off, key=off.__getitem__, default=group)
        if off.get(nearest, np.inf) < FADED_OFF:
            full[group] = nearest
    return {group: _root(full, group) for group in names}


def _root(full: dict[int, int], group: int) -> int:
    """The one at the end of a chain of groups, each faded from the next; each stands out more, so it ends."""
    while full[group] != group:
        group = full[group]
    return group


def full_squares(
    groups: NDArray[np.intp], tones: NDArray[np.float32], paper: Tone, on_square: NDArray[np.bool_]
) -> dict[int, int]:
    """Per group of squares that may have faded the one that it is nearest to being faded from."""
    squares = [group for group in sorted(set(groups.tolist())) if on_square[groups == group].mean() > 0.5]
    means = {group: median(tones[groups == group], axis=0) for group in squares}
    found: dict[int, int] = {}
    for group, tone in means.items():
        off = {other: off_faded(tone, full, paper) for other, full in means.items() if other != group}
        nearest = min(off, key=off.__getitem__, default=group)
        if off.get(nearest, np.inf) < FADED_OFF:
            found[group] = nearest
    return found


def by_strongest(
    whole: dict[int, int], means: dict[int, Tone], grounds: NDArray[np.float32]
) -> dict[int, int]:
    """Per group that may have faded, or that another one is faded from, the one of them that stands out most:
    that is how the colour looks on the board.
    """
    ground = median(grounds, axis=0)
    found: dict[int, int] = {}
    for name in set(whole.values()):
        its = [group for group in means if whole[group] == name]
        strongest = max(its, key=lambda group: float(np.abs(means[group] - ground).max()), default=name)
        found |= {group: strongest for group in its if group != strongest}
    return found


def off_faded(faded: Tone, full: Tone, ground: Tone) -> float:
    """How far off, in levels, one tone is the other one, laid thinly over the backdrop."""
    left, whole = faded - ground, full - ground
    share = float(left @ whole / max(1.0, float(whole @ whole)))
    return float(np.abs(left - share * whole).max()) if FADED[0] <= share <= FADED[1] else np.inf
