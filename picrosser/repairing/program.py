"""All hints' evidence in, the likeliest reading that adds up out: an integer program.

The board is full: a row's hints add up to the number of columns, a column's to the number of rows, and each
colour has one total over rows and over columns. Among all readings that keep this, the likeliest is chosen.
What it may change: the digit that a shape stands for (everywhere at once), the number of digits that equal
numbers are cut into, and, as a last resort, single hints. Hidden hints are free.

With shapes that no template knows, this is a cryptarithm: the sums alone say which shape is which digit.

Solved with HiGHS through `scipy.optimize.milp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.repairing.highs import INFEASIBLE, Constraint, minimised

# Nats. A single hint that is not what its shapes say costs MISREAD and more the less it looks like it, up to
# UNLIKE; a number where none is seen, or none where one is seen, costs VANISHED.
MISREAD, UNLIKE, VANISHED = 8.0, 5.0, 11.0
HIDDEN = 2.0  # a hint that seems hidden, yet shows a number, is another one
# A shape's worst digit costs no more: unlikely faces exist. Digits less likely than the second are not
# considered at all.
SHAPE_WORST, SHAPE_HOPELESS = 12.0, 14.0
PRINTED_NOUGHT = 5.0  # an empty hint is left blank
SAME_DIGIT = 1.5  # two shapes that are one digit: equal digits look alike, but for damage
RECUT = 4.0  # at most, however many numbers are cut otherwise than they look


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A reading of all counts that adds up.

    counts : (N,) int, in the order of `Evidence.hints`.
    cost : nats below the likeliest reading by looks alone, 0 or more.
    digits : per shape, the digit it stands for; -1 if nothing depends on it.
    """

    counts: NDArray[np.intp]
    cost: float
    digits: tuple[int, ...]


class Program:
    """The integer program of one screenshot, which gives one fit after another, likeliest first."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._costs: list[float] = []
        self._rows: list[Constraint] = []
        self._seen = [at for at, hint in enumerate(evidence.hints) if not hint.hidden and hint.fixed is None]
        self._digit_variables = self._add_shapes()
        self._number_variables = self._add_numbers()
        suspects = self._suspects()
        self._count_variables = [
            self._add_hint(hint, suspect) for hint, suspect in zip(evidence.hints, suspects, strict=True)
        ]
        self._add_sums()
        self._add_logic()

    def best(self, timeout_s: float, most: float = np.inf) -> Fit | None:
        """The likeliest fit that is not forbidden and costs at most `most` nats; None if there is none.

        Raises
        ------
        TimeoutError : not in time.
        """
        # A limit of the cost makes it quick to see that nothing else comes near.
        result = minimised(
            self._costs, [*self._rows, (dict(enumerate(self._costs)), -np.inf, most)], timeout_s
        )
        if result.status == INFEASIBLE:
            return None
        if result.status != 0:
            raise TimeoutError(result.message)
        chosen = result.x > 0.5
        counts = [self._value(variables, chosen) for variables in self._count_variables]
        digits = [
            next((digit for digit, at in found.items() if chosen[at]), -1) for found in self._digit_variables
        ]
        return Fit(np.array(counts, np.intp), float(result.fun), tuple(digits))

    def forbid(self, fit: Fit) -> None:
        """Ask for other fits only: some hint that is seen must have another count."""
        terms: dict[int, float] = {}
        for index in self._seen:
            for variable, count in self._count_variables[index]:
                if count == fit.counts[index]:
                    terms[variable] = 1.0
        self._constrain(terms, high=len(self._seen) - 1)

    @staticmethod
    def _value(variables: Iterable[tuple[int, int]], chosen: NDArray[np.bool_]) -> int:
        return sum(count for variable, count in variables if chosen[variable])

    def _variable(self, cost: float) -> int:
        self._costs.append(cost)
        return len(self._costs) - 1

    def _constrain(self, terms: Mapping[int, float], low: float = -np.inf, high: float = np.inf) -> None:
        self._rows.append((terms, low, high))

    def _add_shapes(self) -> list[dict[int, int]]:
        """Per shape, a variable for each digit it may stand for."""
        found: list[dict[int, int]] = []
        for nats in self._evidence.shapes:
            likely = {d: min(-n, SHAPE_WORST) for d, n in enumerate(nats) if -n <= SHAPE_HOPELESS}
            variables = {digit: self._variable(cost) for digit, cost in likely.items()}
            self._constrain(dict.fromkeys(variables.values(), 1.0), 1, 1)
            found.append(variables)
        for digit in range(10):
            same = {variables[digit]: 1.0 for variables in found if digit in variables}
            if len(same) > 1:
                same[self._variable(SAME_DIGIT)] = -float(len(same))
                self._constrain(same, high=1)
        return found

    def _add_numbers(self) -> dict[tuple[tuple[int, ...], ...], dict[int, int]]:
        """For the hints of equal spellings, a variable for each count they may all stand for."""
        evidence, longest = self._evidence, max(self._evidence.rows, self._evidence.cols)
        alike: dict[tuple[tuple[int, ...], ...], list[HintEvidence]] = {}
        for hint in evidence.hints:
            if hint.fixed is None and hint.spellings:
                alike.setdefault(_key(hint), []).append(hint)
        found: dict[tuple[tuple[int, ...], ...], dict[int, int]] = {}
        for key, hints in alike.items():
            variables: dict[int, int] = {}
            for at, shapes in enumerate(key):
                recut = min(RECUT, sum(-hint.spellings[at].nats for hint in hints))
                low, high = (0, 9) if len(shapes) == 1 else (10 ** (len(shapes) - 1), longest)
                for count in range(low, min(high, longest) + 1):
                    parts = [
                        self._digit_variables[s].get(int(d)) for s, d in zip(shapes, str(count), strict=True)
                    ]
                    if None in parts:
                        continue
                    variable = self._variable(recut + PRINTED_NOUGHT * (count == 0))
                    variables[count] = variable
                    for part in parts:
                        if part is not None:
                            self._constrain({variable: 1.0, part: -1.0}, high=0)
            # At most one: what is written may be too long for any line, and so none of them.
            self._constrain(dict.fromkeys(variables.values(), 1.0), high=1)
            found[key] = variables
        return found

    def _suspects(self) -> list[bool]:
        """Which hints may be others than their shapes say, each by itself.

        Not those of a line and a colour that add up as they look: to change one of them takes three more
        changes at least, in the line, in the colour and where those two cross. Nor, where only one colour
        does not add up, those of lines that do: a second hint of the line had to make up for it.
        """
        off_lines: set[int] = set()
        off_colours: set[int] = set()
        lines = self._evidence.rows + self._evidence.cols
        for at, (hints, signs, total) in enumerate(self._sums()):
            counts = [self._evidence.likeliest(self._evidence.hints[hint]) for hint in hints]
            hidden = any(self._evidence.hints[hint].hidden for hint in hints)
            agrees = (
                None not in counts and sum(s * (c or 0) for s, c in zip(signs, counts, strict=True)) == total
            )
            if hidden or not agrees:
                (off_lines if at < lines else off_colours).add(at if at < lines else at - lines)
        colours = self._evidence.colours
        return [
            hint // colours in off_lines or (len(off_colours) > 1 and hint % colours in off_colours)
            for hint in range(lines * colours)
        ]

    def _add_hint(self, hint: HintEvidence, suspect: bool) -> list[tuple[int, int]]:
        """The variables of one hint's count, each with the count."""
        counts = range(self._evidence.length(hint.place) + 1)
        if hint.fixed and hint.fixed.count is not None:
            found = [(self._variable(0.0), hint.fixed.count)]
        elif hint.fixed is not None or (hint.hidden and not hint.spellings):
            found = [(self._variable(0.0), count) for count in counts]
        elif not hint.spellings:
            found = [
                (self._variable(VANISHED if count else 0.0), count)
                for count in counts
                if suspect or not count
            ]
        else:
            found = []
            numbers = self._number_variables[_key(hint)]
            unlike = [HIDDEN] * len(counts) if hint.hidden else self._unlike(hint, counts)
            for count in counts:
                if suspect:
                    found.append((self._variable(unlike[count]), count))
                if count in numbers:
                    variable = self._variable(0.0)
                    self._constrain({variable: 1.0, numbers[count]: -1.0}, high=0)
                    found.append((variable, count))
        self._constrain({variable: 1.0 for variable, _ in found}, 1, 1)
        return found

    def _unlike(self, hint: HintEvidence, counts: range) -> list[float]:
        """What it costs to read a hint as each count against its shapes."""
        costs = [MISREAD + UNLIKE] * len(counts)
        costs[0] = VANISHED + UNLIKE
        for spelling in hint.spellings:
            for count in counts:
                text = str(count)
                if count and len(text) == len(spelling.shapes):
                    looks = sum(
                        -self._evidence.shapes[s][int(d)] for s, d in zip(spelling.shapes, text, strict=True)
                    )
                    costs[count] = min(costs[count], MISREAD + min(UNLIKE, (looks - spelling.nats) / 2))
        return costs

    def _sums(self) -> Iterator[tuple[Sequence[int], list[int], int]]:
        """Which hints each sum adds, with which signs, and to what."""
        evidence, colours = self._evidence, self._evidence.colours
        for line in range(evidence.rows + evidence.cols):
            total = evidence.cols if line < evidence.rows else evidence.rows
            yield range(line * colours, (line + 1) * colours), [1] * colours, total
        for colour in range(colours):
            hints = list(range(colour, len(evidence.hints), colours))
            yield hints, [1] * evidence.rows + [-1] * evidence.cols, 0

    def _add_sums(self) -> None:
        for hints, signs, total in self._sums():
            terms = {
                variable: sign * count
                for at, sign in zip(hints, signs, strict=True)
                for variable, count in self._count_variables[at]
                if count
            }
            self._constrain(terms, total, total)

    def _add_logic(self) -> None:
        """What follows for whole numbers, which makes the program hundreds of times faster.

        If a sum does not agree as the hints look, then one of them is another one and makes up for all that
        is missing, or at least two are others; if it does agree, then none is, or at least two are.
        """
        looks = [self._as_it_looks(at) for at in range(len(self._evidence.hints))]
        for hints, signs, total in self._sums():
            seen = [look for at in hints if (look := looks[at]) is not None]
            if len(seen) < len(hints):
                continue
            missing = total - sum(sign * count for sign, (count, _) in zip(signs, seen, strict=True))
            if missing:
                changes = {
                    variable: 1.0 if sign * (other - count) == missing else 0.5
                    for at, sign, (count, _) in zip(hints, signs, seen, strict=True)
                    for variable, other in self._count_variables[at]
                    if other != count
                }
                self._constrain(changes, low=1)
                continue
            for at in range(len(seen)):
                others = _sum(same for other, (_, same) in enumerate(seen) if other != at)
                self._constrain({**others, **dict.fromkeys(seen[at][1], -1.0)}, high=len(seen) - 2)

    def _as_it_looks(self, at: int) -> tuple[int, list[int]] | None:
        """A hint's likeliest count, and the variables that give it this count; None if it can be anything."""
        hint = self._evidence.hints[at]
        variables = self._count_variables[at]
        if len({count for _, count in variables}) == 1:
            looks: int | None = variables[0][1]
        else:
            looks = None if hint.hidden else self._evidence.likeliest(hint)
        return (
            None if looks is None else (looks, [variable for variable, count in variables if count == looks])
        )


def _sum(parts: Iterable[list[int]]) -> dict[int, float]:
    return {variable: 1.0 for part in parts for variable in part}


def _key(hint: HintEvidence) -> tuple[tuple[int, ...], ...]:
    return tuple(spelling.shapes for spelling in hint.spellings)
