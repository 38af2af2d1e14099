"""The folder that `--debug` writes, its page, and the numbers of a result as JSON."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from own_process import files_in

from picrosser.debugging.dump import DumpFolder, facts
from picrosser.debugging.recorded_folder import MANIFEST
from picrosser.errors import ExitCode
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import Picture
from picrosser.reading.nonogram.boards.propose import BoardConsidered, BoardsConsidered
from picrosser.solving.outcome import Difficulty, Outcome, Status

IMAGE = np.full((40, 50, 3), 240, np.uint8)
ANSWER = Picture(np.array([[1]], np.int8), ((255, 255, 255), (200, 0, 0)))
OUTCOME = Outcome(Status.UNIQUE, ANSWER, (ANSWER,), (), Difficulty.LINE, 2, "", 0.001)
SQUARE = Lattice((10, 20, 30), (10, 20, 30))
BOARDS = BoardsConsidered((BoardConsidered(SQUARE, 0.25, "too few of its lines show <hints>"),))


@dataclass
class Result:
    value: Any


def test_each_stage_leaves_a_picture_and_its_numbers(tmp_path):
    folder = tmp_path / "d"
    dump = DumpFolder(folder, IMAGE, force=False)
    begun = {"00-screenshot.png", "index.html", MANIFEST}
    assert files_in(folder).keys() == begun
    assert "Not finished" in (folder / "index.html").read_text()
    dump(BOARDS)
    assert files_in(folder).keys() == begun | {"01-boards-considered.png", "01-boards-considered.json"}
    candidate = json.loads((folder / "01-boards-considered.json").read_text())["candidates"][0]
    assert candidate["score"] == 0.25
    assert '"row_edges_px": [10, 20, 30]' in (folder / "01-boards-considered.json").read_text()
    dump(OUTCOME)
    assert json.loads((folder / "outcome.json").read_text())["status"] == "unique"
    assert (folder / "02-solution.png").is_file()
    page = (folder / "index.html").read_text()
    assert page.count("<section") == 3
    assert 'src="02-solution.png"' in page
    assert "BoardsConsidered" not in page


def test_a_refusal_says_which_boards_were_rejected_and_why(tmp_path):
    dump = DumpFolder(tmp_path, IMAGE, force=False)
    dump(BOARDS)
    try:
        raise ValueError("<guilty> & co")
    except ValueError as error:
        dump.finish("no board; give another picture", ExitCode.NO_PUZZLE, error)
    assert "ValueError: <guilty>" in (tmp_path / "error.txt").read_text()
    page = (tmp_path / "index.html").read_text()
    head = page[: page.index("<main>")]
    assert "Refused" in head
    assert "&lt;guilty&gt; &amp; co" in head
    assert "25 % of the page explained: too few of its lines show &lt;hints&gt;" in head
    assert "<guilty>" not in page


def test_a_result_that_cannot_be_shown_does_not_break_the_run(tmp_path):
    dump = DumpFolder(tmp_path, IMAGE, force=False)
    dump(OUTCOME)
    dump(Result(7))
    dump("no stage at all")
    assert json.loads((tmp_path / "02-result.json").read_text()) == {"value": 7}
    assert "cannot be shown" in (tmp_path / "03-str.json").read_text()
    assert not (tmp_path / "02-result.png").exists()


# ---- The numbers of a result as JSON

PICTURE = Picture(np.array([[1, 0], [-1, 1]], np.int8), ((255, 255, 255), (0, 0, 0)))


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (0.123456, 0.1235), (float("nan"), "nan"), (np.float32(float("inf")), "inf"),
        (np.array([1.5, float("nan")]), [1.5, "nan"]), (np.array([[1, 2, 3, 4, 5]]), [[1, 2, 3, 4, 5]]),
        (np.zeros((2, 3), np.float32), [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]),
        (np.zeros((9, 9), np.float32), "float32 9 x 9: 0 to 0, mean 0"),
        (np.zeros((0, 9), np.float32), "float32 0 x 9"),
        (Box(1, 2, 3, 4), [1, 2, 3, 4]), (HintPlace("row", 2, 0), "r3:1"),
        ((CountHint(3, True), CountHint(4, None), CountHint(None, None)), [-3, "4?", "?"]),
        (PICTURE, list(PICTURE.lines())), (Nonogram(((Run(2),), None), ((Run(1),), ())).rows, [["2"], None]),
        ({2: Status.UNIQUE}, {"2": "unique"}), (Result(Result(1)), {"value": {"value": 1}}),
    ],
)  # fmt: skip
def test_values_are_written_as_people_write_them(value, plain):
    found = facts(Result(value))["value"]
    assert found == plain
    json.dumps(found, allow_nan=False)


def test_results_with_a_record_of_their_own_are_not_repeated():
    assert facts(Result(Result(1)), {Result}) == {"value": "see Result"}
