"""A photographed page that leaves doubts is looked at again, sharpened and softened, and all is weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageFilter

from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError, TimeLimitError
from picrosser.pipelines.ink_beside import ink_beside
from picrosser.pipelines.nonogram_looks import MAX_PIECES_OF_SCREEN
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import LineFixes, NonogramEvidence, keeps_fixes, with_fixed_lines
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.page.ink import Ink, InkSought
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.repairing.hidden_runs import hides_too_many
from picrosser.repairing.spelling import all_lines
from picrosser.repairing.weighed_board import PuzzleWeighed, weighed_puzzle
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.reading.nonogram.read import BoardsFound

# How a page is made sharper or softer, in its pixels: which of it shows more depends on the photograph
WAYS = (
    ImageFilter.UnsharpMask(2.0, 60, 0),
    ImageFilter.UnsharpMask(2.0, 120, 0),
    ImageFilter.GaussianBlur(0.7),
    ImageFilter.GaussianBlur(1.2),
)

# Nats that one view may lack to be sure of a picture. Of 60 pages in doubt nine were settled by several
# views, and lacked up to 23 in the first one; twelve lacked more than 40, and none of them was settled.
MOST_LACKING = 40.0
# Nats per line at which the likeliest picture explains what several views show: below, further ones do not
# help. Of ten pages that none settled it is -14 to -0.8.
MIN_OF_SEVERAL = -3.0
MAX_UNLIKE = 2  # views that show no board, or one of another size


def puzzle_by_views(
    page: FlatPage,
    boards: BoardsFound,
    as_it_is: NonogramEvidence | None,
    fixes: LineFixes,
    deadline: Deadline,
) -> Nonogram | None:
    """The puzzle that surely explains what a page and its sharpened and softened views show, or None.

    Parameters
    ----------
    boards : of the page.
    as_it_is : what the page shows as it is; None if it was refused so, and is to be read here.
    fixes : as in `solve_nonogram`.
    """
    views: list[NonogramEvidence] = []
    found: PuzzleWeighed | None = None
    unlike = 0
    try:
        looks = _looks(page, boards, as_it_is, fixes, deadline)
        for left, evidence in zip(range(len(WAYS), -1, -1), looks, strict=True):
            if evidence is None and len(boards.ink.boxes) > MAX_PIECES_OF_SCREEN:
                return None  # texture; a page that shows a board may have more: 10,000 with 45 x 45 cells
            if evidence is None or not _is_comparable(evidence, views):
                unlike += 1
                if unlike == MAX_UNLIKE:
                    return None
                continue
            views.append(evidence)
            before, found = found, weighed_puzzle(views, deadline)
            if found.puzzle is not None and keeps_fixes(found.puzzle, fixes):
                return found.puzzle
            if _is_hopeless(found, len(views)):
                return None
            if before is not None and not _may_settle(before, found, left, len(all_lines(evidence))):
                return None
    except (FixRefusedError, TimeLimitError):
        return None
    return None


def _is_hopeless(found: PuzzleWeighed, views: int) -> bool:
    """Whether the likeliest picture explains so little of some views that further ones will not help."""
    if views == 1 and found.lacking is not None:
        return found.lacking > MOST_LACKING
    return found.nats_per_line < MIN_OF_SEVERAL


def _may_settle(before: PuzzleWeighed, found: PuzzleWeighed, left: int, lines: int) -> bool:
    """Whether the views that are left may settle a page, if each tells as much as the last one did.

    That is by how much more the likeliest picture explains with it, or by how much less is lacking.
    Views of one photograph are alike, so a later one seldom tells more. Of 13 pages that one view did not
    settle, further ones settle seven, and these are not given up before; the other six are looked at in 16
    views instead of 23.

    before, found : what is found without the last view, and with it. lines : of the board.
    """
    if before.lacking is None or found.lacking is None:
        # What two views lack are not nats, so a third one will hardly tell it.
        return before.lacking is not None or found.lacking is not None
    more = lines * (found.nats_per_line - before.nats_per_line)
    return found.lacking < left * max(more, before.lacking - found.lacking)


def _looks(
    page: FlatPage,
    boards: BoardsFound,
    as_it_is: NonogramEvidence | None,
    fixes: LineFixes,
    deadline: Deadline,
) -> Iterator[NonogramEvidence | None]:
    """What the page and its views show, one after the other."""
    yield as_it_is or _read(boards, fixes)
    is_light = boards.ink.light_share > 0.5  # then nothing darker than the page is looked for in its views
    for way in WAYS:
        deadline.check("looking at the page sharpened and softened")
        view = replace(page, image=np.asarray(Image.fromarray(page.image).filter(way)))
        if boards.likely:
            ink = ink_beside(view.image, boards.likely[0], is_light=is_light)
        else:
            ink = InkSought(view.image, has_lines=False, polarities=[is_light]).every
        yield _read(boards_of(view, ink), fixes)


def _is_comparable(evidence: NonogramEvidence, views: Sequence[NonogramEvidence]) -> bool:
    """Whether a view shows most of a board's hints, and the size that other views show."""
    sizes = {(len(view.rows), len(view.cols)) for view in (evidence, *views[:1])}
    return len(sizes) == 1 and not hides_too_many(evidence)


def _read(boards: BoardsFound, fixes: LineFixes) -> NonogramEvidence | None:
    """What is seen of the hints beside the likeliest board of a page; None if there is none.

    Raises
    ------
    FixRefusedError : the board has no such line.
    """
    for board in boards.likely[:1]:
        try:
            evidence = boards.read(board).evidence
        except (GridNotFoundError, HintsUnreadableError):
            return None
        return with_fixed_lines(evidence, fixes) if fixes else evidence
    return None


def boards_of(page: FlatPage, ink: Ink) -> BoardsFound:
    """The boards on the lines of a page.

    ink : of the page.
    """
    from picrosser.reading.nonogram.read import find_boards

    return find_boards(page.image, ink=ink, ruling=ruling_of(page))


def ruling_of(page: FlatPage) -> Ruling:
    """The lines of the page, as a nonogram's board may lie on them."""
    return Ruling(
        page.rows_px,
        page.cols_px,
        page.seen,
        page.area,
        page.rows_px,
        page.cols_px,
        (page.image.shape[0], page.image.shape[1]),
    )
