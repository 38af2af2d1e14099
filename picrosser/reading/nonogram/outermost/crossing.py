"""A board's rows in, how the lines that cross them look in each out; and where one row is like the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.outermost.crossed_out import Levels

# Of the pitch: stretches of a crossing line that are compared, one by one: it has to go all the way.
STRETCHES = (0.14, 0.38), (0.38, 0.62), (0.62, 0.86)
BESIDE = 0.18  # of the pitch, at both sides of a crossing line: there no cross reaches
SEEN_LEVELS = 1.5  # mean over that: a line, if only a faint one
OFF = 0.4  # of what it would differ by if no line were there: as much may a crossing line differ
MOST_SEEN = 0.6  # of the crossing lines, before the others may look as they do elsewhere
# Of a crossing line's contrast is left under the cursor's tint, which goes through a whole line of the board:
# with less, nobody would see what lies under it. A page without lines has none.
TINTS = 1.0, 0.9, 0.8, 0.7, 0.6, 0.5


def crossing_pixels(image: RGB, cols: Sequence[int]) -> NDArray[np.intp]:
    """(lines, pixels) the columns of pixels about each of the lines that cross the rows."""
    pitch = (cols[-1] - cols[0]) / (len(cols) - 1)
    beside = max(2, round(BESIDE * pitch))
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


def crossed_share(mine: Levels, others: Levels, off: float = OFF) -> float:
    """The share of the crossing lines that look in one row as they do in any other, at either side: where all
    others have paint at the one, some have none at the other. The board's frame may lie just beyond what is
    looked at; then nothing of it shows in any row, and it does not count.

    mine : (stretches, crossing lines, pixels, 3); others : (rows, stretches, crossing lines, pixels, 3).
    """
    seen, counts = _seen(mine, others, off)
    return float(seen.sum() / max(1, counts.sum()))


def _seen(mine: Levels, others: Levels, off: float = OFF) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which of the crossing lines do, and which count; parameters as above."""
    usual = median(others, axis=(0, 1))
    drawn = np.abs(usual - median(usual, axis=1, keepdims=True)).max(axis=2).mean(axis=1)
    differs = max_channel(np.abs(others - mine))
    middle = differs.shape[3] // 2
    sides = differs[..., : middle + 1], differs[..., middle:]
    apart = np.max([side.mean(axis=3).max(axis=1).min(axis=0) for side in sides], axis=0)
    counts = drawn > SEEN_LEVELS
    seen = counts & (apart < off * drawn)
    lines = np.flatnonzero(counts[1:-1]) + 1
    for at in np.flatnonzero(~seen[1:-1]) + 1 if seen.mean() > MOST_SEEN else ():
        # Where all other cells beside a line are painted, it looks as it does elsewhere between blank ones.
        anywhere = max_channel(np.abs(others[:, :, lines] - mine[:, at, None])).mean(axis=3).max(axis=1)
        seen[at] = (anywhere < off * drawn[lines]).any()
    counts[1:-1] = True
    return seen, counts


def crossed_tinted(mine: Levels, others: Levels) -> float:
    """The same, or as much where a tint may lie on the one: of any tone, but equally strong on all of it; not
    on the board's frame, perhaps.
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
