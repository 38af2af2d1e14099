"""The search for pictures that fool the reading: what it draws, and what it keeps and tells."""

import json
from collections import Counter
from functools import partial

import numpy as np
import pytest
from sweeps import sweep

import fooled
from drawn.cuts import CUTS, cut, hungry_cat_screen
from drawn.nonpuzzles.boards import look_alike, solves_as_runs
from drawn.nonpuzzles.choosing import countable, counts
from drawn.nonpuzzles.lookalikes import KINDS
from drawn.screenshot import draw
from drawn.spec import Phone, Wishes, random_spec
from drawn.spoiling import SPOILS
from scoring.cases import Case
from scoring.judging import NO_PUZZLE, Verdict
from scoring.results import Scored, score_all

SPEC = random_spec(np.random.default_rng(1), Wishes(5, 5, 2, Phone("tiny", 240, 400), as_game=True), draws=1)


@pytest.mark.slow
def test_every_kind_has_a_picture_that_a_seed_draws_again():
    for kind, make in KINDS.items():
        one, other = (look_alike(make, np.random.default_rng(1)) for _ in range(2))
        assert one.tobytes() == other.tobytes(), kind
    screen = hungry_cat_screen(SPEC, draw(SPEC))
    for name, spoil in (SPOILS | {name: partial(cut, name=name) for name in CUTS}).items():
        one, other = (spoil(screen, np.random.default_rng(3)) for _ in range(2))
        assert one.tobytes() == other.tobytes() != screen.image.tobytes(), name


def test_counts_of_scattered_cells_often_solve_as_runs():
    boards = [countable(np.random.default_rng(seed), (6, 7)) for seed in range(20)]
    assert sum(solves_as_runs(*counts(board)) for board in boards) > 5
    assert not solves_as_runs([[1], [1]], [[1], [1]])  # two solutions
    assert not solves_as_runs([[2]], [[1], [0]])  # none


def test_look_alikes_are_refused_and_nothing_is_kept(tmp_path, capsys):
    words = ["1", "--pictures", "2", "--kinds", "aquarium,tents", "--jobs", "1", "-o", str(tmp_path)]
    assert fooled.main(words) == 0
    assert "tents" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name",
    sweep(["63-1006", "82-0158", "82-1036", "83-1042", "84-0055", "84-2040", "85-0006", "85-1150", "86-0028",
           "88-1058", "89-1007", "89-2077"], quick=("82-0158", "86-0028", "88-1058")),
)  # fmt: skip
def test_what_once_fooled_is_in_doubt(name):
    """Holes of zeros were hints, twice; paint overruled many lines, twice; hints were covered; the cells
    showed two signs; hints were cut off, twice; a column was lost; a ship's end was paint; a line that was
    called misread hid that another one had lost a hint.
    """
    (case,) = (case for case in fooled.cases_of_seed(int(name[:2]), 400) if case.name.startswith(name))
    (scored,) = score_all([case], 1)
    assert scored.verdict not in fooled.FOOLED


@pytest.mark.parametrize("verdict", [Verdict.WRONG, Verdict.SEVERAL, Verdict.CRASH])
def test_what_fools_is_kept_with_its_truth_and_told(verdict, tmp_path, monkeypatch):
    def scored_all(cases: list[Case], _jobs: int) -> list[Scored]:
        verdicts = [verdict, *[Verdict.REFUSED] * (len(cases) - 1)]
        return [
            Scored(case.set, case.name, one, case.make().groups, "nonogram", 0, "solved")
            for case, one in zip(cases, verdicts, strict=True)
        ]

    monkeypatch.setattr(fooled, "score_all", scored_all)
    assert fooled.main(["7", "--pictures", "3", "--kinds", "tally", "-o", str(tmp_path)]) == 1
    assert {path.name for path in tmp_path.iterdir()} == {
        "INDEX.txt", "look-alikes-7-0000-tally.png", "look-alikes-7-0000-tally.json",
    }  # fmt: skip
    assert json.loads((tmp_path / "look-alikes-7-0000-tally.json").read_text()) == NO_PUZZLE
    assert "7-0000 tally: solved" in (tmp_path / "INDEX.txt").read_text()


def test_the_pictures_are_shared_among_the_groups():
    cases = fooled.cases_of_seed(1, 400)
    assert Counter(case.set for case in cases) == {"look-alikes": 160, "spoilt": 160, "cut": 80}
    assert len({case.name for case in cases}) == 400
    with pytest.raises(ValueError, match="no picture is called"):
        fooled.cases_of_seed(1, 4, "unicorns")
