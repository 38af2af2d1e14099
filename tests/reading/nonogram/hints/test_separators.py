"""Commas, points and dashes separate numbers, in a row and over a column."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from drawn_nonogram import runs_of
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from read_boards import first_reading, stated

from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import with_plate_breaks, with_separators
from picrosser.repairing.repair_runs import repair_runs

PAGE, INK = (250, 250, 250), (10, 10, 40)
PIECES = (
    "#########.#",
    "##..#######",
    "#..#...####",
    "...........",
    "#####....##",
    ".#.####..##",
    "......#####",
)
"""All of its columns have two numbers at least."""
PAIRS = (".##.##.", "###.###", "##...##", "..###..", "###.###", "##...##")
"""Most of its columns have two numbers, and none has more."""
BAND = ("##.########.#", "#.##########.", "##.#########.", ".##########.#", "##########.##")
"""Most of its rows have a number of two digits beside one of one."""

PINK, PLATE, PALE = (250, 230, 235), (70, 90, 120), (255, 255, 255)


def drawn(lines: Sequence[str], separator: str, *, pitch: int, size: float, across: bool = True) -> RGB:
    """A board whose rows' numbers are parted by a separator, and its columns' too, or one above another.

    size : of the font, in pixels. across : a column's numbers stand side by side.
    """
    rows, cols = runs_of(lines)
    font = ImageFont.load_default(size)
    texts = [separator.join(map(str, row)) or "0" for row in rows]
    left = round(max(map(font.getlength, texts)) + 2 * size)
    top = round(1.5 * size * (1 if across else max(map(len, cols))) + size)
    right, bottom = left + pitch * len(cols), top + pitch * len(rows)
    image = Image.new("RGB", (right + 20, bottom + 20), PAGE)
    draw = ImageDraw.Draw(image)
    for x in range(left, right + 1, pitch):
        draw.line((x, top, x, bottom), INK)
    for y in range(top, bottom + 1, pitch):
        draw.line((left, y, right, y), INK)
    for at, text in enumerate(texts):
        draw.text((left - 0.4 * size, top + (at + 0.5) * pitch), text, INK, font, anchor="rm")
    for at, col in enumerate(cols):
        levels = [separator.join(map(str, col))] if across else list(map(str, col))
        for up, text in enumerate(reversed(levels)):
            place = left + (at + 0.5) * pitch, top - (0.9 + 1.4 * up) * size
            draw.text(place, text, INK, font, anchor="mm")
    return np.asarray(image)


def assert_read(image: RGB, lines: Sequence[str]) -> None:
    settled = repair_runs(first_reading(image).evidence)
    assert settled.doubts == ()
    assert stated(settled.puzzle) == runs_of(lines)


@pytest.mark.parametrize("across", [True, False])
@pytest.mark.parametrize("separator", [",", ", ", ".", "-", " "])
def test_numbers_are_parted(separator, across):
    assert_read(drawn(PIECES, separator, pitch=70, size=22, across=across), PIECES)


def test_digits_without_a_comma_between_them_are_one_number():
    assert_read(drawn(BAND, ",", pitch=40, size=14), BAND)


@pytest.mark.parametrize("size", [14, 20, 30])
def test_commas_in_narrow_cells_are_nothing_strange(size):
    """Beside cells that are hardly larger than its digits, a comma is as tall as some program's digits."""
    assert_read(drawn(PAIRS, ",", pitch=round(1.7 * size), size=size), PAIRS)


def digits_at(image: RGB, *lefts: int, ink: Colour = PALE, ground: Colour = PLATE) -> list[Piece]:
    """Digits of 6 x 12 px, painted on the image."""
    boxes = [Box(10, left, 22, left + 6) for left in lefts]
    for box in boxes:
        image[box.slices] = ink
    tones = np.array((ink, ground), np.float32)
    return [Piece(box, np.ones((12, 6), np.float32), *tones, 185.0) for box in boxes]


def marked(*marks: Box, lefts: Sequence[int] = (4, 18, 32, 46, 60, 69)) -> list[bool]:
    """Which digits of a row have a mark before them; the last two stand close."""
    image = np.full((40, 100, 3), PAGE, np.uint8)
    pieces = digits_at(image, *lefts, ink=INK, ground=PAGE)
    for mark in marks:
        image[mark.slices] = INK
    (line,) = with_separators(image, [pieces])
    return [piece.separated for piece in line[1:]]


def test_the_foot_of_a_digit_close_to_the_next_is_no_separator():
    marks = Box(19, 20, 22, 22), Box(19, 48, 22, 50), Box(20, 66, 22, 68)
    assert marked(*marks, lefts=(4, 32, 60, 69)) == [True, True, False]


def at(gap: int, top: int, bottom: int, *, left: int = 2, right: int = 5) -> Box:
    """What stands between two digits, in pixels of the space there."""
    start = 10 + 14 * gap
    return Box(top, start + left, bottom, start + right)


@pytest.mark.parametrize(
    ("top", "bottom", "left", "right"),
    [(19, 25, 2, 5), (19, 22, 2, 5), (15, 17, 1, 7), (19, 25, 0, 3)],
    ids=["comma", "point", "dash", "comma that touches"],
)
def test_what_stands_between_parts(top, bottom, left, right):
    marks = [at(gap, top, bottom, left=left, right=right) for gap in range(4)]
    assert marked(*marks) == [True] * 4 + [False]


def test_what_is_as_tall_as_a_digit_and_touches_it_is_its_edge():
    assert not any(marked(*(at(gap, 10, 22, left=0) for gap in range(4))))


def test_a_stroke_through_and_a_line_below_part_nothing():
    assert not any(marked(Box(15, 2, 17, 90)))
    assert not any(marked(Box(25, 2, 27, 90)))


@pytest.mark.parametrize("gap", [0, 4, 10])
def test_a_plate_of_its_own_parts_a_number_from_the_next(gap):
    image = np.full((32, 60, 3), PINK, np.uint8)
    image[4:28, 2:20] = image[4:28, 20 + gap : 38 + gap] = PLATE
    digits = with_plate_breaks(image, digits_at(image, 8, 26 + gap))
    assert [digit.separated for digit in digits] == [False, gap > 0]


def test_noise_and_a_stroke_part_nothing():
    image = np.full((32, 60, 3), PLATE, np.uint8)
    image += np.random.default_rng(1).integers(0, 8, image.shape).astype(np.uint8)
    digits = digits_at(image, 8, 18, 40)
    image[15:17] = PINK  # struck out
    assert not any(digit.separated for digit in with_plate_breaks(image, digits))
    assert with_plate_breaks(image, []) == ()


@pytest.mark.parametrize("scale", [1, 3])
def test_a_shadow_parts_nothing(scale):
    image = np.full((32, 60, 3), PLATE, np.uint8)
    pieces = digits_at(image, 8, 20)
    image[10:22, 14:15] = image[10:22, 26:27] = (0, 0, 0)
    image = image.repeat(scale, axis=0).repeat(scale, axis=1)
    digits = [
        replace(
            piece,
            box=Box(10 * scale, piece.box.left * scale, 22 * scale, piece.box.right * scale),
            coverage=np.ones((12 * scale, 6 * scale), np.float32),
        )
        for piece in pieces
    ]
    assert not any(digit.separated for digit in with_plate_breaks(image, digits))


@pytest.mark.parametrize(("tone", "apart"), [((20, 35, 60), False), ((140, 160, 190), True)])
def test_what_sharpened_edges_make_of_a_gap_parts_nothing(tone, apart):
    """It is off the other way than ink, where the page between plates would have to be far."""
    image = np.full((32, 60, 3), PLATE, np.uint8)
    digits = digits_at(image, 8, 18)
    image[10:22, 15:17] = tone
    assert with_plate_breaks(image, digits)[1].separated == apart


@pytest.mark.parametrize("space", [5, 6, 7])
def test_blurred_edges_that_meet_part_nothing(space):
    """Two 1s, as upright strokes, of which each dims what is between them."""
    image = np.full((32, 60, 3), PLATE, np.uint8)
    digits = digits_at(image, 10, 16 + space)
    blurred = np.asarray(Image.fromarray(image).filter(ImageFilter.GaussianBlur(2.4)))
    assert not any(digit.separated for digit in with_plate_breaks(blurred, digits))
    blurred = blurred.copy()
    blurred[:, 16 + space // 2] = PINK
    assert [digit.separated for digit in with_plate_breaks(blurred, digits)] == [False, True]
