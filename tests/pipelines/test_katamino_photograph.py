"""Katamino boards on a table: what lies on them and beside them, and what is left in doubt."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw
from scipy import ndimage
from taken_photographs import save_jpeg

from drawn.glyphs import BUILT_IN
from drawn.katamino.scene import SceneSpec, random_scene
from drawn.photographs.scenes import Photographed, random_photograph
from drawn.photographs.wooden import print_wooden
from picrosser.errors import ExitCode
from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.katamino import KataminoSolved, _each_once, solve_table
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Colour
from picrosser.reading.katamino.reading import doubt_about
from picrosser.reading.katamino.table_board import boards_on, read_table_board
from picrosser.reading.katamino.table_pieces import LoosePiece, find_loose_pieces
from picrosser.reading.photograph.grown_lattice import Lattice as Crossed
from picrosser.reading.photograph.sheet import SheetFound, find_ruled_sheets, sheet_of
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE
from scoring.judging import read_grid

# Seeds of drawn photographs: a board of three columns with a hand's shadow over it, and a part-filled one
# beside which a piece has the table's hue. `scripts/score.py known` reads more of them.
SEEDS = 8, 11
BOX_SEED = 2  # of a table on which pieces have the colours of the box, whatever the scene


@pytest.fixture(scope="module")
def shaded() -> Photographed:
    """The photograph of the first seed."""
    return random_photograph(SEEDS[0], "katamino")


@pytest.fixture(scope="module")
def ruled(shaded: Photographed) -> tuple[RGB, SheetFound, SheetFound]:
    """Its pixels, the largest ruled sheet in it, and the likeliest board on that."""
    image = np.asarray(shaded.image)
    sheet = find_ruled_sheets(image)[0]
    return image, sheet, boards_on(sheet)[0]


def moved(lattice: Crossed, nodes: tuple[int, int], places: tuple[float, float]) -> Crossed:
    """The crossings of a lattice, so many lines and pixels further down and to the right."""
    return replace(lattice, nodes=lattice.nodes + nodes, places=lattice.places + places)


def joined(one: Crossed, other: Crossed) -> Crossed:
    """The crossings of two lattices."""
    return Crossed(
        np.concatenate([one.nodes, other.nodes]),
        np.concatenate([one.places, other.places]),
        np.concatenate([one.numbers, other.numbers]),
    )


def solved_table(image: RGB) -> KataminoSolved | None:
    return solve_table(image, find_ruled_sheets(image), NO_DEADLINE, ignore)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_photographed_board_is_read_with_the_pieces_beside_it(seed, shaded):
    taken = shaded if seed == shaded.seed else random_photograph(seed, "katamino")
    solved = solved_table(np.asarray(taken.image))
    assert solved.exit_code is ExitCode.OK, solved.verdict
    assert read_grid(solved.reading) == taken.truth["grid"]
    beside = [piece.number for row in solved.reading.rows for piece in row.pieces]
    assert sorted(beside) == sorted(taken.truth["apart"])
    assert solved.draw().size == taken.image.size
    lattice = solved.lattice
    box = lattice.board
    corners = [(box.top, box.left), (box.top, box.right), (box.bottom, box.right), (box.bottom, box.left)]
    places = project(lattice.to_picture, np.array(corners, float))
    side = np.linalg.norm(np.subtract(*taken.truth["corners"][:2])) / lattice.shape[1]
    assert np.abs(places - taken.truth["corners"]).max() < 0.1 * side


@pytest.mark.slow
def test_hints_of_a_page_are_no_board_on_a_table(tmp_path):
    """Twenty digits of this page's columns were once taken for a board of 4 x 5 cells, packed with pieces."""
    taken = random_photograph(67022)
    solved = solve_screenshot(save_jpeg(taken.image, taken.view, tmp_path / "page", by_camera=False))
    assert isinstance(solved.puzzle, Nonogram)
    rows = [[run.length for run in runs or ()] for runs in solved.puzzle.rows]
    assert solved.doubts or rows == taken.truth["rows"]


@pytest.fixture(scope="module")
def spec() -> SceneSpec:
    """Five pieces or more, some of them on the board."""
    for seed in range(20):
        spec = random_scene(np.random.default_rng(seed), (BUILT_IN,), "part")
        if len(spec.grid) == 5 and len(spec.grid[0]) > 4 and len(spec.apart) > 2:
            return spec
    raise AssertionError("no such scene")


def printed(spec: SceneSpec) -> RGB:
    """The scene with pieces in the colours of the game's box."""
    drawn = print_wooden(np.random.default_rng(BOX_SEED), spec)
    assert drawn.look == "box pieces"
    return np.asarray(drawn.image)


def test_a_piece_that_is_not_seen_leaves_a_doubt(spec):
    whole = solved_table(printed(spec))
    assert whole.exit_code is ExitCode.OK, whole.verdict
    without_one = replace(spec, apart=spec.apart[1:], corners=spec.corners[1:])
    solved = solved_table(printed(without_one))
    assert solved.exit_code is ExitCode.DOUBTFUL
    assert "beside the board can be told" in solved.verdict


@pytest.mark.parametrize("is_known", [True, False], ids=["one that lies on it", "another one"])
def test_beside_a_full_board_only_a_piece_that_lies_on_it_is_a_doubt(spec, is_known):
    whole = solved_table(printed(spec))
    packed = whole.problems[0]
    numbers = [0, *(piece.number for piece in packed.puzzle.pieces)]
    grid = tuple(tuple(numbers[cell] for cell in row) for row in packed.picture.rows)
    other = next(piece for piece in BOX if piece not in packed.puzzle.pieces)
    beside = spec.apart[0] if is_known else (other.number, other.shape)
    full = replace(spec, grid=grid, apart=(beside,), corners=spec.corners[:1])
    solved = solved_table(printed(full))
    assert bool(solved.doubts) == is_known, solved.verdict


def test_a_board_that_shows_half_a_piece_leaves_a_doubt(spec):
    number = next(number for row in spec.grid for number in row if number)
    row, col = next((r, row.index(number)) for r, row in enumerate(spec.grid) if number in row)
    grid = [list(line) for line in spec.grid]
    grid[row][col] = 0
    solved = solved_table(printed(replace(spec, grid=tuple(map(tuple, grid)))))
    assert solved.exit_code is ExitCode.DOUBTFUL
    assert "of the board, " in solved.verdict


def ruled_card(*, tones: tuple[Colour, ...] = (), numbered: bool = False) -> RGB:
    """A card with 5 x 5 cells, painted in turn, or numbered."""
    card = Image.new("RGB", (420, 420), (246, 244, 238))
    pen = ImageDraw.Draw(card)
    for cell in range(25):
        left, top = 60 + 60 * (cell % 5), 60 + 60 * (cell // 5)
        tone = tones[cell % len(tones)] if tones else None
        pen.rectangle((left, top, left + 60, top + 60), tone, "black", width=2)
        if numbered:
            pen.text((left + 12, top + 6), str(cell + 10), fill="black", font_size=36)
    return np.asarray(card)


def empty_board() -> RGB:
    """A board of bare wood, with 5 x 5 cells."""
    board = np.full((420, 420, 3), (214, 186, 140), np.uint8)
    for line in range(60, 361, 60):
        board[line : line + 3, 60:363] = board[60:363, line : line + 3] = 60
    return board


@pytest.mark.parametrize(
    "image",
    [ruled_card(numbered=True), ruled_card(tones=((200, 80, 60), (60, 90, 190))), empty_board()],
    ids=["numbered", "painted", "empty"],
)
def test_a_ruled_sheet_without_pieces_is_no_katamino(image):
    assert find_ruled_sheets(image)
    assert solved_table(image) is None


def test_a_less_likely_board_of_the_same_sheet_is_no_way_out_of_a_doubt(ruled, monkeypatch):
    image, sheet, board = ruled
    sure = solve_table(image, [sheet], NO_DEADLINE, ignore)
    readings = [replace(sure.reading, doubts=(doubt_about("a piece is hidden"),)), sure.reading]
    both = "picrosser.reading.katamino.table_board.boards_on"
    monkeypatch.setattr(both, lambda _: [board, board])
    monkeypatch.setattr("picrosser.pipelines.katamino._read_table", lambda *_: readings.pop(0))
    solved = solve_table(image, [sheet], NO_DEADLINE, ignore)
    assert solved.exit_code is ExitCode.DOUBTFUL
    assert readings == [sure.reading]


def test_no_pieces_are_sought_on_lines_that_allow_many_boards(ruled, monkeypatch):
    image, sheet, board = ruled
    monkeypatch.setattr("picrosser.reading.katamino.table_board.boards_on", lambda _: 3 * [board])
    assert solve_table(image, [sheet], NO_DEADLINE, ignore) is None


def test_the_shadow_of_a_finger_is_no_piece():
    table = np.full((480, 640, 3), (150, 140, 120), np.float64)
    lattice = Lattice(tuple(range(32, 193, 32)), tuple(range(32, 129, 32)))
    table[300:332, 200:360] = (60, 90, 200)  # a piece I
    shade = np.ones((480, 640))
    shade[380:412, 400:560] = 0.5
    shade = ndimage.gaussian_filter(shade, 4)
    image = np.rint(table * shade[..., None]).astype(np.uint8)
    for found in find_loose_pieces(image, lattice):
        assert [(seen.piece.letter, seen.box.top // 32) for seen in found.pieces] == [("I", 9)]


def test_a_piece_on_the_board_does_not_lie_beside_it():
    table = np.full((400, 480, 3), (60, 110, 70), np.uint8)
    lattice = Lattice(tuple(range(96, 257, 32)), tuple(range(96, 353, 32)))
    table[64:288, 64:384] = (214, 186, 140)
    table[96:128, 96:256] = (120, 96, 66)
    assert [found.pieces for found in find_loose_pieces(table, lattice)] == [(), (), ()]


@pytest.mark.parametrize(
    ("columns", "why"), [(7, "a row or column seems to be missing at one side"), (8, "")]
)
def test_a_board_whose_wood_goes_on_at_one_side_has_columns_that_were_not_seen(columns, why):
    image = np.full((320, 420, 3), (60, 70, 110), np.uint8)
    image[48:256, 48:352] = (200, 160, 120)  # 5 x 8 cells and half a cell round them
    image[64:240:32, 64:336] = image[64:240, 64:336:32] = (150, 120, 90)
    lattice = Lattice(tuple(range(64, 225, 32)), tuple(range(64, 65 + 32 * columns, 32)))
    board = read_table_board(image, lattice)
    assert (board.why, bool(board.free.all())) == (why, True)


def test_bare_pieces_are_told_apart_where_lines_between_them_have_one_dark_edge_or_two():
    grid = np.array(
        [
            [4, 4, 4, 6, 6, 6],
            [9, 9, 4, 4, 6, 6],
            [5, 9, 9, 12, 7, 7],
            [5, 9, 12, 12, 12, 7],
            [5, 5, 5, 12, 7, 7],
        ]
    )
    side, rng = 32, np.random.default_rng(4)
    wood = np.full((7 * side, 8 * side), 170.0)
    lattice = Lattice(tuple(range(side, 7 * side, side)), tuple(range(side, 8 * side, side)))
    for row, col in np.ndindex(5, 6):
        for down, along in ((0, 1), (1, 0)):
            if row + down > 4 or col + along > 5:
                continue
            apart = grid[row, col] != grid[row + down, col + along]
            tone = 170 * (0.62 if not apart else rng.choice((0.44, 0.3)))
            top, left = side * (row + 1 + down), side * (col + 1 + along)
            box = (
                (slice(top - 1, top + 1), slice(left, left + side))
                if down
                else (slice(top, top + side), slice(left - 1, left + 1))
            )
            wood[box] = tone
    image = np.rint(wood[..., None] * (1.0, 0.8, 0.6)).astype(np.uint8)
    darker = image.copy()
    darker[4 * side : 6 * side, 5 * side : 7 * side] = 0.7 * darker[4 * side : 6 * side, 5 * side : 7 * side]
    assert "some cells are darker, so they may be free" in read_table_board(darker, lattice).why
    board = read_table_board(image, lattice)
    assert board.why == ""
    shown = np.zeros(grid.shape, int)
    for placed in board.placed:
        shown[tuple(np.transpose(placed.cells))] = placed.piece.number
    assert (shown == grid).all()


def test_grain_between_a_board_s_lines_and_lines_beyond_it_are_not_taken_for_its_own(ruled):
    _, sheet, board = ruled
    first, last = np.array(board.first), np.array(board.last)
    own, step = board.lattice, board.pitch_px / board.reduction
    doubled = replace(own, nodes=own.nodes * (2, 1))
    halves = joined(doubled, moved(doubled, (1, 0), (step / 2, 0)))
    beyond = moved(own.part(own.nodes[:, 1] == last[1]), (0, 1), (0, 1.3 * step))
    for lattice in (halves, joined(own, beyond)):
        (found, *_) = boards_on(sheet_of(lattice, sheet.reduction))
        assert np.subtract(found.last, found.first).tolist() == (last - first).tolist()


def test_a_shadow_that_looks_like_a_piece_once_more_is_none():
    boxes = Box(0, 0, 32, 160), Box(200, 0, 232, 160), Box(0, 300, 96, 364)
    numbers, fits = (1, 1, 2), (0.82, 0.95, 0.9)
    seen = [
        LoosePiece(BOX[number - 1], (0, 0, 0), box, fit)
        for number, box, fit in zip(numbers, boxes, fits, strict=True)
    ]
    assert _each_once(seen) == (seen[1], seen[2])
