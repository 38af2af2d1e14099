"""From a picture that explains much, those near by lead to the one that explains most."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.errors import TimeLimitError
from picrosser.puzzles.nonogram_evidence import TWO_DIGITS
from picrosser.repairing.near_pictures import best_near, rival_gain
from picrosser.repairing.stated_runs import Cells, placed_near, stated_by
from picrosser.repairing.weighed_lines import LineReading, WeighedLines
from picrosser.running.deadline import NO_DEADLINE, Deadline

PICTURE = "##.## .###. #...# ##### ..#.."
CELLS = np.array([[cell == "#" for cell in row] for row in PICTURE.split()]).astype(np.int8)
SURE = -9.0  # nats of what a digit is not
MARGIN = 6.0


def side(cells: Cells, faint: dict[tuple[int, int], int] | None = None, colours: int = 1) -> WeighedLines:
    """What is known of lines that show their runs.

    faint : of some numbers, by line and index, what else they may be nearly as well.
    """

    def reading(at: int) -> LineReading:
        runs = stated_by(cells[at])
        digits, inks = np.full((len(runs), 10), SURE), np.full((len(runs), colours), SURE)
        for number, (length, colour) in enumerate(runs):
            digits[number, length] = inks[number, colour - 1] = 0
        for (line, number), other in (faint or {}).items():
            if line == at:
                digits[number, other] = -1.0
        none = np.zeros(len(runs))
        merged = np.full((len(runs), len(TWO_DIGITS)), SURE)
        return LineReading(at, 0.0, digits, merged, inks, none + SURE, none, none > 0, reaches_far=False)

    return WeighedLines(len(cells), cells.shape[1], [reading(at) for at in range(len(cells))])


@pytest.mark.parametrize("wrong", [[(0, 0)], [(0, 0), (1, 4)], [(0, 2), (3, 3), (2, 4)]])
def test_wrong_cells_are_set_right(wrong: list[tuple[int, int]]) -> None:
    start = CELLS.copy()
    start[tuple(zip(*wrong, strict=True))] ^= True
    found = best_near(side(CELLS), side(CELLS.T), start, MARGIN, NO_DEADLINE)
    assert np.array_equal(found.cells, CELLS)


def test_a_cell_of_a_wrong_colour_is_set_right() -> None:
    cells = CELLS.copy()
    cells[2:] *= 2  # the lower rows have another colour
    start = cells.copy()
    start[3, 1], start[1, 1] = 1, 0
    found = best_near(side(cells, colours=2), side(cells.T, colours=2), start, MARGIN, NO_DEADLINE)
    assert np.array_equal(found.cells, cells)


def test_the_picture_that_explains_most_is_left_as_it_is() -> None:
    rows, cols = side(CELLS), side(CELLS.T)
    best = best_near(rows, cols, CELLS, MARGIN, NO_DEADLINE)
    assert best.cells is CELLS
    assert best.rival is None
    assert rival_gain(rows, cols, CELLS, MARGIN) is None


def test_a_cell_that_neither_of_its_lines_tells_makes_a_rival() -> None:
    over, down = {(4, 0): 2}, {(1, 1): 2}  # row 5 may be ".##..", and column 2 end with two cells
    rows, cols = side(CELLS, over), side(CELLS.T, down)
    assert rival_gain(rows, cols, CELLS, MARGIN) == pytest.approx(-2.0)
    assert best_near(rows, cols, CELLS, MARGIN, NO_DEADLINE).rival == pytest.approx(-2.0)
    assert rival_gain(side(CELLS, over), side(CELLS.T), CELLS, MARGIN) is None
    assert rival_gain(side(CELLS), side(CELLS.T, down), CELLS, MARGIN) is None


def test_it_ends_when_the_time_is_up() -> None:
    with pytest.raises(TimeLimitError):
        best_near(side(CELLS), side(CELLS.T), CELLS, MARGIN, Deadline.after(0))


def test_a_line_that_states_what_its_digits_look_like_leads_to_a_rival_four_cells_away() -> None:
    """As on a photograph of 45 x 45 cells, where a column's last number was not found."""
    cells = (np.random.default_rng(5).random((30, 30)) < 0.4).astype(np.int8)
    cells[27:, 10:19] = 0
    cells[28, 12:15] = cells[29, 15] = 1
    other = cells.copy()
    other[28, 15:17] = other[29, 16] = 1
    other[29, 15] = 0
    rows, cols = side(other), side(cells.T)  # row 29 is a 5 there, column 17 has a 2 more
    assert rival_gain(rows, cols, cells, MARGIN) is not None
    assert rival_gain(side(cells), cols, cells, MARGIN) is None


@pytest.mark.parametrize(
    ("most", "ways"), [(0, []), (2, ["##..#", "##.#."]), (4, [".##.#", "##..#", "##.#."])]
)
def test_runs_are_placed_near_a_line(most: int, ways: list[str]) -> None:
    line = bytes([1, 0, 0, 0, 0])
    found = ["".join(".#"[cell] for cell in way) for way in placed_near(line, ((2, 1), (1, 1)), most)]
    assert sorted(found) == sorted(ways)
