"""What lies within a board with one number a line is a player's work, or it is another puzzle."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from drawn_nonogram import TEN_BY_TWELVE, draw_cross, drawn_board, picture_of, runs_of
from PIL import Image, ImageDraw

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import EMPTY, UNKNOWN
from picrosser.reading.nonogram.cells.cells_explained import explain_cells
from picrosser.reading.nonogram.cells.inside import line_strengths, narrow_line, uneven_groups

LINES = ("..#..", ".###.", ".##..", "###..", "##...")
"""One run in every line: the counts of its cells are its hints."""

BLANK = ("?????",) * 5


@pytest.mark.parametrize(("left", "top"), [(8, 8), (14, 14), (8, 20)], ids=["cross", "small cross", "bar"])
def test_a_thick_cross_covers_its_cell_and_is_not_its_tone(left, top):
    image = Image.new("RGB", (40, 40), "white")
    draw_cross(ImageDraw.Draw(image), (left, top, 40 - left, 40 - top), 0, (0, 0, 0), 10)
    inside = sampled_cells(np.asarray(image), Lattice((0, 40), (0, 40)))
    assert cell_tones(inside).tolist() == [[[255, 255, 255]]]


def foreign(
    *draw: Callable[[ImageDraw.ImageDraw, Callable[[int, int], Box]], None], state=BLANK, lines=LINES
) -> str:
    """What is found within a board; state : "#" is painted, "x" crossed, "?" open."""
    meaning = {"#": 1, "x": EMPTY, "?": UNKNOWN}
    image, lattice = drawn_board(lines, [[meaning[cell] for cell in row] for row in state])
    canvas = Image.fromarray(image)
    for one in draw:
        one(ImageDraw.Draw(canvas), lattice.cell)
    return foreign_in(np.asarray(canvas), lattice, lines)


def foreign_in(image: RGB, lattice: Lattice, lines=LINES) -> str:
    return explain_cells(image, lattice, Nonogram(*runs_of(lines)), [picture_of(lines)]).foreign


def test_inset_squares_beside_crosses_are_paint():
    def inset(pen: ImageDraw.ImageDraw, cell: Callable[[int, int], Box]) -> None:
        box = cell(0, 2)
        pen.rectangle((box.left + 6, box.top + 6, box.right - 6, box.bottom - 6), (20, 20, 30))

    assert foreign(inset, state=("?????", "x???x", "x??xx", "?????", "?????")) == ""


def sign(row: int, col: int, shape: str):
    """Draw a disc, a ring, a tree or an arrow into a cell."""

    def draw(pen: ImageDraw.ImageDraw, cell: Callable[[int, int], Box]) -> None:
        box, ink = cell(row, col), (20, 20, 20)
        left, top, right, bottom = box.left + 6, box.top + 6, box.right - 6, box.bottom - 6
        y, x = (top + bottom) // 2, (left + right) // 2
        match shape:
            case "arrow":
                pen.polygon([(right, y), (right - 12, top), (right - 12, bottom)], ink)
                pen.line((left, y, right, y), ink, 5)
            case "tree":
                pen.polygon([(x, top), (right - 2, bottom - 5), (left + 2, bottom - 5)], ink)
                pen.line((x, bottom - 5, x, bottom), ink, 6)
            case _:
                pen.ellipse((left, top, right, bottom), ink if shape == "disc" else None, ink, 3)

    return draw


def wall(row: int, col: int, *, upright: bool, width: int = 6):
    """Draw a thick line at a cell's lower or right side."""

    def draw(pen: ImageDraw.ImageDraw, cell: Callable[[int, int], Box]) -> None:
        box = cell(row, col)
        ends = (box.right, box.top) if upright else (box.left, box.bottom)
        pen.line((*ends, box.right, box.bottom), (0, 0, 0), width)

    return draw


@pytest.mark.parametrize(
    ("draw", "state"),
    [
        ((), BLANK),
        ((), ("??#??", "?###?", *BLANK[2:])),
        ((), ("xx#xx", "?###?", "?????", "?????", "????x")),
        ((sign(0, 2, "disc"), sign(4, 0, "disc")), BLANK),  # an app may fill cells with discs
    ],
)
def test_what_a_player_draws_is_known(draw, state):
    assert foreign(*draw, state=state) == ""


@pytest.mark.parametrize(
    ("draw", "state", "words"),
    [
        ((sign(0, 2, "disc"), sign(4, 1, "ring")), BLANK, "several kinds"),
        ((sign(2, 3, "arrow"),), BLANK, "neither crosses nor dots"),
        ((sign(2, 3, "tree"), sign(4, 4, "tree")), BLANK, "neither crosses nor dots"),
        ((), ("??x??", *BLANK[1:]), "differs from the solution"),
        ((), ("#????", *BLANK[1:]), "differs from the solution"),
        ((wall(1, 1, upright=True), wall(3, 2, upright=False)), BLANK, "walls"),
        ((wall(2, 1, upright=True, width=3),), BLANK, "walls"),
    ],
)
def test_what_belongs_to_another_puzzle_is_told(draw, state, words):
    assert words in foreign(*draw, state=state)


@pytest.mark.parametrize("shows", ["a lit row", "the page between its tiles"])
def test_lines_that_change_with_what_lies_under_them_are_no_walls(shows):
    image, lattice = drawn_board(LINES)
    changed = image.astype(float)
    if shows == "a lit row":
        row = lattice.cell(2, 0)
        changed[row.top : row.bottom] = 0.9 * changed[row.top : row.bottom] + 0.1 * np.array((40, 90, 230))
    else:
        is_line = (image < 200).all(axis=2)
        page = np.linspace(60, 160, image.shape[1])[None, :, None] * np.ones(image.shape)
        changed[is_line] = page[is_line]
    assert not foreign_in(changed.astype(np.uint8), lattice)


@pytest.mark.parametrize(("among", "words"), [(3, "walls"), (12, "")])
def test_beside_several_numbers_many_walls_are_another_puzzle_and_a_few_thick_lines_are_not(among, words):
    lines = ("##.##", ".###.", "##.##", "###..", "##.#.")
    sides = [wall(at // 5, at % 5, upright=upright) for at in range(20) for upright in (False, True)]
    assert words in (said := foreign(*sides[::among], lines=lines))
    assert bool(said) == bool(words)


def test_crossed_out_buttons_that_lose_their_borders_make_no_walls_of_the_others():
    lines, state = (
        ("##.##", ".###.", "##.##", "###..", "##.#."),
        ("??x??", "x???x", "??x??", "???xx", "??x?x"),
    )

    def borderless(pen: ImageDraw.ImageDraw, cell: Callable[[int, int], Box]) -> None:
        for row, col in zip(*np.nonzero(np.array(list(map(list, state))) == "x"), strict=True):
            box = cell(row, col)
            pen.rectangle((box.left, box.top, box.right + 1, box.bottom + 1), None, (250, 250, 250), 2)

    assert foreign(borderless, state=state, lines=lines) == ""


def groups_told(image: Image.Image, lattice: Lattice, painted_row: int | None = None) -> str:
    """How thick lines divide a board, if they do so unevenly; one of its rows may be painted all over."""
    pixels, is_blank = np.asarray(image), np.ones(lattice.shape, bool)
    lines = line_strengths(pixels, lattice, cell_tones(sampled_cells(pixels, lattice)))
    is_blank[painted_row or 0] = painted_row is None
    return uneven_groups(lines, is_blank)


def in_groups(rows: Sequence[int], cols: Sequence[int], lit: float = 1.0) -> tuple[Image.Image, Lattice]:
    """A board that thick lines divide into groups of so many rows and columns. lit : the light on row 3."""
    image = Image.new("RGB", (400, 400), "white")
    edges = [tuple(range(20, 21 + 20 * sum(groups), 20)) for groups in (rows, cols)]
    lattice, pen = Lattice(*edges), ImageDraw.Draw(image)
    box = lattice.board
    for groups, lines, upright in ((rows, edges[0], False), (cols, edges[1], True)):
        thick = {0, *np.cumsum(groups).tolist()}
        for at, place in enumerate(lines):
            ends = (place, box.top, place, box.bottom) if upright else (box.left, place, box.right, place)
            pen.line(ends, "black", 3 if at in thick else 1)
    row = lattice.cell(2, 0)
    band = (0, row.top, 400, row.bottom)
    image.paste(image.crop(band).point(lambda level: lit * level), band)
    return image, lattice


@pytest.mark.parametrize(
    ("rows", "cols", "told"),
    [
        ((4, 5), (5, 5), "rows into groups of 4 and 5"),
        ((5, 5), (4, 5, 1), ""),  # counted from elsewhere
        ((5, 5, 5), (3, 5), "columns into groups of 3 and 5"),
        ((5, 4), (5, 5), ""),
        ((4, 4), (5, 5), ""),  # halves
        ((6,), (5, 5), ""),
        ((5, 5, 5), (5, 5, 6), "columns into groups of 5 and 6"),
    ],
)
def test_a_thick_line_at_the_wrong_place_tells_of_a_missing_line(rows, cols, told):
    assert told in (said := groups_told(*in_groups(rows, cols)))
    assert bool(said) == bool(told)


def test_lines_that_paint_hides_tell_of_no_missing_line_and_hide_none():
    assert "rows into groups of 4 and 5" in groups_told(*in_groups((4, 5, 5), (5, 5)), painted_row=11)
    assert groups_told(*in_groups((5, 5, 5), (5, 5)), painted_row=10) == ""  # the line before it is thick


def test_a_lit_row_has_no_thick_lines():
    assert groups_told(*in_groups((5, 5, 2), (5, 5, 5), lit=0.6)) == ""


@pytest.mark.parametrize(("removed_px", "told"), [(0, ""), (3, ""), (8, "row 6 is narrower than the others")])
@pytest.mark.parametrize("upright", [False, True])
def test_a_line_that_is_much_narrower_than_the_others_tells_of_joined_pictures(removed_px, told, upright):
    image, lattice = drawn_board(TEN_BY_TWELVE, picture_of(TEN_BY_TWELVE).cells)
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    joined = np.delete(image, slice(rows[5] + 12, rows[5] + 12 + removed_px), axis=0)
    even = np.rint(np.linspace(rows[0], rows[-1] - removed_px, len(rows))).astype(int)
    lattice = Lattice(tuple(even.tolist()), cols)
    if upright:
        joined, told = joined.swapaxes(0, 1), told.replace("row", "column", 1)
        lattice = Lattice(lattice.col_edges_px, lattice.row_edges_px)
    said = narrow_line(joined, lattice)
    assert said.startswith(told)
    assert bool(said) == bool(told)


def test_paint_on_tiles_makes_their_column_no_narrower():
    lattice = Lattice(tuple(range(20, 281, 26)), tuple(range(20, 151, 26)))
    image = np.full((300, 170, 3), (40, 90, 90), np.uint8)
    for row, col in np.ndindex(*lattice.shape):
        box = lattice.cell(row, col)
        is_painted = col in (0, 3) and row % 3 == 0
        image[box.top + 2 : box.bottom - 2, box.left + 2 : box.right - 2] = 220 if is_painted else (5, 65, 60)
    assert narrow_line(image, lattice) == ""


@pytest.mark.parametrize("pitch", [40, 66])
def test_thin_lines_at_any_place_between_samples_are_not_thick(pitch):
    places = [20 + pitch * at for at in range(11)]
    image = Image.new("RGB", (places[-1] + 20,) * 2, "white")
    pen = ImageDraw.Draw(image)
    for at, place in enumerate(places):
        pen.line((place, 20, place, places[-1]), "black", 1 if at % 5 else 2)
        pen.line((20, place, places[-1], place), "black", 1 if at % 5 else 2)
    rows = tuple(place + 1 for place in places)  # edges are whole pixels, and lie a pixel beside some lines
    cols = tuple(place + (at not in (1, 2, 3)) for at, place in enumerate(places))
    assert groups_told(image, Lattice(rows, cols)) == ""


def test_counts_beside_nothing_are_no_puzzle():
    image, lattice = drawn_board(LINES)
    bare, box = image.copy(), lattice.board
    bare[box.top - 4 : box.bottom + 4, box.left - 4 : box.right + 4] = 250
    assert foreign_in(bare, lattice) == "no lines are visible between its cells"
