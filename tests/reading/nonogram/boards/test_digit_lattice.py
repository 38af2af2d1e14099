"""Boards are proposed from where numbers stand, with or without lines in the picture."""

import numpy as np
import pytest

from picrosser.imaging.channels import luma_of
from picrosser.imaging.pixels import RGB
from picrosser.reading.nonogram.boards.digit_lattice import DigitLattice, digit_lattices
from picrosser.reading.nonogram.boards.rulings import Ruling, rulings_from_digits
from picrosser.reading.page.numbers import Numbers

HEIGHT, WIDTH = 12.0, 7.0  # of a digit, in pixels
STEP = 18.0  # from hint to hint of one line, in pixels
TOP, LEFT = 200, 150  # the board's corner
ROWS, COLS = 10, 8
SIZE = (640, 620)  # of the picture


def numbers_at(places: list[tuple[float, float]]) -> Numbers:
    """Digits round these middles, (y, x)."""
    y, x = np.array(places).reshape(-1, 2).T
    heights = np.full(len(y), HEIGHT)
    return Numbers(y - HEIGHT / 2, y + HEIGHT / 2, x - WIDTH / 2, x + WIDTH / 2, heights)


def hint_places(
    pitch: float, col_pitch: float, *, below: bool = False, right: bool = False
) -> list[tuple[float, float]]:
    """One to four hints of each row and column, set from the board outward."""
    rng = np.random.default_rng(5)
    beside, away = (LEFT + COLS * col_pitch, 1) if right else (LEFT, -1)
    over, up = (TOP + ROWS * pitch, 1) if below else (TOP, -1)
    places = [
        (TOP + pitch * (row + 0.5), beside + away * (STEP * k + 10))
        for row in range(ROWS)
        for k in range(rng.integers(1, 5))
    ] + [
        (over + up * (STEP * k + 10), LEFT + col_pitch * (col + 0.5))
        for col in range(COLS)
        for k in range(rng.integers(1, 5))
    ]
    jitter = rng.normal(0, 0.6, (len(places), 2))
    return [(y + dy, x + dx) for (y, x), (dy, dx) in zip(places, jitter.tolist(), strict=True)]


def assert_is_the_board(found: DigitLattice, pitch: float, col_pitch: float) -> None:
    assert (found.rows.count, found.cols.count) == (ROWS, COLS)
    assert found.rows.pitch_px == pytest.approx(pitch, rel=0.02)
    assert found.cols.pitch_px == pytest.approx(col_pitch, rel=0.02)
    assert found.rows.start_px == pytest.approx(TOP, abs=0.1 * pitch)
    assert found.cols.start_px == pytest.approx(LEFT, abs=0.1 * col_pitch)


@pytest.mark.parametrize(("pitch", "col_pitch"), [(30.0, 30.0), (24.0, 42.0), (60.0, 60.0), (18.0, 18.0)])
def test_board_is_spanned_by_its_hints(pitch, col_pitch):
    """Square and oblong cells, and hints as far apart as the lines: neither half nor double pitches win."""
    best = digit_lattices(numbers_at(hint_places(pitch, col_pitch)))[0]
    assert_is_the_board(best, pitch, col_pitch)
    assert (best.below, best.beside_right) == (False, False)


@pytest.mark.parametrize(("below", "right"), [(True, False), (False, True), (True, True)])
def test_hints_may_stand_on_the_other_sides(below, right):
    best = digit_lattices(numbers_at(hint_places(30.0, 30.0, below=below, right=right)))[0]
    assert_is_the_board(best, 30.0, 30.0)
    assert (best.below, best.beside_right) == (below, right)


def test_lines_without_hints_leave_the_pitch():
    places = hint_places(30.0, 30.0)
    bare_rows, bare_cols = (3, 4), (2,)
    kept = [
        (y, x)
        for y, x in places
        if int((y - TOP) // 30) not in bare_rows and (y > TOP or int((x - LEFT) // 30) not in bare_cols)
    ]
    assert_is_the_board(digit_lattices(numbers_at(kept))[0], 30.0, 30.0)


SCATTERED = [np.random.default_rng(seed).uniform(20, 600, (60, 2)).tolist() for seed in range(3)]


@pytest.mark.parametrize(
    "places", [*SCATTERED, [], [(50.0, 50.0), (80.0, 50.0), (110.0, 50.0)]], ids=range(5)
)
def test_scattered_numbers_or_few_span_nothing(places):
    assert digit_lattices(numbers_at(places)) == []


def page(lines: str) -> RGB:
    """A white page with a board that has lines, a frame only, or nothing."""
    image = np.full((*SIZE, 3), 255, np.uint8)
    bottom, right = TOP + ROWS * 30, LEFT + COLS * 30
    rows = {"lines": range(TOP, bottom + 1, 30), "frame": (TOP, bottom), "none": ()}[lines]
    cols = {"lines": range(LEFT, right + 1, 30), "frame": (LEFT, right), "none": ()}[lines]
    for y in rows:
        image[y, LEFT : right + 1] = 60
    for x in cols:
        image[TOP : bottom + 1, x] = 60
    return image


def ruling_of(image: RGB) -> Ruling:
    """Of the lines where the board has them."""
    lattices = digit_lattices(numbers_at(hint_places(30.0, 30.0)))[:1]
    return next(iter(rulings_from_digits(luma_of(image), lattices)))


def shown_of(lines: str) -> tuple[np.ndarray, np.ndarray]:
    """What is seen of the lines of the rows and of the columns, of the board only."""
    ruling = ruling_of(page(lines))
    top, bottom, left, right = ruling.area
    assert (bottom - top, right - left) == (ROWS, COLS)
    assert ruling.rows[top] == pytest.approx(TOP, abs=2)
    assert ruling.cols[left] == pytest.approx(LEFT, abs=2)
    return ruling.seen[0][top : bottom + 1, left:right], ruling.seen[1][left : right + 1, top:bottom]


@pytest.mark.parametrize(("lines", "outer", "inner"), [("lines", 1, 1), ("frame", 1, 0), ("none", 0, 0)])
def test_lines_that_are_there_are_seen_and_missing_ones_of_a_bare_board_tell_nothing(lines, outer, inner):
    for seen in shown_of(lines):
        assert (seen[[0, -1]] == outer).all()
        assert (seen[1:-1] == inner).all()


@pytest.mark.parametrize(("tone", "seen"), [(255, -1), (245, 0)], ids=["a gap", "a weak line"])
def test_gaps_in_the_lines_of_a_gridded_board_are_missed_and_weak_lines_are_not(tone, seen):
    """As between open cells of a dark theme, where most cells are painted."""
    image = page("lines")
    image[TOP + 90, LEFT + 61 : LEFT + 89] = tone
    ruling = ruling_of(image)
    top, _, left, _ = ruling.area
    assert ruling.seen[0][top + 3, left + 2 : left + 4].tolist() == [seen, 1]


def test_row_hints_under_each_other_do_not_hide_the_columns():
    """Numbers at one place are in step at any pitch: two such columns of hints once hid five single ones."""
    rows = [(TOP + 30.0 * (row + 0.5), LEFT - away) for row in range(5) for away in (8.0, 24.0)]
    cols = [(TOP - 10.0, LEFT + 30.0 * (col + 0.5)) for col in range(5)]
    best = digit_lattices(numbers_at(rows + cols))[0]
    assert (best.rows.count, best.cols.count) == (5, 5)
    assert best.cols.pitch_px == pytest.approx(30.0, rel=0.02)
    assert best.cols.start_px == pytest.approx(LEFT, abs=3)


@pytest.mark.parametrize("gap", [4.0, 7.5, 9.0, 11.5, 15.5])
def test_hints_may_stand_at_any_distance_from_the_board(gap):
    """At some distance it may be in doubt whether a row without hints lies between.

    Round digits end a little lower than flat ones: only those were left above a 13 x 10 board of sgt-pattern.
    """
    rng = np.random.default_rng(2)
    rows = [(TOP + 20.0 * (row + 0.5), LEFT - gap - HEIGHT / 2) for row in range(ROWS)]
    cols = [
        (TOP - gap - HEIGHT / 2 + float(rng.integers(2)), LEFT + 20.0 * (col + 0.5)) for col in range(COLS)
    ]
    above = [(y - STEP, x) for y, x in cols[::3]]
    assert_is_the_board(digit_lattices(numbers_at(rows + cols + above))[0], 20.0, 20.0)
