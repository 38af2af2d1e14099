"""Digits of a line, or painted cells, that were read as one colour but have two hues are in doubt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Box
from picrosser.pipelines.nonogram_solved import NonogramSolved, solve_nonogram
from picrosser.pipelines.two_hues import UNSTATED_PAINT, doubted_by_hue
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import StatedRuns

Tone: TypeAlias = "tuple[int, int, int]"

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "nonograms" / "drawn-confetti.png"
RED, OLIVE, FADED_RED, GREY = (150, 95, 85), (140, 135, 70), (75, 50, 46), (120, 118, 122)
BLUE, BLUE_IN_A_SHADOW, PALE_PURPLE = (29, 3, 116), (18, 2, 72), (170, 125, 240)
WHITE, SHADOW = (250, 250, 250), (125, 125, 126)
PAGE = 25
COLUMN = HintPlace("column", 8)  # which states two runs of one colour
ROW = HintPlace("row", 0)  # which states two runs of one colour, then one of another


@pytest.fixture(scope="module")
def solved() -> NonogramSolved:
    return solve_nonogram(load_image(FIXTURE))


def with_strokes(
    solved: NonogramSolved, page: Tone | int = PAGE, **tones: tuple[int, int, int]
) -> NonogramSolved:
    """The result for a page with an upright stroke for each digit, red but for those of one column."""
    image = np.full_like(solved.image, page)
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
    assert not doubted_by_hue(solved, {}).doubts
    assert not doubted_by_hue(with_strokes(solved, first=RED, second=FADED_RED), {}).doubts


def test_a_digit_that_fades_to_a_coloured_page_is_of_the_same_ink(solved: NonogramSolved) -> None:
    """Blue digits on pale yellow turn green."""
    faded = with_strokes(solved, (222, 225, 170), first=(22, 120, 189), second=(140, 183, 178))
    assert not doubted_by_hue(faded, {}).doubts
    of_two_inks = with_strokes(solved, (222, 225, 170), first=(22, 120, 189), second=(140, 183, 60))
    assert doubted_by_hue(of_two_inks, {}).doubts


def test_two_hues_in_a_line_of_one_colour_are_a_doubt(solved: NonogramSolved) -> None:
    two = with_strokes(solved, first=RED, second=OLIVE)
    assert [doubt.place for doubt in doubted_by_hue(two, {}).doubts] == [COLUMN]
    assert not doubted_by_hue(two, {COLUMN: StatedRuns(solved.puzzle.cols[COLUMN.line])}).doubts


@pytest.mark.parametrize(("tones", "is_doubted"), [((RED, RED, OLIVE), False), ((RED, OLIVE, OLIVE), True)])
def test_digits_of_one_ink_beside_another_are_compared(
    solved: NonogramSolved, tones: tuple[Tone, ...], is_doubted: bool
) -> None:
    boxes = solved.reading.digit_boxes[ROW.line]
    image = np.full_like(solved.image, PAGE)
    for box, tone in zip(boxes, tones, strict=True):
        stroke(image, box, tone)
    alone = [boxes if line == ROW.line else () for line in range(len(solved.reading.digit_boxes))]
    told = replace(solved, image=image, reading=replace(solved.reading, digit_boxes=tuple(alone)))
    assert [doubt.place for doubt in doubted_by_hue(told, {}).doubts] == [ROW] * is_doubted


@pytest.mark.parametrize(("second", "is_doubted"), [(RED, False), (FADED_RED, False), (OLIVE, True)])
def test_squares_of_two_hues_under_white_digits_of_one_line_are_a_doubt(
    solved: NonogramSolved, second: Tone, is_doubted: bool
) -> None:
    """As white digits on brown and on purple squares, which were once read as one colour."""
    image = np.full_like(solved.image, PAGE)
    boxes = solved.reading.digit_boxes[len(solved.puzzle.rows) + COLUMN.line]
    for box, tone in zip(boxes, (RED, second), strict=True):
        image[box.top - 3 : box.bottom + 3, box.left - 3 : box.right + 3] = tone
        stroke(image, box, (250, 250, 250))
    alone = [boxes if line is boxes else () for line in solved.reading.digit_boxes]
    told = replace(solved, image=image, reading=replace(solved.reading, digit_boxes=tuple(alone)))
    assert [doubt.place for doubt in doubted_by_hue(told, {}).doubts] == [COLUMN] * is_doubted


def test_what_is_nearly_grey_has_no_hue(solved: NonogramSolved) -> None:
    assert not doubted_by_hue(with_strokes(solved, first=RED, second=GREY), {}).doubts


@pytest.mark.parametrize(("noise", "is_doubted"), [(12, False), (1, True)])
def test_dark_tones_whose_difference_may_be_noise_are_one_ink(
    solved: NonogramSolved, noise: int, is_doubted: bool
) -> None:
    """noise : the standard deviation of each pixel's channels."""
    image = np.full_like(solved.image, 170)
    boxes = solved.reading.digit_boxes[len(solved.puzzle.rows) + COLUMN.line]
    for box, tone in zip(boxes, ((68, 40, 38), (66, 36, 58)), strict=True):
        stroke(image, box, tone)
    rng = np.random.default_rng(1)
    noisy = np.clip(image + rng.normal(scale=noise, size=image.shape), 0, 255).astype(np.uint8)
    alone = [boxes if line is boxes else () for line in solved.reading.digit_boxes]
    told = replace(solved, image=noisy, reading=replace(solved.reading, digit_boxes=tuple(alone)))
    assert bool(doubted_by_hue(told, {}).doubts) is is_doubted


@pytest.mark.parametrize(
    ("painted", "others", "is_doubted"),
    [
        ((RED, FADED_RED, GREY), (), False),
        ((RED, OLIVE), (), True),
        ((RED,), (FADED_RED, GREY), False),
        ((RED,), (OLIVE,), True),  # as a purple cell on a board of which all hints seemed to be brown
    ],
)
def test_cells_in_a_colour_that_no_hint_states_are_a_doubt(
    solved: NonogramSolved,
    painted: tuple[Tone, ...],
    others: tuple[Tone, ...],
    is_doubted: bool,
) -> None:
    assert solved.cells is not None
    usual = solved.cells.groups[0]
    groups = [usual._replace(tone=tone, colour=1) for tone in painted]
    groups += [usual._replace(tone=tone, colour=0) for tone in others]
    cells = replace(solved.cells, groups=tuple(groups), palette=((250, 250, 250), RED))
    doubts = doubted_by_hue(replace(solved, cells=cells), {}).doubts
    assert doubts == (UNSTATED_PAINT,) * is_doubted


@pytest.mark.parametrize(
    ("tones", "is_doubted"),
    [((BLUE, PALE_PURPLE), True), ((BLUE, BLUE_IN_A_SHADOW), False), ((BLUE, SHADOW), False)],
)
def test_cells_of_one_ink_in_two_tones_are_a_doubt_unless_one_is_the_other_in_a_shadow(
    solved: NonogramSolved, tones: tuple[Tone, Tone], is_doubted: bool
) -> None:
    """As those of which a pale ink was taken for another one that has faded."""
    assert solved.cells is not None
    assert solved.outcome.picture is not None
    ink = 1
    places = np.argwhere(solved.outcome.picture.cells == ink)
    which = np.zeros(solved.cells.which.shape, np.intp)
    for at, (row, col) in enumerate(places[: len(tones)], 1):
        which[row, col] = at
    usual = solved.cells.groups[0]._replace(tone=WHITE, colour=0)
    groups = usual, *(usual._replace(tone=tone) for tone in tones)
    cells = replace(solved.cells, groups=groups, which=which, palette=(WHITE, BLUE, RED))
    doubts = doubted_by_hue(replace(solved, cells=cells), {}).doubts
    assert doubts == (UNSTATED_PAINT,) * is_doubted
