"""Photographs of screens with a nonogram, also of boards without lines between their cells."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image
from read_boards import drawn_look
from taken_photographs import HELD

import picrosser
from drawn.nonograms.spec import truth_of
from drawn.photographs.camera import photograph
from drawn.photographs.scenes import random_photograph
from picrosser.errors import ExitCode, GridNotFoundError
from picrosser.formats import tables
from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.looks import hungry_cat_screen, screen
from picrosser.looks.evidence import Evidence
from picrosser.looks.screen import READ_OTHERWISE, TINY_DIGITS, ScreenView
from picrosser.looks.search import Request, Search
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.nonogram_solved import NonogramRead, NonogramSolved
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.from_the_front import StraightScreen
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE
from picrosser.solving.solve import solve
from scoring.judging import matched_colours

VIEW = replace(HELD, turn_deg=-9.0, tilt_deg=14.0, tilt_way_deg=30.0, long_px=950.0, light=0.2,
               blur_px=0.5, noise=2.0, moire=2.0)  # fmt: skip


@pytest.mark.parametrize("name", ["tiles", pytest.param("badges", marks=pytest.mark.slow)])
def test_a_board_of_tiles_or_plates_is_read(name):
    drawn = drawn_look(name, 2)
    taken = photograph(drawn.image, VIEW, np.random.default_rng(2))
    solved = solve_screenshot(np.asarray(taken.image))
    assert solved.exit_code.name == "OK", solved.verdict
    assert solved.kind == "nonogram"
    assert matched_colours(solved.puzzle, truth_of(drawn.spec))
    assert solved.image.shape == np.asarray(taken.image).shape
    assert solved.flat is not None
    # The lattice leads to where the board's lines cross in the photograph.
    lattice = solved.lattice
    seen, true = (
        np.array([(each.row_edges_px[i], each.col_edges_px[i]) for i in (0, -1)], float)
        for each in (lattice, drawn.lattice)
    )
    away = project(lattice.to_picture, seen) - taken.places(true)
    assert np.abs(away).max() < 0.3 * float(np.diff(taken.places(true)[:, 0])[0]) / lattice.shape[0]
    assert solved.draw().size == taken.image.size


def search_in(image: RGB) -> Search:
    return Search(Evidence(PageEvidence(image), by_camera=True), Request(), NO_DEADLINE, ignore)


def test_a_blank_photograph_shows_no_screen():
    image = Image.fromarray(np.random.default_rng(2).integers(100, 120, (200, 160, 3), np.uint8))
    with pytest.raises(GridNotFoundError):
        solve_screenshot(image)


LARGE_PX, TINY_PX = 20, 9
STATED, OTHER = Nonogram([[1], [2]], [[1], [2]]), Nonogram([[2], [1]], [[1], [2]])
COLOURED = replace(STATED, palette=(*STATED.palette, (200, 40, 40)))
UNSOLVABLE = replace(COLOURED, rows=((Run(1, 2),), (Run(2),)))
WIDER = Nonogram(STATED.rows, (*STATED.cols, ()))
UNSURE = (Doubt(WHOLE_PICTURE, None, (), "a digit is not clear"),)


def view(puzzle: Nonogram, digit_px: int, *doubts: Doubt, percent: int = 0) -> ScreenView:
    """What a view of a screen states, with digits so tall, sharpened by so many percent."""
    box = Box(0, 0, digit_px, digit_px)
    boxes = ((box,),) * sum(puzzle.shape)
    reading = NonogramRead(Lattice((0, 30, 60), (0, 30, 60)), puzzle, doubts, digit_boxes=boxes)
    image = np.zeros((90, 90, 3), np.uint8)
    solved = NonogramSolved(image, reading, solve(puzzle), None, (), {})
    one: Any = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    straight = StraightScreen(image, one, 1.0, sharpened_percent=percent)
    return ScreenView(straight, solved, 0)


TINY, SHARPENED = view(STATED, TINY_PX), view(STATED, TINY_PX, percent=60)
VIEWS = {
    "large digits once": ([view(STATED, LARGE_PX)], STATED),
    "tiny digits once": ([TINY], None),
    "in doubt": ([view(STATED, LARGE_PX, *UNSURE)], None),
    "tiny twice": ([TINY, SHARPENED], STATED),
    "once in doubt": ([TINY, view(STATED, TINY_PX, *UNSURE, percent=60)], STATED),
    "in one sharpness only": ([TINY, view(STATED, TINY_PX)], None),
    "different ones": ([TINY, view(OTHER, TINY_PX, percent=60)], None),
    "a later one alone": ([view(OTHER, LARGE_PX, *UNSURE), view(STATED, LARGE_PX, percent=60)], None),
    "one in other colours": ([TINY, SHARPENED, view(COLOURED, TINY_PX, *UNSURE)], None),
    "one in colours that cannot be": ([TINY, SHARPENED, view(UNSOLVABLE, TINY_PX, *UNSURE)], STATED),
}


@pytest.mark.parametrize(("views", "stated"), VIEWS.values(), ids=VIEWS)
def test_views_state_a_puzzle_for_sure_only_if_they_confirm_each_other(views, stated):
    told = screen._stated_by(views)
    assert (None if told is None else told.puzzle) == stated


@pytest.mark.parametrize(("digit_px", "doubt"), [(TINY_PX, TINY_DIGITS), (LARGE_PX, READ_OTHERWISE)])
def test_a_sure_view_that_no_other_confirms_is_in_doubt(digit_px, doubt):
    left = screen._left_in_doubt([view(OTHER, digit_px, *UNSURE), view(STATED, digit_px)])
    assert (left.puzzle, left.doubts) == (STATED, (doubt,))
    both = screen._left_in_doubt([view(STATED, TINY_PX), view(OTHER, TINY_PX)])
    assert both.doubts == (READ_OTHERWISE,)


@pytest.mark.parametrize(
    ("views", "follows"),
    [
        ([TINY], True),
        ([TINY, view(WIDER, TINY_PX)], False),  # boards of two sizes
        ([view(STATED, TINY_PX, *UNSURE * 3), TINY], True),
        ([view(STATED, TINY_PX, *UNSURE * 3)], False),
        ([], False),
    ],
)
def test_another_view_follows_one_near_to_a_puzzle_unless_two_differ_in_size(views, follows, monkeypatch):
    search = search_in(np.zeros((90, 90, 3), np.uint8))
    monkeypatch.setattr(screen, "_may_show_nonogram", lambda _: True)
    search.screen_views = views
    assert screen._may_show_more(search) is follows


# ---- A Hungry Cat board on a screen that is photographed askew


@pytest.mark.slow
def test_a_screen_is_made_straight_and_its_answer_is_drawn_into_the_photograph():
    taken = random_photograph(15, "hungry-cat")
    image = np.asarray(taken.image)
    solved = picrosser.solve_screenshot(image)
    assert solved.kind == "hungry-cat"
    assert solved.exit_code is ExitCode.OK
    truth = tables.parse_cat(taken.text).puzzle
    assert (solved.puzzle.rows, solved.puzzle.cols) == (truth.rows, truth.cols)
    box = solved.lattice.board
    corners = [(box.top, box.left), (box.top, box.right), (box.bottom, box.right), (box.bottom, box.left)]
    off = np.abs(project(solved.lattice.to_picture, np.array(corners, float)) - taken.truth["corners"])
    assert off.max() < 0.12 * taken.truth["cell_px"]
    assert solved.flat is not None
    drawn = np.asarray(solved.draw()).astype(int)
    assert drawn.shape == image.shape
    changed = np.argwhere(np.abs(drawn - image).max(axis=2) > 40)
    assert len(changed) > 0.05 * image.shape[0] * image.shape[1]  # of which the board covers a tenth


@pytest.mark.parametrize("is_clear", [False, True])
@pytest.mark.parametrize("has_stripes", [False, True])
def test_stripes_or_no_clear_board_without_them_lead_to_a_closer_look(has_stripes, is_clear, monkeypatch):
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
