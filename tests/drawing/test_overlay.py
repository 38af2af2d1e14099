import numpy as np
import pytest
from PIL import Image, ImageDraw

from picrosser.drawing.overlay import overlay
from picrosser.drawing.paint_places import find_tiles
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.progress import Progress

GREY, RED, PALE = (208, 202, 202), (200, 0, 0), (215, 198, 185)
PALETTE = (GREY, RED, PALE)
LATTICE = Lattice((10, 60, 110), (20, 70, 120))


def picture(*rows: list[int]) -> Picture:
    return Picture(np.array(rows, dtype=np.int8), PALETTE)


def screenshot() -> np.ndarray:
    """A noisy picture, which nothing may change."""
    image = np.random.default_rng(0).integers(0, 256, (130, 140, 3), dtype=np.uint8)
    image.flags.writeable = False
    return image


def test_cells_are_painted_inside_their_edges_and_nowhere_else():
    before = screenshot()
    after = np.asarray(overlay(before, LATTICE, picture([1, 0], [0, 0])))
    inside = np.zeros(before.shape[:2], bool)
    inside[13:57, 23:67] = True  # 6 % of 50 px is a margin of 3
    assert (after[inside] == RED).all()
    assert (after[~inside] == before[~inside]).all()


def test_a_colour_near_the_background_has_an_outline():
    after = np.asarray(overlay(screenshot(), LATTICE, picture([2, 0], [0, 0])))
    line = after[13, 23]
    assert (after[13, 23:67] == line).all()
    assert (line < PALE).all()  # a darker shade of the paint itself, not black
    assert line.min() > 60
    assert (after[30, 40] == PALE).all()
    dark = Picture(np.array([[1]], np.int8), ((10, 10, 10), (30, 20, 20)))
    light = overlay(screenshot(), Lattice((10, 60), (20, 70)), dark).getpixel((30, 13))
    assert 60 < min(light) < 200


@pytest.mark.parametrize("background", [0, 128, 255])
def test_an_undecided_cell_is_striped_on_any_background(background):
    before = np.full((130, 140, 3), background, np.uint8)
    after = np.asarray(overlay(before, LATTICE, picture([0, -1], [0, 0])))
    cell = after[13:57, 73:117]
    tones = {tuple(tone) for tone in cell.reshape(-1, 3).tolist()}
    assert len(tones) == 2
    assert (background,) * 3 not in tones
    dark, amber = sorted(tones)
    assert min(amber[:2]) - amber[2] > 150  # neither black, white nor grey
    assert max(dark) < 60
    assert (after[:, :70] == background).all()
    assert len({tuple(cell[i, i - 5]) for i in range(5, 44)}) > 1  # the stripes cross this diagonal


@pytest.mark.parametrize("page", [0, 255])
def test_paint_like_the_page_has_an_outline_though_the_board_differs(page):
    before = np.full((200, 200, 3), page, np.uint8)
    lattice = Lattice((50, 100, 150), (50, 100, 150))
    before[50:150, 50:150] = 128
    palette = ((128, 128, 128), (page,) * 3, (255 - page,) * 3)
    after = np.asarray(overlay(before, lattice, Picture(np.array([[1, 0], [0, 2]], np.int8), palette)))
    assert (np.abs(after[53, 53:97].astype(int) - page) > 60).all()
    assert (after[56:94, 56:94] == page).all()
    assert (after[103:147, 103:147] == 255 - page).all()


def progress(*rows: list[int], confidence: float = 1.0) -> Progress:
    cells = np.array(rows, np.int8)
    return Progress(cells, np.full(cells.shape, confidence, np.float32))


def cell_of(image: np.ndarray, row: int, col: int) -> np.ndarray:
    return image[13 + 50 * row : 57 + 50 * row, 23 + 50 * col : 67 + 50 * col]


def test_cells_that_are_painted_already_are_left_as_they_are_and_new_ones_are_framed():
    before = screenshot()
    after = np.asarray(overlay(before, LATTICE, picture([1, 1], [1, 1]), progress=progress([1, -1], [2, 0])))
    assert (cell_of(after, 0, 0) == cell_of(before, 0, 0)).all()
    for row, col in ((0, 1), (1, 0), (1, 1)):  # untouched, painted in another colour, crossed out
        framed = cell_of(after, row, col)
        assert (framed[0] == RED).all()  # paint around the frame
        assert (framed[20:24, 20:24] == RED).all()  # and within it
        assert len({tuple(tone) for tone in framed[22].tolist()}) == 2
    is_new = (after[60:110, 20:70] != before[60:110, 20:70]).any(axis=2)
    assert is_new.all()  # nothing is left of the wrong paint


def test_on_a_board_that_is_not_begun_no_cell_is_framed():
    shown = progress([-1, 0], [2, -1])
    after = np.asarray(overlay(screenshot(), LATTICE, picture([1, 1], [1, 1]), progress=shown))
    assert (cell_of(after, 0, 0) == RED).all()


@pytest.mark.parametrize("line_px", [1, 3, 6])
@pytest.mark.parametrize("first", [-1, 0], ids=["around the edge", "behind the edge"])
def test_paint_keeps_the_same_distance_from_the_lines_on_all_four_sides(line_px, first):
    before = np.full((230, 230, 3), 250, np.uint8)
    edges = (10, 80, 150, 220)
    for edge in edges:
        begin = edge + first * (line_px // 2)
        before[begin : begin + line_px] = before[:, begin : begin + line_px] = 60
    shown = Picture(np.diag([0, 1, 0]).astype(np.int8), PALETTE)
    after = np.asarray(overlay(before, Lattice(edges, edges), shown))
    is_paint = (after == RED).all(axis=2)
    for flags in (is_paint.any(axis=1), is_paint.any(axis=0)):
        painted = np.flatnonzero(flags)
        begin = 80 + first * (line_px // 2) + line_px
        end = 150 + first * (line_px // 2)
        assert painted[0] - begin == end - 1 - painted[-1] == 2
    assert (after[~is_paint] == before[~is_paint]).all()


def test_paint_on_a_blank_cell_is_covered_and_crossed():
    before = screenshot()
    after = np.asarray(overlay(before, LATTICE, picture([0, 0], [0, 0]), progress=progress([1, -1], [0, -1])))
    covered = cell_of(after, 0, 0)
    assert (covered[:4] == GREY).all()
    assert (covered[22, 22] != GREY).any()  # the cross
    assert (after[60:] == before[60:]).all()
    assert (after[:, 70:] == before[:, 70:]).all()


def test_colours_that_look_alike_have_symbols_and_on_request_all_have():
    olive, black_green, pink = (50, 70, 21), (16, 27, 14), (215, 135, 186)
    shown = Picture(np.array([[1, 2], [3, 0]], np.int8), (GREY, olive, black_green, pink))
    some = np.asarray(overlay(screenshot(), LATTICE, shown))
    every = np.asarray(overlay(screenshot(), LATTICE, shown, symbols=True))
    for row, col in ((0, 0), (0, 1)):
        assert len({tuple(tone) for tone in cell_of(some, row, col).reshape(-1, 3).tolist()}) > 2
        assert (cell_of(some, row, col) == cell_of(every, row, col)).all()
        own = shown.palette[shown.cells[row, col]]
        assert (cell_of(some, row, col)[0] == own).all()  # no outline beside it
    assert (cell_of(some, 1, 0) == pink).all()
    assert (cell_of(every, 1, 0)[22, 22] != pink).any()
    assert (cell_of(every, 1, 1) == screenshot()[63:107, 73:117]).all()  # blank cells have none


def test_a_picture_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="cells"):
        overlay(screenshot(), LATTICE, picture([1, 1, 1]))
    with pytest.raises(ValueError, match="cells"):
        overlay(screenshot(), LATTICE, picture([1, 1], [1, 1]), progress=progress([1, 1]))


# ---- Cells that are tiles with gaps between them are found where they lie, with their shape

PAGE, TILE, PAINT = (252, 225, 232), (255, 255, 255), (30, 90, 200)
PITCH, SIDE, AT = 40, 34, 50  # pixels; the first tile begins at AT


def board(*, marks: int = 0) -> np.ndarray:
    """A board of 6 x 6 tiles; some have a cross in their middle."""
    image = Image.new("RGB", (340, 340), PAGE)
    draw = ImageDraw.Draw(image)
    for number in range(36):
        top, left = AT + PITCH * (number // 6), AT + PITCH * (number % 6)
        draw.rounded_rectangle((left, top, left + SIDE - 1, top + SIDE - 1), 9, fill=TILE)
        if number < marks:
            draw.line((left + 8, top + 8, left + 26, top + 26), (200, 60, 90), 4)
    return np.asarray(image)


def lattice(down: int = 0, pitch: float = PITCH) -> Lattice:
    """The lattice of the board, with its edges in the middles of the gaps, moved or stretched."""
    edges = [round(AT - 3 + pitch * at) for at in range(7)]
    return Lattice(tuple(edge + down for edge in edges), tuple(edges))


@pytest.mark.parametrize(("down", "pitch"), [(0, PITCH), (5, PITCH), (-4, 40.9), (2, 39.3)])
def test_tiles_are_found_although_the_lattice_lies_beside_them(down, pitch):
    tiles = find_tiles(board(), lattice(down, pitch))
    for row, col in ((0, 0), (5, 5), (2, 4)):
        box = tiles.box(row, col)
        for found, true in ((box.top, AT + PITCH * row), (box.left, AT + PITCH * col)):
            assert abs(found + 1 - true) <= 1  # with an edge of a pixel around it
    edges = np.array([tiles.lattice.row_edges_px, lattice().row_edges_px])
    assert np.abs(np.diff(edges, axis=0)).max() <= 1


def test_some_marks_do_not_matter_and_marks_everywhere_hide_the_tiles():
    assert find_tiles(board(marks=12), lattice()) is not None
    assert find_tiles(board(marks=36), lattice()) is None


def test_lines_between_cells_a_plain_board_and_a_tilted_one_make_no_tiles():
    image = np.full((340, 340, 3), 255, np.uint8)
    for edge in lattice().row_edges_px:
        image[edge - 1 : edge + 1, 47:287] = image[47:287, edge - 1 : edge + 1] = 90
    assert find_tiles(image, lattice()) is None
    assert find_tiles(np.full((340, 340, 3), 255, np.uint8), lattice()) is None
    turned = Lattice(lattice().row_edges_px, lattice().col_edges_px, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert find_tiles(board(), turned) is None


def test_paint_has_the_shape_of_the_tiles_and_lies_on_them():
    shot = board()
    cells = np.zeros((6, 6), np.int8)
    cells[0, 0] = cells[5, 5] = 1
    image = np.asarray(overlay(shot, lattice(4), Picture(cells, (TILE, PAINT))))
    for at in (AT, AT + 5 * PITCH):
        own = image[at : at + SIDE, at : at + SIDE]
        painted = (own == PAINT).all(axis=2)
        assert painted[2:-2, 12:-12].all()
        assert painted[12:-12, 2:-2].all()
        assert (own[0, 0] == shot[at, at]).all()  # beyond the round corner
    around = np.ones(shot.shape[:2], np.bool_)
    for at in (AT, AT + 5 * PITCH):
        around[at - 1 : at + SIDE + 1, at - 1 : at + SIDE + 1] = False
    assert (image[around] == shot[around]).all()
