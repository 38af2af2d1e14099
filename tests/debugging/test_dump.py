from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from picrosser.debugging.dump import DumpFolder
from picrosser.errors import OutputRefusedError
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Difficulty, Outcome, Status

IMAGE = np.full((40, 50, 3), 240, np.uint8)
ANSWER = Picture(np.array([[1]], np.int8), ((255, 255, 255), (200, 0, 0)))
OUTCOME = Outcome(Status.UNIQUE, ANSWER, (ANSWER,), (), Difficulty.LINE, 2, "", 0.001)


@dataclass
class GridFound:
    lattice: Lattice


@dataclass
class Unshowable:
    pass


def explain(image, result, before):
    if isinstance(result, Unshowable):
        raise RuntimeError(f"no evidence among {len(before)} results")
    return Image.fromarray(image)


def dump(folder: Path, force: bool = False) -> DumpFolder:
    return DumpFolder(
        folder, IMAGE, force, explain, lambda result: {"name": type(result).__name__, "v": [1, 2]}
    )


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_each_stage_leaves_a_picture_and_its_numbers(tmp_path):
    folder = tmp_path / "d"
    listener = dump(folder)
    assert names(folder) == {"00-screenshot.png", "index.html"}
    listener(GridFound(Lattice((10, 20), (10, 20))))
    assert names(folder) == {"00-screenshot.png", "01-GridFound.png", "01-GridFound.json", "index.html"}
    assert json.loads((folder / "01-GridFound.json").read_text()) == {"name": "GridFound", "v": [1, 2]}
    assert '"v": [1, 2]' in (folder / "01-GridFound.json").read_text()
    listener(OUTCOME)
    assert json.loads((folder / "outcome.json").read_text())["name"] == "Outcome"
    assert (folder / "02-Solution.png").is_file()
    page = (folder / "index.html").read_text()
    assert page.count("<figure>") == 3
    assert "02-Solution.png" in page


def test_a_failure_stays_with_what_was_reached(tmp_path):
    listener = dump(tmp_path)
    try:
        raise ValueError("<guilty> & co")
    except ValueError as error:
        listener.fail("it broke", error)
    assert "ValueError: <guilty>" in (tmp_path / "error.txt").read_text()
    assert "&lt;guilty&gt; &amp; co" in (tmp_path / "index.html").read_text()


def test_a_result_that_cannot_be_shown_does_not_break_the_run(tmp_path):
    listener = dump(tmp_path)
    listener(OUTCOME)
    listener(Unshowable())
    text = (tmp_path / "02-Unshowable.json").read_text()
    assert "no evidence among 1 results" in text
    assert '"v": [1, 2]' in text
    assert not (tmp_path / "02-Unshowable.png").exists()


def test_an_earlier_recording_is_replaced_wholly(tmp_path):
    first = dump(tmp_path)
    first(GridFound(Lattice((10, 20), (10, 20))))
    first.fail("bad")
    dump(tmp_path)
    assert names(tmp_path) == {"00-screenshot.png", "index.html"}


def test_other_peoples_folders_are_refused_and_their_files_survive(tmp_path):
    (tmp_path / "thesis.txt").write_text("dear")
    with pytest.raises(OutputRefusedError, match="other files"):
        dump(tmp_path)
    assert names(tmp_path) == {"thesis.txt"}
    dump(tmp_path, force=True)
    assert (tmp_path / "thesis.txt").read_text() == "dear"


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    with pytest.raises(OutputRefusedError, match="no such"):
        dump(tmp_path / "a" / "b")
