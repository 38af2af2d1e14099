"""The boards and the hints of drawn programs are found whole."""

import numpy as np
import pytest
from read_boards import digits_stated, drawn_look, first_hints, first_reading, pixels_of, stated
from sweeps import sweep

from drawn.nonograms.made_up import made_up_program
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.errors import ExitCode, PicrosserError
from picrosser.looks.solve import solve_screenshot
from picrosser.repairing.repair_runs import repair_runs

# ---- Boards whose lines are gaps, bevels or thick bars, or lie among others

LOOKS = {
    "the feet of digits and the edges of tiles are nearly even": ("tiles", 1201002, ""),
    "fainter ones": ("tiles", 470000, ""),
    "a thick frame on a dark page": ("fence", 1000, ""),
    "bars and texts near the board": ("ledger", 3, ""),
    "a few dots": ("crayon", 6002, ""),
    "half of the pitch repeats": ("badges", 50000008, ""),
    "an outer edge that does not show": ("lantern", 31005, ""),
    "hints on pills": ("snake", 7002, ""),
    "dots as if the board's lines went on": ("meadow", 1501014, "jpeg-60"),
    "a title as wide as the board": ("ledger", 7711006, ""),
}
SLOW_LOOKS = {
    "gaps between tiles": ("tiles", 1501002, ""),
    "noise beside lines": ("ledger", 7701016, "jpeg-30"),
    "a lantern": ("lantern", 2004, ""),
    "a page nearly of the board's tone": ("crayon", 1201013, "dim"),
    "hints on plates of another pitch": ("crayon", 5502001, ""),
}


@pytest.mark.parametrize("kind", sweep(LOOKS | SLOW_LOOKS, quick=LOOKS))
def test_the_board_is_found_whole(kind):
    name, seed, damage = (LOOKS | SLOW_LOOKS)[kind]
    drawn = drawn_look(name, seed)
    lattice, true = first_reading(pixels_of(drawn, damage)).lattice, drawn.lattice
    assert lattice.shape == true.shape
    assert abs(lattice.row_edges_px[0] - true.row_edges_px[0]) < true.pitch_px / 4
    assert abs(lattice.col_edges_px[0] - true.col_edges_px[0]) < true.pitch_px / 4
    assert lattice.pitch_px == pytest.approx(true.pitch_px, rel=0.02)


@pytest.mark.parametrize("seed", sweep([3, 4], quick=[4]))
def test_a_button_below_the_board_is_no_hint_of_one_more_row(seed):
    drawn = drawn_look("paper", seed)
    image, lattice = pixels_of(drawn).copy(), drawn.lattice
    rows, cols, pitch = lattice.row_edges_px, lattice.col_edges_px, lattice.pitch_px
    below = round(rows[-1] + 0.2 * pitch)
    image[below:] = image[below, 2]
    top, right, size = round(below + 0.1 * pitch), round(cols[0] - 0.3 * pitch), round(0.65 * pitch)
    image[top : top + size, right - size : right] = 40
    image[top + size // 4 : top + size * 3 // 4, right - size * 2 // 3 : right - size // 3] = 250
    assert first_reading(image).lattice.shape == lattice.shape


# ---- Hints on plates, touching, struck, or near buttons

WHOLE = {  # and whether a blank line shows its 0
    "a margin round the picture": ("tiles", 1201009, "pad", True),
    "a number that nearly fills its square": ("confetti", 1301012, "scale-0.5", False),
    "two dotted digits resemble one beside a frame": ("cartridge", 8806001, "scale-1.33", False),
}
SLOW_WHOLE = {
    "compressed pills": ("snake", 7702002, "jpeg-30", True),
    "a blurred 25 resembles a 5": ("plotter", 1201019, "blur", False),
}
STRUCK = [("crayon", 2007), pytest.param(("paper", 1002), marks=pytest.mark.slow)]


@pytest.mark.parametrize("kind", sweep(WHOLE | SLOW_WHOLE, quick=WHOLE))
def test_every_digit_is_found(kind):
    name, seed, damage, zeros = (WHOLE | SLOW_WHOLE)[kind]
    drawn = drawn_look(name, seed)
    seen = first_hints(pixels_of(drawn, damage))
    puzzle = drawn.spec.puzzle
    found = [len(line) for line in (*seen.rows, *seen.cols)]
    assert found == digits_stated((*puzzle.rows, *puzzle.cols), zeros=zeros)


@pytest.mark.parametrize("seed", sweep([6002, 1001], quick=[6002]))
def test_hints_before_a_margin_are_whole_and_hints_beyond_the_picture_missed(seed):
    drawn = drawn_look("tiles", seed)
    image = pixels_of(drawn)
    assert not any(first_hints(image).cut)
    narrow = image[:, int(drawn.lattice.col_edges_px[0] - 0.8 * drawn.lattice.pitch_px) :]
    try:
        solved = solve_screenshot(np.ascontiguousarray(narrow), kind="nonogram")
    except PicrosserError:
        return
    assert solved.exit_code is not ExitCode.OK


@pytest.mark.parametrize("look", STRUCK)
def test_struck_hints_are_read(look):
    drawn = drawn_look(*look)
    assert drawn.spec.done == "struck"
    puzzle = repair_runs(first_reading(pixels_of(drawn)).evidence).puzzle
    assert stated(puzzle)[0] == stated(drawn.spec.puzzle)[0]


@pytest.mark.parametrize(
    ("seed", "damage"),
    [
        pytest.param(1301008, "", id="struck"),
        pytest.param(662000007, "scale-1.33", id="pale ink on a light plate"),
    ],
)
def test_coloured_hints_are_read_under_a_grey_line(seed, damage):
    drawn = drawn_look("crayon", seed)
    solved = solve_screenshot(pixels_of(drawn, damage))
    assert not solved.reading.doubts
    assert stated(solved.puzzle) == stated(drawn.spec.puzzle)


# ---- Programs that are made up for the test

PROGRAMS = {
    "hints in striped slots": 6,
    "lines numbered in smaller digits": 19,
    "numbers of lines that lose some of their digits": 51,
    "a lit row and column beside tiles": 67,
    "tiles of which the cursor lights some": 224,
    "no frame round a board of 12 rows": 279,
    "a crossed-out column with ink beside it": 423,
    "a first column without hints that is numbered": 408,
    "no frame round a blank first row and last column": 208,
    "a gap as wide as a column before the board": 438,
    "a hint area with the lines of the board": 487,
    "blocks of shaded cells": 20075,
    "plates in stripes, and cells of the hint area": 23014,
    "plates in stripes, and finished hints in boxes": 23063,
    "a column with crosses and no hints beside the rows' hints": 22065,
    "hints off the lines": 20007,
}

QUICK = (
    "hints in striped slots",
    "a hint area with the lines of the board",
    "a gap as wide as a column before the board",
)


@pytest.mark.parametrize("kind", sweep(PROGRAMS, quick=QUICK))
def test_a_program_is_read_that_nobody_has_seen(kind):
    drawn = draw(legible_spec(made_up_program(PROGRAMS[kind]), PROGRAMS[kind]))
    solved = solve_screenshot(drawn.image)
    assert solved.exit_code is ExitCode.OK
    assert solved.puzzle.numbers == drawn.spec.shown.numbers
