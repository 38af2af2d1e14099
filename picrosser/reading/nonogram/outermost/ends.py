"""Describe a board's first and last row: how the lines that cross them look there, and what lies beyond.

The lines that cross the other rows cross a true outermost row as well, with the same look. Columns are
treated as rows of the picture whose axes are swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.cells.cell_pixels import Levels
from picrosser.reading.nonogram.tones import MIN_LINE_LEVELS

# Of the pitch: stretches of a crossing line that are compared, one by one: it has to go all the way.
STRETCHES = (0.14, 0.38), (0.38, 0.62), (0.62, 0.86)
CROSSING_REACH = 0.18  # of the pitch, at both sides of a crossing line: there no cross reaches
MAX_DIFFERENCE = 0.4  # of what it would differ by if no line were there: as much may a crossing line differ
MIN_SEEN_ELSEWHERE = 0.6  # of the crossing lines, before the others may look as they do elsewhere
# Of a crossing line's contrast is left under the cursor's tint, which goes through a whole line of the board:
# with less, nobody would see what lies under it. A page without lines has none.
TINTS = 1.0, 0.9, 0.8, 0.7, 0.6, 0.5

BEYOND_PART = (0.1, 0.18)  # of the pitch, beyond the outermost line: on its frame, or on the page
MIN_CROSSED = 0.85  # of the crossing lines are seen in it
MAX_FOREIGN_CROSSED = 0.2  # of them: in what is no line of the board
CLOSING_REACH = 0.2  # of the pitch: so near its place a line lies, or a tile ends, that closes the last row,
CLOSING_PART = 0.15, 0.85  # and it is looked for within the cells, where nothing crosses it;
MIN_STRAIGHT = 0.55  # of it is in one place: round corners leave as much, and few digits' strokes are as tall
MIN_EDGES = 3  # a lone row has none to be compared with, and no inner line crosses a lone column
MIN_CLOSED = 0.5  # of the cells: below most of them an edge shows


def crossing_pixels(image: RGB, cols: Sequence[int]) -> NDArray[np.intp]:
    """(lines, pixels) the columns of pixels about each of the lines that cross the rows."""
    pitch = (cols[-1] - cols[0]) / (len(cols) - 1)
    beside = max(2, round(CROSSING_REACH * pitch))
    crossing = np.array(cols)[:, None] + np.arange(-beside, beside + 1)
    return np.clip(crossing, cols[0], min(cols[-1], image.shape[1] - 1))  # beyond, hints may have tiles


def profiles_across(image: RGB, rows: Sequence[int], crossing: NDArray[np.intp]) -> Levels:
    """(rows, stretches, lines, pixels, 3) how the crossing lines look in each row."""
    return np.stack(
        [
            np.stack([profile_across(image, top, bottom - top, part, crossing) for part in STRETCHES])
            for top, bottom in pairwise(rows)
        ]
    )


def profile_across(
    image: RGB, start: int, length: int, part: tuple[float, float], crossing: NDArray[np.intp]
) -> Levels:
    """(lines, pixels, 3) the median of a band of the picture across its height."""
    top = start + round(part[0] * length)
    band = image[top : max(top + 1, start + round(part[1] * length))]
    return np.asarray(median(band[:, crossing], axis=0), np.float32)


def crossed_share(mine: Levels, others: Levels, off: float = MAX_DIFFERENCE) -> float:
    """The share of the crossing lines that look in one row as they do in any other, at either side.

    Where all others have paint at one side, some have none at the other. The board's frame may lie just
    beyond what is looked at; then nothing of it shows in any row, and it does not count.

    mine : (stretches, crossing lines, pixels, 3); others : (rows, stretches, crossing lines, pixels, 3).
    """
    seen, counts = _seen(mine, others, off)
    return float(seen.sum() / max(1, counts.sum()))


def _seen(
    mine: Levels, others: Levels, off: float = MAX_DIFFERENCE
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which of the crossing lines do, and which count; parameters as above."""
    usual = median(others, axis=(0, 1))
    drawn = np.abs(usual - median(usual, axis=1, keepdims=True)).max(axis=2).mean(axis=1)
    differs = max_channel(np.abs(others - mine))
    middle = differs.shape[3] // 2
    sides = differs[..., : middle + 1], differs[..., middle:]
    apart = np.max([side.mean(axis=3).max(axis=1).min(axis=0) for side in sides], axis=0)
    counts = drawn > MIN_LINE_LEVELS
    seen = counts & (apart < off * drawn)
    lines = np.flatnonzero(counts[1:-1]) + 1
    for at in np.flatnonzero(~seen[1:-1]) + 1 if seen.mean() > MIN_SEEN_ELSEWHERE else ():
        # Where all other cells beside a line are painted, it looks as it does elsewhere between blank ones.
        anywhere = max_channel(np.abs(others[:, :, lines] - mine[:, at, None])).mean(axis=3).max(axis=1)
        seen[at] = (anywhere < off * drawn[lines]).any()
    counts[1:-1] = True
    return seen, counts


def crossed_share_under_tint(mine: Levels, others: Levels) -> float:
    """`crossed_share`, or the share under a tint, if that is more.

    The cursor may tint a whole line: in any tone, but equally strongly all along it, except perhaps on the
    board's frame.
    """
    inner = (levels[..., 1:-1, :, :] for levels in (mine, others))
    own, steps = (levels - median(levels, axis=-2, keepdims=True) for levels in inner)
    return max(
        crossed_share(mine, others),
        *(_share_beside_cursor(_seen(own, tint * steps)[0]) for tint in TINTS),
    )


def _share_beside_cursor(seen: NDArray[np.bool_]) -> float:
    """The share of a lit line's crossing lines that are seen, but for two at most that its cursor frames."""
    framed = [np.delete(seen, (at, at + 1)) for at in range(len(seen) - 1)]
    return max((float(rest.mean()) for rest in framed if rest.size), default=0.0)


def is_closed(image: RGB, rows: Sequence[int], cols: Sequence[int], at: int) -> bool:
    """Whether a line, or the end of something, shows at one of the rows' edges beside most cells.

    Where only the lines that cross the rows go on beyond the board, nothing does.

    at : the number of the edge.
    """
    near = max(2, round(CLOSING_REACH * (rows[-1] - rows[0]) / (len(rows) - 1)))
    # Of a thick line that the picture ends with, only the inner edge shows.
    above, below = near * (1 + (rows[at] + near >= image.shape[0])), near * (1 + (rows[at] < near))
    band = image[max(0, rows[at] - above) : rows[at] + below + 1].astype(np.float32)
    steps = max_channel(np.abs(np.diff(band, axis=0))) > MIN_LINE_LEVELS
    shares = [
        steps[:, round(a + CLOSING_PART[0] * (b - a)) : round(a + CLOSING_PART[1] * (b - a))]
        .mean(axis=1)
        .max(initial=0)
        for a, b in pairwise(cols)
    ]
    return bool((np.array(shares) >= MIN_STRAIGHT).mean() > MIN_CLOSED)
