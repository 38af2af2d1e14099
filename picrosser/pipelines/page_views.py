"""A photographed page that leaves doubts is looked at again, sharpened and softened, until views agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image, ImageFilter

from picrosser.deadline import Deadline
from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError, TimeLimitError
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import LineFixes, NonogramEvidence, with_fixed_lines
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.repairing.agreeing_views import (
    MIN_AGREEING,
    Stated,
    agreed_lines,
    agreed_puzzle,
    stated_lines,
    that_fit,
)

# How a page is made sharper or softer, in its pixels: which of it shows more depends on the photograph
WAYS = (
    ImageFilter.UnsharpMask(2.0, 60, 0),
    ImageFilter.UnsharpMask(2.0, 120, 0),
    ImageFilter.GaussianBlur(0.7),
    ImageFilter.GaussianBlur(1.2),
)

# Of all lines: if the first view states fewer, or two state fewer alike, no further view is looked at. Of a
# page that views settled, 96 % were alike after two of them; of two that none settled, 21 and 22 %.
MIN_ALIKE = 0.4


def puzzle_by_views(
    page: FlatPage, as_it_is: Nonogram | None, fixes: LineFixes, deadline: Deadline
) -> Nonogram | None:
    """The puzzle that a page and its sharpened and softened views agree on; None if they do not.

    Parameters
    ----------
    as_it_is : what the page states as it is, in doubt; None if nothing could be read.
    fixes : as in `solve_nonogram`.
    """
    like = as_it_is
    views: list[Stated] = []
    if as_it_is is not None:
        views.append(that_fit((*as_it_is.rows, *as_it_is.cols), as_it_is.shape[0]))
    try:
        for way in WAYS:
            deadline.check("looking at the page sharpened and softened")
            evidence = _read(replace(page, image=np.asarray(Image.fromarray(page.image).filter(way))), fixes)
            if evidence is None:
                if not views:  # neither the page nor this view shows a board
                    return None
                continue
            shape = len(evidence.rows), len(evidence.cols)
            like = like or Nonogram(((),) * shape[0], ((),) * shape[1], evidence.palette)
            if shape == like.shape:
                views.append(stated_lines(evidence, deadline))
            if len(views) < MIN_AGREEING:
                if not _is_mostly_stated(views):
                    return None
                continue
            assert like is not None  # a view has been read
            if _alike(views) < MIN_ALIKE * sum(like.shape):
                return None
            found = agreed_puzzle(views, like, deadline)
            if found is not None:
                return found
    except (FixRefusedError, TimeLimitError):
        return None
    return None


def _is_mostly_stated(views: Sequence[Stated]) -> bool:
    """Whether a view states so many lines that others may state enough of them alike."""
    return any(len(view) - view.count(None) >= MIN_ALIKE * len(view) for view in views)


def _alike(views: Sequence[Stated]) -> int:
    """How many lines enough of the views state alike."""
    return sum(line is not None for line in agreed_lines(views))


def _read(page: FlatPage, fixes: LineFixes) -> NonogramEvidence | None:
    """What is seen of the hints beside the likeliest board of a page; None if there is none.

    Raises
    ------
    FixRefusedError : the board has no such line.
    """
    from picrosser.reading.nonogram.read import find_boards

    boards = find_boards(page.image, ruling=ruling_of(page))
    for board in boards.likely[:1]:
        try:
            evidence = boards.read(board).evidence
        except (GridNotFoundError, HintsUnreadableError):
            return None
        return with_fixed_lines(evidence, fixes) if fixes else evidence
    return None


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
