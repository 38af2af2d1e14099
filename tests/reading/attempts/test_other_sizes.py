"""A board whose hints state more lines, or fewer, than are seen of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from made_stages import spec_of

from drawn.screenshot import draw
from picrosser.errors import LinesMissingError
from picrosser.imaging.pixels import Lattice
from picrosser.reading.attempts.other_sizes import of_other_size, with_one_line_changed
from picrosser.reading.hungry_cat.cut_off import shape_by_sums
from picrosser.reading.hungry_cat.read import read_upright
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.grid import GridFound, RuledSought, locate_grid

FOUND = GridFound(
    lattice=Lattice(tuple(range(100, 201, 20)), tuple(range(80, 141, 20))),  # 5 x 3 cells
    pitch_px=20.0,
    row_shares=(0.9,) * 6,
    col_shares=(0.8,) * 4,
    combs=(Comb(100.0, 20.0, 6, 0.0), Comb(80.0, 20.0, 4, 0.0)),
    confidence=0.8,
)

SIZE_PX = 230, 170


def test_lines_are_added_at_either_end_of_an_axis() -> None:
    above, below = of_other_size(FOUND, (6, 3), SIZE_PX)
    assert above.lattice.row_edges_px == tuple(range(80, 201, 20))
    assert below.lattice.row_edges_px == tuple(range(100, 221, 20))
    assert above.lattice.col_edges_px == FOUND.lattice.col_edges_px
    assert above.row_shares == (0.0, *FOUND.row_shares)
    assert below.confidence == 0.0


def test_lines_are_left_out_at_either_end_of_an_axis() -> None:
    first, last = of_other_size(FOUND, (5, 2), SIZE_PX)
    assert (first.lattice.col_edges_px, last.lattice.col_edges_px) == ((100, 120, 140), (80, 100, 120))
    assert first.confidence == 0.8


def test_both_axes_may_be_off_and_a_size_that_is_far_off_is_no_other() -> None:
    assert {other.lattice.shape for other in of_other_size(FOUND, (6, 2), SIZE_PX)} == {(6, 2)}
    assert len(list(of_other_size(FOUND, (6, 2), SIZE_PX))) == 4
    assert not list(of_other_size(FOUND, (5, 3), SIZE_PX))
    assert not list(of_other_size(FOUND, (15, 3), SIZE_PX))


def test_one_line_is_added_or_left_out_at_each_end_first_where_hints_are() -> None:
    boards = list(with_one_line_changed(FOUND, SIZE_PX))
    assert [board.lattice.shape for board in boards] == [
        *((6, 3), (5, 4), (4, 3), (5, 2)),
        *((4, 3), (5, 2), (6, 3), (5, 4)),
    ]
    assert boards[0].lattice.row_edges_px[0] == 80
    assert boards[-1].lattice.col_edges_px[-1] == 160


def test_no_line_is_added_outside_the_picture() -> None:
    (above,) = of_other_size(FOUND, (6, 3), (215, 170))
    assert above.lattice.row_edges_px[-1] == 200
    assert [board.lattice.shape for board in with_one_line_changed(FOUND, (215, 155))][-2:] == [
        (4, 3),
        (5, 2),
    ]


@pytest.mark.parametrize("rows", [9, 11])
def test_the_hints_of_a_board_with_a_line_too_few_or_too_many_state_its_size(rows: int) -> None:
    image = np.asarray(draw(spec_of(10, 10, 3, "white", phone="full-hd")).image)
    grid = locate_grid(image)
    edges = grid.lattice.row_edges_px
    changed = edges[:-1] if rows == 9 else (*edges, 2 * edges[-1] - edges[-2])
    seen = replace(grid, lattice=Lattice(changed, grid.lattice.col_edges_px))
    sought = RuledSought(seen, is_only=True)
    if rows == 9:
        with pytest.raises(LinesMissingError) as missing:
            read_upright(image, sought=sought)
        assert missing.value.shape == (10, 10)
    else:
        assert shape_by_sums(read_upright(image, sought=sought).evidence) == (10, 10)
