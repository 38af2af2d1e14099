"""Looks at a large screenshot at half its size, which takes half of the time: only what is sure counts.

A phone's digits are 20 to 50 pixels tall, and as legible at half of that. What a reduced picture leaves in
doubt, or shows in small digits, is looked at in full as if there had been no other look.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from picrosser.errors import ExitCode
from picrosser.imaging.halved import HalvedPicture
from picrosser.looks.attempt import View
from picrosser.looks.belief import HUNGRY_CAT, NONOGRAM
from picrosser.looks.screenshot import read_hungry_cat, read_nonogram
from picrosser.looks.search import Look, Search

if TYPE_CHECKING:
    from picrosser.looks.evidence import UprightEvidence
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.nonogram_solved import NonogramSolved

# Of a Hungry Cat board in the reduced picture: real ones of 10 x 15 cells on a phone have 37. Smaller ones
# than 24 are read, too, but a screen's digits get less than 12 pixels tall.
MIN_CELL_PX = 24.0


def _seen(search: Search) -> UprightEvidence:
    """The reduced picture; these looks are taken only where there is one."""
    seen = search.evidence.halved
    assert seen is not None
    return seen


def _nonogram(search: Search) -> NonogramSolved | None:
    """A nonogram whose digits are tall enough; None for any other picture."""
    from picrosser.pipelines.nonogram import MAX_ENLARGED_DIGIT_PX
    from picrosser.reading.nonogram.read import find_boards

    seen = _seen(search)
    search.on_stage(HalvedPicture(seen.image))
    ink = seen.page.ink
    tops, bottoms = ink.boxes[ink.are_sure][:, [0, 2]].T
    if not len(tops) or np.median(bottoms - tops) < MAX_ENLARGED_DIGIT_PX:
        return None
    boards = find_boards(seen.image, ink=ink, luma=seen.page.luma)
    if not boards.likely or boards.likely[0].height_px < MAX_ENLARGED_DIGIT_PX:
        return None
    solved = read_nonogram(search, seen, boards, search.evidence.image)
    return solved if solved.exit_code is ExitCode.OK and not solved.reading.filled else None


def _hungry_cat(search: Search) -> HungryCatSolved | None:
    """A Hungry Cat board whose cells are large enough; None for any other picture."""
    seen = _seen(search)
    assert seen.lines.sure is not None  # it has stripes
    if seen.lines.sure.pitch_px < MIN_CELL_PX:
        return None
    search.on_stage(HalvedPicture(seen.image))
    solved = read_hungry_cat(search, seen)
    search.illegible = None  # it is worth a look in full only
    if solved is None or solved.exit_code is not ExitCode.OK or solved.changes:
        return None
    read = solved.reading
    if read.lattice.to_picture is not None:  # the board is tilted
        return None
    hints, others = (tuple(box.times(2) for box in boxes) for boxes in (read.hint_boxes, read.others))
    read = replace(read, lattice=read.lattice.times(2), hint_boxes=hints, others=others)
    return replace(solved, image=search.evidence.image, reading=read)


def _may_be_nonogram(search: Search) -> bool:
    seen = _seen(search)
    return search.request.kind in (None, "nonogram") and (seen.has_few_colours or not seen.is_striped)


def _may_be_hungry_cat(search: Search) -> bool:
    is_nonogram = search.belief.solved(NONOGRAM, View.HALVED) is not None
    return search.request.kind in (None, "hungry-cat") and _seen(search).is_striped and not is_nonogram


HALVED = (
    Look(NONOGRAM, View.HALVED, _may_be_nonogram, _nonogram),
    Look(HUNGRY_CAT, View.HALVED, _may_be_hungry_cat, _hungry_cat),
)
