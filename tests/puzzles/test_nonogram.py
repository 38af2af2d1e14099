"""The nonogram model and its rules in the referee."""

import numpy as np
import pytest

from picrosser.puzzles.checking import contradictions, violations
from picrosser.puzzles.nonogram import Nonogram, Run, room_needed
from picrosser.puzzles.picture import Picture

COLOURS = ((255, 255, 255), (0, 0, 0), (220, 30, 30))


def runs(*lines: str) -> tuple[tuple[Run, ...], ...]:
    """Lines of "2 3r": the letter r is colour 2."""
    return tuple(
        tuple(Run(int(word.rstrip("r")), 1 + word.endswith("r")) for word in line.split()) for line in lines
    )


DEMO = Nonogram(runs("2", "1 1", "3 2r", "", "2"), runs("2", "1 1", "1 1 1", "1 1r 1", "1r"), COLOURS)


def picture(*lines: str) -> Picture:
    return Picture(np.array([[".kr".index(cell) for cell in line] for line in lines], np.int8), DEMO.palette)


SOLVED = (".kk..", "k..k.", "kkkrr", ".....", "..kk.")


def test_wrong_runs_are_named_in_row_and_column():
    found = violations(DEMO, picture(*SOLVED[:4], "..k.k"))
    assert [(wrong.axis, wrong.line) for wrong in found] == [("row", 4), ("column", 3), ("column", 4)]
    assert found[0].text == "row 5 has the runs 1 1, the hints say 2"


def test_the_colour_of_a_run_counts():
    texts = [wrong.text for wrong in violations(DEMO, picture(*SOLVED[:2], "kkkkr", *SOLVED[3:]))]
    assert texts[0] == "row 3 has the runs 4 1(2), the hints say 3 2(2)"


def test_unknown_lines_are_not_checked_but_given_cells_are():
    given = ((-1, 0, -1, -1, -1), *[(-1,) * 5] * 4)
    open_ = Nonogram((None, *DEMO.rows[1:]), DEMO.cols, DEMO.palette, given)
    (wrong,) = violations(open_, picture(*SOLVED))
    assert wrong.text == "row 1, column 2 is given as colour 0, not 1"
    assert violations(Nonogram((None,) * 5, (None,) * 5, DEMO.palette), picture(*SOLVED)) == ()


def test_contradictions_name_lines_that_are_too_short_and_totals_that_differ():
    puzzle = Nonogram(runs("3 2", ""), runs("1", "1", "1", "", "1r"), DEMO.palette)
    assert contradictions(puzzle) == (
        "row 1: the runs 3 2 need 6 cells, it has 5",
        "colour 1: the rows add up to 5, the columns to 3",
        "colour 2: the rows add up to 0, the columns to 1",
    )


def test_room_needed_counts_gaps_only_within_one_colour():
    assert [room_needed(line) for line in runs("", "3", "2 2", "2 2r", "1 1r 1r")] == [0, 3, 5, 4, 4]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": ()}, {"rows": runs("0")}, {"rows": ((Run(1, 3),),)},
        {"palette": COLOURS[:1]}, {"given": ((0,),)}, {"given": ((5,) * 5,) * 5},
    ],
)  # fmt: skip
def test_invalid_puzzles_are_refused(wrong):
    whole = {"rows": DEMO.rows, "cols": DEMO.cols, "palette": DEMO.palette, "given": None}
    with pytest.raises(ValueError, match=r"row|column|given|puzzle"):
        Nonogram(**{**whole, **wrong})
