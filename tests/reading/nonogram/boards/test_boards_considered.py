"""Which boards were considered is reported, with why all but one were rejected."""

from itertools import product

import numpy as np
import pytest
from drawn_nonogram import (
    HEART,
    TEN_BY_TWELVE,
    Look,
    draw_lines,
    drawn_board,
    lattice_of,
    page_for,
    runs_of,
    write_hints,
)
from PIL import Image, ImageDraw, ImageFont
from read_boards import assert_solved, edges_off, first_hints

from picrosser.errors import GridNotFoundError, HintsUnreadableError, PicrosserError
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram import read as reading
from picrosser.reading.nonogram.boards.propose import BoardsConsidered, boards_on_lines
from picrosser.reading.nonogram.boards.rulings import Ruling, fitted_lattices
from picrosser.reading.nonogram.boards.score import (
    MISSING_IN_FULL,
    MISSING_PER_SEEN,
    SEEN_IN_FULL,
    NumbersOnRuling,
    Rectangles,
    Terms,
)
from picrosser.reading.nonogram.hints.beside import HintsGrouped, InkFound
from picrosser.reading.nonogram.read import find_boards
from picrosser.reading.page.numbers import Numbers


def considered(stages: list[object]) -> BoardsConsidered:
    """The boards of the last look."""
    *_, boards = (stage for stage in stages if isinstance(stage, BoardsConsidered))
    return boards


def test_the_chosen_board_is_reported_before_its_ink_and_hints():
    image, _ = drawn_board(HEART)
    stages: list[object] = []
    solved = solve_nonogram(image, on_stage=stages.append)
    assert [type(stage) for stage in stages[:3]] == [BoardsConsidered, InkFound, HintsGrouped]
    (chosen,) = (board for board in considered(stages).candidates if not board.rejected_because)
    assert (chosen.lattice, chosen.score) == (solved.lattice, 1.0)


def test_a_board_in_a_page_is_found_where_it_is_alone():
    image, _ = drawn_board(HEART)
    page = np.full((image.shape[0] + 80, image.shape[1] + 60, 3), (10, 60, 10), np.uint8)
    page[50 : 50 + image.shape[0], 20 : 20 + image.shape[1]] = image
    hints, plain = first_hints(page), first_hints(image)
    assert hints.lattice == hints.ink.lattice == plain.lattice.moved(50, 20)
    for one, other in zip((*plain.rows, *plain.cols), (*hints.rows, *hints.cols), strict=True):
        assert [piece.box.moved(50, 20) for piece in one] == [piece.box for piece in other]


@pytest.mark.parametrize("bare", [True, False])
def test_a_refusal_is_explained_before_it_is_raised(bare):
    """Neither a blank page nor a board without hints offers a board to choose."""
    image, lattice = drawn_board(HEART)
    board = lattice.board
    page = np.full_like(image, 255)
    if not bare:
        page[board.slices] = image[board.slices]
    stages: list[object] = []
    with pytest.raises(PicrosserError):
        solve_nonogram(page, on_stage=stages.append)
    assert "" not in {candidate.rejected_because for candidate in considered(stages).candidates}


def test_a_board_without_numbers_is_called_one_only_if_it_is_convincing(monkeypatch):
    """A plot was refused as "a board is there": the numbers at its axes were a board's likeliest hints."""
    found = reading.find_boards(drawn_board(HEART)[0])
    board = found.boards[0]
    monkeypatch.setattr(reading, "collect_hints", lambda *_, **__: None)
    assert board.is_convincing
    with pytest.raises(HintsUnreadableError, match="a board was found"):
        found.read(board)
    with pytest.raises(GridNotFoundError, match="no board found: the likeliest one, of 6 rows and 7 columns"):
        found.read(board._replace(shown=(3, 3)))


def test_boards_with_the_same_lines_and_hints_on_the_same_sides_are_the_same():
    best = find_boards(drawn_board(HEART)[0]).boards[0]
    assert best.is_same(best._replace(nats=0.0))
    assert not best.is_same(best._replace(lattice=best.lattice.moved(0, 12)))
    assert not best.is_same(best._replace(below=True))


def test_digits_that_differ_in_their_middle_channel_only_are_read():
    look = Look(page=(220, 133, 54), ink=(228, 200, 52), fill=(240, 224, 150))
    assert_solved(solve_nonogram(drawn_board(HEART, look=look)[0]), HEART)


def test_a_board_without_lines_is_read_by_its_digits():
    """A plain area: the hints alone tell its rows and columns."""
    image, lattice = drawn_board(HEART)
    bare = np.pad(image, ((0, 25), (0, 25), (0, 0)), mode="edge")  # its ends are at no line
    board = lattice.board
    bare[board.top - 3 : board.bottom + 4, board.left - 3 : board.right + 4] = bare[2, 2]
    assert_solved(solve_nonogram(bare), HEART)


def test_lines_alone_propose_a_board_whose_numbers_are_in_no_step():
    image, lattice = drawn_board(HEART)
    shifted, board = image.copy(), lattice.board
    for col, edge in enumerate(lattice.col_edges_px[:-1]):
        strip = np.s_[: board.top - 2, edge + 1 : edge + 39]
        shifted[strip] = np.roll(image[strip], (-9, 9)[col % 2], axis=1)
    assert find_boards(shifted).boards[0].lattice.shape != lattice.shape
    (best, *_) = find_boards(shifted, propose=boards_on_lines).boards
    assert edges_off(best.lattice, lattice) <= 2
    assert_solved(solve_screenshot(Image.fromarray(shifted)), HEART)


@pytest.mark.parametrize("gap", [10, 13])
def test_a_board_on_lines_is_fitted_to_its_own_gaps(gap):
    """Beyond the board, edges of digits are nearly in step with its tiles."""
    luma = np.full((300, 700), 240, np.int16)
    for left in range(0, 192, 33):  # digits
        luma[60:240, left + 8 : left + 22] = 0
    for top, left in product(range(42, 242, 40), range(204, 604, 40)):
        luma[top : top + 40 - gap, left : left + 40 - gap] = 90
    seen = Lattice(tuple(range(36, 242, 41)), tuple(range(198, 609, 41)))
    (fitted,) = fitted_lattices(luma, [seen])
    for edges, first in ((fitted.row_edges_px, 42 - gap / 2), (fitted.col_edges_px, 204 - gap / 2)):
        assert np.abs(np.subtract(edges, first + 40 * np.arange(len(edges)))).max() <= 1


def board_and_hints(
    lines: tuple[str, ...], of_board: Lattice, of_hints: Lattice, *, plain: bool = False
) -> RGB:
    """A board whose numbers stand in the middles of another lattice's lines; `plain`: it shows no lines."""
    board = of_board.board
    image, draw = page_for(of_board, (250, 250, 250), 90)
    if plain:
        draw.rectangle((board.left, board.top, board.right, board.bottom), (220, 53, 69))
    else:
        draw_lines(draw, of_board, (10, 10, 40))
    write_hints(draw, of_hints, runs_of(lines), (10, 10, 40))
    return np.asarray(image)


@pytest.mark.parametrize("pitch", [43, 45])
def test_numbers_may_stand_a_little_closer_than_the_lines(pitch):
    lattice = lattice_of(TEN_BY_TWELVE, 190, 44)
    solved = solve_nonogram(board_and_hints(TEN_BY_TWELVE, lattice, lattice_of(TEN_BY_TWELVE, 190, pitch)))
    assert edges_off(solved.lattice, lattice) <= 3
    assert_solved(solved, TEN_BY_TWELVE)


def test_the_edges_of_a_plain_board_tell_how_far_its_numbers_are_off_their_middles():
    lattice = lattice_of(HEART, 190, 60)
    solved = solve_nonogram(board_and_hints(HEART, lattice, lattice.moved(-14, -14), plain=True))
    assert_solved(solved, HEART)
    assert edges_off(solved.lattice, lattice) <= 3


def test_dots_in_open_cells_are_no_lines_of_a_plot():
    image, lattice = drawn_board(HEART)
    dotted, board = image.copy(), lattice.board
    dotted[board.top - 3 : board.bottom + 4, board.left - 3 : board.right + 4] = image[2, 2]
    for y, x in product(lattice.row_edges_px[:-1], lattice.col_edges_px[:-1]):
        dotted[y + 17 : y + 24, x + 17 : x + 24] = 120
    assert_solved(solve_nonogram(dotted), HEART)


# ---- A plot's numbers stand on its lines: they are no hints, since a hint stands beside a row or a column

LEFT, TOP, PITCH, COUNT = 150, 60, 80, 5


def lines_with_numbers(off: float) -> RGB:
    """A frame, lines within it, and numbers left of it and below that are so far from the lines.

    The frame is no line of these: a plot's axes end anywhere.
    """
    canvas = Image.new("RGB", (700, 620), "white")
    pen = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(size=22)
    places = [PITCH * at for at in range(COUNT)]
    near, far = -0.35 * PITCH, places[-1] + 0.35 * PITCH
    pen.rectangle((LEFT + near, TOP + near, LEFT + far, TOP + far), outline="black", width=2)
    for number, at in zip((2, 1, 0, 1, 2), places, strict=True):
        pen.line((LEFT + near, TOP + at, LEFT + far, TOP + at), (120, 120, 120), 2)
        pen.line((LEFT + at, TOP + near, LEFT + at, TOP + far), (120, 120, 120), 2)
        pen.text((LEFT + near - 25, TOP + at + off), str(number), "black", font, anchor="mm")
        pen.text((LEFT + at + off, TOP + far + 25), str(number), "black", font, anchor="mm")
    return np.asarray(canvas)


@pytest.mark.parametrize("off", [0.0, 5.0], ids=["on", "near"])
def test_numbers_on_a_plots_lines_are_no_hints(off):
    image = lines_with_numbers(off)
    with pytest.raises(GridNotFoundError):
        solve_nonogram(image)


# ---- The terms of all rectangles, measured at once, are what one counts in a single rectangle

TERMS_PITCH, HEIGHT = 20.0, 10.0
LINES = 9  # of rows and of columns


@pytest.fixture
def ruling() -> Ruling:
    rng = np.random.default_rng(5)
    places = 7 + TERMS_PITCH * np.arange(LINES)
    lying, standing = (rng.integers(-1, 2, (LINES, LINES - 1)).astype(np.int8) for _ in "rc")
    return Ruling(places, places, (lying, standing), (0, LINES - 1, 0, LINES - 1), (1000, 1000))


def numbers_at(*cells: tuple[int, int]) -> Numbers:
    """One number in the middle of each of these cells of the ruling."""
    middle = 7 + TERMS_PITCH * (np.array(cells, float) + 0.5)
    top, left = middle[:, 0] - HEIGHT / 2, middle[:, 1] - 3
    return Numbers(top=top, bottom=top + HEIGHT, left=left, right=left + 6, height=0 * top + HEIGHT)


def test_terms_are_what_one_counts(ruling):
    """The board lies at rows 2 to 6 and columns 3 to 7; all but its column 6 have hints."""
    above, beside = [(1, 3), (1, 4), (1, 5), (0, 3)], [(row, 2) for row in range(2, 7)]
    page = NumbersOnRuling(ruling, numbers_at(*above, *beside, (4, 4), (7, 2)), HEIGHT)
    rectangles = Rectangles(page, below=False, beside_right=False)
    at = np.array(
        [list(lines).index(line) for lines, line in zip(rectangles.lines, (2, 7, 3, 7), strict=True)]
    )

    def term(name: str) -> float:
        return float(rectangles.nats(Terms(**{name: 1.0}))[tuple(at)])

    lying, standing = ruling.seen
    lines = [*lying[2:8, 3:7], *standing[3:8, 2:7]]
    more_seen = [(line > 0).sum() - MISSING_PER_SEEN * (line < 0).sum() for line in lines]
    assert term("seen") == pytest.approx(np.clip(np.array(more_seen) / SEEN_IN_FULL, 0, 1).sum())
    assert term("missing") == pytest.approx(np.clip(-np.array(more_seen) / MISSING_IN_FULL, 0, 1).sum())
    outer_weigh_half = (
        (lines[:-1].sum() + lines[1:].sum()) / (2 * (len(lines) - 1))
        for lines in (lying[2:8, 3:7], standing[3:8, 2:7])
    )
    assert term("crossed") == pytest.approx(sum(outer_weigh_half))
    assert rectangles.board(0.0, at).shown == (5, 3)
    assert (term("shown"), term("bare")) == (8, 1)
    assert term("inside") == 2  # one number, in its row and in its column
    assert term("beyond") == 1  # beside the row after the last
    assert (term("astray"), term("far"), term("fives")) == (0, 0, 1)
    every = rectangles.nats(Terms(*[1.0] * len(Terms._fields)))[tuple(at)]
    assert every == pytest.approx(sum(map(term, Terms._fields)))


def test_lines_that_the_edge_of_the_picture_cuts_off_lie_on_it(ruling):
    cut = ruling._replace(rows=ruling.rows - 9, shape_px=(160, 155))  # the first row from -2 to 18
    lattice = cut.lattice((0, LINES - 1, 0, LINES - 2))
    assert lattice.row_edges_px == (0, *range(18, 159, 20))
    assert lattice.col_edges_px == tuple(range(7, 148, 20))
    assert cut.lattice((7, 8, 6, 8)).col_edges_px == (127, 147, 155)
