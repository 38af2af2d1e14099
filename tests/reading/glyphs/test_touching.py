"""Digits that touch, stacked or side by side, are cut where they join; bars are not cut."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.pixel_digits import dotted
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.imaging.pixels import Box
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.glyphs.touching import split_side_by_side, split_stack
from picrosser.reading.nonogram.boards import find_board_by_lines
from picrosser.reading.nonogram.ink.cutting import split_joined_digits
from picrosser.reading.nonogram.ink.piece import Piece, with_template_distances


def stack(digits: str, face: int) -> np.ndarray:
    shapes = load_templates().shapes[face].reshape(10, ROWS, COLS)
    return np.concatenate([shapes[int(digit)] for digit in digits])


def piece_of(coverage: np.ndarray, plate: int = 0) -> Piece:
    tones = np.zeros(3, np.float32), np.full(3, 255, np.float32)
    return Piece(Box(0, 0, *coverage.shape), coverage, *tones, 255.0, plate=plate)


@pytest.mark.parametrize("digits", ["39", "232", "466", "52832", "9876523"])
@pytest.mark.parametrize("face", [0, 3])
def test_touching_digits_are_cut_apart(digits, face):
    found = split_stack(stack(digits, face))
    assert len(found) == len(digits)
    for at, box in enumerate(found):
        assert abs(box.top - at * ROWS) <= 2
        assert abs(box.bottom - (at + 1) * ROWS) <= 2


@pytest.mark.parametrize("digits", ["24", "2432", "13", "31212", "75"])
def test_dotted_digits_are_cut_at_equal_heights(digits):
    found = split_stack(np.concatenate([dotted(digit, 2) for digit in digits]))
    assert [(box.top, box.bottom) for box in found] == [(14 * at, 14 * at + 14) for at in range(len(digits))]


def test_bars_are_no_stacks():
    bar = np.ones((60, 10), np.float32)
    assert split_stack(bar) == []
    assert split_side_by_side(bar.T) == []
    assert split_stack(np.eye(40, 20, dtype=np.float32)) == []


@pytest.mark.parametrize("soft", [0.4, 0.68])
def test_a_line_with_a_soft_edge_is_not_a_stack_of_ones(soft):
    """A frame that is scaled by a third, as the one beside a column of a desktop window."""
    line = np.tile(np.array([1.0, soft], np.float32), (78, 1))
    line[::4, 1] -= 0.06  # compression, or the scaling of other lines that meet it
    assert split_stack(line) == []


@pytest.mark.parametrize("digits", ["20", "10", "14", "36", "58"])
@pytest.mark.parametrize("face", [0, 3])
def test_the_digits_of_a_narrow_number_are_cut_apart(digits, face):
    shapes = load_templates().shapes[face].reshape(10, ROWS, COLS)
    widths = [4 if digit == "1" else COLS for digit in digits]
    sides = [
        np.asarray(Image.fromarray(shapes[int(digit)]).resize((width, ROWS)), np.float32)
        for digit, width in zip(digits, widths, strict=True)
    ]
    found = split_side_by_side(np.concatenate(sides, axis=1))
    assert len(found) == 2
    assert abs(found[0].right - widths[0]) <= 1
    assert abs(found[1].left - widths[0]) <= 1


@pytest.mark.parametrize(("over", "under"), [("13", "3"), ("2", "14")])
def test_a_number_in_a_stack_may_have_two_digits(over, under):
    shapes = load_templates().shapes[0].reshape(10, ROWS, COLS)
    rows = [np.concatenate([shapes[int(digit)] for digit in number], axis=1) for number in (over, under)]
    width = max(row.shape[1] for row in rows)
    both = []
    for row in rows:
        room = width - row.shape[1]
        both.append(np.pad(row, ((0, 0), (room // 2, room - room // 2))))
    found = split_stack(np.concatenate(both))
    assert [box.top < ROWS / 2 for box in found] == [True] * len(over) + [False] * len(under)
    assert [box.left for box in found[: len(over)]] == sorted(box.left for box in found[: len(over)])


@pytest.mark.slow
def test_ink_wider_than_tall_is_cut_even_if_it_resembles_a_digit():
    """A blurred 25 resembles a 5, and so does a blurred 13."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "plotter"), 1201019))
    seen = find_board_by_lines(np.asarray(damaged_nonogram(drawn, "blur").convert("RGB")))
    stated = (*drawn.spec.puzzle.rows, *drawn.spec.puzzle.cols)
    for line, runs in zip((*seen.rows, *seen.cols), stated, strict=True):
        assert len(line) == sum(len(str(run.length)) for run in runs or ())


@pytest.mark.parametrize(
    ("look", "seed", "damage"),
    [
        # the parts of a 17 look like five digits
        pytest.param("plotter", 8806002, "blur", marks=pytest.mark.slow),
        ("cartridge", 8806001, "scale-1.33"),  # two dotted digits resemble one; a frame is next to them
    ],
)
def test_columns_of_drawn_boards_are_cut_into_their_digits(look, seed, damage):
    drawn = draw(legible_spec(next(one for one in LOOKS if one.name == look), seed))
    seen = find_board_by_lines(np.asarray(damaged_nonogram(drawn, damage).convert("RGB")))
    counts = [sum(len(str(run.length)) for run in runs or ()) for runs in drawn.spec.puzzle.cols]
    assert [len(line) for line in seen.cols] == counts


@pytest.mark.parametrize(("plate", "count"), [(1, 2), (0, 1)])
def test_two_ones_that_touch_are_cut_apart_on_a_plate(plate, count):
    """They are hardly wider than another digit; without a plate such a mark may be anything."""
    one = np.zeros((13, 5), np.float32)
    one[:, 3:] = one[:2] = 1
    (five,) = with_template_distances([[piece_of(load_templates().shapes[0, 5].reshape(ROWS, COLS))]])
    ones = with_template_distances([[piece_of(np.hstack((one, one)), plate)]])
    assert len(split_joined_digits([*ones, five * 9])[0]) == count
