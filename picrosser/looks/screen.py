"""The looks at a photographed screen as a nonogram: made straight by its edges, read like a screenshot.

So the board may have any look that is read in screenshots, also one without lines between its cells. A lens
blurs small digits into each other, so one view may misread a digit without a doubt. Two views hardly misread
it alike, since sharpening changes shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from picrosser.imaging.turned import lattice_as_given, turned_upright
from picrosser.looks.belief import SCREEN, View
from picrosser.looks.certainty import is_near, is_no_other_kind, is_numbered_table
from picrosser.looks.hues import doubted_by_hue
from picrosser.looks.search import REFUSALS, Look, Search
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.puzzles.doubt import doubt_about_picture, is_mostly_doubtful
from picrosser.reading.page.direction import turned_deg_by_digits
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.from_the_front import StraightScreen, sharpened
from picrosser.reading.photograph.sheet import MAX_BEND_OF_SCREEN
from picrosser.repairing.hidden_runs import hides_too_many
from picrosser.repairing.repair_runs import same_up_to_colour_numbers
from picrosser.solving.outcome import Status

# Pixels of the photograph: the first view of a screen is believed without another one that states the same.
# Of digits of 10, two 3s were once read as 2s without a doubt, on a board of 5 x 5 cells.
MIN_SURE_DIGIT_PX = 10.5
TINY_DIGITS = doubt_about_picture("its digits are tiny; take the photograph from closer up")
READ_OTHERWISE = doubt_about_picture(
    "its digits read differently once it is sharpened; take it from closer up"
)


class ScreenView(NamedTuple):
    """What one view of the screen states; `turned_deg` : how far its digits are turned clockwise."""

    screen: StraightScreen
    solved: NonogramSolved
    turned_deg: int

    @property
    def digit_px(self) -> float:
        """The usual height of its digits in the photograph, or on the straight screen if that is smaller."""
        heights = [box.height for line in self.solved.reading.digit_boxes for box in line]
        return float(np.median(heights)) / max(1.0, self.screen.scale) if heights else 0.0


def _first_view(search: Search) -> NonogramSolved | None:
    assert search.evidence.screen is not None  # its edges are seen
    return _stated_with(search, search.evidence.screen)


def _sharpened_view(percent: int, search: Search) -> NonogramSolved | None:
    """The part of the screen that shows a board, sharpened: strokes of small digits are blurred together."""
    return _stated_with(search, sharpened(search.screen_views[-1].screen, percent))


def _stated_with(search: Search, screen: StraightScreen) -> NonogramSolved | None:
    """What all views state for sure, once another one is read; else what is left in doubt."""
    page = PageEvidence(screen.image, is_blurred=True)
    views = search.screen_views
    search.on_stage(screen)
    is_texture = page.ink.has_many_pieces and page.ink.is_texture
    view = None if is_texture and views else _view(search, screen, page)
    if not views:
        search.first_view_shows_all = _shows_all(page.ink, None if view is None else view.solved)
    if view is not None:
        views.append(view)
    return _stated_by(views) or _left_in_doubt(views)


def _view(search: Search, screen: StraightScreen, page: PageEvidence) -> ScreenView | None:
    """Read one view, in the direction in which its digits stand; None if it shows no nonogram."""
    shown = search.screen_views
    turned_deg = shown[0].turned_deg if shown else 0
    solved = _read(search, screen, page, turned_deg)
    if not shown and (solved is None or solved.doubts) and (turns := turned_deg_by_digits(page)):
        again = _read(search, screen, page, turns)
        solved, turned_deg = (solved, turned_deg) if again is None else (again, turns)
    if solved is None:
        return None
    lattice = lattice_as_given(solved.lattice, turned_deg, solved.image.shape[:2])
    reading = replace(solved.reading, lattice=lattice.led_on(np.array(screen.to_picture)))
    placed = replace(solved, image=search.evidence.image, reading=reading, flat=solved.image)
    return ScreenView(screen, doubted_by_hue(placed, search.line_fixes), turned_deg)


def _read(
    search: Search, screen: StraightScreen, page: PageEvidence, turned_deg: int
) -> NonogramSolved | None:
    """What a view states once it is turned upright; None without a nonogram."""
    straight = turned_upright(screen.image, turned_deg).image if turned_deg else screen.image
    upright = page.of_picture(straight)
    sizes = [view.solved.puzzle.shape for view in search.screen_views if is_near(view.solved)]
    read: NonogramSolved | None = None
    for by_lines in (False, True):
        with suppress(*REFUSALS):
            options = search.nonogram_options._replace(page=upright, sizes=sizes, by_lines=by_lines)
            found = solve_nonogram(straight, options, deadline=search.deadline, on_stage=search.on_stage)
            read = found if read is None or not found.doubts else read
        if read is not None and (not read.doubts or read.is_convincing):
            break
    return read


def _stated_by(views: Sequence[ScreenView]) -> NonogramSolved | None:
    """What views of one screen state, if those near to a puzzle show one size; None if it is in doubt."""
    sure = _sure(views)
    if not sure or not all(_is_same(view, sure[0]) for view in sure):
        return None
    told = sure[0].solved
    # Faded digits may be taken for an ink or for marks. Hints without a solution state wrong colours.
    can_be = [view.solved for view in _near(views) if view.solved.outcome.status is not Status.NONE]
    if any(len(solved.puzzle.palette) != len(told.puzzle.palette) for solved in can_be):
        return None
    alike = [view for view in views if _is_same(view, sure[0])]
    differ = len({view.screen.sharpened_percent for view in alike}) > 1
    are_tall = min(view.digit_px for view in alike) >= MIN_SURE_DIGIT_PX
    is_told = differ or (are_tall and (len(alike) > 1 or len(views) == 1))
    return told if is_told else None


def _is_same(one: ScreenView, other: ScreenView) -> bool:
    """Whether two views state the same puzzle; if one is in doubt, as the likeliest reading."""
    return same_up_to_colour_numbers(one.solved.puzzle, other.solved.puzzle)


def _sure(views: Sequence[ScreenView]) -> list[ScreenView]:
    return [view for view in views if not view.solved.doubts]


def _near(views: Sequence[ScreenView]) -> list[ScreenView]:
    """Those that are near to a puzzle, and tell its size: hints stand beside most of their lines."""
    near = (view for view in views if is_near(view.solved))
    return [view for view in near if (seen := view.solved.evidence) is None or not hides_too_many(seen)]


def _left_in_doubt(views: Sequence[ScreenView]) -> NonogramSolved | None:
    """The likeliest of views that do not state one puzzle for sure; None without any."""
    sure = _sure(views)
    if not sure:
        return min((view.solved for view in views), key=lambda one: len(one.doubts), default=None)
    are_alike = all(_is_same(view, sure[0]) for view in sure)
    doubt = TINY_DIGITS if are_alike and sure[0].digit_px < MIN_SURE_DIGIT_PX else READ_OTHERWISE
    return replace(sure[0].solved, reading=replace(sure[0].solved.reading, doubts=(doubt,)))


# When a look at the screen is worth its time -----------------------------------------------------------


def _may_show_nonogram(search: Search) -> bool:
    """Whether a screen that lies askew is seen, and no ruled page tells that there is none."""
    evidence, on_page = search.evidence, search.belief.on_page
    if not search.may_be("nonogram") or not evidence.is_photograph or not evidence.lies_askew:
        return False
    if is_numbered_table(on_page) or (evidence.fills_page and evidence.sheets[0].is_on_paper):
        return False
    is_bent = bool(evidence.sheets) and evidence.sheets[0].bend > MAX_BEND_OF_SCREEN
    return not (is_bent and on_page is not None and is_no_other_kind(on_page))


def _may_show_more(search: Search) -> bool:
    """Whether another view may state a puzzle that the views so far leave in doubt."""
    views = search.screen_views
    if search.first_view_shows_all or not any(is_near(view.solved) for view in views):
        return False
    if is_numbered_table(views[-1].solved) or not _may_show_nonogram(search):
        return False
    # A blank outermost line may be seen or not: no further view can settle that.
    return len({view.solved.puzzle.shape for view in _near(views)}) <= 1


def _shows_all(ink: Ink, solved: NonogramSolved | None) -> bool:
    """Whether no other view will show a puzzle, by what the first one shows."""
    # Of 219 drawn screens that are read, at most 0.4 of the lines are in doubt at first.
    is_doubtful = solved is not None and is_mostly_doubtful(solved.doubts, solved.puzzle.shape)
    return is_doubtful or ink.has_many_pieces


FIRST_VIEW = Look(SCREEN, View.FROM_THE_FRONT, _may_show_nonogram, _first_view)
FURTHER_VIEWS = tuple(
    FIRST_VIEW._replace(
        name=f"{SCREEN}, sharpened by {percent} %",
        needs=_may_show_more,
        read=partial(_sharpened_view, percent),
    )
    for percent in (60, 100)  # of 28 drawn screens that are in doubt plain, these two read 10
)
