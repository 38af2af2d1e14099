"""Tell where the lines of a ruling are seen, along each cell's side, and fit a comb to them.

Cells may be filled, so that no line shows between them: sides between two cells that are filled alike are
hidden, and count neither way.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.edges import Luma
from picrosser.reading.nonogram.boards.sides import (
    Places,
    Sides,
    Strengths,
)
from picrosser.reading.nonogram.tolerances import MAX_EQUAL_LEVELS, MIN_LINE_LEVELS

MIN_SIDE_SHARE = 0.2  # of the typical side within the comb's teeth
MIN_FAINT_FRACTION = 0.2  # of those sides: so many equal ones are tiles, fewer may be chance
# Of their median: the spread of the middle half of equal sides is less, though an edge between two pixels is
# half as strong as one that lies on them; texts' strokes and shades spread wider.
MAX_FAINT_SPREAD = 0.5

Flags: TypeAlias = NDArray[np.bool_]

# Cells that are filled alike:
TONE_SAMPLES = (0.3, 0.4, 0.5, 0.6, 0.7)  # of the pitch: where a cell's tone is looked at
RING_CELLS = 2  # cells round the comb's teeth in which the page shows


class SeenLines(NamedTuple):
    """The sides along every line of one axis over the whole picture: (lines, cells) bool each.

    seen : there is an edge.
    hidden : there is none, since the cells at both sides are filled alike.
    """

    seen: Flags
    hidden: Flags


def seen_lines(
    luma: Luma, rows: Places, cols: Places, sides: tuple[Strengths, Strengths], box: list[int]
) -> tuple[SeenLines, SeenLines]:
    """What is seen of the rows' and of the columns' lines, as strong as those within the box are."""
    top, bottom, left, right = box
    inside = [sides[0][top : bottom + 1, left:right].ravel(), sides[1][left : right + 1, top:bottom].ravel()]
    enough = _strong_enough(np.concatenate(inside))
    seen = sides[0] > enough, sides[1] > enough
    below, beside = _sides_between_filled_cells(luma, rows, cols, box)
    return SeenLines(seen[0], below & ~seen[0]), SeenLines(seen[1], beside.T & ~seen[1])


def _strong_enough(inside: Strengths) -> float:
    """How strong a side has to be to be seen, beside those within the comb's teeth.

    Of dark tiles, the sides of unpainted ones may have a tenth of the strength of painted ones; but there are
    many, and all are equally strong, as parts of a text or a picture are not.
    """
    enough = max(MIN_LINE_LEVELS, MIN_SIDE_SHARE * float(np.median(inside)))
    faint = inside[(inside > MIN_LINE_LEVELS) & (inside < float(np.median(inside)) / 2)]
    if len(faint) < MIN_FAINT_FRACTION * len(inside):
        return enough
    low, middle, high = (float(np.quantile(faint, share)) for share in (0.25, 0.5, 0.75))
    return min(enough, middle / 2) if high - low < MAX_FAINT_SPREAD * middle else enough


def fitted_comb(lines: Places, sides: Sides, which: slice, cells: slice, *, tiles: bool) -> Comb:
    """The comb through the middles of the edges that are seen, which may be a little off the lines.

    which, cells : those of the lines that bound the area, and the cells between the ones that cross them.
    tiles : the lines are gaps, whose middles are looked for. The outermost ones have but one edge each, half
        a gap further in, and would draw the others together.
    """
    lines, offsets, weights = lines[which], sides.offset[which, cells], sides.strength[which, cells]
    strong = weights > MIN_SIDE_SHARE * float(np.median(weights))
    number = np.arange(len(lines))
    counts = strong.sum(axis=1)
    known = counts > 0
    if tiles and known[1:-1].sum() > 2:
        known[[0, -1]] = False
    ordered = np.sort(np.where(strong, offsets, np.inf), axis=1)[known]
    middle = [np.take_along_axis(ordered, at[known, None], axis=1) for at in ((counts - 1) // 2, counts // 2)]
    places = lines[known] + (middle[0] + middle[1])[:, 0] / 2  # the medians, all at once
    if known.sum() <= 2:
        return Comb(float(lines[0]), float(lines[1] - lines[0]), len(lines), 0.0)
    # By strength: where a line lies out of reach, what is found near its place is noise.
    pitch, start = np.polyfit(number[known], places, 1, w=np.sqrt(weights[known].mean(axis=1)))
    return Comb(float(start), float(pitch), len(lines), 0.0)


def _sides_between_filled_cells(
    luma: Luma, rows: Places, cols: Places, box: list[int]
) -> tuple[Flags, Flags]:
    """The sides between two cells of one tone that cells within the box have, and the page has not.

    box : first and last line of the comb's teeth, rows' then columns'.

    Returns
    -------
    (R + 1, C) below and above rows' lines, (R, C + 1) beside columns' lines.
    """
    down, along = (
        (np.rint(lines[:-1, None] + (lines[1] - lines[0]) * np.array(TONE_SAMPLES))).astype(np.intp)
        for lines in (rows, cols)
    )
    down, along = np.clip(down, 0, luma.shape[0] - 1), np.clip(along, 0, luma.shape[1] - 1)
    points = luma[down[:, :, None, None], along[None, None]].swapaxes(1, 2)
    points = points.reshape(*points.shape[:2], -1)
    tones = np.median(points, axis=2)
    flat = np.ptp(points, axis=2) <= MAX_EQUAL_LEVELS
    top, bottom, left, right = box
    ring = np.zeros_like(flat)
    ring[max(0, top - RING_CELLS) : bottom + RING_CELLS, max(0, left - RING_CELLS) : right + RING_CELLS] = (
        True
    )
    ring[top:bottom, left:right] = False
    pages = tones[ring & flat]
    page = float(np.median(pages)) if len(pages) else np.inf
    within = np.array(sorted(set(tones[top:bottom, left:right][flat[top:bottom, left:right]].tolist())))
    paints = within[np.abs(within - page) > MAX_EQUAL_LEVELS]
    paint = flat & (np.abs(tones[:, :, None] - paints).min(axis=2, initial=np.inf) <= MAX_EQUAL_LEVELS)
    # A paint may be so near the page that both are like a third tone.
    paint &= np.abs(tones - page) > MAX_EQUAL_LEVELS
    below, beside = np.zeros((len(rows), len(cols) - 1), bool), np.zeros((len(rows) - 1, len(cols)), bool)
    below[1:-1] = paint[1:] & paint[:-1] & (np.abs(np.diff(tones, axis=0)) <= MAX_EQUAL_LEVELS)
    beside[:, 1:-1] = paint[:, 1:] & paint[:, :-1] & (np.abs(np.diff(tones, axis=1)) <= MAX_EQUAL_LEVELS)
    return below, beside
