"""A line with digits of two hues, which was read in one colour, is in doubt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Box
from picrosser.pipelines.hues_in_lines import lines_of_two_hues
from picrosser.pipelines.nonogram import NonogramSolved, solve_nonogram
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import StatedRuns

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "nonograms" / "drawn-confetti.png"
RED, OLIVE, FADED_RED, GREY = (150, 95, 85), (140, 135, 70), (75, 50, 46), (120, 118, 122)
PAGE = 25
COLUMN = HintPlace("column", 8)  # which states two runs of one colour


@pytest.fixture(scope="module")
def solved() -> NonogramSolved:
    return solve_nonogram(load_image(FIXTURE))


def with_strokes(solved: NonogramSolved, **tones: tuple[int, int, int]) -> NonogramSolved:
    """The result for a dark page with an upright stroke for each digit, red but for those of one column."""
    image = np.full_like(solved.image, PAGE)
    for boxes in solved.reading.digit_boxes:
        for box in boxes:
            stroke(image, box, RED)
    of_column = solved.reading.digit_boxes[len(solved.puzzle.rows) + COLUMN.line]
    for box, tone in zip(of_column, tones.values(), strict=True):
        stroke(image, box, tone)
    return replace(solved, image=image)


def stroke(image: RGB, box: Box, tone: tuple[int, int, int]) -> None:
    width = box.right - box.left
    image[box.top : box.bottom, box.left + width // 3 : box.right - width // 3] = tone


def test_a_line_of_one_ink_is_in_no_doubt(solved: NonogramSolved) -> None:
    assert lines_of_two_hues(solved, {}) == ()
    assert lines_of_two_hues(with_strokes(solved, first=RED, second=FADED_RED), {}) == ()


def test_two_hues_in_a_line_of_one_colour_are_a_doubt(solved: NonogramSolved) -> None:
    two = with_strokes(solved, first=RED, second=OLIVE)
    assert [doubt.place for doubt in lines_of_two_hues(two, {})] == [COLUMN]
    assert lines_of_two_hues(two, {COLUMN: StatedRuns(solved.puzzle.cols[COLUMN.line])}) == ()


def test_what_is_nearly_grey_has_no_hue(solved: NonogramSolved) -> None:
    assert lines_of_two_hues(with_strokes(solved, first=RED, second=GREY), {}) == ()
