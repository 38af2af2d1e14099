"""Find the nonogram that explains best what several views of a page show, its misread digits included.

If the hints that all digits look like have exactly one solution, no picture explains them better. Otherwise,
since rows and columns state the same picture, a digit too faint to tell follows from the lines that cross its
own. All lines say of each of their cells how likely it has which colour (see `weighed_lines`), each taking
into account what the crossing lines say, again and again: loopy belief propagation (Pearl, "Probabilistic
Reasoning in Intelligent Systems", 1988). The picture at which that arrives states hints in every line. They
are believed if they have exactly one solution, explain nearly all that was read, suppose no number that was
not found where its line shows no place for it, and no picture that differs in a few cells explains it nearly
as well.

Known failures: a board of which so many lines are misread that a wrong picture is reached, which then
explains too little; and a hint that no view shows although others would fit there, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.nonogram import ONE_COLOUR, Nonogram, Runs, runs_of_cells
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence, in_one_colour
from picrosser.puzzles.picture import EMPTY
from picrosser.repairing.own_colours import has_far_inks, in_own_colours
from picrosser.repairing.own_digits import with_own_digits
from picrosser.repairing.spelling import all_lines, fits, likely_joins, solve_before
from picrosser.repairing.weighed_lines import MIN_COLOUR, MISSING_NUMBER, LineReading, WeighedLines
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Status

# In nats, prices of what is seldom so
MIN_DIGIT_IN_VIEW = -9.0  # one view of a digit is never surer: one misread in 10,000
OTHER_RULE = -5.0  # two digits are one number, or two, against the rule of their page and what is usual
# In heights of a digit: usually the space between two digits of one number is less than the first, and
# between two numbers more; if it differs from that by the second, it tells surely. In 47 photographs it is up
# to 0.35 within a number, and at least 0.47 between two.
USUAL_BORDER, USUAL_SPREAD = 0.42, 0.15
DECIDED_OTHERWISE = -10.0  # the same where more than their distance says what they are
# Of the usual step between numbers: another one may stand between two that are further apart. Neighbours have
# up to 1.3, those beside a lost number 1.7 and more.
WIDE_STEP = 1.5
FEWER_VIEWS = -2.0  # a line has a number of digits that one view less shows than another number

MAX_ROUNDS = 40  # in which lines say what they know of each other's cells
NEW_SHARE = 0.7  # of what a line says anew; the rest is what it said before, so that nothing swings
SURE = 3.0  # nats: once every cell is so sure, and none changes, the lines have said all
# Nats: so have they once nothing that they say changes by more; boards that stay in doubt need half of the
# rounds then
SAID_ALL = 0.1
# Nats: nothing tells such a cell, as in a puzzle with several solutions; so one of them is taken
UNDECIDED = 0.5

# What a puzzle fails to explain at most, in nats per line, and by how many nats any other one has to explain
# less. Of boards of 6 x 6 to 25 x 25 cells with up to a tenth of their digits misread at random, some 300 are
# so believed, and at most one wrongly; with a margin of 4, one in 30 is wrong.
MIN_PER_LINE, MIN_MARGIN = -0.75, 6.0
MAX_MOVED = 6  # cells in which a line differs that has its runs in other places, or other runs
# Nats per line: a picture that explains less does not tell what the page's own digits look like. Those that
# told it on photographs, with up to six wrong cells, have -0.1 to -0.8.
MIN_TEACHING = -3.0


Cells = NDArray[np.int8]
"""(rows, cols) a picture: `EMPTY`, or the slot of a colour."""


class WeighedBoard:
    """What several views of one page show of a board.

    views : their evidence; at least one, all with as many rows and columns, and the same palette.
    """

    def __init__(self, views: Sequence[NonogramEvidence]) -> None:
        rows, cols = len(views[0].rows), len(views[0].cols)
        joined = list(zip(*map(likely_joins, views), strict=True))
        lines = list(zip(*map(all_lines, views), strict=True))

        def weighed(first: int, count: int, cells: int) -> WeighedLines:
            own = slice(first, first + count)
            steps = [
                _usual_step(all_lines(view)[own], of_view[own])
                for view, of_view in zip(views, zip(*joined, strict=True), strict=True)
            ]
            side = list(enumerate(zip(lines[own], joined[own], strict=True)))
            readings = [one for at, (seen, joins) in side for one in _readings(at, seen, views, joins, steps)]
            return WeighedLines(count, cells, readings, [at for at, (seen, _) in side if seen[0].unknown])

        self.rows, self.cols = weighed(0, rows, cols), weighed(rows, cols, rows)
        self._palette = views[0].palette

    def agreed_cells(self, deadline: Deadline) -> Cells:
        """(rows, cols) the picture on which rows and columns agree.

        Raises
        ------
        TimeLimitError : the time was up.
        """
        stated = self._as_stated(deadline)
        return self._likeliest_cells(deadline) if stated is None else stated

    def _likeliest_cells(self, deadline: Deadline) -> Cells:
        """(rows, cols) the picture on which rows and columns agree most, once they have told each other all.

        Raises
        ------
        TimeLimitError : the time was up.
        """
        lean, by_rows, by_cols = np.zeros((3, self.rows.count, self.cols.count, 1 + self.rows.colours))
        cells = lean.argmax(axis=2)
        for turn in range(MAX_ROUNDS):
            deadline.check("weighing rows and columns against each other")
            share = NEW_SHARE if turn else 1.0
            new_by_rows = share * (self.rows.said(by_cols + lean) - by_rows)
            by_rows += new_by_rows
            new_by_cols = share * (self.cols.said((by_rows + lean).swapaxes(0, 1)).swapaxes(0, 1) - by_cols)
            by_cols += new_by_cols
            both = by_rows + by_cols + lean
            likeliest = both.argmax(axis=2)
            if turn and np.array_equal(likeliest, cells):
                second, first = np.partition(both, -2, axis=2)[..., -2:].transpose(2, 0, 1)
                undecided = np.argwhere(first - second < SURE)
                if not len(undecided):
                    break
                cell = tuple(undecided[0])
                if first[cell] - second[cell] < UNDECIDED:
                    lean[cell][1 + both[cell][1:].argmax()] = SURE
                elif max(np.abs(new_by_rows).max(), np.abs(new_by_cols).max()) < SAID_ALL:
                    break
            cells = likeliest
        return np.asarray(cells, np.int8)

    def _as_stated(self, deadline: Deadline) -> Cells | None:
        """(rows, cols) the picture if each line states what its digits look like.

        Hardly any other picture explains more. None unless these hints have exactly one solution.

        Raises
        ------
        TimeLimitError : the time was up.
        """
        rows, cols = (tuple(map(side.likeliest, range(side.count))) for side in (self.rows, self.cols))
        puzzle = Nonogram(rows, cols, self._palette)
        outcome = solve_before(deadline, puzzle) if fits(puzzle) else None
        if outcome is None or outcome.status is not Status.UNIQUE:
            return None
        return np.array(outcome.solutions[0].cells, np.int8)

    def rival_gain(self, cells: Cells) -> float | None:
        """How many nats more a picture's best rival explains; None if each explains less by `MIN_MARGIN`.

        Rivals are the pictures in which a single cell differs, and those in which one line has its runs in
        other places near by, or the runs that its digits look like.
        """
        over, down = _cell_gains(self.rows, cells), _cell_gains(self.cols, cells.T)
        both = over + down.swapaxes(0, 1)
        np.put_along_axis(both, cells[..., None].astype(np.intp), -np.inf, axis=2)
        best = float(both.max())
        for side, lines, crossing in (self.rows, cells, down), (self.cols, cells.T, over):
            for at, line in enumerate(lines):
                own = _runs(line)
                for runs in {own, side.likeliest(at)}:
                    gain = side.cost(at, runs) - side.cost(at, own)
                    for placed in placed_near(line.tolist(), runs, MAX_MOVED) if gain > -MIN_MARGIN else ():
                        moved = [(to, new) for to, new in enumerate(placed) if new != line[to]]
                        if moved:
                            best = max(best, gain + sum(crossing[to, at, new] for to, new in moved))
        return best if best > -MIN_MARGIN else None

    def cost(self, cells: Cells) -> float:
        """The nats, 0 or less, at which a picture explains what the views show."""
        return sum(self.line_costs(cells))

    def line_costs(self, cells: Cells) -> list[float]:
        """The same of each row, then of each column."""
        sides = (self.rows, cells), (self.cols, cells.T)
        return [side.cost(at, _runs(line)) for side, lines in sides for at, line in enumerate(lines)]


def _cell_gains(side: WeighedLines, lines: Cells) -> NDArray[np.float64]:
    """(lines, cells, 1 + colours) how many nats more a line explains if one of its cells has another colour.

    lines : (lines, cells) of a picture.
    """
    gains = np.zeros((*lines.shape, 1 + side.colours))
    for at, line in enumerate(lines):
        own = side.cost(at, _runs(line))
        for cell, colour in np.ndindex(gains.shape[1:]):
            changed = line.tolist()
            changed[cell] = colour
            gains[at, cell, colour] = side.cost(at, runs_of_cells(changed)) - own
    return gains


def _runs(line: Cells) -> Runs:
    """The runs of a line, (N,) cells."""
    return runs_of_cells(line.tolist())


def placed_near(line: Sequence[int], runs: Runs, most: int) -> Iterator[list[int]]:
    """Every line with these runs that differs from another one in a few cells.

    line : the cells of the other one. most : cells in which they differ.
    """
    many = len(line)
    # Of each colour, how many of the first cells have another one
    before = {
        colour: [0, *accumulate(cell != colour for cell in line)]
        for colour in {EMPTY, *(run.colour for run in runs)}
    }
    of_blank = before[EMPTY]

    def placed(begun: list[int], left: Runs, changed: int) -> Iterator[list[int]]:
        at = len(begun)
        if not left:
            if changed + of_blank[many] - of_blank[at] <= most:
                yield begun + [EMPTY] * (many - at)
            return
        run, of_run = left[0], before[left[0].colour]
        for first in range(at + (at > 0 and begun[-1] == run.colour), many - run.length + 1):
            with_blank = changed + of_blank[first] - of_blank[at]
            if with_blank > most:
                return
            end = first + run.length
            with_run = with_blank + of_run[end] - of_run[first]
            if with_run <= most:
                so_far = [*begun, *[EMPTY] * (first - at), *[run.colour] * run.length]
                yield from placed(so_far, left[1:], with_run)

    yield from placed([], runs, 0)


class PuzzleWeighed(NamedTuple):
    """What views of a board state together.

    puzzle : the puzzle that surely explains what they show; None if none does.
    nats_per_line : 0 or less: at what price the likeliest picture explains a line, on average.
    cells : (rows, cols) that picture.
    lacking : nats, 0 or more, by which further views have to tell for that picture, for it to be believed;
        None if it is believed, or if not nats are what it lacks.
    """

    puzzle: Nonogram | None
    nats_per_line: float
    cells: Cells
    lacking: float | None = None


def weighed_puzzle(views: Sequence[NonogramEvidence], deadline: Deadline) -> PuzzleWeighed:
    """The puzzle that explains what views of one board show.

    If digits seem to have several colours, these are found anew, in all views together. If they may be mere
    marks, the puzzle may be of one colour, too; none is believed if both explain what is seen.

    views : at least one, all with as many rows and columns.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    found: list[PuzzleWeighed] = []
    marked = [view.single_colour for view in views if view.single_colour is not None]
    if all(len(view.palette) == ONE_COLOUR for view in views):
        found.append(_weighed_in_their_colours(views, deadline))
        if found[0].puzzle is not None or not has_far_inks(views[0]):
            return found[0]
    in_own = in_own_colours(views)
    if in_own is not None:
        found.append(_weighed_in_their_colours(in_own, deadline))
    if marked and (in_own is None or len(in_own[0].palette) > ONE_COLOUR):
        plain = [in_one_colour(view, marked[0]) for view in views]
        found.append(_weighed_in_their_colours(plain, deadline))
    # The first of those that state the same runs
    believed = {(one.puzzle.rows, one.puzzle.cols): one for one in found[::-1] if one.puzzle is not None}
    if len(believed) == 1:
        return believed.popitem()[1]
    nothing = PuzzleWeighed(None, -np.inf, np.zeros((len(views[0].rows), len(views[0].cols)), np.int8))
    return max(found, key=lambda one: one.nats_per_line, default=nothing)._replace(puzzle=None)


def _weighed_in_their_colours(views: Sequence[NonogramEvidence], deadline: Deadline) -> PuzzleWeighed:
    """The puzzle that explains what views of one board show, all with the same palette.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    board = WeighedBoard(views)
    cells = board.agreed_cells(deadline)
    if board.cost(cells) > MIN_TEACHING * sum(cells.shape):
        learned = [with_own_digits(view, cells) for view in views]
        if any(other is not view for other, view in zip(learned, views, strict=True)):
            board = WeighedBoard(learned)
            cells = board.agreed_cells(deadline)
    costs = board.line_costs(cells)
    cost = sum(costs)
    nats, short = cost / sum(cells.shape), MIN_PER_LINE * sum(cells.shape) - cost
    if short > 0:
        return PuzzleWeighed(None, nats, cells, short)
    rival = board.rival_gain(cells)
    # Where one number was not found, a line that crosses may lack one, too, as on a screen that fades the
    # hints of finished runs. Then another picture is right (`draw_photographs.py --kind screen`, seed 95052).
    unfound = MISSING_NUMBER - min(costs)
    if unfound < 0 and not _is_whole(views, cells, cost, deadline):
        return PuzzleWeighed(None, nats, cells)
    if unfound >= 0 or rival is not None:
        lacking = 0.0 if rival is None else MIN_MARGIN + rival
        return PuzzleWeighed(None, nats, cells, max(unfound, lacking))
    return PuzzleWeighed(_stated_puzzle(views, cells), nats, cells)


def _stated_puzzle(views: Sequence[NonogramEvidence], cells: Cells) -> Nonogram:
    """The puzzle that a picture states, in the colours of its views."""
    rows, cols = (tuple(map(_runs, side)) for side in (cells, cells.T))
    return Nonogram(rows, cols, views[0].palette)


def _is_whole(views: Sequence[NonogramEvidence], cells: Cells, cost: float, deadline: Deadline) -> bool:
    """Whether a picture is all of the board that views show, and what its lines state has one solution.

    The board may end before a blank outermost line beside which no view shows a hint, and begin a line
    earlier.

    cost : the nats at which it explains what they show.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    puzzle = _stated_puzzle(views, cells)
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
    """The ways to read a line: one for each number of digits that views show of it.

    at : its index on its side. seen, joined : what each view shows of it, and what it joins.
    steps : the usual step between numbers of its side, in each view.
    """
    by_count: dict[int, list[int]] = {}
    for view, line in enumerate(seen):
        by_count.setdefault(len(line.shapes), []).append(view)
    most = max(map(len, by_count.values()))
    for count, members in by_count.items():
        digits = np.zeros((count, 10))
        colours = np.zeros((count, len(views[0].palette) - 1))
        joins = np.zeros((count, 2))
        wide = np.zeros(count)
        for view in members:
            line = seen[view]
            for at_digit, shape in enumerate(line.shapes):
                digits[at_digit] += np.maximum(views[view].shapes[shape], MIN_DIGIT_IN_VIEW)
                colours[at_digit] += np.maximum(_colour_nats(views[view], line, at_digit), MIN_COLOUR)
            for at_join, (join, is_joined) in enumerate(zip(line.joins, joined[view], strict=True)):
                joins[at_join] += np.array(join_prices(join, is_joined)) / len(members)
                wide[at_join + 1] += join.step > WIDE_STEP * steps[view]
        # Views of one photograph share half of their noise.
        digits /= len(members) ** 0.5
        colours /= len(members) ** 0.5
        yield LineReading(
            line=at,
            price=FEWER_VIEWS * (most - len(members)),
            digits=digits - digits.max(axis=1, keepdims=True),
            colours=colours - colours.max(axis=1, keepdims=True),
            joined=joins[:, 0],
            apart=joins[:, 1],
            gaps=wide > len(members) / 2,
        )


def _colour_nats(view: NonogramEvidence, line: LineEvidence, at: int) -> NDArray[np.float64]:
    """(colours,) nats of each colour of one of a line's digits."""
    if view.inks and line.glyphs:
        return np.array(view.inks[line.glyphs[at]])
    return np.where(np.arange(1, len(view.palette)) == line.colours[at], 0.0, MIN_COLOUR)


def join_prices(join: Join, is_joined: bool) -> tuple[float, float]:
    """Nats that two digits are one number, and that they are two.

    is_joined : by the rule of their page.
    """
    if join.decided is not None:
        return (0.0, DECIDED_OTHERWISE) if join.decided else (DECIDED_OTHERWISE, 0.0)
    usual = float(np.clip((USUAL_BORDER - join.gap) / USUAL_SPREAD, -1, 1))
    log_odds = -OTHER_RULE * ((1 if is_joined else -1) + usual) / 2
    return min(0.0, log_odds), min(0.0, -log_odds)


def _usual_step(lines: Sequence[LineEvidence], joined: Sequence[Sequence[bool]]) -> float:
    """How far two numbers of one side stand from each other, in heights of a digit; infinite if none do.

    joined : for each line, between which of its digits a number goes on.
    """
    steps = [
        join.step
        for line, joins in zip(lines, joined, strict=True)
        for join, is_joined in zip(line.joins, joins, strict=True)
        if not is_joined
    ]
    return float(np.median(steps)) if steps else np.inf
