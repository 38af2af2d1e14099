"""A photographed screen as if it were lit evenly: light and shadows on a board and its hints are divided out.

Along both sides of each line, between the discs of the hints, the page is bare. How light it is there says
how much light falls on each place, also at the edge of a shadow. Stripes beside the board meet at its lines,
so that the mean of both sides is the same at every line.

Known failure: shadows narrower than a cell, and paint next to the lines.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import DARK, MAX_FACTOR, luma_of, relight
from picrosser.imaging.pixels import RGB, Lattice

# In pitches from a line: where its page is bare, beyond the line's own width and outside the discs.
BARE = 0.05, 0.12
PATCHES = 4  # for each cell along a line: their medians are its light
# Patches of which the median is taken: a disc covers two, and a shadow's edge is kept, since light only falls
# or only rises there.
CALMED = 5

Tones = NDArray[np.float32]
"""Logarithms of grey levels."""


def evenly_lit(image: RGB, board: Lattice) -> RGB:
    """The picture, with its board and the hints beside it as light everywhere as in the middle of the board.

    image : (H, W, 3) uint8 sRGB. board : its cells.
    """
    tones = tones_of(image)
    light = _light_along(tones, board.row_edges_px, board.pitch_px)
    above = _light_along(np.ascontiguousarray(tones.T), board.col_edges_px, board.pitch_px).T
    box = board.board
    light[: box.top, box.left :] = above[: box.top, box.left :]
    inside = float(np.median(light[box.slices]))
    factor = np.exp(np.clip(inside - light, -np.log(MAX_FACTOR), np.log(MAX_FACTOR)))
    return relight(image, factor)


def tones_of(image: RGB) -> Tones:
    """(H, W) the logarithms of its grey levels."""
    return np.asarray(np.log(luma_of(image).astype(np.float32) + DARK))


def _light_along(tones: Tones, lines: tuple[int, ...], pitch_px: float) -> Tones:
    """How light the page is at each pixel, (H, W), by what is bare along horizontal lines.

    Between two lines it changes evenly; beyond the outermost ones it stays what it is there.
    """
    from scipy import ndimage  # few pictures come here

    width = tones.shape[1]
    starts = np.unique(np.linspace(0, width, max(2, round(width / pitch_px * PATCHES)) + 1).astype(int))
    near, far = (max(1, round(share * pitch_px)) for share in BARE)
    measured = []
    for number, line in enumerate(lines):
        sides = [] if number == 0 else [tones[max(0, line - far - 1) : line - near]]
        sides += [] if number == len(lines) - 1 else [tones[line + near : line + far + 1]]
        medians = [
            [float(np.median(side[:, start:stop])) for start, stop in pairwise(starts.tolist())]
            for side in sides
            if side.size
        ]
        measured.append(np.mean(medians, axis=0) if medians else np.full(len(starts) - 1, np.nan))
    seen = np.array(measured, np.float32)
    known = ~np.isnan(seen).any(axis=1)
    calm = ndimage.median_filter(seen[known], (1, CALMED), mode="nearest")
    middles = (starts[:-1] + starts[1:]) / 2
    along = np.array([np.interp(np.arange(width) + 0.5, middles, line) for line in calm])
    places = np.array(lines)[known]
    at = np.clip(np.arange(tones.shape[0]) + 0.5, places[0], places[-1])
    upper = np.clip(np.searchsorted(places, at, side="right") - 1, 0, len(places) - 2)
    share = ((at - places[upper]) / (places[upper + 1] - places[upper]))[:, None]
    return np.asarray((1 - share) * along[upper] + share * along[upper + 1], np.float32)
