from __future__ import annotations

import numpy as np
import pytest
from painted_shot import FIXTURES
from tapped_game import TappedGame

from picrosser.looks.solve import solve_hinted
from picrosser.phones.board_watch import BoardWatch, wrongly_changed
from picrosser.phones.fill import Ways
from picrosser.phones.plan import plan_fill
from picrosser.puzzles.picture import EMPTY, UNKNOWN


def watch_of(game: TappedGame) -> BoardWatch:
    return BoardWatch(game.look(), game.lattice, game.hint_boxes, game.palette, game.cells.copy())


def test_paint_is_seen_and_a_cross_is_no_paint():
    game = TappedGame(4, 4)
    watch = watch_of(game)
    game.cells[1, 2], game.cells[3, 3] = 1, EMPTY
    seen = watch.see(game.look())
    assert seen.is_same_page
    assert np.argwhere(seen.cells > EMPTY).tolist() == [[1, 2]]
    assert (seen.cells[seen.cells <= EMPTY] == UNKNOWN).all()  # it has seen no cross before


def test_a_cross_is_known_once_it_was_seen():
    game = TappedGame(4, 4)
    game.cells[0, 0] = EMPTY
    watch = watch_of(game)
    game.cells[2, 1], game.cells[0, 3] = EMPTY, 1
    assert (watch.see(game.look()).cells == game.cells).all()


@pytest.mark.parametrize("grey", [0.3, 0.7])
def test_hints_that_turn_grey_are_the_same_and_others_are_not(grey):
    solved = solve_hinted(FIXTURES / "drawn-10x15-grey.png", kind="hungry-cat")
    plan = plan_fill(solved.image, solved, Ways())
    watch = BoardWatch(plan.image, plan.lattice, plan.hint_boxes, plan.palette, plan.shown)
    greyed = solved.image.astype(np.float32)
    for box in plan.hint_boxes:
        part = greyed[box.slices]
        part += grey * (part.mean(axis=(0, 1)) - part)
    assert watch.see(greyed.astype(np.uint8)).is_same_page
    moved = np.roll(solved.image, 4, axis=0)
    assert not watch.see(moved).is_same_page
    mirrored = solved.image[:, ::-1]
    assert not watch.see(mirrored).is_same_page


@pytest.mark.parametrize("rest", [UNKNOWN, EMPTY, 1])
def test_what_the_first_screenshot_shows_is_seen_in_it_again(rest):
    game = TappedGame(4, 4)
    game.cells[:] = rest
    game.cells[1, 1:3] = 1
    assert (watch_of(game).see(game.look()).cells > EMPTY).tolist() == (game.cells > EMPTY).tolist()


def test_a_screen_of_another_size_is_another_page():
    game = TappedGame(4, 4)
    assert not watch_of(game).see(game.look()[:-1]).is_same_page


def test_what_was_painted_must_stay_and_what_is_new_must_belong_to_the_answer():
    before = np.array([[1, -1], [0, -1]], np.int8)
    answer = {(0, 0): 1, (0, 1): 1}
    assert wrongly_changed(before, np.array([[1, 1], [-1, 0]], np.int8), answer) == []
    assert wrongly_changed(before, np.array([[-1, -1], [0, -1]], np.int8), answer) == [(0, 0)]
    assert wrongly_changed(before, np.array([[1, 2], [0, -1]], np.int8), answer) == [(0, 1)]
    assert wrongly_changed(before, np.array([[1, -1], [1, -1]], np.int8), answer) == [(1, 0)]
