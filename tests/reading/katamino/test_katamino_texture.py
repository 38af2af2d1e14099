"""Pieces are not looked for among the areas of a texture."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from picrosser.reading.katamino.areas import find_areas
from picrosser.reading.katamino.pieces import find_pieces

CELL_PX = 20
SHAPES = {"red": ("#.", "#.", "##", "#."), "blue": ("##", "##", "#."), "green": ("#.#", "###")}


def picture(triangles: int) -> np.ndarray:
    """Three pentominoes, and so many triangles below them."""
    image = Image.new("RGB", (700, 700), "white")
    draw = ImageDraw.Draw(image)
    for number, (colour, shape) in enumerate(SHAPES.items()):
        for row, line in enumerate(shape):
            for col, mark in enumerate(line):
                if mark == "#":
                    top, left = 20 + row * CELL_PX, 20 + number * 120 + col * CELL_PX
                    draw.rectangle((left, top, left + CELL_PX - 1, top + CELL_PX - 1), fill=colour)
    for number in range(triangles):
        row, col = divmod(number, 20)
        top, left = 150 + 30 * row, 20 + 30 * col
        draw.polygon([(left, top), (left + 19, top + 19), (left, top + 19)], fill="orange")
    return np.asarray(image)


@pytest.mark.parametrize(("triangles", "kinds"), [(0, 3), (60, 3), (150, None)])
def test_pieces_are_found_unless_hardly_any_of_many_areas_has_straight_sides(
    triangles: int, kinds: int | None
) -> None:
    found = find_pieces(find_areas(picture(triangles)))
    assert (None if found is None else len(found.kinds)) == kinds
