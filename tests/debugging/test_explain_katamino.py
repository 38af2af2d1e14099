"""What is shown of a Katamino picture's stages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from picrosser.debugging.canvas import WIDTH_PX, Ink
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.katamino import solve_katamino
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PiecesFound

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "katamino"


@pytest.fixture(scope="module", params=["drawn-card", "drawn-number-card", "drawn-part-filled"])
def run(request: pytest.FixtureRequest) -> tuple[RGB, list[object]]:
    image = load_image(FIXTURES / f"{request.param}.png")
    stages: list[object] = []
    solve_katamino(image, on_stage=stages.append)
    return image, stages


def test_every_stage_has_a_sentence_a_picture_and_numbers(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    for number, stage in enumerate(stages):
        shown = explain(image, stage, stages[:number])
        assert shown.sentence.endswith(".")
        assert shown.picture is not None
        assert min(shown.picture.size) > 80
        assert shown.picture.width <= WIDTH_PX
        assert len(json.dumps(facts(stage, STAGES), allow_nan=False)) < 120_000


def test_what_was_read_is_listed(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    for stage in stages:
        table = (
            explain(image, stage, stages).tables[0].rows
            if isinstance(stage, PiecesFound | NumberTable)
            else ()
        )
        if isinstance(stage, PiecesFound):
            assert len(table) == len(stage.pieces)
        if isinstance(stage, NumberTable):
            assert [row[1:] for row in table] == [tuple(map(str, values)) for values in stage.values]


def test_a_board_that_something_speaks_against_is_red(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    for stage in stages:
        if isinstance(stage, GroupsFound) and stage.boards:
            faulty = replace(stage, boards=(replace(stage.boards[0], faults=("it has a hole",)),))
            shown = explain(image, faulty, stages)
            assert bool((np.asarray(shown.picture) == Ink.BAD).all(axis=2).any())
            assert shown.tables[0].rows[0][-1] == "it has a hole"
