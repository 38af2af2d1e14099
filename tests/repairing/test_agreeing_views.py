"""Views of one page agree on a puzzle: by lines stated alike, without lines that no view states."""

from __future__ import annotations

import numpy as np

from picrosser.deadline import NO_DEADLINE
from picrosser.puzzles.nonogram import Nonogram, Run, Runs, runs_of_cells
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.repairing.agreeing_views import Stated, agreed_puzzle, stated_lines

PALETTE: tuple[Colour, ...] = (255, 255, 255), (0, 0, 0)
PICTURE = """
..####..
.#....#.
########
#.#..#.#
########
..#..#..
.##..##.
########
"""
CELLS = np.array([[int(cell == "#") for cell in row] for row in PICTURE.split()])
ROWS = len(CELLS)
TRUE: Stated = tuple(runs_of_cells(line.tolist()) for line in (*CELLS, *CELLS.T))
PUZZLE = Nonogram(TRUE[:ROWS], TRUE[ROWS:], PALETTE)  # type: ignore[arg-type]


def runs(*lengths: int) -> Runs:
    return tuple(map(Run, lengths))


def view(**misread: Runs | None) -> Stated:
    """What a view states that misreads some lines, such as r1 and c8."""
    lines = list(TRUE)
    for name, stated in misread.items():
        lines[int(name[1:]) - 1 + (ROWS if name[0] == "c" else 0)] = stated
    return tuple(lines)


def agreed(*views: Stated) -> Nonogram | None:
    return agreed_puzzle(views, PUZZLE, NO_DEADLINE)


def test_views_that_misread_different_lines_agree_on_the_puzzle() -> None:
    assert agreed(view(r1=runs(5), r4=None), view(r8=runs(3, 4))) == PUZZLE


def test_a_line_that_one_view_alone_states_right_follows_from_the_others() -> None:
    assert agreed(view(r1=runs(5)), view(r1=None), view()) == PUZZLE


def test_a_line_that_most_views_misread_alike_is_left_open_once_the_lines_have_no_solution() -> None:
    assert agreed(view(r1=runs(5)), view(r1=runs(5)), view()) == PUZZLE


def test_a_line_that_no_view_states_right_is_not_filled_in() -> None:
    assert agreed(view(r1=runs(5)), view(r1=runs(3))) is None
    assert agreed(view(r1=runs(5)), view(r1=runs(5))) is None


def test_a_column_that_adapts_to_a_misread_row_is_not_believed() -> None:
    flipped = CELLS.copy()
    flipped[0, 6] = 1
    row, col = (runs_of_cells(line.tolist()) for line in (flipped[0], flipped[:, 6]))
    other = agreed(view(r1=row, c7=col), view(r1=row, c7=col))
    assert other is not None  # two views that misread both alike cannot be told from right ones
    assert agreed(view(r1=row), view(r1=row, c7=None)) is None
    assert agreed(view(r1=row, c7=runs(8)), view(r1=row)) is None


def test_views_that_agree_on_too_few_lines_state_nothing() -> None:
    few = (*TRUE[:ROWS], *[None] * ROWS)
    assert agreed(few, few) is None
    assert agreed(TRUE) is None


def test_a_view_states_the_lines_whose_digits_form_numbers_that_fit() -> None:
    nats = tuple(tuple(0.0 if digit == shape else -50.0 for digit in range(10)) for shape in range(10))

    def line(*digits: int, has_non_digit: bool = False) -> LineEvidence:
        joins = (Join(1.0, 2.0, both_marked=False, decided=False),) * max(0, len(digits) - 1)
        return LineEvidence(digits, (1,) * len(digits), joins, has_non_digit)

    rows = line(1), line(0, 1), line(9)
    cols = line(3), line(), line(1, has_non_digit=True)
    evidence = NonogramEvidence(rows, cols, nats, PALETTE)
    assert stated_lines(evidence, NO_DEADLINE) == (runs(1), None, None, runs(3), None, None)
