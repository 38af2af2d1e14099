"""Boxes, cells and the page around a board, also in pictures that were turned."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from picrosser.imaging.cell_pixels import cell_pixels, noise_levels
from picrosser.imaging.page_tones import blends_in, tones_around, tones_at
from picrosser.imaging.perspective import Warp, laid_on, project
from picrosser.imaging.pixels import Box, Lattice
from picrosser.imaging.turned import box_as_given, lattice_as_given, turned_upright

SIDE = 12


@st.composite
def boxes(draw):
    (top, bottom), (left, right) = (
        sorted(draw(st.lists(st.integers(0, SIDE), min_size=2, max_size=2, unique=True))) for _ in range(2)
    )
    return Box(top, left, bottom, right)


def pixels_of(box):
    grid = np.zeros((3 * SIDE, 3 * SIDE), bool)
    grid[box.slices] = True
    return grid


@given(boxes(), boxes())
def test_a_gap_is_the_number_of_free_rows_or_columns_between_two_boxes(one, other):
    gap = one.gap_px(other)
    assert gap == other.gap_px(one)
    assert (gap < 0) == bool((pixels_of(one) & pixels_of(other)).any())
    reached = Box(max(0, one.top - gap), max(0, one.left - gap), one.bottom + gap, one.right + gap)
    if gap > 0:
        assert not (pixels_of(reached) & pixels_of(other)).any()
        assert Box(reached.top - 1, reached.left - 1, reached.bottom + 1, reached.right + 1).gap_px(other) < 0


MIDDLE, FAR = np.array([0.5]), np.array([-0.2, 1.2])


def test_places_within_the_cells_are_looked_at_and_outside_the_picture_the_nearest_pixel():
    image = np.arange(6 * 4 * 3, dtype=np.uint8).reshape(6, 4, 3)
    pixels = cell_pixels(image, (0, 3, 6), (0, 2, 4), MIDDLE, MIDDLE)
    assert pixels.shape == (2, 2, 1, 1, 3)
    assert np.array_equal(pixels[:, :, 0, 0], image[1::3, 1::2])
    outside = cell_pixels(image, (0, 6), (0, 4), FAR, FAR)
    assert np.array_equal(outside[0, 0], image[[0, -1]][:, [0, -1]])


def test_noise_is_told_by_neighbouring_pixels_whatever_the_cells_show():
    edges = tuple(range(0, 101, 20))
    cells = np.kron(np.arange(25).reshape(5, 5) % 2 * 200 + 20, np.ones((20, 20)))[..., None].repeat(3, 2)
    noise = np.random.default_rng(1).normal(0, 4, cells.shape)
    assert noise_levels(cells.astype(np.uint8), edges, edges) == 0
    assert 4 < noise_levels((cells + noise).astype(np.uint8), edges, edges) < 12


LATTICE = Lattice((40, 60, 80), (50, 70, 90))


def page() -> np.ndarray:
    """Four tones around a white board."""
    image = np.full((120, 140, 3), 255, np.uint8)
    image[:40], image[80:] = 10, 20
    image[40:80, :50], image[40:80, 90:] = 30, 40
    return image


def test_each_side_has_its_own_tone_whatever_digits_are_there_and_one_at_the_edge_of_the_picture_none():
    image = page()
    image[30:36, 56:64] = image[30:36, 76:84] = 255
    for shown in (image, page()):
        assert tones_around(shown, LATTICE).tolist() == [[10] * 3, [20] * 3, [30] * 3, [40] * 3]
    assert tones_around(page()[:, :92], LATTICE).tolist() == [[10] * 3, [20] * 3, [30] * 3]
    assert tones_around(page()[40:80, 50:90], Lattice((0, 20, 40), (0, 20, 40))).shape == (0, 3)


def test_a_tilted_board_is_looked_at_where_it_lies():
    moved = Lattice((0, 20, 40), (0, 20, 40), ((1.0, 0.0, 40.0), (0.0, 1.0, 50.0), (0.0, 0.0, 1.0)))
    assert tones_around(page(), moved).tolist() == tones_around(page(), LATTICE).tolist()
    assert tones_at(page(), moved, np.array([(-5.0, 5.0), (500.0, 5.0)])).tolist() == [[10] * 3]


def test_a_tone_blends_in_if_most_sides_are_like_it():
    around = np.array([(0, 0, 0), (20, 20, 20), (250, 250, 250)], np.float64)
    assert blends_in((5, 5, 5), around)
    assert not blends_in((5, 5, 5), around[1:])  # one of two sides
    assert not blends_in((250, 250, 250), around)
    assert blends_in((70, 70, 70), around, within=150)
    assert not blends_in((0, 0, 0), around[:0])


UPRIGHT = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
CLOCKWISE = {90: -1, 180: 2, 270: 1}  # how often numpy turns counterclockwise


@pytest.mark.parametrize("turned_deg", CLOCKWISE)
def test_a_picture_is_turned_upright_and_its_places_are_found_in_the_original(turned_deg):
    given = np.rot90(UPRIGHT, CLOCKWISE[turned_deg])
    turned = turned_upright(given, turned_deg)
    assert (turned.image == UPRIGHT).all()
    assert turned.image.flags.c_contiguous
    lattice = lattice_as_given(Lattice((1, 3, 5), (2, 4, 6)), turned_deg, UPRIGHT.shape[:2])
    row, col = project(lattice.to_picture, np.array([(1.5, 4.5)]))[0]  # the middle of pixel (1, 4)
    assert (given[int(row), int(col)] == UPRIGHT[1, 4]).all()
    box = box_as_given(Box(1, 2, 3, 6), turned_deg, UPRIGHT.shape[:2])
    assert sorted(given[box.slices].ravel()) == sorted(UPRIGHT[1:3, 2:6].ravel())


@pytest.mark.parametrize("turned_deg", CLOCKWISE)
def test_a_board_that_is_askew_as_well_is_found_in_the_original(turned_deg):
    shifted = Lattice((0, 1), (0, 1), ((1.0, 0.0, 2.0), (0.0, 1.0, 3.0), (0.0, 0.0, 1.0)))
    way = lattice_as_given(shifted, turned_deg, UPRIGHT.shape[:2]).to_picture
    row, col = project(way, np.array([(0.5, 0.5)]))[0]
    given = np.rot90(UPRIGHT, CLOCKWISE[turned_deg])
    assert (given[int(row), int(col)] == UPRIGHT[2, 3]).all()


def test_an_upright_picture_keeps_its_lattice():
    lattice = Lattice((1, 3), (2, 4))
    assert lattice_as_given(lattice, 0, (5, 7)) is lattice
    assert box_as_given(Box(1, 2, 3, 4), 0, (5, 7)) == Box(1, 2, 3, 4)


def test_paint_on_bent_paper_ends_where_the_page_does():
    edges = np.arange(0.0, 161, 40)
    rows, cols = np.meshgrid(edges, edges, indexing="ij")
    page = Warp(edges, edges, np.stack([60 + rows + cols / 8, 90 + cols - rows / 2], axis=-1))
    board = np.full((160, 160, 4), 255, np.uint8)
    painted = np.argwhere(np.asarray(laid_on(Image.fromarray(board), page, (400, 400), (0, 0)))[..., 3] > 127)
    on_page = page.back(painted + 0.5)
    assert abs(len(painted) / (160 * 160 * (1 + 1 / 16)) - 1) < 0.01
    assert np.abs(on_page - 80).max() < 80.5
