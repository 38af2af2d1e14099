"""Flat zones that span several lines in, their parts in each line out.

Where the squares of a coloured hint area leave no space between them, equal ones under or beside each other
are one zone. It is of another tone than the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from picrosser.imaging.connected import Labels, Place, label_pieces, place_in_whole
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.plate import ONE_TONE, Flags

SLACK = 0.3  # of the pitch: a zone of one line may reach as far out of it
THINNED = 4  # every so many rows and columns tell which zone is the page, and its tone
NARROW = 0.5  # of the pitch: no square, nor what of one lies in a line, is narrower


def merged_squares(
    pixels: RGB, zones: Labels, places: Sequence[Place], edges: Sequence[int], *, upright: bool
) -> Iterator[tuple[Place, Flags]]:
    """Where the parts of such zones lie, and their pixels there.

    Parameters
    ----------
    pixels : in which the zones lie.
    zones : (H, W) the number, from 1, of the flat zone that each pixel belongs to.
    places : of the zones, in their order.
    edges : of the lines, in these pixels; of columns if upright, else of rows.
    """
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    across = 1 if upright else 0
    tall = [
        number
        for number, place in enumerate(places, 1)
        if place[across].stop - place[across].start > (1 + SLACK) * pitch
        and place[1 - across].stop - place[1 - across].start >= NARROW * pitch
    ]
    if not tall:
        return
    thinned = zones[::THINNED, ::THINNED]
    largest = int(np.bincount(thinned[thinned > 0], minlength=2).argmax())
    page = median(pixels[::THINNED, ::THINNED][thinned == largest], axis=0)
    for number in tall:
        if number == largest:
            continue
        place = places[number - 1]
        zone = zones[place] == number
        if np.abs(median(pixels[place][zone], axis=0) - page).max() < ONE_TONE:
            continue
        height, width = zone.shape
        start = place[across].start
        for first, last in pairwise(np.clip(np.array(edges) - start, 0, zone.shape[across]).tolist()):
            if last - first < NARROW * pitch:
                continue
            line = (
                (slice(0, height), slice(first, last)) if upright else (slice(first, last), slice(0, width))
            )
            labels, parts = label_pieces(zone[line], corners=False)
            for at, part in enumerate(parts, 1):
                yield place_in_whole(place_in_whole(place, line), part), labels[part] == at
