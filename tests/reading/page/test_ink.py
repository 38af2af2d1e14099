"""All ink of a picture: digits of both polarities and of all sizes, and no spaces between them."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from scipy import ndimage
from strokes import strokes

from picrosser.reading.page.contrast import (
    contrasts,
    extremes_around,
    halved,
    noise_sigma,
    planes_of,
    running_extreme,
)
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink, find_ink
from picrosser.reading.page.numbers import find_numbers
from picrosser.reading.page.pieces import differ_from_surroundings

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
def test_digits_are_found_on_any_ground(size, ink, ground):
    image, boxes = page("2345", size, ink, ground)
    found = find_ink(np.asarray(image))
    assert all(digits_at(found, box) for box in boxes)


def test_a_digit_that_touches_a_line_is_cut_off_from_it():
    image, boxes = page("4", 30)
    right = boxes[0][3]
    ImageDraw.Draw(image).rectangle((right, 0, right + 3, 399), "black")
    found = find_ink(np.asarray(image))
    assert digits_at(found, boxes[0])


def test_buttons_and_bars_are_no_digits():
    image = Image.new("RGB", (300, 200), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((40, 40, 66, 66), "black")
    draw.rectangle((100, 40, 120, 70), "black")
    assert (find_ink(np.asarray(image)).distances >= MAX_DIGIT_DISTANCE).all()


# Bold 1s of a pixel font, without hollows: the box is mostly full, but for a flag, or has a foot.
FLAGGED_1 = ("  ##", "####", " ###", " ###", " ###", " ###", " ###")
SERIF_1 = (*[" ## "] * 7, "####")


@pytest.mark.parametrize("rows", [FLAGGED_1, SERIF_1])
def test_a_bold_1_with_a_flag_or_a_foot_is_a_digit(rows):
    picture = np.full((60, 60, 3), 255, np.uint8)
    picture[20 : 20 + len(rows), 30:34][np.array([*map(list, rows)]) == "#"] = 0
    assert digits_at(find_ink(picture), (20, 30, 20 + len(rows), 34))


@pytest.mark.parametrize(("height", "are_digits"), [(1.0, True), (1.5, False)])
def test_bars_are_digits_if_they_are_as_tall_as_the_others(height, are_digits):
    image, boxes = page("234567", 30, shape=(400, 500))
    top, _, bottom, _ = boxes[0]
    picture = np.array(image)
    for left in (20, 50, 80):
        picture[200 : 200 + round(height * (bottom - top)), left : left + 3] = 0
    ink = find_ink(picture)
    bars = ink.boxes[:, 3] - ink.boxes[:, 1] == 3
    assert bars.sum() == 3
    assert (ink.distances[bars] < MAX_DIGIT_DISTANCE).all() == are_digits


def test_digits_of_neighbouring_columns_that_nearly_touch_are_numbers_of_their_own():
    picture = np.full((80, 120, 3), 255, np.uint8)
    for left in (20, 27, 38, 45):  # 11 and 11, nearer to each other than a third of their height
        picture[20:41, left : left + 4] = 0
    numbers = find_numbers(find_ink(picture))
    assert sorted(zip(numbers.left.tolist(), numbers.right.tolist(), strict=True)) == [(20, 31), (38, 49)]


def test_a_greyed_digit_that_compression_joins_to_a_black_one_is_found():
    image, boxes = page("2", 18)
    top, left, bottom, right = boxes[0]
    pixels = np.asarray(image).copy()
    greyed = 255 - (255 - pixels[top:bottom, left:right]) // 3
    pixels[bottom + 3 : 2 * bottom - top + 3, left:right] = greyed
    pixels[bottom : bottom + 3, left : left + 4] = 230  # fainter than either, but ink
    found = find_ink(pixels)
    assert digits_at(found, boxes[0])
    assert digits_at(found, (bottom + 3, left, 2 * bottom - top + 3, right))


def test_stacked_digits_that_a_lens_blurs_into_each_other_come_apart():
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
def test_dots_are_no_digits_even_if_their_middle_does_not_stand_out(size, blur):
    image = Image.new("RGB", (120, 120), "#848")
    for at in (20, 60):
        ImageDraw.Draw(image).ellipse((at, 30, at + size - 1, 30 + size - 1), "#a6a")
    found = find_ink(np.asarray(image.filter(ImageFilter.GaussianBlur(blur))))
    assert not np.isfinite(found.distances).any()


def test_strokes_are_texture_and_digits_are_none():
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


def test_ink_of_one_polarity_alone_is_looked_for():
    image, boxes = page("2345", 22)
    ImageDraw.Draw(image).rectangle((0, 100, 399, 200), fill="black")
    ImageDraw.Draw(image).text((20, 130), "6 7", "white", ImageFont.load_default(size=22))
    dark = find_ink(np.asarray(image), polarities=[False])
    assert all(digits_at(dark, box) for box in boxes)
    assert not dark.light.any()
    assert find_ink(np.asarray(image), polarities=[True]).light.all()


def test_no_picture_is_reduced_so_much_that_it_shows_only_taller_digits():
    image, (tall,) = page("8", 120)
    picture = np.asarray(image)
    assert digits_at(find_ink(picture), tall)
    assert (find_ink(picture, tallest_px=36).scales == 1).all()


# ---- How much pixels stand out of what surrounds them, and a picture's noise


@pytest.mark.parametrize("sigma", [0.0, 4.0, 9.0])
def test_noise_is_measured_beside_lines_and_digits(sigma):
    rng = np.random.default_rng(3)
    page = np.full((300, 300), 128.0)
    page[::30] = 20
    page[:, ::30] = 20
    noisy = np.clip(np.rint(page + rng.normal(0, sigma, page.shape)), 0, 255).astype(np.uint8)
    assert noise_sigma(noisy) == pytest.approx(sigma, rel=0.15, abs=0.1)
    assert noise_sigma(noisy[:2, :2]) == 0


@pytest.mark.parametrize("size", [1, 2, 5, 13])
def test_a_running_extreme_is_that_of_each_window(size):
    plane = np.random.default_rng(1).integers(0, 255, (40, 6)).astype(np.uint8)
    windows = np.lib.stride_tricks.sliding_window_view(plane, size, axis=0)
    assert np.array_equal(running_extreme(plane, size, np.maximum, 0), windows.max(axis=2))


@pytest.mark.parametrize("size", [3, 5, 9])
def test_the_extremes_around_pixels_are_those_of_scipy(size):
    plane = np.random.default_rng(7).integers(0, 256, (12, 17)).astype(np.uint8)
    for ours, theirs in ((np.maximum, ndimage.maximum_filter), (np.minimum, ndimage.minimum_filter)):
        assert np.array_equal(extremes_around(plane, size, ours), theirs(plane, size, mode="nearest"))


def test_halving_takes_the_mean_of_four():
    assert halved(np.array([[10, 20, 9], [30, 41, 9], [0, 0, 0]], np.uint8)).tolist() == [[25]]


def test_contrast_does_not_count_where_the_other_plane_has_more_of_the_opposite():
    """A stroke that is lighter in one plane and darker in the other one is what it is more of."""
    low, high = np.full((2, 60, 60), 100, np.uint8)
    low[20:40, 10:14], high[20:40, 10:14] = 40, 130  # darker by 60, lighter by 30
    low[20:40, 44:48], high[20:40, 44:48] = 70, 190  # darker by 30, lighter by 90
    dark, light = contrasts((low, high))
    for cols, darker, lighter in ((slice(10, 14), 60, 0), (slice(44, 48), 0, 90)):
        assert (dark[20:40, cols] == darker).all()
        assert (light[20:40, cols] == lighter).all()


def test_the_space_within_a_green_digit_on_dark_grey_is_no_light_ink():
    """It is lighter in the smallest channel, and by more darker in the largest one."""
    image = np.full((60, 60, 3), (44, 46, 56), np.uint8)
    image[20:40, 20:36] = (47, 139, 0)
    image[24:36, 24:32] = (44, 46, 56)
    dark, light = contrasts(planes_of(image))
    assert (light[30, 21], dark[30, 21]) == (83, 0)
    assert light[30, 28] == 0


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize(
    ("paper", "ink", "is_light", "least"),
    [((255, 255, 0), (0, 0, 255), False, 190), ((208, 32, 32), (47, 222, 222), True, 80)],
)
def test_ink_that_differs_by_its_hue_alone_stands_out(soft, paper, ink, is_light, least):
    """Blue and yellow have the same smallest channel and the same largest one, red and cyan nearly so."""
    image = np.full((60, 60, 3), paper, np.uint8)
    image[20:40, 20:24] = ink
    image[20:40, [19, 24]] = np.mean((paper, ink), axis=0) if soft else paper
    assert (contrasts(planes_of(image))[is_light][20:40, 20:24] > least).all()


@pytest.mark.parametrize(("hidden", "differs"), [(10, True), (17, False)])
def test_a_digit_differs_from_its_surroundings_though_the_next_one_hides_half_of_a_side(hidden, differs):
    """As the stem of a 0 does beside the foot of a 1; the space between digits is open at a side."""
    plane = np.full((40, 40), 255, np.uint8)
    plane[10:30, 10:14] = plane[28:30, 6:18] = 0  # a stem and its foot
    plane[30 - hidden : 30, 18:21] = 0
    found = differ_from_surroundings(
        plane, np.array([[10, 6, 30, 18]]), np.array([0.0]), np.array([-90.0]), np.ones((1, 4), bool)
    )
    assert found.tolist() == [differs]
