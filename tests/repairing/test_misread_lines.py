"""Nonograms with a few misread lines: which the others correct, and which stay in doubt."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from read_boards import stated
from test_repair_runs import BETWEEN, INSIDE, evidence

from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.repairing.hidden_runs import line_place
from picrosser.repairing.repair_runs import repair_runs

CAT = (
    "..#......#..",
    ".###....###.",
    ".##########.",
    "############",
    "##..####..##",
    "##..####..##",
    "############",
    "#####..#####",
    ".####..####.",
    "..########..",
    "...######...",
    ".....##.....",
)


def digits(line: LineEvidence, shapes: Sequence[int], gaps: Sequence[float]) -> LineEvidence:
    """A line that shows these digits, with these gaps between them."""
    joins = tuple(Join(gap, gap + 0.5, both_marked=False) for gap in gaps)
    return replace(line, shapes=tuple(shapes), colours=(1,) * len(shapes), joins=joins)


def with_lines(seen: NonogramEvidence, lines: dict[int, LineEvidence]) -> NonogramEvidence:
    """The evidence with some other lines, rows first."""
    rows = len(seen.rows)
    every = [lines.get(at, line) for at, line in enumerate(seen.lines)]
    return replace(seen, rows=tuple(every[:rows]), cols=tuple(every[rows:]))


WHOLE = evidence(CAT)
ROWS = WHOLE.rows


@pytest.mark.parametrize(
    "lines",
    {
        "a gap within a number": {3: digits(ROWS[3], [1, 2], [BETWEEN])},
        "two such gaps": {at: digits(ROWS[at], [1, 2], [BETWEEN]) for at in (3, 6)},
        "no gap between numbers": {7: digits(ROWS[7], [5, 5], [INSIDE])},
        "a digit of a title": {14: digits(WHOLE.lines[14], [9, *WHOLE.lines[14].shapes], [BETWEEN, BETWEEN])},
    }.items(),
    ids=lambda case: case[0],
)
def test_the_other_lines_tell_what_a_misread_one_states(lines):
    settled = repair_runs(with_lines(WHOLE, lines[1]), corrects=True)
    assert settled.doubts == ()
    assert settled.filled == tuple(line_place(WHOLE, at) for at in lines[1])
    assert stated(settled.puzzle) == stated(repair_runs(WHOLE).puzzle)


@pytest.mark.parametrize(
    "seen",
    {
        "a board with a row less": replace(WHOLE, rows=(*ROWS[:6], *ROWS[7:])),
        "a board with a row twice": replace(WHOLE, rows=(*ROWS[:6], *ROWS[5:])),
        "a further digit that has room": with_lines(WHOLE, {11: digits(ROWS[11], [2, 1], [INSIDE])}),
        "another digit": with_lines(WHOLE, {4: digits(ROWS[4], [2, 5, 2], [BETWEEN, BETWEEN])}),
    }.items(),
    ids=lambda case: case[0],
)
def test_what_the_other_lines_do_not_explain_stays_in_doubt(seen):
    assert repair_runs(seen[1], corrects=True).doubts != ()
