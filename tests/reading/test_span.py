"""The gridded areas that a picture shows, where lines are something else than lines."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.nonogram.span import spans

PAGE, CELL, BLACK = (38, 38, 34), (246, 234, 202), (8, 8, 8)


def first_lattice(image):
    return next(iter(spans(image))).lattice


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


@pytest.mark.parametrize("frame", [2, 4, 6])
def test_a_thick_frame_is_the_last_line(frame):
    pitch, rows, cols, start = 40, 7, 9, 80
    image = np.full((start + rows * pitch + 12, start + cols * pitch + 12, 3), PAGE, np.uint8)
    bottom, right = start + rows * pitch, start + cols * pitch
    half = frame // 2
    image[start - half : bottom + half, start - half : right + half] = BLACK
    for row in range(rows):
        for col in range(cols):
            top, left = start + row * pitch, start + col * pitch
            outer = [half if end else 1 for end in (row == 0, row == rows - 1, col == 0, col == cols - 1)]
            cell = image[top + outer[0] : top + pitch - outer[1], left + outer[2] : left + pitch - outer[3]]
            cell[:] = CELL
    assert first_lattice(image).shape == (rows, cols)
