"""How sure the evidence is: what may be otherwise although all sums agree, and what another circle costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence


def unsure(evidence: Evidence, nats: float) -> bool:
    """Whether some number that can be seen may be another one by its looks, within so many nats."""
    shapes = {shape for hint in evidence.hints for s in hint.spellings for shape in s.shapes}
    recut = any(len(hint.spellings) > 1 and -hint.spellings[1].nats < nats for hint in evidence.hints)
    return recut or any(-sorted(evidence.shapes[shape])[-2] < nats for shape in shapes)


def swappable(evidence: Evidence, nats: float) -> bool:
    """Whether one or two shapes, read as other digits within so many nats, leave every sum as it is.

    Then the sums do not prove what these shapes are: as when all 3s stand for 5s, and all 5s for 3s.
    """
    weights = _weights(evidence)
    effects = [
        (shape, -n, (digit - int(np.argmax(likelihoods))) * weights[shape])
        for shape, likelihoods in enumerate(evidence.shapes)
        for digit, n in enumerate(likelihoods)
        if 0 < -n < nats and weights[shape].any()
    ]
    if any(not effect.any() for _, _, effect in effects):
        return True
    return any(
        one != other and cost + more < nats and not (effect + change).any()
        for (one, cost, effect), (other, more, change) in combinations(effects, 2)
    )


def flips(evidence: Evidence, hints: Sequence[CountHint]) -> float:
    """What it costs, in nats, that circles are not as they look."""
    return sum(
        abs(seen.circled)
        for seen, hint in zip(evidence.hints, hints, strict=True)
        if not seen.hidden and (hint.count or 0) > 1 and hint.contiguous is not None
        if hint.contiguous != (seen.circled > 0) and abs(seen.circled) < SURE_CIRCLE
    )


def _weights(evidence: Evidence) -> NDArray[np.intp]:
    """(shapes, sums) what each shape's digit adds to each sum: of the rows, the columns, the colours."""
    lines, colours = evidence.rows + evidence.cols, evidence.colours
    found = np.zeros((len(evidence.shapes), lines + colours), np.intp)
    for at, hint in enumerate(evidence.hints):
        if hint.spellings and hint.fixed is None:
            line, slot = divmod(at, colours)
            for power, shape in enumerate(reversed(hint.spellings[0].shapes)):
                found[shape, line] += 10**power
                found[shape, lines + slot] += 10**power if line < evidence.rows else -(10**power)
    return found
