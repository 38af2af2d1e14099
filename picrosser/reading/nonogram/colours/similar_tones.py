"""Compare tones: cluster similar ones, tell which clusters are others faded out, and what a tone is seen on.

Satisfied digits fade towards what they stand on, and so do their squares.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.tolerances import MAX_EQUAL_LEVELS, MAX_SHADE_LEVELS

FADED_SHARES = 0.2, 0.45  # of a digit's difference from its backdrop is left when it has faded
MIN_LIGHT_LEVELS = 110.0  # grey levels: black is seen on a tone that is as light, white on a darker one

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)

Tone = NDArray[np.float32]
"""(3,) sRGB."""


def cluster_tones(
    tones: NDArray[np.float64], apart: float, metric: Literal["euclidean", "chebyshev"]
) -> NDArray[np.intp]:
    """(N,) the number, from 0, of each tone's cluster, by average linkage.

    Two clusters are on average further apart than `apart`. Where the tones within that distance of each other
    already form clusters, no averages are needed.

    tones : (N, 3) in any colour space.
    """
    distinct, which, counts = np.unique(tones, axis=0, return_inverse=True, return_counts=True)
    steps = np.abs(distinct[:, None] - distinct[None])
    far = steps.max(axis=2) if metric == "chebyshev" else np.sqrt((steps**2).sum(axis=2))
    near = far <= apart
    first = near.argmax(axis=1)
    parted = (near == (first[:, None] == first)).all()
    groups = (first if parted else _linked(far, counts.astype(float), apart))[which.ravel()]
    seen_at = (groups[:, None] == groups).argmax(axis=1)
    return np.asarray(np.unique(seen_at, return_inverse=True)[1], np.intp)


def _linked(far: NDArray[np.float64], sizes: NDArray[np.float64], apart: float) -> NDArray[np.intp]:
    """(N,) the group of each point; groups that are on average at most `apart` from each other are merged.

    Follows chains of nearest neighbours (F. Murtagh: "A survey of recent advances in hierarchical clustering
    algorithms", 1983): two groups that are each other's nearest are merged at once, since groups that merge
    elsewhere never come between them. The import of `scipy.cluster.hierarchy` takes 350 ms.

    far, sizes : (N, N) distances, and (N,) how many equal points each point stands for; used up.
    """
    np.fill_diagonal(far, np.inf)
    groups, left = np.arange(len(far)), set(range(len(far)))
    chain: list[int] = []  # each group, known by one of its points, is the nearest one of the group before it
    while len(left) > 1:
        chain = chain or [min(left)]
        at = chain[-1]
        near = int(far[at].argmin())
        if len(chain) == 1 or far[at, chain[-2]] > far[at, near]:
            chain.append(near)
            continue
        near = chain[-2]
        del chain[-2:]
        if far[at, near] <= apart:
            groups[groups == groups[near]] = groups[at]
        mean = (sizes[at] * far[at] + sizes[near] * far[near]) / (sizes[at] + sizes[near])
        mean[near] = np.inf
        far[near], far[:, near] = mean, mean
        far[at], far[:, at] = np.inf, np.inf
        sizes[near] += sizes[at]
        left.remove(at)
    return groups


def kinds_of_tones(tones: NDArray[np.float32], apart: float) -> NDArray[np.intp]:
    """(rows, columns) the kind of each cell's tone, the commonest 0.

    tones : (rows, columns, 3) levels.
    apart : levels of the largest channel by which two kinds differ, on average.
    """
    # Nearly equal tones are joined first: the largest boards would have too many to compare.
    rough, where = np.unique(np.round(tones.reshape(-1, 3) / MAX_EQUAL_LEVELS), axis=0, return_inverse=True)
    if len(rough) == 1:
        return np.zeros(tones.shape[:2], np.intp)
    kinds = cluster_tones(rough * MAX_EQUAL_LEVELS, apart, "chebyshev")[where.ravel()]
    rank = np.argsort(np.argsort(-np.bincount(kinds), kind="stable"))
    return np.asarray(rank[kinds].reshape(tones.shape[:2]), np.intp)


def unfaded_groups(
    groups: NDArray[np.intp],
    tones: NDArray[np.float32],
    grounds: NDArray[np.float32],
    on_square: NDArray[np.bool_],
) -> dict[int, int]:
    """Map each group of tones to the one that it is probably faded from; to itself if it has not faded.

    How many digits each has says nothing: of a colour, most may be satisfied.
    """
    names = sorted(set(groups.tolist()))
    means = {group: np.median(tones[groups == group], axis=0) for group in names}
    squares = {group for group in names if on_square[groups == group].mean() > 0.5}
    own = {group: np.median(grounds[groups == group], axis=0) for group in names}
    contrast = {group: float(np.abs(means[group] - own[group]).max()) for group in names}
    full = {group: group for group in names}
    for group, tone in means.items():
        fulls = {
            other: full_tone
            for other, full_tone in means.items()
            if contrast[other] > contrast[group] and not {group, other} <= squares
        }
        # On grounds of different tones, each of two may else look faded from the other.
        nearest = _unfaded(tone, fulls, own[group])
        full[group] = group if nearest is None else nearest
    return {group: _root(full, group) for group in names}


def _root(full: dict[int, int], group: int) -> int:
    """The one at the end of a chain of groups, each faded from the next; each stands out more, so it ends."""
    while full[group] != group:
        group = full[group]
    return group


def unfaded_squares(
    groups: NDArray[np.intp], tones: NDArray[np.float32], background: Tone, on_square: NDArray[np.bool_]
) -> dict[int, int]:
    """Map each group of squares that may have faded to the one that it is probably faded from."""
    squares = [group for group in sorted(set(groups.tolist())) if on_square[groups == group].mean() > 0.5]
    means = {group: np.median(tones[groups == group], axis=0) for group in squares}
    found = {
        group: _unfaded(tone, {other: means[other] for other in squares if other != group}, background)
        for group, tone in means.items()
    }
    return {group: full for group, full in found.items() if full is not None}


def _unfaded(tone: Tone, fulls: dict[int, Tone], ground: Tone) -> int | None:
    """Which of some groups a tone is most probably faded from; None if from none."""
    off = {group: fading_residual(tone, full, ground) for group, full in fulls.items()}
    nearest = min(off, key=off.__getitem__, default=None)
    return nearest if nearest is not None and off[nearest] < MAX_SHADE_LEVELS else None


def strongest_of_each(
    whole: dict[int, int], means: dict[int, Tone], grounds: NDArray[np.float32]
) -> dict[int, int]:
    """Map each group to the one of the same colour that stands out most: so the board shows that colour.

    Only groups that may have faded, or from which another one may have faded, are in the result.
    """
    ground = np.median(grounds, axis=0)
    found: dict[int, int] = {}
    for name in set(whole.values()):
        members = [group for group in means if whole[group] == name]
        strongest = max(members, key=lambda group: float(np.abs(means[group] - ground).max()), default=name)
        found |= {group: strongest for group in members if group != strongest}
    return found


def fading_residual(faded: Tone, full: Tone, ground: Tone) -> float:
    """How far one tone is, in levels, from the other laid thinly over the backdrop; infinite if not faded."""
    left, whole = faded - ground, full - ground
    share = float(left @ whole / max(1.0, float(whole @ whole)))
    return (
        float(np.abs(left - share * whole).max()) if FADED_SHARES[0] <= share <= FADED_SHARES[1] else np.inf
    )


def contrasting(background: Colour) -> Colour:
    """Black for a light background, white for a dark one."""
    return BLACK if sum(background) / 3 >= MIN_LIGHT_LEVELS else WHITE
