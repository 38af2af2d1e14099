"""The puzzles that a nonogram's evidence may spell, and those of them that have exactly one solution.

Whether neighbouring digits form one number cannot be decided gap by gap: in some pictures "11" and "1 1"
differ by a hair. So each rule by which a whole picture may have been set ("wider gaps separate numbers",
"digits of one number share a colour") is one way to spell all lines. Known failure: pictures that leave no
more space between "1 5" than within "15".
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise, starmap
from math import comb, inf
from operator import eq
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import TimeLimitError
from picrosser.puzzles.doubt import SURE_NATS
from picrosser.puzzles.nonogram import Nonogram, Run, Runs, room_needed
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence, likeliest_digit
from picrosser.running.deadline import NO_DEADLINE, Deadline
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

Joined = tuple[tuple[bool, ...], ...]
"""Of every line, rows first: for each digit but the last, whether it and the next belong to one number."""
Digits = tuple[int, ...]  # the digit that each shape stands for


def likeliest_digits(evidence: NonogramEvidence) -> Digits:
    return tuple(map(likeliest_digit, evidence.shapes))


class HintsSeen(NamedTuple):
    """What is seen of a board's hints, and how it may be read.

    joins : which digits form one number, by each rule that may hold for the whole picture.
    best : the digit that each shape looks most like.
    deadline : for all solving.
    """

    evidence: NonogramEvidence
    joins: tuple[Joined, ...]
    best: Digits
    deadline: Deadline

    @classmethod
    def of(cls, evidence: NonogramEvidence, deadline: Deadline = NO_DEADLINE) -> Self:
        return cls(evidence, tuple(joining_rules(evidence)), likeliest_digits(evidence), deadline)


def joining_rules(evidence: NonogramEvidence) -> Iterator[Joined]:
    """The joins by each rule that may hold for the whole picture, each once, clearest border first."""
    # Each pair of neighbouring digits, and whether both have one colour; if not, they are two numbers
    lines = [
        list(zip(line.joins, starmap(eq, pairwise(line.colours)), strict=True)) for line in evidence.lines
    ]
    open_joins = [join for line in lines for join, one_colour in line if one_colour and join.decided is None]
    seen: set[Joined] = set()
    for gap, step in (*_borders([(join.gap, join.step) for join in open_joins]), (-inf, -inf)):
        for marked in (False, True):
            joined = tuple(
                tuple([same and _is_joined(join, gap, step, marked) for join, same in line]) for line in lines
            )
            if joined not in seen:
                seen.add(joined)
                yield joined


def likely_joins(view: NonogramEvidence) -> Joined:
    """Which digits are one number, by the rule by which most lines state numbers that fit."""
    digits, shape = likeliest_digits(view), view.shape

    def unread(joined: Joined) -> tuple[int, int]:
        stated = [runs_of(line, joins, digits) for line, joins in zip(view.lines, joined, strict=True)]
        misfits = sum(
            runs is None or room_needed(runs) > length_of(at, shape) for at, runs in enumerate(stated)
        )
        over, down = (cells_per_colour(side).total() for side in (stated[: shape[0]], stated[shape[0] :]))
        return misfits, abs(over - down)

    return min(joining_rules(view), key=unread)


def length_of(at: int, shape: tuple[int, int]) -> int:
    """The number of cells of a line; `at` counts the rows first."""
    rows, cols = shape
    return cols if at < rows else rows


def _is_joined(join: Join, gap: float, step: float, marked: bool) -> bool:
    """Whether a rule makes two digits one number: they are closer than a border, or marked by a colour."""
    if join.decided is not None:
        return join.decided
    return join.gap < gap or join.step < step or (marked and join.both_marked)


def _borders(values: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Borders (gap, -inf) or (-inf, step) in the widest empty intervals between (gap, step) values."""
    found: list[tuple[float, tuple[float, float]]] = []
    for kind in (0, 1):
        ordered = sorted(pair[kind] for pair in values)
        widths = [(other - one, (one + other) / 2) for one, other in pairwise(ordered) if other - one > 1e-6]
        if ordered:  # a border beyond all values: everything is joined
            widths.append((0.0, ordered[-1] + 1))
        found += [(width, (-inf, border) if kind else (border, -inf)) for width, border in widths]
    found.sort(key=lambda item: -item[0])
    return [border for _, border in found[:MAX_BORDERS]]


def changed_digits(evidence: NonogramEvidence, best: Digits, count: int) -> list[tuple[Digits, float]]:
    """The readings with exactly `count` shapes changed, each with its nats, likeliest first.

    A changed shape gains what speaks against the best reading: that it is the digit of others unlike it.
    """
    if count == 0:
        return [(best, 0.0)]
    odd = _unlike_others(evidence, best)
    single = [
        (shape, digit, nats[digit] - odd[shape])
        for shape, nats in enumerate(evidence.shapes)
        for digit in range(10)
        if digit != best[shape] and nats[digit] - odd[shape] > MIN_SHAPE_NATS
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


def rivals_of(evidence: NonogramEvidence, digits: Digits, count: int) -> list[Digits]:
    """The readings with exactly `count` shapes changed that are nearly as likely as these digits."""
    return [other for other, nats in changed_digits(evidence, digits, count) if nats > MIN_RIVAL_NATS]


def _unlike_others(evidence: NonogramEvidence, digits: Digits) -> list[float]:
    """Of each shape, the log-likelihood that the one most like it that is read so, too, is the same digit."""
    alike = [
        [nats for other, nats in enumerate(row) if other != shape and digits[other] == digits[shape]]
        for shape, row in enumerate(evidence.same_digit)
    ]
    return [max(row, default=0.0) for row in alike] + [0.0] * (len(digits) - len(alike))


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


def spellings(seen: HintsSeen, readings: Sequence[Digits]) -> Iterator[Spelling]:
    """The puzzles that readings of the shapes spell with any of the joins.

    Only those in which each line has room for its runs, and rows and columns state equally many cells of each
    colour. In the order of the readings; a puzzle may occur more than once.
    """
    if not readings:
        return
    evidence = seen.evidence
    whole = not any(line.unknown for line in evidence.lines)  # with an unknown line totals say nothing
    stated: list[list[Joined]] = [[] for _ in readings]
    table = np.array(readings)
    for joined in seen.joins:
        fitting = np.flatnonzero(may_fit(evidence, joined, table))
        if whole and len(fitting):
            fitting = fitting[_are_balanced(evidence, joined, table[fitting])]
        for at in fitting.tolist():
            stated[at].append(joined)
    for digits, joins in zip(readings, stated, strict=True):
        for joined in joins:
            puzzle = puzzle_of(evidence, joined, digits)
            if puzzle is not None and fits(puzzle):
                yield Spelling(puzzle, digits, joined)


def puzzles(seen: HintsSeen, readings: Sequence[Digits]) -> Iterator[Nonogram]:
    """The puzzles of `spellings`, each once."""
    known: set[Nonogram] = set()
    for spelling in spellings(seen, readings):
        if spelling.puzzle not in known:
            known.add(spelling.puzzle)
            yield spelling.puzzle


def may_fit(evidence: NonogramEvidence, joined: Joined, table: NDArray[np.intp]) -> NDArray[np.bool_]:
    """(R,) whether each reading changes all lines in which the first one spells no runs that have room.

    Of hints that were seen badly there are many such lines, while the readings that are tried change a few
    shapes each: of two million on six photographs that were refused, one in 250 passes.

    table : (R, shapes) the digits of each reading.
    """
    first, is_changed = tuple(table[0].tolist()), table != table[0]
    passes = np.ones(len(table), bool)
    for line, runs in zip(evidence.lines, fitting_runs(evidence, joined, first), strict=True):
        if runs is None and not line.unknown:
            passes &= is_changed[:, list(line.shapes)].any(axis=1)
            if not passes.any():
                break
    return passes


def _are_balanced(evidence: NonogramEvidence, joined: Joined, table: NDArray[np.intp]) -> NDArray[np.bool_]:
    """(R,) whether the rows of each reading, (R, shapes), state as many cells as its columns."""
    lines = [line.shapes for line in evidence.lines]
    shapes = np.array([shape for line in lines for shape in line], np.intp)
    sides = [1.0] * len(evidence.rows) + [-1.0] * len(evidence.cols)
    worth = np.repeat(sides, list(map(len, lines)))
    is_last = np.array([at == len(line) - 1 for line in lines for at in range(len(line))], bool)
    is_joined = np.zeros(len(shapes), bool)
    is_joined[~is_last] = [one for line in joined for one in line]
    places = np.arange(len(shapes))

    def excess(is_zero: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Per shape, how much the rows' total minus the columns' total grows if its digit grows by one."""
        is_followed = is_joined.copy()
        is_followed[:-1] |= is_zero[shapes[1:]] & ~is_last[:-1]
        ends = np.minimum.accumulate(np.where(is_followed, len(places), places)[::-1])[::-1]
        # Larger sums are wrong anyway, and must not overflow
        values = worth * np.minimum(1e9, 10.0 ** (ends - places))
        return np.asarray(np.bincount(shapes, values, len(evidence.shapes)), np.float64)

    zeros, pattern = np.unique(table == 0, axis=0, return_inverse=True)
    per_shape = np.array([excess(is_zero) for is_zero in zeros])
    return np.asarray(np.abs((table * per_shape[pattern.ravel()]).sum(axis=1)) < 0.5)


def puzzle_of(evidence: NonogramEvidence, joined: Joined, digits: Digits) -> Nonogram | None:
    """The puzzle that digits and joins spell; None if they spell none, for example a run of no cells."""
    found: list[Runs | None] = []
    for line, joins in zip(evidence.lines, joined, strict=True):
        runs = None if line.unknown else runs_of(line, joins, digits)
        if runs is None and not line.unknown:
            return None
        found.append(runs)
    return evidence.puzzle_of(found)


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


def fitting_runs(evidence: NonogramEvidence, joined: Joined, digits: Digits) -> Iterator[Runs | None]:
    """Yield each line's runs; None if it is unknown, or its digits form no numbers that have room."""
    for at, (line, joins) in enumerate(zip(evidence.lines, joined, strict=True)):
        runs = None if line.unknown else runs_of(line, joins, digits)
        yield runs if room_needed(runs or ()) <= length_of(at, evidence.shape) else None


def fits(puzzle: Nonogram) -> bool:
    """Whether every line has room for its runs, and rows and columns state equally many cells per colour."""
    lines = (*puzzle.rows, *puzzle.cols)
    if any(room_needed(line or ()) > length_of(at, puzzle.shape) for at, line in enumerate(lines)):
        return False
    return None in lines or cells_per_colour(puzzle.rows) == cells_per_colour(puzzle.cols)


def cells_per_colour(lines: Sequence[Runs | None]) -> Counter[int]:
    total: Counter[int] = Counter()
    for line in lines:
        for run in line or ():
            total[run.colour] += run.length
    return total


def solve_before(deadline: Deadline, puzzle: Nonogram) -> Outcome:
    """Solve one of the possible readings.

    Raises TimeLimitError: what could not be solved may be the right reading, so no other one is certain.
    """
    outcome = solve(puzzle, time_limit_s=deadline.left_s)
    if outcome.status is Status.GAVE_UP:
        raise TimeLimitError("solving what the hints may state")
    return outcome


def uniquely_solvable(seen: HintsSeen, readings: Sequence[Digits]) -> dict[Nonogram, Outcome]:
    """The puzzles that fit and have exactly one solution, likeliest first. Raises TimeLimitError."""
    tried = islice(puzzles(seen, readings), MAX_SOLVED)
    outcomes = ((puzzle, solve_before(seen.deadline, puzzle)) for puzzle in tried)
    return {puzzle: outcome for puzzle, outcome in outcomes if outcome.status is Status.UNIQUE}
