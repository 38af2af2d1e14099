"""A strip of the picture in, the tone behind its ink out: a page, a pill, a gradient, a tile.

It changes slowly along the strip, so it is the commonest tone in a block that slides along. A pixel lies in
eight blocks; so the pixels of each column are counted once, and the counts are added up by blocks. At the rim
of a card or a bar, which runs from one side of the strip to the other, it changes at once: the strip is cut
there, since a shallow card would not be the commonest tone of any block.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel, mean_channel
from picrosser.imaging.ranks import median

BLOCK = 2.0  # of the strip's height: the length over which the backdrop is measured
LOOKED = 20  # pixels of a strip's height are looked at for that
TONE_LEVELS = 20  # grey levels: nearer tones are one backdrop, shaded or rough
GOES_ON = (
    0.15  # of a block next to the board still has the backdrop before it: a heavy digit's strokes have more
)
ABRUPT_LEVELS = 60  # a shaded backdrop changes by less
STEP = 0.25  # of the strip's height, between blocks
ACROSS = 0.95  # of a strip's height: so long is a rim; no digit's stroke is
EDGE_PX = 2  # a rim, with the soft pixel of one between two
LASTING = 0.25  # of the strip's height: what is no wider between two rims is a line


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """Stretches of a strip: every `sparse`th column, as far as `reach` from each of the places."""

    places: NDArray[np.intp]
    reach: int
    sparse: int

    @property
    def columns(self) -> int:
        """How many columns a block has, those beyond the strip's ends too."""
        return 2 * self.reach // self.sparse + 1

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, K) the sum over each block of (W, K) values by column."""
        room = self.sparse + len(values) + 2 * self.reach
        running = np.zeros((room + -room % self.sparse, values.shape[1]))
        running[self.sparse + self.reach :][: len(values)] = values
        by_phase = running.reshape(-1, self.sparse, values.shape[1])
        np.cumsum(by_phase, axis=0, out=by_phase)
        return running[self.places + self.columns * self.sparse] - running[self.places]


def backdrop_along(patch: NDArray[np.float32], bare: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(1, W, 3) the backdrop along a strip of (H, W, 3); where it is not bare, as in the nearest places."""
    ends = [0, *_rims(patch), patch.shape[1]]
    return np.concatenate([_slowly(patch[:, a:b], bare[:, a:b]) for a, b in pairwise(ends)], axis=1)


def _rims(patch: NDArray[np.float32]) -> list[int]:
    """Where the backdrop changes at once, and lastingly, all across a strip of (H, W, 3)."""
    height, width = patch.shape[:2]
    looked = patch[:: max(1, height // LOOKED)]
    steps = max_channel(np.abs(looked[:, EDGE_PX:] - looked[:, :-EDGE_PX])) > ABRUPT_LEVELS
    edges = np.flatnonzero(steps.mean(axis=0) >= ACROSS) + EDGE_PX // 2
    far = max(2 * EDGE_PX, round(LASTING * height))
    rims: list[int] = []
    for group in np.split(edges, np.flatnonzero(np.diff(edges) > far) + 1):
        if not len(group) or not far <= group[0] <= group[-1] < width - far:
            continue
        before, after = looked[:, group[0] - far : group[0]], looked[:, group[-1] + 1 : group[-1] + 1 + far]
        tones = [median(its, axis=(0, 1)) for its in (before, after)]
        if np.abs(tones[1] - tones[0]).max() > ABRUPT_LEVELS:
            rims.append(int(group[-1]))
    return rims


def _slowly(patch: NDArray[np.float32], bare: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The same of a strip along which the backdrop changes slowly."""
    height, width = patch.shape[:2]
    reach = max(2, int(BLOCK * height / 2))
    sparse = max(1, height // LOOKED)
    looked, counted = patch[::sparse], bare[::sparse]
    places = np.arange(0, width, max(1, int(STEP * height)))
    tones, known = _commonest(looked, counted, _Blocks(places, reach, sparse))
    last = max(0, int(np.searchsorted(places, width - 1 - reach)) - 1)  # further on, blocks are shorter
    start = max(0, int(places[last]) - reach)
    near = max_channel(np.abs(looked[:, start:] - tones[last])) < TONE_LEVELS
    ends = _Blocks(places[last:] - start, reach, sparse)
    alike = ends.sums((near & counted[:, start:]).sum(axis=0)[:, None])[:, 0]
    goes_on = alike > GOES_ON * len(looked) * ends.columns
    tones[last:][goes_on & (np.abs(tones[last:] - tones[last]).max(axis=1) > ABRUPT_LEVELS)] = tones[last]
    if known.any():
        places, tones = places[known], tones[known]
    along = np.arange(width)
    return np.stack([np.interp(along, places, tones[:, c]) for c in range(3)], axis=1)[None].astype(
        np.float32
    )


def _commonest(
    looked: NDArray[np.float32], counted: NDArray[np.bool_], blocks: _Blocks
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The commonest tone of each block: of three that a block may hold, the median would be the middle one.

    looked : (H, W, 3) sRGB; counted : (H, W) those that are backdrop.

    Returns
    -------
    (N, 3) the tones, and (N,) whether a block has any backdrop.
    """
    width, bins = looked.shape[1], int(255 / TONE_LEVELS) + 3
    level = (mean_channel(looked) / TONE_LEVELS).astype(np.intp)
    where = (np.arange(width) * bins + level + 1)[counted]
    weights = (None, *(looked[..., channel][counted] for channel in range(3)))
    by_column = [np.bincount(where, its, width * bins).reshape(width, bins) for its in weights]
    counts, *sums = np.split(blocks.sums(np.hstack(by_column)), 4, axis=1)
    around = counts[:, 1:-1] + (counts[:, :-2] + counts[:, 2:]) / 2
    nearby = around.argmax(axis=1)[:, None] + np.arange(3)  # the best bin and the two beside it
    count, red, green, blue = (np.take_along_axis(its, nearby, axis=1).sum(axis=1) for its in (counts, *sums))
    tones = np.stack([red, green, blue], axis=1) / np.maximum(count, 1)[:, None]
    return tones, np.asarray(counts.any(axis=1))
