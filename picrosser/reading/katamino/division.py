"""How covered cells of a board are divided into different pentominoes, as the lines between them tell.

All places of pieces on these cells are listed, with what the lines say against each. Which of them cover
every cell once, with least against them, is an integer program (solved by HiGHS, which SciPy brings along).
It is solved a second time without its first solution, to tell whether another one is nearly as good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Mask
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import PENTOMINO, Shape, orientations

SURE = 6.0  # nats: a line or a hue that says so much is not overruled
MIN_MARGIN = 3.0  # nats by which the best way to divide the cells has to be better than the next
# Of the nats of all lines: so much may speak against a way, half of what speaks for it. On drawn tables up to
# 0.27 does. Lines that all look alike, or of which each looks different, may be divided best in one way, too.
MAX_AGAINST = 1 / 3
# If lines looked like either kind at random, half of all nats would speak against a way, give or take half
# the root of the sum of their squares. The best of hundreds of ways has less against it, by a multiple of
# this spread: by 3.0 of it in a nonogram of 3 x 7 cells that was once taken for a full board of 4 x 5; by 5.1
# to 7.0 in a full board of one wood, whichever of its lines are taken for those between pieces.
BY_CHANCE = 4.0
MAX_NODES = 100  # of the search for either solution
OPTIMAL, INFEASIBLE = 0, 2  # statuses of `scipy.optimize.milp`

NOT_TOLD = "the pieces on it cannot be told apart"
TWO_WAYS = "the pieces on it can be told apart in two ways"

Edge: TypeAlias = tuple[Cell, Cell]


def divided(
    covered: Sequence[Cell], joins: Mapping[Edge, float], *, only_lines: bool = False
) -> tuple[tuple[Shape, ...], str]:
    """The pieces that covered cells form, and why that is not certain.

    joins : how likely neighbours belong to one piece: nats, at most `SURE` either way.
    only_lines : nothing but the lines between cells tells, so they have to tell more than by chance.
    """
    if not covered:
        return (), ""
    if len(covered) % PENTOMINO:
        return (), f"{len(covered)} of its cells are covered, which is no number of whole pieces"
    nats = np.array(list(joins.values()))
    every = float(np.abs(nats).sum())
    most = MAX_AGAINST * every
    if only_lines:
        most = min(most, (every - BY_CHANCE * float(np.sqrt((nats**2).sum()))) / 2)
    places = _places(covered, joins)
    best = _likeliest(places, most)
    if best is None or not best.any():
        return (), NOT_TOLD
    # A line that is contradicted counts twice: it is for the one solution, and against the other.
    rival = _likeliest(places, float(places.against[best].sum()) + MIN_MARGIN / 2, other_than=best)
    if rival is None or rival.any():
        return (), NOT_TOLD if rival is None else TWO_WAYS
    return tuple(tuple(covered[at] for at in np.flatnonzero(on).tolist()) for on in places.on[best]), ""


class _Places(NamedTuple):
    """The places where pieces may lie.

    numbers : (N,) of the pieces. on : (N, cells) bool, the cells that they cover.
    against : (N,) nats of the lines that speak against each; half of those of a line beside it, since that
        line is also the matter of another piece.
    """

    numbers: NDArray[np.intp]
    on: Mask
    against: NDArray[np.float64]


def _places(covered: Sequence[Cell], joins: Mapping[Edge, float]) -> _Places:
    """All places of the box's pieces on the covered cells, but for those that a sure line speaks against."""
    at = {cell: number for number, cell in enumerate(covered)}
    numbers: list[int] = []
    on: list[Mask] = []
    for piece in BOX:
        for shape in orientations(piece.shape):
            for row, col in covered:
                own = [at.get((row + down, col + right - shape[0][1]), -1) for down, right in shape]
                if min(own) >= 0:
                    numbers.append(piece.number)
                    on.append(np.isin(np.arange(len(covered)), own))
    covers = np.reshape(on, (-1, len(covered))).astype(bool)
    ends = np.array([(at[one], at[other]) for one, other in joins], np.intp).reshape(-1, 2)
    nats = np.array(list(joins.values()), np.float64)
    one, other = covers[:, ends[:, 0]], covers[:, ends[:, 1]]
    against = (one & other) @ np.maximum(-nats, 0) + (one ^ other) @ np.maximum(nats, 0) / 2
    overrules = (one & other & (nats <= -SURE)) | ((one ^ other) & (nats >= SURE))
    may_lie = ~overrules.any(axis=1)
    return _Places(np.array(numbers, np.intp)[may_lie], covers[may_lie], against[may_lie])


def _likeliest(places: _Places, most: float, *, other_than: Mask | None = None) -> Mask | None:
    """(N,) which places cover all cells once, with at most that many nats against them, and least of these.

    All False if there are none; None if the search was given up.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # few pictures come here

    count = len(places.numbers)
    if not count or most <= 0:
        return np.zeros(count, bool)
    rules = [
        LinearConstraint(places.on.T, 1, 1),  # every cell is covered once
        LinearConstraint(places.numbers == np.arange(1, len(BOX) + 1)[:, None], 0, 1),  # each piece lies once
        LinearConstraint(places.against[None], 0, most),
    ]
    if other_than is not None:
        rules.append(LinearConstraint(other_than[None], 0, int(other_than.sum()) - 1))
    found = milp(
        places.against,
        integrality=np.ones(count),
        bounds=Bounds(0, 1),
        constraints=rules,
        options={"node_limit": MAX_NODES, "mip_rel_gap": 0.0},
    )
    if found.status == INFEASIBLE:
        return np.zeros(count, bool)
    return np.asarray(found.x > 0.5) if found.status == OPTIMAL else None
