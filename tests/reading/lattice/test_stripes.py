"""Stripes beside a board: every second line is darker. Differences made by compression are no stripes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import Colour
from picrosser.reading.lattice.stripes import has_stripes

PITCH_PX, BEFORE_PX = 40, 80
PAGE = 45, 48, 54
SEEN = (41, 44, 52), (47, 46, 54), (44, 47, 54), (45, 44, 52), (43, 48, 54)
# Lines of that one page after JPEG of quality 30: their medians differ by parity.
COMPRESSED = tuple(SEEN[at] for at in (0, 1, 2, 2, 3, 4, 1, 4, 1, 4))


def page(tones: Sequence[Colour]) -> tuple[RGB, Lattice]:
    """A picture in which the lines beside a board have these tones, and its lattice."""
    size = BEFORE_PX + PITCH_PX * len(tones)
    image = np.full((size, size, 3), PAGE, np.uint8)
    for at, tone in enumerate(tones):
        line = slice(BEFORE_PX + at * PITCH_PX, BEFORE_PX + (at + 1) * PITCH_PX)
        image[line, :BEFORE_PX] = image[:BEFORE_PX, line] = tone
    edges = tuple(range(BEFORE_PX, size + 1, PITCH_PX))
    return image, Lattice(edges, edges)


@pytest.mark.parametrize("lit", [(), (3,), (2, 6, 7)])
def test_stripes_are_found_though_some_are_lit(lit: tuple[int, ...]) -> None:
    dark, light, chosen = PAGE, (49, 52, 58), (90, 90, 120)
    tones = [chosen if at in lit else (dark, light)[at % 2] for at in range(10)]
    assert has_stripes(*page(tones))


def test_a_compressed_plain_background_has_no_stripes() -> None:
    assert not has_stripes(*page(COMPRESSED))
