"""A comb's lines in, the sides that do not show since the cells at both sides are filled alike out."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.candidates.area import Flags
from picrosser.reading.nonogram.candidates.sides import Luma, Places

SAME_LEVELS = 6  # grey levels within which two tones are one
SAMPLES = (0.3, 0.4, 0.5, 0.6, 0.7)  # of the pitch: where a cell's tone is looked at
RING = 2  # cells round the comb's teeth in which the page shows


def filled_alike(luma: Luma, rows: Places, cols: Places, box: list[int]) -> tuple[Flags, Flags]:
    """The sides between two cells of one tone that cells within the box have, and the page has not.

    box : first and last line of the comb's teeth, rows' then columns'.

    Returns
    -------
    (R + 1, C) below and above rows' lines, (R, C + 1) beside columns' lines.
    """
    down, along = (
        (np.rint(lines[:-1, None] + (lines[1] - lines[0]) * np.array(SAMPLES))).astype(np.intp)
        for lines in (rows, cols)
    )
    down, along = np.clip(down, 0, luma.shape[0] - 1), np.clip(along, 0, luma.shape[1] - 1)
    points = luma[down[:, :, None, None], along[None, None]].swapaxes(1, 2)
    points = points.reshape(*points.shape[:2], -1)
    tones = median(points, axis=2)
    flat = np.ptp(points, axis=2) <= SAME_LEVELS
    top, bottom, left, right = box
    ring = np.zeros_like(flat)
    ring[max(0, top - RING) : bottom + RING, max(0, left - RING) : right + RING] = True
    ring[top:bottom, left:right] = False
    pages = tones[ring & flat]
    page = median(pages) if len(pages) else np.inf
    within = np.array(sorted(set(tones[top:bottom, left:right][flat[top:bottom, left:right]].tolist())))
    paints = within[np.abs(within - page) > SAME_LEVELS]
    paint = flat & (np.abs(tones[:, :, None] - paints).min(axis=2, initial=np.inf) <= SAME_LEVELS)
    paint &= np.abs(tones - page) > SAME_LEVELS  # a paint may be so near it that both are like a third tone
    below, beside = np.zeros((len(rows), len(cols) - 1), bool), np.zeros((len(rows) - 1, len(cols)), bool)
    below[1:-1] = paint[1:] & paint[:-1] & (np.abs(np.diff(tones, axis=0)) <= SAME_LEVELS)
    beside[:, 1:-1] = paint[:, 1:] & paint[:, :-1] & (np.abs(np.diff(tones, axis=1)) <= SAME_LEVELS)
    return below, beside
