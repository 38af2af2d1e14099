"""Boards on which pieces already lie: checking and completing them."""

from __future__ import annotations

import pytest

from picrosser.packing.completions import check_board, complete
from picrosser.packing.pack import PackStatus, pack
from picrosser.puzzles.katamino import BOX, Board, Katamino, PlacedPiece, packing_violations, rectangle

PUZZLE = Katamino(tuple(BOX[number - 1] for number in (2, 3, 10, 6, 11)), rectangle(5, 5))
PACKED = pack(PUZZLE).pictures[0]


def board(*values: int) -> Board:
    """The board with these pieces of the packing on it, numbered from 1 in the order of the puzzle."""
    placed = (
        PlacedPiece(
            PUZZLE.pieces[value - 1],
            tuple((r, c) for r, line in enumerate(PACKED.rows) for c, v in enumerate(line) if v == value),
        )
        for value in values
    )
    return Board(PUZZLE.board, tuple(placed))


def test_a_correct_board_has_no_mistakes():
    puzzle, picture, mistakes = check_board(board(1, 2, 3, 4, 5), PUZZLE.pieces)
    assert mistakes == ()
    assert packing_violations(puzzle, picture) == ()


def test_other_pieces_than_those_shown_and_pieces_that_lie_there_twice_are_mistakes():
    shown = (*PUZZLE.pieces[:4], BOX[0])
    _, _, mistakes = check_board(board(1, 2, 3, 4, 5), shown)
    assert mistakes[0] == "piece 11 (W, light green) is not among the pieces shown"
    assert any("piece I is not on the board" in mistake for mistake in mistakes)
    twice = board(1, 2, 3, 4, 5)
    wrong = Board(twice.cells, (*twice.placed[:4], PlacedPiece(BOX[1], twice.placed[4].cells)))
    assert any("twice" in mistake for mistake in check_board(wrong, ())[2])


@pytest.mark.parametrize("shown", [PUZZLE.pieces[3:], PUZZLE.pieces, ()], ids=["rest", "whole set", "box"])
def test_a_board_is_completed_with_the_pieces_beside_it_or_from_the_box(shown):
    puzzle, packed, mistakes = complete(board(1, 2, 3), shown)
    assert mistakes == ()
    assert not shown or {piece.number for piece in puzzle.pieces} == {2, 3, 10, 6, 11}
    assert packing_violations(puzzle, packed.pictures[0]) == ()


def test_pieces_that_cannot_fill_the_rest_are_a_mistake():
    _, packed, mistakes = complete(board(1, 2, 3), (BOX[0], BOX[11]))
    assert packed.status is PackStatus.NONE
    assert mistakes


def test_the_time_limit_ends_a_completion():
    assert complete(board(1), (), time_limit_s=0.0)[1].status is PackStatus.GAVE_UP
