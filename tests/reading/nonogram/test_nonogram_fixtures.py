"""Real nonogram screenshots, where they exist: what is settled without doubt is right."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from read_boards import first_reading

from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
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


def drawn(rows: list[list[int]], cols: list[list[int]], *, pitch: int, dark: bool) -> RGB:
    """A plain board with its hints, numbers half a cell apart."""
    page, ink = ((20, 22, 30), (235, 235, 230)) if dark else ((250, 250, 250), (10, 10, 40))
    margin = 4 * pitch
    size = (margin + pitch * (len(cols) + 1), margin + pitch * (len(rows) + 1))
    image = Image.new("RGB", size, page)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=0.55 * pitch)
    for at in range(len(cols) + 1):
        x = margin + at * pitch
        draw.line((x, margin, x, margin + pitch * len(rows)), fill=ink, width=2)
    for at in range(len(rows) + 1):
        y = margin + at * pitch
        draw.line((margin, y, margin + pitch * len(cols), y), fill=ink, width=2)
    for at, line in enumerate(rows):
        x = margin - 0.25 * pitch
        for length in reversed(line):
            draw.text((x, margin + (at + 0.5) * pitch), str(length), ink, font, anchor="rm")
            x -= draw.textlength(str(length), font) + 0.4 * pitch
    for at, line in enumerate(cols):
        for up, length in enumerate(reversed(line)):
            place = (margin + (at + 0.5) * pitch, margin - (0.5 + 0.7 * up) * pitch)
            draw.text(place, str(length), ink, font, anchor="mm")
    return np.asarray(image)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("pitch", [24, 60])
def test_a_drawn_heart(pitch: int, dark: bool) -> None:
    rows = [[2, 2], [7], [7], [5], [3], [1]]
    cols = [[3], [4], [4], [5], [4], [4], [3]]
    settled = repair_runs(first_reading(drawn(rows, cols, pitch=pitch, dark=dark)).evidence)
    assert settled.doubts == ()
    assert settled.puzzle is not None
    assert [[run.length for run in row or ()] for row in settled.puzzle.rows] == rows
    assert [[run.length for run in col or ()] for col in settled.puzzle.cols] == cols
