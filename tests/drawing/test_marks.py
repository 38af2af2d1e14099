from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from made_katamino import parse_letters
from PIL import Image, ImageDraw

from picrosser.drawing import marks, packing
from picrosser.drawing.marks import PieceMark, StepMark, mark_mistakes, mark_steps
from picrosser.drawing.packing import packing_on_board
from picrosser.drawing.puzzle_parts import CHECKER
from picrosser.drawing.symbols import Symbol, lookalikes, palette_symbols, symbol_areas
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.picture import Picture, web_colour

LATTICE = Lattice((10, 60, 110, 160), (20, 70, 120))
BACKGROUNDS = [(255, 255, 255), (0, 0, 0), (128, 128, 128), (214, 0, 28), (0, 84, 214), (40, 160, 50)]
RIGHT = (250, 200, 10)


def screenshot(background: tuple[int, int, int] = (200, 200, 200)) -> np.ndarray:
    """A plain picture, which nothing may change."""
    image = np.empty((180, 140, 3), np.uint8)
    image[:] = background
    image.flags.writeable = False
    return image


def colours(pixels: np.ndarray) -> set[tuple[int, ...]]:
    return {tuple(tone) for tone in np.unique(pixels.reshape(-1, 3), axis=0).tolist()}


def luminance(image: np.ndarray) -> np.ndarray:
    return image.astype(float) @ (0.299, 0.587, 0.114)


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_a_mistake_stands_out_on_any_background_even_without_colours(background):
    before = screenshot(background)
    after = np.asarray(mark_mistakes(before, LATTICE, {(1, 0): RIGHT}))
    cell = (slice(60, 110), slice(20, 70))
    differs = np.abs(luminance(after) - luminance(before)) > 60
    assert differs[cell].mean() > 0.15
    shown = after[cell]
    assert luminance(shown).max() - luminance(shown).min() > 150
    assert (shown == RIGHT).all(axis=2).sum() > 50  # the swatch
    assert (shown == background).all(axis=2).sum() > 200  # the wrong paint stays visible
    outside = np.ones(before.shape[:2], bool)
    outside[cell] = False
    assert (after[outside] == before[outside]).all()


@pytest.mark.parametrize("colour", BACKGROUNDS)
def test_decided_cells_are_painted_and_outlined(colour):
    before = screenshot()
    after = np.asarray(mark_steps(before, LATTICE, [StepMark({(2, 1): colour})]))
    cell = after[110:160, 70:120]
    assert (cell[20:30, 20:30] == colour).all()
    assert luminance(cell).max() - luminance(cell).min() > 200
    after = after.copy()
    after[110:160, 70:120] = before[110:160, 70:120]
    assert (after == before).all()


@pytest.mark.parametrize(
    ("axis", "line", "box"), [("row", 1, (60, 20, 110, 120)), ("column", 0, (10, 20, 160, 70))]
)
def test_the_line_is_framed_from_outside(axis, line, box):
    before = screenshot()
    after = np.asarray(mark_steps(before, LATTICE, [StepMark({}, axis, line)]))
    top, left, bottom, right = box
    assert (after[top:bottom, left:right] == before[top:bottom, left:right]).all()
    for strip in (
        after[top - 8 : top, left:right], after[bottom : bottom + 8, left:right],
        after[top:bottom, left - 8 : left], after[top:bottom, right : right + 8],
    ):  # fmt: skip
        assert (strip == (0, 84, 214)).all(axis=2).any()
        assert (strip == 255).all(axis=2).any()


def test_several_steps_show_their_numbers():
    before = screenshot()
    cells = [{(0, 0): (255, 255, 255)}, {(1, 0): (255, 255, 255)}]
    one = np.asarray(mark_steps(before, LATTICE, [StepMark(cells[0])]))[10:60, 20:70]
    both = np.asarray(mark_steps(before, LATTICE, [StepMark(c) for c in cells]))
    first, second = both[10:60, 20:70], both[60:110, 20:70]
    middle = (slice(14, 36), slice(14, 36))
    assert (one[middle] == 255).all()
    assert not (first[middle] == 255).all()
    assert (first[middle] != second[middle]).any()


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_colours_that_look_alike_have_symbols_in_steps_and_in_the_swatches_of_mistakes(steps):
    colour, cell = (50, 70, 21), (slice(10, 60), slice(20, 70))

    def drawn(symbol: Symbol | None) -> np.ndarray:
        cells, symbols = {(0, 0): colour}, {(0, 0): symbol}
        if not steps:
            return np.asarray(mark_mistakes(screenshot(), LATTICE, cells, symbols=symbols))
        shown = [StepMark(cells, symbols=symbols), StepMark({(2, 1): colour})]
        return np.asarray(mark_steps(screenshot(), LATTICE, shown[:steps]))

    plain, plus, triangle = map(drawn, (None, Symbol.PLUS, Symbol.TRIANGLE))
    assert (plain[cell] != plus[cell]).any()
    assert (plus[cell] != triangle[cell]).any()
    assert (plain[60:] == plus[60:]).all()


BLANK = (208, 202, 202)


def cell_with(symbol: Symbol, side_px: int, colour: tuple[int, int, int]) -> Image.Image:
    cell = Image.new("RGB", (side_px, side_px), colour)
    for corners, tone in symbol_areas((0, 0, *cell.size), symbol, colour):
        ImageDraw.Draw(cell).polygon(corners, fill=tone)
    return cell


def test_the_first_four_are_the_games_own():
    palette = (BLANK, (0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255))
    first_four = Symbol.CIRCLE, Symbol.PLUS, Symbol.SQUARE, Symbol.TRIANGLE
    assert palette_symbols(palette, every=True) == (None, *first_four)
    assert palette_symbols(palette) == (None,) * 5


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ((50, 70, 21), (16, 27, 14), True),  # of a real board: a dark olive, a nearly black green
        ((172, 205, 137), (212, 175, 103), True),  # a pale green, a tan
        ((140, 97, 76), (79, 54, 62), False),  # a brown, a dark plum
        ((138, 97, 68), (39, 111, 58), False),  # a brown, a green: alike to some players only
        ((0, 0, 0), (255, 255, 255), False),
    ],
)
def test_which_colours_look_alike(one, other, alike):
    assert lookalikes((BLANK, one, other)) == ({1, 2} if alike else set())
    assert lookalikes((BLANK, one, (255, 0, 255), other)) == ({1, 3} if alike else set())


@pytest.mark.parametrize("symbol", Symbol)
@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (128, 128, 128), (200, 30, 30)])
def test_a_symbol_is_seen_in_the_middle_of_its_cell(symbol, colour):
    cell = cell_with(symbol, 200, colour)
    shown = (np.asarray(cell) != colour).any(axis=2)
    down, across = np.nonzero(shown)
    assert 0.02 < shown.mean() < 0.3
    for places in (down, across):
        assert places.min() >= 40
        assert places.max() < 160
        assert abs((places.min() + places.max()) / 2 - 100) < 8
    tone = max(cell.getcolors(), key=lambda counted: (counted[1] != colour) * counted[0])[1]
    assert np.abs(np.subtract(tone, colour)).max() > 50


def test_no_two_symbols_look_alike_even_in_small_cells():
    shapes = {symbol: np.asarray(cell_with(symbol, 24, BLANK)) != BLANK for symbol in Symbol}
    for one, other in combinations(Symbol, 2):
        assert (shapes[one] != shapes[other]).any(axis=2).sum() >= 12, (one, other)


# ---- Packings as images and SVG; beside the rows of a card and onto boards

FILE = parse_letters("aaVVV\na.V..\nbbV..\n")
PUZZLE, PACKED = FILE.puzzle, FILE.solution
HALF = Picture(np.where(PACKED.cells == 3, -1, PACKED.cells).astype(np.int8), PACKED.palette)
RED, BLUE = (200, 30, 30), (30, 30, 200)
SMALL = Picture([[1, 1, 2], [1, 2, 2]], ((255, 255, 255), RED, BLUE))
SHOT = np.full((200, 120, 3), (240, 235, 230), np.uint8)


def test_an_image_has_borders_between_pieces_only():
    image = np.asarray(packing.packing_image(HALF, cell_px=24))
    assert tuple(image[12, 24]) == PACKED.palette[1]  # within piece a
    assert tuple(image[12, 48]) == (40, 40, 40)  # between a and V
    assert tuple(image[36, 36]) == (255, 255, 255)  # a hole
    assert colours(image[52:70, 4:44]) == set(CHECKER)


def test_svg_has_one_area_for_each_piece():
    root = ElementTree.fromstring(packing.packing_svg(PUZZLE, PACKED, cell_px=40))
    name = "{http://www.w3.org/2000/svg}"
    areas = [path for path in root.iter(f"{name}path") if path.find(f"{name}title") is not None]
    assert [path.get("d").count("M") for path in areas] == [3, 5, 2]
    assert [path.get("fill") for path in areas] == [web_colour(tone) for tone in PACKED.palette[1:]]
    assert [text.text for text in root.iter(f"{name}text")] == ["a", "5", "b"]
    assert areas[1].find(f"{name}title").text == "piece 5 (V, light blue)"
    assert root.get("width") == "208"
    half = packing.packing_svg(PUZZLE, HALF)
    assert half.count("url(#open)") == 1
    assert packing.packing_svg(PUZZLE).count("<title>") == 0


# ---- on pictures


def test_packings_stand_beside_their_rows():
    first, second = Box(20, 10, 60, 110), Box(120, 10, 160, 110)
    rows = [packing.RowOfPackings(first, (SMALL, SMALL)), packing.RowOfPackings(second, (SMALL,))]
    drawn = np.asarray(packing.packings_beside(SHOT, rows))
    assert (drawn[:200, :120] == SHOT).all()
    right = drawn[:, 120:]
    assert {RED, BLUE} <= colours(right[20:60])
    assert {RED, BLUE} <= colours(right[120:160])
    assert (right[:, -2:] == (240, 235, 230)).all()
    # The second packing of the first row has nothing under it.
    used = np.flatnonzero((right[20:60] != (240, 235, 230)).any(axis=(0, 2)))
    under = np.flatnonzero((right[120:160] != (240, 235, 230)).any(axis=(0, 2)))
    assert used[0] == under[0]
    assert used[-1] > under[-1]


def test_a_board_is_painted_only_in_the_wanted_cells():
    lattice = Lattice((100, 130, 160), (10, 40, 70, 100))
    drawn = np.asarray(packing_on_board(SHOT, lattice, SMALL, [(0, 2), (1, 1), (1, 2)]))
    assert tuple(drawn[115, 85]) == BLUE
    assert tuple(drawn[145, 55]) == BLUE
    assert tuple(drawn[115, 25]) == (240, 235, 230)
    assert (drawn[:95] == SHOT[:95]).all()


def shot_lattice() -> tuple[np.ndarray, Lattice]:
    """A light board of 2 x 4 cells of 40 pixels, and where they are."""
    return np.full((120, 200, 3), 245, np.uint8), Lattice((20, 60, 100), (20, 60, 100, 140, 180))


def test_pieces_that_lie_there_already_stay_as_they_are_and_new_ones_have_a_line_inside():
    shot, lattice = shot_lattice()
    picture = Picture([[1, 1, 2, 2], [1, 2, 2, 2]], ((255, 255, 255), RED, BLUE))
    shot[20:60, 20:100] = shot[60:100, 20:60] = RED
    free = [(0, 2), (0, 3), (1, 1), (1, 2), (1, 3)]
    image = np.asarray(packing_on_board(shot, lattice, picture, free))
    assert colours(image[24:56, 24:96]) == {RED}
    new = colours(image[64:96, 64:176]) - {BLUE}
    assert len(new) == 1  # the line, in a darker or lighter blue
    assert tuple(image[94, 120]) in new  # along the outer side
    assert tuple(image[64, 103]) == BLUE  # nearer to the corner between the arms, and beyond it
    assert tuple(image[80, 120]) == BLUE
    alone = np.asarray(packing_on_board(np.full_like(shot, 245), lattice, picture, [*np.ndindex(2, 4)]))
    assert colours(alone[64:96, 64:176]) == {BLUE}  # nothing lay there


def test_misplaced_pieces_are_outlined_and_crossed_or_questioned():
    shot, lattice = shot_lattice()
    image = np.asarray(marks.mark_misplaced(shot, lattice, [[(0, 0), (0, 1)]], [[(1, 2), (1, 3)]]))
    assert (image[100:] == shot[100:]).all()
    wrong, unsure = image[20:60, 20:100].astype(int), image[60:100, 100:180].astype(int)
    assert ((wrong[..., 0] - wrong[..., 1]) > 150).sum() > 300  # red
    assert not ((unsure[..., 0] - unsure[..., 1]) > 30).any()
    assert (unsure.max(axis=2) < 60).sum() > 150  # dark
    assert (image[20:60, 102:180] == 245).all()


def test_next_pieces_are_laid_and_what_decides_them_is_outlined_in_blue():
    shot, lattice = shot_lattice()
    steps = [PieceMark([(0, 0), (0, 1)], RED, [(0, 0)]), PieceMark((), RED, [(1, 3)])]
    image = np.asarray(marks.mark_next_pieces(shot, lattice, steps)).astype(int)
    assert tuple(image[40, 75]) == RED
    blue = (image[..., 2] - image[..., 0]) > 150
    assert blue[20:60, 20:60].any()
    assert blue[60:100, 140:180].any()
    assert not blue[20:60, 60:].any()
    assert tuple(image[80, 160]) == (245, 245, 245)  # only where to look, not what to lay
