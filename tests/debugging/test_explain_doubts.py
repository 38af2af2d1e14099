"""What is in doubt or speaks against a result is red and told; what was changed or is hidden is marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board

from picrosser.debugging.dump import facts
from picrosser.debugging.explain import explain
from picrosser.debugging.explanation import Explanation, Ink
from picrosser.imaging.loading import load_image
from picrosser.pipelines.hungry_cat import solve_hungry_cat
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE
from picrosser.puzzles.nonogram import Run
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.repairing.counts_repaired import Change, CountsRepaired, Reason

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def has(shown: Explanation, colour: tuple[int, int, int]) -> bool:
    return bool((np.asarray(shown.picture) == colour).all(axis=2).any())


def bad_notes(shown: Explanation) -> list[str]:
    return [note.text for note in shown.notes if note.tone == "bad"]


def stages_of(solve: Any, image: np.ndarray) -> dict[str, Any]:
    """The last result of each stage by the name of its type."""
    stages: list[object] = []
    solve(image, on_stage=stages.append)
    return {type(stage).__name__: stage for stage in stages}


# ---- Hungry Cat


@pytest.fixture(scope="module")
def cat() -> tuple[np.ndarray, dict[str, Any]]:
    image = load_image(FIXTURES / "hungry_cat" / "drawn-5x5-white.png")
    return image, stages_of(solve_hungry_cat, image)


def test_an_undecided_circle_is_red_and_listed(cat):
    image, results = cat
    circles, hints = results["CirclesFound"], results["HintsFound"]
    unsure = replace(circles, log_odds=np.append(SURE_CIRCLE - 0.1, circles.log_odds[1:]))
    assert not has(explain(image, circles, [hints]), Ink.BAD)
    shown = explain(image, unsure, [hints])
    assert has(shown, Ink.BAD)
    assert bad_notes(shown) == ["undecided, with nats for a circle: r1:1 (+2.9)"]
    with pytest.raises(LookupError, match="no HintsFound came before it"):
        explain(image, circles)


def test_doubts_are_told(cat):
    image, results = cat
    reading: Reading = results["Reading"]
    doubts = (
        Doubt(HintPlace("row", 2, 0), CountHint(3), (CountHint(8), CountHint(3, True)), "a sticker hides it"),
        Doubt(HintPlace("column", 1, -1), None, (), "its hints add up to 4"),
        Doubt(HintPlace("row", -1, 1), None, (), "colour 2 has 4 cells by the rows and 5 by the columns"),
    )
    unsure = replace(reading, doubts=doubts)
    assert bad_notes(explain(image, unsure)) == [str(doubts[0]), str(doubts[1]), doubts[2].why]
    assert [doubt["place"] for doubt in facts(unsure)["doubts"]] == ["r3:1", "c2", "colour 2"]
    assert facts(unsure)["doubts"][0]["alternatives"] == [8, -3]


def test_changes_doubts_and_contradictions_are_framed(cat):
    image, results = cat
    found: CountsRepaired = results["CountsRepaired"]
    before = [results["Reading"]]
    shown = explain(image, found, before)
    assert not has(shown, Ink.CHANGED)
    assert not has(shown, Ink.BAD)
    assert shown.picture == explain(image, found, before).picture
    place = HintPlace("row", 1, 0)
    changed = replace(found, changes=(Change(place, CountHint(3), CountHint(2), Reason.HIDDEN),))
    assert has(explain(image, changed, before), Ink.CHANGED)
    assert explain(image, changed).picture is None  # where nobody knows the hints' places
    doubt = Doubt(place, None, (), "something hides it")
    doubted, line = (
        explain(image, replace(found, **more), before)
        for more in ({"doubts": (doubt,)}, {"contradiction": (("column", 2),)})
    )
    assert bad_notes(doubted) == [str(doubt)]
    assert bad_notes(line) == ["lines that contradict each other: c3"]
    reds = [(np.asarray(one.picture) == Ink.BAD).all(axis=2).sum() for one in (doubted, line)]
    assert 0 < reds[0] < reds[1]  # all hints of the column


# ---- nonograms


@pytest.fixture(scope="module")
def heart() -> tuple[np.ndarray, dict[str, Any]]:
    cells = open_board(HEART)
    cells[0][:4] = [0, 1, 1, 0]
    image, _ = drawn_board(HEART, cells)
    return image, stages_of(solve_nonogram, image)


def test_the_chosen_board_is_green_and_a_rejected_one_tells_why(heart):
    image, results = heart
    found = results["BoardsConsidered"]
    chosen = explain(image, found)
    assert has(chosen, Ink.GOOD)
    assert chosen.lines[1] == "1: 7 columns x 6 rows, 100 % of the page explained: chosen"
    assert chosen.why_refused == ()
    candidate = found.candidates[-1]._replace(score=0.3, rejected_because="too few of its lines show hints")
    rejected = explain(image, BoardsConsidered((candidate,)))
    assert not has(rejected, Ink.GOOD)
    assert "None was chosen" in rejected.sentence
    assert rejected.why_refused[0].endswith("30 % of the page explained: too few of its lines show hints")
    assert "no board to consider" in explain(image, BoardsConsidered(())).sentence


def test_hints_are_listed_and_what_is_in_doubt_or_does_not_fit_is_red(heart):
    image, results = heart
    found, before = results["RunsRepaired"], [results["HintsGrouped"]]
    clear = explain(image, found, before)
    assert not has(clear, Ink.BAD)
    assert clear.lines[1:4] == ("r1: 2 2", "r2: 7", "r3: 7")
    unread = replace(found, puzzle=None, outcome=None)
    assert has(explain(image, unread, before), Ink.BAD)
    assert explain(image, unread).picture is None
    doubt = Doubt(HintPlace("row", 1), None, (), "something covers it")
    doubted = explain(image, replace(found, doubts=(doubt,)), before)
    assert has(doubted, Ink.BAD)
    assert str(doubt) in bad_notes(doubted)
    puzzle = found.puzzle
    rival = replace(puzzle, rows=(puzzle.rows[0], (Run(1), Run(5)), None, (), *puzzle.rows[4:]))
    shown = explain(image, replace(found, rivals=(puzzle, rival)), before)
    assert shown.lines[1:5] == ("r1: 2 2", "r2: 7, or 1 5", "r3: 7, or ?", "r4: 5, or 0")
