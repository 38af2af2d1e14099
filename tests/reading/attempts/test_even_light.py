"""Light that changes slowly over a photographed screen is divided out."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import Lattice
from picrosser.reading.attempts.even_light import evenly_lit

LATTICE = Lattice(tuple(range(120, 321, 40)), tuple(range(120, 321, 40)))


def screen() -> np.ndarray:
    """A page of one tone, with a darker stripe beside each second row, and a bar."""
    page = np.full((360, 360, 3), 200.0)
    for row in range(120, 320, 80):
        page[row : row + 40, 20:120] *= 0.94
    page[:40] = 60
    return page


def test_light_from_a_side_is_divided_out_and_stripes_stay() -> None:
    light = 1 - 0.5 * np.linspace(0, 1, 360)[None, :, None] * np.ones((360, 1, 1))
    even = evenly_lit(np.rint(screen() * light).astype(np.uint8), LATTICE).astype(float)
    page = even[60:110, 140:300]
    assert np.ptp(page) <= 6
    stripe, beside = even[125:155, 30:110].mean(), even[165:195, 30:110].mean()
    assert abs(stripe / beside - 0.94) < 0.02


def test_a_page_that_is_lit_evenly_stays_what_it_is() -> None:
    page = screen().astype(np.uint8)
    off = np.abs(evenly_lit(page, LATTICE).astype(int) - page)[60:]  # below the bar, which is no part of it
    assert off.max() <= 0.07 * 200  # a stripe: at the first line, only the side within the board is looked at
    assert off.mean() < 3


def test_white_stays_white() -> None:
    page = screen()
    page[128:152, 45:75] = 255
    lit = evenly_lit(page.astype(np.uint8), LATTICE)
    assert lit[130:150, 47:73].min() > 230
