"""Photographs: find the ruled sheet, read it as a nonogram on a flat page, lead back to the photograph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from picrosser.deadline import Deadline
from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import NonogramSolved, solve_nonogram
from picrosser.puzzles.nonogram_evidence import LineFixes
from picrosser.reading.photograph.flat_page import FlatPage, flat_pages
from picrosser.reading.photograph.flatten import find_ruled_sheet
from picrosser.reading.photograph.sheet import SheetFound
from picrosser.reading.stages import StageListener


def solve_photograph(
    image: RGB,
    *,
    fixes: LineFixes,
    is_stated: bool,
    deadline: Deadline,
    on_stage: StageListener,
) -> NonogramSolved | None:
    """Read a photograph of a nonogram and solve it.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    fixes, is_stated, on_stage : as in `solve_nonogram`; the stages see the flat page, reported first.

    Returns
    -------
    The result, whose lattice leads to the photograph; None if no ruled sheet is seen, if it lies in the
    picture as on a screen, or if no puzzle is on it.
    """
    sheet = find_ruled_sheet(image)
    if sheet is None or not sheet.is_askew:
        return None
    best: NonogramSolved | None = None
    for page in _pages(image, sheet):
        deadline.check("reading the flat page")
        on_stage(page)
        try:
            solved = solve_nonogram(
                page.image,
                fixes=fixes,
                is_stated=is_stated,
                may_have_plates=False,
                time_limit_s=deadline.left_s,
                on_stage=on_stage,
            )
        except (GridNotFoundError, HintsUnreadableError, FixRefusedError):
            continue
        placed = _in_photograph(solved, page, image)
        if not placed.doubts:
            return placed
        best = best or placed
    return best


def _pages(image: RGB, sheet: SheetFound) -> Iterator[FlatPage]:
    """The flat page as it lies in the photograph, and the one in which its digits stand upright."""
    from picrosser.reading.page.direction import turned_deg_by_digits

    pages = flat_pages(image, sheet)
    first = next(pages)
    yield first
    turned_deg = turned_deg_by_digits(first.image)
    for page in pages:
        if turned_deg and page.quarter_turns == turned_deg // 90:
            yield page


def _in_photograph(solved: NonogramSolved, page: FlatPage, image: RGB) -> NonogramSolved:
    """The result for the flat page as one for the photograph."""
    lattice = replace(solved.lattice, to_picture=page.to_picture)
    return replace(solved, image=image, reading=replace(solved.reading, lattice=lattice), flat=page.plain)
