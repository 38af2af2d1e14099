"""Describe a board's first and last row: how the lines that cross them look there, and what lies beyond.

The lines that cross the other rows cross a true outermost row as well, with the same look. Columns are
treated as rows of the picture whose axes are swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from picrosser.imaging.cell_pixels import Levels
from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.reading.lattice.crossing_profiles import REACH
from picrosser.reading.nonogram.tolerances import MIN_LINE_LEVELS

MAX_DIFFERENCE = 0.4  # of what it would differ by if no line were there: as much may a crossing line differ
MIN_SEEN_ELSEWHERE = 0.6  # of the crossing lines, before the others may look as they do elsewhere
BEYOND_PART = (0.1, 0.18)  # of the pitch, beyond the outermost line: on its frame, or on the page
# Of the pitch: within its cells, where nothing crosses it, the line that closes an outermost row is sought;
# and there its digits stand, and a soft frame's shade ends
INNER_PART = 0.15, 0.85
# Of such a line is in one place: round corners leave as much, and few digits' strokes are as tall. And of the
# cells: below most of them it shows
MIN_STRAIGHT = 0.55


def crossed_share(mine: Levels, others: Levels) -> float:
    """The share of the crossing lines that look in one row as they do in any other, at either side.

    Where all others have paint at one side, some have none at the other. The board's frame may lie just
    beyond what is looked at; then nothing of it shows in any row, and it does not count.

    mine : (stretches, crossing lines, pixels, 3); others : (rows, stretches, crossing lines, pixels, 3).
    """
    usual = np.median(others, axis=(0, 1))
    drawn = np.abs(usual - np.median(usual, axis=1, keepdims=True)).max(axis=2).mean(axis=1)
    differs = max_channel(np.abs(others - mine))
    middle = differs.shape[3] // 2
    sides = differs[..., : middle + 1], differs[..., middle:]
    apart = np.max([side.mean(axis=3).max(axis=1).min(axis=0) for side in sides], axis=0)
    counts = drawn > MIN_LINE_LEVELS
    seen = counts & (apart < MAX_DIFFERENCE * drawn)
    lines = np.flatnonzero(counts[1:-1]) + 1
    for at in np.flatnonzero(~seen[1:-1]) + 1 if seen.mean() > MIN_SEEN_ELSEWHERE else ():
        # Where all other cells beside a line are painted, it looks as it does elsewhere between blank ones.
        anywhere = max_channel(np.abs(others[:, :, lines] - mine[:, at, None])).mean(axis=3).max(axis=1)
        seen[at] = (anywhere < MAX_DIFFERENCE * drawn[lines]).any()
    counts[1:-1] = True
    return float(seen.sum() / max(1, counts.sum()))


def is_closed(image: RGB, rows: Sequence[int], cols: Sequence[int], at: int, noise: float = 0.0) -> bool:
    """Whether a line, or the end of something, shows at one of the rows' edges beside most cells.

    Where only the lines that cross the rows go on beyond the board, nothing does.

    at : the number of the edge. noise : the usual difference of neighbouring pixels within cells, in levels;
        the mean step along a cell has to be as much. On drawn screens it is 1.5 times that and more at faint
        lines, and 0.7 times where there is noise alone (on one 1.4 to 2.1, which is left in doubt).
    """
    near = max(2, round(REACH * (rows[-1] - rows[0]) / (len(rows) - 1)))
    # Of a thick line that the picture ends with, only the inner edge shows.
    above, below = near * (1 + (rows[at] + near >= image.shape[0])), near * (1 + (rows[at] < near))
    band = image[max(0, rows[at] - above) : rows[at] + below + 1].astype(np.float32)
    steps = np.diff(band, axis=0)
    strong = max_channel(np.abs(steps)) > MIN_LINE_LEVELS
    insides = [slice(*(round(a + part * (b - a)) for part in INNER_PART)) for a, b in pairwise(cols)]
    straight = [
        strong[:, inside].mean(axis=1).max(initial=0) >= MIN_STRAIGHT
        and np.abs(steps[:, inside].mean(axis=1)).max(initial=0) >= noise
        for inside in insides
    ]
    return bool(np.mean(straight) > MIN_STRAIGHT)
