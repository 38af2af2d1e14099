"""Find the nonogram that explains best what several views of a page show, its misread digits included.

If the hints that all digits look like have exactly one solution, no picture explains them better. Otherwise,
since rows and columns state the same picture, a digit too faint to tell follows from the lines that cross its
own. All lines say of each of their cells how likely it is filled (see `weighed_lines`), each taking into
account what the crossing lines say, again and again: loopy belief propagation (Pearl, "Probabilistic
Reasoning in Intelligent Systems", 1988). The picture at which that arrives states hints in every line. They
are believed if they have exactly one solution, explain nearly all that was read, suppose no number that was
not found where its line shows no place for it, and no picture that differs in a few cells explains it nearly
as well.

Known failures: a board of which so many lines are misread that a wrong picture is reached, which then
explains too little; a hint that no view shows although others would fit there, too; puzzles of several
colours, which are left in doubt.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import LIKELY_NATS
from picrosser.puzzles.nonogram import ONE_COLOUR, Nonogram, Runs, runs_of_cells
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence, in_one_colour
from picrosser.repairing.spelling import MIN_NATS, fits, likely_joins, solve_before
from picrosser.repairing.weighed_lines import MISSING_NUMBER, LineReading, WeighedLines
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Status

# In nats, prices of what is seldom so
OTHER_RULE = -5.0  # two digits are one number, or two, against the rule of their page and what is usual
# In heights of a digit: usually the space between two digits of one number is less than the first, and
# between two numbers more; if it differs from that by the second, it tells surely. In 47 photographs it is up
# to 0.35 within a number, and at least 0.47 between two.
USUAL_BORDER, USUAL_SPREAD = 0.42, 0.15
# Of the usual step between numbers: another one may stand between two that are further apart. Neighbours have
# up to 1.3, those beside a lost number 1.7 and more.
WIDE_STEP = 1.5
FEWER_VIEWS = -2.0  # a line has a number of digits that one view less shows than another number

MAX_ROUNDS = 40  # in which lines say what they know of each other's cells
NEW_SHARE = 0.7  # of what a line says anew; the rest is what it said before, so that nothing swings
# Nats: the lines have said all once every cell is likely one or the other and none changes, or once nothing
# that they say changes by more than this; boards that stay in doubt need half of the rounds then
SAID_ALL = 0.1

# What a puzzle fails to explain at most, in nats per line, and by how many nats any other one has to explain
# less. Of boards of 6 x 6 to 25 x 25 cells with up to a tenth of their digits misread at random, some 300 are
# so believed, and at most one wrongly with a margin of 6, one in 30 with 4. Of 300 drawn photographs one was
# wrong by a margin of 6.0; right ones have 6.7 and more.
MIN_PER_LINE, MIN_MARGIN = -0.75, 6.5
MAX_MOVED = 6  # cells in which a line differs that has its runs in other places, or other runs

Cells = NDArray[np.int8]  # (rows, cols) a picture: 0, or 1 for a filled cell


class WeighedBoard:
    """What several views of one page show of a board.

    views : their evidence, in one colour; at least one, all with as many rows and columns.
    """

    def __init__(self, views: Sequence[NonogramEvidence]) -> None:
        rows, cols = views[0].shape
        likely = [likely_joins(view) for view in views]

        def weighed(own: slice, cells: int) -> WeighedLines:
            seen, joined = [view.lines[own] for view in views], [joins[own] for joins in likely]
            steps = list(map(_usual_step, seen, joined))
            by_line = enumerate(zip(zip(*seen, strict=True), zip(*joined, strict=True), strict=True))
            readings = [
                one for at, (line, joins) in by_line for one in _readings(at, line, views, joins, steps)
            ]
            open_lines = [at for at, line in enumerate(seen[0]) if line.unknown]
            return WeighedLines(len(seen[0]), cells, readings, open_lines)

        self.rows, self.cols = weighed(slice(rows), cols), weighed(slice(rows, None), rows)
        self._palette = views[0].palette

    def agreed_cells(self, deadline: Deadline) -> Cells:
        """(rows, cols) the picture on which rows and columns agree.

        If what each line's digits look like has exactly one solution, hardly any other picture explains more.
        Raises TimeLimitError.
        """
        rows, cols = (tuple(map(side.likeliest, range(side.count))) for side in (self.rows, self.cols))
        puzzle = Nonogram(rows, cols, self._palette)
        if fits(puzzle) and (outcome := solve_before(deadline, puzzle)).status is Status.UNIQUE:
            return np.array(outcome.solutions[0].cells, np.int8)
        by_rows, by_cols = np.zeros((2, self.rows.count, self.cols.count))
        cells = by_rows > 0
        for turn in range(MAX_ROUNDS):
            deadline.check("weighing rows and columns against each other")
            share = NEW_SHARE if turn else 1.0
            new_by_rows = share * (self.rows.said(by_cols) - by_rows)
            by_rows += new_by_rows
            new_by_cols = share * (self.cols.said(by_rows.T).T - by_cols)
            by_cols += new_by_cols
            both = by_rows + by_cols
            likeliest = both > 0
            if turn and np.array_equal(likeliest, cells):
                is_sure = float(np.abs(both).min()) >= LIKELY_NATS
                if is_sure or max(np.abs(new_by_rows).max(), np.abs(new_by_cols).max()) < SAID_ALL:
                    break
            cells = likeliest
        return cells.astype(np.int8)

    def rival_gain(self, cells: Cells) -> float:
        """How many nats more a picture's best rival explains; what is below -`MIN_MARGIN` is not exact.

        Rivals are the pictures in which a single cell differs, and those in which one line has its runs in
        other places near by, or the runs that its digits look like.
        """
        over, down = _cell_gains(self.rows, cells), _cell_gains(self.cols, cells.T)
        best = float((over + down.T).max())
        for side, lines, crossing in (self.rows, cells, down), (self.cols, cells.T, over):
            for at, line in enumerate(lines):
                own = _runs(line)
                for runs in {own, side.likeliest(at)}:
                    gain = side.cost(at, runs) - side.cost(at, own)
                    for placed in placed_near(line.tolist(), runs, MAX_MOVED) if gain > -MIN_MARGIN else ():
                        moved = np.flatnonzero(line != placed)
                        if len(moved):
                            best = max(best, gain + float(crossing[moved, at].sum()))
        return best

    def line_costs(self, cells: Cells) -> list[float]:
        """The nats, 0 or less, at which a picture explains what is seen of each row, then of each column."""
        sides = (self.rows, cells), (self.cols, cells.T)
        return [side.cost(at, _runs(line)) for side, lines in sides for at, line in enumerate(lines)]


def _cell_gains(side: WeighedLines, lines: Cells) -> NDArray[np.float64]:
    """(lines, cells) how many nats more a line explains if one of its cells is the other way round."""
    gains = np.zeros(lines.shape)
    for at, line in enumerate(lines):
        own = side.cost(at, _runs(line))
        for cell in range(len(line)):
            changed = line.tolist()
            changed[cell] = 1 - changed[cell]
            gains[at, cell] = side.cost(at, runs_of_cells(changed)) - own
    return gains


def _runs(line: Cells) -> Runs:
    return runs_of_cells(line.tolist())


def placed_near(line: Sequence[int], runs: Runs, most: int) -> Iterator[list[int]]:
    """Every line with these runs that differs from another one in a few cells.

    line : the cells of the other one. most : cells in which they differ.
    """
    many = len(line)
    filled = [0, *accumulate(line)]  # how many of the first cells are

    def placed(begun: list[int], left: Runs, changed: int) -> Iterator[list[int]]:
        at = len(begun)
        if not left:
            if changed + filled[many] - filled[at] <= most:
                yield begun + [0] * (many - at)
            return
        length = left[0].length
        for first in range(at + (at > 0), many - length + 1):
            with_blank = changed + filled[first] - filled[at]
            if with_blank > most:
                return
            with_run = with_blank + length - (filled[first + length] - filled[first])
            if with_run <= most:
                yield from placed([*begun, *[0] * (first - at), *[1] * length], left[1:], with_run)

    yield from placed([], runs, 0)


class PuzzleWeighed(NamedTuple):
    """What views of a board state together.

    puzzle : the puzzle that surely explains what they show; None if none does.
    lacking : nats, 0 or more, by which further views have to tell for that picture, for it to be believed;
        None if it is believed, or if not nats are what it lacks.
    """

    puzzle: Nonogram | None
    lacking: float | None = None


def weighed_puzzle(views: Sequence[NonogramEvidence], deadline: Deadline) -> PuzzleWeighed:
    """The puzzle in one colour that explains what views of one board show; none if it has several for sure.

    views : at least one, all with as many rows and columns. Raises TimeLimitError.
    """
    if any(len(view.palette) > ONE_COLOUR for view in views):
        marked = next((view.single_colour for view in views if view.single_colour is not None), None)
        if marked is None:
            return PuzzleWeighed(None)
        views = [in_one_colour(view, marked) for view in views]
    board = WeighedBoard(views)
    cells = board.agreed_cells(deadline)
    costs = board.line_costs(cells)
    cost = sum(costs)
    short = MIN_PER_LINE * sum(cells.shape) - cost
    if short > 0:
        return PuzzleWeighed(None, short)
    rival = board.rival_gain(cells)
    rows, cols = (tuple(map(_runs, side)) for side in (cells, cells.T))
    puzzle = Nonogram(rows, cols, views[0].palette)
    # Where one number was not found, a line that crosses may lack one, too, as on a screen that fades the
    # hints of finished runs. Then another picture is right (`draw_photographs.py --kind screen`, seed 95052).
    unfound = MISSING_NUMBER - min(costs)
    if unfound < 0 and not _is_whole(views, puzzle, cost, deadline):
        return PuzzleWeighed(None)
    if unfound >= 0 or rival > -MIN_MARGIN:
        return PuzzleWeighed(None, max(unfound, MIN_MARGIN + rival))
    return PuzzleWeighed(puzzle)


def _is_whole(views: Sequence[NonogramEvidence], puzzle: Nonogram, cost: float, deadline: Deadline) -> bool:
    """Whether a puzzle is all of the board that views show, and has one solution."""
    # The board may end before a blank outermost line without a hint, and begin a line earlier.
    for side, stated in (0, puzzle.rows), (1, puzzle.cols):
        for at in (0, -1):
            seen = [(view.rows, view.cols)[side][at] for view in views]
            if not stated[at] and not any(line.shapes or line.unknown for line in seen):
                return False
    status = solve_before(deadline, puzzle).status
    # Misread digits hardly ever leave just one solution, so where there are several none may be misread.
    return status is Status.UNIQUE or (status is Status.SEVERAL and cost > -MIN_MARGIN)


def _readings(
    at: int,
    seen: Sequence[LineEvidence],
    views: Sequence[NonogramEvidence],
    joined: Sequence[Sequence[bool]],
    steps: Sequence[float],
) -> Iterator[LineReading]:
    """The ways to read a line: one for each number of digits that views show of it."""
    by_count: dict[int, list[int]] = {}
    for view, line in enumerate(seen):
        by_count.setdefault(len(line.shapes), []).append(view)
    most = max(map(len, by_count.values()))
    for count, members in by_count.items():
        digits, joins, wide = np.zeros((count, 10)), np.zeros((count, 2)), np.zeros(count)
        for view in members:
            line = seen[view]
            for at_digit, shape in enumerate(line.shapes):
                digits[at_digit] += np.maximum(views[view].shapes[shape], MIN_NATS)
            for at_join, (join, is_joined) in enumerate(zip(line.joins, joined[view], strict=True)):
                joins[at_join] += np.array(join_prices(join, is_joined)) / len(members)
                wide[at_join + 1] += join.step > WIDE_STEP * steps[view]
        digits /= len(members) ** 0.5  # views of one photograph share half of their noise
        yield LineReading(
            line=at,
            price=FEWER_VIEWS * (most - len(members)),
            digits=digits - digits.max(axis=1, keepdims=True),
            joined=joins[:, 0],
            apart=joins[:, 1],
            gaps=wide > len(members) / 2,
        )


def join_prices(join: Join, is_joined: bool) -> tuple[float, float]:
    """Nats that two digits are one number, and that they are two.

    is_joined : by the rule of their page.
    """
    if join.decided is not None:  # by more than their distance
        return (0.0, MISSING_NUMBER) if join.decided else (MISSING_NUMBER, 0.0)
    usual = float(np.clip((USUAL_BORDER - join.gap) / USUAL_SPREAD, -1, 1))
    log_odds = -OTHER_RULE * ((1 if is_joined else -1) + usual) / 2
    return min(0.0, log_odds), min(0.0, -log_odds)


def _usual_step(lines: Sequence[LineEvidence], joined: Sequence[Sequence[bool]]) -> float:
    """How far two numbers of one side stand from each other, in heights of a digit; infinite if none do."""
    steps = [
        join.step
        for line, joins in zip(lines, joined, strict=True)
        for join, is_joined in zip(line.joins, joins, strict=True)
        if not is_joined
    ]
    return float(np.median(steps)) if steps else np.inf
