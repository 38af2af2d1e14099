"""How likely each cell of a line is filled, given what its digits look like and what other lines say.

A line's hints are weighed, not decided: each digit by its likelihoods, two neighbours as one number or as
two, and at a price a digit too many, a number too few, or a line of which nothing can be read. The sum over
all runs that a line may have, and over all their places, is taken by the forward-backward algorithm of hidden
Markov models (Rabiner, "A tutorial on hidden Markov models", 1989), for all lines of a side at once: place by
place along the lines, with the number of digits used so far as the state.

Weights are probabilities up to a factor, so they are multiplied where log-likelihoods would be added: that
is five times as fast as adding up logarithms. What the crossing line says of a cell, at most `MOST_SAID`, is
split between filled and blank, so that 200 cells stay within 64-bit floats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import CONCLUSIVE_NATS, LIKELY_NATS, SURE_NATS
from picrosser.puzzles.nonogram import Run, Runs

Weights = NDArray[np.float64]

# All in nats: the prices of what is seldom so. Those of numbers and digits that were not found may be one or
# two nats higher or lower: of 44 pages one is read more or less.
# A digit is another one, whatever it looks like: several views are never surer; or something else was taken
# for a digit
MIN_DIGIT, SURPLUS_DIGIT = -12.0, -14.0
MISSING_NUMBER = -10.0  # a number was not found
MISSING_IN_GAP = -LIKELY_NATS  # nor where two others stand a whole number too far apart
# Of what is farthest from the board, the first digit is something else, as a piece of a title or the edge of
# a shadow; or both digits of a number were taken for one that does not look like either
MISTAKE = -CONCLUSIVE_NATS
SLIP = MISTAKE / 2  # each further digit of the same mistake; or of a number's two digits only one was found
UNREADABLE_LINE = -25.0  # nothing that was read of a line holds
# A line shows no digit, and has some: a shadow or a weak print hides all of them as easily as one. Otherwise
# a last row whose 4 was not found was once taken for blank (`draw_photographs.py --seed 82045`).
NOTHING_SEEN = -SURE_NATS
# What a line says of a cell at most: lines confirm each other in circles, so that more is not known. With 10,
# of 8 boards two more are not found.
MOST_SAID = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class LineReading:
    """One way to read a line's hints, weighed.

    line : which line. price : nats, 0 or less: of this reading against others of the line.
    digits : (m, 10) nats of each digit.
    joined, apart : (m,) nats that each digit and the next one are one number, and two; 0 for the last.
    gaps : (m,) before each digit there is room for another number.
    """

    line: int
    price: float
    digits: Weights
    joined: Weights
    apart: Weights
    gaps: NDArray[np.bool_]


class WeighedLines:
    """All rows of a board, or all its columns, with every way to read them.

    count : of lines. cells : in each of them. readings : at least one of each line.
    open_lines : those that may be anything, since their hints are unknown.
    """

    def __init__(
        self, count: int, cells: int, readings: Sequence[LineReading], open_lines: Sequence[int] = ()
    ) -> None:
        self.count, self.cells = count, cells
        self._line = np.array([reading.line for reading in readings])
        self._used = np.array([len(reading.digits) for reading in readings])  # digits, of each reading
        self._price = np.exp([reading.price for reading in readings])
        self._blank = np.zeros(len(readings))  # weight of a lone 0
        self._unreadable = np.full(count, np.exp(NOTHING_SEEN))
        self._unreadable[self._line[self._used > 0]] = np.exp(UNREADABLE_LINE)
        self._unreadable[list(open_lines)] = 1.0
        states = max(self._used, default=0)
        # [reading, digits used before]
        self._missing = np.full((len(readings), states + 1), np.exp(MISSING_NUMBER))
        self._late = np.zeros_like(self._missing)  # [reading, digits left out at first]
        # Of runs that are stated by one digit, and by two: [length - 1, reading, digit]
        self._tables = np.zeros((2, cells, len(readings), states))
        for at, reading in enumerate(readings):
            self._weigh(at, reading)
        self._surplus = float(np.exp(SURPLUS_DIGIT))
        left = self._used - np.arange(states + 1)[:, None]
        # [digits used before, reading], of all further ones as surplus
        self._left = np.where(left >= 0, self._surplus ** np.maximum(left, 0), 0.0)
        self._readings_of = [np.flatnonzero(self._line == line).tolist() for line in range(count)]
        self._costs: dict[tuple[int, Runs], float] = {}
        self._beginnings: dict[tuple[int, Runs], list[float]] = {}

    def _weigh(self, at: int, reading: LineReading) -> None:
        """Enter what the digits of one reading weigh as numbers of each length."""
        digits = np.maximum(reading.digits, MIN_DIGIT)
        many = len(digits)
        self._missing[at, :many][reading.gaps] = np.exp(MISSING_IN_GAP)
        self._late[at, : many + 1] = np.exp(MISTAKE + SLIP * np.arange(-1.0, many))
        self._late[at, 0] = 1.0
        if many == 1:
            self._blank[at] = np.exp(digits[0, 0])
        lengths = np.arange(1, min(self.cells, 99) + 1)  # of one or two digits
        tens, ones = digits[:, lengths // 10].T, digits[:, lengths % 10].T  # (lengths, digits)
        one_found = np.maximum(np.maximum(tens, ones) + SLIP, MISTAKE)
        by_one = np.where((lengths < 10)[:, None], ones, one_found) + reading.apart
        self._tables[0, : len(lengths), at, :many] = np.exp(by_one)
        by_two = (tens[:, :-1] + ones[:, 1:] + reading.joined[:-1] + reading.apart[1:])[9:]
        self._tables[1, 9 : len(lengths), at, : max(0, many - 1)] = np.exp(by_two)

    def said(self, heard: Weights) -> Weights:
        """(count, cells) what the lines say of each cell, as `heard`, at most `MOST_SAID`.

        heard : (count, cells) nats by which the crossing lines say that it is rather filled than blank.
        """
        full, blank = np.exp(heard / 2), np.exp(-heard / 2)
        filled, total = self._filled(full[self._line].T, blank[self._line].T)
        of_full, of_all = np.zeros((self.count, self.cells)), np.zeros((self.count, 1))
        np.add.at(of_full, self._line, filled * self._price[:, None])
        np.add.at(of_all[:, 0], self._line, total * self._price)
        either = full + blank
        anything = (self._unreadable * either.prod(axis=1))[:, None] / either
        of_blank = np.maximum(of_all - of_full, 0)
        odds = np.log(of_full + anything * full) - np.log(of_blank + anything * blank)
        return np.asarray(np.clip(odds - heard, -MOST_SAID, MOST_SAID))

    def _filled(self, full: Weights, blank: Weights) -> tuple[Weights, Weights]:
        """Per reading, the weight of all runs that fill each cell, and of all runs."""
        cells, many = full.shape
        blank = np.vstack([blank, np.ones(many)])  # beyond the last cell
        sums = np.vstack([np.zeros(many), np.cumsum(np.log(full), axis=0)])
        run = np.exp(sums[None] - sums[:, None])  # [from, up to, reading], of all its cells
        starts, open_runs = self._before(full, blank, run)
        after, follows, rest = self._after(full, blank, run)
        total = (self._late * after[0]).sum(axis=1)
        ends = np.zeros((many, cells + 1))  # of runs: that begin at a cell, less that ended
        for end in range(1, cells + 1):
            for used, runs in enumerate(self._tables, 1):
                digits = max(0, runs.shape[2] + 1 - used)
                weighs = np.einsum(
                    "lak,lak,ak->la",
                    starts[:end, :, :digits],
                    runs[:end, :, :digits][::-1],
                    follows[end][:, used : used + digits],
                )
                weighs *= run[:end, end]
                ends[:, :end] += weighs.T
                ends[:, end] -= weighs.sum(axis=0)
        filled = np.cumsum(ends, axis=1)[:, :cells]
        through = follows[1:] + rest[1:]
        filled += np.einsum("ak,lak->al", self._missing, open_runs[1:] * through)
        blank_line = self._blank * blank.prod(axis=0)
        return np.maximum(filled, 0), total + blank_line

    def _before(self, full: Weights, blank: Weights, run: Weights) -> tuple[Weights, Weights]:
        """Weights of all beginnings, [cell, reading, digits used]: before a number, and amid a lost one."""
        cells, many, states = len(full), len(self._used), self._tables.shape[3]
        before = np.zeros((cells + 2, many, states + 1))  # after a blank cell
        starts, open_runs = np.zeros((2, cells + 1, many, states + 1))
        before[0] = self._late
        for cell in range(cells + 1):
            if cell:
                open_runs[cell] = (open_runs[cell - 1] + before[cell - 1]) * full[cell - 1][:, None]
            ended = self._missing * open_runs[cell]
            for used, runs in enumerate(self._tables, 1):
                digits = max(0, states + 1 - used)
                ended[:, used : used + digits] += np.einsum(
                    "lak,lak,la->ak",
                    starts[:cell, :, :digits],
                    runs[:cell, :, :digits][::-1],
                    run[:cell, cell],
                )
            before[cell + 1] = blank[cell][:, None] * (before[cell] + ended)
            starts[cell] = before[cell]
            _add_surplus(starts[cell], self._surplus)
        return starts, open_runs

    def _after(self, full: Weights, blank: Weights, run: Weights) -> tuple[Weights, Weights, Weights]:
        """Weights of all ends, [cell, reading, digits used]: from a cell on, after a run, amid a lost one."""
        cells, many, states = len(full), len(self._used), self._tables.shape[3]
        after = np.zeros((cells + 2, many, states + 1))
        follows, rest = np.zeros((2, cells + 1, many, states + 1))
        after[cells + 1] = self._left.T
        for cell in range(cells, -1, -1):
            numbers = np.zeros((many, states + 1))
            for used, runs in enumerate(self._tables, 1):
                digits = max(0, states + 1 - used)
                numbers[:, :digits] += np.einsum(
                    "lak,lak,la->ak",
                    follows[cell + 1 :, :, used : used + digits],
                    runs[: cells - cell, :, :digits],
                    run[cell, cell + 1 :],
                )
            _add_surplus(numbers[:, ::-1], self._surplus)
            if cell < cells:
                rest[cell] = full[cell][:, None] * (follows[cell + 1] + rest[cell + 1])
            numbers += self._missing * rest[cell]
            follows[cell] = blank[cell][:, None] * after[cell + 1]
            after[cell] = follows[cell] + numbers
        return after, follows, rest

    def likeliest(self, line: int) -> Runs:
        """The runs that all digits of a line state most likely, whatever other lines say."""
        best: tuple[float, Runs] = (0.0, ())
        for at in self._readings_of[line]:
            used = int(self._used[at])
            ways: list[tuple[float, Runs]] = [(float(self._price[at]), ()), *[(0.0, ())] * used]
            for digit in range(used):
                weight, runs = ways[digit]
                for end, table in enumerate(self._tables[:, :, at, digit], digit + 1):
                    length = int(table.argmax())
                    likely = weight * float(table[length])
                    if end <= used and likely > ways[end][0]:
                        ways[end] = likely, (*runs, Run(length + 1))
            blank = float(self._price[at] * self._blank[at]), ()
            best = max(best, ways[used], blank, key=lambda way: way[0])
        return best[1]

    def cost(self, line: int, runs: Runs) -> float:
        """The nats, 0 or less, of a line that states these runs, in the reading that fits best."""
        known = self._costs.get((line, runs))
        if known is None:
            weight = float(self._unreadable[line])
            for at in self._readings_of[line]:
                stated = max(self._begun(at, runs)[-1], 0.0 if runs else float(self._blank[at]))
                weight = max(weight, float(self._price[at]) * stated)
            known = self._costs[line, runs] = log(weight)
        return known

    def _begun(self, at: int, runs: Runs) -> list[float]:
        """[digits used] weights of the best ways in which digits state runs: lines share many beginnings."""
        weights = self._beginnings.get((at, runs))
        if weights is None:
            states = int(self._used[at]) + 1
            if runs:
                before = self._begun(at, runs[:-1])
                missing = self._missing[at, :states].tolist()
                weights = [one * other for one, other in zip(missing, before, strict=True)]
                for digits, table in enumerate(self._tables[:, runs[-1].length - 1, at], 1):
                    for used, weight in enumerate(table[: max(0, states - digits)].tolist()):
                        weights[used + digits] = max(weights[used + digits], before[used] * weight)
            else:
                weights = self._late[at, :states].tolist()
            for used in range(1, states):  # the last digit may be a surplus one
                weights[used] = max(weights[used], self._surplus * weights[used - 1])
            self._beginnings[at, runs] = weights
        return weights


def _add_surplus(weights: Weights, surplus: float) -> None:
    """Add, in place, to the weights for each number of digits those for fewer, the others being surplus."""
    digits = 1
    while digits < weights.shape[1]:  # after each turn, up to twice as many
        weights[:, digits:] += surplus**digits * weights[:, :-digits]
        digits *= 2
