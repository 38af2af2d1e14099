"""What is said of a screenshot in one line: what became of it, what is in doubt, what to do."""

import shlex
from dataclasses import replace

import pytest
from made_evidence import CORNER, CORNER_HINTS, HOUSE, PLAIN, column, looked, made_evidence, puzzle_of, row

from picrosser.pipelines.verdicts import (
    describe_doubtful_nonogram,
    describe_doubts,
    describe_hungry_cat,
    describe_line_remedies,
    describe_remedies,
)
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram, Run, Runs, StatedRuns
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence, with_fixed_lines
from picrosser.reading.hungry_cat.assemble import with_fixes
from picrosser.repairing.counts_repaired import CountsRepaired
from picrosser.repairing.repair_counts import repair_counts
from picrosser.repairing.repair_runs import RunsRepaired, repair_runs, suggested_lines
from picrosser.solving.outcome import Difficulty, Outcome, Status

UNSOLVED = Outcome(Status.NONE, None, (), (), Difficulty.LINE, 1, "", 0.1)

CIRCLED = CountHint(3, contiguous=True)


def settled(puzzle: HungryCat, **planted: object) -> CountsRepaired:
    reading = looked(puzzle, made_evidence(puzzle, **planted))
    return repair_counts(reading.puzzle, reading.evidence, reading.doubts)


def said(puzzle: HungryCat, **planted: object) -> str:
    text = describe_hungry_cat(settled(puzzle, **planted), 1.234)
    assert "\n" not in text
    return text


def test_a_solved_puzzle_has_size_answer_effort_and_time():
    assert said(HOUSE) == "6 x 7, 4 colours, the only solution, found line by line, 1.23 s"
    one = puzzle_of("111", "111")
    assert said(one).startswith("3 x 2, 1 colour, the only solution")
    filled_in = said(HOUSE, hidden={row(0, 0), column(1, 1)})
    assert filled_in.startswith("6 x 7, 4 colours, 2 hints filled in where hidden, the only solution")
    several = said(puzzle_of("123", "213", "333"))
    assert "more than one solution, 4 cells differ or more, found by search" in several
    late = replace(UNSOLVED, status=Status.GAVE_UP, why="the time limit of 2 s came")
    text = describe_hungry_cat(CountsRepaired(HOUSE, late), 2.0)
    assert text.endswith("gave up: the time limit of 2 s came, 2.00 s")


def test_what_cannot_be_solved_names_the_lines_that_clash():
    text = said(HOUSE, circled={row(3, 2): PLAIN if not HOUSE.rows[3][2].contiguous else -PLAIN})
    assert "no solution: " in text
    assert "contradict each other" in text or "cannot be filled" in text


def test_a_doubt_names_its_place_its_candidates_and_what_settles_it():
    found = settled(CORNER, hidden=CORNER_HINTS)
    text = describe_hungry_cat(found, 1.0)
    assert text.startswith("row 2, colour 1, may be ")
    assert "and 3 more doubts" in text
    assert "as they were read" not in text  # each of its readings has a solution
    assert "would settle it" in text
    for place, hint in found.remedies:
        assert f"{place.axis[0]}{place.line + 1}:{place.slot + 1}={hint}" in text


def test_the_fixes_that_are_offered_can_be_typed_into_a_shell_and_help():
    evidence = made_evidence(CORNER, hidden=CORNER_HINTS)
    reading = looked(CORNER, evidence)
    text = describe_remedies(repair_counts(reading.puzzle, evidence, reading.doubts))
    words = shlex.split(text)
    offered = [words[at + 1] for at, word in enumerate(words) if word == "--fix"]
    assert offered
    for fix in offered:
        mended = with_fixes(reading, dict([parse_fix(fix)]))
        assert repair_counts(mended.puzzle, mended.evidence, mended.doubts).outcome.status is Status.UNIQUE


@pytest.mark.parametrize(
    ("doubts", "words"),
    [
        ([(row(2, 1), CountHint(3), (CountHint(8),))], "row 3, colour 2, may be 3 or 8 (why)"),
        ([(column(2, 1), CIRCLED, (CountHint(3),))], "column 3, colour 2, may be 3 circled or 3 (why)"),
        ([(row(2, 1), None, ())], "row 3, colour 2, could not be read (why)"),
        ([(row(2, -1), None, ())], "row 3 could not be read (why)"),
        ([(row(-1, 1), None, ())], "the picture could not be read (why)"),
        ([(row(2, -1), None, ())] * 2, "row 3 could not be read (why), and 1 more doubt"),
        ([(row(2, -1), None, ())] * 9, "row 3 could not be read (why), and 8 more doubts"),
    ],
)
def test_doubts_in_words(doubts, words):
    assert describe_doubts([Doubt(*doubt, "why") for doubt in doubts]) == words


def test_the_doubt_that_is_named_is_the_one_that_the_advice_is_about():
    line, hint = Doubt(row(0, -1), None, (), "it adds up to 9"), Doubt(row(2, 1), None, (), "a sticker")
    text = describe_hungry_cat(CountsRepaired(HOUSE, UNSOLVED, doubts=(line, hint)), 1.0)
    assert text.startswith("row 3, colour 2, could not be read (a sticker), and 1 more doubt; ")
    assert text.endswith("say what it is with --fix r3:2=NUMBER")
    other = Doubt(column(1, -1), None, (), "odd")
    told = describe_doubtful_nonogram((line, other), ("c2=...",))
    assert told.startswith("the hints are in doubt: column 2 could not be read (odd), and 1 more doubt; ")
    assert "say what column 2 is, for example --fix 'c2=2 1', or --fix c2=? if it is illegible" in told


def test_a_doubt_is_not_said_to_have_a_solution():
    """The reading that has one may not be what was read: its hints were changed until they fit."""
    solved = replace(UNSOLVED, status=Status.UNIQUE)
    doubts = (Doubt(row(0, -1), None, (), "it adds up to 9"),)
    assert "solution" not in describe_hungry_cat(CountsRepaired(HOUSE, solved, doubts=doubts), 1.0)


def test_without_a_remedy_or_a_hidden_hint_a_better_picture_is_asked_for():
    line = CountsRepaired(HOUSE, UNSOLVED, doubts=(Doubt(row(2, -1), None, (), "it adds up to 9"),))
    assert "sharper screenshot" in describe_remedies(line)


# ---- What `--fix` is offered when a nonogram's reading is in doubt

BLANK = LineEvidence((), (), ())


def runs(*lengths: int) -> Runs:
    return tuple(map(Run, lengths))


def evidence(rows: int, cols: int) -> NonogramEvidence:
    return NonogramEvidence((BLANK,) * rows, (BLANK,) * cols, (), ((255, 255, 255), (0, 0, 0)))


def test_rivals_are_told_apart_by_the_line_in_which_most_differ():
    cols = (runs(1),) * 4
    rivals = tuple(
        Nonogram((runs(*first), runs(*second)), cols)
        for first, second in (((1,), (3,)), ((2,), (1, 1)), ((2,), (2,)))
    )
    settled = RunsRepaired(rivals[0], None, (Doubt(WHOLE_PICTURE, None, (), "3 readings fit"),), rivals)
    offered = suggested_lines(evidence(2, 4), settled)
    assert offered == ("r2=3", "r2=1 1", "r2=2")
    assert describe_line_remedies(offered) == "--fix 'r2=3' or --fix 'r2=1 1' or --fix 'r2=2' would settle it"
    for text in offered:
        parse_fix(text)


def test_a_line_that_was_not_seen_is_asked_for():
    doubt = Doubt(WHOLE_PICTURE, None, (), "no hints were found")
    settled = RunsRepaired(Nonogram((runs(1), ()), (runs(1), runs(1))), None, (doubt,))
    seen = LineEvidence((0,), (1,), ())
    puzzle = NonogramEvidence((seen, BLANK), (seen, seen), ((0.0,) * 10,), ((255, 255, 255), (0, 0, 0)))
    assert suggested_lines(puzzle, settled) == ("r2=...",)
    assert describe_line_remedies(("r2=...",)).startswith("say what row 2 is, for example --fix 'r2=2 1', ")


@pytest.mark.parametrize("join", [True, False])
def test_setting_the_offered_line_settles_a_real_doubt(join):
    """ "1 1" or "11" in a row of eleven cells: with columns that nobody can tell, both may be."""
    ones = LineEvidence((0, 0), (1, 1), (Join(0.5, 1.0, both_marked=False),))
    nats = tuple(0.0 if digit == 1 else -50.0 for digit in range(10))
    open_ = LineEvidence((), (), (), unknown=True)
    unsure = NonogramEvidence((ones,), (open_,) * 11, (nats,), ((255, 255, 255), (0, 0, 0)))
    stated = StatedRuns(runs(11) if join else runs(1, 1))
    settled = repair_runs(with_fixed_lines(unsure, {HintPlace("row", 0, -1): stated}))
    assert settled.puzzle.rows == (stated.runs,)
    assert (settled.doubts == ()) == join  # eleven cells have one solution, two single ones many
