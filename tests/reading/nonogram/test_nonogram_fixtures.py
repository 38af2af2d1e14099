"""Real nonogram screenshots, where they exist: what is settled without doubt is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from read_boards import first_reading

from picrosser.imaging.loading import load_image
from picrosser.repairing.repair_runs import repair_runs

PLAIN = (  # one screenshot of each kind of grid: faint lines, gridded hints, dark, filled, tiles, desktop
    "nonogram_com/emiran_10x10_medium.png",
    "nonograms_org/pxgluz_12.jpg",
    "adil192_nonogram/dark_10x10_partial_v1.png",
    "adil192_nonogram/light_9x9_partial.png",
    "picmi/picmi_doc_en.png",
    "sgt-pattern/sgt_15x15.png",
    "lizaszau_colour_picapix/pic_2.png",
)


@pytest.mark.parametrize("name", PLAIN)
def test_real_screenshots(shared: Path, name: str) -> None:
    path = shared / "screenshots" / name
    truth = json.loads(path.with_suffix(".json").read_text())
    settled = repair_runs(first_reading(load_image(path)).evidence)
    assert settled.doubts == ()
    assert settled.puzzle is not None
    for lines, true in ((settled.puzzle.rows, truth["rows"]), (settled.puzzle.cols, truth["cols"])):
        lengths = [[run["n"] if isinstance(run, dict) else run for run in line] for line in true]
        assert [[run.length for run in line or ()] for line in lines] == lengths
