"""Readings with planted errors are repaired exactly, or in doubt with a way out, but never silently wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from made_evidence import (
    CORNER,
    CORNER_HINTS,
    HOUSE,
    PLAIN,
    all_places,
    column,
    looked,
    made_evidence,
    puzzle_of,
    row,
)

from drawn.pictures import hints_of, random_cells
from picrosser.puzzles.checking import violations
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.picture import Picture
from picrosser.reading.hungry_cat.assemble import with_fixes
from picrosser.repairing import integer_program
from picrosser.repairing import repair_counts as repair_module
from picrosser.repairing.counts_repaired import Change, CountsRepaired, Reason, changes_between
from picrosser.repairing.repair_counts import MAX_REPAIR_COST, repair_counts
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

STAIRS = puzzle_of("11112", "11122", "11222", "12222")
FACE = puzzle_of("2111112", "1311131", "1111111", "1122211", "2111112")
BANDS = puzzle_of("1111", "1122", "2233", "3333", "3344", "4444")
PUZZLES = {"house": HOUSE, "stairs": STAIRS, "face": FACE, "bands": BANDS}
UNKNOWN = CountHint(None, None)


def settled(
    puzzle: HungryCat, evidence: Evidence, fixes: Mapping[HintPlace, CountHint] = {}
) -> CountsRepaired:
    """The result for a picture of `puzzle` with this evidence."""
    reading = with_fixes(looked(puzzle, evidence), fixes)
    return repair_counts(reading.puzzle, reading.evidence, reading.doubts)


def is_exact(found: CountsRepaired, puzzle: HungryCat) -> bool:
    """Whether the result is the planted puzzle, without doubts, and its solution satisfies every hint."""
    exact = (
        (found.puzzle.rows, found.puzzle.cols) == (puzzle.rows, puzzle.cols)
        and found.doubts == ()
        and found.outcome.status is Status.UNIQUE
    )
    return exact and violations(puzzle, found.outcome.solutions[0]) == ()


def hint_of(puzzle: HungryCat, place: HintPlace) -> CountHint:
    return (puzzle.rows if place.axis == "row" else puzzle.cols)[place.line][place.slot]


def numbers_of(puzzle: HungryCat) -> list[HintPlace]:
    return [place for place in all_places(puzzle) if hint_of(puzzle, place).count]


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_any_one_number_that_looks_like_another_or_is_clearly_wrong_is_repaired(puzzle):
    for at, place in enumerate(numbers_of(puzzle)):
        true = hint_of(puzzle, place)
        if at % 2:
            wrong = true.count + 1
            evidence = made_evidence(puzzle, seen={place: wrong})
        else:
            wrong = 8 if true.count != 8 else 3
            evidence = made_evidence(puzzle, shapes={place: {wrong: 0.0, true.count: -2.0}})
        found = settled(puzzle, evidence)
        assert is_exact(found, puzzle), place
        (change,) = found.changes
        assert (change.place, change.now, change.reason) == (place, true, Reason.SUMS)
        assert change.looked.count == wrong


def test_a_digit_that_looks_like_another_everywhere_is_repaired_everywhere():
    evidence = made_evidence(HOUSE)
    two = tuple(0.0 if digit == 7 else -1.0 if digit == 2 else -PLAIN for digit in range(10))
    shapes = (*evidence.shapes[:2], two, *evidence.shapes[3:])
    found = settled(HOUSE, replace(evidence, shapes=shapes))
    assert is_exact(found, HOUSE)
    twos = [place for place in all_places(HOUSE) if hint_of(HOUSE, place).count == 2]
    assert [change.place for change in found.changes] == twos
    assert len(twos) > 3


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_any_hidden_hint_is_filled_in(puzzle):
    for place in all_places(puzzle):
        found = settled(puzzle, made_evidence(puzzle, hidden={place}))
        assert is_exact(found, puzzle), place
        true = hint_of(puzzle, place)
        if true.count:  # else everything adds up as it looks: there is no number
            (change,) = found.changes
            assert (change.place, change.reason) == (place, Reason.HIDDEN)
            assert (change.looked, change.now) == (UNKNOWN, true)


@pytest.mark.parametrize("odds", [2.0, 0.0, -2.0])
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_an_undecided_circle_is_settled_by_the_solution(puzzle, odds):
    places = [place for place in numbers_of(puzzle) if 1 < hint_of(puzzle, place).count < 4]
    for place in places:
        found = settled(puzzle, made_evidence(puzzle, circled={place: odds}))
        assert is_exact(found, puzzle), place
        (change,) = found.changes
        assert (change.place, change.now, change.reason) == (place, hint_of(puzzle, place), Reason.CIRCLE)
    assert len(places) > 3


def test_shapes_that_no_template_knows_are_left_in_doubt_without_a_search():
    nobody = tuple((0.0,) * 10 for _ in range(10))
    found = settled(HOUSE, replace(made_evidence(HOUSE), shapes=nobody))
    assert found.doubts
    assert len(found.tried) == 0


def solved_programs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list to which the size of every integer program that is solved from now on is added."""
    sizes: list[int] = []
    minimise = integer_program._minimise

    def counted(costs: Sequence[float], *others: Any) -> Any:
        sizes.append(len(costs))
        return minimise(costs, *others)

    monkeypatch.setattr(integer_program, "_minimise", counted)
    return sizes


def two_ways() -> Evidence:
    """Two staircases that differ in one cell; the four hints that differ look nearly as much like either."""
    true = {row(1, 0): 3, row(1, 1): 2, column(2, 0): 2, column(2, 1): 2}
    other = {row(1, 0): 2, row(1, 1): 3, column(2, 0): 1, column(2, 1): 3}
    return made_evidence(STAIRS, shapes={place: {true[place]: 0.0, other[place]: -0.3} for place in true})


def with_rivals(evidence: Evidence) -> Evidence:
    """Make one hint look like a number that fits into no line, so that the sums have to decide."""
    at = evidence.index(row(1, 0))
    (spelling,) = evidence.hints[at].spellings
    shapes = list(evidence.shapes)
    shapes[spelling.shapes[0]] = (-PLAIN, -PLAIN, -1.0, -1.0, *[-PLAIN] * 4, 0.0, -PLAIN)
    return replace(evidence, shapes=tuple(shapes))


def test_two_nearly_equally_likely_readings_are_a_doubt_that_a_remedy_settles(monkeypatch):
    evidence, programs = with_rivals(two_ways()), solved_programs(monkeypatch)
    found = settled(STAIRS, evidence)
    assert len(found.tried) == len(programs) == 2  # no third one is sought
    places = {row(1, 0), row(1, 1), column(2, 0), column(2, 1)}
    assert {doubt.place for doubt in found.doubts} == places
    assert found.changes == ()
    assert len([tried for tried in found.tried if tried.outcome.status is Status.UNIQUE]) >= 2
    answers = []
    for place, hint in found.remedies:
        assert place in places
        mended = settled(STAIRS, evidence, {place: hint})
        assert mended.doubts == ()
        assert mended.outcome.status is Status.UNIQUE
        answers.append(mended.outcome.solutions[0].lines())
    assert len(set(answers)) == len(answers) == 2
    assert ("11112", "11122", "11222", "12222") in answers


def test_hidden_hints_that_leave_several_solutions_are_doubts_with_remedies():
    found = settled(CORNER, made_evidence(CORNER, hidden=CORNER_HINTS))
    assert {doubt.place for doubt in found.doubts} == CORNER_HINTS
    for doubt in found.doubts:
        assert doubt.read is not None
        assert doubt.read not in doubt.alternatives
        assert hint_of(CORNER, doubt.place) in (doubt.read, *doubt.alternatives)
    assert len(found.remedies) == 2
    for place, hint in found.remedies:
        mended = settled(CORNER, made_evidence(CORNER, hidden=CORNER_HINTS), {place: hint})
        assert (mended.doubts, mended.outcome.status) == ((), Status.UNIQUE)


def test_a_circle_that_decides_between_two_solutions_is_in_doubt():
    puzzle, place = puzzle_of("133", "331", "231"), column(2, 0)  # uncircled, it is another picture
    assert is_exact(settled(puzzle, made_evidence(puzzle)), puzzle)
    found = settled(puzzle, made_evidence(puzzle, circled={place: 0.0}))
    assert place in {doubt.place for doubt in found.doubts}
    assert (place, CountHint(2, True)) in found.remedies
    mended = settled(puzzle, made_evidence(puzzle, circled={place: 0.0}), {place: CountHint(2, True)})
    assert is_exact(mended, puzzle)


def test_a_misread_circle_leaves_no_solution_and_names_the_lines():
    place = next(p for p in numbers_of(HOUSE) if hint_of(HOUSE, p) == CountHint(3, True))
    evidence = made_evidence(HOUSE, circled={place: -PLAIN})
    found = settled(HOUSE, evidence)
    assert found.outcome.status is Status.NONE
    assert (place.axis, place.line) in found.contradiction
    assert is_exact(settled(HOUSE, evidence, {place: CountHint(3, True)}), HOUSE)


def test_a_wrong_hint_set_by_hand_is_never_silently_undone():
    found = settled(HOUSE, made_evidence(HOUSE), {row(3, 2): CountHint(3, True)})
    assert not is_exact(found, HOUSE)
    assert hint_of(found.puzzle, row(3, 2)) == CountHint(3, True)


def test_a_puzzle_with_several_solutions_is_reported_without_doubt():
    swap = puzzle_of("123", "213", "333")
    found = settled(swap, made_evidence(swap))
    assert (found.outcome.status, found.doubts) == (Status.SEVERAL, ())
    assert len(found.outcome.solutions) == 2


def test_a_board_full_of_hidden_hints_ends_in_doubt_and_in_time():
    puzzle = random_puzzle(np.random.default_rng(3), 12, 12, 4)
    started = perf_counter()
    reading = looked(puzzle, made_evidence(puzzle, hidden=set(all_places(puzzle)[::2])))
    found = repair_counts(reading.puzzle, reading.evidence, reading.doubts, deadline=Deadline.after(1.0))
    assert perf_counter() - started < 15  # generous: only a hang must fail here
    assert found.doubts or is_exact(found, puzzle)


def test_a_colour_that_is_hidden_in_every_line_is_not_made_up():
    puzzle = random_puzzle(np.random.default_rng(1), 6, 6, 3)
    unseen = {place for place in all_places(puzzle) if place.slot == 2}
    found = settled(puzzle, made_evidence(puzzle, hidden=unseen))
    assert found.outcome.status is Status.UNIQUE
    assert "numbers are hidden, which is too many" in found.doubts[0].why


def test_a_hint_that_the_sums_change_beside_hidden_ones_may_be_hidden_too():
    """A cover's edge looks like 11 or a 2, where a 3 stands; with a 2, another picture adds up."""
    hidden = {row(1, 1), column(2, 0), column(2, 1)}
    evidence = made_evidence(STAIRS, cuts={row(1, 0): [(11, 0.0), (2, -0.9)]}, hidden=hidden)
    found = settled(STAIRS, evidence)
    assert {row(1, 0), row(1, 1), column(2, 0), column(2, 1)} == {doubt.place for doubt in found.doubts}
    assert is_exact(settled(STAIRS, evidence, {row(1, 0): CountHint(3, True)}), STAIRS)


@pytest.mark.parametrize(("factor", "tried"), [(100.0, 1), (0.1, 0)], ids=["costly", "hopeless"])
def test_a_reading_that_needs_too_many_changes_is_given_up_after_one_program(monkeypatch, factor, tried):
    sizes = solved_programs(monkeypatch)
    monkeypatch.setattr(repair_module, "HOPELESS", factor)
    wrong = {row(line, 0): 1 + (HOUSE.rows[line][0].count or 0) % 4 for line in range(len(HOUSE.rows))}
    found = settled(HOUSE, made_evidence(HOUSE, seen=wrong))
    assert all(tried.cost > MAX_REPAIR_COST for tried in found.tried)
    assert (len(found.tried), len(sizes)) == (tried, 1)
    assert found.doubts


@pytest.mark.parametrize(("limit", "tried"), [("MAX_TRIED", 1), ("MAX_VARIABLES", 0)])
def test_a_repair_is_bounded(limit, tried, monkeypatch):
    """Two programs are the least: the likeliest reading has to be without a rival."""
    sizes = solved_programs(monkeypatch)
    evidence = with_rivals(two_ways())
    settled(STAIRS, evidence)
    most = {"MAX_TRIED": 1, "MAX_VARIABLES": 2 * sizes[0] - 1}
    monkeypatch.setattr(repair_module, limit, most[limit])
    found = settled(STAIRS, evidence)
    assert len(found.tried) == tried
    assert found.doubts


def random_puzzle(rng: np.random.Generator, rows: int, cols: int, colours: int) -> HungryCat:
    """The puzzle of a random picture, with exactly one solution."""
    while True:
        cells = random_cells(rng, rows, cols, colours)
        puzzle = hints_of(Picture(cells, tuple((20 * tone, 0, 0) for tone in range(colours + 1))))
        if solve(puzzle).status is Status.UNIQUE:
            return puzzle


def spoilt(rng: np.random.Generator, puzzle: HungryCat, kinds: tuple[str, ...], most: int) -> Evidence:
    """The evidence of a picture with up to `most` random errors."""
    planted: dict[str, dict] = {"seen": {}, "shapes": {}, "circled": {}, "hidden": {}}
    numbers = numbers_of(puzzle)
    for at in rng.choice(len(numbers), int(rng.integers(1, most + 1)), replace=False).tolist():
        place, kind = numbers[at], str(rng.choice(kinds))
        true = hint_of(puzzle, place).count
        wrong = int(rng.choice([digit for digit in range(1, 10) if digit != true % 10]))
        planted[kind][place] = {
            "seen": wrong,
            "shapes": {wrong: 0.0, true % 10: -float(rng.uniform(0, 5))},
            "circled": float(rng.uniform(-2.5, 2.5)),
            "hidden": None,
        }[kind]
    return made_evidence(puzzle, **{**planted, "hidden": set(planted["hidden"])})


TROUBLES = {
    "look-alikes": (("shapes",), 3),
    "hidden": (("hidden",), 3),
    "circles": (("circled",), 3),
    "clearly wrong": (("seen",), 2),
    "all": (("shapes", "hidden", "circled"), 3),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_is_reported_without_doubt_is_true(trouble):
    kinds, most = TROUBLES[trouble]
    for seed in range(4):
        rng = np.random.default_rng([seed, len(trouble)])
        repaired = 0
        for _ in range(5):
            rows, cols = rng.integers(4, 8, 2).tolist()
            puzzle = random_puzzle(rng, rows, cols, int(rng.integers(2, 5)))
            found = settled(puzzle, spoilt(rng, puzzle, kinds, most))
            if not found.doubts and found.outcome.status is Status.UNIQUE:
                assert is_exact(found, puzzle), seed
                repaired += 1
            assert found.outcome.status is not Status.NONE or found.doubts, seed
        assert repaired, seed  # nearly all are repaired, but a doubt is allowed


# ---- Changes: their reasons and their words

PUZZLE = puzzle_of("11112", "11122", "12122", "33332")
HIDDEN, SUMS, CIRCLE, FIXED = Reason.HIDDEN, Reason.SUMS, Reason.CIRCLE, Reason.FIXED
PLACE = row(1, 0)


@pytest.mark.parametrize(
    ("looked", "now", "reason", "words"),
    [
        (UNKNOWN, CountHint(3, True), HIDDEN, "is hidden and must be (3)"),
        (CountHint(8), CountHint(3), SUMS, "is 3, not 8"),
        (CountHint(8, None), CountHint(3, True), SUMS, "is (3), not 8"),
        (CountHint(3, None), CountHint(3, True), CIRCLE, "is circled"),
        (CountHint(3, True), CountHint(3, False), CIRCLE, "is not circled"),
        (CountHint(8), CountHint(3, True), FIXED, "is (3), as you say, not 8"),
        (CountHint(8), UNKNOWN, FIXED, "is unknown, as you say"),
    ],
)
def test_every_difference_is_a_change_with_its_reason_in_one_sentence(looked, now, reason, words):
    evidence = made_evidence(PUZZLE)
    at = evidence.index(PLACE)
    evidence = evidence.with_hint(replace(evidence.hints[at], fixed=now if reason is FIXED else None))
    before, after = list(all_hints(PUZZLE)), list(all_hints(PUZZLE))
    before[at], after[at] = looked, now
    (change,) = changes_between(evidence, before, after)
    assert change == Change(PLACE, looked, now, reason)
    assert str(change).startswith(f"row 2, colour 1 {words}")
