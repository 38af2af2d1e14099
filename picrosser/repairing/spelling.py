"""The puzzles that a nonogram's evidence may spell, and those of them that have exactly one solution.

Whether neighbouring digits form one number cannot be decided gap by gap: in some pictures "11" and "1 1"
differ by a hair. So each rule by which a whole picture may have been set ("wider gaps separate numbers",
"digits of one number share a colour") is one way to spell all lines. Known failure: pictures that leave no
more space between "1 5" than within "15".
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import TimeLimitError
from picrosser.puzzles.doubt import SURE_NATS
from picrosser.puzzles.nonogram import Nonogram, Run, Runs, room_needed
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

MAX_BORDERS = 8  # the widest steps between gaps, each tried as the border between gaps and spaces
MIN_NATS = -9.0  # looks are never surer, one misread in 10,000: less likely readings are not tried
# Nor those whose shapes alone have less. Of 194 right readings, real and drawn, one has -5.3, two -5 to -3.
# On a blurred page where an 8 was grouped with 5s the only reading that fits had -7.6, and was wrong.
MIN_SHAPE_NATS = -SURE_NATS
MAX_CHANGE_SETS = 3000  # sets of changed shapes that are considered
MIN_RIVAL_NATS = -5.0  # a uniquely solvable reading that is likelier than this makes another one doubtful
MAX_SOLVED = 300  # puzzles: if so many readings of a picture add up, it states none of them

LineJoins = tuple[bool, ...]
"""For each digit of a line but the last, whether it and the next digit belong to one number."""
Joined = tuple[LineJoins, ...]
"""The joins of every line, rows first."""
Digits = tuple[int, ...]
"""The digit that each shape stands for."""


def likeliest_digits(evidence: NonogramEvidence) -> Digits:
    """The digit that each shape looks most like."""
    return tuple(max(range(10), key=nats.__getitem__) for nats in evidence.shapes)


def joining_rules(evidence: NonogramEvidence) -> Iterator[Joined]:
    """The joins by each rule that may hold for the whole picture, each once, clearest border first."""
    lines = [tuple(_pairs(line)) for line in evidence.lines]
    open_joins = [join for line in lines for join, one_colour in line if one_colour and join.decided is None]
    seen: set[Joined] = set()
    for gaps, steps in (*_borders([(j.gap, j.step) for j in open_joins]), (None, None)):
        for marked in (False, True):
            joined = tuple(
                tuple([same and _is_joined(join, gaps, steps, marked) for join, same in line])
                for line in lines
            )
            if joined not in seen:
                seen.add(joined)
                yield joined


def likely_joins(view: NonogramEvidence) -> Joined:
    """Which digits are one number, by the rule by which most lines state numbers that fit."""
    digits, rows, cols = likeliest_digits(view), len(view.rows), len(view.cols)

    def unread(joined: Joined) -> tuple[int, int]:
        stated = [
            runs_of(line, joins, digits) if line.shapes else ()
            for line, joins in zip(view.lines, joined, strict=True)
        ]
        misfits = sum(
            runs is None or room_needed(runs) > (cols if at < rows else rows)
            for at, runs in enumerate(stated)
        )
        over, down = (cells_per_colour(side).total() for side in (stated[:rows], stated[rows:]))
        return misfits, abs(over - down)

    return min(joining_rules(view), key=unread)


def _pairs(line: LineEvidence) -> Iterator[tuple[Join, bool]]:
    """Each pair of neighbouring digits, and whether both have one colour; if not, they are two numbers."""
    for join, (colour, other) in zip(line.joins, pairwise(line.colours), strict=True):
        yield join, colour == other


def _is_joined(join: Join, gaps: float | None, steps: float | None, marked: bool) -> bool:
    """Whether a rule makes two digits one number: they are closer than a border, or marked by a colour."""
    if join.decided is not None:
        return join.decided
    narrow = (gaps is not None and join.gap < gaps) or (steps is not None and join.step < steps)
    return narrow or (marked and join.both_marked)


def _borders(values: Sequence[tuple[float, float]]) -> list[tuple[float | None, float | None]]:
    """Borders (gap, None) or (None, step) in the widest empty intervals between (gap, step) values."""
    found: list[tuple[float, float | None, float | None]] = []
    for kind in (0, 1):
        ordered = sorted(pair[kind] for pair in values)
        for one, other in pairwise(ordered):
            if other - one > 1e-6:
                middle = (one + other) / 2
                found.append((other - one, middle if kind == 0 else None, middle if kind else None))
        if ordered:  # a border beyond all values: everything is joined
            found.append((0.0, ordered[-1] + 1, None) if kind == 0 else (0.0, None, ordered[-1] + 1))
    found.sort(key=lambda item: -item[0])
    return [(gap, step) for _, gap, step in found[:MAX_BORDERS]]


def changed_digits(evidence: NonogramEvidence, best: Digits, count: int) -> list[tuple[Digits, float]]:
    """The readings with exactly `count` shapes changed, each with its nats, likeliest first."""
    if count == 0:
        return [(best, 0.0)]
    single = [
        (shape, digit, nats[digit])
        for shape, nats in enumerate(evidence.shapes)
        for digit in range(10)
        if digit != best[shape] and nats[digit] > MIN_SHAPE_NATS
    ]
    single.sort(key=lambda change: -change[2])
    while comb(len(single), count) > MAX_CHANGE_SETS:  # sets with the least likely changes come last anyway
        single.pop()
    if len(single) < count:
        return []
    shape_of, digit_of, nats_of = map(np.array, zip(*single, strict=True))
    sets = np.array(list(combinations(range(len(single)), count)))
    changed = np.sort(shape_of[sets], axis=1)
    sets = sets[(np.diff(changed, axis=1) > 0).all(axis=1) & (nats_of[sets].sum(axis=1) > MIN_SHAPE_NATS)]
    table = np.tile(best, (len(sets), 1))
    np.put_along_axis(table, shape_of[sets], digit_of[sets], axis=1)
    nats = nats_of[sets].sum(axis=1) + _same_digit_nats(evidence, table, shape_of[sets])
    order = np.argsort(-nats, kind="stable")[: np.count_nonzero(nats > MIN_NATS)]
    return list(zip(map(tuple, table[order].tolist()), nats[order].tolist(), strict=True))


def _same_digit_nats(
    evidence: NonogramEvidence, table: NDArray[np.intp], changed: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(R,) the log-likelihood that changed shapes are the same digits as others, which look different."""
    nats = np.zeros(len(table))
    seen = len(evidence.same_digit)  # shapes of lines that were set by hand follow, and look like nothing
    same_digit = np.array(evidence.same_digit)
    for shape in changed.T if seen else ():
        is_alike = table[:, :seen] == np.take_along_axis(table, shape[:, None], axis=1)
        nats = np.minimum(nats, same_digit[shape].min(axis=1, where=is_alike, initial=0.0))
    return nats


class Spelling(NamedTuple):
    """A puzzle, with the digits and the joins that spell it."""

    puzzle: Nonogram
    digits: Digits
    joined: Joined


def spellings(
    evidence: NonogramEvidence, joins: Sequence[Joined], readings: Sequence[Digits]
) -> Iterator[Spelling]:
    """The puzzles that readings of the shapes spell with any of the joins.

    Only those in which each line has room for its runs, and rows and columns state equally many cells of each
    colour. In the order of the readings; a puzzle may occur more than once.
    """
    if not (joins and readings):
        return
    whole = not any(line.unknown for line in evidence.lines)  # with an unknown line totals say nothing
    stated: list[list[int]] = [[] for _ in readings]
    table = np.array(readings)
    places = _DigitPlaces(evidence)
    for rule, joined in enumerate(joins):
        fitting = np.flatnonzero(may_fit(evidence, joined, table))
        if whole and len(fitting):
            fitting = fitting[places.are_balanced(joined, table[fitting])]
        for at in fitting.tolist():
            stated[at].append(rule)
    for digits, by_rule in zip(readings, stated, strict=True):
        for rule in by_rule:
            puzzle = puzzle_of(evidence, joins[rule], digits)
            if puzzle is not None and fits(puzzle):
                yield Spelling(puzzle, digits, joins[rule])


def may_fit(evidence: NonogramEvidence, joined: Joined, table: NDArray[np.intp]) -> NDArray[np.bool_]:
    """(R,) whether each reading changes all lines in which the first one spells no runs that have room.

    Of hints that were seen badly there are many such lines, while the readings that are tried change a few
    shapes each: of two million on six photographs that were refused, one in 250 passes.

    table : (R, shapes) the digits of each reading.
    """
    first, is_changed = tuple(table[0].tolist()), table != table[0]
    passes = np.ones(len(table), bool)
    for at, (line, joins) in enumerate(zip(evidence.lines, joined, strict=True)):
        if line.shapes and not line.unknown and _fitting_runs(evidence, at, joins, first) is None:
            passes &= is_changed[:, list(line.shapes)].any(axis=1)
            if not passes.any():
                break
    return passes


class _DigitPlaces:
    """All digits of the evidence one after the other, to add up what they state with array operations.

    shapes : (N,) of each digit. worth : (N,) 1 in rows, -1 in columns. is_last : (N,) whether its line ends.
    """

    def __init__(self, evidence: NonogramEvidence) -> None:
        lines, rows = [line.shapes for line in evidence.lines], len(evidence.rows)
        self.shapes = np.array([shape for line in lines for shape in line], np.intp)
        self.worth = np.repeat(
            [1.0 if at < rows else -1.0 for at in range(len(lines))], list(map(len, lines))
        )
        self.is_last = np.array([at == len(line) - 1 for line in lines for at in range(len(line))], bool)
        self._kinds = len(evidence.shapes)

    def are_balanced(self, joined: Joined, table: NDArray[np.intp]) -> NDArray[np.bool_]:
        """(R,) whether the rows of each reading, (R, shapes), state as many cells as its columns."""
        is_joined = np.zeros(len(self.shapes), bool)
        is_joined[~self.is_last] = [one for line in joined for one in line]
        zeros, pattern = np.unique(table == 0, axis=0, return_inverse=True)
        per_shape = np.array([self._excess_per_shape(is_joined, is_zero) for is_zero in zeros])
        return np.asarray(np.abs((table * per_shape[pattern.ravel()]).sum(axis=1)) < 0.5)

    def _excess_per_shape(
        self, is_joined: NDArray[np.bool_], is_zero: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Per shape, how much the rows' total minus the columns' total grows if its digit grows by one."""
        is_followed = is_joined.copy()
        is_followed[:-1] |= is_zero[self.shapes[1:]] & ~self.is_last[:-1]
        places = np.arange(len(self.shapes))
        ends = np.minimum.accumulate(np.where(is_followed, len(places), places)[::-1])[::-1]
        # Larger sums are wrong anyway, and must not overflow
        values = self.worth * np.minimum(1e9, 10.0 ** (ends - places))
        return np.asarray(np.bincount(self.shapes, values, self._kinds), np.float64)


def puzzle_of(evidence: NonogramEvidence, joined: Joined, digits: Digits) -> Nonogram | None:
    """The puzzle that digits and joins spell; None if they spell none, for example a run of no cells."""
    found: list[Runs | None] = []
    for line, joins in zip(evidence.lines, joined, strict=True):
        runs = None if line.unknown else runs_of(line, joins, digits)
        if runs is None and not line.unknown:
            return None
        found.append(runs)
    rows = len(evidence.rows)
    return Nonogram(tuple(found[:rows]), tuple(found[rows:]), evidence.palette)


def runs_of(line: LineEvidence, joins: Sequence[bool], digits: Digits) -> Runs | None:
    """A line's runs; None if the digits form no numbers.

    No run begins with a 0, so a 0 belongs to the digit before it; a lone 0 is a blank line.
    """
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


def _fitting_runs(evidence: NonogramEvidence, at: int, joins: LineJoins, digits: Digits) -> Runs | None:
    """A line's runs; None if its digits form no numbers, or numbers for which it has no room."""
    rows, cols = evidence.rows, evidence.cols
    is_row = at < len(rows)
    runs = runs_of(rows[at] if is_row else cols[at - len(rows)], joins, digits)
    return None if runs is None or room_needed(runs) > len(cols if is_row else rows) else runs


def fits(puzzle: Nonogram) -> bool:
    """Whether every line has room for its runs, and rows and columns state equally many cells per colour."""
    rows, cols = puzzle.shape
    if any(room_needed(line or ()) > cols for line in puzzle.rows):
        return False
    if any(room_needed(line or ()) > rows for line in puzzle.cols):
        return False
    if None in puzzle.rows or None in puzzle.cols:
        return True
    return cells_per_colour(puzzle.rows) == cells_per_colour(puzzle.cols)


def cells_per_colour(lines: Sequence[Runs | None]) -> Counter[int]:
    """How many cells of each colour some lines state."""
    total: Counter[int] = Counter()
    for line in lines:
        for run in line or ():
            total[run.colour] += run.length
    return total


def solve_before(deadline: Deadline, puzzle: Nonogram) -> Outcome:
    """Solve one of the possible readings.

    Raises
    ------
    TimeLimitError : the time was up. A reading that could not be solved may be the right one, so no other one
        is certain.
    """
    outcome = solve(puzzle, time_limit_s=deadline.left_s)
    if outcome.status is Status.GAVE_UP:
        raise TimeLimitError("solving what the hints may state")
    return outcome


def uniquely_solvable(
    evidence: NonogramEvidence, joins: Sequence[Joined], readings: Sequence[Digits], deadline: Deadline
) -> dict[Nonogram, Outcome]:
    """The puzzles that fit and have exactly one solution, likeliest first.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    found: dict[Nonogram, Outcome] = {}
    tried: set[Nonogram] = set()
    for spelling in spellings(evidence, joins, readings):
        if spelling.puzzle in tried:
            continue
        if len(tried) >= MAX_SOLVED:
            break
        tried.add(spelling.puzzle)
        outcome = solve_before(deadline, spelling.puzzle)
        if outcome.status is Status.UNIQUE:
            found[spelling.puzzle] = outcome
    return found
