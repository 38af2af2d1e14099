"""Photographs: find the ruled sheet, read it as a nonogram on a flat page, lead back to the photograph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB, Box
from picrosser.pipelines.how_sure import is_near, is_numbered_table
from picrosser.pipelines.nonogram import NonogramSolved, painted, solve_nonogram
from picrosser.pipelines.nonogram_paint import is_painted_otherwise
from picrosser.pipelines.page_views import boards_of, puzzle_by_views, ruling_of
from picrosser.pipelines.two_hues import doubted_by_hue
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import LineFixes
from picrosser.reading.page.direction import turned_deg_by_digits
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.flat_page import FlatPage, flat_pages, with_margins
from picrosser.reading.photograph.flatten import find_ruled_sheets
from picrosser.reading.photograph.other_sheets import is_hint_area, sheet_box, with_sheet_alone
from picrosser.reading.photograph.sheet import SheetFound
from picrosser.reading.stages import StageListener
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from picrosser.reading.nonogram.read import BoardsFound


class _Look(NamedTuple):
    """What a page shows while some boxes of the photograph are covered.

    ink : of the page. boards : on its lines. solved : the result, with its doubts; None if it is refused.
    """

    page: FlatPage
    ink: PageEvidence
    boards: BoardsFound
    covered: tuple[Box, ...]
    solved: NonogramSolved | None


def solve_photograph(
    image: RGB,
    sheets: Sequence[SheetFound],
    *,
    fixes: LineFixes,
    is_stated: bool,
    deadline: Deadline,
    on_stage: StageListener,
    is_read_otherwise: Callable[[NonogramSolved | None], bool],
) -> NonogramSolved | None:
    """Read a photograph of a nonogram and solve it; of several on the page, the largest.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    sheets : the ruled sheets in it, the largest first.
    fixes, is_stated, on_stage : as in `solve_nonogram`; the stages see the flat page, reported first.
    is_read_otherwise : called if the page is in doubt, with what it states, or with None if it is refused. It
        returns whether the picture is better read in another way; if so, the page is not read sharpened and
        softened.

    Returns
    -------
    The result, whose lattice leads to the photograph; None if there is no sheet.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : no puzzle is on it.
    """
    if not sheets:
        return None
    return _solved(image, sheets, 1, fixes, is_stated, deadline, on_stage, is_read_otherwise)


def solve_board(
    image: RGB,
    board: int,
    *,
    fixes: LineFixes,
    is_stated: bool,
    deadline: Deadline,
    on_stage: StageListener,
) -> NonogramSolved:
    """Read one of the nonograms on a page, which may also lie straight, as in a scan, and solve it.

    Parameters
    ----------
    board : which one, by size: 1 for the largest.
    image, fixes, is_stated, on_stage : as in `solve_photograph`.

    Raises
    ------
    GridNotFoundError : the picture shows fewer ruled boards, or this one is no nonogram.
    HintsUnreadableError, FixRefusedError : as in `solve_nonogram`.
    """
    sheets = find_ruled_sheets(image)
    if board > len(sheets):
        shown = counted(len(sheets), "board") if sheets else "no board"
        raise GridNotFoundError(
            f"there is no board {board}: the picture shows {shown} with lines between the cells",
            "leave out --board for the largest, or cut the picture to the puzzle",
        )
    return _solved(image, sheets, board, fixes, is_stated, deadline, on_stage, lambda _: False)


def _solved(
    image: RGB,
    sheets: Sequence[SheetFound],
    board: int,
    fixes: LineFixes,
    is_stated: bool,
    deadline: Deadline,
    on_stage: StageListener,
    is_read_otherwise: Callable[[NonogramSolved | None], bool],
) -> NonogramSolved:
    """The result for one of the sheets, read in the direction that leaves no doubt; else what is likeliest.

    The other sheets are covered at first; if that leaves doubts, it is read with nothing covered, too.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : it shows no puzzle in any way; the reason is
        that of the first one tried.
    """
    sheet = sheets[board - 1]
    others = [other for other in sheets if other is not sheet and not is_hint_area(sheet, other)]
    printed = np.invert(image) if sheet.is_light_on_dark else image
    boxes = tuple(sheet_box(other, image.shape) for other in others)

    def read(
        page: FlatPage, boards: BoardsFound, covered: tuple[Box, ...], hints: Nonogram | None = None
    ) -> NonogramSolved:
        on_stage(page)
        solved = solve_nonogram(
            page.image,
            fixes=fixes,
            is_stated=is_stated,
            ruling=ruling_of(page),
            boards=boards,
            hints=hints,
            time_limit_s=deadline.left_s,
            on_stage=on_stage,
        )
        solved = doubted_by_hue(solved, fixes)
        lattice = replace(solved.lattice, to_picture=page.to_picture)
        reading = replace(solved.reading, lattice=lattice, others=covered)
        placed = replace(solved, image=image, reading=reading, flat=page.plain, board=board)
        return _negative(placed) if sheet.is_light_on_dark else placed

    ways = [(with_sheet_alone(printed, sheet, others), boxes)] if others else []
    ways.append((printed, ()))  # what was taken for other puzzles may be digits or cells of this one's hints
    tried: list[_Look] = []
    refusal: GridNotFoundError | HintsUnreadableError | FixRefusedError | None = None
    for shown, covered in ways:
        for page, ink in _pages(shown, sheet):
            deadline.check("reading the flat page")
            boards = boards_of(page, ink.ink)
            solved = None
            try:
                solved = read(page, boards, covered)
            except (GridNotFoundError, HintsUnreadableError, FixRefusedError) as error:
                refusal = refusal or error
            if solved is not None and not solved.doubts:
                return solved
            tried.append(_Look(page, ink, boards, covered, solved))
            if solved is not None and is_near(solved):
                break  # so many hints fit in one direction only
    in_doubt = [look for look in tried if look.solved is not None]
    # Where blurred digits look as much like digits upside down, the board tells more.
    page, ink, boards, covered, doubtful = max(in_doubt or tried, key=lambda look: _board_nats(look.boards))
    puzzle = None
    may_show_more = (doubtful or not ink.has_hardly_digits) and not is_numbered_table(doubtful)
    if may_show_more and not is_read_otherwise(doubtful):
        puzzle = puzzle_by_views(page, boards, doubtful.evidence if doubtful else None, fixes, deadline)
    if puzzle is not None:
        with suppress(GridNotFoundError, HintsUnreadableError, FixRefusedError):
            agreed = read(page, boards, covered, puzzle)
            if not agreed.doubts and not is_painted_otherwise(agreed):
                return agreed
    if doubtful is not None:
        return doubtful
    assert refusal is not None  # there is at least one page
    raise refusal


def _board_nats(boards: BoardsFound) -> float:
    """How well the likeliest board explains its page; 0 if none is likely."""
    return boards.likely[0].nats if boards.likely else 0.0


def _negative(solved: NonogramSolved) -> NonogramSolved:
    """The result for a sheet whose negative was read, in the tones of the sheet."""
    palette = tuple((255 - red, 255 - green, 255 - blue) for red, green, blue in solved.puzzle.palette)
    return replace(
        solved,
        reading=replace(solved.reading, puzzle=replace(solved.puzzle, palette=palette)),
        outcome=painted(solved.outcome, palette),
        cells=None if solved.cells is None else replace(solved.cells, palette=palette),
        flat=None if solved.flat is None else np.invert(solved.flat),
    )


def _pages(image: RGB, sheet: SheetFound) -> Iterator[tuple[FlatPage, PageEvidence]]:
    """The flat page in which its digits stand upright, then the one as it lies in the photograph."""
    pages = flat_pages(image, sheet)
    first = next(pages)
    ink = _seen(first)
    turned_deg = turned_deg_by_digits(ink, reduced=False)
    for page in pages if turned_deg else ():
        if page.quarter_turns == turned_deg // 90:
            yield _with_margins(image, page, _seen(page))
    yield _with_margins(image, first, ink)


def _with_margins(image: RGB, page: FlatPage, ink: PageEvidence) -> tuple[FlatPage, PageEvidence]:
    """The page with hints that drift off their rows and columns back in them."""
    told = ink.telling_ink  # so that not all ink is looked for on a page that is made anew
    if not told.sure_digits or (told.has_hardly_digits and ink.has_hardly_digits):
        return page, ink
    top, left, bottom, right = told.boxes[told.are_sure].T
    straight = with_margins(image, page, np.column_stack([top + bottom, left + right]) / 2)
    return (page, ink) if straight is None else (straight, _seen(straight))


def _seen(page: FlatPage) -> PageEvidence:
    """Its ink; digits are no taller than cells."""
    return PageEvidence(page.image, has_lines=False, tallest_px=page.pitch_px)
