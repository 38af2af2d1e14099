"""A picture of texture that shows no board is not looked at again, so that refusals are quick."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

import picrosser.reading.nonogram.read as reading
from picrosser.errors import PicrosserError
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import MAX_PIECES_OF_BLURRED, MAX_PIECES_OF_SCREEN, solve_nonogram
from picrosser.reading.attempts.sharpened import sharpened
from picrosser.reading.nonogram.read import BoardsFound


def blurred_strokes(side: int) -> RGB:
    """Short strokes at random in the middle of a page, out of focus."""
    rng = np.random.default_rng(5)
    picture = Image.new("L", (2 * side, 2 * side), 255)
    pencil = ImageDraw.Draw(picture)
    for _ in range(side * side // 150):
        x, y = rng.integers(side // 2, 3 * side // 2, 2).tolist()
        along, down = rng.integers(2, 9, 2).tolist()
        pencil.line((x, y, x + along, y + down - 5), fill=0, width=2)
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(1.4)).convert("RGB"))


def as_by_camera(image: RGB) -> RGB:
    """The picture with a little of a sensor's noise."""
    noise = np.random.default_rng(6).normal(0, 1.0, image.shape)
    return np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("side", "by_camera", "is_sharpened"), [(900, False, False), (420, False, True), (420, True, False)]
)
def test_of_blurred_pictures_without_a_board_only_screens_with_few_pieces_of_ink_are_sharpened(
    side, by_camera, is_sharpened, monkeypatch
):
    looks: list[BoardsFound] = []
    find_boards = reading.find_boards

    def counted(image: RGB, *turns: int, **how: Any) -> BoardsFound:
        looks.append(find_boards(image, *turns, **how))
        return BoardsFound(looks[-1].image, looks[-1].ink, ())

    monkeypatch.setattr(reading, "find_boards", counted)
    image = as_by_camera(blurred_strokes(side)) if by_camera else blurred_strokes(side)
    assert sharpened(image) is not image
    with suppress(PicrosserError):
        solve_nonogram(image)
    pieces = len(looks[0].ink.boxes)
    assert pieces < MAX_PIECES_OF_SCREEN
    assert (pieces < MAX_PIECES_OF_BLURRED) == (is_sharpened or by_camera)
    assert any(look.image is not image for look in looks) == is_sharpened
