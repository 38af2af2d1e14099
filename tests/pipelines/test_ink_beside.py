"""Beside a board, a view's strips show the same ink as the whole picture; within it none is sought."""

from __future__ import annotations

import numpy as np
import pytest
from numbered_table import numbered_table

from picrosser.pipelines.ink_beside import ink_beside
from picrosser.reading.nonogram.read import find_boards
from picrosser.reading.page.ink import SURE_DISTANCE, InkSought


@pytest.mark.parametrize("turned", [False, True])
def test_strips_show_the_digits_of_the_whole_page(turned: bool) -> None:
    page = numbered_table()
    board = find_boards(page).likely[0]
    if turned:  # the hints are said to be at the other sides, where nothing is
        board = board._replace(below=True, beside_right=True)
    whole = InkSought(page, has_lines=False, polarities=[False]).every
    found = ink_beside(page, board, is_light=False)
    box = board.lattice.board
    sure = {tuple(one) for one in whole.boxes[whole.distances < SURE_DISTANCE].tolist()}
    beside = {
        one
        for one in sure
        if (one[0] > box.bottom or one[1] > box.right if turned else one[2] < box.top or one[3] < box.left)
    }
    seen = {tuple(one) for one in found.boxes[found.distances < SURE_DISTANCE].tolist()}
    assert beside <= seen
    assert bool(beside) is not turned
    assert len(found.boxes) == len(found.coverages) == len(found.distances) == len(found.scales)
    middle = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    edge = board.lattice.pitch_px + 1
    inside = (middle > (box.top + edge, box.left + edge)) & (middle < (box.bottom - edge, box.right - edge))
    assert not np.any(inside.all(axis=1))
