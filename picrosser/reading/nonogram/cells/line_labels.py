"""Tell numbers that label or count lines from hints: tables are numbered 1, 2, 3 ... in both directions.

Such a table has a solution as a nonogram, a staircase, so solving does not refute it. Each piece of evidence
is weighed in nats, positive for labels; `cells_explained` adds what the cells show. A genuine staircase looks
the same, and is doubted, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.reading.nonogram.tolerances import FEWEST

# Nats per pair of neighbouring lines. In an axis of a genuine puzzle with fewer than 8 lines a quarter of all
# pairs have the commonest step, at most half in the worse of both axes (71 puzzles; larger ones have fewer);
# of labels all have, unless one is misread.
SAME_STEP, OTHER_STEP = 1.3, -2.7
OTHER_THAN_ONE = -2.0  # nats: few tables are numbered 1, 3, 5; pyramids are as wide
BOTH_NUMBERED = 4.0  # nats: who numbers the rows numbers the columns; no genuine puzzle seen does
# Nats per line: all lines state one number or none in 5 of 71 genuine puzzles with fewer than 8 lines in one
# direction, and in 1 of 175 with 8 to 12; tents, battleships and sums always do.
ONE_NUMBER = 0.22

NONOGRAMS = 6.0
"""Nats by which a board with numbers that form a puzzle is a nonogram's, before they and its cells are looked
at. One numbered axis never counts for more: triangles have such an axis."""


class Numbering(NamedTuple):
    """An axis whose lines seem to be numbered.

    first, last : the numbers beside its first and its last line; step : from one line to the next.
    nats : how much likelier labels are than hints.
    """

    axis: Literal["rows", "columns"]
    first: int
    last: int
    step: int
    nats: float

    @property
    def numbers(self) -> str:
        """What its numbers do, in words."""
        steps = "" if abs(self.step) == 1 else f" in steps of {abs(self.step)}"
        return f"number them from {self.first} to {self.last}{steps}"


class LabelsWeighed(NamedTuple):
    """How much the numbers beside a board look like labels or counts.

    numberings : the axes that seem to be numbered, rows first.
    one_number_each : whether every line states a single number or none.
    nats : how much likelier that is if they are no hints.
    """

    numberings: tuple[Numbering, ...]
    one_number_each: bool
    nats: float

    @property
    def words(self) -> str:
        """What the numbers look like; empty if they look like hints."""
        if len(self.numberings) == 2 and self.numberings[0].numbers == self.numberings[1].numbers:
            return f"the numbers beside the rows and the columns {self.numberings[0].numbers}"
        if self.numberings:
            return " and ".join(f"the numbers beside the {one.axis} {one.numbers}" for one in self.numberings)
        return "every line has a single number" if self.one_number_each else ""


def weigh_labels(puzzle: Nonogram) -> LabelsWeighed:
    """Weigh whether the numbers beside a board are labels or counts, by the numbers alone."""
    found = (numbering("rows", puzzle.rows), numbering("columns", puzzle.cols))
    numberings = tuple(one for one in found if one is not None)
    single = all(line is None or len(line) <= 1 for line in (*puzzle.rows, *puzzle.cols))
    nats = sum(one.nats for one in numberings)
    nats = nats + BOTH_NUMBERED if len(numberings) == len(found) else min(nats, NONOGRAMS)
    return LabelsWeighed(numberings, single, nats + ONE_NUMBER * sum(puzzle.shape) * single)


def numbering(axis: Literal["rows", "columns"], lines: Sequence[Runs | None]) -> Numbering | None:
    """The numbering of an axis; None if its numbers are more likely hints. A blank line counts as 0."""
    stated = [None if line is None or len(line) > 1 else sum(run.length for run in line) for line in lines]
    if len(stated) < FEWEST:
        return None
    steps = [None if a is None or b is None else b - a for a, b in pairwise(stated)]
    common = Counter(step for step in steps if step).most_common(1)
    if not common:
        return None
    step, same = common[0]
    nats = same * SAME_STEP + (len(steps) - same) * OTHER_STEP + (OTHER_THAN_ONE if abs(step) != 1 else 0)
    seen = [(at, number) for at, number in enumerate(stated) if number is not None]
    first, last = seen[0][1] - seen[0][0] * step, seen[0][1] + (len(stated) - 1 - seen[0][0]) * step
    return Numbering(axis, first, last, step, nats) if nats > 0 else None
