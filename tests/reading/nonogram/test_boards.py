"""Which places were considered for the board is reported, with why all but one were rejected."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board

from picrosser.errors import PicrosserError
from picrosser.reading.nonogram.boards import BoardsConsidered, find_board_by_lines
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped, InkFound
from picrosser.reading.nonogram.read import read_nonogram


def considered(stages: list[object]) -> BoardsConsidered:
    (boards,) = (stage for stage in stages if isinstance(stage, BoardsConsidered))
    return boards


def test_the_chosen_board_is_reported_before_its_ink_and_hints() -> None:
    image, _ = drawn_board(HEART, open_board(HEART))
    stages: list[object] = []
    reading = read_nonogram(image, stages.append)
    assert [type(stage) for stage in stages[:3]] == [BoardsConsidered, InkFound, HintsGrouped]
    (chosen,) = (board for board in considered(stages).candidates if not board.rejected_because)
    assert (chosen.lattice, chosen.score) == (reading.lattice, 1.0)
    assert chosen.detector == "evenly spaced lines"


def test_lattices_are_reported_in_the_whole_picture() -> None:
    image, _ = drawn_board(HEART, open_board(HEART))
    page = np.full((image.shape[0] + 80, image.shape[1] + 60, 3), (10, 60, 10), np.uint8)
    page[50 : 50 + image.shape[0], 20 : 20 + image.shape[1]] = image
    stages: list[object] = []
    hints = find_board_by_lines(page, stages.append)
    (chosen,) = (board for board in considered(stages).candidates if not board.rejected_because)
    plain = find_board_by_lines(image)
    assert chosen.lattice == hints.lattice == hints.ink.lattice == plain.lattice.moved(50, 20)
    moved = [piece.box.moved(50, 20) for line in plain.ink.rows for piece in line]
    assert [piece.box for line in hints.ink.rows for piece in line] == moved


@pytest.mark.parametrize("bare", [True, False])
def test_a_refusal_is_explained_before_it_is_raised(bare: bool) -> None:
    """A blank page offers no candidate; a board without hints offers one that shows none."""
    image, lattice = drawn_board(HEART, open_board(HEART))
    board = lattice.board
    page = np.full_like(image, 255)
    if not bare:
        page[board.slices] = image[board.slices]
    stages: list[object] = []
    with pytest.raises(PicrosserError):
        read_nonogram(page, stages.append)
    reasons = {candidate.rejected_because for candidate in considered(stages).candidates}
    assert "" not in reasons
    assert bare or any(reason.startswith("only 0 of ") for reason in reasons)
