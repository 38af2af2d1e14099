"""The pictures and numbers that explain a nonogram's stages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board

from picrosser.debugging.canvas import Ink
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.debugging.explain_solving import board_seen
from picrosser.debugging.explanation import Explanation
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import solve_hungry_cat
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.nonogram import Run
from picrosser.puzzles.picture import EMPTY
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.reading.nonogram.cells.board_state import CellsSeen
from picrosser.reading.nonogram.cells.cells_explained import CellsExplained
from picrosser.reading.nonogram.hints.beside import HintsGrouped, InkFound
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.repairing.repair_runs import RunsRepaired

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures/hungry_cat/drawn-10x10-night.png"
KINDS = (
    BoardsConsidered,
    InkFound,
    HintsGrouped,
    DigitsFound,
    NonogramReading,
    RunsRepaired,
    CellsExplained,
    CellsSeen,
)


@pytest.fixture(scope="module")
def run() -> tuple[RGB, list[object]]:
    cells = open_board(HEART)
    cells[0][:4] = [EMPTY, 1, 1, EMPTY]
    image, _ = drawn_board(HEART, cells)
    stages: list[object] = []
    solve_nonogram(image, on_stage=stages.append)
    return image, stages


def pixels(shown: Explanation, colour: tuple[int, int, int]) -> int:
    return int((np.asarray(shown.picture) == colour).all(axis=2).sum())


def latest(stages: list[object], kind: type[Any]) -> Any:
    return next(stage for stage in reversed(stages) if isinstance(stage, kind))


def test_every_stage_has_a_sentence_a_picture_and_numbers(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    assert [type(stage) for stage in stages if isinstance(stage, KINDS)] == list(KINDS)
    for number, stage in enumerate(stages):
        shown = explain(image, stage, stages[:number])
        assert shown.sentence.endswith(".")
        assert shown.picture is not None
        assert min(shown.picture.size) > 80
        assert len(json.dumps(facts(stage, STAGES), allow_nan=False)) < 60_000


def test_the_tables_say_what_was_read(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    tables = {
        type(stage): explain(image, stage, stages[:number]).tables for number, stage in enumerate(stages)
    }
    assert tables[BoardsConsidered][0].rows[0] == ("1", "7 x 6", "100 %", "chosen")
    assert [numbers for _, numbers in tables[RunsRepaired][-1].rows[:6]] == ["2 2", "7", "7", "5", "3", "1"]
    assert tables[NonogramReading][0].rows[0][1].split()[::2] == ["2", "2"]
    assert {row[0] for row in tables[DigitsFound][0].rows} == {"1", "2", "3", "4", "5", "7"}
    assert facts(latest(stages, CellsSeen))["progress"]["cells"][0] == [0, 1, 1, 0, -1, -1, -1]  # type: ignore[index]


def test_the_chosen_board_is_green_and_a_rejected_one_tells_why(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    found = latest(stages, BoardsConsidered)
    chosen = explain(image, found)
    assert pixels(chosen, Ink.GOOD) > 1000
    assert chosen.why_refused == ()
    candidate = found.candidates[-1]._replace(score=0.3, rejected_because="too few of its lines show hints")
    rejected = explain(image, BoardsConsidered((candidate,)))
    assert pixels(rejected, Ink.GOOD) == 0
    assert "None was chosen" in rejected.sentence
    assert rejected.why_refused[0].endswith("30 % of the page explained: too few of its lines show hints")
    assert "no board to consider" in explain(image, BoardsConsidered(())).sentence


def test_what_is_strange_is_red(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    hints = latest(stages, HintsGrouped)
    assert pixels(explain(image, hints), Ink.BAD) == 0
    shown = explain(image, replace(hints, strange=(True, *hints.strange[1:])))
    assert pixels(shown, Ink.BAD) > 50
    assert "something that is not a digit stands in r1" in [note.text for note in shown.notes]


def test_pieces_that_do_not_fit_the_hints_are_red(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    settled = latest(stages, RunsRepaired)
    assert pixels(explain(image, settled, stages), Ink.BAD) == 0
    unread = replace(settled, puzzle=None, outcome=None)
    assert pixels(explain(image, unread, stages), Ink.BAD) > 50
    assert explain(image, unread).picture is None


def test_lines_in_doubt_are_red(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    settled = latest(stages, RunsRepaired)
    doubt = Doubt(HintPlace("row", 1), None, (), "something covers it")
    shown = explain(image, replace(settled, doubts=(doubt,)), stages)
    assert pixels(shown, Ink.BAD) > 50
    assert [tone for tone in shown.tables[-1].tones if tone] == ["bad"]
    assert shown.tables[-1].tones[1] == "bad"
    assert str(doubt) in [note.text for note in shown.notes]


def test_rival_readings_are_listed_where_they_differ(run: tuple[RGB, list[object]]) -> None:
    image, stages = run
    settled = latest(stages, RunsRepaired)
    puzzle = settled.puzzle
    rival = replace(puzzle, rows=(puzzle.rows[0], (Run(1), Run(5)), None, (), *puzzle.rows[4:]))
    shown = explain(image, replace(settled, rivals=(puzzle, rival)), stages)
    assert shown.tables[0].rows == (("r2", "7", "1 5"), ("r3", "7", "?"), ("r4", "5", "0"))


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
    solve_hungry_cat(image, on_stage=stages.append)
    at, digits = next((at, stage) for at, stage in enumerate(stages) if isinstance(stage, DigitsFound))
    alone = explain(image, digits, stages[:at]).picture
    assert explain(image, digits, [*run[1], *stages[:at]]).picture == alone
