"""The pictures and numbers of what was found on a part-filled board."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from made_evidence import looked, made_evidence, puzzle_of
from PIL import Image

from drawn.rough import turn
from picrosser.debugging.canvas import WIDTH_PX
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.progress import check_screenshot
from picrosser.puzzles.picture import UNKNOWN
from picrosser.puzzles.progress import Mistake, MistakesFound
from picrosser.reading.attempts.upright import Upright
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.lattice.grid import GridFound
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import StepsFound

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat"
IMAGE = np.full((600, 700, 3), 230, np.uint8)
MISTAKES = MistakesFound(3, 1, (Mistake((0, 1), 1, 2),), (((1, 1), 2),))


@pytest.fixture(scope="module")
def reading() -> Reading:
    puzzle = puzzle_of("12211", "12222", "21112", "12122", "21121")
    found = looked(puzzle, made_evidence(puzzle))
    edges = tuple(range(80, 581, 100))
    return Reading(Lattice(edges, edges), found.puzzle, found.doubts, found.evidence)


@pytest.fixture(scope="module")
def steps(reading) -> StepsFound:
    return StepsFound(deductions(reading.puzzle, np.full((5, 5), UNKNOWN, np.int8), 30), finished=False)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("kind", ["mistakes", "steps"])
def test_pictures_show_marks_where_the_board_is_known(kind, alone, reading, steps):
    result = MISTAKES if kind == "mistakes" else steps
    picture = explain(IMAGE, result, () if alone else (reading,)).picture
    assert picture.mode == "RGB"
    assert 400 <= picture.width <= WIDTH_PX
    assert 150 <= picture.height <= 2200
    marked = {"mistakes": (214, 0, 28), "steps": (0, 84, 214)}[kind]
    assert bool((np.asarray(picture) == marked).all(axis=2).any()) is not alone


def test_facts_can_be_written_as_json(steps):
    told = json.loads(json.dumps(facts(MISTAKES)))
    assert told["mistakes"] == [{"cell": [0, 1], "shown": 1, "right": 2}]
    assert (told["painted"], told["right"], told["unclear"]) == (3, 1, [[[1, 1], 2]])
    told = json.loads(json.dumps(facts(steps)))
    assert told["finished"] is False
    assert sum(len(step["cells"]) for step in told["steps"]) == 25
    uses = [other for step in told["steps"] for other in step["uses"]]
    assert uses
    assert all(other["excluded"] and not other["cells"] for other in uses)
    words = explain(IMAGE, steps).tables[0].rows
    assert len(words) == sum(1 + len(step.uses) for step in steps.steps)


@pytest.fixture(scope="module")
def played() -> list[object]:
    """All stages of a part-filled board."""
    stages: list[object] = []
    check_screenshot(load_image(FIXTURES / "played-10x10-white.png"), on_stage=stages.append)
    return stages


def test_the_board_state_shows_the_colours_that_were_seen(played):
    image = load_image(FIXTURES / "played-10x10-white.png")
    found = next(stage for stage in played if isinstance(stage, ProgressFound))
    reading = next(stage for stage in played if isinstance(stage, Reading))
    picture = np.asarray(explain(image, found, played).picture)
    for ink in reading.puzzle.palette[1:]:
        assert (picture == ink).all(axis=2).any()
    assert explain(image, found).picture.size[0] >= 400
    told = json.loads(json.dumps(facts(found)))
    assert told["progress"]["cells"] == found.progress.cells.tolist()


def test_a_picture_turned_upright_is_shown_before_and_after():
    image = np.asarray(turn(Image.fromarray(load_image(FIXTURES / "drawn-10x15-grey.png")), 1.3))
    stages: list[object] = []
    read_screenshot(image, stages.append)
    at = next(number for number, stage in enumerate(stages) if isinstance(stage, Upright))
    upright = stages[at]
    assert isinstance(upright, Upright)
    assert upright.turned_deg == pytest.approx(-1.3, abs=0.06)
    shown = explain(image, upright, stages[:at])
    assert f"turned by {upright.turned_deg:+.2f} degrees" in shown.sentence
    assert shown.picture.width == WIDTH_PX
    json.dumps(facts(upright, STAGES), allow_nan=False)
    # The stages that follow saw the turned picture: the screenshot's own pixels would not fit the lattice.
    grid = stages[at + 1]
    assert isinstance(grid, GridFound)
    assert explain(image, grid, stages[: at + 1]).picture != explain(image, grid).picture
    assert explain(image, stages[-1], stages[:-1]).picture.mode == "RGB"


def test_another_family_looks_at_the_screenshot_again():
    image = np.asarray(turn(Image.fromarray(load_image(FIXTURES / "drawn-10x15-grey.png")), 1.3))
    stages: list[object] = []
    read_screenshot(image, stages.append)
    boards = BoardsConsidered(())
    alone = explain(image, boards).picture
    assert explain(image, boards, stages).picture == alone
