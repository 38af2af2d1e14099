"""What one hint may be by its looks, with probabilities."""

from __future__ import annotations

from itertools import product
from math import exp

from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence


def candidates(evidence: Evidence, hint: HintEvidence) -> list[tuple[int, float, float]]:
    """(count, nats below the likeliest, probability among all), likeliest first; empty without a number."""
    nats: dict[int, float] = {}
    for spelling in hint.spellings:
        shapes = [evidence.shapes[shape] for shape in spelling.shapes]
        for digits in product(range(10), repeat=len(shapes)):
            count = int("".join(map(str, digits)))
            likely = spelling.nats + sum(shape[digit] for shape, digit in zip(shapes, digits, strict=True))
            nats[count] = max(likely, nats.get(count, likely))
    if not nats:
        return []
    best, total = max(nats.values()), sum(map(exp, nats.values()))
    order = sorted(nats.items(), key=lambda item: -item[1])
    return [(count, best - likely, exp(likely) / total) for count, likely in order]
