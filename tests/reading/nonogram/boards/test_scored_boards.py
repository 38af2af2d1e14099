"""Boards are scored by how much of the page they explain."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board
from PIL import Image, ImageDraw, ImageFont

from picrosser.errors import ExitCode, GridNotFoundError
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram.read import find_boards


def test_the_board_explains_most() -> None:
    image, lattice = drawn_board(HEART, open_board(HEART))
    best = find_boards(image).boards[0]
    assert best.lattice.shape == lattice.shape
    edges = (*best.lattice.row_edges_px, *best.lattice.col_edges_px)
    assert np.abs(np.subtract(edges, (*lattice.row_edges_px, *lattice.col_edges_px))).max() <= 2
    assert best.quality > 0.9
    assert best.share == 1
    assert best.is_convincing
    assert (best.below, best.beside_right) == (False, False)


def test_text_alone_is_refused_with_what_it_lacks() -> None:
    image = Image.new("RGB", (500, 500), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=18)
    for line in range(15):
        draw.text((20, 20 + 30 * line), f"{line} lines of text, and no board", "black", font)
    found = find_boards(np.asarray(image))
    assert not found.likely
    with pytest.raises(GridNotFoundError, match="no board"):
        solve_nonogram(np.asarray(image))


def test_a_board_without_lines_is_read_by_its_digits() -> None:
    """A plain area: the hints alone tell its rows and columns."""
    image, lattice = drawn_board(HEART, open_board(HEART))
    bare = np.pad(image, ((0, 25), (0, 25), (0, 0)), mode="edge")  # its ends are at no line
    board = lattice.board
    bare[board.top - 3 : board.bottom + 4, board.left - 3 : board.right + 4] = bare[2, 2]
    solved = solve_nonogram(bare)
    assert solved.exit_code is ExitCode.OK, solved.verdict
