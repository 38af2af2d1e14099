from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tapped_game import TappedGame

from picrosser.looks.solve import solve_hinted
from picrosser.phones.fill import FillStoppedError
from picrosser.phones.plan import find_buttons

HUNGRY_CAT = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat"
# Measured in the pictures: the columns of the brushes' plates, by the colours' order.
PLATES = {
    "drawn-5x5-white": (362, 587),
    "drawn-10x15-grey": (326, 542, 758, 974),
    "drawn-10x15-slate": (294, 489, 684, 879, 1074),  # a button of the phone joins the second and the third
    "drawn-15x15-sand": (271, 451, 631, 811, 991),
    "played-10x10-white": (217, 361, 505, 649),  # the first one is chosen, and has the colour of its bar
}


@pytest.mark.parametrize("name", PLATES)
def test_the_brushes_of_hungry_cat_are_found_in_order(name):
    solved = solve_hinted(HUNGRY_CAT / f"{name}.png", kind="hungry-cat")
    found = find_buttons(solved.image, solved.lattice, solved.puzzle.palette, in_order=True)
    assert list(found) == list(range(1, len(PLATES[name]) + 1))
    tolerance_px = solved.lattice.pitch_px / 4
    for (row, col), plate in zip(found.values(), PLATES[name], strict=True):
        assert abs(col - plate) <= tolerance_px
        assert row > solved.lattice.board.bottom


def test_the_brushes_of_real_screenshots_are_evenly_spaced_and_right_of_the_eraser(shared):
    pictures = sorted((shared / "screenshots" / "hungry_cat").glob("*.png"))
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


def test_one_colour_needs_no_button():
    game = TappedGame(5, 5)
    assert find_buttons(game.look(), game.lattice, game.palette, in_order=False) == {}


def test_a_screen_without_a_palette_is_refused():
    game = TappedGame(5, 5)
    palette = ((255, 255, 255), (20, 20, 30), (230, 60, 40))
    with pytest.raises(FillStoppedError, match="2 colours are not seen"):
        find_buttons(game.look(), game.lattice, palette, in_order=False)
