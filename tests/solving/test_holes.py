"""The solver knows cells and lines, not rows and columns: it solves a board with a hole in the middle."""

from __future__ import annotations

from itertools import product

from made_nonograms import runs_of

from picrosser.solving.board import Board, Layout
from picrosser.solving.probing import probe
from picrosser.solving.rules.runs import RunRule
from picrosser.solving.search import Search

# Cell numbers; the middle cell is missing, so the middle row and the middle column are two lines each.
LINES = [(0, 1, 2), (3,), (4,), (5, 6, 7), (0, 3, 5), (1,), (6,), (2, 4, 7)]


def board_of(cells: tuple[int, ...]) -> Board:
    hints = [runs_of(cells[cell] for cell in line) for line in LINES]
    rules = [RunRule.from_hints(len(line), 1, own) for line, own in zip(LINES, hints, strict=True)]
    return Board(Layout.from_lines(LINES), rules)


def test_every_picture_with_a_hole_against_brute_force():
    by_hints: dict[tuple, list[tuple[int, ...]]] = {}
    for cells in product(range(2), repeat=8):
        hints = tuple(runs_of(cells[cell] for cell in line) for line in LINES)
        by_hints.setdefault(hints, []).append(cells)
    for pictures in by_hints.values():
        board = board_of(pictures[0])
        board.run()
        probe(board)
        assert board.impossible_line is None
        found = [tuple(one[cell] for cell in range(8)) for one in Search(board).solutions()]
        assert sorted(found) == sorted(pictures)
