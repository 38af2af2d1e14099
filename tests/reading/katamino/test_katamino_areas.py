"""Flat areas and their colours; pieces are not looked for among those of a texture, whatever its light."""

import numpy as np
import pytest
from made_katamino import lay, sheet
from scipy import ndimage

from picrosser.reading.katamino.areas import extreme_around, find_areas, has_few_tones
from picrosser.reading.katamino.pieces import find_pieces
from picrosser.reading.katamino.read import may_be_lit_unevenly, seek_pieces

SHAPES = {"red": ("#.", "#.", "##", "#."), "blue": ("##", "##", "#."), "green": ("#.#", "###")}


def picture(triangles: int) -> np.ndarray:
    """Three pentominoes, and so many triangles below them."""
    image, draw = sheet(700, 700, (255, 255, 255))
    for number, (colour, shape) in enumerate(SHAPES.items()):
        cells = [(row, col) for row, line in enumerate(shape) for col, mark in enumerate(line) if mark == "#"]
        lay(draw, cells, (20, 20 + number * 120), (20, 20), colour)
    for number in range(triangles):
        row, col = divmod(number, 20)
        top, left = 150 + 30 * row, 20 + 30 * col
        draw.polygon([(left, top), (left + 19, top + 19), (left, top + 19)], fill="orange")
    return np.asarray(image)


@pytest.mark.parametrize(("triangles", "kinds"), [(0, 3), (60, 3), (150, None)])
def test_pieces_are_found_unless_hardly_any_of_many_areas_has_straight_sides(triangles, kinds):
    found = find_pieces(find_areas(picture(triangles)))
    assert (None if found is None else len(found.kinds)) == kinds


@pytest.mark.parametrize(("triangles", "may_be"), [(60, True), (150, False)])
def test_texture_is_not_looked_at_as_if_lit_unevenly(triangles, may_be):
    shade = np.linspace(0.6, 1.0, 700)[:, None]
    shaded = np.rint(picture(triangles) * shade).astype(np.uint8)
    assert may_be_lit_unevenly(seek_pieces(shaded)) is may_be


@pytest.mark.parametrize(("share", "are_few"), [(0.85, False), (0.95, True)])
def test_few_tones_make_up_a_screenshot(share, are_few):
    grey = np.arange(1000) % 64 * 4  # 64 tones, of which the commonest are a quarter
    image = np.where(np.arange(1000) < share * 1000, 255, grey).astype(np.uint8)
    assert has_few_tones(np.repeat(image.reshape(50, 20, 1), 3, axis=2)) is are_few


@pytest.mark.parametrize("size", [3, 5, 9])
def test_the_extremes_around_pixels_are_those_of_scipy(size):
    plane = np.random.default_rng(7).integers(0, 256, (12, 17)).astype(np.uint8)
    for ours, theirs in ((np.maximum, ndimage.maximum_filter), (np.minimum, ndimage.minimum_filter)):
        assert np.array_equal(extreme_around(plane, size, ours), theirs(plane, size, mode="nearest"))
