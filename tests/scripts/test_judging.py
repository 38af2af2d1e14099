"""Verdicts: what counts as exact, doubted, refused or silently wrong, in all families."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.hungry_cat import HungryCatSolved
from picrosser.pipelines.nonogram_solved import NonogramRead, NonogramSolved
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.katamino import BOX, Board, CardRow, PlacedPiece, rectangle
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.katamino.reading import KataminoReading, Kind
from picrosser.repairing.counts_repaired import CountsRepaired
from picrosser.solving.solve import solve
from scoring.judging import NO_PUZZLE, Verdict, inks_off, judge, katamino_differences, read_grid

IMAGE = np.zeros((4, 4, 3), np.uint8)
PAGE, RED, BLUE = (255, 255, 255), (200, 30, 30), (30, 60, 200)
PALETTE = (PAGE, RED, BLUE)
DOUBT = Doubt(HintPlace("row", 0, 0), CountHint(1), (CountHint(7),), "a sticker hides it")


def lattice(shape: tuple[int, int]) -> Lattice:
    return Lattice(tuple(range(shape[0] + 1)), tuple(range(shape[1] + 1)))


# ---- Hungry Cat: 12 over 11, of which the hints have one solution, as their mirror image has

CAT: dict[str, Any] = {
    "kind": "hungry-cat",
    "rows": [[1, 1], [-2, 0]],
    "columns": [[-2, 0], [1, 1]],
    "solution": ["12", "11"],
    "colours": [RED, BLUE],
}


def cat(rows: list[list[int]], cols: list[list[int]], doubts: tuple[Doubt, ...] = ()) -> HungryCatSolved:
    lines = [tuple(tuple(map(CountHint.from_signed, line)) for line in lines) for lines in (rows, cols)]
    puzzle = HungryCat(lines[0], lines[1], PALETTE)
    reading = Reading(lattice(puzzle.shape), puzzle, doubts, Evidence(*puzzle.shape, puzzle.colours, (), ()))
    return HungryCatSolved(IMAGE, reading, CountsRepaired(puzzle, solve(puzzle), doubts=doubts), {})


RIGHT, MIRRORED = cat(CAT["rows"], CAT["columns"]), cat(CAT["rows"][::-1], CAT["columns"])
DIAGONAL = [[1, 1], [1, 1]]  # has two solutions


@pytest.mark.parametrize(
    ("solved", "truth", "verdict"),
    [
        (RIGHT, CAT, Verdict.EXACT),
        (MIRRORED, CAT, Verdict.WRONG),
        (RIGHT, CAT | {"solution": ["21", "22"]}, Verdict.EXACT),  # other names of the colours
        (RIGHT, CAT | {"solution": ["11", "12"]}, Verdict.WRONG),
        (RIGHT, NO_PUZZLE, Verdict.WRONG),
        (RIGHT, None, Verdict.UNJUDGED),
        (cat(CAT["rows"], CAT["columns"], (DOUBT,)), CAT, Verdict.DOUBTED),
        (cat(CAT["rows"][::-1], CAT["columns"], (DOUBT,)), CAT, Verdict.REFUSED),
        (cat(CAT["rows"], CAT["columns"], (DOUBT,)), NO_PUZZLE, Verdict.REFUSED),
        (cat(DIAGONAL, DIAGONAL), CAT, Verdict.SEVERAL),
        (cat(DIAGONAL, DIAGONAL), {"kind": "hungry-cat", "rows": DIAGONAL, "cols": DIAGONAL}, Verdict.EXACT),
        (cat(DIAGONAL, DIAGONAL), NO_PUZZLE, Verdict.WRONG),
    ],
)
def test_verdicts(solved, truth, verdict):
    assert judge(solved, truth) is verdict


# ---- Nonograms


def nonogram(puzzle: Nonogram, doubts: tuple[Doubt, ...] = ()) -> NonogramSolved:
    reading = NonogramRead(lattice(puzzle.shape), puzzle, doubts)
    return NonogramSolved(IMAGE, reading, solve(puzzle), None, (), {})


def in_colours(red: int, blue: int, palette: tuple[tuple[int, int, int], ...] = PALETTE) -> NonogramSolved:
    """Red and blue beside each other, with these numbers, over red."""
    rows = ((Run(1, red), Run(1, blue)), (Run(1, red),))
    return nonogram(Nonogram(rows, ((Run(2, red),), (Run(1, blue),)), palette))


def stated(length: int, colour: tuple[int, int, int]) -> dict[str, Any]:
    return {"n": length, "colour": list(colour)}


COLOURED = {
    "kind": "colour-nonogram",
    "rows": [[stated(1, RED), stated(1, BLUE)], [stated(1, RED)]],
    "cols": [[stated(2, RED)], [stated(1, BLUE)]],
    "solution": ["ab", "a."],
    "palette": {"a": RED, "b": BLUE},
}


def test_colours_are_as_stated_or_only_told_apart():
    dimmed = tuple((r // 2, g // 2, b // 2) for r, g, b in (PAGE, BLUE, RED))
    assert judge(in_colours(1, 2), COLOURED) is Verdict.EXACT
    assert judge(in_colours(2, 1), COLOURED) is Verdict.WRONG
    assert judge(in_colours(2, 1, dimmed), COLOURED) is Verdict.WRONG
    assert judge(in_colours(2, 1, dimmed), COLOURED, own_tones=False) is Verdict.EXACT
    assert judge(in_colours(1, 1), COLOURED, own_tones=False) is Verdict.REFUSED  # has no solution
    near = (PAGE, (196, 30, 30), (30, 67, 200))
    assert inks_off(in_colours(1, 2, near).puzzle, COLOURED) == 7


BLACK: dict[str, Any] = {"kind": "nonogram", "rows": [[1], [0]], "cols": [[1], []], "solution": ["#.", ".."]}


@pytest.mark.parametrize(
    ("rows", "shown", "verdict"),
    [
        (((Run(1),), ()), [[1], []], Verdict.EXACT),
        (((), (Run(1),)), [[1], []], Verdict.WRONG),
        ((None, ()), [None, []], Verdict.EXACT),  # not shown, and read as unknown
        (((Run(1),), ()), [None, []], Verdict.EXACT),  # not shown, and filled in rightly
        ((None, ()), [[1], []], Verdict.WRONG),
    ],
)
def test_lines_are_compared_run_by_run(rows, shown, verdict):
    solved = nonogram(Nonogram(rows, ((Run(1),), ())))
    assert judge(solved, BLACK | {"rows": shown}) is verdict
    hidden = BLACK | {"rows": [[1], []], "shown_rows": [line is not None for line in shown]}
    assert judge(solved, hidden) is verdict


def test_hints_of_another_kind_are_right_if_the_picture_is():
    full = nonogram(Nonogram(((Run(1, 1), Run(1, 2)),), ((Run(1, 1),), (Run(1, 2),)), PALETTE))
    truth = {"kind": "hungry-cat", "rows": [[1, 1]], "cols": [[1, 0], [0, 1]], "solution": ["12"]}
    assert judge(full, truth) is Verdict.EXACT
    assert judge(full, truth | {"solution": ["11"]}) is Verdict.WRONG
    assert judge(RIGHT, BLACK) is Verdict.WRONG


# ---- Katamino


def pieces(*numbers: int) -> tuple[Any, ...]:
    return tuple(BOX[number - 1] for number in numbers)


def packed(reading: KataminoReading, numbers: tuple[int, ...] = ()) -> Any:
    problem = SimpleNamespace(puzzle=SimpleNamespace(pieces=pieces(*numbers)), picture=None)
    return SimpleNamespace(reading=reading, problems=(problem,), exit_code=ExitCode.OK, doubts=())


def test_a_card_is_compared_row_by_row():
    truth = {"kind": "katamino-card", "table": {"A": [2, 3, 10], "B": [4, 6, 7]}, "pentas": [3]}
    rows = CardRow("a", pieces(2, 3, 10)), CardRow("b", pieces(4, 6, 7))
    assert katamino_differences(packed(KataminoReading(Kind.CARD, rows, ())), truth) == []
    swapped = packed(KataminoReading(Kind.CARD, (rows[0], CardRow("b", pieces(4, 7, 6))), ()))
    assert katamino_differences(swapped, truth) == ["row b: [4, 7, 6], not [4, 6, 7]"]
    assert len(katamino_differences(packed(KataminoReading(Kind.CARD, rows[:1], ())), truth)) == 1
    later = packed(KataminoReading(Kind.CARD, tuple(CardRow(r.label, r.pieces, 4) for r in rows), ()))
    assert katamino_differences(later, truth) == ["the first heading is {4}, not 3"]


def test_a_board_is_compared_cell_by_cell():
    board = Board(rectangle(5, 2), (PlacedPiece(BOX[0], tuple((row, 1) for row in range(5))),))
    reading = KataminoReading(Kind.BOARD, (), (), board)
    assert read_grid(reading) == [[0, 1]] * 5
    truth = {"kind": "katamino-board", "pieces": [1, 2], "grid": [[0, 1]] * 5}
    assert katamino_differences(packed(reading, (2, 1)), truth) == []
    assert len(katamino_differences(packed(reading, (1, 3)), truth)) == 1
    assert len(katamino_differences(packed(reading, (1, 2)), truth | {"grid": [[1, 0]] * 5})) == 1
    without = packed(KataminoReading(Kind.PIECES, (), ()), (1, 2))
    assert len(katamino_differences(without, truth)) == 1
    assert katamino_differences(without, truth | {"grid": [[0, 0]] * 5}) == []
