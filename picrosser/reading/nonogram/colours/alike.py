"""Tones in, groups of like ones out: average linkage.

`scipy.cluster.hierarchy` finds the same ones, but to load it takes longer than to read a usual screenshot.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray


def grouped_alike(
    tones: NDArray[np.float64], apart: float, metric: Literal["euclidean", "chebyshev"]
) -> NDArray[np.intp]:
    """(N,) the number, from 0, of each tone's group: groups lie on average further apart than `apart`.

    Where likeness already parts the tones, nothing is left for the average to decide.

    tones : (N, 3) in any colour space.
    """
    distinct, which, counts = np.unique(tones, axis=0, return_inverse=True, return_counts=True)
    steps = np.abs(distinct[:, None] - distinct[None])
    far = steps.max(axis=2) if metric == "chebyshev" else np.sqrt((steps**2).sum(axis=2))
    near = far <= apart
    first = near.argmax(axis=1)
    parted = (near == (first[:, None] == first)).all()
    groups = (first if parted else _merged(far, counts, apart))[which.ravel()]
    seen_at = (groups[:, None] == groups).argmax(axis=1)
    return np.asarray(np.unique(seen_at, return_inverse=True)[1], np.intp)


def _merged(far: NDArray[np.float64], counts: NDArray[np.intp], apart: float) -> NDArray[np.intp]:
    """(N,) a number for each tone's group: the two nearest ones are merged until none are near.

    far : (N, N) how far each two tones are apart.
    counts : (N,) how many each of them stands for.
    """
    far, counts = far.astype(float), counts.copy()
    np.fill_diagonal(far, np.inf)
    groups = np.arange(len(far))
    while True:
        kept, gone = divmod(int(far.argmin()), len(far))
        if far[kept, gone] > apart:
            return groups
        total = counts[kept] + counts[gone]
        mean = (counts[kept] * far[kept] + counts[gone] * far[gone]) / total
        far[kept], far[:, kept] = mean, mean  # infinitely far from itself, still
        far[gone], far[:, gone] = np.inf, np.inf
        counts[kept] = total
        groups[groups == gone] = kept
