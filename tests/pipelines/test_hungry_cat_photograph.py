"""A Hungry Cat board on a screen that is photographed askew."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from drawn.photographs.scenes import random_photograph
from picrosser.errors import ExitCode
from picrosser.formats import hungry_cat_toml
from picrosser.imaging.perspective import project
from picrosser.pipelines import hungry_cat_photograph
from picrosser.pipelines.hungry_cat import NO_FIXES
from picrosser.pipelines.hungry_cat_photograph import ScreenLook
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.flatten import find_ruled_sheets
from picrosser.reading.photograph.slanted_lines import find_screen_slopes
from picrosser.reading.photograph.straight_screen import straight_screens
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE


# Seeds of drawn photographs: one of which the screen's outline is seen, and one over whose hints a shadow
# ends. `scripts/score.py known` reads more of them.
@pytest.mark.parametrize("seed", [15, 41016])
def test_a_screen_is_made_straight_and_its_answer_is_drawn_into_the_photograph(seed: int) -> None:
    taken = random_photograph(seed, "hungry-cat")
    image = np.asarray(taken.image)
    solved = ScreenLook(
        PageEvidence(image), (), find_ruled_sheets(image), NO_FIXES, NO_DEADLINE, ignore
    ).anywhere
    assert solved is not None
    assert solved.exit_code is ExitCode.OK
    truth = hungry_cat_toml.parse(taken.text).puzzle
    assert isinstance(truth, HungryCat)
    assert (solved.puzzle.rows, solved.puzzle.cols) == (truth.rows, truth.cols)
    assert solved.lattice.to_picture is not None
    box = solved.lattice.board
    corners = [(box.top, box.left), (box.top, box.right), (box.bottom, box.right), (box.bottom, box.left)]
    off = np.abs(project(solved.lattice.to_picture, np.array(corners, float)) - taken.truth["corners"])
    assert off.max() < 0.12 * taken.truth["cell_px"]
    assert solved.flat is not None
    drawn = np.asarray(solved.draw()).astype(int)
    assert drawn.shape == image.shape
    changed = np.argwhere(np.abs(drawn - image).max(axis=2) > 40)
    assert len(changed) > 0.05 * image.shape[0] * image.shape[1]  # of which the board covers a tenth


def test_a_board_is_read_on_the_screen_that_its_long_edges_make_straight() -> None:
    taken = random_photograph(56004, "hungry-cat")
    image = np.asarray(taken.image)
    page, slopes = PageEvidence(image), find_screen_slopes(image)
    assert slopes is not None
    straight = straight_screens(image, slopes, lambda: page.without_moire)
    look = ScreenLook(page, straight, (), NO_FIXES, NO_DEADLINE, ignore)
    truth = hungry_cat_toml.parse(taken.text).puzzle
    assert isinstance(truth, HungryCat)
    assert look.on_straight_screen is not None
    assert look.on_straight_screen.puzzle.rows == truth.rows
    assert look.at_once is look.on_straight_screen


@pytest.mark.parametrize("striped", [False, True])
def test_a_closer_look_follows_at_once_only_where_stripes_are_seen(
    striped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = object()
    monkeypatch.setattr(hungry_cat_photograph, "_on_boards", lambda *_: iter([object()]))
    monkeypatch.setattr(hungry_cat_photograph, "_has_stripes_near", lambda _: striped)
    monkeypatch.setattr(hungry_cat_photograph, "find_screen_outline", lambda _: None)
    monkeypatch.setattr(ScreenLook, "_first_sure", lambda _, seen: all(seen) and None)
    monkeypatch.setattr(ScreenLook, "_doubtful_settled", lambda _: settled)
    image = np.full((40, 40, 3), 90, np.uint8)
    sheet: Any = SimpleNamespace(is_clear=False)
    look = ScreenLook(PageEvidence(image), (), (sheet,), NO_FIXES, NO_DEADLINE, ignore)
    assert look.at_first_sight is None
    assert look.at_once is (settled if striped else None)
    assert look.anywhere is settled


@pytest.mark.parametrize(("is_clear", "looks"), [(True, 1), (False, 2)])
def test_a_clear_board_without_stripes_is_not_looked_at_more_closely(
    is_clear: bool, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def look(name: str) -> Any:
        return lambda *_: looked.append(name) or (None if name == "straight_screen" else ())

    sheet: Any = SimpleNamespace(is_clear=is_clear)
    monkeypatch.setattr(hungry_cat_photograph, "_on_boards", lambda _, sheets: iter(sheets))
    monkeypatch.setattr(hungry_cat_photograph, "_has_stripes_near", lambda _: False)
    monkeypatch.setattr(hungry_cat_photograph, "find_screen_outline", lambda _: np.zeros((4, 2)))
    names = "straight_screen", "_clearer_sheets"
    for name in names:
        monkeypatch.setattr(hungry_cat_photograph, name, look(name))
    image = np.full((40, 40, 3), 90, np.uint8)
    screen = ScreenLook(PageEvidence(image), (), (sheet,), NO_FIXES, NO_DEADLINE, ignore)
    assert screen.anywhere is None
    assert looked == list(names[:looks])
