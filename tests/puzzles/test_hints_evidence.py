"""Lines of a nonogram set by hand become evidence that is read like any other."""

import pytest
from made_evidence import column, line, row, runs

from picrosser.errors import FixRefusedError
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence, HintEvidence, Spelling
from picrosser.puzzles.nonogram import Run, StatedRuns
from picrosser.puzzles.nonogram_evidence import (
    Join,
    LineEvidence,
    NonogramEvidence,
    with_fixed_lines,
    without_leading_zeros,
    without_line_numbers,
    without_unused_inks,
)
from picrosser.repairing.repair_runs import repair_runs
from picrosser.solving.outcome import Status

BLANK = LineEvidence((), (), ())
UNKNOWN = CountHint(None, None)


def nothing_seen(rows: int, cols: int, colours: int = 1) -> NonogramEvidence:
    palette = ((255, 255, 255), (0, 0, 0), (200, 0, 0))[: colours + 1]
    return NonogramEvidence((BLANK,) * rows, (BLANK,) * cols, (), palette)


def test_a_puzzle_set_by_hand_as_a_whole_is_read_as_stated_and_an_unknown_line_left_open():
    rows = [runs(1, 10), StatedRuns(None), runs(12)]
    cols = [runs(1, 1), runs(1), *[runs(1, 1)] * 10]
    fixes = {line("r", n): stated for n, stated in enumerate(rows, 1)}
    fixes |= {line("c", n): stated for n, stated in enumerate(cols, 1)}
    settled = repair_runs(with_fixed_lines(nothing_seen(3, 12), fixes))
    assert settled.doubts == ()
    assert settled.outcome.status is Status.UNIQUE
    assert settled.outcome.solutions[0].lines() == ("101111111111", "0" * 12, "1" * 12)
    assert settled.puzzle.rows == tuple(stated.runs for stated in rows)
    assert settled.puzzle.cols == tuple(stated.runs for stated in cols)


def test_colours_set_by_hand_are_kept_and_part_the_numbers() -> None:
    stated = StatedRuns((Run(2, 2), Run(1, 1)))
    evidence = with_fixed_lines(nothing_seen(1, 3, colours=2), {line("r", 1): stated})
    assert evidence.rows[0].colours == (2, 1)
    assert [join.decided for join in evidence.rows[0].joins] == [False]


@pytest.mark.parametrize(
    ("place", "stated", "words"),
    [
        (line("r", 4), runs(1), "there is no row 4"),
        (line("c", 5), runs(1), "there is no column 5"),
        (line("r", 1), runs(2, 2), "row 1 cannot be 2 2; the row has 4 cells"),
        (line("c", 1), runs(4), "the column has 3 cells"),
        (line("r", 1), StatedRuns((Run(1, 2),)), "the board has one colour"),
    ],
)
def test_lines_that_do_not_fit_on_the_board_are_refused(place: HintPlace, stated: StatedRuns, words: str):
    with pytest.raises(FixRefusedError, match=words):
        with_fixed_lines(nothing_seen(3, 4), {place: stated})


def test_a_0_before_other_digits_is_no_hint() -> None:
    shapes = tuple(tuple(0.0 if d == digit else -9.0 for d in range(10)) for digit in range(2))
    apart = Join(1.0, 2.0, both_marked=False)
    two, alone = LineEvidence((0, 1), (1, 1), (apart,)), LineEvidence((0,), (1,), ())
    ten = LineEvidence((1, 0), (1, 1), (apart,))
    padded = LineEvidence((0, 0, 1), (1,) * 3, (apart,) * 2)
    seen = NonogramEvidence((two, alone, padded), (ten, BLANK), shapes, ((255, 255, 255), (0, 0, 0)))
    fewer = without_leading_zeros(seen)
    assert fewer is not None
    one = LineEvidence((1,), (1,), ())
    assert fewer.rows == (one, alone, one)
    assert fewer.cols == seen.cols
    assert without_leading_zeros(fewer) is None


DIGITS = tuple(tuple(0.0 if digit == shape else -20.0 for digit in range(10)) for shape in range(10))


def showing(*texts: str, decided: bool | None = None) -> tuple[LineEvidence, ...]:
    join = Join(0.4, 1.0, both_marked=False, decided=decided)
    return tuple(LineEvidence(tuple(map(int, t)), (1,) * len(t), (join,) * (len(t) - 1)) for t in texts)


@pytest.mark.parametrize("numbered", [("131", "222", "3"), ("311", "222", "3")], ids=["first", "last"])
def test_the_numbers_of_all_lines_are_no_hints_and_what_is_left_may_be_written_across(numbered):
    seen = NonogramEvidence(
        showing("1", "12", "5"), showing(*numbered, decided=True), DIGITS, ((255,) * 3, (0,) * 3)
    )
    fewer = without_line_numbers(seen)
    assert fewer is not None
    assert (fewer.rows, fewer.cols) == (seen.rows, showing("31", "22", ""))
    assert without_line_numbers(fewer) is None


def test_colours_that_no_hint_has_are_none_of_the_puzzle():
    line = LineEvidence((0, 1), (3, 1), showing("12")[0].joins)
    seen = NonogramEvidence(
        (line,), (BLANK,), DIGITS, tuple((tone,) * 3 for tone in range(4)), None, (0, 1, 1, 1)
    )
    fewer = without_unused_inks(seen)
    assert (fewer.palette, fewer.shade_of) == (((0,) * 3, (1,) * 3, (3,) * 3), (0, 1, 1))
    assert fewer.rows[0].colours == (2, 1)


# ---- Evidence about the hints of a Hungry Cat puzzle


def seen(spellings: tuple[Spelling, ...] = (), circled: float = 0.0, **more: object) -> HintEvidence:
    return HintEvidence(row(0, 0), spellings, circled, **more)


def of_one_line(hint: HintEvidence, *likely: dict[int, float], length: int = 20) -> Evidence:
    """One row of `length` cells, with shapes that may be these digits."""
    shapes = tuple(tuple(digits.get(digit, -20.0) for digit in range(10)) for digits in likely)
    of_columns = [HintEvidence(column(c, 0), (), 0.0) for c in range(length)]
    return Evidence(1, length, 1, (hint, *of_columns), shapes)


@pytest.mark.parametrize(
    ("spellings", "count"),
    [
        ((), 0),
        ((Spelling((0,), 0.0),), 7),
        ((Spelling((1, 0), 0.0), Spelling((0,), -0.1)), 17),
        ((Spelling((0,), 0.0), Spelling((1, 0), -0.1)), 7),
        ((Spelling((0, 0), 0.0),), 77),
    ],
)
def test_the_likeliest_count_is_made_of_the_likeliest_digits(spellings, count):
    hint = seen(spellings)
    evidence = of_one_line(hint, {7: 0.0, 1: -0.2}, {1: 0.0, 4: -3.0})
    assert evidence.likeliest(hint) == count


@pytest.mark.parametrize("fixed", [CountHint(4), CountHint(4, True), CountHint(0), UNKNOWN])
def test_a_hint_set_by_hand_overrules_what_is_seen(fixed):
    hint = seen((Spelling((0,), 0.0),), 30.0, hidden=True, fixed=fixed)
    evidence = of_one_line(hint, {7: 0.0})
    assert evidence.likeliest(hint) == fixed.count
    assert evidence.stated(hint, 7) == fixed


def test_a_count_that_cannot_be_seen_is_unknown():
    hint = seen((), 30.0)
    assert of_one_line(hint, {7: 0.0}).stated(hint, None) == UNKNOWN


@pytest.mark.parametrize(
    ("count", "odds", "circled"),
    [
        (5, SURE_CIRCLE, True), (5, -SURE_CIRCLE, False), (5, SURE_CIRCLE - 0.1, None),
        (5, 0.0, None), (5, 0.1 - SURE_CIRCLE, None),
        (1, 30.0, False), (0, 30.0, False), (1, 0.0, False), (0, 0.0, False),
        (20, -30.0, True), (20, 0.0, True), (19, -30.0, False),
    ],
)  # fmt: skip
def test_a_circle_is_stated_if_it_is_sure_and_the_count_is_two_or_more(count, odds, circled):
    hint = seen((Spelling((0,), 0.0),), odds)
    assert of_one_line(hint, {7: 0.0}).stated(hint, count) == CountHint(count, circled)
