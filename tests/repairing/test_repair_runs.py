"""Nonograms: which evidence is settled, and which is left in doubt."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from drawn_nonogram import runs_of
from read_boards import stated

from picrosser.errors import TimeLimitError
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.nonogram import Run, StatedRuns
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence, with_fixed_lines
from picrosser.repairing.repair_runs import RunsRepaired, likeliest_puzzle, repair_runs
from picrosser.running.deadline import Deadline

PALETTE = ((255, 255, 255), (0, 0, 0))
WITH_RED = (*PALETTE, (255, 0, 0))
INSIDE, BETWEEN = 0.1, 0.6  # gaps within a number and between numbers, in heights of a digit

DIGITS = tuple(tuple(0.0 if digit == k else -50.0 for digit in range(10)) for k in range(10))
BARE = LineEvidence((), (), ())
ONE, TWO = (LineEvidence((1,), (colour,), ()) for colour in (1, 2))  # lines that state a 1 of a colour
BOAT = ("....##....", "....##....", "....##....", "....##....", "##########", ".########.")


def line_evidence(
    numbers: list[int], *, upright: bool, inside: float = INSIDE, between: float = BETWEEN
) -> LineEvidence:
    digits = [(at, int(digit)) for at, number in enumerate(numbers) for digit in str(number)]
    joins = []
    for (one, _), (other, _) in pairwise(digits):
        gap = inside if one == other else between
        joins.append(Join(gap, gap + 0.5, both_marked=False, decided=one == other if upright else None))
    return LineEvidence(tuple(digit for _, digit in digits), (1,) * len(digits), tuple(joins))


def evidence(
    picture: tuple[str, ...],
    shapes: dict[int, dict[int, float]] | None = None,
    *,
    inside: float = INSIDE,
    between: float = BETWEEN,
) -> NonogramEvidence:
    """The evidence of a picture. Shape k is digit k, unless `shapes` says how likely other digits are."""
    certain = {digit: {digit: 0.0} for digit in range(10)} | (shapes or {})
    rows, cols = runs_of(picture)
    return NonogramEvidence(
        tuple(line_evidence(row, upright=False, inside=inside, between=between) for row in rows),
        tuple(line_evidence(column, upright=True) for column in cols),
        tuple(tuple(certain[k].get(digit, -50.0) for digit in range(10)) for k in range(10)),
        PALETTE,
    )


def with_lines(seen: NonogramEvidence, lines: dict[int, LineEvidence]) -> NonogramEvidence:
    """The evidence with some other lines, rows first."""
    rows = len(seen.rows)
    every = [lines.get(at, line) for at, line in enumerate(seen.lines)]
    return replace(seen, rows=tuple(every[:rows]), cols=tuple(every[rows:]))


def certain(seen: NonogramEvidence) -> RunsRepaired:
    """What the evidence states without a doubt."""
    found = repair_runs(seen)
    assert found.doubts == ()
    return found


def rows_read(seen: NonogramEvidence) -> list[list[int]]:
    return stated(certain(seen).puzzle)[0]


def is_left_open(seen: NonogramEvidence) -> bool:
    """Whether no hidden hint is filled in, and a doubt remains."""
    found = repair_runs(seen)
    return found.filled == () and found.doubts != ()


@pytest.mark.parametrize(
    "seen",
    {
        "gaps separate numbers": evidence(BOAT),
        "a zero belongs to the digit before it": evidence(BOAT, inside=0.3, between=0.3),
        "a misread shape": evidence(BOAT, {8: {3: 0.0, 8: -2.0}}),
        "two of them": evidence(BOAT, {8: {3: 0.0, 8: -2.0}, 6: {9: 0.0, 6: -2.0}}),
    }.values(),
)
def test_gaps_zeros_and_totals_tell_what_is_right(seen):
    assert rows_read(seen) == runs_of(BOAT)[0]
    cells = repair_runs(seen).outcome.picture.rows
    assert ["".join(".#"[cell] for cell in row) for row in cells] == list(BOAT)


def test_two_misread_shapes_of_a_small_puzzle_are_a_doubt():
    """Too many readings have exactly one solution by chance."""
    small = ("##.##", "##.##", "#...#", "#...#", "#####")
    certain(evidence(small))
    assert repair_runs(evidence(small, {5: {3: 0.0, 5: -2.0}, 2: {4: 0.0, 2: -2.0}})).doubts


@pytest.mark.parametrize(("third", "is_cut"), [("#...#", False), (".....", False), ("#...#", True)])
def test_a_misread_shape_is_a_doubt_where_hints_may_be_lost(third, is_cut):
    """In a small puzzle a line shows none, or all columns' hints reach the edge of the picture."""
    seen = evidence(("##.##", "##.##", third, "#...#", "#####"), {5: {3: 0.0, 5: -2.0}})
    seen = replace(seen, cols=tuple(replace(line, may_be_cut_off=is_cut) for line in seen.cols))
    assert bool(repair_runs(seen).doubts) == (is_cut or third == ".....")


def test_a_reading_against_the_looks_of_several_digits_is_a_doubt_even_if_it_alone_fits():
    """As where digits of a blurred page were taken for one shape, so that no right reading is left."""
    assert repair_runs(evidence(BOAT, {8: {3: 0.0, 8: -3.5}, 6: {9: 0.0, 6: -3.5}})).doubts
    certain(evidence(BOAT, {8: {3: 0.0, 8: -3.5}, 6: {9: 0.0, 6: -2.0}}))


def test_shapes_that_differ_are_hardly_all_the_same_digit():
    seen = evidence(BOAT, {8: {3: 0.0, 8: -3.5}, 6: {9: 0.0, 6: -3.5}})
    unlike = tuple(tuple(-4.0 * (one != other) for one in range(10)) for other in range(10))
    assert rows_read(replace(seen, same_digit=unlike)) == runs_of(BOAT)[0]


def test_totals_that_no_likely_digit_corrects_are_a_doubt():
    doubts = repair_runs(evidence(BOAT, {8: {3: 0.0}})).doubts
    assert any("the rows state" in doubt.why for doubt in doubts)


ZERO = LineEvidence((0,), (1,), ())
BOTH = LineEvidence((1, 1), (1, 2), (Join(BETWEEN, 1.0, both_marked=False, decided=False),))
RIVALS = (
    "###########.",
    "............",
    ".#.#....#.#.",
    "...######...",
    ".....##.....",
    "............",
    "............",
    "##.####.#...",
    "###########.",
    "##.##..##.#.",
    "#......#..#.",
    "............",
)
"""With 3s for 5s the sums agree, and there are several solutions; with 3s for 4s, too, there is one."""
DOUBTS = {
    "two readings fit: 1 and 2 may be exchanged in rows and columns at once": (
        evidence(("##", ".#"), {1: {1: 0.0, 2: -1.0}, 2: {2: 0.0, 1: -1.0}}),
        "row 1 may be 2 or 1 (3 readings fit)",
    ),
    "a reading with several solutions is a rival of one with more misread digits": (
        evidence(RIVALS, {3: {5: 0.0, 3: -2.0}, 4: {4: 0.0, 3: -2.0}}),
        "row 8 may be 2 4 1 or 2 3 1 (2 readings fit)",
    ),
    "something that is no digit, even if everything fits": (
        with_lines(evidence(BOAT), {0: replace(evidence(BOAT).rows[0], has_non_digit=True)}),
        "row 1 could not be read (something there is not a digit)",
    ),
    "the puzzle is the same without an outer line that shows no hints": (
        evidence(("..........", *BOAT)),
        "row 1 was read as blank (it shows no hints and lies at the edge of the board)",
    ),
    "zeros only": (
        replace(evidence(BOAT), rows=(ZERO,) * 5, cols=(ZERO,) * 5),
        "every line seems to state 0",
    ),
    "it can be solved with its colours and without them": (
        NonogramEvidence((BOTH, ZERO), (ONE, ZERO, TWO), DIGITS, WITH_RED, single_colour=PALETTE[1]),
        "the colours of the digits may not belong to the puzzle",
    ),
    "both readings have exactly one solution, and they differ in a colour": (
        NonogramEvidence(
            (LineEvidence((2,), (1,), ()), BARE, TWO),
            (BOTH, ONE),
            DIGITS,
            (*PALETTE, (120, 120, 120)),
            shade_of=(0, 1, 1),
        ),
        "some digits may have faded, or may have a colour of their own",
    ),
}


@pytest.mark.parametrize(("seen", "words"), DOUBTS.values(), ids=DOUBTS)
def test_what_may_be_otherwise_is_a_doubt(seen, words):
    (doubt,) = repair_runs(seen).doubts
    assert str(doubt) == words


def test_a_shape_unlike_others_of_its_digit_and_more_like_another_digit_is_a_doubt():
    """Shape 9 is a second 2, in the first row; it looks like the 6, or like the other 2s."""
    plain = evidence(BOAT, {9: {2: 0.0}})
    first = replace(plain.rows[0], shapes=(9,))

    def settled(to_other_two: float) -> tuple[Doubt, ...]:
        apart = {(9, 2): to_other_two, (9, 6): 0.02}
        unlike = tuple(
            tuple(
                0.1 * (a != b) if {a, b} not in ({9, 2}, {9, 6}) else apart[max(a, b), min(a, b)]
                for a in range(10)
            )
            for b in range(10)
        )
        return repair_runs(with_lines(replace(plain, unlike=unlike), {0: first})).doubts

    assert settled(0.04) == ()
    why = "a 2 looks unlike other 2s here, and more like a 6"
    assert settled(0.09) == (Doubt(HintPlace("row", 0), None, (), why),)


def test_an_outer_line_with_an_unclear_zero_is_a_doubt():
    """Words and buttons below a board may look like a zero, which fits with everything."""
    blank = evidence((*BOAT, ".........."), {7: {6: 0.0, 0: -1.0}})
    for shape, places in ((7, [HintPlace("row", 6)]), (0, [])):
        doubts = repair_runs(with_lines(blank, {6: LineEvidence((shape,), (1,), ())})).doubts
        assert [doubt.place for doubt in doubts] == places


def test_each_colour_has_a_total_of_its_own():
    settled = certain(NonogramEvidence((ONE, TWO), (ONE, TWO), DIGITS, WITH_RED))
    assert settled.puzzle.rows == ((Run(1, 1),), (Run(1, 2),))
    assert repair_runs(NonogramEvidence((ONE, ONE), (ONE, TWO), DIGITS, WITH_RED)).doubts


def test_colours_that_do_not_add_up_are_marks():
    seen = evidence(BOAT)
    in_turn = [tuple(1 + at % 2 for at in range(len(line.colours))) for line in seen.rows]
    rows = tuple(replace(line, colours=own) for line, own in zip(seen.rows, in_turn, strict=True))
    settled = certain(replace(seen, rows=rows, palette=WITH_RED, single_colour=PALETTE[1]))
    assert settled.puzzle == repair_runs(seen).puzzle


def test_colours_that_do_not_add_up_at_all_are_marks_if_there_is_one_solution_without_them():
    plain = replace(evidence(BOAT), palette=WITH_RED)
    rows = [replace(line, colours=(2,) * len(line.colours)) for line in plain.rows]
    found = certain(replace(plain, rows=(*rows[:3], *plain.rows[3:])))
    assert stated(found.puzzle) == runs_of(BOAT)
    assert found.puzzle.colours == 1


def test_colours_without_which_the_lines_do_not_fit_are_no_marks():
    """Runs of different colours need no gap; in one colour, no line would have room for its two runs."""
    lines = BOTH, replace(BOTH, colours=(2, 1))
    settled = certain(NonogramEvidence(lines, lines, DIGITS, WITH_RED, single_colour=PALETTE[1]))
    assert settled.puzzle.rows == ((Run(1, 1), Run(1, 2)), (Run(1, 2), Run(1, 1)))


def test_a_puzzle_with_several_solutions_is_stated_in_its_colours_if_it_does_not_fit_without_them():
    cols = replace(BOTH, colours=(1, 1)), replace(BOTH, colours=(2, 1))
    rows = BOTH, ZERO, ONE, ONE
    settled = repair_runs(NonogramEvidence(rows, cols, DIGITS, WITH_RED, single_colour=PALETTE[1]))
    assert settled.puzzle.rows[0] == (Run(1, 1), Run(1, 2))
    assert [doubt.why for doubt in settled.doubts] == ["no reading of the hints has exactly one solution"]


def test_a_possible_shade_is_a_colour_if_that_adds_up():
    colours = repair_runs(NonogramEvidence((ONE, TWO), (ONE, TWO), DIGITS, WITH_RED, shade_of=(0, 1, 1)))
    shades = repair_runs(NonogramEvidence((ONE, TWO), (ONE, ONE), DIGITS, WITH_RED, shade_of=(0, 1, 1)))
    assert colours.doubts == ()
    assert colours.puzzle.cols == ((Run(1, 1),), (Run(1, 2),))
    assert shades.puzzle.cols == ((Run(1, 1),), (Run(1, 1),))


def test_readings_that_were_not_compared_in_time_settle_nothing():
    """A reading that was not tried may be the right one, so the first that fits is not certain."""
    with pytest.raises(TimeLimitError):
        repair_runs(evidence(BOAT), Deadline.after(0.0))
    assert likeliest_puzzle(evidence(BOAT)) == repair_runs(evidence(BOAT)).puzzle


def test_a_line_set_by_hand_looks_like_no_shape_that_was_seen():
    """Its digits have no look, so nothing tells whether another shape is the same digit (exit 70 before)."""
    unsure = evidence(BOAT, {4: {4: 0.0, 8: -1.0}})
    alike = tuple(tuple(0.0 for _ in unsure.shapes) for _ in unsure.shapes)
    row_6 = {HintPlace("row", 5, -1): StatedRuns((Run(8, 1),))}
    fixed = with_fixed_lines(replace(unsure, same_digit=alike), row_6)
    assert repair_runs(fixed).puzzle == repair_runs(evidence(BOAT)).puzzle


# ---- Hidden hints are filled in if the others determine them, but never if a digit may be misread

HOUSE = ("...#......", "..###.....", ".#####.##.", "#######.#.", "##...##.##", "##.#.##..#", "##.#.##.##")


def without_first(line: LineEvidence) -> LineEvidence:
    """The evidence of a line whose first digit lies beyond the picture's edge."""
    return LineEvidence(line.shapes[1:], line.colours[1:], line.joins[1:], may_be_cut_off=True)


@pytest.mark.parametrize(("row", "is_bare"), [(2, False), (4, False), (6, False), (4, True)])
def test_a_hint_beyond_the_edge_or_a_line_without_any_is_filled_in(row, is_bare):
    whole = evidence(HOUSE)
    settled = certain(with_lines(whole, {row: BARE if is_bare else without_first(whole.rows[row])}))
    assert settled.filled == (HintPlace("row", row),)
    assert stated(settled.puzzle)[0] == rows_read(whole)


def test_no_single_line_is_filled_in_where_most_reach_the_edge():
    whole = evidence(HOUSE)
    reaching = tuple(replace(row, may_be_cut_off=True) for row in whole.rows)
    certain(replace(whole, rows=reaching))
    assert repair_runs(with_lines(replace(whole, rows=reaching), {4: without_first(whole.rows[4])})).doubts


def test_a_line_that_does_not_reach_the_edge_is_not_filled_in():
    whole = evidence(HOUSE)
    assert is_left_open(with_lines(whole, {4: replace(without_first(whole.rows[4]), may_be_cut_off=False)}))


def test_what_covers_a_line_may_cover_a_part_of_the_next():
    """Then the hints of both could be shared out in several ways, and each line could be the hidden one."""
    rows = ("#######.", "###..#..", "#...##.#", ".###....", "##.#.#..", "#.#.#.#.", ".###....", ".####.#.")
    whole = evidence(rows)
    part = whole.rows[5]
    part = replace(part, shapes=part.shapes[:-1], colours=part.colours[:-1], joins=part.joins[:-1])
    assert repair_runs(with_lines(whole, {6: BARE})).filled == (HintPlace("row", 6),)
    assert repair_runs(with_lines(whole, {5: part, 6: BARE})).doubts


def test_nothing_is_filled_in_if_a_digit_may_be_another_one():
    unsure = evidence(HOUSE, {7: {7: 0.0, 1: -1.0}})
    certain(unsure)
    assert is_left_open(with_lines(unsure, {4: without_first(unsure.rows[4])}))


def test_a_digit_that_may_be_another_one_does_not_matter_if_that_has_no_solution():
    """Nine cells and one more do not fit into a row of ten."""
    unsure = evidence(HOUSE, {7: {7: 0.0, 9: -1.0}})
    settled = certain(with_lines(unsure, {4: BARE}))
    assert settled.filled == (HintPlace("row", 4),)
    assert is_left_open(with_lines(evidence(HOUSE, {6: {6: 0.0, 5: -1.0}}), {0: BARE}))


def test_a_visible_0_is_the_whole_line_even_at_the_edge():
    seen = evidence(HOUSE)
    zero = LineEvidence((len(seen.shapes),), (1,), (), may_be_cut_off=True)
    assert is_left_open(with_lines(replace(seen, shapes=(*seen.shapes, DIGITS[0])), {4: zero}))


# ---- A few misread lines, which the others correct, or which stay in doubt

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
    assert settled.filled == tuple(WHOLE.place(at) for at in lines[1])
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
