"""Where the JSON says that hints are printed: compared with what is drawn in the picture there."""

from dataclasses import replace

import numpy as np
import pytest
from own_process import FIXTURES

import picrosser
from picrosser.answers.facts import box_in_picture, hints_of, shot_facts
from picrosser.imaging.pixels import Box, Lattice
from picrosser.pipelines.nonogram import BoardRead
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.nonogram import Nonogram


def solved(name: str):
    return picrosser.solve_screenshot(FIXTURES / name)


@pytest.fixture(scope="module")
def grey():
    return solved("hungry_cat/drawn-10x15-grey.png")


@pytest.fixture(scope="module")
def confetti():
    return solved("nonograms/drawn-confetti.png")


def levels_in(image, box) -> int:
    """The largest difference of tone within a box: 0 where nothing is printed."""
    top, left, bottom, right = box
    patch = image[top:bottom, left:right].astype(int)
    return int((patch.max(axis=(0, 1)) - patch.min(axis=(0, 1))).max())


def test_every_hint_of_hungry_cat_has_its_box(grey):
    hints = shot_facts(grey)["hints"]
    assert len(hints) == (15 + 10) * 4
    fourth = next(hint for hint in hints if (hint["axis"], hint["line"], hint["at"]) == ("row", 7, 3))
    assert (fourth["number"], fourth["colour"], fourth["circled"], fourth["doubted"]) == (4, 4, True, False)
    for hint in hints:
        printed = levels_in(grey.image, shrunk(hint["box_px"]))
        assert (printed > 40) == (hint["number"] > 0), hint


def shrunk(box) -> tuple[int, int, int, int]:
    """The middle of a box: its rim holds the board's lines, and parts of the discs beside it."""
    top, left, bottom, right = box
    down, in_ = (bottom - top) // 5, (right - left) // 5
    return top + down, left + in_, bottom - down, right - in_


def test_boxes_of_different_hints_hardly_overlap(grey):
    boxes = [hint["box_px"] for hint in shot_facts(grey)["hints"]]
    middles = {((top + bottom) // 2, (left + right) // 2) for top, left, bottom, right in boxes}
    assert len(middles) == len(boxes)
    for top, left, bottom, right in boxes:
        inside = [at for at in middles if top <= at[0] < bottom and left <= at[1] < right]
        assert len(inside) == 1


def test_every_number_of_a_nonogram_has_its_box(confetti):
    facts = shot_facts(confetti)
    hints = facts["hints"]
    assert len(hints) == sum(len(line) for line in facts["puzzle"]["rows"] + facts["puzzle"]["columns"])
    for hint in hints:
        lines = facts["puzzle"]["rows" if hint["axis"] == "row" else "columns"]
        assert lines[hint["line"]][hint["at"]] == [hint["number"], hint["colour"]]
        assert levels_in(confetti.image, hint["box_px"]) > 100
    row = [hint["box_px"][1] for hint in hints if (hint["axis"], hint["line"]) == ("row", 7)]
    assert row == sorted(row)


def test_a_line_whose_digits_are_no_longer_its_numbers_has_one_box(confetti):
    reading = confetti.reading
    boxes = list(reading.digit_boxes)
    boxes[1], boxes[2] = boxes[1][:1], ()
    rows = (None, *reading.puzzle.rows[1:])
    puzzle = Nonogram(rows, reading.puzzle.cols, reading.puzzle.palette)
    doubts = (Doubt(HintPlace("row", 1), None, (), "made up"),)
    changed = replace(reading, puzzle=puzzle, digit_boxes=tuple(boxes), doubts=doubts)
    of_rows = [hint for hint in hints_of(replace(confetti, reading=changed)) if hint["axis"] == "row"]
    first, second, third = (of_rows[at] for at in range(3))
    assert [hint["line"] for hint in (first, second, third)] == [0, 1, 2]
    assert all(hint["at"] is hint["number"] is None for hint in (first, second, third))
    assert [hint["doubted"] for hint in of_rows[:4]] == [False, True, False, False]
    assert second["box_px"] == [boxes[1][0].top, boxes[1][0].left, boxes[1][0].bottom, boxes[1][0].right]
    edges = reading.lattice.row_edges_px  # nothing is seen in the third row: its part of the hint area
    assert (third["box_px"][0], third["box_px"][2]) == (edges[2], edges[3])
    assert third["box_px"][1] < third["box_px"][3] <= reading.lattice.board.left


def test_without_a_picture_there_are_no_places(grey, confetti):
    for result, boxes in ((grey, "hint_boxes"), (confetti, "digit_boxes")):
        bare = replace(result, reading=replace(result.reading, **{boxes: ()}))
        assert shot_facts(bare)["hints"] == []


def test_digits_read_in_an_enlarged_picture_are_where_the_picture_has_them():
    lattice, nothing = Lattice((20, 40), (20, 60)), (None,) * 6
    read = BoardRead(lattice, *nothing, np.zeros((80, 80, 3)), ((Box(20, 40, 36, 52),), ()))
    placed = read.placed_in(np.zeros((40, 40, 3)))
    assert (placed.lattice, placed.digit_boxes) == (Lattice((10, 20), (10, 30)), ((Box(10, 20, 18, 26),), ()))


def test_boxes_of_a_board_that_lies_askew_are_those_in_the_picture_as_it_was_given(grey):
    to_picture = np.array(((0.0, -1.0, 5000.0), (1.0, 0.0, 5.0), (0.0, 0.0, 1.0)))  # on its side
    askew = replace(grey, reading=replace(grey.reading, lattice=grey.lattice.led_on(to_picture)))
    upright = [hint["box_px"] for hint in shot_facts(grey)["hints"]]
    moved = [[5000 - right, top + 5, 5000 - left, bottom + 5] for top, left, bottom, right in upright]
    assert [hint["box_px"] for hint in shot_facts(askew)["hints"]] == moved
    lattice = Lattice((0, 10), (0, 10), ((1.0, -0.5, 10.0), (0.5, 1.0, 0.0), (0.0, 0.0, 1.0)))
    assert box_in_picture(Box(0, 0, 10, 20), lattice) == [0, 0, 20, 25]  # the smallest that holds it


@pytest.mark.parametrize("turned_deg", [90, 180, 270])
def test_in_a_turned_picture_all_places_are_those_of_the_picture_as_it_was_given(grey, turned_deg):
    given = np.rot90(grey.image, -turned_deg // 90)
    facts = shot_facts(replace(grey, turned_deg=turned_deg))
    upright = shot_facts(grey)
    assert (facts["turned_deg"], upright["turned_deg"]) == (turned_deg, 0)
    pairs = [(facts["lattice"]["board_px"], upright["lattice"]["board_px"])]
    boxes = ([hint["box_px"] for hint in found["hints"]] for found in (facts, upright))
    pairs += zip(*boxes, strict=True)
    for (top, left, bottom, right), (up, first, down, last) in pairs:
        turned_part = np.rot90(given[top:bottom, left:right], turned_deg // 90)
        assert (turned_part == grey.image[up:down, first:last]).all()
