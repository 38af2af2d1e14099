"""Evidence about a nonogram's digits in, the puzzles that it may spell out.

How digits form numbers is no matter of a single gap: in some pictures "11" and "1 1" differ by a hair, in
some by nothing. So each rule by which a whole picture may have been set ("gaps wider than this part numbers",
"a colour marks those of two digits") is one way to spell all of its lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.nonogram import Nonogram, Run, Runs, room_needed
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence

RULES = 8  # of the widest steps between gaps, each tried as the border between spaces and mere gaps
POSSIBLE = -9.0  # nats: a digit less likely by its looks is not tried
MOST_CHANGES = 3000  # sets of changed shapes that are looked at
HUGE = 1e9  # cells: a sum of such numbers is no total, and must not overflow

Joined = tuple[tuple[bool, ...], ...]
"""Per line, whether each digit and the next are one number."""
Digits = tuple[int, ...]
"""What each shape is."""


def all_lines(evidence: NonogramEvidence) -> tuple[LineEvidence, ...]:
    """Rows, then columns."""
    return (*evidence.rows, *evidence.cols)


def likeliest(evidence: NonogramEvidence) -> Digits:
    """Each shape by its looks."""
    return tuple(max(range(10), key=nats.__getitem__) for nats in evidence.shapes)


def rules(evidence: NonogramEvidence) -> Iterator[Joined]:
    """The ways in which the picture may have been set, each once; the clearest border between gaps first."""
    lines = all_lines(evidence)
    open_joins = [join for line in lines for join, one in neighbours(line) if one and join.decided is None]
    seen: set[Joined] = set()
    for gaps, steps in (*_borders([(j.gap, j.step) for j in open_joins]), (None, None)):
        for marked in (False, True):
            joined = tuple(
                tuple(one and _is_joined(join, gaps, steps, marked) for join, one in neighbours(line))
                for line in lines
            )
            if joined not in seen:
                seen.add(joined)
                yield joined


def neighbours(line: LineEvidence) -> Iterator[tuple[Join, bool]]:
    """Neighbours, and whether they have one colour: else they are never one number."""
    for join, (colour, other) in zip(line.joins, pairwise(line.colours), strict=True):
        yield join, colour == other


def _is_joined(join: Join, gaps: float | None, steps: float | None, marked: bool) -> bool:
    """Whether two digits are one number by a rule: narrower than a border, or marked by a colour."""
    if join.decided is not None:
        return join.decided
    narrow = (gaps is not None and join.gap < gaps) or (steps is not None and join.step < steps)
    return narrow or (marked and join.alike)


def _borders(values: Sequence[tuple[float, float]]) -> list[tuple[float | None, float | None]]:
    """(gap, None) or (None, step) that lie in the widest empty stretches between values."""
    found: list[tuple[float, float | None, float | None]] = []
    for kind in (0, 1):
        ordered = sorted(pair[kind] for pair in values)
        for one, other in pairwise(ordered):
            if other - one > 1e-6:
                middle = (one + other) / 2
                found.append((other - one, middle if kind == 0 else None, middle if kind else None))
        if ordered:  # nothing is parted
            found.append((0.0, ordered[-1] + 1, None) if kind == 0 else (0.0, None, ordered[-1] + 1))
    found.sort(key=lambda item: -item[0])
    return [(gap, step) for _, gap, step in found[:RULES]]


def changes(evidence: NonogramEvidence, best: Digits, many: int) -> list[tuple[Digits, float]]:
    """The digits with so many shapes changed, and how likely that is in nats; the likeliest first."""
    single = [
        (shape, digit, nats[digit])
        for shape, nats in enumerate(evidence.shapes)
        for digit in range(10)
        if digit != best[shape] and nats[digit] > POSSIBLE
    ]
    single.sort(key=lambda change: -change[2])
    while comb(len(single), many) > MOST_CHANGES:  # the sets of the least likely ones would come last anyway
        single.pop()
    found: list[tuple[Digits, float]] = []
    for chosen in combinations(single, many):
        if len({shape for shape, _, _ in chosen}) == many:
            digits = list(best)
            for shape, digit, _ in chosen:
                digits[shape] = digit
            again = _again(evidence, digits, [shape for shape, _, _ in chosen])
            found.append((tuple(digits), sum(nats for _, _, nats in chosen) + again))
    found = [pair for pair in found if pair[1] > POSSIBLE]
    return sorted(found, key=lambda pair: -pair[1])


def _again(evidence: NonogramEvidence, digits: Sequence[int], changed: Sequence[int]) -> float:
    """How likely it is, in nats, that changed shapes are the same digits as others that are unlike them."""
    if not evidence.again:
        return 0.0
    return min(
        evidence.again[shape][other]  # 0 for itself
        for shape in changed
        for other, digit in enumerate(digits)
        if digit == digits[shape]
    )


@dataclass(frozen=True, slots=True)
class Spelling:
    """A puzzle, and what the digits and the rule are that spell it."""

    puzzle: Nonogram
    digits: Digits
    joined: Joined


def spelt(
    evidence: NonogramEvidence, joins: Sequence[Joined], readings: Sequence[Digits]
) -> Iterator[Spelling]:
    """The puzzles that readings of the shapes state by any of the rules, if each line fits and rows and
    columns state equally many cells of each colour. In the readings' order; some puzzles may come twice.
    """
    whole = not any(line.unknown for line in all_lines(evidence))  # else the totals say nothing
    stated: list[list[int]] = [[] for _ in readings]
    by_zeros: dict[frozenset[int], list[int]] = {}
    for at, digits in enumerate(readings):
        by_zeros.setdefault(frozenset(i for i, d in enumerate(digits) if d == 0), []).append(at)
    for zeros, members in by_zeros.items():
        table = np.array([readings[at] for at in members], np.float64)
        for rule, joined in enumerate(joins):
            balanced = (
                np.abs(table @ _excess(evidence, joined, zeros)) < 0.5 if whole else [True] * len(table)
            )
            for at, equal in zip(members, balanced, strict=True):
                if equal:
                    stated[at].append(rule)
    for digits, by_rule in zip(readings, stated, strict=True):
        for rule in by_rule:
            puzzle = puzzle_of(evidence, joins[rule], digits)
            if puzzle is not None and fits(puzzle):
                yield Spelling(puzzle, digits, joins[rule])


def _excess(evidence: NonogramEvidence, joined: Joined, zeros: frozenset[int]) -> NDArray[np.float64]:
    """Per shape, how much one more of its digit adds to the rows' total and takes from the columns'.

    zeros : the shapes that are a 0, which belongs to the digit before it whatever the gap.
    """
    excess = np.zeros(len(evidence.shapes))
    for at, (line, joins) in enumerate(zip(all_lines(evidence), joined, strict=True)):
        worth = 1.0 if at < len(evidence.rows) else -1.0
        value = worth
        for place in reversed(range(len(line.shapes))):
            more = place < len(joins) and (joins[place] or line.shapes[place + 1] in zeros)
            value = max(-HUGE, min(HUGE, 10 * value)) if more else worth
            excess[line.shapes[place]] += value
    return excess


def puzzle_of(evidence: NonogramEvidence, joined: Joined, digits: Digits) -> Nonogram | None:
    """The puzzle that digits and joins state; None if they state none, such as a run of no cells."""
    found: list[Runs | None] = []
    for line, joins in zip(all_lines(evidence), joined, strict=True):
        runs = None if line.unknown else runs_of(line, joins, digits)
        if runs is None and not line.unknown:
            return None
        found.append(runs)
    rows = len(evidence.rows)
    return Nonogram(tuple(found[:rows]), tuple(found[rows:]), evidence.palette)


def runs_of(line: LineEvidence, joins: Sequence[bool], digits: Digits) -> Runs | None:
    """A line's runs. No run begins with a 0, so a 0 belongs to the digit before it; alone it is a blank."""
    if len(line.shapes) == 1 and digits[line.shapes[0]] == 0:
        return ()
    numbers: list[tuple[int, int]] = []
    for at, (shape, colour) in enumerate(zip(line.shapes, line.colours, strict=True)):
        digit = digits[shape]
        if at and (joins[at - 1] or digit == 0):
            length, first = numbers[-1]
            numbers[-1] = (10 * length + digit, first)
            if first != colour:
                return None
        elif digit == 0:
            return None
        else:
            numbers.append((digit, colour))
    return tuple(Run(length, colour) for length, colour in numbers)


def fits(puzzle: Nonogram) -> bool:
    """Whether every line has room for its runs, and rows and columns state the same cells."""
    rows, cols = puzzle.shape
    if any(room_needed(line or ()) > cols for line in puzzle.rows):
        return False
    if any(room_needed(line or ()) > rows for line in puzzle.cols):
        return False
    if None in puzzle.rows or None in puzzle.cols:
        return True
    return totals(puzzle.rows) == totals(puzzle.cols)


def totals(lines: Sequence[Runs | None]) -> Counter[int]:
    """Cells of each colour."""
    total: Counter[int] = Counter()
    for line in lines:
        for run in line or ():
            total[run.colour] += run.length
    return total
