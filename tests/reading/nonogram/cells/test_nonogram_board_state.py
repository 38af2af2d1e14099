"""What the cells of a nonogram's board show, whatever the app's colours."""

import json
from itertools import product

import numpy as np
import pytest
from drawn_nonogram import DARK, LIGHT, Look, drawn_board, picture_of
from read_boards import first_reading, stated

from picrosser.imaging.channels import CLEAR_LEVELS
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Picture
from picrosser.puzzles.progress import MIN_CONFIDENCE
from picrosser.reading.nonogram.cells.board_state import see_cells
from picrosser.repairing.repair_runs import repair_runs

LOOKS = {
    "light": LIGHT,
    "dark": DARK,
    "known blanks in white": Look(page=(128, 128, 128), fill=(0, 0, 0), blank=(255, 255, 255)),
    "tiles": Look(page=(225, 225, 228), fill=(146, 43, 255), inset=0.1),
    "shaded boxes": Look(page=(240, 244, 255), fill=(40, 90, 60), shade=18),
    "pale paint on a dark board": Look(page=(40, 30, 30), ink=(200, 200, 190), fill=(235, 230, 220)),
}


def random_board(seed: int, done: float) -> tuple[list[str], np.ndarray]:
    """A random picture of 10 x 8 and a board of which about so much is done, rightly."""
    random = np.random.default_rng(seed)
    solution = (random.random((8, 10)) < 0.55).astype(np.int8)
    cells = np.where(random.random((8, 10)) < done, solution, np.int8(UNKNOWN)).astype(np.int8)
    return ["".join(".#"[cell] for cell in row) for row in solution], cells


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_every_cell_is_seen(look):
    for seed, done in product(range(4), (0.0, 0.1, 0.5, 0.9, 1.0)):
        lines, cells = random_board(seed, done)
        image, lattice = drawn_board(lines, cells, look)
        seen = see_cells(image, lattice, picture_of(lines))
        shown = seen.progress.cells
        if not (cells == UNKNOWN).any() and look.blank is not None:
            shown = np.where(shown < 0, EMPTY, shown)  # on a finished board nothing tells blank from open
        np.testing.assert_array_equal(shown, cells)
        assert (seen.progress.confidence >= MIN_CONFIDENCE).all()
        paper = look.page if (cells == UNKNOWN).any() else look.blank or look.page
        assert np.abs(np.array(seen.palette[0]) - paper).max() <= look.shade
        if (cells > 0).any():
            assert np.abs(np.array(seen.palette[1]) - look.fill).max() <= look.shade
        contrast = np.abs(np.array(seen.palette[1]) - seen.palette[0]).max()
        assert contrast >= CLEAR_LEVELS


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_mistakes_are_seen_as_what_they_are(look):
    for seed in range(4):
        lines, cells = random_board(seed, 0.5)
        cells[tuple(np.argwhere(cells == EMPTY)[:2].T)] = 1  # painted, and are blank
        image, lattice = drawn_board(lines, cells, look)
        seen = see_cells(image, lattice, picture_of(lines))
        np.testing.assert_array_equal(seen.progress.cells, cells)
        assert (seen.progress.confidence >= MIN_CONFIDENCE).all()


@pytest.mark.parametrize(
    ("fill", "other", "in_two"),
    [
        ((90, 200, 237), (90, 200, 237), False),
        ((90, 200, 237), (60, 133, 158), False),
        ((190, 120, 60), (209, 160, 118), False),
        ((90, 200, 237), (232, 168, 214), True),
        ((190, 120, 60), (250, 200, 120), True),
    ],
    ids=["one paint", "in a shadow", "under white", "two paints", "brown and yellow"],
)
def test_cells_of_one_ink_that_are_painted_in_two_are_told(fill, other, in_two):
    lines = ("##..##", "##..##", "......", "##..##", "##..##")
    image, lattice = drawn_board(lines, picture_of(lines).cells, Look(fill=fill))
    image = image.copy()
    half = image[:, (lattice.board.left + lattice.board.right) // 2 :]
    half[(half == fill).all(axis=2)] = other
    assert see_cells(image, lattice, picture_of(lines)).are_painted_in_two(picture_of(lines)) is in_two


@pytest.mark.parametrize(
    ("board", "page", "paint"),
    [
        ((244, 240, 227), (60, 60, 50), None),  # black would be holes, white would not be seen
        ((128, 128, 128), (0, 0, 0), (255, 255, 255)),
        ((128, 128, 128), (230, 230, 230), (0, 0, 0)),
        ((54, 58, 92), (255, 255, 255), None),
        ((255, 255, 255), (88, 14, 246), (0, 0, 0)),
    ],
)
def test_paint_that_no_cell_shows_is_seen_on_the_board_and_in_the_page(board, page, paint):
    lines, cells = random_board(1, 0.0)
    image, lattice = drawn_board(lines, cells, Look(page=board))
    around = np.full((image.shape[0] + 100, image.shape[1] + 100, 3), page, np.uint8)
    box = lattice.board
    around[box.top + 50 : box.bottom + 50, box.left + 50 : box.right + 50] = image[box.slices]
    seen = see_cells(around, lattice.moved(50, 50), picture_of(lines)).palette[1]
    assert np.abs(np.array(seen) - board).max() >= CLEAR_LEVELS
    assert np.linalg.norm(np.array(seen, float) - page) > 100
    assert paint is None or seen == paint


def test_a_pointer_is_no_cross():
    lines, cells = random_board(3, 0.0)
    image, lattice = drawn_board(lines, cells)
    pointed = image.copy()
    box = lattice.cell(2, 2)
    for step in range(26):  # a triangle in the lower right of a cell
        pointed[box.top + 12 + step, box.left + 12 : box.left + 12 + step // 2 + 1] = 0
    seen = see_cells(pointed, lattice, picture_of(lines))
    assert seen.progress.cells[2, 2] <= 0
    assert seen.progress.cells[2, 2] == UNKNOWN or seen.progress.confidence[2, 2] < MIN_CONFIDENCE


def painted_board(lines, cells, inks) -> tuple[RGB, Lattice]:
    """A board on a page of the first ink, with cells painted in the others."""
    image, lattice = drawn_board(lines, look=Look(page=inks[0]))
    image = image.copy()
    for place, colour in np.ndenumerate(cells):
        box = lattice.cell(*place)
        if colour:
            image[box.top + 2 : box.bottom - 1, box.left + 2 : box.right - 1] = inks[colour]
    return image, lattice


@pytest.mark.parametrize("paper", [(255, 255, 255), (30, 32, 40)], ids=["light", "dark"])
def test_a_hint_that_has_faded_has_the_colour_of_its_paint(paper):
    full, green = (208, 36, 46), (60, 170, 90)
    faded = tuple(round(p + 0.32 * (f - p)) for p, f in zip(paper, full, strict=True))
    lines = ("11022", "11022", "00011", "22000")
    cells = picture_of(lines).cells
    image, lattice = painted_board(lines, cells, (paper, full, green))
    seen = see_cells(image, lattice, Picture(cells, (paper, faded, green)))
    assert seen.palette[1:] == (full, green)
    np.testing.assert_array_equal(np.maximum(seen.progress.cells, 0), cells)


def test_colours():
    inks = ((255, 255, 255), (223, 179, 136), (244, 213, 16), (224, 5, 140))
    lines = ["..11..22", "..11..22", "3.3.3.33", "33333333", "..1111..", "..2112.."]
    solution = picture_of(lines, inks)
    image, lattice = painted_board(lines, solution.cells, inks)
    seen = see_cells(image, lattice, solution)
    np.testing.assert_array_equal(seen.progress.cells > 0, solution.cells > 0)
    np.testing.assert_array_equal(seen.progress.cells[solution.cells > 0], solution.cells[solution.cells > 0])
    assert seen.palette[1:] == inks[1:]


REAL = {  # painted, known to be blank: counted by eye
    "adil192_nonogram/dark_10x10_partial_v1.png": (38, 9),
    "adil192_nonogram/light_9x9_partial.png": (13, 2),
    "picmi/picmi_doc_en.png": (2, 2),
    "lizaszau_colour_picapix/pic_2.png": (48, 52),
    "stefaniamak_flutter/shot_20240112.png": (1, 0),
    "sgt-pattern/sgt_15x15.png": (0, 0),
    "nonogram_com/emiran_10x10_medium.png": (0, 0),
}


@pytest.mark.parametrize("name", REAL)
def test_real_boards(shared, name):
    path = shared / "screenshots" / name
    image = load_image(path)
    reading = first_reading(image)
    settled = repair_runs(reading.evidence)
    assert settled.doubts == ()
    truth = json.loads(path.with_suffix(".json").read_text())
    for lines, true in zip(stated(settled.puzzle), (truth["rows"], truth["cols"]), strict=True):
        assert lines == [[run["n"] if isinstance(run, dict) else run for run in line] for line in true]
    (solution,) = settled.outcome.solutions
    seen = see_cells(image, reading.lattice, Picture(solution.cells, solution.palette))
    cells = seen.progress.cells
    assert (int((cells > 0).sum()), int((cells == EMPTY).sum())) == REAL[name]
    assert (seen.progress.confidence >= MIN_CONFIDENCE).all()


def test_what_lies_over_a_real_board_is_unclear(shared):
    image = load_image(shared / "screenshots" / "mobile_navy_badges" / "yjumatov_original.png")
    reading = first_reading(image)
    outcome = repair_runs(reading.evidence).outcome
    seen = see_cells(image, reading.lattice, outcome.solutions[0])
    assert not ((seen.progress.cells > 0) & (seen.progress.confidence >= MIN_CONFIDENCE)).any()
    assert seen.palette[1] == (0, 0, 0)
