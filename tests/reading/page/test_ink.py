"""All ink of a picture: digits of both polarities and of all sizes, and no spaces between them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from strokes import strokes

from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink, find_ink
from picrosser.reading.page.numbers import find_numbers

Box = tuple[int, int, int, int]

STACKED = ("2", 20), ("3", 36), ("2", 52)  # digits with the top of each


def page(
    text: str, size: int, ink: str = "black", ground: str = "white", shape: tuple[int, int] = (400, 400)
) -> tuple[Image.Image, list[Box]]:
    """Digits of that size side by side, well apart, and their boxes: top, left, bottom, right."""
    image = Image.new("RGB", shape, ground)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=size)
    boxes = []
    for at, digit in enumerate(text):
        alone = Image.new("L", shape)
        place = (20 + at * 1.2 * size, 30)
        ImageDraw.Draw(alone).text(place, digit, 255, font)
        left, top, right, bottom = alone.point(lambda level: 255 * (level > 110)).getbbox() or (0, 0, 0, 0)
        boxes.append((top, left, bottom, right))
        draw.text(place, digit, ink, font)
    return image, boxes


def digits_at(ink: Ink, box: Box) -> int:
    """How many pieces like a digit have that box, up to two pixels."""
    near = np.abs(ink.boxes - np.array(box)).max(axis=1) <= 2 * ink.scales
    return int((near & (ink.distances < MAX_DIGIT_DISTANCE)).sum())


@pytest.mark.parametrize("size", [12, 30, 70])
@pytest.mark.parametrize(("ink", "ground"), [("black", "white"), ("white", "navy"), ("#777", "#aaa")])
def test_digits_are_found_on_any_ground(size: int, ink: str, ground: str) -> None:
    image, boxes = page("2345", size, ink, ground)
    found = find_ink(np.asarray(image))
    assert all(digits_at(found, box) for box in boxes)


def test_a_digit_that_touches_a_line_is_cut_off_from_it() -> None:
    image, boxes = page("4", 30)
    right = boxes[0][3]
    ImageDraw.Draw(image).rectangle((right, 0, right + 3, 399), "black")
    found = find_ink(np.asarray(image))
    assert digits_at(found, boxes[0])


def test_buttons_and_bars_are_no_digits() -> None:
    image = Image.new("RGB", (300, 200), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((40, 40, 66, 66), "black")
    draw.rectangle((100, 40, 120, 70), "black")
    assert (find_ink(np.asarray(image)).distances >= MAX_DIGIT_DISTANCE).all()


# A bold 1 of a pixel font: its box is mostly full, and it has no hollows, but a flag.
FLAGGED_1 = ("  ##", "####", " ###", " ###", " ###", " ###", " ###")


def test_a_bold_1_with_a_flag_is_a_digit() -> None:
    picture = np.full((60, 60, 3), 255, np.uint8)
    for at, row in enumerate(FLAGGED_1):
        for col, sign in enumerate(row):
            if sign == "#":
                picture[20 + at, 30 + col] = 0
    assert digits_at(find_ink(picture), (20, 30, 27, 34))


def with_bars(heights: list[float]) -> Ink:
    """Six digits 21 pixels tall, and bars beside them."""
    image, boxes = page("234567", 30, shape=(400, 500))
    top, _, bottom, _ = boxes[0]
    picture = np.array(image)
    for at, height in enumerate(heights):
        picture[200 : 200 + round(height * (bottom - top)), 20 + 30 * at : 23 + 30 * at] = 0
    return find_ink(picture)


@pytest.mark.parametrize(("heights", "are_digits"), [([1.0] * 3, True), ([1.5] * 3, False)])
def test_bars_are_digits_if_they_are_as_tall_as_the_others(heights: list[float], are_digits: bool) -> None:
    ink = with_bars(heights)
    bars = ink.boxes[:, 3] - ink.boxes[:, 1] == 3
    assert bars.sum() == 3
    assert (ink.distances[bars] < MAX_DIGIT_DISTANCE).all() == are_digits


def test_digits_of_neighbouring_columns_that_nearly_touch_are_numbers_of_their_own() -> None:
    picture = np.full((80, 120, 3), 255, np.uint8)
    for left in (20, 27, 38, 45):  # 11 and 11, nearer to each other than a third of their height
        picture[20:41, left : left + 4] = 0
    numbers = find_numbers(find_ink(picture))
    assert sorted(zip(numbers.left.tolist(), numbers.right.tolist(), strict=True)) == [(20, 31), (38, 49)]


def test_an_empty_page_has_no_ink_and_no_numbers() -> None:
    ink = find_ink(np.full((50, 50, 3), 200, np.uint8))
    assert len(ink.boxes) == len(ink.distances) == len(ink.coverages) == 0
    assert len(find_numbers(ink).top) == 0


def test_a_greyed_digit_that_compression_joins_to_a_black_one_is_found() -> None:
    image, boxes = page("2", 18)
    top, left, bottom, right = boxes[0]
    pixels = np.asarray(image).copy()
    greyed = 255 - (255 - pixels[top:bottom, left:right]) // 3
    pixels[bottom + 3 : 2 * bottom - top + 3, left:right] = greyed
    pixels[bottom : bottom + 3, left : left + 4] = 230  # fainter than either, but ink
    found = find_ink(pixels)
    assert digits_at(found, boxes[0])
    assert digits_at(found, (bottom + 3, left, 2 * bottom - top + 3, right))


def test_stacked_digits_that_a_lens_blurs_into_each_other_come_apart() -> None:
    image = Image.new("RGB", (80, 120), "navy")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=18)
    places = [draw.textbbox((30, top), digit, font) for digit, top in STACKED]
    for digit, top in STACKED:
        draw.text((30, top), digit, "white", font)
    boxes = [(round(top), round(left), round(bottom), round(right)) for left, top, right, bottom in places]
    blurred = np.asarray(image.filter(ImageFilter.GaussianBlur(1.5)))
    assert not any(digits_at(find_ink(blurred), box) for box in boxes)
    assert all(digits_at(find_ink(blurred, is_blurred=True), box) for box in boxes)


@pytest.mark.parametrize("size", [9, 12, 16, 19, 24])
@pytest.mark.parametrize("blur", [0, 1])
def test_dots_are_no_digits_even_if_their_middle_does_not_stand_out(size: int, blur: int) -> None:
    image = Image.new("RGB", (120, 120), "#848")
    for at in (20, 60):
        ImageDraw.Draw(image).ellipse((at, 30, at + size - 1, 30 + size - 1), "#a6a")
    found = find_ink(np.asarray(image.filter(ImageFilter.GaussianBlur(blur))))
    assert not np.isfinite(found.distances).any()


def test_strokes_are_texture_and_digits_are_none() -> None:
    texture = strokes(400, 400)
    assert find_ink(texture).is_texture
    image, _ = page("2345678", 30)
    with_digits = np.array(image)
    with_digits[150:] = texture[150:]
    assert not find_ink(with_digits[:300]).is_texture
    assert not find_ink(np.asarray(image)).is_texture
    noise = np.random.default_rng(1).normal(128, 45, (300, 300, 3)).clip(0, 255).astype(np.uint8)
    few, many = (np.asarray(page(digits, size)[0]) for digits, size in (("234", 30), ("23456789" * 2, 15)))
    assert [find_ink(each).has_hardly_digits for each in (texture, noise, few, many)] == [True] * 3 + [False]


def test_ink_of_one_polarity_alone_is_looked_for() -> None:
    image, boxes = page("2345", 22)
    ImageDraw.Draw(image).rectangle((0, 100, 399, 200), fill="black")
    ImageDraw.Draw(image).text((20, 130), "6 7", "white", ImageFont.load_default(size=22))
    dark = find_ink(np.asarray(image), polarities=[False])
    assert all(digits_at(dark, box) for box in boxes)
    assert not dark.light.any()
    assert find_ink(np.asarray(image), polarities=[True]).light.all()


def test_no_picture_is_reduced_so_much_that_it_shows_only_taller_digits() -> None:
    image, (tall,) = page("8", 120)
    picture = np.asarray(image)
    assert digits_at(find_ink(picture), tall)
    assert (find_ink(picture, tallest_px=36).scales == 1).all()
