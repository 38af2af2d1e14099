"""The looks at a photographed screen as a Hungry Cat board: made straight, lit evenly, read as a screenshot.

How the screen lies is told by its long edges, or by the lines of the board on a ruled sheet. Where the lines
are faint dashes, they are sought where the photograph is calm, without its moire.
Only a board beside which stripes of hints end is read before the looks at other families.

Known failure: digits in nearly the tone of their background, cells of less than 35 pixels, and light lines on
a dark screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product

import numpy as np
from PIL import Image

from picrosser.imaging.noise import without_noise
from picrosser.imaging.pixels import RGB
from picrosser.looks.belief import View
from picrosser.looks.certainty import is_answered, is_numbered_table
from picrosser.looks.search import REFUSALS, Look, Search
from picrosser.pipelines.hungry_cat import HungryCatSolved, solve_reading
from picrosser.pipelines.stages import StageClock
from picrosser.puzzles.doubt import is_mostly_doubtful
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.read import read_upright
from picrosser.reading.hungry_cat.slots import HintArea, find_slots, hint_areas
from picrosser.reading.hungry_cat.sums import shape_by_sums
from picrosser.reading.lattice.grid import RuledSought
from picrosser.reading.lattice.line_evidence import GridFound
from picrosser.reading.lattice.stripes import has_stripes
from picrosser.reading.photograph.board_on_screen import (
    BoardOnScreen,
    board_along_lines,
    board_seen_at_once,
    within_ends,
)
from picrosser.reading.photograph.from_the_front import plane_of
from picrosser.reading.photograph.sheet import MAX_LINES_OF_BOARD, SheetFound, find_ruled_sheets
from picrosser.reading.photograph.slanted_lines import evenly_clear
from picrosser.solving.outcome import Status

# Of the straight picture: digits have 30 pixels then. Of five boards with cells of 22 to 30 pixels one is
# read then that was not; at 45 pixels the faint stripes beside cells of 56 are lost.
CELL_PX = 60


def _on_straight_screen(search: Search) -> HungryCatSolved | None:
    """The board on the screen as its long edges make it straight."""
    screen = search.evidence.screen
    seen = None if screen is None else board_seen_at_once(screen.image, screen.to_picture)
    if seen is None or not _has_stripes(seen):
        return None
    search.shows_stripes = True
    return _first_sure(search, [seen])


def _on_sheets(search: Search) -> HungryCatSolved | None:
    """The board on a ruled sheet beside which stripes of hints end."""
    for sheet in search.evidence.sheets:
        seen = list(_on_boards(search.evidence.image, [sheet]))
        if any(map(_has_stripes, seen)):
            search.shows_stripes = True
            solved = _first_sure(search, _on_boards(search.evidence.page.without_moire, [sheet]))
            if solved is not None:
                return solved
        elif seen:
            search.shows_plain_board |= sheet.is_clear
    return None


def _closely(search: Search) -> HungryCatSolved | None:
    """The board on sheets that are seen once shadows are divided out."""
    calm = search.evidence.page.without_moire
    clear = evenly_clear(Image.fromarray(np.ascontiguousarray(calm)).convert("L")).convert("RGB")
    return _first_sure(search, _on_boards(calm, find_ruled_sheets(np.asarray(clear))))


def _has_stripes(straight: BoardOnScreen) -> bool:
    return has_stripes(straight.image, straight.found.lattice)


def _first_sure(search: Search, seen: Iterable[BoardOnScreen]) -> HungryCatSolved | None:
    """The first board whose puzzle is solved without a doubt; its lattice leads to the photograph."""
    clock = StageClock(search.on_stage, search.deadline)
    for straight in seen:
        search.deadline.check("reading a photographed screen")
        search.on_stage(straight)
        for looked in _readings(straight, clock):
            if is_mostly_doubtful(looked.doubts, looked.puzzle.shape):
                continue  # of 12 such none was settled, and to find that out took up to ten seconds each
            with suppress(*REFUSALS):
                solved = solve_reading(search.evidence.image, looked, clock, fixes=search.request.count_fixes)
                if not solved.doubts and solved.outcome.status is not Status.NONE:  # else one is misread
                    lattice = solved.lattice.led_on(np.array(straight.to_picture))
                    return replace(solved, reading=replace(solved.reading, lattice=lattice))
    return None


def _readings(straight: BoardOnScreen, clock: StageClock) -> Iterator[Reading]:
    """What is read of the board that is seen, within each likely end of the screen, if its sums agree."""
    board, calm = straight.found, without_noise(straight.image)
    for within in _within_ends(calm, board):
        with suppress(*REFUSALS):
            looked = read_upright(within, clock, sought=RuledSought(board, is_only=True))
            if shape_by_sums(looked.evidence) == board.lattice.shape:
                yield looked


def _within_ends(calm: RGB, board: GridFound) -> Iterator[RGB]:
    """A screen cut where it may end, if as many hints a row as a column are seen within that."""
    lattice, box = board.lattice, board.lattice.board
    left_area, top_area = hint_areas(calm, lattice)
    tops, lefts = (0, *_end_as_far(left_area, box.top)), (0, *_end_as_far(top_area, box.left))
    found: dict[tuple[int, ...], RGB] = {}
    for top, left in product(tops, lefts):
        within = within_ends(calm, lattice, top, left)
        with suppress(*REFUSALS):
            slots = find_slots(within, board)
            places = np.rint((*slots.left.slot_centres_px, *slots.top.slot_centres_px)).astype(int)
            found.setdefault(tuple(places.tolist()), within)
    yield from (found[likely] for likely in sorted(found, key=len, reverse=True))


def _end_as_far(area: HintArea | None, board_px: int) -> Iterator[int]:
    """Where a hint area ends that reaches as far from a board as the one on its other side."""
    if area is not None and area.start_px and area.end_px - area.start_px < board_px:
        yield board_px - (area.end_px - area.start_px)


def _on_boards(image: RGB, sheets: Iterable[SheetFound]) -> Iterator[BoardOnScreen]:
    """The ruled sheets that may be boards, seen from straight ahead."""
    for sheet in sheets:
        if max(sheet.lines) > MAX_LINES_OF_BOARD:
            continue
        to_picture, lines = plane_of(sheet, CELL_PX)
        seen = board_along_lines(image, to_picture, lines)
        if seen is not None:
            yield seen


# When a look at the screen is worth its time -----------------------------------------------------------


def _may_be_board_on_screen(search: Search) -> bool:
    """Whether a photograph may show a Hungry Cat board; no ruled page does."""
    if not search.may_be("hungry-cat") or not search.evidence.is_photograph:
        return False
    return search.request.kind is not None or search.evidence.nonogram_sheet is None


def _needs_closer_look(search: Search) -> bool:
    """Whether stripes were seen but no board was read; or nothing else, if the look is thorough."""
    if not _may_be_board_on_screen(search):
        return False
    belief = search.belief
    if search.request.kind is None and (belief.shows_nonogram_on_screen or is_answered(belief.on_page)):
        return False
    if search.shows_stripes:
        return True
    is_table = is_numbered_table(belief.on_page) or is_numbered_table(belief.on_screen)
    is_other = search.shows_plain_board or is_table
    return search.is_thorough and not is_other and belief.nonogram_from_the_front is None


_FRONT = View.FROM_THE_FRONT
AT_FIRST_SIGHT = (
    Look("Hungry Cat on the straight screen", _FRONT, _may_be_board_on_screen, _on_straight_screen),
    Look("Hungry Cat on ruled sheets", _FRONT, _may_be_board_on_screen, _on_sheets),
)
CLOSELY = Look("Hungry Cat without shadows", _FRONT, _needs_closer_look, _closely)
