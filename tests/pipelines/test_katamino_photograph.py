"""Katamino boards on a table: what lies on them and beside them, and what is left in doubt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from drawn.fonts import BUILT_IN
from drawn.katamino.scene import SceneSpec, random_scene
from drawn.photographs.others import random_scene_taken
from drawn.photographs.wooden import print_wooden
from picrosser.deadline import NO_DEADLINE
from picrosser.errors import ExitCode
from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.katamino import KataminoSolved
from picrosser.pipelines.katamino_photograph import solve_table
from picrosser.reading.photograph.flatten import find_ruled_sheets
from picrosser.reading.stages import ignore

# Seeds of drawn photographs: pieces of one colour in part on the board, an empty board, a packed one.
SEEDS = 3, 7, 28


def solved_table(image: RGB) -> KataminoSolved | None:
    return solve_table(image, find_ruled_sheets(image), NO_DEADLINE, ignore)


def grid_of(solved: KataminoSolved) -> list[list[int]]:
    assert solved.lattice is not None
    assert solved.reading.board is not None
    grid = np.zeros(solved.lattice.shape, int)
    for placed in solved.reading.board.placed:
        for cell in placed.cells:
            grid[cell] = placed.piece.number
    return grid.tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_photographed_board_is_read_with_the_pieces_beside_it(seed: int) -> None:
    taken = random_scene_taken(seed, "katamino")
    solved = solved_table(np.asarray(taken.image))
    assert solved is not None
    assert solved.exit_code is ExitCode.OK, solved.verdict
    assert grid_of(solved) == taken.truth["grid"]
    beside = [piece.number for row in solved.reading.rows for piece in row.pieces]
    assert sorted(beside) == sorted(taken.truth["apart"])
    assert solved.draw().size == taken.image.size
    lattice = solved.lattice
    assert lattice is not None
    assert lattice.to_picture is not None
    box = lattice.board
    corners = [(box.top, box.left), (box.top, box.right), (box.bottom, box.right), (box.bottom, box.left)]
    places = project(lattice.to_picture, np.array(corners, float))
    side = np.linalg.norm(np.subtract(*taken.truth["corners"][:2])) / lattice.shape[1]
    assert np.abs(places - taken.truth["corners"]).max() < 0.1 * side


@pytest.fixture(scope="module")
def spec() -> SceneSpec:
    """Five pieces or more, some of them on the board."""
    for seed in range(20):
        spec = random_scene(np.random.default_rng(seed), (BUILT_IN,), "part")
        if len(spec.grid) == 5 and len(spec.grid[0]) > 4 and len(spec.apart) > 2:
            return spec
    raise AssertionError("no such scene")


def printed(spec: SceneSpec) -> RGB:
    """The scene with pieces in the colours of the game's box."""
    for seed in range(20):
        drawn = print_wooden(np.random.default_rng(seed), spec)
        if drawn.look == "box pieces":
            return np.asarray(drawn.image)
    raise AssertionError("no such colours")


def test_a_piece_that_is_not_seen_leaves_a_doubt(spec: SceneSpec) -> None:
    whole = solved_table(printed(spec))
    assert whole is not None
    assert whole.exit_code is ExitCode.OK, whole.verdict
    without_one = replace(spec, apart=spec.apart[1:], corners=spec.corners[1:])
    solved = solved_table(printed(without_one))
    assert solved is not None
    assert solved.exit_code is ExitCode.DOUBTFUL
    assert "beside the board can be told" in solved.verdict


def test_a_board_that_shows_half_a_piece_leaves_a_doubt(spec: SceneSpec) -> None:
    number = next(number for row in spec.grid for number in row if number)
    row, col = next((r, row.index(number)) for r, row in enumerate(spec.grid) if number in row)
    grid = [list(line) for line in spec.grid]
    grid[row][col] = 0
    solved = solved_table(printed(replace(spec, grid=tuple(map(tuple, grid)))))
    assert solved is not None
    assert solved.exit_code is ExitCode.DOUBTFUL
    assert "of the board, " in solved.verdict


def test_a_ruled_card_with_numbers_is_no_katamino() -> None:
    card = Image.new("RGB", (420, 420), (246, 244, 238))
    pen = ImageDraw.Draw(card)
    for line in range(6):
        pen.line((60, 60 + 60 * line, 360, 60 + 60 * line), fill="black", width=3)
        pen.line((60 + 60 * line, 60, 60 + 60 * line, 360), fill="black", width=3)
    for cell in range(25):
        place = 72 + 60 * (cell % 5), 66 + 60 * (cell // 5)
        pen.text(place, str(cell + 10), fill="black", font_size=36)
    image = np.asarray(card)
    assert find_ruled_sheets(image)
    assert solved_table(image) is None
