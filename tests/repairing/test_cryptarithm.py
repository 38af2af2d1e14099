"""Digits in an unknown typeface are deciphered by the sums."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from made_evidence import all_hints, looked, made_evidence, puzzle_of

from drawn.fonts import symbol_face
from drawn.pictures import hints_of, random_cells
from drawn.screenshot import draw
from drawn.spec import Wishes, random_spec
from picrosser.errors import ExitCode
from picrosser.pipelines.hungry_cat import solve_hungry_cat
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.picture import Picture
from picrosser.repairing.counts_repaired import Reason
from picrosser.repairing.cryptarithm import decipher, is_unknown_typeface
from picrosser.repairing.repair_counts import repair_counts

LIMIT_S = 20.0
MANY = 500


def strange(puzzle: HungryCat, seed: int = 0) -> Evidence:
    """The puzzle's numbers in shapes that each resemble a wrong digit slightly more than any other."""
    order = np.random.default_rng(seed).permutation(10)
    looks = tuple(tuple(0.0 if digit == order[own] else -0.5 for digit in range(10)) for own in range(10))
    return replace(made_evidence(puzzle), shapes=looks)


def random_puzzle(seed: int, rows: int = 5, cols: int = 6, colours: int = 3) -> HungryCat:
    cells = random_cells(np.random.default_rng(seed), rows, cols, colours)
    return hints_of(Picture(cells, tuple((tone, 0, 0) for tone in range(colours + 1))))


def counts_of(puzzle: HungryCat) -> list[int]:
    return [hint.count or 0 for hint in all_hints(puzzle)]


@pytest.mark.parametrize("seed", range(6))
def test_all_readings_that_add_up_are_found_and_no_other(seed):
    puzzle = random_puzzle(seed)
    evidence = strange(puzzle, seed)
    found = decipher(evidence, MANY, LIMIT_S)
    assert found is not None
    assert counts_of(puzzle) in [counts.tolist() for counts in found]
    assert len({tuple(counts.tolist()) for counts in found}) == len(found)
    for counts in found:
        table = counts.reshape(-1, puzzle.colours)
        assert set(table[:5].sum(axis=1)) == {6}
        assert set(table[5:].sum(axis=1)) == {5}
        assert (table[:5].sum(axis=0) == table[5:].sum(axis=0)).all()
        digits = {(true, int(read)) for true, read in zip(counts_of(puzzle), counts, strict=True)}
        assert len(digits) == len({true for true, _ in digits})  # equal shapes stay equal


def test_brute_force_finds_no_more():
    puzzle = random_puzzle(3, 4, 4, 2)
    used = sorted({count for count in counts_of(puzzle) if count})
    expected = set()
    for choice in np.ndindex(*[9] * len(used)):
        value = {0: 0, **{own: digit + 1 for own, digit in zip(used, choice, strict=True)}}
        table = np.array([value[count] for count in counts_of(puzzle)]).reshape(-1, 2)
        if (
            set(table.sum(axis=1)) == {4}
            and (table[:4].sum(axis=0) == table[4:].sum(axis=0)).all()
            and table.max() <= 4
        ):
            expected.add(tuple(table.ravel().tolist()))
    found = decipher(strange(puzzle), MANY, LIMIT_S)
    assert found is not None
    assert {tuple(counts.tolist()) for counts in found} == expected


def test_with_too_many_readings_there_is_no_answer():
    puzzle = puzzle_of("1222", "2122", "2212", "2221")
    found = decipher(strange(puzzle), MANY, LIMIT_S)
    assert found is not None
    assert len(found) == 3  # one and three, two and two, three and one
    assert decipher(strange(puzzle), len(found) - 1, LIMIT_S) is None


def test_a_hint_set_by_hand_is_never_changed():
    puzzle = random_puzzle(1)
    evidence = strange(puzzle)
    at = next(at for at, hint in enumerate(evidence.hints) if hint.spellings)
    wrong = CountHint(counts_of(puzzle)[at] % 5 + 1, None)
    fixed = evidence.with_hint(replace(evidence.hints[at], fixed=wrong))
    found = decipher(fixed, MANY, LIMIT_S)
    assert found is not None
    assert all(counts[at] == wrong.count for counts in found)


def test_unknown_typefaces_are_recognised():
    puzzle = random_puzzle(2)
    assert not is_unknown_typeface(made_evidence(puzzle))
    assert is_unknown_typeface(strange(puzzle))


def test_the_answer_says_that_the_digits_were_deciphered():
    puzzle = puzzle_of("12211", "12222", "21112", "12122", "21121")
    evidence = strange(puzzle)
    read = looked(puzzle, evidence)
    settled = repair_counts(read.puzzle, evidence, read.doubts)
    assert settled.deciphered
    if not settled.doubts:
        assert settled.puzzle.rows == puzzle.rows
        assert {change.reason for change in settled.changes} == {Reason.DECIPHERED}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_invented_symbols_are_read_from_a_screenshot(seed):
    wishes = Wishes(rows=15, cols=10, colours=4, font=symbol_face(seed), as_game=True)
    spec = random_spec(np.random.default_rng(seed), wishes)
    drawn = draw(spec)
    solved = solve_hungry_cat(np.asarray(drawn.image))
    assert solved.exit_code is ExitCode.OK
    assert "deciphered by the sums" in solved.verdict
    assert (solved.outcome.picture.cells == spec.picture.cells).all()
