"""The plain page shows paper only."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from drawn.photographs.camera import View, photograph
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.flat_page import CELL_PX, lit_page, plain_page
from picrosser.reading.photograph.ruled_paper import paper_cells
from picrosser.reading.photograph.sheet import SheetFound, find_ruled_sheets

CELL, LINES = 30, 15
AREA = 4, 9, 4, 9  # of `on_table`
VIEW = View(
    turn_deg=4.0,
    tilt_deg=8.0,
    tilt_way_deg=70.0,
    bend=0.0,
    bend_along=0,
    long_px=800.0,
    light=0.2,
    shadow=0.0,
    blur_px=0.5,
    noise=2.0,
    moire=0.0,
    quality=92,
    orientation=1,
)


def ruled_sheet(image: RGB) -> SheetFound | None:
    """The largest sheet in a photograph."""
    return next(iter(find_ruled_sheets(image)), None)


def on_table(tone: int) -> RGB:
    """A page of 12 x 12 cells, the outermost two of which show a table with grain."""
    page = np.full((12 * CELL, 12 * CELL, 3), 255, np.uint8)
    grain = np.random.default_rng(3).normal(tone, 8, page.shape).clip(0, 255).astype(np.uint8)
    is_paper = np.zeros(page.shape[:2], bool)
    is_paper[2 * CELL : 10 * CELL, 2 * CELL : 10 * CELL] = True
    return np.where(is_paper[..., None], page, grain).astype(np.uint8)


def sheet_in_photograph() -> tuple[RGB, SheetFound]:
    page = Image.new("RGB", ((LINES + 12) * CELL, (LINES + 12) * CELL), (240, 238, 230))
    pen = ImageDraw.Draw(page)
    ends = 6 * CELL, (6 + LINES) * CELL
    for at in range(6 * CELL, ends[1] + 1, CELL):
        pen.line((ends[0], at, ends[1], at), fill="black", width=2)
        pen.line((at, ends[0], at, ends[1]), fill="black", width=2)
    image = np.asarray(photograph(page, VIEW, np.random.default_rng(1)).image)
    sheet = ruled_sheet(image)
    assert sheet is not None
    return image, sheet


@pytest.mark.parametrize("tone", [10, 60, 110])
def test_a_dark_table_is_no_paper(tone: int) -> None:
    expected = np.zeros((12, 12), bool)
    expected[2:10, 2:10] = True
    assert np.array_equal(paper_cells(on_table(tone), CELL, AREA), expected)


def test_a_dark_square_with_a_white_digit_is_part_of_the_page_up_to_its_edge() -> None:
    page = np.full((12 * CELL, 12 * CELL, 3), 255, np.uint8)
    page[5 * CELL : 6 * CELL, : 4 * CELL] = 20
    for col in range(4):
        page[5 * CELL + 6 : 6 * CELL - 6, col * CELL + 12 : col * CELL + 17] = 255
    assert paper_cells(page, CELL, AREA).all()


def test_a_page_is_cut_to_its_paper() -> None:
    image, sheet = sheet_in_photograph()
    lit = lit_page(image, sheet)
    page = plain_page(lit, sheet)
    top, bottom, left, right = page.area
    assert (bottom - top, right - left) == (LINES, LINES)
    whole = np.array([lit.area[0], lit.area[2]]) + lit.first
    assert np.array_equal(np.array([top, left]) + page.first, whole)
    assert page.image.shape[0] == CELL_PX * (len(page.seen[0]) - 1)
    assert page.image.shape == page.plain.shape
    paper = np.zeros((len(page.seen[0]) - 1, len(page.seen[1]) - 1), bool)
    paper[top:bottom, left:right] = True
    cut = page.cut_to(paper)
    assert cut.area == (1, LINES + 1, 1, LINES + 1)
    assert cut.image.shape[:2] == ((LINES + 2) * CELL_PX, (LINES + 2) * CELL_PX)


def test_a_page_of_which_no_cell_shows_paper_is_not_cut() -> None:
    image, sheet = sheet_in_photograph()
    page = plain_page(lit_page(image, sheet), sheet)
    cells = page.image.shape[0] // CELL_PX, page.image.shape[1] // CELL_PX
    assert page.cut_to(np.zeros(cells, bool)) is page
