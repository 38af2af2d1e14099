"""A line's hints lead away from the board, or stand at the far end of their area, or at wide steps."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from read_boards import first_hints

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.hints.chains import find_aligned_chains, find_chains
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import with_line_breaks

INK, PAPER = np.zeros(3, np.float32), np.full(3, 255, np.float32)


def ink_in(box, template_distance=0.0):
    """A box full of ink."""
    return Piece(box, np.ones((box.height, box.width), np.float32), INK, PAPER, 255.0, template_distance)


# ---- Bits of the board's frame and buttons beside a column are not hints

EDGE, PITCH = 200, 40


def piece(left, *, height=20, template_distance=0.01):
    """Ink in a row, 12 px wide."""
    return ink_in(Box(10, left, 10 + height, left + 12), template_distance)


def row(*others):
    """A row that reads two digits, and others."""
    return [piece(140), piece(170), *others]


def lefts(line):
    return [digit.box.left for digit in line.digits]


def test_bits_of_the_frame_are_no_hints_however_many_there_are():
    frame = piece(188, height=8, template_distance=0.2)
    found = find_chains([row(frame), row(frame), row(frame), row()], EDGE, PITCH, upright=False)
    assert [lefts(line) for line in found] == [[140, 170]] * 4
    assert not any(line.is_strange for line in found)


def test_what_is_left_of_a_digit_among_the_others_is_strange():
    found = find_chains(
        [row(piece(155, height=8, template_distance=0.2)), row(), row()], EDGE, PITCH, upright=False
    )
    assert [lefts(line) for line in found] == [[140, 170]] * 3
    assert [line.is_strange for line in found] == [True, False, False]
    beyond = row(piece(122, height=15, template_distance=np.inf))  # a 1 that lost its head is a stroke
    assert find_chains([beyond, row(), row()], EDGE, PITCH, upright=False)[0].is_strange
    torn = [piece(140), piece(172, height=8, template_distance=0.2)]
    found = find_chains([torn, row(), row()], EDGE, PITCH, upright=False)
    assert [line.is_strange for line in found] == [True, False, False]


@pytest.mark.parametrize(
    ("height", "distance", "is_read"), [(15, 0.05, True), (15, 0.2, False), (12, 0.05, False)]
)
def test_a_digit_that_lost_its_ends_in_blur_is_one(height, distance, is_read):
    low = piece(155, height=height, template_distance=distance)
    found = find_chains([row(low), row(), row()], EDGE, PITCH, upright=False)
    assert lefts(found[0]) == ([140, 155, 170] if is_read else [140, 170])


def test_without_digits_there_is_nothing():
    assert [line.digits for line in find_chains([[], []], EDGE, PITCH, upright=False)] == [(), ()]


# ---- Hints that are not set against the board

NEXT_PX, BOARD_PX, HEIGHT = 28, 220, 12
LONG = (100, 120, 140, 160, 180)


def standing(top, height=HEIGHT):
    return ink_in(Box(top, 50, top + height, 50 + height // 2))


def stack(count):
    """Digits of which each is so far from the next that more than 0.8 of the pitch is bare."""
    return [200 - at * (HEIGHT + 25) for at in range(count)]


@pytest.mark.parametrize(
    ("columns", "counts"),
    [
        ([LONG, LONG, (100, 120), (100,), LONG], [5, 5, 2, 1, 5]),
        ([(120, 140, 160), (130, 150), (140,), (120, 140, 160)], [3, 2, 1, 3]),
        ([(180, 200), (200,), (160, 180, 200), (80,)], [2, 1, 3, 0]),
        ([LONG, LONG, LONG, (60,), LONG], [5, 5, 5, 0, 5]),
        ([LONG, LONG, LONG, (standing(100, height=20),), LONG], [5, 5, 5, 0, 5]),
        ([stack(3), stack(1), stack(4), stack(2)], [3, 1, 4, 2]),
        ([(200,), (), (200, 120), (200, 120), (200, 120, 40)], [1, 0, 2, 2, 3]),
        ([(200, 120), (200, 40), (200, 120), (200, 120), (200,)], [2, 1, 2, 2, 1]),
        ([LONG, LONG, (95, 106), (100,), LONG], [5, 5, 2, 1, 5]),
        ([LONG, LONG, (68, 100, 120), (60, 100), LONG], [5, 5, 2, 1, 5]),
        ([(160, 180, 200), (180, 200), (140, 180, 200), (200,)], [3, 2, 2, 1]),
        ([(40, 110, 180), (75, 145), (4, 110), (40, 110, 180), (75, 145)], [3, 2, 1, 3, 2]),
    ],
    ids=[
        "one beginning", "one middle", "a title above", "one far above", "a taller one", "wide apart",
        "wide apart, one at most", "wide apart, a title above", "in the middle of tiles", "buttons above",
        "a title as near as a cell", "spread evenly, a button above",
    ],
)  # fmt: skip
def test_hints_may_be_aligned_and_what_stands_elsewhere_or_is_taller_is_none(columns, counts):
    """The heights at which the digits of each column begin; and how many of them are hints."""
    strips = [[at if isinstance(at, Piece) else standing(at) for at in tops] for tops in columns]
    found = find_aligned_chains(strips, BOARD_PX, NEXT_PX, upright=True)
    assert [len(line.digits) for line in found] == counts


@pytest.mark.parametrize(("distance", "count"), [(0.01, 2), (0.07, 1)], ids=["digits", "letters of a title"])
def test_only_digits_that_surely_are_some_stand_at_wide_even_steps(distance, count):
    far = replace(standing(80), template_distance=distance)
    found = find_chains([[far, standing(200)]] * 3 + [[standing(200)]] * 5, BOARD_PX, NEXT_PX, upright=True)
    assert [len(line.digits) for line in found] == [count] * 3 + [1] * 5


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("centred", [False, True])
def test_a_board_beside_aligned_hints_is_found_whole(centred, ruled):
    """Its outer edges do not show; its lines may part the hints, too, but what short hints leave free is no
    line of it.
    """
    cols = ["3", "1 1", "2 1 1 1 1", "4", "2 2", "1 1 1 1", "5", "3 1"]
    rows = ["1 1 2", "2", "1 1", "3 1", "2 1 1 1", "1 1 1 1 1", "4", "6"]
    margin, pitch = 160, 40
    image = Image.new("RGB", (margin + 9 * pitch, margin + 9 * pitch), (225, 225, 225))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=18)
    far = margin + len(cols) * pitch
    draw.rectangle((margin, margin, far, far), fill="white")
    for at in range(margin + pitch, far + 1, pitch):
        start = 0 if ruled else margin
        draw.line((at, start, at, far), fill="black", width=2)
        draw.line((start, at, far, at), fill="black", width=2)
    first, anchor = (70, "mm") if centred else (20, "lm")
    for at, (down, over) in enumerate(zip(cols, rows, strict=True)):
        middle = margin + (at + 0.5) * pitch
        draw.text((first, middle), over, "black", font, anchor=anchor)
        tops = [20 + 26 * up for up in range(len(down.split()))]
        shift = (130 - 26 * len(tops)) / 2 if centred else 0
        for top, number in zip(tops, down.split(), strict=True):
            draw.text((middle, top + shift), number, "black", font, anchor="mt")
    seen = first_hints(np.asarray(image))
    assert seen.lattice.shape == (8, 8)
    assert [len(line) for line in seen.rows] == [len(line.split()) for line in rows]
    assert [len(line) for line in seen.cols] == [len(line.split()) for line in cols]


def test_in_a_photograph_hints_go_on_beyond_a_number_that_is_not_seen():
    strips = [[standing(at) for at in tops] for tops in (LONG, (100, 120, 160, 180), LONG, LONG)]
    found = find_chains(strips, BOARD_PX, 20, upright=True, one_lost=True)
    assert [len(line.digits) for line in found] == [5, 4, 5, 5]


# ---- Digits in a ruled hint cell are one number, and a line between two digits separates them

CELL, COLS = 33, 4


def digit(left: int) -> Piece:
    return ink_in(Box(7, left, 25, left + 8))


def ruling(seen: list[int]) -> Ruling:
    """One row of cells; seen : of the COLS + 1 lines down, 1 where one is seen."""
    lines = CELL * np.arange(COLS + 1.0)
    rows = CELL * np.arange(2.0)
    flags = np.ones((2, COLS), np.int8), np.array(seen, np.int8)[:, None]
    return Ruling(rows, lines, flags, (0, 1, 0, COLS), (CELL, CELL * COLS))


@pytest.mark.parametrize(
    ("seen", "joined", "separated"),
    [
        ([1, 1, 1, 1, 1], [False, True, False], [False, False, True]),
        ([1, 1, 0, 1, 1], [False, False, False], [False, False, False]),
        ([0, 0, 0, 0, 0], [False, False, False], [False, False, False]),
    ],
    ids=["ruled", "the line between the cells is not seen", "bare"],
)
def test_lines_say_which_digits_form_a_number(seen, joined, separated):
    digits = [digit(CELL + 5), digit(CELL + 19), digit(2 * CELL + 12)]  # two in one cell, one in the next
    found = with_line_breaks(ruling(seen), digits)
    assert [standing.in_same_cell for standing in found] == joined
    assert [standing.separated for standing in found] == separated


def test_digits_that_drift_over_the_lines_of_a_cell_are_not_one_number():
    """Each stands on a line, a whole cell from the other, where a bent page is not made quite flat."""
    digits = [digit(CELL - 3), digit(2 * CELL - 5)]
    assert [standing.in_same_cell for standing in with_line_breaks(ruling([1] * 5), digits)] == [False, False]
