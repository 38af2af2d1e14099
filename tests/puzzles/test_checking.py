"""The referee of Hungry Cat puzzles."""

from dataclasses import replace

import numpy as np
import pytest

from picrosser.puzzles.checking import contradictions, violations
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import CELL_CHARACTERS, Picture
from picrosser.puzzles.progress import Mistake, MistakesFound, Progress, find_mistakes

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


BOARD = puzzle("-2 1 / 2 1", "-2 0 / 1 1 / 1 1")


def test_wrong_counts_are_named_with_their_place():
    found = violations(BOARD, picture("112", "122"))
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
    assert "2 x 2" in violations(BOARD, picture("11", "12"))[0].text
    assert violations(BOARD, picture("11?", "121"))[0].text == "row 1, column 3 is not decided"
    assert "unknown colour 5" in violations(BOARD, picture("115", "121"))[0].text


@pytest.mark.parametrize(
    ("rows", "columns", "found"),
    [
        ("-2 1 / 2 1", "-2 0 / 1 1 / 1 1", []),
        ("? 1 / 2 1", "-2 0 / ? 1 / 1 1", []),  # an unknown count leaves its total unchecked
        ("-2 2 / 2 1", "-2 0 / 1 -2 / 1 1", ["row 1: the counts add up to 4, but the line has 3 cells",
                                             "column 2: the counts add up to 3, but the line has 2 cells"]),
        ("-2 1 / 2 1", "-2 0 / 1 1 / 1 0", ["colour 2: the rows add up to 2, the columns to 1"]),
        ("-2 1 / 2 1", "2 0 / 1 1 / 1 1", ["column 1, colour 1: 2 cells that are not circled need a gap, but "
                                           "the line has 2 cells"]),
    ],
)  # fmt: skip
def test_contradictions_name_their_places(rows: str, columns: str, found: list[str]):
    assert list(contradictions(puzzle(rows, columns))) == found


def test_a_circled_zero_is_a_contradiction():
    broken = replace(BOARD, cols=((CountHint(2, True), CountHint(0, True)), *BOARD.cols[1:]))
    assert contradictions(broken) == ("column 1, colour 2: a circled 0 means nothing",)


# ---- Mistakes on a part-filled board

SOLUTION = Picture(np.array([[1, 2, 1], [2, 0, 1]], np.int8), PALETTE)


def progress(cells: list[list[int]], unsure: tuple[tuple[int, int], ...] = ()) -> Progress:
    confidence = np.ones((2, 3), np.float32)
    for cell in unsure:
        confidence[cell] = 0.2
    return Progress(np.array(cells, np.int8), confidence)


def test_only_painted_cells_are_compared():
    found = find_mistakes(progress([[1, 1, -1], [0, 2, 0]]), SOLUTION)
    assert found == MistakesFound(3, 1, (Mistake((0, 1), 1, 2), Mistake((1, 1), 2, 0)), ())


@pytest.mark.parametrize(("tone", "certain"), [((205, 5, 0), False), ((0, 0, 200), True)])
def test_similar_colours_that_are_confused_all_over_the_board_are_unclear(tone, certain):
    solution = Picture(SOLUTION.cells, (PALETTE[0], PALETTE[1], tone))
    found = find_mistakes(progress([[2, 2, 2], [2, -1, 2]]), solution)
    cells = ((0, 0), (0, 2), (1, 2))
    assert tuple(mistake.cell for mistake in found.mistakes) == (cells if certain else ())
    assert tuple(cell for cell, _ in found.unclear) == (() if certain else cells)
    few = find_mistakes(progress([[2, 2, -1], [2, -1, -1]]), solution)
    assert [mistake.cell for mistake in few.mistakes] == [(0, 0)]


def test_cells_read_with_low_confidence_are_unclear_unless_they_seem_right():
    found = find_mistakes(progress([[1, 1, -1], [-1, -1, -1]], ((0, 0), (0, 1), (0, 2))), SOLUTION)
    assert found == MistakesFound(2, 1, (), (((0, 1), 1), ((0, 2), -1)))


def crossed_out(*wrong: int) -> MistakesFound:
    """Mistakes in a row of six cells, the last three to be painted, with crosses on 2 blanks and `wrong`."""
    cells = np.array([[0, 0, -1, *(0 if cell in wrong else -1 for cell in (3, 4, 5))]], np.int8)
    progress = Progress(cells, np.ones((1, 6), np.float32))
    solution = Picture([[0, 0, 0, 1, 1, 1]], ((255, 255, 255), (0, 0, 0)))
    assert find_mistakes(progress, solution).mistakes == ()
    return find_mistakes(progress, solution, crosses=True)


def test_crosses_can_be_wrong():
    assert crossed_out() == MistakesFound(0, 0, (), ())
    assert crossed_out(4).mistakes == (Mistake((0, 4), 0, 1),)
    assert [mistake.cell for mistake in crossed_out(3, 5).mistakes] == [(0, 3), (0, 5)]


def test_marks_that_are_often_wrong_mean_something_else():
    cells = np.zeros((1, 12), np.int8)
    progress = Progress(cells, np.ones((1, 12), np.float32))
    solution = Picture([[0] * 7 + [1] * 5], ((255, 255, 255), (0, 0, 0)))
    found = find_mistakes(progress, solution, crosses=True)
    assert found.mistakes == ()
    assert [cell for cell, _ in found.unclear] == [(0, col) for col in range(7, 12)]
    unsure = find_mistakes(Progress(cells[:, :4], np.full((1, 4), 0.2, np.float32)),
                     Picture([[0, 0, 0, 1]], solution.palette), crosses=True)  # fmt: skip
    assert unsure.mistakes == ()
    assert unsure.unclear == (((0, 3), 0),)
