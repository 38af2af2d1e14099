"""The script that scores screenshots of nonograms: what counts as exact, and what it saves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

import score_nonograms
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from measuring.nonogram_truth import exact
from measuring.score import Verdict
from measuring.shots import PLAIN
from picrosser.puzzles.nonogram import Nonogram, Run

RED, BLUE = (200, 30, 30), (30, 60, 200)
TRUTH = {
    "kind": "nonogram",
    "rows": [[{"n": 1, "colour": RED}, {"n": 1, "colour": BLUE}], [{"n": 1, "colour": RED}]],
    "cols": [[{"n": 2, "colour": RED}], [{"n": 1, "colour": BLUE}]],
}


def read_as(red: int, blue: int, palette: tuple[tuple[int, int, int], ...]) -> Nonogram:
    rows = ((Run(1, red), Run(1, blue)), (Run(1, red),))
    return Nonogram(rows, ((Run(2, red),), (Run(1, blue),)), palette)


def test_colours_are_as_stated_or_only_told_apart() -> None:
    page = (255, 255, 255)
    dimmed = tuple((r // 2, g // 2, b // 2) for r, g, b in (page, BLUE, RED))
    assert exact(read_as(1, 2, (page, RED, BLUE)), TRUTH)
    assert not exact(read_as(2, 1, (page, RED, BLUE)), TRUTH)
    assert not exact(read_as(2, 1, dimmed), TRUTH)
    assert exact(read_as(2, 1, dimmed), TRUTH, own_tones=False)
    assert not exact(read_as(1, 1, dimmed), TRUTH, own_tones=False)


@pytest.mark.parametrize("misread", [((), (Run(1),)), ((Run(1),), None)], ids=["a run is missing", "unknown"])
def test_lines_are_compared_run_by_run(misread) -> None:
    truth = {"rows": [[1], [1]], "cols": [[2], []]}
    right = Nonogram(((Run(1),), (Run(1),)), ((Run(2),), ()))
    assert exact(right, truth)
    assert not exact(Nonogram(misread, right.cols), truth)


def test_a_screenshot_is_scored_with_its_damages_and_what_fails_is_saved(tmp_path: Path) -> None:
    spec = legible_spec(next(look for look in LOOKS if look.name == "lantern"), 3)
    folder, keep = tmp_path / "shots", tmp_path / "failed"
    folder.mkdir()
    keep.mkdir()
    draw(spec).image.save(folder / "one.png")
    ways = (spec.puzzle.rows, spec.puzzle.cols)
    rows, cols = ([[run.length for run in line or ()] for line in lines] for lines in ways)
    truth = {"kind": "nonogram", "rows": rows, "cols": cols}
    (folder / "one.json").write_text(json.dumps(truth))
    (folder / "other.json").write_text(json.dumps({"kind": "katamino"}))
    (picture,) = score_nonograms.pictures_of(folder, "")
    plain, dim = score_nonograms.score(picture, (PLAIN, "dim"), keep)
    assert plain.verdict is dim.verdict is Verdict.EXACT
    assert not list(keep.iterdir())

    (folder / "one.json").write_text(json.dumps({**truth, "rows": [[1], *rows[1:]]}))
    (wrong,) = score_nonograms.score(picture, (PLAIN,), keep)
    assert wrong.verdict is Verdict.WRONG
    assert sorted(path.name for path in keep.iterdir()) == ["one-plain.json", "one-plain.png"]

    Image.new("RGB", (80, 80)).save(folder / "one.png")
    (refused,) = score_nonograms.score(picture, (PLAIN,))
    assert refused.verdict is Verdict.REFUSED
    assert refused.why
    assert score_nonograms.table([plain, dim, wrong, refused], (PLAIN, "dim")).splitlines()[-1].split() == [
        "all", "4", "2", "1", "1",
    ]  # fmt: skip
