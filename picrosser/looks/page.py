"""The looks at a ruled page in a photograph: made flat and read as a nonogram, then filtered and weighed.

What is read on the flat page leads back to the photograph by the page's own warp.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PIL import Image, ImageFilter

from picrosser.errors import GridNotFoundError, PicrosserError, TimeLimitError
from picrosser.imaging.pixels import RGB
from picrosser.looks.belief import PAGE, PAGE_WEIGHED, View
from picrosser.looks.certainty import is_near, is_no_other_kind, is_numbered_table
from picrosser.looks.hues import doubted_by_hue
from picrosser.looks.search import REFUSALS, Look, Search
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import NonogramEvidence, keeps_fixes, with_fixed_lines
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.page.direction import turned_deg_by_digits
from picrosser.reading.page.ink import Ink, find_ink
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.flat_page import FlatPage, flat_page
from picrosser.reading.photograph.ruled_paper import CELL_PX
from picrosser.reading.photograph.sheet import MAX_LINES_OF_TABLE, SheetFound, is_apart
from picrosser.repairing.hidden_runs import hides_too_many
from picrosser.repairing.weighed_board import weighed_puzzle
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from picrosser.reading.nonogram.read import BoardsFound

# How a page is made sharper or softer, in its pixels: which of it shows more depends on the photograph.
FILTERS = (
    ImageFilter.UnsharpMask(2.0, 60, 0),
    ImageFilter.UnsharpMask(2.0, 120, 0),
    ImageFilter.GaussianBlur(0.7),
    ImageFilter.GaussianBlur(1.2),
)
# Nats that the page as it is may lack to be sure of a picture. Of 60 pages in doubt nine were settled by
# several views, and lacked up to 23 in the first one; twelve lacked more than 40, and none was settled.
MOST_LACKING = 40.0


class PageLook(NamedTuple):
    """A flat page that left doubts; `solved` is None if it is refused."""

    sheet: SheetFound
    page: FlatPage
    ink: PageEvidence
    boards: BoardsFound
    solved: NonogramSolved | None


def _read_page(search: Search) -> NonogramSolved:
    """The nonogram on a sheet, read in the direction that leaves no doubt; else what is likeliest."""
    number, sheets = search.request.board, search.evidence.sheets
    if number > len(sheets):
        shown = counted(len(sheets), "board") if sheets else "no board"
        raise GridNotFoundError(
            f"there is no board {number}: the picture shows {shown} with lines between the cells",
            "take the largest, 1, or crop the picture to the puzzle",
        )
    sheet = sheets[number - 1]
    image = search.evidence.image
    tried: list[PageLook] = []
    refusal: PicrosserError | None = None
    for page, ink in _pages(np.invert(image) if sheet.is_light_on_dark else image, sheet):
        search.deadline.check("reading the flat page")
        look = PageLook(sheet, page, ink, _boards(page, ink.ink), None)
        try:
            solved = _solved_on(search, look)
        except REFUSALS as error:
            refusal = refusal or error
            tried.append(look)
            continue
        if not solved.doubts:
            return solved
        tried.append(look._replace(solved=solved))
        if is_near(solved):
            break  # so many hints fit in one direction only
    in_doubt = [look for look in tried if look.solved is not None]
    # Where blurred digits look as much like digits upside down, the board tells more.
    looks = in_doubt or tried
    search.page = max(looks, key=lambda look: look.boards.likely[0].nats if look.boards.likely else 0.0)
    if search.page.solved is not None:
        return search.page.solved
    assert refusal is not None  # there is at least one page
    raise refusal


def _solved_on(search: Search, look: PageLook, hints: Nonogram | None = None) -> NonogramSolved:
    """What a flat page states, with a lattice that leads to the photograph."""
    sheet, page, image = look.sheet, look.page, search.evidence.image
    search.on_stage(page)
    options = search.nonogram_options._replace(
        ruling=_ruling(page), page=look.ink, boards=look.boards, hints=hints
    )
    solved = solve_nonogram(page.image, options, deadline=search.deadline, on_stage=search.on_stage)
    reading = replace(
        solved.reading,
        lattice=replace(solved.lattice, to_picture=page.to_picture),
        others=tuple(other.box_in(image.shape) for other in search.evidence.sheets if is_apart(sheet, other)),
    )
    placed = replace(solved, image=image, reading=reading, flat=page.plain, board=search.request.board)
    return doubted_by_hue(_negative(placed) if sheet.is_light_on_dark else placed, search.line_fixes)


def _negative(solved: NonogramSolved) -> NonogramSolved:
    """The result for a sheet whose negative was read, in the tones of the sheet."""
    palette = tuple((255 - red, 255 - green, 255 - blue) for red, green, blue in solved.puzzle.palette)
    return replace(
        solved.recoloured(palette),
        cells=None if solved.cells is None else replace(solved.cells, palette=palette),
        flat=None if solved.flat is None else np.invert(solved.flat),
    )


def _pages(image: RGB, sheet: SheetFound) -> Iterator[tuple[FlatPage, PageEvidence]]:
    """The flat page in which its digits stand upright, then the one as it lies in the photograph."""
    first = page = flat_page(image, sheet)
    ink = _ink_of(first)
    for _ in range(turned_deg_by_digits(ink, reduced=False) // 90):
        page = page.turned()
    if page is not first:
        yield page, _ink_of(page)
    yield first, ink


def _ink_of(page: FlatPage) -> PageEvidence:
    return PageEvidence(page.image, has_lines=False, tallest_px=CELL_PX)  # digits are no taller than cells


def _boards(page: FlatPage, ink: Ink) -> BoardsFound:
    from picrosser.reading.nonogram.read import find_boards

    return find_boards(page.image, ink=ink, ruling=_ruling(page))


def _ruling(page: FlatPage) -> Ruling:
    """The lines of the page, as a nonogram's board may lie on them."""
    warp = page.to_picture
    return Ruling(warp.rows_px, warp.cols_px, page.seen, page.area, page.image.shape[:2])


def _weigh_page(search: Search) -> NonogramSolved | None:
    """The puzzle that surely explains what the page and its sharpened and softened views show together."""
    assert search.page is not None  # it was read, and left doubts
    look = search.page
    views: list[NonogramEvidence] = []
    with suppress(TimeLimitError):
        for view in _evidence_of_views(search, look):
            views.append(view)  # a page that the views so far settle needs no further ones
            found = weighed_puzzle(views, search.deadline)
            if found.puzzle is not None and keeps_fixes(found.puzzle, search.line_fixes):
                return _agreed(search, look, found.puzzle)
            if len(views) == 1 and found.lacking is not None and found.lacking > MOST_LACKING:
                return None
    return None


def _agreed(search: Search, look: PageLook, hints: Nonogram) -> NonogramSolved | None:
    """The result for the hints that all views state; None if the page contradicts them."""
    with suppress(*REFUSALS):
        solved = _solved_on(search, look, hints)
        if not solved.doubts and not solved.is_painted_otherwise:
            return solved
    return None


def _evidence_of_views(search: Search, look: PageLook) -> Iterator[NonogramEvidence]:
    """What the page and its filtered views show, as far as they show one board of one size."""
    is_light = look.boards.ink.light_share > 0.5  # then nothing darker than the page is looked for
    seen = look.solved.evidence if look.solved is not None else _hints_of(search, look.boards)
    if seen is None and look.boards.ink.has_many_pieces:
        return  # texture; a page that shows a board may have more: 10,000 with 45 x 45 cells
    size: tuple[int, int] | None = None
    for view in (None, *FILTERS):
        if view is not None:
            search.deadline.check("looking at the page sharpened and softened")
            filtered = replace(look.page, image=np.asarray(Image.fromarray(look.page.image).filter(view)))
            ink = find_ink(filtered.image, has_lines=False, polarities=[is_light])
            seen = _hints_of(search, _boards(filtered, ink))
        if seen is None or hides_too_many(seen):
            continue
        size = size or seen.shape
        if seen.shape == size:
            yield seen


def _hints_of(search: Search, boards: BoardsFound) -> NonogramEvidence | None:
    """What is seen of the hints beside the likeliest board of a page; None if there is none."""
    for board in boards.likely[:1]:
        with suppress(*REFUSALS):
            return with_fixed_lines(boards.read(board).evidence, search.line_fixes)
    return None


def _may_be_page(search: Search) -> bool:
    """Whether a sheet is seen that may be a page: one that lies askew, or any if the look is thorough."""
    evidence = search.evidence
    if search.request.board > 1:
        return True
    if not search.may_be("nonogram") or not evidence.sheets:
        return False
    if not evidence.is_photograph and (evidence.page.has_hardly_digits or not evidence.lies_askew):
        return False
    if not evidence.sheets[0].is_askew and evidence.lies_straight:
        return False  # lines as straight as a screen's, in a picture that lies straight, are read as it lies
    return search.is_thorough or evidence.sheets[0].is_askew


def _has_more_lines_than_table(search: Search) -> bool:
    """Whether a page surely has more lines than a wooden board, so that no table is looked for first."""
    if not _may_be_page(search):
        return False
    sheet = search.evidence.sheets[0]
    return sheet.is_clear and sheet.is_askew and min(sheet.lines) > MAX_LINES_OF_TABLE


def _is_worth_weighing(search: Search) -> bool:
    """Whether a page left doubts that its views may settle, and no screen shows a board of another size."""
    if search.page is None:
        return False
    solved, shown = search.page.solved, search.belief.on_screen
    if solved is None and search.page.ink.has_hardly_digits:
        return False
    if solved is None or shown is None or shown.puzzle.shape == solved.puzzle.shape:
        return not is_numbered_table(solved)
    return is_near(solved) or not is_no_other_kind(shown)


FINE_RULED_PAGE = Look(PAGE, View.FROM_THE_FRONT, _has_more_lines_than_table, _read_page)
RULED_PAGE = FINE_RULED_PAGE._replace(needs=_may_be_page)
WEIGHED_PAGE = Look(PAGE_WEIGHED, View.FROM_THE_FRONT, _is_worth_weighing, _weigh_page)
