"""A Hungry Cat board on a screen that is photographed askew."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import picrosser
from drawn.photographs.scenes import random_photograph
from picrosser.errors import ExitCode
from picrosser.formats import tables
from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB
from picrosser.looks import hungry_cat_screen
from picrosser.looks.evidence import Evidence
from picrosser.looks.search import Request, Search
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE


@pytest.mark.parametrize("seed", [15])
def test_a_screen_is_made_straight_and_its_answer_is_drawn_into_the_photograph(seed: int) -> None:
    taken = random_photograph(seed, "hungry-cat")
    image = np.asarray(taken.image)
    solved = picrosser.solve_screenshot(image)
    assert solved.kind == "hungry-cat"
    assert solved.exit_code is ExitCode.OK
    truth = tables.parse_cat(taken.text).puzzle
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


@pytest.mark.slow
def test_a_board_is_read_on_the_screen_that_its_long_edges_make_straight() -> None:
    taken = random_photograph(56000, "hungry-cat")
    image = np.asarray(taken.image)
    truth = tables.parse_cat(taken.text).puzzle
    assert isinstance(truth, HungryCat)
    solved = hungry_cat_screen.AT_FIRST_SIGHT[0].read(search_in(image))
    assert solved is not None
    assert solved.kind == "hungry-cat"
    assert solved.puzzle.rows == truth.rows


def search_in(image: RGB) -> Search:
    return Search(Evidence(PageEvidence(image), by_camera=True), Request(), NO_DEADLINE, ignore)


@pytest.mark.parametrize("is_clear", [False, True])
@pytest.mark.parametrize("has_stripes", [False, True])
def test_a_closer_look_follows_where_stripes_are_seen_or_no_clear_board_without_them(
    has_stripes: bool, is_clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_straight_screen, on_sheets = hungry_cat_screen.AT_FIRST_SIGHT
    closely = hungry_cat_screen.CLOSELY
    monkeypatch.setattr(hungry_cat_screen, "_on_boards", lambda *_: iter([object()]))
    monkeypatch.setattr(hungry_cat_screen, "_has_stripes", lambda _: has_stripes)
    monkeypatch.setattr(hungry_cat_screen, "_first_sure", lambda *_: None)
    search = search_in(np.full((40, 40, 3), 90, np.uint8))
    sheet = SimpleNamespace(is_clear=is_clear, is_page=False, is_fine=False)
    search.evidence.__dict__.update(sheets=(sheet,), slopes=None)
    assert on_straight_screen.needs(search)
    assert on_sheets.read(search) is None
    search.is_thorough = False
    assert closely.needs(search) is has_stripes
    search.is_thorough = True
    assert closely.needs(search) is (has_stripes or not is_clear)
