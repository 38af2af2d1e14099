"""Weigh whether a board can be a nonogram's: tables and heat maps have lines and numbers, too.

The cells of a nonogram are blank, painted in one of few inks, or hold one kind of mark, and who has painted
some followed the solution. So cells are sorted into kinds, by tone and by the mark on them, and for each kind
the best explanation that a nonogram has is looked for. Numbers 1, 2, 3 ... label lines: as hints these have a
solution, too, a staircase, so solving does not refute them. All evidence is in nats, positive against a
nonogram.

Known failures: a blank board with counts beside it, one a line, looks like a small nonogram if as such it has
exactly one solution. A genuine staircase is doubted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.doubt import CONCLUSIVE_NATS, LIKELY_NATS, SURE_NATS
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.picture import EMPTY, Picture
from picrosser.reading.nonogram.cells.board_state import AGREEMENT, agreement_nats, usual_share
from picrosser.reading.nonogram.cells.inside import (
    DISAGREES,
    WALLS,
    LineStrengths,
    foreign_inside,
    has_walls,
    line_strengths,
)
from picrosser.reading.nonogram.cells.marks import MAX_MARK_KINDS, SAME_MARK, find_marks, separate_kinds
from picrosser.reading.nonogram.colours import kinds_of_tones
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_EQUAL_LEVELS

# ---- What they say, in nats
MAX_TONES = 3  # besides the inks: open, every second block of five or the cursor's line, known to be blank
# For each tone more, and each kind of marks after the first: 102 drawn boards and 33 real ones have no such
# tone, a few apps have a second mark; heat maps have 5 to 12 such tones, tables 4 to 12 kinds of marks
FURTHER_KIND = 2.0
# Conclusive: no genuine board seen has marks that are unlike themselves upside down, and a new app's stamps
# would agree with the solution.
# Likely, and no more: kinds of cells that do not agree, as a cursor's tint says nothing, and players make
# mistakes; several solutions, as puzzles of programs have one, and numbers that are no hints often none or
# many; and on a page, where a pen's marks may be unlike themselves upside down, such marks beside one count a
# line, as are the printed trees of a "tents" puzzle

# Nats per pair of neighbouring lines. In an axis of a genuine puzzle with fewer than 8 lines a quarter of all
# pairs have the commonest step, at most half in the worse of both axes (71 puzzles; larger ones have fewer);
# of labels all have, unless one is misread.
SAME_STEP, OTHER_STEP = 1.3, -2.7
OTHER_THAN_ONE = -2.0  # nats: few tables are numbered 1, 3, 5; pyramids are as wide
BOTH_NUMBERED = 4.0  # nats: who numbers the rows numbers the columns; no genuine puzzle seen does
# Nats per line: all lines state one number or none in 5 of 71 genuine puzzles with fewer than 8 lines in one
# direction, and in 1 of 175 with 8 to 12; tents, battleships and sums always do.
ONE_NUMBER = 0.22

NONOGRAMS = SURE_NATS
"""Nats by which a board with numbers that form a puzzle is a nonogram's, before they and its cells are looked
at. One numbered axis never counts for more: triangles have such an axis."""


@dataclass(frozen=True, slots=True, eq=False)
class CellsExplained:
    """How well a board's cells and numbers are explained as a nonogram's.

    lattice : where the cells lie.
    labels : what the numbers beside the board look like.
    tones : (rows, columns) intp, each cell's kind of tone, the commonest 0.
    marks : (rows, columns) intp, each cell's kind of mark, from 1; 0 where there is none.
    turned : how like themselves the marks are upside down, 0 to 1.
    evidence : name of each piece of evidence, and its nats against a nonogram.
    lines : how strong the board's lines are; None where they are drawn by hand, and as uneven as the pen.
    foreign : what lies within the board that is no player's work, in words; "" if nothing does.
    """

    lattice: Lattice
    labels: LabelsWeighed
    tones: NDArray[np.intp]
    marks: NDArray[np.intp]
    turned: float
    evidence: dict[str, float]
    lines: LineStrengths | None
    foreign: str = ""

    @property
    def nats(self) -> float:
        """How much likelier it is that the board is no nonogram's; above 0 it is in doubt."""
        return sum(self.evidence.values()) - NONOGRAMS

    @property
    def why(self) -> str | None:
        """Why this is probably not a nonogram, what tells most first; None if it is explained as one."""
        if self.nats <= 0:
            return None
        signs = int(self.marks.max())
        or_more = " or more" if signs >= MAX_MARK_KINDS else ""
        words = {
            "labels": self.labels.words,
            "tones": f"the cells have {int(self.tones.max()) + 1} different tones",
            "marks": f"the cells hold {signs}{or_more} different signs",
            "lopsided marks": "the signs in the cells are neither crosses nor dots",
            "agreement": DISAGREES,
            "several solutions": "there are several solutions",
            "inside": self.foreign,
        }
        strongest = sorted(self.evidence, key=lambda name: -self.evidence[name])
        oddities = dict.fromkeys(words[name] for name in strongest if self.evidence[name] > 0)
        return ", and ".join(list(oddities)[:2])


def explain_cells(
    image: RGB,
    lattice: Lattice,
    puzzle: Nonogram,
    solutions: Sequence[Picture],
    *,
    numbers_are_hints: bool = False,
    by_hand: bool = False,
    in_photograph: bool = False,
) -> CellsExplained:
    """Weigh whether a board is a nonogram's, by its cells and by the numbers beside it.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    puzzle : the numbers beside the board, taken for hints. solutions : those that are known.
    numbers_are_hints : the user says so, whatever they look like.
    by_hand : its cells may be filled and marked with a pen, so that no two of them look alike.
    in_photograph : it is on a photographed screen, where walls may look like lines that are lit unevenly.
    """
    # A dimmed screen's marks stand out by less, and what lies over its board does.
    brighter = np.float32(255 / max(1, int(image.max())))
    inside = sampled_cells(image, lattice) * brighter
    tones = cell_tones(inside)
    apart = max_channel(np.abs(inside - tones[:, :, None]))
    tone_kinds, marks = kinds_of_tones(tones), find_marks(apart)
    mark_kinds, turned = marks.kinds, marks.likeness_turned
    if (mark_kinds == mark_kinds[0, 0]).all():  # a sign that every cell has, open ones too, marks none
        mark_kinds, turned = np.zeros_like(mark_kinds), 1.0
    labels = LabelsWeighed((), False, 0.0) if numbers_are_hints else weigh_labels(puzzle)
    further = max(0, int(tone_kinds.max()) + 1 - MAX_TONES - puzzle.colours)
    own_tones = tones / brighter
    lines = None if by_hand else line_strengths(image, lattice, own_tones)
    blank = np.median(own_tones[tone_kinds == 0], axis=0)
    is_plain = max_channel(np.abs(own_tones - blank)) <= MAX_EQUAL_LEVELS  # the cursor may tint its row
    # In a photograph hardly anything tells a nonogram from other puzzles that have a count for each line.
    is_untold = (by_hand or in_photograph) and labels.one_number_each
    if lines is None:
        foreign = ""
    elif labels.one_number_each:
        foreign = foreign_inside(image, lattice, lines, blank, tone_kinds, is_plain, solutions)
    else:
        bare = is_plain & (mark_kinds == 0)  # a button that is marked may lose its border
        foreign = WALLS if has_walls(lines, bare) else ""
    agreement = _agreement_nats(tone_kinds, mark_kinds, solutions, by_hand=by_hand)
    evidence = {
        "labels": labels.nats + NONOGRAMS * is_untold,
        "tones": 0.0 if by_hand else FURTHER_KIND * further,
        "marks": 0.0 if by_hand else FURTHER_KIND * max(0, separate_kinds(mark_kinds) - 1),
        "lopsided marks": (LIKELY_NATS * labels.one_number_each if by_hand else CONCLUSIVE_NATS)
        * (turned < SAME_MARK),
        # Marks that agree by chance do not outweigh those that cannot be a player's.
        "agreement": max(agreement, 0.0) if foreign or is_untold else agreement,
        "several solutions": LIKELY_NATS * (len(solutions) > 1),
        "inside": CONCLUSIVE_NATS * bool(foreign),
    }
    return CellsExplained(lattice, labels, tone_kinds, mark_kinds, turned, evidence, lines, foreign)


def _agreement_nats(
    tones: NDArray[np.intp], marks: NDArray[np.intp], solutions: Sequence[Picture], *, by_hand: bool
) -> float:
    """How badly what is painted and marked agrees with the solution; negative if it agrees."""
    if not solutions:
        return 0.0
    painted = np.array([solution.cells > EMPTY for solution in solutions])
    filled, known = painted[0], (painted == painted[0]).all(axis=0)
    density = usual_share(filled[known])
    against, agreeing = 0.0, 0.0
    for kinds, unused in ((np.where(marks > 0, -1, tones), -1), (marks, 0)):
        for kind in range(unused + 1, int(kinds.max()) + 1):
            mine = filled[known & (kinds == kind)]
            as_paint, as_blank = agreement_nats(mine, AGREEMENT), agreement_nats(~mine, AGREEMENT)
            nats = agreement_nats(mine, density) - max(as_paint, as_blank)  # how much better by chance
            if nats < 0:
                agreeing += max(nats, -NONOGRAMS)
            elif kind:  # of the commonest kind are open cells, unless these have many tones
                against += min(nats, LIKELY_NATS)
    if by_hand:
        against = min(against, LIKELY_NATS)
    elif _no_mark_agrees(marks[known], filled[known]):
        against += CONCLUSIVE_NATS
    return against + agreeing


def _no_mark_agrees(marks: NDArray[np.intp], filled: NDArray[np.bool_]) -> bool:
    """Whether several kinds of marks occur, and none only in filled cells, or only in blank ones."""
    of_kinds = [filled[marks == kind] for kind in range(1, int(marks.max(initial=0)) + 1)]
    told = [cells for cells in of_kinds if len(cells) > 1]
    return len(told) > 1 and all(0 < cells.sum() < len(cells) for cells in told)


class Numbering(NamedTuple):
    """An axis whose lines seem to be numbered.

    numbers : what its numbers do, in words. nats : how much likelier labels are than hints.
    """

    axis: Literal["rows", "columns"]
    numbers: str
    nats: float


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
    steps_of = "" if abs(step) == 1 else f" in steps of {abs(step)}"
    return Numbering(axis, f"number them from {first} to {last}{steps_of}", nats) if nats > 0 else None
