"""The hint areas in, the plates in them out: pills, discs and squares on which digits stand.

A plate is of one tone, or nearly, so that it is a flat zone of the picture, parted from others by edges. It
lies within one line, is nearly as thick as the line and at least as long as it is thick, which no digit is.
Digits, their holes and the page between plates are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import RGB, Box
from picrosser.reading.channels import distance
from picrosser.reading.nonogram.connected import labelled

FLAT_LEVELS = 10  # between neighbouring pixels: within a plate less, compressed or shaded ones too
THICK = 0.5, 1.05  # of the pitch, across the line
LONG = 0.85  # of its thickness: a wide zero is less
LONG_AT_BOARD = 0.7  # the board's frame may lie over its end,
FRAME = 0.15  # of the pitch: so far from the board's edge on
FILLS = 0.7  # of its box, with what stands on it: a disc 0.79
BARE = 0.3  # of that is not covered by digits
STRAY = 0.08  # of the pitch: so far a plate may reach out of its line
IN_MANY = 0.3  # of the lines have plates, else they are no plates but a mark, as of the chosen line

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """What one or more digits of a line may stand on.

    box : in the picture.
    within : (height, width) its pixels, those under digits too.
    tone : (3,) float32, its own colour.
    """

    box: Box
    within: Flags
    tone: NDArray[np.float32]


def find_plates(image: RGB, area: Box, edges: Sequence[int], *, upright: bool) -> list[list[Plate]]:
    """What may be plates, by the lines between an area's edges; the largest first.

    Parameters
    ----------
    area : the hints', beside the board or above it.
    edges : of the lines, in the picture; of the columns if upright, else of the rows.
    """
    pixels = image[area.slices]
    len_along = area.height if upright else area.width
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    lines: list[list[Plate]] = [[] for _ in edges[1:]]
    if not pixels.size:  # the board reaches the picture's edge
        return lines
    labels, zones = labelled(_flat(pixels), corners=False)
    for number, place in enumerate(zones, 1):
        across, along = reversed(place) if upright else place
        thickness = across.stop - across.start
        long = LONG_AT_BOARD if along.stop > len_along - FRAME * pitch else LONG
        if not THICK[0] * pitch <= thickness <= THICK[1] * pitch:
            continue
        if along.stop - along.start < long * thickness:
            continue
        start = across.start + (area.left if upright else area.top)
        line = int(np.searchsorted(edges, start + thickness / 2)) - 1
        if start < edges[line] - STRAY * pitch or start + thickness > edges[line + 1] + STRAY * pitch:
            continue
        zone = labels[place] == number
        down, sideways = _spans(zone)
        within = down | sideways
        if (down & sideways).mean() < FILLS or zone.sum() < BARE * within.sum():
            continue
        top, left = area.top + place[0].start, area.left + place[1].start
        box = Box(top, left, top + zone.shape[0], left + zone.shape[1])
        lines[line].append(Plate(box, within, np.median(pixels[place][zone], axis=0).astype(np.float32)))
    return [sorted(line, key=lambda plate: -plate.box.height * plate.box.width) for line in lines]


def in_many_lines(plates: list[list[Plate]]) -> list[list[Plate]]:
    """All of them, or none: what looks like a plate in few lines marks these lines."""
    return plates if np.mean([bool(its) for its in plates]) >= IN_MANY else [[] for _ in plates]


def _flat(pixels: RGB) -> Flags:
    """(H, W) where the next pixels, to the right and below, have about the same tone."""
    flat = np.ones(pixels.shape[:2], bool)
    flat[-1] = flat[:, -1] = False
    for axis in (0, 1):
        ahead, behind = (np.moveaxis(pixels, axis, 0)[part] for part in (slice(1, None), slice(-1)))
        np.moveaxis(flat, axis, 0)[:-1] &= distance(ahead, behind) < FLAT_LEVELS
    return flat


def _spans(zone: Flags) -> tuple[Flags, Flags]:
    """What lies between a zone's outermost pixels, down and across: digits on a plate, and at its rim."""
    down, across = (
        np.maximum.accumulate(zone, axis=axis)
        & np.flip(np.maximum.accumulate(np.flip(zone, axis), axis=axis), axis)
        for axis in (0, 1)
    )
    return down, across
