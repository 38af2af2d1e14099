"""The paper and the lines of a flat page."""

import numpy as np
import pytest

from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph import ruled_paper
from picrosser.reading.photograph.ruled_paper import CELL_PX, profiles_of, ruled_lines, without_lines

ROWS, COLS = 4, 6
AREA = 4, 9, 4, 9  # of `on_table`


def ruled(width_px: int, soft: int) -> np.ndarray:
    """(ROWS * CELL_PX, COLS * CELL_PX, 3) a white page with lines across, and their edges of this tone."""
    page = np.full((ROWS * CELL_PX, COLS * CELL_PX, 3), 255, np.uint8)
    for line in range(1, ROWS):
        first, last = line * CELL_PX - width_px // 2, line * CELL_PX + (width_px + 1) // 2
        page[first - 1 : last + 1] = soft
        page[first:last] = 20
    return page


SEEN = np.repeat(np.array([0, 1, 1, 1, 0], np.int8)[:, None], COLS, axis=1)  # the lines within it


def bare(page: np.ndarray, flags: np.ndarray = SEEN) -> np.ndarray:
    """The page without its lines."""
    without_lines(page, profiles_of(page.min(axis=2)), flags)
    return page


@pytest.mark.parametrize("width_px", [2, 3, 5])
@pytest.mark.parametrize("soft", [200, 120])
def test_nothing_is_left_of_lines_with_soft_edges(width_px, soft):
    assert bare(ruled(width_px, soft)).min() == 255


def test_a_stroke_that_touches_a_line_is_kept_up_to_the_line():
    page = ruled(3, 150)
    middle, left = 2 * CELL_PX, 3 * CELL_PX
    page[middle - 18 : middle, left + 12 : left + 17] = 0  # a 1 that stands on the line
    page = bare(page)
    assert page[middle - 18 : middle - 2, left + 12 : left + 17].max() < 60
    assert page[middle + 3 :].min() == 255


def test_lines_that_are_not_seen_stay():
    page = bare(ruled(3, 150), SEEN * np.array([[1], [1], [-1], [1], [1]], np.int8))
    assert page[2 * CELL_PX].max() == 20
    assert page[CELL_PX].min() == 255


def profiles_of_lines(darkness: list[float]) -> np.ndarray:
    """(R, CELL_PX, 40) noisy profiles of lines with these levels of contrast."""
    rng = np.random.default_rng(2)
    profiles = 225 + rng.normal(0, 8, (len(darkness), CELL_PX, 40))
    profiles[:, CELL_PX // 2] -= np.array(darkness)[:, None]
    return profiles.clip(0, 255).astype(np.uint8)


SHEETS = {
    "thin lines are told from noise by all their cells": ([20] * 5 + [40] * 9 + [0, 0], 16, [(8, 16)]),
    # One is hidden; what is two free cells away is no part.
    "no more follow": ([40] * 8 + [2, 40, 0, 0, 40], 12, [(3, 12), (0, 12), (5, 10)]),
    "a thick last line after some that are hardly seen": ([40] * 10 + [6, 4, 2, 2, 120, 0, 0], 17, [(3, 17)]),
}


@pytest.mark.parametrize(("lines", "last", "known"), SHEETS.values(), ids=SHEETS)
def test_a_sheet_ends_with_its_last_line(lines, last, known):
    for some in known:
        assert ruled_lines(profiles_of_lines([0, 0, 0, *lines]), some) == (3, last)


def test_a_sheet_of_which_no_line_is_seen_has_a_cell_all_the_same():
    first, last = ruled_lines(np.full((20, CELL_PX, 10), 255, np.uint8), (3, 17))
    assert first < last


def on_table(tone: int) -> RGB:
    """A page of 12 x 12 cells, the outermost two of which show a table with grain."""
    grain = np.random.default_rng(3).normal(tone, 8, (12 * CELL_PX, 12 * CELL_PX, 3))
    page = grain.clip(0, 255).astype(np.uint8)
    page[2 * CELL_PX : 10 * CELL_PX, 2 * CELL_PX : 10 * CELL_PX] = 255
    return page


@pytest.mark.parametrize("tone", [10, 60, 110])
def test_a_dark_table_is_no_paper(tone):
    expected = np.zeros((12, 12), bool)
    expected[2:10, 2:10] = True
    assert np.array_equal(ruled_paper.paper_cells(on_table(tone), AREA), expected)
