"""From a picture that explains much, those near by lead to the one that explains most."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.deadline import NO_DEADLINE, Deadline
from picrosser.errors import TimeLimitError
from picrosser.puzzles.nonogram_evidence import TWO_DIGITS
from picrosser.repairing.near_pictures import best_near, has_rival, lengths
from picrosser.repairing.weighed_lines import LineReading, WeighedLines

PICTURE = "##.## .###. #...# ##### ..#.."
CELLS = np.array([[cell == "#" for cell in row] for row in PICTURE.split()])
SURE = -9.0  # nats of what a digit is not
MARGIN = 6.0


def side(cells: np.ndarray, faint: dict[tuple[int, int], int] | None = None) -> WeighedLines:  # type: ignore[type-arg]
    """What is known of lines that show their runs.

    faint : of some numbers, by line and index, what else they may be nearly as well.
    """

    def reading(at: int) -> LineReading:
        runs = lengths(cells[at])
        digits = np.full((len(runs), 10), SURE)
        digits[range(len(runs)), runs] = 0
        for (line, number), other in (faint or {}).items():
            if line == at:
                digits[number, other] = -1.0
        none = np.zeros(len(runs))
        merged = np.full((len(runs), len(TWO_DIGITS)), SURE)
        return LineReading(at, 0.0, digits, merged, none + SURE, none, none > 0, reaches_far=False)

    return WeighedLines(len(cells), cells.shape[1], [reading(at) for at in range(len(cells))])


@pytest.mark.parametrize("wrong", [[(0, 0)], [(0, 0), (1, 4)], [(0, 2), (3, 3), (2, 4)]])
def test_wrong_cells_are_set_right(wrong: list[tuple[int, int]]) -> None:
    start = CELLS.copy()
    start[tuple(zip(*wrong, strict=True))] ^= True
    found = best_near(side(CELLS), side(CELLS.T), start, NO_DEADLINE)
    assert np.array_equal(found, CELLS)


def test_the_picture_that_explains_most_is_left_as_it_is() -> None:
    rows, cols = side(CELLS), side(CELLS.T)
    assert best_near(rows, cols, CELLS, NO_DEADLINE) is CELLS
    assert not has_rival(rows, cols, CELLS, MARGIN)


def test_a_cell_that_neither_of_its_lines_tells_makes_a_rival() -> None:
    over, down = {(4, 0): 2}, {(1, 1): 2}  # row 5 may be ".##..", and column 2 end with two cells
    assert has_rival(side(CELLS, over), side(CELLS.T, down), CELLS, MARGIN)
    assert not has_rival(side(CELLS, over), side(CELLS.T), CELLS, MARGIN)
    assert not has_rival(side(CELLS), side(CELLS.T, down), CELLS, MARGIN)


def test_it_ends_when_the_time_is_up() -> None:
    with pytest.raises(TimeLimitError):
        best_near(side(CELLS), side(CELLS.T), CELLS, Deadline.after(0))
