"""Boards drawn pixel by pixel, as consoles show them, are read, and told in the picture's own pixels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from picrosser import solve_screenshot
from picrosser.errors import ExitCode
from picrosser.pipelines.nonogram import solve_nonogram
from scoring.cases import Wanted
from scoring.consoles import console_cases


def numbers_of(truth: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(line) for line in (*truth["rows"], *truth["cols"]))


@pytest.mark.parametrize(
    "seed", [314, 323, 335], ids=["on tiles", "bars on tiles of stone", "finished lines hide their hints"]
)
def test_a_drawn_board_is_read(seed: int) -> None:
    (case,) = console_cases(Wanted(1, seed))
    pictured = case.make()
    assert isinstance(pictured.source, Image.Image)
    image = np.asarray(pictured.source)
    solved = solve_nonogram(image)
    assert not solved.doubts
    assert pictured.truth is not None
    assert solved.puzzle.numbers == numbers_of(pictured.truth)
    lattice = solved.reading.lattice
    assert 6 < lattice.pitch_px < 20
    assert lattice.board.bottom <= len(image)
    assert all(box.bottom <= len(image) for line in solved.reading.digit_boxes for box in line)


@pytest.mark.parametrize(
    "name",
    [
        "wonderswan_ouchan_10x10_16",
        pytest.param("satellaview_tamori_15x15_a", marks=pytest.mark.slow),
        pytest.param("sms_picross_10x10", marks=pytest.mark.slow),
        pytest.param("pico8_vnonograms_7x10", marks=pytest.mark.slow),
    ],
)
def test_a_picture_of_a_console_is_read(name: str, shared: Path) -> None:
    picture = shared / "screenshots" / "unseen3" / f"{name}.png"
    truth = json.loads(picture.with_suffix(".json").read_text())
    solved = solve_screenshot(picture)
    assert solved.exit_code is (ExitCode.OK if truth["unique"] else ExitCode.SEVERAL_SOLUTIONS)
    assert solved.kind == "nonogram"
    assert solved.puzzle.numbers == numbers_of(truth)
