"""Squares without space between them are plates of their own lines, though equal ones are one flat zone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.ink.plates import find_plates

PAGE, RED, BLUE, INK = (240, 238, 230), (220, 60, 50), (70, 120, 220), (255, 255, 255)
PITCH = 40
SQUARES = (
    (PAGE, RED, RED, BLUE),
    (PAGE, PAGE, RED, RED),
    (RED, BLUE, BLUE, RED),
    (PAGE, PAGE, PAGE, PAGE),
    (PAGE, PAGE, RED, BLUE),
)
"""Of each line its slots' tones, the page's where they are empty."""


def area_with(squares):
    """Squares of the lines' own pitch, and a stroke on each of them."""
    image = np.zeros((len(squares) * PITCH, len(squares[0]) * PITCH, 3), np.uint8)
    for row, line in enumerate(squares):
        for col, tone in enumerate(line):
            top, left = row * PITCH, col * PITCH
            image[top : top + PITCH, left : left + PITCH] = tone
            if tone != PAGE:
                image[top + 10 : top + 30, left + 16 : left + 24] = INK
    return image


@pytest.mark.parametrize("upright", [False, True])
def test_squares_of_one_tone_are_parted_by_the_lines(upright):
    image = area_with(SQUARES)
    image = (image.swapaxes(0, 1) if upright else image).copy()
    edges = range(0, len(SQUARES) * PITCH + 1, PITCH)
    found = find_plates(image, Box(0, 0, *image.shape[:2]), edges, upright=upright)
    for line, plates, (start, stop) in zip(SQUARES, found, pairwise(edges), strict=True):
        slots = set()
        for plate in plates:
            box = plate.box.transposed if upright else plate.box
            assert abs(box.top - start) <= 1
            assert abs(box.bottom - stop) <= 1
            first, last = round(box.left / PITCH), round(box.right / PITCH)
            assert {line[at] for at in range(first, last)} == {tuple(plate.tone.astype(int))}
            slots |= set(range(first, last))
        assert slots == {at for at, tone in enumerate(line) if tone != PAGE}
