"""How counts and circles become hints, which of them are doubts, and hints set by hand."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from made_evidence import column, looked, made_evidence, puzzle_of, row
from made_stages import spec_of
from PIL import Image
from read_boards import solve_hungry_cat

from drawn.cuts import Screen, cut, hungry_cat_screen
from drawn.screenshot import draw
from picrosser import errors
from picrosser.errors import ExitCode, GridNotFoundError, HintsCutOffError
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE
from picrosser.reading.hungry_cat.assemble import Reading, with_fixes
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.hungry_cat.slots import HintArea, _refuse_unequal
from picrosser.reading.hungry_cat.sums import UNREAD, check_sums

PUZZLE = puzzle_of("11112", "11122", "12122", "22222")  # not square: a 4 fills a column only
FULL_ROW, FULL_COLUMN, EMPTY = row(3, 1), column(4, 1), row(3, 0)
RUN, ONE, SCATTERED = row(0, 0), row(0, 1), row(2, 0)
UNKNOWN = CountHint(None, None)


def assembled(**planted: object) -> Reading:
    return looked(PUZZLE, made_evidence(PUZZLE, **planted))


def hint_at(reading: Reading, place: HintPlace) -> CountHint:
    lines = reading.puzzle.rows if place.axis == "row" else reading.puzzle.cols
    return lines[place.line][place.slot]


def only_doubt(reading: Reading) -> Doubt:
    (doubt,) = reading.doubts
    return doubt


@pytest.mark.parametrize("odds", [-30.0, 0.0, 0.5])
def test_a_full_line_is_one_run_whatever_its_circle(odds):
    reading = assembled(circled={FULL_ROW: odds, FULL_COLUMN: odds})
    assert hint_at(reading, FULL_ROW) == CountHint(5, True)
    assert hint_at(reading, FULL_COLUMN) == CountHint(4, True)
    assert reading.doubts == ()
    assert hint_at(assembled(circled={RUN: -30.0}), RUN) == CountHint(4, False)  # a row has 5 cells


@pytest.mark.parametrize("odds", [SURE_CIRCLE - 0.01, 0.0, 0.01 - SURE_CIRCLE])
@pytest.mark.parametrize("place", [RUN, SCATTERED])
def test_an_undecided_circle_is_left_open(place, odds):
    count = 4 if place is RUN else 2
    reading = assembled(circled={place: odds})
    doubt = only_doubt(reading)
    assert hint_at(reading, place) == CountHint(count, None)
    assert (doubt.place, doubt.read) == (place, CountHint(count, None))
    assert set(doubt.alternatives) == {CountHint(count, True), CountHint(count, False)}
    assert "unclear" in doubt.why


def test_a_decided_circle_is_no_doubt_nor_is_an_undecided_1():
    assert assembled(circled={RUN: SURE_CIRCLE, SCATTERED: -SURE_CIRCLE, ONE: 0.0}).doubts == ()


@pytest.mark.parametrize(
    ("place", "count", "words"), [(ONE, 1, "circled 1"), (EMPTY, 0, "circle without a number")]
)
def test_a_circle_that_makes_no_sense_is_a_doubt(place, count, words):
    reading = assembled(circled={place: 30.0})
    doubt = only_doubt(reading)
    assert reading.puzzle == PUZZLE
    assert (doubt.place, doubt.read) == (place, CountHint(count, False))
    assert words in doubt.why
    assert doubt.alternatives == ()  # the number was misread, and nobody knows what it is


@pytest.mark.parametrize(
    ("planted", "count", "other"),
    [
        ({"seen": {RUN: 7}, "shapes": {RUN: {7: 0.0, 9: -1.0, 3: -2.0}}}, 7, 9),
        ({"cuts": {RUN: [(14, 0.0), (4, -0.5)]}}, 14, 4),
    ],
)
def test_a_line_that_does_not_add_up_and_its_least_certain_number_are_doubts(planted, count, other):
    line, number = assembled(**planted).doubts
    assert (line.place, line.read) == (replace(RUN, slot=-1), None)
    assert f"add up to {count + 1}" in line.why
    assert (number.place, number.read) == (RUN, CountHint(count, True))
    assert number.alternatives == (CountHint(other, True),)


def test_a_hidden_hint_is_unknown_and_a_doubt():
    reading = assembled(hidden={RUN, column(0, 0)})
    assert (hint_at(reading, RUN), hint_at(reading, column(0, 0))) == (UNKNOWN, UNKNOWN)
    assert [(doubt.place, doubt.read) for doubt in reading.doubts] == [(RUN, None), (column(0, 0), None)]
    assert all("covers it" in doubt.why for doubt in reading.doubts)
    assert reading.puzzle.full


def test_hints_set_by_hand_are_taken_without_doubt():
    reading = assembled(seen={RUN: 7}, circled={SCATTERED: 0.0}, hidden={column(0, 0)})
    assert len(reading.doubts) >= 4
    fixes = {RUN: CountHint(4, True), SCATTERED: CountHint(2, False), column(0, 0): CountHint(3, True)}
    mended = with_fixes(reading, fixes)
    assert (mended.puzzle, mended.doubts) == (replace(PUZZLE, full=False), ())
    assert mended.lattice == reading.lattice


@pytest.mark.parametrize(
    ("place", "count", "words"),
    [
        *((place, 1, "no hint at .*4 rows, 5 columns and 2 colours") for place in (row(4, 0), column(0, 9))),
        (row(0, 0), 6, "cannot be 6.* has 5 cells"),
        (column(0, 0), 5, "cannot be 5.* has 4 cells"),
    ],
)
def test_a_hint_that_the_board_does_not_have_or_that_is_too_long_is_refused(place, count, words):
    with pytest.raises(errors.FixRefusedError, match=words):
        with_fixes(assembled(), {place: CountHint(count)})


# ---- Pictures with a part of the board cut off are refused; of two boards in one picture the larger is read

SAID = {
    "cut-top-hints": "no hints above it for its columns|hints above the board are cut off at the top",
    "cut-top-slot": "with 4 hints a row but 3 a column",
    "cut-top-half": "with 4 hints a row but 3 a column",
    "cut-left-hints": "no hints left of it for its rows|hints left of the board are cut off at the left",
    "cut-left-slot": "with 3 hints a row but 4 a column",
    "cut-left-half": "with 3 hints a row but 4 a column",
    "cut-both-slot": "hints of one more colour are cut off or covered",
    "cut-right-lines": "cut at the right edge|add up to 15 columns, but 13 are seen",
    "cut-right-half": "cut at the right edge|continue right of column 14",
    "cut-bottom-lines": "cut at the bottom edge|add up to 10 rows, but 8 are seen: some rows are missing",
    "cut-bottom-half": "cut at the bottom edge|continue below row 9",
}


@cache
def whole_screen(theme: str) -> Screen:
    spec = spec_of(10, 15, 4, theme, phone="full-hd")
    return hungry_cat_screen(spec, draw(spec))


@pytest.mark.parametrize("name", SAID)
@pytest.mark.parametrize(
    ("theme", "under_bar"),
    [
        pytest.param("white", False, id="cropped"),
        pytest.param("night", True, id="under a bar", marks=pytest.mark.slow),
    ],
)
def test_cut_boards_are_refused_and_the_message_says_what_is_cut(theme, name, under_bar):
    image = cut(whole_screen(theme), np.random.default_rng(0), name, under_bar=under_bar)
    with pytest.raises((GridNotFoundError, errors.HintsUnreadableError), match=SAID[name]) as raised:
        read_screenshot(np.asarray(image))
    # What is left of such a board may fit as a nonogram in its other colours.
    assert isinstance(raised.value, HintsCutOffError) or "-slot" not in name


@pytest.mark.parametrize(("top_px", "is_cut"), [((40, 100), True), ((40, 120), False)])
def test_hints_are_cut_off_only_where_room_for_the_missing_slots_lacks(top_px, is_cut):
    """Here three: beside a nonogram on stripes, slots are counted where its numbers happen to stand."""
    start, end = top_px
    left = HintArea(20, 130, tuple(range(30, 130, 20)), 20.0, 0.0, (), ())
    top = HintArea(start, end, (end - 30.0, end - 10.0), 20.0, 0.0, (), ())
    with pytest.raises(HintsCutOffError if is_cut else GridNotFoundError):
        _refuse_unequal(left, top, "10 x 10", 20.0)


@pytest.mark.parametrize(
    ("size", "larger_at", "smaller_at"),
    [((1080, 3360), (0, 0), (0, 1920)), ((1800, 1920), (720, 0), (0, 0))],
    ids=["one above the other", "side by side"],
)
def test_the_larger_of_two_boards_is_read_and_the_verdict_says_so(size, larger_at, smaller_at):
    larger, smaller = spec_of(10, 10, 3, "white", phone="full-hd"), spec_of(5, 5, 2, "sand")
    both = Image.new("RGB", size, (40, 40, 44))
    both.paste(draw(larger).image, larger_at)
    both.paste(draw(smaller).image, smaller_at)
    solved = solve_hungry_cat(np.asarray(both))
    assert solved.reading.puzzle.shape == larger.picture.cells.shape
    assert len(solved.reading.others) == 1
    assert "the largest of 2 boards in the picture" in solved.verdict
    assert solved.exit_code is ExitCode.OK
    assert (solved.outcome.picture.cells == larger.picture.cells).all()


# ---- The likeliest counts, and which lines do not add up; nothing is corrected here

CHECKED = puzzle_of("1212", "2121", "1212", "2121")  # every hint is 2


@pytest.mark.parametrize(
    ("seen", "misfits"),
    [
        (
            {row(2, 1): 7, column(0, 0): 1},
            (
                (row(2, -1), "its hints add up to 9, the row has 4 cells"),
                (column(0, -1), "its hints add up to 3, the column has 4 cells"),
            ),
        ),
        (
            {row(0, 0): 3, row(0, 1): 1},  # they cancel in their line
            (
                (row(-1, 0), "colour 1 has 9 cells by the rows and 8 by the columns"),
                (row(-1, 1), "colour 2 has 7 cells by the rows and 8 by the columns"),
            ),
        ),
    ],
)
def test_lines_and_colours_that_do_not_add_up_say_how(seen, misfits):
    assert check_sums(made_evidence(CHECKED, seen=seen)).misfits == misfits


@pytest.mark.parametrize(("seen", "misfits"), [({}, []), ({row(0, 1): 5}, [row(0, -1)])])
def test_a_hidden_hint_is_unread_and_its_line_fits_while_there_is_room(seen, misfits):
    sums = check_sums(made_evidence(CHECKED, hidden={row(0, 0), column(3, 1)}, seen=seen))
    assert (sums.counts[0], sums.counts[-1]) == (UNREAD, UNREAD)
    assert [place for place, _ in sums.misfits] == misfits


@pytest.mark.parametrize(("more", "first"), [({"hidden": True}, 2), ({"fixed": UNKNOWN}, UNREAD)], ids=str)
def test_a_hint_that_seems_hidden_keeps_its_count_and_one_that_is_unknown_by_hand_does_not(more, first):
    evidence = made_evidence(CHECKED)
    sums = check_sums(evidence.with_hint(replace(evidence.hints[0], **more)))
    assert (sums.counts.tolist(), sums.misfits) == ([first, *[2] * 15], ())
