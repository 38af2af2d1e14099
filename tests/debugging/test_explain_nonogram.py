"""The pictures and numbers that explain a nonogram's stages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board

from picrosser.debugging.board_seen import board_seen
from picrosser.debugging.explain import explain, facts
from picrosser.debugging.explain_runs import runs_table
from picrosser.debugging.marks import BAD
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import solve_screenshot
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import EMPTY
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.nonogram.board_state import CellsSeen
from picrosser.reading.nonogram.boards import BoardsConsidered
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped, InkFound
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.repairing.runs import RunsSettled

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures/hungry_cat/drawn-10x10-night.png"
KINDS = (BoardsConsidered, InkFound, HintsGrouped, DigitsFound, NonogramReading, RunsSettled, CellsSeen)


@pytest.fixture(scope="module")
def run() -> tuple[RGB, list[object]]:
    cells = open_board(HEART)
    cells[0][:4] = [EMPTY, 1, 1, EMPTY]
    image, _ = drawn_board(HEART, cells)
    stages: list[object] = []
    solve_nonogram(image, on_stage=stages.append)
    return image, stages


def red(picture: np.ndarray) -> int:
    return int((picture == BAD).all(axis=2).sum())


def test_every_stage_is_shown_and_told(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    assert [type(stage) for stage in stages if isinstance(stage, KINDS)] == list(KINDS)
    for number, stage in enumerate(stages):
        picture = explain(image, stage, stages[:number])
        assert min(picture.size) > 100
        json.dumps(facts(stage))


def test_the_numbers_are_the_stages_own(run: tuple[RGB, list[object]]) -> None:
    _, stages = run
    told = {type(stage).__name__: facts(stage) for stage in stages}
    assert len(told["HintsGrouped"]["lines"]) == 13  # type: ignore[arg-type]
    assert told["RunsSettled"]["rows"] == ["2 2", "7", "7", "5", "3", "1"]
    assert told["RunsSettled"]["doubts"] == []
    assert told["CellsSeen"]["cells"][0] == [0, 1, 1, 0, -1, -1, -1]  # type: ignore[index]
    assert told["NonogramReading"]["lines"]["r1"]["one_number"] == [None]  # type: ignore[index]


def test_what_is_strange_is_red(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    hints = next(stage for stage in stages if isinstance(stage, HintsGrouped))
    assert red(np.asarray(explain(image, hints))) == 0
    odd = replace(hints, strange=(True, *hints.strange[1:]))
    assert red(np.asarray(explain(image, odd))) > 50


def test_doubted_lines_are_framed(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    settled = next(stage for stage in stages if isinstance(stage, RunsSettled))
    assert settled.puzzle is not None
    calm, framed = (np.asarray(runs_table(settled.puzzle, names)) for names in (set(), {"r2", "c7"}))
    assert red(calm) == 0
    assert red(framed) > 100
    doubtful = replace(settled, doubts=("2 readings fit: row 2 may be 7 or 1 6",))
    assert red(np.asarray(explain(image, doubtful, stages))) > red(
        np.asarray(explain(image, settled, stages))
    )


def test_a_table_of_unknown_and_blank_lines() -> None:
    puzzle = Nonogram(((Run(2),), None, ()), ((Run(1),), (Run(1), Run(1)), ()))
    assert np.asarray(runs_table(puzzle, set())).std() > 0


def test_the_board_of_the_last_reading_counts(run: tuple[RGB, list[object]]) -> None:
    _, stages = run
    cells = next(stage for stage in stages if isinstance(stage, CellsSeen))
    board = board_seen(stages)
    assert board is not None
    assert (board.lattice, board.palette) == (cells.lattice, cells.palette)
    assert board_seen([]) is None


def test_hungry_cats_digits_are_its_own_where_a_nonogram_was_tried_before(
    run: tuple[RGB, list[object]],
) -> None:
    image = load_image(FIXTURE)
    stages: list[object] = []
    solve_screenshot(image, on_stage=stages.append)
    at, digits = next((at, stage) for at, stage in enumerate(stages) if isinstance(stage, DigitsFound))
    alone = explain(image, digits, stages[:at])
    assert np.array_equal(explain(image, digits, [*run[1], *stages[:at]]), alone)
