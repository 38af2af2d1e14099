"""Gridded areas are found where the lines between cells are gaps, bevels or thick bars."""

from __future__ import annotations

import numpy as np
import pytest
from sweeps import sweep

from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.reading.nonogram.boards import find_board_by_lines
from picrosser.reading.nonogram.candidates.seen_lines import grid_candidates, line_fit_rms

PAGE, CELL = (38, 38, 34), (246, 234, 202)


def first_lattice(image):
    return next(iter(grid_candidates(image))).lattice


@pytest.mark.parametrize("gap", [0.06, 0.12, 0.16])
@pytest.mark.parametrize("painted", [0, 4])
def test_no_tile_is_lost(gap, painted):
    pitch, count, start = 50, 6, 120
    image = np.full((560, 500, 3), PAGE, np.uint8)
    inset = round(gap * pitch / 2)
    for row in range(count):
        for col in range(count):
            top, left = start + row * pitch, start + col * pitch
            tone = (120, 60, 220) if (row * count + col) % 9 < painted / 2 else CELL
            image[top + inset : top + pitch - inset, left + inset : left + pitch - inset] = tone
    lattice = first_lattice(image)
    assert lattice.shape == (count, count)
    edges = np.arange(start, start + count * pitch + 1, pitch)
    assert np.abs(np.subtract(lattice.row_edges_px, edges)).max() <= inset
    assert np.abs(np.subtract(lattice.col_edges_px, edges)).max() <= inset


def test_feet_of_digits_and_edges_of_tiles_that_are_nearly_even_are_no_lines():
    """From the columns' digits to the second row's lower edge and the fourth one's upper edge."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "tiles"), 1201002))
    image = np.asarray(drawn.image)[..., :3]
    first, *_ = grid_candidates(image)
    assert first.lattice.shape == (4, 5)
    assert line_fit_rms(image, first) > 1
    assert find_board_by_lines(image).lattice.shape == drawn.lattice.shape


def test_crosses_in_a_third_of_the_tiles_make_no_lines_between_them():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "tiles"), 2301018))
    assert find_board_by_lines(np.asarray(drawn.image)[..., :3]).lattice.shape == drawn.lattice.shape


# The last row of 1301012 states nothing.
@pytest.mark.parametrize("seed", sweep([2001003, 1301012], quick=[2001003]))
def test_dark_tiles_beyond_painted_ones_are_the_boards(seed):
    """The painted ones alone are a board with hints beside all of its lines."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "tiles"), seed))
    assert find_board_by_lines(np.asarray(drawn.image)[..., :3]).lattice.shape == drawn.lattice.shape


@pytest.mark.parametrize("seed", [1501016, 470000])
def test_faint_tiles_between_painted_ones_are_seen(seed):
    """Each has an eighth of the painted ones' contrast; twice their pitch would fit hints, too."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "tiles"), seed))
    assert first_lattice(np.asarray(drawn.image)[..., :3]).shape == drawn.lattice.shape


def test_outermost_edges_of_tiles_do_not_draw_their_gaps_together():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "tiles"), 1501002))
    lattice = find_board_by_lines(np.asarray(drawn.image)[..., :3]).lattice
    assert lattice.shape == drawn.lattice.shape
    assert lattice.pitch_px == pytest.approx(drawn.lattice.pitch_px, rel=0.01)


def test_crosses_that_are_stronger_than_dark_tiles_are_no_edges_of_their_gaps():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "tiles"), 8801019))
    lattice = first_lattice(np.asarray(damaged_nonogram(drawn, "jpeg-60").convert("RGB")))
    assert lattice.shape == drawn.lattice.shape
    assert lattice.pitch_px == pytest.approx(drawn.lattice.pitch_px, rel=0.005)


@pytest.mark.slow
def test_half_the_pitch_from_within_the_hints_on_is_told():
    """The area begins half a cell off, at the plates of the rows' hints."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "crayon"), 6603003))
    assert find_board_by_lines(np.asarray(drawn.image)[..., :3]).lattice.shape == drawn.lattice.shape


@pytest.mark.slow
def test_noise_beside_lines_that_lie_out_of_reach_does_not_draw_them_on():
    """The first comb's pitch is half a percent too long, which is three pixels over the rows' lines."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "ledger"), 7701016))
    image = np.asarray(damaged_nonogram(drawn, "jpeg-30").convert("RGB"))
    assert find_board_by_lines(image).lattice.shape == drawn.lattice.shape


@pytest.mark.parametrize("seed", [1000, 1002])
def test_a_thick_frame_on_a_dark_page_is_the_last_line(seed):
    look = next(look for look in LOOKS if look.name == "fence")
    drawn = draw(legible_spec(look, seed))
    assert first_lattice(np.asarray(drawn.image)).shape == drawn.lattice.shape


@pytest.mark.parametrize(
    ("name", "seed"), [("ledger", 3), ("ledger", 7), ("lantern", 2004), ("tiles", 2), ("ledger", 2006)]
)
def test_bars_and_texts_near_the_board_do_not_trim_it(name, seed):
    """They fall into the comb's teeth, and in some of their rows few of the board's columns are seen."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))
    assert find_board_by_lines(np.asarray(drawn.image)).lattice.shape == drawn.lattice.shape


def test_a_page_nearly_of_the_boards_tone_is_no_paint():
    """Below the board, where a bar lies that the comb's teeth reach."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "crayon"), 1201013))
    image = np.asarray(damaged_nonogram(drawn, "dim").convert("RGB"))
    assert find_board_by_lines(image).lattice.shape == drawn.lattice.shape


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param("crayon", 2001, marks=pytest.mark.slow),
        pytest.param("crayon", 2003, marks=pytest.mark.slow),
        ("crayon", 6002),
    ],
)
def test_a_row_of_dots_is_no_row_of_hints(name, seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))
    assert find_board_by_lines(np.asarray(drawn.image)).lattice.shape == drawn.lattice.shape


@pytest.mark.parametrize(("name", "seed"), [("badges", 50000008), ("badges", 31006), ("badges", 990100003)])
def test_half_of_the_pitch_is_not_taken_for_it(name, seed):
    """Nor is a quarter, on the last one."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))
    assert first_lattice(np.asarray(drawn.image)).shape == drawn.lattice.shape


def test_a_line_next_to_the_hints_is_found_though_its_outer_edge_does_not_show():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "lantern"), 31005))
    image = np.asarray(drawn.image)[..., :3]
    found = find_board_by_lines(image).lattice
    assert next(iter(grid_candidates(image))).lattice.shape != drawn.lattice.shape
    assert found.shape == drawn.lattice.shape
    edges = found.row_edges_px[0], found.col_edges_px[0]
    true = drawn.lattice.row_edges_px[0], drawn.lattice.col_edges_px[0]
    assert np.abs(np.subtract(edges, true)).max() < drawn.lattice.pitch_px / 4


def test_a_picture_may_end_at_the_boards_last_line():
    """What is left of its frame is hardly darker than the painted cells next to it."""
    pitch, count, start = 50, 8, 100
    end = start + pitch * count
    image = np.full((end, end, 3), PAGE, np.uint8)
    image[start:, start:] = CELL
    for row in range(count):
        for col in range(count):
            if (row * col) % 3 < 2 or count - 1 in (row, col):
                top, left = start + row * pitch, start + col * pitch
                image[top : top + pitch, left : left + pitch] = (222, 76, 130)
    for at in range(start, end + 1, pitch):
        image[start:, max(0, at - 1) : at + 1] = image[max(0, at - 1) : at + 1, start:] = (244, 190, 205)
    image[start:, end - 2 :] = image[end - 2 :, start:] = (205, 75, 125)
    assert first_lattice(image).shape == (count, count)
