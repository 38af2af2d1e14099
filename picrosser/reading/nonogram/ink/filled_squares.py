"""A picture's flat zones in, those out that a square is left of which a number nearly fills.

Between such a number and its square's sides lies no flat zone any more, so that what is above the number and
what is below it are two. But they are of one tone, and so is the square's rim, all the way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from picrosser.imaging.connected import Labels, Place
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.plate import ONE_TONE, Flags

LEAST = 0.33  # of a square's height at most: its least width, where bars lie over its sides
ABREAST = 0.9  # of the wider one's columns both parts have
LAST_PX = 1  # right of and below what is flat: the step to it is none, but the one after it is
RIM = 0.9  # of its pixels are of the tone: its corners may be soft
SOFT_LEVELS = 40  # so far off the tone they may be: edges that are scaled overshoot


def filled_squares(
    pixels: RGB, zones: Labels, places: Sequence[Place], most_px: float
) -> Iterator[tuple[Place, Flags]]:
    """Where each square lies, and its pixels that show its tone.

    Parameters
    ----------
    pixels : in which the zones lie.
    zones : (H, W) the number, from 1, of the flat zone that each pixel belongs to.
    places : of the zones, in their order.
    most_px : a square's height.
    """
    wide = [
        (place, median(pixels[place][zones[place] == number], axis=0))
        for number, place in enumerate(places, 1)
        if LEAST * most_px < place[1].stop - place[1].start <= most_px
        and place[0].stop - place[0].start < most_px
    ]
    wide.sort(key=lambda one: one[0][0].start)
    for at, (upper, tone) in enumerate(wide):
        for lower, its in wide[at + 1 :]:
            if lower[0].start - upper[0].start > most_px:
                break
            too_far = lower[0].stop - upper[0].start > most_px
            if too_far or not _is_below(upper, lower) or np.abs(tone - its).max() > ONE_TONE:
                continue
            left, right = min(upper[1].start, lower[1].start), max(upper[1].stop, lower[1].stop)
            place = slice(upper[0].start, lower[0].stop + LAST_PX), slice(left, right + LAST_PX)
            near = np.asarray(np.abs(pixels[place] - tone).max(axis=2) <= SOFT_LEVELS)
            rim = near[0], near[-1], near[:, 0], near[:, -1]
            if min(float(side.mean()) for side in rim) >= RIM:
                yield place, near


def _is_below(upper: Place, lower: Place) -> bool:
    """Whether the one goes on further down, from side to side of the other."""
    one, other = upper[1], lower[1]
    shared = min(one.stop, other.stop) - max(one.start, other.start)
    wider = max(one.stop - one.start, other.stop - other.start)
    return bool(lower[0].stop > upper[0].stop and shared >= ABREAST * wider)
