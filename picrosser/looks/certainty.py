"""How sure it is that a picture shows a nonogram and no other kind of puzzle, judged by what was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, TypeGuard

from picrosser.errors import ExitCode
from picrosser.puzzles.doubt import is_mostly_doubtful
from picrosser.puzzles.nonogram import ONE_COLOUR
from picrosser.reading.nonogram.tolerances import FEWEST

if TYPE_CHECKING:
    from picrosser.pipelines.nonogram_solved import NonogramSolved

MAX_DOUBTS_OF_NONOGRAM = 0.1  # doubts per line: a nonogram with one or two misread digits has fewer


def is_sure(solved: NonogramSolved | None) -> TypeGuard[NonogramSolved]:
    """Whether a picture is read as a nonogram with exactly one solution, without doubt."""
    return solved is not None and solved.exit_code is ExitCode.OK


def is_answered(solved: NonogramSolved | None) -> TypeGuard[NonogramSolved]:
    """Whether a picture is read as a nonogram without doubt, even if it has several solutions."""
    return solved is not None and not solved.doubts


def is_near(solved: NonogramSolved) -> bool:
    """Whether a picture is surely a nonogram, although its reading leaves doubts."""
    return len(solved.doubts) <= max(1, MAX_DOUBTS_OF_NONOGRAM * sum(solved.puzzle.shape))


def is_no_other_kind(solved: NonogramSolved) -> bool:
    """Whether a picture without Hungry Cat's stripes is so surely a nonogram that no other kind is tried.

    It has one colour, unlike a Hungry Cat board; nearly all lines and numbers that a board of its size can
    have, unlike a card's table; and few doubts, none of them about what lies in its cells. Whether it has
    one solution does not matter.
    """
    return (
        is_near(solved)
        and solved.is_convincing
        and len(solved.puzzle.palette) == ONE_COLOUR
        and not (solved.explained is not None and solved.explained.why)
    )


def is_numbered_table(solved: NonogramSolved | None) -> bool:
    """Whether the numbers beside a board surely number its rows and its columns, so that it is no puzzle."""
    explained = None if solved is None else solved.explained
    return explained is not None and bool(explained.why) and len(explained.labels.numberings) == 2


def is_no_hungry_cat(solved: NonogramSolved, striped: bool) -> bool:
    """Whether a picture that nearly fits as a nonogram is unlikely to be a Hungry Cat board.

    Hungry Cat's counts, on stripes, fill each line, so they also fit as runs of several colours; as runs of
    one colour, which have gaps between them, they do not, unless some of the counts are left out.
    """
    is_plain = len(solved.puzzle.palette) == ONE_COLOUR and not solved.ignores_colours
    return not striped or is_plain or mixes_colours(solved)


def mixes_colours(solved: NonogramSolved) -> bool:
    """Whether lines state a colour twice, or two colours in either order.

    A Hungry Cat line has one slot for each colour, always in the same order. Colours that were taken for no
    part of the puzzle count as well, in lines where each digit is a number.
    """
    mixed, inks = 0.0, set[int]()
    for lines in _stated_colours(solved):
        inks.update(*lines)
        pairs = Counter(pair for line in lines for pair in combinations(line, 2))
        mixed += sum(
            count if one == other else min(count, pairs[other, one]) / 2
            for (one, other), count in pairs.items()
        )
    has_colours = len(inks) > 1 or len(solved.puzzle.palette) > ONE_COLOUR
    return mixed >= FEWEST and (has_colours or not solved.ignores_colours)


def _stated_colours(solved: NonogramSolved) -> Iterator[list[tuple[int, ...]]]:
    """The colours of the numbers of each row, then of each column."""
    puzzle, seen = solved.puzzle, solved.evidence
    for lines, evidence in ((puzzle.rows, seen and seen.rows), (puzzle.cols, seen and seen.cols)):
        if solved.ignores_colours and evidence:
            pairs = zip(lines, evidence, strict=True)
            yield [shown.colours for line, shown in pairs if line and len(line) == len(shown.colours)]
        else:
            yield [tuple(run.colour for run in line) for line in lines if line]


def shows_zero(solved: NonogramSolved) -> bool:
    """Whether a line shows a 0: a Hungry Cat board shows nothing for a colour that a line lacks."""
    puzzle, seen = solved.puzzle, solved.evidence
    if seen is None:
        return False
    lines, shown = (*puzzle.rows, *puzzle.cols), (*seen.rows, *seen.cols)
    return any(line == () and evidence.shapes for line, evidence in zip(lines, shown, strict=True))


def has_numbers(solved: NonogramSolved, no_board: bool) -> bool:
    """Whether a nonogram's numbers stand beside the board, though some of them are in doubt.

    no_board : no Hungry Cat board was found; if one was, only few numbers may be in doubt.
    """
    return not is_mostly_doubtful(solved.doubts, solved.puzzle.shape) if no_board else is_near(solved)
