"""The hints of drawn programs are found whole: on plates, touching, struck, or near buttons."""

from __future__ import annotations

import numpy as np
import pytest
from read_boards import digits_stated, drawn_look, first_hints, first_reading, lengths, pixels_of
from sweeps import sweep

from picrosser.errors import ExitCode, PicrosserError
from picrosser.looks.solve import solve_screenshot
from picrosser.repairing.repair_runs import repair_runs

WHOLE = {  # and whether a blank line shows its 0
    "a margin round the picture": ("tiles", 1201009, "pad", True),
    "compressed pills": ("snake", 7702002, "jpeg-30", True),
    "a number that nearly fills its square": ("confetti", 1301012, "scale-0.5", False),
    "a blurred 25 resembles a 5": ("plotter", 1201019, "blur", False),
    "two dotted digits resemble one beside a frame": ("cartridge", 8806001, "scale-1.33", False),
}
QUICK = [
    "a margin round the picture",
    "a number that nearly fills its square",
    "two dotted digits resemble one beside a frame",
]

STRUCK = [("crayon", 2007), pytest.param(("paper", 1002), marks=pytest.mark.slow)]


@pytest.mark.parametrize("kind", sweep(list(WHOLE), quick=QUICK))
def test_every_digit_is_found(kind: str) -> None:
    name, seed, damage, zeros = WHOLE[kind]
    drawn = drawn_look(name, seed)
    seen = first_hints(pixels_of(drawn, damage))
    puzzle = drawn.spec.puzzle
    found = [len(line) for line in (*seen.rows, *seen.cols)]
    assert found == digits_stated((*puzzle.rows, *puzzle.cols), zeros=zeros)


@pytest.mark.parametrize(("name", "seed"), [("tiles", 6002), ("tiles", 1001)])
def test_hints_before_a_margin_are_whole_and_hints_beyond_the_picture_missed(name: str, seed: int) -> None:
    drawn = drawn_look(name, seed)
    image = pixels_of(drawn)
    assert not any(first_hints(image).cut)
    narrow = image[:, int(drawn.lattice.col_edges_px[0] - 0.8 * drawn.lattice.pitch_px) :]
    try:
        solved = solve_screenshot(np.ascontiguousarray(narrow), kind="nonogram")
    except PicrosserError:
        return
    assert solved.exit_code is not ExitCode.OK


@pytest.mark.parametrize("look", STRUCK)
def test_struck_hints_are_read(look: tuple[str, int]) -> None:
    drawn = drawn_look(*look)
    assert drawn.spec.done == "struck"
    puzzle = repair_runs(first_reading(pixels_of(drawn)).evidence).puzzle
    assert puzzle is not None
    assert lengths(puzzle.rows) == lengths(drawn.spec.puzzle.rows)


@pytest.mark.parametrize(
    ("seed", "damage"),
    [
        pytest.param(1301008, "", id="struck"),
        pytest.param(662000007, "scale-1.33", id="pale ink on a light plate"),
    ],
)
def test_coloured_hints_are_read_under_a_grey_line(seed: int, damage: str) -> None:
    drawn = drawn_look("crayon", seed)
    solved = solve_screenshot(pixels_of(drawn, damage))
    assert not solved.reading.doubts
    puzzle = drawn.spec.puzzle
    assert lengths(solved.reading.puzzle.rows) == lengths(puzzle.rows)
    assert lengths(solved.reading.puzzle.cols) == lengths(puzzle.cols)
