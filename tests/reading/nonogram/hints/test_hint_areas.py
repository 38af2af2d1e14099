"""The board is separated from hint areas whose lines continue its own."""

from __future__ import annotations

import numpy as np
import pytest

from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.reading.nonogram.boards import find_board_by_lines
from picrosser.reading.nonogram.candidates.seen_lines import grid_candidates
from picrosser.reading.nonogram.hints.areas import MIN_BOARD_LINES, MIN_FULL, _may_be_full, _most, find_corner


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("thumbnail", 7000),
        ("crayon", 7002),
        ("crayon", 5502001),
        ("snake", 7002),
        ("meadow", 7003),
        ("ledger", 3),
    ],
)
def test_the_corner_lies_behind_hints_that_keep_to_the_pitch_or_not(name, seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))
    image = np.asarray(drawn.image)[..., :3]
    lattice = next(iter(grid_candidates(image))).lattice
    first_row, first_col = find_corner(image, lattice)
    edges = lattice.row_edges_px[first_row], lattice.col_edges_px[first_col]
    true = drawn.lattice.row_edges_px[0], drawn.lattice.col_edges_px[0]
    assert np.abs(np.subtract(edges, true)).max() < drawn.lattice.pitch_px / 4


@pytest.mark.parametrize(("name", "seed"), [("tiles", 6002), ("tiles", 1001)])
def test_a_line_before_a_wide_margin_is_not_cut_off(name, seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))
    image = np.asarray(drawn.image)[..., :3]
    assert not any(find_board_by_lines(image).cut)
    narrow = image[:, int(drawn.lattice.col_edges_px[0] - 0.8 * drawn.lattice.pitch_px) :]
    assert any(find_board_by_lines(np.ascontiguousarray(narrow)).cut)


@pytest.mark.parametrize(("name", "seed"), [("badges", 50000006), ("badges", 31001)])
def test_a_button_above_a_small_board_is_none_of_its_hints(name, seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))
    shown = [len(col) or 1 for col in drawn.spec.puzzle.cols]  # a blank one shows its 0
    assert [len(col) for col in find_board_by_lines(np.asarray(drawn.image)[..., :3]).cols] == shown


def test_digits_that_the_page_tears_apart_are_told_of():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "cartridge"), 50000019))
    seen = find_board_by_lines(np.asarray(damaged_nonogram(drawn, "pad"))[..., :3])
    shown = [len(line) or 1 for line in (*drawn.spec.puzzle.rows, *drawn.spec.puzzle.cols)]
    lines = zip((*seen.rows, *seen.cols), seen.strange, shown, strict=True)
    assert all(strange or len(line) == count for line, strange, count in lines)


def test_a_line_may_be_full_if_it_is_wherever_the_board_begins():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        lines, cells = rng.integers(MIN_BOARD_LINES + 2, 25, 2)
        uneven = rng.random((lines, cells)) < rng.uniform(0.1, 0.7, (lines, 1))
        full = [
            any(uneven[line, first:].mean() >= MIN_FULL for first in range(_most(cells) + 1))
            for line in range(_most(lines))
        ]
        assert _may_be_full(uneven).tolist() == full, seed


def test_a_margin_is_no_backdrop_of_hints_near_it():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "tiles"), 1201009))
    seen = find_board_by_lines(np.asarray(damaged_nonogram(drawn, "pad"))[..., :3])
    assert [len(line) for line in seen.rows] == [len(line) or 1 for line in drawn.spec.puzzle.rows]
    inside = find_board_by_lines(np.asarray(drawn.image)[..., :3])
    margin = seen.lattice.row_edges_px[0] - inside.lattice.row_edges_px[0]
    assert margin > 0
    assert [piece.box.top - margin for piece in seen.cols[1]] == [piece.box.top for piece in inside.cols[1]]
