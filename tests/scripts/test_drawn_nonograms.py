"""The drawn nonograms tell the truth about themselves, and their looks differ in what they promise."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np
import pytest

from drawn.nonograms.damaged import LEGIBLE_FROM_PX, damage_in_turn, damaged_nonogram
from drawn.nonograms.layout import place
from drawn.nonograms.looks import LOOKS, look_named
from drawn.nonograms.pixel_digits import dotted
from drawn.nonograms.saving import truth_of, truth_text
from drawn.nonograms.screenshot import draw, legible_spec
from drawn.nonograms.spec import lightness_contrast, random_nonogram_spec
from drawn.nonograms.writing import width_of
from drawn.progress import MARKED, UNTOUCHED
from drawn.uniqueness import has_one_solution

EVERY_LOOK = pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
# Looks that differ in how hints are placed and painted: shrinking on long lines, in the slots of a grid, free
# on the page, in alternating colours without spaces, dotted digits, coloured squares, a deep header.
KINDS_OF_LOOKS = pytest.mark.parametrize(
    "look",
    [
        look
        for look in LOOKS
        if look.name in {"paper", "ledger", "tiles", "ticker", "cartridge", "confetti", "timetable"}
    ],
    ids=lambda look: look.name,
)


def runs_of(cells: str) -> list[tuple[str, int]]:
    return [(cell, len(list(group))) for cell, group in groupby(cells) if cell != "."]


@KINDS_OF_LOOKS
def test_the_hints_are_those_of_the_only_solution(look):
    spec = legible_spec(look, 2)
    truth = truth_of(spec)
    solution = truth["solution"]
    palette = {tuple(ink): letter for letter, ink in truth.get("palette", {}).items()}
    for stated, lines in (
        (truth["rows"], solution),
        (truth["cols"], map("".join, zip(*solution, strict=True))),
    ):
        for hints, line in zip(stated, lines, strict=True):
            if hints is not None:
                read = [(palette[tuple(h["colour"])], h["n"]) if palette else ("#", h) for h in hints]
                assert read == runs_of(line)
    assert truth["size"] == [len(solution[0]), len(solution)]
    assert has_one_solution(spec.shown)


@EVERY_LOOK
def test_all_numbers_lie_beside_their_lines_inside_the_picture(look):
    layout = place(legible_spec(look, 3))
    shown = layout.spec.shown
    numbers = layout.numbers()
    for axis, lines in enumerate((shown.rows, shown.cols)):
        for line, runs in enumerate(lines):
            texts = [number.text for number in numbers if (number.axis, number.line) == (axis, line)]
            assert texts == ([str(run) for run in runs or ()] or texts[:1])
            assert texts in ([], ["0"]) or runs
    for number in numbers:
        top, left, bottom, right = layout.strip(number.axis, number.line)
        assert top <= number.y <= bottom
        assert left <= number.x <= right
        assert 0 < number.y < layout.height
        assert 0 < number.x < layout.width
        assert number.height_px >= look.hints.smallest_px


@KINDS_OF_LOOKS
def test_the_board_shows_what_is_painted(look):
    drawn = draw(replace(legible_spec(look, 4), cursor=None))
    pixels = np.asarray(drawn.image).astype(int)
    state, palette = drawn.spec.state, drawn.spec.picture.palette
    for row, col in np.argwhere(state > MARKED).tolist():
        cell = drawn.lattice.cell(row, col)
        middle = pixels[(cell.top + cell.bottom) // 2, (cell.left + cell.right) // 2]
        assert np.abs(middle - palette[state[row, col]]).max() <= 1
    painted = state > UNTOUCHED
    assert (state[painted] == drawn.spec.picture.cells[painted]).all(), "no mistakes are drawn"


def test_one_seed_one_picture():
    look = LOOKS[0]
    one, other = draw(legible_spec(look, 5)), draw(legible_spec(look, 5))
    assert one.image.tobytes() == other.image.tobytes()
    assert truth_text(one.spec) == truth_text(other.spec)
    assert truth_text(random_nonogram_spec(look, 5)) != truth_text(random_nonogram_spec(look, 6))


def test_lines_that_have_vanished_are_null_in_the_truth():
    look = look_named("tiles")
    specs = [random_nonogram_spec(replace(look, dones=("vanish",), played=1.0), seed) for seed in range(12)]
    for spec in specs:
        truth = truth_of(spec)
        painted = spec.state > MARKED
        for at, line in enumerate(truth["rows"]):
            cells = spec.picture.cells[at] > 0
            assert (line is None) == (cells.any() and painted[at][cells].all())
    assert any(None in truth_of(spec)["rows"] for spec in specs)


def test_looks_differ_in_all_that_matters():
    boards, hints = [look.board for look in LOOKS], [look.hints for look in LOOKS]
    assert {bool(board.thick) for board in boards} == {True, False}
    assert any(board.gap for board in boards)
    assert {hint.plate for hint in hints} >= {"none", "box", "pill", "badge", "grid", "stairs", "fade"}
    assert {hint.doubles for hint in hints} == {"spacing", "colour", "alternate"}
    assert {look.frame for look in LOOKS} == {"phone", "tablet", "browser", "desktop", "console", "crop"}
    assert {done for look in LOOKS for done in look.dones} == {
        "same",
        "faded",
        "struck",
        "inverted",
        "vanish",
    }
    assert {zero for look in LOOKS for zero in look.zeros} == {"0", "nothing", "crossed"}
    shapes = {shape for look in LOOKS for shape in look.shapes}
    assert {(5, 5), (3, 7), (12, 20), (30, 30)} <= shapes
    assert len({look.name for look in LOOKS}) == len(LOOKS) >= 12


@EVERY_LOOK
def test_satisfied_numbers_can_still_be_read(look):
    if set(look.dones) & {"faded", "struck"}:
        for scheme in look.schemes:
            grounds = [scheme.page] if look.hints.plate == "none" else [scheme.plate]
            grounds += [scheme.other_plate] * look.hints.stripes
            for ground in grounds:
                assert lightness_contrast(scheme.done, ground) > 14
                assert lightness_contrast(scheme.ink, ground) > 30


def test_damages_are_only_those_that_leave_it_legible():
    for seed in range(20):
        assert damage_in_turn(seed, "paper", 7.0) in {
            name for name, least in LEGIBLE_FROM_PX.items() if least <= 7
        }
    assert {damage_in_turn(seed, "paper", 30.0) for seed in range(20)} == set(LEGIBLE_FROM_PX)


def test_a_crop_keeps_the_board_and_its_hints():
    drawn = draw(legible_spec(LOOKS[0], 5))
    cut = damaged_nonogram(drawn, "crop")
    box = drawn.board_with_hints
    assert box.width <= cut.width <= drawn.image.width
    assert box.height <= cut.height < drawn.image.height


@KINDS_OF_LOOKS
def test_numbers_over_a_column_do_not_touch(look):
    layout = place(legible_spec(look, 1))
    over = [number for number in layout.numbers() if number.axis == 1]
    for one, other in pairwise(over):
        if one.line == other.line:
            tall = (layout.spec.pen.real_height_px(number.height_px) for number in (one, other))
            assert other.y - one.y > sum(tall) / 2 + 0.5


@pytest.mark.parametrize("seed", range(2))
def test_equal_spaces_between_dotted_numbers_are_equal_in_pixels(seed):
    layout = place(legible_spec(look_named("cartridge"), seed))
    one_digit = [number for number in layout.numbers() if number.axis == 0 and len(number.text) == 1]
    lefts = [
        round(number.x - width_of(number.text, layout.spec.pen, number.height_px) / 2) for number in one_digit
    ]
    steps = {
        other - one
        for (one, a), (other, b) in pairwise(zip(lefts, one_digit, strict=True))
        if a.line == b.line and a.at + 1 == b.at
    }
    assert len(steps) <= 1


def test_dotted_digits_differ():
    assert len({dotted(str(digit), 1).tobytes() for digit in range(10)}) == 10
    assert dotted("10", 3).shape == (21, 33)
