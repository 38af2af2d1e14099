"""Tones in, groups of like ones out."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray


def grouped_alike(
    tones: NDArray[np.float64], apart: float, metric: Literal["euclidean", "chebyshev"]
) -> NDArray[np.intp]:
    """(N,) the number, from 0, of each tone's group: groups lie on average further apart than `apart`.

    That is average linkage; where likeness already parts the tones, nothing is left for it to decide.

    tones : (N, 3) in any colour space.
    """
    steps = np.abs(tones[:, None] - tones[None])
    near = (steps.max(axis=2) if metric == "chebyshev" else np.sqrt((steps**2).sum(axis=2))) <= apart
    first = near.argmax(axis=1)
    if (near == (first[:, None] == first)).all():
        return np.asarray(np.unique(first, return_inverse=True)[1], np.intp)
    from scipy.cluster.hierarchy import fcluster, linkage  # 0.3 s to import: only for tones between others

    return np.asarray(fcluster(linkage(tones, "average", metric=metric), apart, "distance") - 1, np.intp)
