"""Photographs of screens with a nonogram, also of boards without lines between their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numbered_table import numbered_table
from PIL import Image

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.saving import truth_of
from drawn.nonograms.screenshot import draw, legible_spec
from drawn.photographs.camera import View, photograph
from drawn.photographs.scenes import random_photograph
from measuring.nonogram_truth import exact
from picrosser.errors import GridNotFoundError
from picrosser.imaging.moire import without_moire
from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.pipelines import screen_photograph, screen_views
from picrosser.pipelines.nonogram import NonogramRead, NonogramSolved, solve_nonogram
from picrosser.pipelines.photograph_look import PhotographLook
from picrosser.pipelines.recognise import solve_screenshot
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence, certain_evidence
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.slanted_lines import find_screen_slopes
from picrosser.reading.photograph.straight_screen import StraightScreen, straight_screens
from picrosser.reading.stages import ignore
from picrosser.repairing.weighed_board import PuzzleWeighed
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.solve import solve

VIEW = View(
    turn_deg=-9.0,
    tilt_deg=14.0,
    tilt_way_deg=30.0,
    bend=0.0,
    bend_along=0,
    long_px=950.0,
    light=0.2,
    shadow=0.0,
    blur_px=0.5,
    noise=2.0,
    moire=2.0,
    quality=90,
    orientation=1,
)


@pytest.mark.parametrize("name", ["tiles", pytest.param("badges", marks=pytest.mark.slow)])
def test_a_board_of_tiles_or_plates_is_read(name: str) -> None:
    look = next(look for look in LOOKS if look.name == name)
    drawn = draw(legible_spec(look, 3))
    taken = photograph(drawn.image, VIEW, np.random.default_rng(3))
    solved = solve_screenshot(np.asarray(taken.image))
    assert solved.exit_code.name == "OK", solved.verdict
    assert solved.kind == "nonogram"
    assert exact(solved.puzzle, truth_of(drawn.spec), own_tones=False)
    assert solved.image.shape == np.asarray(taken.image).shape
    assert solved.flat is not None
    # The lattice leads to where the board's lines cross in the photograph.
    lattice = solved.lattice
    assert lattice.to_picture is not None
    edges = (
        (lattice.row_edges_px, drawn.lattice.row_edges_px),
        (lattice.col_edges_px, drawn.lattice.col_edges_px),
    )
    seen, true = (np.array([(edges[0][at][i], edges[1][at][i]) for i in (0, -1)], float) for at in (0, 1))
    away = project(lattice.to_picture, seen) - taken.places(true)
    assert np.abs(away).max() < 0.3 * float(np.diff(taken.places(true)[:, 0])[0]) / lattice.shape[0]
    assert solved.draw().size == taken.image.size


def test_a_screen_with_strong_moire_is_read_at_first_sight() -> None:
    taken = random_photograph(36011, "screen")  # in which waves were taken for further lines of the board
    image = np.asarray(taken.image)
    slopes = find_screen_slopes(image)
    assert slopes is not None
    straight = straight_screens(image, slopes, lambda: without_moire(image))
    looked: list[object] = []
    solved = screen_photograph.NonogramOnScreen(
        PageEvidence(image), straight, fixes={}, is_stated=False, deadline=NO_DEADLINE, on_stage=looked.append
    ).result
    assert solved is not None
    assert not solved.doubts
    assert exact(solved.puzzle, taken.truth, own_tones=False)
    assert sum(isinstance(stage, StraightScreen) for stage in looked) == 1


def test_a_blank_photograph_shows_no_screen() -> None:
    image = Image.fromarray(np.random.default_rng(2).integers(100, 120, (200, 160, 3), np.uint8))
    with pytest.raises(GridNotFoundError):
        solve_screenshot(image)


LARGE_PX, TINY_PX = 20, 9
STATED, OTHER = (
    Nonogram(tuple((Run(length),) for length in rows), ((Run(1),), (Run(2),))) for rows in ((1, 2), (2, 1))
)
THREE = (*STATED.palette, (200, 40, 40))
COLOURED = replace(STATED, palette=THREE)
UNSOLVABLE = replace(COLOURED, rows=((Run(1, 2),), (Run(2),)))
WIDER = Nonogram(STATED.rows, (*STATED.cols, ()))
UNSURE = (Doubt(WHOLE_PICTURE, None, (), "a digit is not clear"),)


def view(puzzle: Nonogram, digit_px: int, *doubts: Doubt) -> NonogramSolved:
    """What a view of a screen states, with digits so tall."""
    box = Box(0, 0, digit_px, digit_px)
    reading = NonogramRead(
        Lattice((0, 30, 60), (0, 30, 60)), puzzle, doubts, digit_boxes=((box,),) * sum(puzzle.shape)
    )
    return NonogramSolved(np.zeros((90, 90, 3), np.uint8), reading, solve(puzzle), None, (), {})


def screen_of(
    monkeypatch: pytest.MonkeyPatch,
    *views: NonogramSolved | None,
    has_digits: bool = True,
    pieces: int = 300,
    later_pieces: int = 300,
    sure: float = 0.1,
    sides_px: Sequence[int] = (90,),
) -> tuple[screen_photograph.NonogramOnScreen, list[StraightScreen]]:
    """A screen with these views, and those that were looked at so far.

    sides_px : of the part within its edges, and of the whole photograph if that shows more.
    has_digits, pieces, sure : what is seen of ink on the straight screen, and the share that are sure digits.
    later_pieces : of ink in further views.
    """
    first, later = (
        SimpleNamespace(
            boxes=np.tile((0, 0, 20, 10), (count, 1)),
            distances=np.where(np.arange(count) < sure * count, 0, 1),
            are_sure=np.arange(count) < sure * count,
            light_share=0.0,
            is_texture=sure < 0.02,
            sure_digits=round(sure * count),
        )
        for count in (pieces, later_pieces)
    )
    inks = chain([first], repeat(later))
    pages = (SimpleNamespace(has_hardly_digits=not has_digits, ink=ink) for ink in inks)
    monkeypatch.setattr(screen_photograph, "PageEvidence", lambda *_, **__: next(pages))
    left = iter(views)
    looked: list[StraightScreen] = []
    straight = np.zeros((90, 90, 3), np.uint8)
    level: Any = None
    one: Any = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    screens = [
        StraightScreen(np.zeros((side, side, 3), np.uint8), one, level, 1.0, is_beyond=side != sides_px[0])
        for side in sides_px
    ]
    monkeypatch.setattr(screen_photograph.NonogramOnScreen, "_read", lambda *_: next(left, None))
    monkeypatch.setattr(
        screen_photograph, "_without_halos", lambda screen, _: iter([replace(screen, sharpened_percent=1)])
    )
    read = screen_photograph.NonogramOnScreen(
        PageEvidence(straight),
        screens,
        fixes={},
        is_stated=False,
        deadline=NO_DEADLINE,
        on_stage=looked.append,
    )
    return read, looked


def told_by(monkeypatch: pytest.MonkeyPatch, *views: NonogramSolved | None, **seen: Any) -> tuple[Any, int]:
    """What these views of one screen tell together, and how many of them were looked at.

    seen : as in `screen_of`.
    """
    screen, looked = screen_of(monkeypatch, *views, **seen)
    return screen.result, len(looked)


def test_the_first_view_tells_alone_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    for digit_px, is_sure in (LARGE_PX, True), (TINY_PX, False):
        shown = view(STATED, digit_px)
        screen, _ = screen_of(monkeypatch, *[shown] * 5)
        assert (screen.sure_after(1) is not None) is is_sure
        told, seen = screen.result, screen.shown_at_first
        assert told is not None
        assert seen is not None
        assert told.puzzle == seen.puzzle == STATED


def test_the_first_view_is_believed_unless_its_digits_are_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    solved, looked = told_by(monkeypatch, view(STATED, LARGE_PX), view(OTHER, LARGE_PX))
    assert (solved.puzzle, solved.doubts, looked) == (STATED, (), 1)
    solved, looked = told_by(monkeypatch, view(STATED, TINY_PX), None)
    assert (solved.puzzle, solved.doubts, looked) == (STATED, (screen_views.TINY_DIGITS,), 3)


@pytest.mark.parametrize("doubts", [(), UNSURE])
def test_tiny_digits_are_believed_if_two_views_state_the_same(
    monkeypatch: pytest.MonkeyPatch, doubts: tuple[Doubt, ...]
) -> None:
    views = view(STATED, TINY_PX), view(STATED, TINY_PX, *doubts), view(OTHER, TINY_PX)
    solved, looked = told_by(monkeypatch, *views)
    assert (solved.puzzle, solved.doubts, looked) == (STATED, (), 2)


def test_tiny_digits_are_not_believed_before_they_are_seen_in_another_sharpness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, looked = screen_of(monkeypatch, *[view(STATED, TINY_PX)] * 3)
    monkeypatch.setattr(screen_photograph, "_without_halos", lambda screen, _: iter([screen]))
    told = screen.result
    assert told is not None
    assert (told.puzzle, told.doubts, len(looked)) == (STATED, (), 3)


@pytest.mark.parametrize(
    ("digit_px", "doubt"),
    [(TINY_PX, screen_views.TINY_DIGITS), (LARGE_PX, screen_views.READ_OTHERWISE)],
)
def test_a_later_view_alone_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, digit_px: int, doubt: Doubt
) -> None:
    solved, looked = told_by(monkeypatch, view(OTHER, digit_px, *UNSURE), view(STATED, digit_px))
    assert (solved.puzzle, solved.doubts, looked) == (STATED, (doubt,), 4)


@pytest.mark.parametrize(
    ("first", "digits"), [("sure", STATED), ("far", STATED), ("sure", OTHER), ("sure", None)]
)
def test_a_view_that_shows_another_board_is_read_beside_the_board_of_a_sure_one(
    monkeypatch: pytest.MonkeyPatch, first: str, digits: Nonogram | None
) -> None:
    sure, far = view(STATED, TINY_PX), view(OTHER, TINY_PX, *UNSURE * 3)
    read = None if digits is None else view(digits, TINY_PX, *UNSURE * 3)
    monkeypatch.setattr(screen_photograph.NonogramOnScreen, "_read_on_board_of", lambda *_: read)
    solved, looked = told_by(monkeypatch, *((sure, far) if first == "sure" else (far, sure)))
    assert solved.puzzle == STATED
    is_alike = digits is STATED
    assert (not solved.doubts, looked == 2) == (is_alike, is_alike)


def test_views_that_state_different_puzzles_leave_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    views = view(STATED, TINY_PX), view(OTHER, TINY_PX), view(STATED, TINY_PX)
    solved, _ = told_by(monkeypatch, *views)
    assert solved.doubts == (screen_views.READ_OTHERWISE,)


def test_views_that_do_not_nearly_state_a_puzzle_together_are_followed_by_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    views = [view(puzzle, LARGE_PX, *UNSURE) for puzzle in (OTHER, STATED) * 3]
    for nats, lacking, looked_at in ((-4.0, 9.0, 2), (-2.0, 9.0, 3), (-2.0, None, 3), (-2.0, 0.5, 6)):
        found = PuzzleWeighed(None, nats, np.zeros((2, 2), np.int8), lacking=lacking)
        monkeypatch.setattr(screen_photograph, "weighed_views", lambda *_, found=found: found)
        solved, looked = told_by(monkeypatch, *views)
        assert solved.doubts
        assert looked == looked_at


def test_a_board_that_a_near_view_shows_with_a_further_blank_line_is_in_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    views = view(WIDER, LARGE_PX, *UNSURE), view(STATED, LARGE_PX), view(STATED, LARGE_PX)
    solved, looked = told_by(monkeypatch, *views)
    assert solved.doubts
    assert looked == 2


@pytest.mark.parametrize(("within", "other_px", "is_told"), [(1, 12, True), (11, 12, False), (11, 30, True)])
def test_views_of_a_board_with_numbers_in_its_cells_state_no_nonogram(
    within: int, other_px: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board of Skyscrapers; what is much taller than the hints is something else."""
    lattice = Lattice((100, 150, 200), (100, 150, 200))
    place = BoardScored(9.0, 9.0, lattice, lattice, (2, 2), (0,) * 4, False, False, 12.0)
    boxes = np.array([(120, 120, 120 + other_px, 130)] * within + [(20, 120, 32, 130)] * 34)
    ink: Any = SimpleNamespace(boxes=boxes, are_sure=np.ones(len(boxes), bool))
    seen: Any = SimpleNamespace(
        solved=SimpleNamespace(place=place), page=SimpleNamespace(ink=ink), turned_deg=0
    )
    assert screen_views.has_digits_within(seen) is not is_told
    monkeypatch.setattr(screen_photograph, "weighed_views", lambda *_: None)
    screen, _ = screen_of(monkeypatch)
    screen._views.append(seen)
    assert screen._agreed() == (None, None if is_told else screen_photograph.HOPELESS)


@pytest.mark.parametrize(("lines", "looks"), [(1, 2), (2, 1)])
def test_a_first_view_with_half_of_its_lines_in_doubt_is_followed_by_no_other(
    lines: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubts = [Doubt(HintPlace("row", line), None, (), "a digit is not clear") for line in range(lines)]
    sure = view(STATED, LARGE_PX)
    told, looked = told_by(monkeypatch, view(STATED, LARGE_PX, *doubts), sure, sure)
    assert looked == looks
    assert bool(told.doubts) is (looks == 1)


@pytest.mark.parametrize(("has_own_tones", "is_sure"), [(False, False), (True, True)])
def test_colours_are_believed_as_they_look_in_the_photograph(has_own_tones: bool, is_sure: bool) -> None:
    """Without halos pale inks may look alike, and two such views may take two inks for one alike."""
    straight, level, one = np.zeros((90, 90, 3), np.uint8), None, ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    seen: Any = [
        screen_views.ScreenView(
            StraightScreen(straight, one, level, 1.0, is_beyond=False, has_own_tones=own),  # type: ignore[arg-type]
            PageEvidence(straight),
            view(COLOURED, LARGE_PX),
            LARGE_PX,
        )
        for own in (False, has_own_tones)
    ]
    assert (screen_views.stated_by(seen) is not None) is is_sure


def test_a_near_view_with_lines_half_way_between_a_boards_own_tells_no_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    halved = Nonogram((STATED.rows[0], (), STATED.rows[1], ()), STATED.cols)
    evidence, blank = certain_evidence(halved), LineEvidence((), (), ())
    evidence = replace(evidence, rows=(evidence.rows[0], blank, evidence.rows[2], blank))
    seen = replace(view(halved, LARGE_PX, *UNSURE), evidence=evidence)
    told, looked = told_by(monkeypatch, seen, view(STATED, LARGE_PX), view(STATED, LARGE_PX))
    assert (told.puzzle, told.doubts, looked) == (STATED, (), 3)


@pytest.mark.parametrize(
    ("nats", "doubts", "is_sure"), [(-0.1, (), True), (-0.1, UNSURE, False), (0.0, UNSURE, True)]
)
def test_paint_does_not_outweigh_a_view_that_reads_just_what_all_state_or_digits_that_all_look_like_it(
    monkeypatch: pytest.MonkeyPatch, nats: float, doubts: tuple[Doubt, ...], is_sure: bool
) -> None:
    found = PuzzleWeighed(STATED, nats, np.zeros((2, 2), np.int8))
    monkeypatch.setattr(screen_photograph, "weighed_views", lambda *_: found)
    monkeypatch.setattr(screen_photograph, "is_painted_otherwise", lambda _: True)
    screen, _ = screen_of(
        monkeypatch, view(OTHER, TINY_PX, *UNSURE), view(STATED, TINY_PX, *doubts), view(STATED, TINY_PX)
    )
    monkeypatch.setattr(type(screen), "_read", read_with_hints(type(screen)._read))
    told = screen.result
    assert told is not None
    assert (not told.doubts) is is_sure


def read_with_hints(read: Any) -> Any:
    """A way to read that takes the hints that are known, too."""
    return lambda self, screen, page, hints=None: read(self, screen, page)  # noqa: ARG005


def test_a_look_at_the_same_board_as_a_page_is_one_more_view(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[int] = []

    def weigh(views: Sequence[NonogramEvidence], _: Deadline) -> PuzzleWeighed:
        weighed.append(len(views))
        return PuzzleWeighed(STATED if len(views) == 2 else None, -0.5, np.zeros((2, 2), np.int8))

    monkeypatch.setattr(screen_views, "weighed_puzzle", weigh)
    seen = replace(view(OTHER, TINY_PX, *UNSURE), evidence=certain_evidence(OTHER))
    screen, _ = screen_of(monkeypatch, seen, None, view(STATED, TINY_PX))
    monkeypatch.setattr(type(screen), "_read", read_with_hints(type(screen)._read))
    assert screen.sure_after(2) is None
    for evidence in certain_evidence(WIDER), None:
        assert screen.sure_with(replace(seen, evidence=evidence)) is None
    told = screen.sure_with(seen)
    assert told is not None
    assert (told.puzzle, weighed) == (STATED, [2])


@pytest.mark.parametrize(("other", "is_sure"), [(COLOURED, False), (UNSOLVABLE, True)])
def test_a_near_view_of_other_colours_is_no_agreement_unless_it_has_no_solution(
    monkeypatch: pytest.MonkeyPatch, other: Nonogram, is_sure: bool
) -> None:
    views = view(other, LARGE_PX, *UNSURE), view(STATED, LARGE_PX), view(STATED, LARGE_PX)
    solved, _ = told_by(monkeypatch, *views)
    assert (not solved.doubts) is is_sure


def test_a_view_that_lacks_a_blank_row_that_shows_is_in_doubt_and_outvotes_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = random_photograph(70049, "screen")  # the plain view begins with the second row
    solved = solve_screenshot(np.asarray(taken.image))
    assert not solved.doubts
    assert solved.kind == "nonogram"
    assert exact(solved.puzzle, taken.truth, own_tones=False)
    lacking = view(WIDER, LARGE_PX, screen_views.GOES_ON)
    told, _ = told_by(monkeypatch, lacking, view(STATED, LARGE_PX), view(STATED, LARGE_PX))
    assert (told.puzzle, told.doubts) == (STATED, ())


def test_once_a_board_was_seen_it_is_lit_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[Lattice] = []

    def evenly_lit(image: RGB, board: Lattice) -> RGB:
        lit.append(board)
        return image

    monkeypatch.setattr(screen_photograph, "evenly_lit", evenly_lit)
    seen = view(STATED, TINY_PX)
    weighed = PuzzleWeighed(None, -0.1, np.zeros((2, 2), np.int8), lacking=0.5)  # so that no view is left out
    monkeypatch.setattr(screen_photograph, "weighed_views", lambda *_: weighed)
    told_by(monkeypatch, seen, *[view(OTHER, TINY_PX, *UNSURE)] * 4)
    assert lit == [seen.lattice] * 2


def test_a_board_that_lacks_the_blank_last_row_of_a_likelier_one_is_in_doubt() -> None:
    taken = random_photograph(23028, "screen")
    image = np.asarray(taken.image)
    slopes = find_screen_slopes(image)
    assert slopes is not None
    solved = solve_nonogram(next(straight_screens(image, slopes, lambda: without_moire(image))).image)
    assert solved.doubts or exact(solved.puzzle, taken.truth, own_tones=False)


def test_a_screen_without_a_board_in_three_views_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told_by(monkeypatch, None, None, None, view(STATED, LARGE_PX)) == (None, 3)


def test_where_the_edges_show_no_board_the_whole_photograph_follows_and_is_sharpened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = view(STATED, TINY_PX)
    views = None, shown, view(OTHER, TINY_PX, *UNSURE), shown
    screen, looked = screen_of(monkeypatch, *views, sides_px=(90, 120))
    told = screen.result
    assert told is not None
    assert (told.puzzle, [len(part.image) for part in looked]) == (STATED, [90, *[120] * 3])


def test_a_screen_without_digits_is_not_read_and_texture_is_not_sharpened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sure = view(STATED, LARGE_PX)
    assert told_by(monkeypatch, sure, has_digits=False) == (None, 0)
    texture = screen_photograph.MAX_PIECES_OF_SCREEN + 1
    assert told_by(monkeypatch, None, sure, pieces=texture) == (None, 1)
    solved, looked = told_by(monkeypatch, sure, pieces=texture)
    assert (solved.puzzle, looked) == (STATED, 1)


def test_a_table_whose_lines_are_numbered_is_looked_at_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    table = solve_nonogram(numbered_table())
    solved, looked = told_by(monkeypatch, table, view(STATED, LARGE_PX), view(STATED, LARGE_PX))
    assert (solved.puzzle, looked) == (table.puzzle, 1)
    look = PhotographLook(
        PageEvidence(table.image), None, {}, {}, by_camera=True, deadline=NO_DEADLINE, on_stage=ignore
    )
    look.__dict__ |= {"_sheets": (), "_page_read_or_refusal": table}
    assert look._on_screen is None
    look.__dict__["_screen_look"] = SimpleNamespace(
        at_once=None, is_striped=True
    )  # a closer look is not asked for
    assert look.of_hinted() is None


@pytest.mark.parametrize(
    ("screen", "is_convincing", "is_sure"),
    [(STATED, True, True), (WIDER, True, False), (WIDER, False, True)],  # noise may look like a board
)
def test_what_lies_askew_is_in_doubt_if_the_screen_shows_a_board_of_another_size(
    screen: Nonogram, is_convincing: bool, is_sure: bool
) -> None:
    noisy = np.random.default_rng(2).normal(200.0, 4.0, (90, 90, 3)).clip(0, 255).astype(np.uint8)
    look = PhotographLook(PageEvidence(noisy), None, {}, {}, False, NO_DEADLINE, ignore)
    read = replace(view(screen, LARGE_PX, *UNSURE), is_convincing=is_convincing)
    vars(look)["_screen_read"] = read  # as if the screen had been read
    assert (not look.as_it_lies(lambda: view(STATED, LARGE_PX)).doubts) is is_sure


@pytest.mark.parametrize(("sure", "looked"), [(0.05, 1), (0.1, 3)])
def test_a_refused_view_with_hardly_a_sure_digit_is_the_only_one(
    monkeypatch: pytest.MonkeyPatch, sure: float, looked: int
) -> None:
    assert told_by(monkeypatch, None, None, sure=sure) == (None, looked)


def test_a_first_view_of_sharp_digits_that_shows_neither_board_nor_puzzle_is_the_only_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sure = view(STATED, LARGE_PX)
    assert told_by(monkeypatch, None, sure, sure, sure=0.5) == (None, 1)
    assert told_by(monkeypatch, None, sure, sure, sure=0.1)[0].puzzle == STATED
    far = view(STATED, LARGE_PX, *UNSURE * 4)
    assert told_by(monkeypatch, far, sure, sure, sure=0.5)[1] == 1
    board = replace(far, is_convincing=True)
    assert told_by(monkeypatch, board, sure, sure, sure=0.5)[0].puzzle == STATED


def test_a_later_view_of_texture_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    doubtful, sure = view(STATED, TINY_PX, *UNSURE), view(STATED, TINY_PX)
    texture = screen_photograph.MAX_PIECES_OF_SCREEN + 1
    assert not told_by(monkeypatch, doubtful, sure, sure)[0].doubts
    assert told_by(monkeypatch, doubtful, sure, sure, later_pieces=texture, sure=0.01)[0].doubts
    assert not told_by(monkeypatch, doubtful, sure, sure, later_pieces=texture)[0].doubts
