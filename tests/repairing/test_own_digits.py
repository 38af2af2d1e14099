"""Digits that look like others of another typeface are told by the page's own ones, once most are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from drawn.nonograms.spec import random_nonogram
from picrosser.puzzles.nonogram import Nonogram, runs_of_cells
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.repairing.own_digits import UNKNOWN, own_nats, with_own_digits
from picrosser.repairing.weighed_board import weighed_puzzle
from picrosser.running.deadline import NO_DEADLINE

PALETTE = ((255, 255, 255), (0, 0, 0))
FEATURES, NOISE = 24, 0.3  # in which digits differ, by 1 and by so much of it by chance
SEED = 3
Looks = NDArray[np.float64]


def apart_of(looks: Looks) -> Callable[[], NDArray[np.float32]]:
    return lambda: np.asarray(((looks[:, None] - looks) ** 2).mean(axis=2), np.float32)


def page(misread: dict[int, int]) -> tuple[NonogramEvidence, NDArray[np.bool_]]:
    """What a page of 15 x 15 cells shows, and its picture.

    misread : what digits look like to the templates, by a nat more than what they are.
    """
    rng = np.random.default_rng(SEED)
    cells = np.array(random_nonogram(rng, (15, 15), PALETTE).cells)
    faces = rng.normal(size=(10, FEATURES))
    shapes: list[tuple[float, ...]] = []
    looks: list[Looks] = []

    def line(numbers: list[int]) -> LineEvidence:
        found: list[int] = []
        joins: list[Join] = []
        for number in numbers or [0]:
            for place, digit in enumerate(map(int, str(number))):
                if found:
                    joins.append(Join(0.0, 1.0, both_marked=False, decided=place > 0))
                found.append(len(shapes))
                nats = np.full(10, -9.0)
                nats[digit], nats[misread.get(digit, digit)] = -1.0 if digit in misread else 0.0, 0.0
                shapes.append(tuple(nats.tolist()))
                looks.append(faces[digit] + NOISE * rng.normal(size=FEATURES))
        return LineEvidence(tuple(found), (1,) * len(found), tuple(joins), glyphs=tuple(found))

    rows, cols = (
        tuple(line([run.length for run in runs_of_cells(one)]) for one in side.tolist())
        for side in (cells, cells.T)
    )
    evidence = NonogramEvidence(rows, cols, tuple(shapes), PALETTE, apart=apart_of(np.array(looks)))
    return evidence, cells > 0


def puzzle(cells: NDArray[np.bool_]) -> Nonogram:
    rows, cols = (
        tuple(runs_of_cells(line) for line in side.astype(int).tolist()) for side in (cells, cells.T)
    )
    return Nonogram(rows, cols, PALETTE)


def test_digits_that_look_like_others_to_the_templates_are_told_by_the_pages_own() -> None:
    evidence, cells = page({2: 3})
    assert weighed_puzzle([replace(evidence, apart=None)], NO_DEADLINE).puzzle is None
    assert weighed_puzzle([evidence], NO_DEADLINE).puzzle == puzzle(cells)


def test_a_picture_with_a_wrong_cell_tells_all_digits_right() -> None:
    evidence, cells = page({2: 3})
    wrong = cells.copy()
    wrong[4, 9] ^= True
    stated = [np.argmax(nats) for nats in page({})[0].shapes]
    learned = with_own_digits(evidence, wrong)
    assert [np.argmax(learned.shapes[shape]) for shape in range(len(stated))] == stated


@pytest.mark.parametrize(("alike", "is_told"), [(0.0, False), (1.0, True)])
def test_digits_that_look_alike_on_the_page_stay_as_likely_as_each_other(alike: float, is_told: bool) -> None:
    """5s and 6s, as far apart as `alike` times two digits usually are."""
    rng = np.random.default_rng(SEED)
    fives, other = rng.normal(size=(2, FEATURES))
    known = np.repeat([5, 6], 20)
    faces = np.where(known[:, None] == 5, fives, fives + alike * (other - fives))
    nats, is_own = own_nats(apart_of(faces + NOISE * rng.normal(size=faces.shape))(), known)
    assert np.flatnonzero(is_own).tolist() == [5, 6]
    leads = nats[np.arange(40), known] - nats[np.arange(40), 11 - known]
    assert (leads.min() > 6) if is_told else (np.abs(leads).max() < 3)


def test_what_the_page_shows_hardly_ever_is_known_by_its_template() -> None:
    known = np.array([1, 1, 1, 2, 2, UNKNOWN])
    nats, is_own = own_nats(apart_of(np.eye(6))(), known)
    assert not is_own.any()
    assert not nats.any()


def test_lines_that_were_set_by_hand_keep_their_digits() -> None:
    evidence, cells = page({})
    first = evidence.rows[0]
    by_hand = replace(evidence, rows=(replace(first, glyphs=()), *evidence.rows[1:]))
    learned = with_own_digits(by_hand, cells)
    told = [np.argmax(learned.shapes[shape]) for shape in learned.rows[0].shapes]
    assert told == [np.argmax(evidence.shapes[shape]) for shape in first.shapes]
