"""The referee of Hungry Cat puzzles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from picrosser.puzzles.checking import contradictions, violations
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import CELL_CHARACTERS, Picture

PALETTE = ((255, 255, 255), (200, 0, 0), (0, 0, 200))


def puzzle(rows: str, columns: str, colours: int = 2) -> HungryCat:
    """Lines end with /, hints with a space; -2 is circled, ? unknown, 2? a count with an unknown circle."""

    def hint(word: str) -> CountHint:
        if word == "?":
            return CountHint(None, None)
        return CountHint(int(word[:-1]), None) if word.endswith("?") else CountHint.from_signed(int(word))

    lines = [
        tuple(tuple(hint(word) for word in line.split()) for line in text.split("/"))
        for text in (rows, columns)
    ]
    return HungryCat(lines[0], lines[1], PALETTE[: colours + 1])


def picture(*rows: str) -> Picture:
    cells = [[-1 if c == "?" else CELL_CHARACTERS.index(c) for c in row] for row in rows]
    return Picture(np.array(cells, dtype=np.int8), PALETTE)


def test_a_solution_violates_nothing():
    assert violations(puzzle("-2 1 / 2 1", "-2 0 / 1 1 / 1 1"), picture("112", "121")) == ()


def test_wrong_counts_are_named_with_their_place():
    found = violations(puzzle("-2 1 / 2 1", "-2 0 / 1 1 / 1 1"), picture("112", "122"))
    assert [(v.axis, v.line, v.slot) for v in found][:2] == [("row", 1, 0), ("row", 1, 1)]
    assert found[0].text == "row 2: colour 1 has 1 cells, the hint says 2"
    assert {(v.axis, v.line) for v in found} == {("row", 1), ("column", 2)}


@pytest.mark.parametrize(
    ("hint", "line", "fits"),
    [
        ("-2", "110", True), ("-2", "101", False), ("2", "101", True), ("2", "110", False),
        ("2?", "110", True), ("2?", "101", True), ("2?", "111", False), ("?", "111", True),
        ("?", "000", True), ("1", "010", True), ("-1", "010", True), ("0", "000", True), ("0", "010", False),
    ],
)  # fmt: skip
def test_a_line_is_judged_by_its_hint(hint: str, line: str, fits: bool):
    board = puzzle(hint, "/".join(["?"] * 3), colours=1)
    assert (violations(board, picture(line)) == ()) is fits


def test_wrong_sizes_undecided_cells_and_unknown_colours_are_violations():
    board = puzzle("-2 1 / 2 1", "-2 0 / 1 1 / 1 1")
    assert "2 x 2" in violations(board, picture("11", "12"))[0].text
    assert violations(board, picture("11?", "121"))[0].text == "row 1, column 3 is not decided"
    assert "unknown colour 5" in violations(board, picture("115", "121"))[0].text


def test_contradictions_name_their_places():
    assert contradictions(puzzle("-2 1 / 2 1", "-2 0 / 1 1 / 1 1")) == ()
    assert contradictions(puzzle("-2 2 / 2 1", "-2 0 / 1 -2 / 1 1")) == (
        "row 1: the counts add up to 4, but the line has 3 cells",
        "column 2: the counts add up to 3, but the line has 2 cells",
    )
    assert contradictions(puzzle("-2 1 / 2 1", "-2 0 / 1 1 / 1 0")) == (
        "colour 2: the rows add up to 2, the columns to 1",
    )
    assert "column 1, colour 1: 2 cells" in contradictions(puzzle("-2 1 / 2 1", "2 0 / 1 1 / 1 1"))[0]


def test_an_unknown_count_leaves_its_total_unchecked():
    assert contradictions(puzzle("? 1 / 2 1", "-2 0 / ? 1 / 1 1")) == ()


def test_a_circled_zero_is_a_contradiction():
    board = puzzle("-2 1 / 2 1", "-2 0 / 1 1 / 1 1")
    broken = replace(board, cols=((CountHint(2, True), CountHint(0, True)), *board.cols[1:]))
    assert contradictions(broken) == ("column 1, colour 2: a circled 0 means nothing",)
