"""Which outermost lines belong to the board beyond doubt: all true ones, and none beyond them."""

from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np
import pytest
from drawn_nonogram import (
    HEART,
    LIGHT,
    draw_cross,
    draw_lines,
    drawn_board,
    lattice_of,
    open_board,
    page_for,
    picture_of,
    runs_of,
    write_hints,
)
from PIL import Image, ImageDraw, ImageFont
from read_boards import assert_solved, drawn_look, first_reading
from sweeps import sweep

from drawn.nonograms.look import Look
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import DrawnNonogram, draw, legible_spec
from picrosser.imaging.cell_pixels import noise_levels
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import EMPTY
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.colours import background_colour
from picrosser.reading.nonogram.hints.beside import InkFound
from picrosser.reading.nonogram.outer_lines import cut_at, is_closed, mirrored, with_sure_outer_lines
from picrosser.reading.nonogram.own_lines import with_own_lines
from picrosser.reading.nonogram.read import find_boards
from picrosser.repairing.repair_runs import repair_runs

SIDES = ("first row", "last row", "first column", "last column")
FAMILIAR = 0.8  # of all outermost lines of drawn boards, painted cells and pointers and all, are known


@lru_cache(maxsize=len(LOOKS))  # several tests go through all looks
def shown(look: Look, seed: int) -> DrawnNonogram:
    """A look's board, drawn."""
    return draw(legible_spec(look, seed))


def sure_outer_lines(image: RGB, lattice: Lattice) -> dict[str, bool]:
    """Which of a board's outermost lines are sure if none of its lines shows hints."""
    rows, cols = ((LineEvidence((), (), ()),) * count for count in lattice.shape)
    ink = InkFound(lattice, ((),) * len(rows), ((),) * len(cols))
    palette = (background_colour(image, lattice),)
    marked = with_sure_outer_lines(NonogramEvidence(rows, cols, (), palette), image, ink)
    ends = (marked.rows[0], marked.rows[-1], marked.cols[0], marked.cols[-1])
    return dict(zip(SIDES, (line.is_surely_on_board for line in ends), strict=True))


def extended(lattice: Lattice, side: int) -> Lattice:
    """With a line too many."""
    name = ("row_edges_px", "col_edges_px")[side // 2]
    edges = getattr(lattice, name)
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    more = (*edges, round(edges[-1] + pitch)) if side % 2 else (round(edges[0] - pitch), *edges)
    return replace(lattice, **{name: more})


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
@pytest.mark.parametrize("seed", sweep([11, 12], quick=[11]))
def test_a_line_too_many_is_never_sure(look, seed):
    drawn = shown(look, seed)
    image = np.asarray(drawn.image.convert("RGB"))
    for side, name in enumerate(SIDES):
        more = extended(drawn.lattice, side)
        board = more.board
        if min(board.top, board.left) >= 0 and board.bottom < len(image) and board.right < image.shape[1]:
            assert not sure_outer_lines(image, more)[name]


@pytest.mark.parametrize(("look", "seed"), [("confetti", 26), ("stairs", 69)])
def test_a_blank_outermost_line_without_hints_stays(look, seed):
    """Both were once answered without it, and without a doubt."""
    drawn = drawn_look(look, seed)
    solved = solve_nonogram(np.asarray(drawn.image.convert("RGB")))
    assert solved.puzzle.shape == drawn.lattice.shape
    assert solved.lattice.board == drawn.lattice.board


def test_most_lines_are_sure():
    found = []
    for look in LOOKS:
        drawn = shown(look, 11)
        found += sure_outer_lines(np.asarray(drawn.image.convert("RGB")), drawn.lattice).values()
    assert np.mean(found) >= FAMILIAR


def test_a_board_that_the_picture_cuts_may_go_on():
    lines = (*HEART, ".......")
    image, lattice = drawn_board(lines)
    assert all(sure_outer_lines(image, lattice).values())
    cut = image[: lattice.row_edges_px[-2] + 3]  # the last row's upper line is seen still
    shorter = Lattice(lattice.row_edges_px[:-1], lattice.col_edges_px)
    assert not sure_outer_lines(cut, shorter)["last row"]
    assert not sure_outer_lines(image, shorter)["last row"]  # and here it goes on


def test_a_blank_last_row_is_believed():
    lines = (*HEART, ".......")
    image, lattice = drawn_board(lines)
    bare = image.copy()
    row = slice(lattice.row_edges_px[-2] + 2, lattice.row_edges_px[-1] - 2)
    bare[row, : lattice.col_edges_px[0] - 2] = image[2, 2]  # without its 0
    seen = first_reading(bare)
    assert seen.lattice.shape == lattice.shape
    assert seen.evidence.rows[-1] == LineEvidence((), (), (), is_surely_on_board=True)
    settled = repair_runs(seen.evidence)
    assert (settled.doubts, settled.puzzle.rows[-1]) == ((), ())
    painted = (*["########"] * 6, "#.......", "........")  # few of the lines across rows show in others
    one_tone = replace(LIGHT, fill=LIGHT.ink, inset=0)
    assert sure_outer_lines(*drawn_board(painted, picture_of(painted).cells, one_tone))["last row"]


def test_a_title_beyond_all_hints_is_no_hint_of_a_blank_first_column():
    lines = tuple(f".{line}" for line in HEART)
    image, lattice = drawn_board(lines)
    page = np.pad(image, ((60, 0), (0, 0), (0, 0)), mode="edge")
    left, above = lattice.col_edges_px[0], lattice.row_edges_px[0] + 58
    page[:above, left + 2 : left + 38] = image[2, 2]  # without its 0
    titled = Image.fromarray(page)
    ImageDraw.Draw(titled).text((left, 10), "Nonogram 7", "black", ImageFont.load_default(size=20))
    assert_solved(solve_nonogram(np.asarray(titled)), lines)


@pytest.mark.parametrize("known", [True, False], ids=["in the other rim, too", "nowhere else"])
def test_crosses_in_a_rim_are_known_from_the_other_one_that_states_runs(known):
    lines = (*HEART, ".......")
    cells = open_board(lines)
    cells[-1][:5] = [EMPTY] * 5
    if known:
        cells[0][0] = EMPTY
    image = drawn_board(lines, cells)[0].copy()
    image[-2 * 40 :, : 4 * 40 - 8] = image[2, 2]  # without the 0 beside it
    assert first_reading(image).evidence.rows[-1].is_surely_on_board == known


def test_a_frame_round_a_small_board_does_not_count_as_a_line_unseen():
    """It is drawn beyond the edges, so that nothing shows of it where the board's lines cross its rows."""
    edges = tuple(range(40, 191, 30))
    image = np.full((230, 230, 3), 255, np.uint8)
    for at in edges[1:-1]:
        image[at, 40:190] = image[40:190, at] = 200
    frame = image.copy()
    frame[35:196, 35:196] = 20
    frame[40:191, 40:191] = image[40:191, 40:191]
    assert all(sure_outer_lines(frame, Lattice(edges, edges)).values())


@pytest.mark.parametrize("mark", ["cross", "dot"])
def test_a_crossed_out_line_is_on_the_board_even_without_lines(mark):
    """Two blank rows that the player has marked follow a board whose cells are of the page's tone."""
    lattice = lattice_of((*HEART, "." * 7, "." * 7), 170, 40)
    image, draw = page_for(lattice, (250, 250, 250), 100)
    write_hints(draw, lattice_of(HEART, 170, 40), runs_of(HEART), (20, 20, 40))
    for top, left in product(lattice.row_edges_px[-3:-1], lattice.col_edges_px[:-1]):
        if mark == "cross":
            draw_cross(draw, (left, top, left + 40, top + 40), 12, (90, 90, 110))
        else:
            draw.ellipse((left + 16, top + 16, left + 24, top + 24), (90, 90, 110))
    solved = solve_nonogram(np.asarray(image))
    assert solved.puzzle.shape == lattice.shape
    assert not solved.doubts


@pytest.mark.parametrize("digit", [0, 4, 8])
def test_a_rim_with_equal_digits_in_its_cells_is_not_sure(digit):
    lines = ("." * 7, *HEART)
    image, lattice = drawn_board(lines)
    drawn, font = Image.fromarray(image), ImageFont.load_default(22)
    for col in range(7):
        place = lattice.cell(0, col).middle[::-1]
        ImageDraw.Draw(drawn).text(place, str(digit), (10, 10, 40), font, anchor="mm")
    assert not sure_outer_lines(np.asarray(drawn), lattice)["first row"]


@pytest.mark.parametrize(
    ("rows_left", "edge"),
    [(0.0, "lower"), (0.05, ""), (0.3, "lower"), (0.6, "lower"), (0.9, "lower"), (1.0, "lower")],
)
def test_a_board_that_goes_on_at_the_edge_of_the_picture_is_cut_off(rows_left, edge):
    image, lattice = drawn_board(HEART)
    seen = Lattice(lattice.row_edges_px[:4], lattice.col_edges_px)
    end = round(seen.row_edges_px[-1] + rows_left * seen.pitch_px)
    assert cut_at(image[:end], seen) == edge
    turned = Lattice(seen.col_edges_px, seen.row_edges_px)
    assert cut_at(image[:end].swapaxes(0, 1), turned) == edge.replace("lower", "right")
    upwards = Lattice(mirrored(seen.row_edges_px, end), seen.col_edges_px)
    assert cut_at(image[:end][::-1], upwards, (True, False)) == edge.replace("lower", "upper")
    assert cut_at(image, lattice) == ""
    under_bar = image.copy()
    under_bar[end:] = 52, 60, 72
    assert cut_at(under_bar, seen) == edge


@pytest.mark.parametrize("tint", [0, 40])
def test_a_board_goes_on_in_a_row_that_nothing_closes_also_where_a_cursor_tints_it(tint):
    image, lattice = drawn_board(HEART)
    rows, shown = lattice.row_edges_px, image.copy()
    shown[rows[4] - 2 :] = image[0, 0]  # the page, from where the row would end
    shown[rows[3] + 2 : rows[4] - 2] = np.maximum(shown[rows[3] + 2 : rows[4] - 2], tint) - tint
    assert cut_at(shown, Lattice(rows[:4], lattice.col_edges_px)) == "lower"


def test_a_board_of_tiles_that_ends_without_its_last_gap_is_cut_off():
    page, tile = (252, 226, 232), (255, 255, 255)
    image = Image.new("RGB", (300, 300), page)
    for top, left in product(range(50, 250, 40), repeat=2):
        ImageDraw.Draw(image).rounded_rectangle((left + 2, top + 2, left + 37, top + 37), 6, tile)
    edges = tuple(range(50, 251, 40))
    assert cut_at(np.asarray(image), Lattice(edges, edges)) == ""
    assert cut_at(np.asarray(image)[:250, 45:255], Lattice(edges, tuple(range(5, 206, 40)))) == ""
    ImageDraw.Draw(image).rectangle((0, 164, 300, 300), (52, 60, 72))
    assert cut_at(np.asarray(image), Lattice(edges[:4], edges)) == "lower"


def test_a_solved_board_whose_gaps_are_lighter_than_most_cells_is_whole_at_the_edge_of_the_picture():
    image = Image.new("RGB", (330, 330), (217, 217, 217))
    for (row, col), cell in np.ndenumerate(picture_of(["...#...", *[".#####."] * 6]).cells):
        box = 51 + 40 * col, 51 + 40 * row, 88 + 40 * col, 88 + 40 * row
        ImageDraw.Draw(image).rectangle(box, "black" if cell else "white")
    edges = tuple(range(50, 331, 40))
    assert cut_at(np.asarray(image), Lattice(edges, edges), totals_agree=True) == ""


def test_a_page_that_lies_on_all_sides_of_a_board_is_no_bar_below_it():
    """Its frame stands a gap away from its last cells, as wide as if the page ended there."""
    edges = tuple(range(60, 261, 40))
    image = Image.new("RGB", (300, 400), (6, 4, 20))
    pen = ImageDraw.Draw(image)
    pen.rectangle((56, 56, 264, 264), (9, 14, 36), (0, 240, 255), 2)
    for at in edges[1:-1]:
        pen.line((60, at, 260, at), (14, 20, 44))
        pen.line((at, 60, at, 260), (14, 20, 44))
    assert cut_at(np.asarray(image), Lattice(edges, edges)) == ""


def test_a_page_that_lies_right_of_a_board_and_below_it_is_no_bar_though_tiles_stand_left_of_it():
    """Of its frame, the lower side lies beyond the last cells."""
    rows, cols = (57, 98, 139, 180, 221, 261), (57, 98, 139, 181, 222, 264)
    image = Image.new("RGB", (340, 400), (6, 4, 20))
    pen = ImageDraw.Draw(image)
    pen.rectangle((10, 57, 56, 263), (30, 40, 90))
    pen.rectangle((57, 57, 263, 263), (9, 14, 36), (200, 190, 150), 4)
    for across, down in zip(rows[1:-1], cols[1:-1], strict=True):
        pen.line((60, across, 260, across), (60, 60, 60))
        pen.line((down, 60, down, 260), (60, 60, 60))
    assert cut_at(np.asarray(image), Lattice(rows, cols)) == ""


def test_a_board_that_lacks_its_frame_at_the_edge_of_the_picture_is_cut_off():
    drawn, lattice = drawn_board(HEART)
    image, box = Image.fromarray(drawn), lattice.board
    frame = box.left - 4, box.top - 4, box.right + 4, box.bottom + 4
    ImageDraw.Draw(image).rectangle(frame, None, "black", 8)
    seen = Lattice(lattice.row_edges_px, lattice.col_edges_px[:-1])
    framed = np.asarray(image)
    assert cut_at(framed[:, : seen.board.right + 2], seen) == "right"
    assert cut_at(framed[:, : seen.board.right + 2], seen, totals_agree=True) == "right"
    assert cut_at(framed[:, : box.right + 2], lattice) == ""
    bare = drawn[:, : seen.board.right - 2]
    assert cut_at(bare, seen) == "right"
    assert cut_at(bare, seen, totals_agree=True) == ""  # without a frame a window may end there


# ---- Where a board's lines stick out of it, go on through its hint area, or hints stand right at their edges

BOARD, INK = lattice_of(HEART, 200, 60), (15, 15, 20)


def drawn(stub: int = 0, through: bool = False, aside: int = 0) -> RGB:
    """An empty board.

    stub : px by which its lines stick out on all sides. through : its rows' lines go on to the picture's left
    edge. aside : px by which numbers stand below the middles of rows, and left of those of columns.
    """
    image, draw = page_for(BOARD, (246, 246, 246), 120)
    draw_lines(draw, BOARD, INK, stub)
    write_hints(draw, BOARD.moved(aside, -aside), runs_of(HEART), INK, off_px=stub)
    for y in BOARD.row_edges_px if through else ():
        draw.line((0, y, BOARD.board.left, y), INK, 2)
    return np.asarray(image)


@pytest.mark.parametrize(
    "where",
    [{"stub": 20}, {"stub": 50}, {"through": True}, {"aside": 15}],
    ids=["short", "long", "through", "at the edge"],
)
def test_lines_that_go_on_make_no_further_row_nor_column_of_the_hint_area(where):
    assert_solved(solve_nonogram(drawn(**where)), HEART)


def test_lines_that_stick_out_and_end_before_the_page_are_not_cut_off():
    image, board = drawn(stub=20), BOARD.board
    assert cut_at(image[: board.bottom + 40, : board.right + 40], BOARD) == ""
    assert cut_at(image[: board.bottom + 20, : board.right + 40], BOARD) == "lower"


def test_a_row_is_open_where_only_what_crosses_it_goes_on():
    image = drawn(stub=50)
    rows, cols = BOARD.row_edges_px, BOARD.col_edges_px
    assert is_closed(image, rows, cols, -1)
    assert not is_closed(image, [*rows, rows[-1] + 60], cols, -1)


@pytest.mark.parametrize("line", [0, 30], ids=["no line", "a faint line"])
def test_noise_closes_no_row_and_a_faint_line_does(line):
    edges = tuple(range(0, 121, 20))
    page = np.full((120, 120, 3), 200.0)
    page[60] -= line
    image = (page + np.random.default_rng(3).normal(0, 4, page.shape)).astype(np.uint8)
    assert is_closed(image, edges, edges, 3, noise_levels(image, edges, edges)) == bool(line)
    assert is_closed(image, edges, edges, 3)  # which took noise for a line


# ---- Outermost lines that state nothing, but show the empty frame in which each line's hints stand

FRAMED = ("........", "..####..", ".######.", ".##..##.", ".##..##.", ".######.", "..####..", "........")
STEP, CELL, TOP, LEFT = 50, 38, 220, 180
PAGE, BADGE = (222, 184, 135), (204, 224, 240)


def board_with_framed_hints(*, dot: bool = False) -> RGB:
    """Cells with gaps between, and each line's hints in a frame; `dot` : in the first row's."""
    image = Image.new("RGB", (LEFT + 9 * STEP, TOP + 9 * STEP), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=22)
    rows, cols = runs_of(FRAMED)
    for at in range(8):
        y, x = TOP + at * STEP, LEFT + at * STEP
        draw.rectangle((LEFT - 80, y + 4, LEFT - 16, y + CELL - 4), BADGE, "black", 2)
        draw.rectangle((x + 4, TOP - 90, x + CELL - 4, TOP - 16), BADGE, "black", 2)
        hints = "  ".join(str(run) for run in rows[at] if run)
        draw.text((LEFT - 22, y + CELL / 2), hints, "black", font, "rm")
        for place, run in enumerate(reversed([run for run in cols[at] if run])):
            draw.text((x + CELL / 2, TOP - 36 - 30 * place), str(run), "black", font, "mm")
        for across in range(8):
            left = LEFT + across * STEP
            draw.rectangle((left, y, left + CELL, y + CELL), "white")
    if dot:
        draw.ellipse((LEFT - 40, TOP + 12, LEFT - 26, TOP + 26), "black")
    return np.asarray(image)


def sure_ends(image: RGB) -> list[bool]:
    """Whether the first and last row, and the first and last column, are surely the board's."""
    found = find_boards(image)
    evidence = found.read(found.boards[0]).evidence
    assert (len(evidence.rows), len(evidence.cols)) == (8, 8)
    return [lines[at].is_surely_on_board for lines in (evidence.rows, evidence.cols) for at in (0, -1)]


@pytest.mark.parametrize("dot", [False, True])
def test_an_empty_frame_is_no_hint_and_what_else_stands_in_it_may_be_one(dot):
    assert sure_ends(board_with_framed_hints(dot=dot)) == [not dot, True, True, True]


@pytest.mark.parametrize("tone", [(220, 226, 240), (255, 255, 255)])
def test_cells_in_the_tone_of_the_hint_area_close_it_and_are_no_lines_of_the_board(tone):
    """As hints are framed on all four sides; in the cells' own tone such lines are the board's."""
    longer = [line + "." for line in HEART] + ["." * (len(HEART[0]) + 1)]
    lattice, outer = lattice_of(HEART, 190, 40), lattice_of(longer, 190, 40)
    image, pen = page_for(outer, (220, 226, 240))
    for ground, box in ((tone, outer.board), ("white", lattice.board)):
        pen.rectangle((box.left, box.top, box.right, box.bottom), ground)
    draw_lines(pen, outer, (20, 20, 30))
    write_hints(pen, lattice, runs_of(HEART), (20, 20, 30))
    solved = solve_nonogram(np.asarray(image))
    assert_solved(solved, longer if tone == (255, 255, 255) else HEART)


def test_a_board_with_hints_below_and_right_goes_on_above_and_at_its_left():
    """Where hints stand, the page's pattern may look like cells; at the other ends it is the board's."""
    lattice = lattice_of(["." * 9] * 9, 20, 40)
    image, pen = page_for(lattice, (255, 255, 255), 160)
    draw_lines(pen, lattice, (238, 238, 238))
    seen = Lattice(lattice.row_edges_px[1:], lattice.col_edges_px[1:])
    board = BoardScored(1.0, 1.0, seen, (8, 8), (0, 0, 0, 0), True, True, 15.0)
    assert with_own_lines(np.asarray(image), board).lattice == lattice


def test_hints_repeated_on_the_other_sides_are_no_lines_of_the_board():
    lattice = lattice_of(HEART, 190, 40)
    image, pen = page_for(lattice, (255, 255, 255), 160)
    box, rows, cols = lattice.board, lattice.row_edges_px, lattice.col_edges_px
    draw_lines(pen, lattice, (20, 20, 30))
    write_hints(pen, lattice, runs_of(HEART), (20, 20, 30))
    write_hints(pen, lattice, runs_of(HEART), (20, 20, 30), right=True, below=True)
    # The hints there are framed, and parted from each other by the board's lines, which go on.
    for ends in (
        *((box.right, at, box.right + 120, at) for at in rows),
        *((at, box.bottom, at, box.bottom + 120) for at in cols),
        (box.right + 120, box.top, box.right + 120, box.bottom),
        (box.left, box.bottom + 120, box.right, box.bottom + 120),
    ):
        pen.line(ends, (20, 20, 30), 2)
    assert_solved(solve_nonogram(np.asarray(image)), HEART)


@pytest.mark.parametrize(("end", "rows"), [(20, 8), (28, 7), (0, 7)], ids=["with it", "before", "beyond"])
def test_lines_that_end_with_a_blank_first_row_have_it_without_a_line_above(end, rows):
    lattice = lattice_of(["." * 8] * 8, 20, 40)
    image, pen = page_for(lattice, (255, 255, 255))
    for at in lattice.row_edges_px[1:-1]:
        pen.line((20, at, 340, at), "black", 2)
        pen.line((at, end, at, 340), "black", 2)
    seen = Lattice(lattice.row_edges_px[1:], lattice.col_edges_px)
    board = BoardScored(1.0, 1.0, seen, (7, 8), (0, 0, 0, 0), False, False, 15.0)
    assert with_own_lines(np.asarray(image), board).lattice.shape == (rows, 8)


@pytest.mark.parametrize(("blank", "kept"), [(2, 5), (3, 3)])
def test_a_board_keeps_lines_of_which_hardly_any_would_be_left_without_them(blank, kept):
    """`blank` columns of five are unlike the hint area."""
    image = np.full((300, 300, 3), 230, np.uint8)
    image[100:300, 100 : 100 + 40 * blank] = 255
    lattice = Lattice(tuple(range(100, 301, 40)), tuple(range(100, 301, 40)))
    board = BoardScored(1.0, 1.0, lattice, (5, 5), (0, 0, 0, 5 - blank), False, False, 20.0)
    assert with_own_lines(image, board).lattice.shape == (5, kept)
