import numpy as np
import pytest
from own_process import HUNGRY_CAT
from sweeps import sweep
from tapped_game import TappedGame

from picrosser.imaging.pixels import Box
from picrosser.looks.solve import solve_hinted
from picrosser.phones.board_watch import BoardWatch, wrongly_changed
from picrosser.phones.plan import FillStoppedError, Ways, _with_missing, find_buttons, plan_fill
from picrosser.puzzles.picture import EMPTY, UNKNOWN

# Measured in the pictures: the columns of the brushes' plates, by the colours' order.
PLATES = {
    "drawn-5x5-white": (362, 587),
    "drawn-10x15-grey": (326, 542, 758, 974),
    "drawn-10x15-slate": (294, 489, 684, 879, 1074),  # a button of the phone joins the second and the third
    "drawn-15x15-sand": (271, 451, 631, 811, 991),
    "played-10x10-white": (217, 361, 505, 649),  # the first one is chosen, and has the colour of its bar
}


@pytest.mark.parametrize("name", sweep(PLATES, quick=["drawn-5x5-white", "played-10x10-white"]))
def test_the_brushes_of_hungry_cat_are_found_in_order(name):
    solved = solve_hinted(HUNGRY_CAT / f"{name}.png", kind="hungry-cat")
    found = find_buttons(solved.image, solved.lattice, solved.puzzle.palette, in_order=True)
    assert list(found) == list(range(1, len(PLATES[name]) + 1))
    tolerance_px = solved.lattice.pitch_px / 4
    for (row, col), plate in zip(found.values(), PLATES[name], strict=True):
        assert abs(col - plate) <= tolerance_px
        assert row > solved.lattice.board.bottom


def test_the_brushes_of_real_screenshots_are_evenly_spaced_and_right_of_the_eraser(shared):
    pictures = sorted((shared / "screenshots" / "hungry_cat").glob("*.png"))[::3]
    assert pictures
    for picture in pictures:
        solved = solve_hinted(picture, kind="hungry-cat")
        found = find_buttons(solved.image, solved.lattice, solved.puzzle.palette, in_order=True)
        cols = [col for _, col in found.values()]
        steps = np.diff(cols)
        assert len(cols) == len(solved.puzzle.palette) - 1
        assert steps.min() >= 0.9 * steps.max() > 0
        assert cols[0] > steps.mean()  # the eraser has the first place
        assert cols[-1] + steps.mean() > solved.image.shape[1]  # and no other button is left


def test_swatches_are_told_by_their_colours_wherever_each_is_in_the_row():
    inks = ((20, 20, 30), (230, 60, 40), (60, 120, 230), (245, 215, 90))
    game = TappedGame(5, 5, ((255, 255, 255), *inks))
    found = find_buttons(game.look(), game.lattice, game.palette, in_order=False)
    for colour, (row, col) in game.buttons.items():
        assert np.hypot(found[colour][0] - row, found[colour][1] - col) < 10
    turned = ((255, 255, 255), *inks[::-1])
    again = find_buttons(game.look(), game.lattice, turned, in_order=False)
    assert [again[colour] for colour in (4, 3, 2, 1)] == [found[colour] for colour in (1, 2, 3, 4)]


def test_one_colour_needs_no_button_and_several_are_refused_without_a_palette():
    game = TappedGame(5, 5)
    assert find_buttons(game.look(), game.lattice, game.palette, in_order=False) == {}
    palette = ((255, 255, 255), (20, 20, 30), (230, 60, 40))
    with pytest.raises(FillStoppedError, match="no buttons of the 2 colours are visible"):
        find_buttons(game.look(), game.lattice, palette, in_order=False)


def test_a_thing_that_is_seen_twice_leaves_no_gap_to_fill():
    row = [Box(0, 0, 50, 50), Box(4, 0, 54, 50), Box(0, 60, 50, 110)]
    assert _with_missing(row) == row


def watch_of(game: TappedGame) -> BoardWatch:
    return BoardWatch(game.plan(game.cells))


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
    solved = solve_hinted(HUNGRY_CAT / "drawn-10x15-grey.png", kind="hungry-cat")
    plan = plan_fill(solved.image, solved, Ways())
    watch = BoardWatch(plan)
    greyed = solved.image.astype(np.float32)
    for box in plan.hint_boxes:
        part = greyed[box.slices]
        part += grey * (part.mean(axis=(0, 1)) - part)
    assert watch.see(greyed.astype(np.uint8)).is_same_page
    moved, mirrored, cut = np.roll(solved.image, 4, axis=0), solved.image[:, ::-1], solved.image[:-1]
    assert not any(watch.see(other).is_same_page for other in (moved, mirrored, cut))


@pytest.mark.parametrize("rest", [UNKNOWN, EMPTY, 1])
def test_what_the_first_screenshot_shows_is_seen_in_it_again(rest):
    game = TappedGame(4, 4)
    game.cells[:] = rest
    game.cells[1, 1:3] = 1
    assert (watch_of(game).see(game.look()).cells > EMPTY).tolist() == (game.cells > EMPTY).tolist()


def test_what_was_painted_must_stay_and_what_is_new_must_belong_to_the_answer():
    before = np.array([[1, -1], [0, -1]], np.int8)
    answer = np.array([[1, 1], [0, 0]], np.int8)
    assert wrongly_changed(before, np.array([[1, 1], [-1, 0]], np.int8), answer) == []
    assert wrongly_changed(before, np.array([[-1, -1], [0, -1]], np.int8), answer) == [(0, 0)]
    assert wrongly_changed(before, np.array([[1, 2], [0, -1]], np.int8), answer) == [(0, 1)]
    assert wrongly_changed(before, np.array([[1, -1], [1, -1]], np.int8), answer) == [(1, 0)]
