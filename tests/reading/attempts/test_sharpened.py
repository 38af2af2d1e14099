"""A blurred picture is brought back into focus; a sharp, scaled or compressed one is left as it is."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from drawn.damage import blur, jpeg, scale
from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.imaging.pixels import RGB
from picrosser.looks.solve import solve_screenshot
from picrosser.reading.attempts.sharpened import blur_px, sharpened


def boxes() -> Image.Image:
    """Boxes and thin lines, dark on light and light on dark."""
    image = Image.new("RGB", (240, 240), (240, 240, 245))
    pen = ImageDraw.Draw(image)
    for at in range(8, 232, 28):
        pen.rounded_rectangle((at, at, at + 18, 230), 5, (40 + at, 60, 90))
        pen.line((10, at + 9, 230, at + 9), (20, 20, 20), 2)
    return image


def pixels(image: Image.Image) -> RGB:
    return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("sigma", [1.3, 1.6, 2.0])
def test_the_edges_tell_the_blur(sigma: float) -> None:
    assert blur_px(pixels(blur(boxes(), sigma))) == pytest.approx(sigma, rel=0.15)


@pytest.mark.parametrize(
    "image", [boxes(), jpeg(boxes(), 30), scale(boxes(), 1.33), scale(boxes(), 0.75), blur(boxes(), 0.5)]
)
def test_what_is_in_focus_is_left_alone(image: Image.Image) -> None:
    sharp = pixels(image)
    assert sharpened(sharp) is sharp


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (400, 1), (9, 9), (200, 200)])
def test_pictures_without_edges_are_left_alone(shape: tuple[int, int]) -> None:
    plain = np.full((*shape, 3), 90, np.uint8)
    assert sharpened(plain) is plain


def test_the_blur_is_undone() -> None:
    sharp, soft = pixels(boxes()).astype(int), pixels(blur(boxes(), 1.6))
    again = sharpened(soft)
    assert (again.shape, again.dtype) == (soft.shape, np.uint8)
    assert np.abs(again - sharp).mean() < 0.85 * np.abs(soft - sharp).mean()
    steepest = [int(np.abs(np.diff(image.astype(int), axis=0)).max()) for image in (soft, again)]
    assert steepest[1] > 1.5 * steepest[0]


@pytest.mark.parametrize("seed", [7702006, pytest.param(7702009, marks=pytest.mark.slow)])
def test_small_blurred_numbers_are_read(seed: int) -> None:
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "confetti"), seed))
    solved = solve_screenshot(pixels(damaged_nonogram(drawn, "blur")))
    assert not solved.reading.doubts
    assert np.array_equal(solved.outcome.solutions[0].cells > 0, drawn.spec.picture.cells > 0)
