from __future__ import annotations

import numpy as np

from picrosser.imaging.page_tones import blends_in, tones_around, tones_at
from picrosser.imaging.pixels import Lattice

LATTICE = Lattice((40, 60, 80), (50, 70, 90))


def page() -> np.ndarray:
    """Four tones around a white board."""
    image = np.full((120, 140, 3), 255, np.uint8)
    image[:40], image[80:] = 10, 20
    image[40:80, :50], image[40:80, 90:] = 30, 40
    return image


def test_each_side_has_its_own_tone():
    assert tones_around(page(), LATTICE).tolist() == [[10] * 3, [20] * 3, [30] * 3, [40] * 3]


def test_digits_beside_the_board_do_not_count():
    image = page()
    image[30:36, 56:64] = image[30:36, 76:84] = 255
    assert tones_around(image, LATTICE)[0].tolist() == [10] * 3


def test_a_side_at_the_edge_of_the_picture_has_none():
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
