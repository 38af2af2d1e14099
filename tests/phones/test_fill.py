from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from painted_shot import PaintedShot
from tapped_game import BUTTON, CELL, TappedGame

from picrosser.errors import ExitCode
from picrosser.looks.solve import solve_hinted
from picrosser.phones import fill as fill_module
from picrosser.phones.fill import Filling, all_taps
from picrosser.phones.plan import FillStoppedError, Ways, plan_fill
from picrosser.puzzles.picture import EMPTY, UNKNOWN

COLOURS = ((255, 255, 255), (20, 20, 30), (230, 60, 40), (60, 120, 230), (245, 215, 90))


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """No waiting longer than the made game takes."""
    for name, seconds in {"SETTLE_S": 0.15, "PATIENCE_S": 0.3, "LOOK_S": 0.005}.items():
        monkeypatch.setattr(fill_module, name, seconds)


def cells(*rows: str):
    return np.array([[int(sign) if sign.isdigit() else EMPTY for sign in row] for row in rows], np.int8)


BLACK = cells("11..1", ".111.", "1...1", "11111", "..1..")
COLOURED = cells("1122.", ".3344", "1.2.3", "44444", "...2.")


def fill(screen, plan, **named):
    filling = Filling(screen, plan, **named)
    filling.is_seen = filling.run()
    return filling


def painted(game: TappedGame):
    return np.where(game.cells > EMPTY, game.cells, EMPTY)


@pytest.mark.parametrize("mood", [{}, {"fades": 3}, {"highlights": True}])
@pytest.mark.parametrize("answer", [BLACK, COLOURED], ids=["black", "coloured"])
def test_each_cell_of_the_answer_is_tapped_once_and_colours_are_chosen_by_their_buttons(answer, mood):
    game = TappedGame(5, 5, COLOURS[: 1 + answer.max()], **mood)
    assert fill(game, game.plan(answer)).is_seen
    assert (painted(game) == answer).all()
    for row, col in game.taps:
        on_button = any(max(abs(row - y), abs(col - x)) < BUTTON // 2 for y, x in game.buttons.values())
        assert row < 240 or on_button
    tapped = sorted(((row - 90) // CELL, (col - 100) // CELL) for row, col in game.taps if row < 240)
    assert tapped == [tuple(cell) for cell in np.argwhere(answer).tolist()]


@pytest.mark.parametrize("ways", [Ways("once"), Ways("twice"), Ways("once", "hold"), Ways("twice", "once")])
def test_each_way_to_paint_and_mark_needs_at_most_two_taps_between_two_looks(ways):
    game = TappedGame(5, 5, COLOURS, taps_to_paint=2 if ways.paint == "twice" else 1)
    fill(game, game.plan(COLOURED, ways))
    assert ((game.cells if ways.mark else painted(game)) == COLOURED).all()
    assert game.most_taps == fill_module.MAX_TAPS == 2


def test_a_touch_at_the_first_cell_of_a_colour_does_not_paint_it_twice():
    game = TappedGame(5, 5, ((250, 250, 250), (150, 180, 250)))
    asked = iter([False, False, *[True] * 5])
    game.touched = lambda _: next(asked, False)
    fill(game, replace(game.plan(BLACK), palette=((250, 250, 250), (0, 0, 0))))
    assert (painted(game) == BLACK).all()
    assert len(game.taps) == (BLACK > 0).sum()


def test_a_game_that_paints_with_two_taps_stops_after_the_first_cell():
    game = TappedGame(5, 5, taps_to_paint=2)
    with pytest.raises(FillStoppedError, match="did not change"):
        fill(game, game.plan(BLACK))
    assert len(game.taps) == 1


def test_a_button_of_another_colour_stops_after_one_cell():
    game = TappedGame(5, 5, COLOURS)
    plan = game.plan(COLOURED)
    buttons = {**plan.buttons, 1: plan.buttons[2]}
    with pytest.raises(FillStoppedError, match="row 1, column 1 was tapped, but"):
        fill(game, replace(plan, buttons=buttons))
    assert len(game.taps) == 2  # the button, and one cell


def other_hints(game: TappedGame) -> None:
    game.hints = np.random.default_rng(99).integers(1, 10, game.hints.shape)


def wiped(game: TappedGame) -> None:
    game.cells[:] = UNKNOWN


def other_game(game: TappedGame) -> None:
    other_hints(game)
    wiped(game)


def wrongly_painted(game: TappedGame) -> None:
    game.cells[4, 4] = 1


def covered(game: TappedGame) -> None:
    game.cover = (30, 30, 30)


@pytest.mark.parametrize("change", [other_game, other_hints, wiped, wrongly_painted, covered])
@pytest.mark.parametrize("after", [1, 4, 7])
def test_a_board_that_changes_in_the_middle_stops_within_two_taps(change, after):
    game = TappedGame(5, 5)
    game.on_tap = lambda taps: change(game) if taps == after else None
    told: list[str] = []
    with pytest.raises(FillStoppedError) as stopped:
        fill(game, game.plan(BLACK), tell=told.append)
    assert len(game.taps) <= after + 2
    assert stopped.value.exit_code == ExitCode.FILL_STOPPED
    assert told[0].startswith("paused")


def test_a_board_that_changed_while_the_puzzle_was_solved_is_not_tapped():
    game = TappedGame(5, 5)
    plan = game.plan(BLACK)
    other_game(game)
    with pytest.raises(FillStoppedError, match="not there"):
        fill(game, plan)
    assert not game.taps


def test_it_waits_for_a_notice_that_goes_away(monkeypatch):
    game = TappedGame(5, 5)
    looks = 0

    def uncover() -> None:
        nonlocal looks
        looks += game.cover is not None
        if looks > 40:
            game.cover = None

    game.on_tap = lambda taps: covered(game) if taps == 4 else None
    game.on_look = uncover
    told: list[str] = []
    monkeypatch.setattr(fill_module, "PATIENCE_S", 5.0)
    fill(game, game.plan(BLACK), tell=told.append)
    assert [line.split(":")[0] for line in told] == ["paused", "going on"]
    assert (painted(game) == BLACK).all()
    assert len(game.taps) == (BLACK > 0).sum() + 1  # one lay on the notice


def test_a_touch_pauses_it_and_what_the_player_painted_rightly_is_not_tapped_again():
    game = TappedGame(5, 5)
    game.on_tap = lambda taps: setattr(game, "is_touched", taps == 4)

    asked = 0

    def touched(_: float) -> bool:
        nonlocal asked
        asked += game.is_touched
        if asked == 20:  # the player lifts the finger
            game.cells[3] = 1
            game.is_touched = False
        return game.is_touched

    game.touched = touched
    told: list[str] = []
    fill(game, game.plan(BLACK), tell=told.append)
    assert told == ["paused: the screen was touched", "going on"]
    assert (painted(game) == BLACK).all()
    assert len(game.taps) == (BLACK > 0).sum() - 5


def test_a_game_that_leaves_the_board_at_the_end_is_no_failure():
    game = TappedGame(5, 5)
    game.on_tap = lambda taps: covered(game) if taps == (BLACK > 0).sum() else None
    filled = fill(game, game.plan(BLACK))
    assert not filled.is_seen
    assert filled.taps == (BLACK > 0).sum()


def test_the_taps_of_a_dry_run_are_those_that_are_sent():
    game = TappedGame(5, 5, COLOURS)
    plan = game.plan(COLOURED)
    taps = [tap.at for tap in all_taps(plan)]
    fill(game, plan)
    assert game.taps == taps


def assert_is_filled(shot: PaintedShot) -> None:
    solved = shot.solved
    plan = plan_fill(solved.image, solved, Ways())
    screen = SimpleNamespace(look=shot.look, touched=shot.touched)
    screen.tap = lambda row_px, col_px, **how: shot.tap(col_px, row_px, **how)
    assert fill(screen, plan).is_seen
    (solution,) = solved.outcome.solutions
    assert (shot.cells == np.where(plan.shown > EMPTY, 0, solution.cells)).all()
    assert shot.taps == (shot.cells > 0).sum() + len(plan.buttons)


def test_a_drawn_hungry_cat_board_is_filled_in_though_its_bar_takes_each_colour_that_is_chosen():
    assert_is_filled(PaintedShot("drawn-5x5-white", ((362, 1360), (587, 1360))))


@pytest.mark.slow
@pytest.mark.parametrize("app", ["hungry_cat", "adil192_nonogram"])
def test_real_screenshots_are_filled_in(shared, app):
    for picture in sorted((shared / "screenshots" / app).glob("*.png"))[::3]:
        solved = solve_hinted(picture)
        buttons = plan_fill(solved.image, solved, Ways()).buttons.values()
        assert_is_filled(PaintedShot(picture, tuple((col, row) for row, col in buttons)))
