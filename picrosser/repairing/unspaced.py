"""Evidence without spaces between numbers in, the few ways out in which its digits may form them.

Some programs leave no more between "1 5" than within "15". Then no rule joins digits, but what every line has
room for and the totals of rows and columns leave few ways, and the solver decides among these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from picrosser.puzzles.nonogram import Runs, room_needed
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.repairing.spelling import Digits, Joined, all_lines, neighbours, runs_of

MOST_OPEN = 10  # pairs of digits of a line
MOST_WAYS = 300  # that add up: where there are more, the totals tell too little

Joins = tuple[bool, ...]
Excess = tuple[int, ...]
"""By how many cells of each colour rows state more than columns."""


def few_joined(evidence: NonogramEvidence, digits: Digits) -> list[Joined]:
    """The ways that fit and add up with joined digits in one line or in two; none if there are too many."""
    lines = all_lines(evidence)
    if any(line.unknown for line in lines):
        return []
    apart = tuple(tuple(join.decided is True for join in line.joins) for line in lines)
    stated = [_stated(evidence, at, digits, apart[at]) for at in range(len(lines))]
    if None in stated:
        return []  # a line that has no room for its digits one by one has none for longer numbers
    plain = [cells for cells in stated if cells is not None]
    missing = _less(tuple([0] * len(evidence.palette)), *plain)
    nothing = tuple([0] * len(missing))
    found: list[Joined] = []
    known: dict[Excess, list[tuple[int, Joins]]] = {nothing: [(-1, ())]}
    for at, line in enumerate(lines):
        gains: dict[Excess, list[Joins]] = {}
        for joins in _ways(line, apart[at]):
            cells = _stated(evidence, at, digits, joins)
            if cells is not None:
                gains.setdefault(_less(cells, plain[at]), []).append(joins)
        for gain, ways in gains.items():
            for (other, its), joins in product(known.get(_less(missing, gain), ()), ways):
                changed = {other: its, at: joins}
                found.append(tuple(changed.get(place, way) for place, way in enumerate(apart)))
            if len(found) > MOST_WAYS:
                return []
        for gain, ways in gains.items():
            known.setdefault(gain, []).extend((at, joins) for joins in ways)
    return found


def _ways(line: LineEvidence, apart: Joins) -> Iterator[Joins]:
    """All ways to join a line's digits but the one in which they are apart."""
    free = [at for at, (join, one) in enumerate(neighbours(line)) if one and join.decided is None]
    for chosen in product((False, True), repeat=len(free)) if len(free) <= MOST_OPEN else ():
        if any(chosen):
            joined = dict(zip(free, chosen, strict=True))
            yield tuple(joined.get(at, way) for at, way in enumerate(apart))


def _stated(evidence: NonogramEvidence, at: int, digits: Digits, joins: Joins) -> Excess | None:
    """What a line adds to the excess; None if its digits form no numbers, or ones it has no room for."""
    rows, cols = len(evidence.rows), len(evidence.cols)
    runs: Runs | None = runs_of(all_lines(evidence)[at], joins, digits)
    if runs is None or room_needed(runs) > (cols if at < rows else rows):
        return None
    cells = [0] * len(evidence.palette)
    for run in runs:
        cells[run.colour] += run.length if at < rows else -run.length
    return tuple(cells)


def _less(one: Excess, *others: Excess) -> Excess:
    return tuple(cells - sum(less) for cells, *less in zip(one, *others, strict=True))
