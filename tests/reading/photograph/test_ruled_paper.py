"""The paper and the lines of a flat page."""

import numpy as np
import pytest

from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.ruled_paper import (
    paper_cells,
    profiles_of,
    ruled_lines,
    without_lines,
)

CELL, ROWS, COLS = 30, 4, 6
AREA = 4, 9, 4, 9  # of `on_table`


def ruled(width_px: int, soft: int) -> np.ndarray:
    """(ROWS * CELL, COLS * CELL, 3) a white page with lines across, and their edges of this tone."""
    page = np.full((ROWS * CELL, COLS * CELL, 3), 255, np.uint8)
    for line in range(1, ROWS):
        first, last = line * CELL - width_px // 2, line * CELL + (width_px + 1) // 2
        page[first - 1 : last + 1] = soft
        page[first:last] = 20
    return page


def seen() -> np.ndarray:
    flags = np.zeros((ROWS + 1, COLS), np.int8)
    flags[1:ROWS] = 1
    return flags


@pytest.mark.parametrize("width_px", [2, 3, 5])
@pytest.mark.parametrize("soft", [200, 120])
def test_nothing_is_left_of_lines_with_soft_edges(width_px, soft):
    page = ruled(width_px, soft)
    without_lines(page, profiles_of(page.min(axis=2), CELL), seen())
    assert page.min() == 255


def test_a_stroke_that_touches_a_line_is_kept_up_to_the_line():
    page = ruled(3, 150)
    middle, left = 2 * CELL, 3 * CELL
    page[middle - 18 : middle, left + 12 : left + 17] = 0  # a 1 that stands on the line
    without_lines(page, profiles_of(page.min(axis=2), CELL), seen())
    stroke = page[middle - 18 : middle - 2, left + 12 : left + 17]
    assert stroke.max() < 60
    assert page[middle + 3 :].min() == 255


def test_lines_that_are_not_seen_stay():
    page = ruled(3, 150)
    flags = seen()
    flags[2] = -1
    without_lines(page, profiles_of(page.min(axis=2), CELL), flags)
    assert page[2 * CELL].max() == 20
    assert page[CELL].min() == 255


def profiles_of_lines(darkness: list[float]) -> np.ndarray:
    """(R, CELL, 40) noisy profiles of lines with these levels of contrast."""
    rng = np.random.default_rng(2)
    profiles = 225 + rng.normal(0, 8, (len(darkness), CELL, 40))
    profiles[:, CELL // 2] -= np.array(darkness)[:, None]
    return profiles.clip(0, 255).astype(np.uint8)


def test_thin_lines_are_told_from_noise_by_all_their_cells():
    lines = [0, 0, 0, *[20] * 5, *[40] * 9, 0, 0]
    assert ruled_lines(profiles_of_lines(lines), (8, 16)) == (3, 16)


@pytest.mark.parametrize("known", [(3, 12), (0, 12), (5, 10)])
def test_a_sheet_ends_where_no_more_lines_follow(known):
    lines = [0] * 3 + [40] * 8 + [2, 40, 0, 0, 40]  # one is hidden; what is two free cells away is no part
    assert ruled_lines(profiles_of_lines(lines), known) == (3, 12)


def test_a_thick_last_line_is_part_of_the_sheet_although_those_before_it_are_hardly_seen():
    lines = [0] * 3 + [40] * 10 + [6, 4, 2, 2, 120, 0, 0]
    assert ruled_lines(profiles_of_lines(lines), (3, 17)) == (3, 17)


def test_a_sheet_of_which_no_line_is_seen_has_a_cell_all_the_same():
    first, last = ruled_lines(np.full((20, 20, 10), 255, np.uint8), (3, 17))
    assert first < last


def on_table(tone: int) -> RGB:
    """A page of 12 x 12 cells, the outermost two of which show a table with grain."""
    page = np.full((12 * CELL, 12 * CELL, 3), 255, np.uint8)
    grain = np.random.default_rng(3).normal(tone, 8, page.shape).clip(0, 255).astype(np.uint8)
    is_paper = np.zeros(page.shape[:2], bool)
    is_paper[2 * CELL : 10 * CELL, 2 * CELL : 10 * CELL] = True
    return np.where(is_paper[..., None], page, grain).astype(np.uint8)


@pytest.mark.parametrize("tone", [10, 60, 110])
def test_a_dark_table_is_no_paper(tone):
    expected = np.zeros((12, 12), bool)
    expected[2:10, 2:10] = True
    assert np.array_equal(paper_cells(on_table(tone), CELL, AREA), expected)
