"""Pictures that may fool the reading: boards of other puzzles, spoilt screenshots and cut ones."""

from __future__ import annotations

import numpy as np
import pytest

from drawn.cuts import CUTS, cut, hungry_cat_screen
from drawn.nonpuzzles.boards import look_alike, solves_as_runs
from drawn.nonpuzzles.choosing import countable, counts
from drawn.nonpuzzles.lookalikes import KINDS
from drawn.screenshot import draw
from drawn.spec import Phone, Wishes, random_spec
from drawn.spoiling import SPOILS
from scoring.cases import PALE, Wanted, cases_of
from scoring.judging import Verdict
from scoring.results import score

SPEC = random_spec(np.random.default_rng(1), Wishes(5, 5, 2, Phone("tiny", 240, 400), as_game=True), draws=1)


def test_every_kind_has_a_picture_that_a_seed_draws_again() -> None:
    for kind, make in KINDS.items():
        one, other = (look_alike(make, np.random.default_rng(1)) for _ in range(2))
        assert one.tobytes() == other.tobytes(), kind
    screen = hungry_cat_screen(SPEC, draw(SPEC))
    for name in (*SPOILS, *CUTS):
        one, other = (
            SPOILS[name](screen, np.random.default_rng(3))
            if name in SPOILS
            else cut(screen, np.random.default_rng(3), name)
            for _ in range(2)
        )
        assert one.tobytes() == other.tobytes() != screen.image.tobytes(), name


def test_counts_of_scattered_cells_often_solve_as_runs() -> None:
    boards = [countable(np.random.default_rng(seed), (6, 7)) for seed in range(20)]
    assert sum(solves_as_runs(*counts(board)) for board in boards) > 5
    assert not solves_as_runs([[1], [1]], [[1], [1]])  # two solutions
    assert not solves_as_runs([[2]], [[1], [0]])  # none


@pytest.mark.parametrize("name", ["aquarium", "tents"])
def test_look_alikes_are_refused(name: str) -> None:
    (case,) = cases_of("nonpuzzles", Wanted(1, 1, name))
    assert score(case).verdict is Verdict.REFUSED


def test_the_sets_spoil_and_cut_in_all_ways() -> None:
    cases = {name: cases_of(name, Wanted(60, 1)) for name in ("spoilt", "cut")}
    ways = {name: {case.name.split()[1] for case in ones} for name, ones in cases.items()}
    assert ways == {"spoilt": {*SPOILS, PALE}, "cut": set(CUTS)}
    with pytest.raises(ValueError, match="no picture is called"):
        cases_of("cut", Wanted(1, 1, "unicorns"))
