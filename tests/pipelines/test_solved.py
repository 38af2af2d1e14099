"""All families end in the same contract, and JSON gives their doubts in the same form."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from own_process import FIXTURES

from picrosser.answers.facts import katamino_facts, shot_facts
from picrosser.errors import ExitCode
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.nonogram import Nonogram


@pytest.mark.parametrize(
    ("name", "kind", "puzzle"),
    [
        ("hungry_cat/drawn-5x5-white.png", "hungry-cat", HungryCat),
        ("nonograms/drawn-tiles.png", "nonogram", Nonogram),
        pytest.param("katamino/drawn-part-filled.png", "katamino", Katamino, marks=pytest.mark.slow),
    ],
)
def test_every_family_meets_the_contract(name, kind, puzzle):
    image = load_image(FIXTURES / name)
    solved: Any = solve_screenshot(image)
    assert solved.kind == kind
    assert solved.image is image
    assert isinstance(solved.lattice, Lattice)
    assert isinstance(solved.puzzle, puzzle)
    assert solved.doubts == ()
    assert solved.outcome is not None
    assert solved.exit_code is ExitCode.OK
    assert " s" in solved.verdict
    assert isinstance(solved.seconds, Mapping)
    assert all(seconds >= 0 for seconds in solved.seconds.values())
    doubts = Doubt(HintPlace("row", 2, 0), None, (), "hidden"), Doubt(WHOLE_PICTURE, None, (), "odd")
    if kind == "katamino":
        doubtful, facts_of = replace(solved, doubts=doubts), katamino_facts
    else:
        doubtful, facts_of = replace(solved, reading=replace(solved.reading, doubts=doubts)), shot_facts
    assert doubtful.exit_code is ExitCode.DOUBTFUL
    facts = facts_of(doubtful)["doubts"]
    assert [list(doubt) for doubt in facts] == 2 * [["axis", "line", "slot", "read", "alternatives", "why"]]
    told = [(doubt["axis"], doubt["line"], doubt["why"]) for doubt in facts]
    assert told == [("row", 2, "hidden"), (None, None, "odd")]


def test_a_card_of_several_problems_has_no_single_puzzle():
    solved = solve_screenshot(load_image(FIXTURES / "katamino" / "drawn-card.png"), kind="katamino")
    assert solved.kind == "katamino"
    assert (solved.puzzle, solved.outcome, solved.lattice) == (None, None, None)
    assert len(solved.problems) > 1
