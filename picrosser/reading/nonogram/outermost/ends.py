"""A board's rows in, what its first and last one look like at their ends and beyond out.

Columns are rows of the picture whose axes are swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.outermost.crossing import (
    SEEN_LEVELS,
    crossed_share,
    crossing_pixels,
    profile_across,
    profiles_across,
)

BEYOND = (0.1, 0.18)  # of the pitch, beyond the outermost line: on its frame, or on the page
TINTED_OFF = 0.7  # of what would differ if no line were there: less is strange in a line that may be tinted
CROSSED = 0.85  # of the crossing lines are seen in it
NOT_CROSSED = 0.2  # of them: in what is no line of the board
END = (-0.1, -0.04)  # of the pitch, before the outermost line: so far a row's own lines go at least
CLOSING = 0.2  # of the pitch: so near its place a line lies, or a tile ends, that closes the last row,
WITHIN = 0.15, 0.85  # and it is looked for within the cells, where nothing crosses it;
STRAIGHT = 0.55  # of it is in one place: round corners leave as much, and few digits' strokes are as tall
LEAST_EDGES = 3  # a lone row has none to be compared with, and no inner line crosses a lone column
INNER = 0.3, 0.6  # of a row's height: what is looked at, away from frames
PAGE_LEVELS = 8  # compression makes no more of a page
FILLED = 0.1  # of what is inside: a number may reach into it
MOST_CLOSED = 0.5  # of the cells: below most of them an edge shows


def crossed_ends(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> tuple[bool, bool]:
    """Whether what crosses the other rows crosses the first and the last one, too, with the same look."""
    if min(len(rows), len(cols)) < LEAST_EDGES:
        return False, False
    profiles = profiles_across(image, rows, crossing_pixels(image, cols))
    first, last = (
        crossed_share(profiles[at], np.delete(profiles, at, axis=0)) >= CROSSED
        for at in (0, len(profiles) - 1)
    )
    return first, last


def strange_ends(
    image: RGB, rows: Sequence[int], cols: Sequence[int], *, usual: bool = False
) -> tuple[bool, bool]:
    """Whether the first and the last row are none of the board's, unless they are painted from end to end:
    whatever their own tones are, hardly any line crosses them, as one does any other row, or most.
    """
    if min(len(rows), len(cols)) < LEAST_EDGES:
        return False, False
    profiles = profiles_across(image, rows, crossing_pixels(image, cols))
    steps = profiles - median(profiles, axis=3, keepdims=True)
    most = median(steps, axis=0, keepdims=True)
    first, last = (
        crossed_share(steps[at], most if usual else np.delete(steps, at, axis=0), TINTED_OFF) <= NOT_CROSSED
        for at in (0, len(steps) - 1)
    )
    return first, last


def open_ends(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> tuple[bool, bool]:
    """Whether no outer edge shows of the first and of the last row, and what crosses them goes on beyond, or
    ends before it.
    """
    if min(len(rows), len(cols)) < LEAST_EDGES:
        return False, False
    mirrored = [image.shape[0] - edge for edge in reversed(rows)]
    first, last = (
        not is_closed(its, edges, cols, -1)
        and (
            _crossed_in(its, edges, cols, BEYOND) >= CROSSED
            or _crossed_in(its, edges, cols, END) <= NOT_CROSSED
        )
        for its, edges in ((image[::-1], mirrored), (image, rows))
    )
    return first, last


def blank_ends(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> tuple[bool, bool]:
    """Whether the first and the last row are nothing but page: no line crosses them, and they are of one tone
    with what lies beyond the last column. A row that is painted from end to end is not.
    """
    if cols[-1] + BEYOND[1] * (cols[1] - cols[0]) >= image.shape[1]:
        return False, False  # nobody can tell
    first, last = (_is_blank(image, rows[at], rows[at + 1], cols) for at in (0, len(rows) - 2))
    return first, last


def _is_blank(image: RGB, top: int, bottom: int, cols: Sequence[int]) -> bool:
    down, along = bottom - top, cols[1] - cols[0]
    band = image[top + round(INNER[0] * down) : top + round(INNER[1] * down) + 1].astype(np.float32)
    past = band[:, cols[-1] + round(BEYOND[0] * along) :][:, : max(1, round(along / 2))]
    off = max_channel(np.abs(band - median(past, axis=(0, 1)))).max(axis=0) > PAGE_LEVELS
    crossed = off[crossing_pixels(image, cols)[:-1]].any(axis=1)
    return bool(off[cols[0] : cols[-1]].mean() <= FILLED and crossed.mean() <= NOT_CROSSED)


def _crossed_in(image: RGB, rows: Sequence[int], cols: Sequence[int], part: tuple[float, float]) -> float:
    """The share of the lines across the rows that look in a part of the pitch beyond as they do in a row."""
    height, crossing = rows[-1] - rows[-2], crossing_pixels(image, cols)
    if rows[-1] + part[1] * height > image.shape[0]:
        return 0.5  # nobody can tell
    there = profile_across(image, rows[-1], height, part, crossing)
    return crossed_share(there[None], profiles_across(image, rows, crossing))


def is_closed(image: RGB, rows: Sequence[int], cols: Sequence[int], at: int) -> bool:
    """Whether a line, or the end of something, shows at one of the rows' edges beside most cells. Where only
    the lines that cross the rows go on beyond the board, nothing does.

    at : the number of the edge.
    """
    near = max(2, round(CLOSING * (rows[-1] - rows[0]) / (len(rows) - 1)))
    # Of a thick line that the picture ends with, only the inner edge shows.
    above, below = near * (1 + (rows[at] + near >= image.shape[0])), near * (1 + (rows[at] < near))
    band = image[max(0, rows[at] - above) : rows[at] + below + 1].astype(np.float32)
    steps = max_channel(np.abs(np.diff(band, axis=0))) > SEEN_LEVELS
    shares = [
        steps[:, round(a + WITHIN[0] * (b - a)) : round(a + WITHIN[1] * (b - a))].mean(axis=1).max(initial=0)
        for a, b in pairwise(cols)
    ]
    return bool((np.array(shares) >= STRAIGHT).mean() > MOST_CLOSED)
