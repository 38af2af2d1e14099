"""The lattices of drawn screenshots, and pictures without a board."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from made_stages import spec_of
from PIL import Image, ImageDraw
from sweeps import sweep

from drawn.damage import DAMAGES
from drawn.screenshot import DrawnScreenshot, draw
from drawn.spec import place
from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.slots import find_slots
from picrosser.reading.lattice.grid import locate_grid
from picrosser.reading.lattice.stripes import has_stripes

OFF = 0.04  # of the pitch
BOARDS = ((5, 5, 2, "white", "small"), (15, 10, 4, "slate", "small"), (20, 20, 5, "sand", "full-hd"))
DARK = ((5, 5, 2, "black", "small"), (20, 20, 6, "night", "full-hd"), (5, 10, 3, "mint", "small"))
CROPPED = (10, 10, 4, "slate", "small")


@cache
def shot(rows: int, cols: int, colours: int, theme: str, phone: str) -> DrawnScreenshot:
    return draw(spec_of(rows, cols, colours, theme, phone=phone))


def assert_lattice(board: tuple, image: Image.Image, scale: float = 1, shift: int = 0) -> None:
    """Assert that the lattice is the drawn one, scaled and then shifted, within `OFF` of the pitch.

    Half a pixel more is allowed, since edges are rounded to pixels. The outermost lines are off most: they
    are drawn inside the board, and so is their middle.
    """
    found = locate_grid(np.asarray(image))
    assert found.lattice.shape == board[:2]
    layout = place(spec_of(*board[:4], phone=board[4]))
    limit = OFF * layout.pitch * scale + 0.5
    rows, cols = found.lattice.row_edges_px, found.lattice.col_edges_px
    for edges, start in ((rows, layout.top), (cols, layout.left)):
        true = start + layout.pitch * np.arange(len(edges))
        assert np.abs(np.array(edges) - (true * scale + shift)).max() <= limit


@pytest.mark.parametrize("board", BOARDS + DARK, ids=str)
def test_lines_are_found_where_they_were_drawn(board):
    image = shot(*board).image
    assert_lattice(board, image)
    if board in BOARDS:
        assert_lattice(board, DAMAGES["scale-0.5"](image), scale=0.5)
        assert_lattice(board, DAMAGES["pad"](image), shift=200)


def test_every_line_keeps_its_evidence():
    found = locate_grid(np.asarray(shot(*BOARDS[1]).image))
    rows, cols = found.lattice.shape
    assert (len(found.row_shares), len(found.col_shares)) == (rows + 1, cols + 1)
    assert 0.6 <= found.confidence == min(*found.row_shares, *found.col_shares)


def rgb(tones: np.ndarray) -> np.ndarray:
    return np.repeat(tones.astype(np.uint8)[..., None], 3, axis=2)


NO_BOARDS = {
    "noise": np.random.default_rng(3).integers(0, 256, (900, 600, 3), np.uint8),
    "faint noise": rgb(np.random.default_rng(3).integers(249, 252, (900, 600))),
    "white": np.full((900, 600, 3), 255, np.uint8),
    "gradient": rgb(np.add.outer(np.linspace(0, 120, 900), np.linspace(0, 120, 600))),
    "one pixel": np.zeros((1, 1, 3), np.uint8),
    "one row": np.zeros((1, 500, 3), np.uint8),
    "stripes": rgb(np.where(np.arange(900) % 60 < 4, 90, 200)[:, None].repeat(600, axis=1)),
}


@pytest.mark.parametrize("name", sweep(NO_BOARDS, quick=NO_BOARDS.keys() - {"noise", "faint noise"}))
def test_no_board_is_found_where_there_is_none(name):
    with pytest.raises(GridNotFoundError, match="no board with evenly spaced lines was found"):
        locate_grid(NO_BOARDS[name])


@pytest.mark.parametrize("board", sweep([CROPPED, BOARDS[1], DARK[2]], quick=[CROPPED]), ids=str)
def test_the_message_says_which_hints_are_missing(board):
    drawn = shot(*board)
    top, left = drawn.lattice.board.top, drawn.lattice.board.left
    image = np.asarray(drawn.image)
    for cropped, kind in ((image[:, left - 4 :], "rows"), (image[top - 4 :], "columns")):
        with pytest.raises(GridNotFoundError, match=f"for its {kind}"):
            find_slots(cropped, locate_grid(cropped))


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_hints_of_rows_that_are_cut_off_in_part_are_refused(kept):
    drawn = shot(*CROPPED)
    left = drawn.lattice.board.left - round((kept * 0.84 + 0.02) * drawn.lattice.pitch_px)
    cropped = np.asarray(drawn.image)[:, left:]
    with pytest.raises(HintsUnreadableError, match=f"{kept} hints a row but 4 a column"):
        find_slots(cropped, locate_grid(cropped))


# ---- Stripes beside a board: every second line is darker. Differences made by compression are no stripes

PITCH_PX, BEFORE_PX = 40, 80
PAGE = 45, 48, 54
SEEN = (41, 44, 52), (47, 46, 54), (44, 47, 54), (45, 44, 52), (43, 48, 54)
# Lines of that one page after JPEG of quality 30: their medians differ by parity.
COMPRESSED = tuple(SEEN[at] for at in (0, 1, 2, 2, 3, 4, 1, 4, 1, 4))


def page(tones: Sequence[Colour]) -> tuple[RGB, Lattice]:
    """A picture in which the lines beside a board have these tones, and its lattice."""
    size = BEFORE_PX + PITCH_PX * len(tones)
    image = np.full((size, size, 3), PAGE, np.uint8)
    for at, tone in enumerate(tones):
        line = slice(BEFORE_PX + at * PITCH_PX, BEFORE_PX + (at + 1) * PITCH_PX)
        image[line, :BEFORE_PX] = image[:BEFORE_PX, line] = tone
    edges = tuple(range(BEFORE_PX, size + 1, PITCH_PX))
    return image, Lattice(edges, edges)


@pytest.mark.parametrize("lit", [(), (3,), (2, 6, 7)])
def test_stripes_are_found_though_some_are_lit(lit):
    dark, light, chosen = PAGE, (49, 52, 58), (90, 90, 120)
    tones = [chosen if at in lit else (dark, light)[at % 2] for at in range(10)]
    assert has_stripes(*page(tones))


def test_stripes_are_found_behind_discs_that_nearly_fill_their_cells():
    dark, light = (199, 193, 193), (208, 202, 202)
    image, lattice = page([(dark, light)[at % 2] for at in range(5)])
    canvas = Image.fromarray(image)
    pen, reach, middle = ImageDraw.Draw(canvas), 0.46 * PITCH_PX, BEFORE_PX - PITCH_PX / 2
    for at in range(5):
        along = BEFORE_PX + (at + 0.5) * PITCH_PX
        for x, y in ((middle, along), (along, middle)):
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), (170, 165, 165))
    assert has_stripes(np.asarray(canvas), lattice)


def test_a_compressed_plain_background_has_no_stripes():
    assert not has_stripes(*page(COMPRESSED))
