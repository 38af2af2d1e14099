"""What several views of one photograph say about the hints of a Hungry Cat board, weighed together.

Each view misreads other hints, but what a hint truly says is seldom unlikely in any. So the likelihoods of
each digit are added up, with a discount, since views of one photograph share much of their noise.

Known failure: a digit that the photograph itself shows wrongly, and so every view of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence, Spelling

# In nats, what is hardly ever so: a view is never surer of a digit, or of a number of digits, than by this
MIN_DIGIT_IN_VIEW, MIN_CUT_IN_VIEW = -9.0, -5.0
SHARED_NOISE = 0.5  # the power of the number of views by which their likelihoods are divided: they are alike


def weighed_together(views: Sequence[Evidence]) -> Evidence:
    """The evidence of several views of one board, as that of a single one.

    views : at least one, all of the same size, and without hints that were set by hand.
    """
    first = views[0]
    shapes: dict[tuple[tuple[int, int], ...], int] = {}
    nats: list[tuple[float, ...]] = []

    def shape(members: tuple[tuple[int, int], ...]) -> int:
        """The shape that some views take for one digit each: (view, shape) of each."""
        if members not in shapes:
            shapes[members] = len(nats)
            nats.append(_relative(sum(_digit(views[view], at) for view, at in members), len(members)))
        return shapes[members]

    hints = []
    for seen in zip(*(view.hints for view in views), strict=True):
        clear = [at for at, hint in enumerate(seen) if not hint.hidden] or list(range(len(seen)))
        numbers = [at for at in clear if seen[at].spellings]
        found: dict[int, list[tuple[int, Spelling]]] = {}
        for at in numbers:
            for spelling in seen[at].spellings:
                found.setdefault(len(spelling.shapes), []).append((at, spelling))
        by_count = {
            count: _cut_nats([spelling for _, spelling in own], len(numbers)) for count, own in found.items()
        }
        best = max(by_count.values(), default=0.0)
        spellings = [
            Spelling(
                tuple(
                    shape(tuple((at, spelling.shapes[digit]) for at, spelling in found[count]))
                    for digit in range(count)
                ),
                own - best,
            )
            for count, own in sorted(by_count.items(), key=lambda pair: -pair[1])
        ]
        is_disputed = 0 < len(numbers) < len(clear)
        hints.append(
            HintEvidence(
                place=seen[0].place,
                spellings=tuple(spellings),
                circled=float(np.mean([hint.circled for hint in seen])),
                hidden=is_disputed or 2 * len(clear) <= len(seen) or all(hint.hidden for hint in seen),
            )
        )
    return Evidence(first.rows, first.cols, first.colours, tuple(hints), tuple(nats))


def _digit(view: Evidence, shape: int) -> NDArray[np.float64]:
    """(10,) the log-likelihoods of a shape's digits in one view."""
    return np.asarray(np.maximum(view.shapes[shape], MIN_DIGIT_IN_VIEW), np.float64)


def _cut_nats(spellings: Sequence[Spelling], views: int) -> float:
    """The log-likelihood of a number of digits, which some of the views consider."""
    seen = sum(max(spelling.nats, MIN_CUT_IN_VIEW) for spelling in spellings)
    return (seen + (views - len(spellings)) * MIN_CUT_IN_VIEW) / float(views**SHARED_NOISE)


def _relative(total: NDArray[np.float64] | int, views: int) -> tuple[float, ...]:
    """Log-likelihoods that views add up to, relative to the likeliest digit."""
    nats = np.asarray(total, np.float64) / views**SHARED_NOISE
    return tuple((nats - nats.max()).tolist())
