"""The first look at a large screenshot: at half its size, where two of three are read in less time.

Only what is sure at first sight counts: the picture itself is read if anything is in doubt or corrected, or
if the digits are small.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import ExitCode, FixRefusedError, GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB
from picrosser.looks.belief import SCREENSHOT, View
from picrosser.looks.evidence import UprightEvidence
from picrosser.looks.screenshot import nonogram
from picrosser.looks.search import Look, Search
from picrosser.pipelines.stages import StageClock

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.solved import HintedSolved

# Pixels, at half the size, the median: of 34 pictures with lower digits 16 were not sure, of 142 others 31.
MIN_DIGIT_PX = 10.0


class HalvedPicture(NamedTuple):
    """A screenshot at half its size, (H, W, 3) uint8 sRGB: the stages after it look at this picture."""

    image: RGB


def _read(search: Search) -> HintedSolved | None:
    """The puzzle, if it is sure; its places are those in the whole picture."""
    seen = search.evidence.as_it_lies.halved
    assert seen is not None
    stages: list[object] = [HalvedPicture(seen.image)]
    halved = copy(search)
    halved.on_stage = stages.append
    with suppress(GridNotFoundError, HintsUnreadableError, FixRefusedError):
        solved = _solved(halved, seen)
        if solved is not None and solved.exit_code is ExitCode.OK:
            for stage in stages:
                search.on_stage(stage)
            return solved.enlarged(search.evidence.image, 2)
    return None


def _solved(search: Search, seen: UprightEvidence) -> HintedSolved | None:
    kind = search.request.kind
    if kind is None and not seen.has_few_colours and seen.is_striped:
        kind = "hungry-cat"
    if kind == "hungry-cat":
        return _hungry_cat(search, seen)
    ink = seen.page.ink
    if ink.has_hardly_digits or _are_low((ink.boxes[:, 2] - ink.boxes[:, 0])[ink.are_sure]):
        return None
    solved = nonogram(search, seen, at_first_sight=True)
    if _are_low([box.height for line in solved.reading.digit_boxes for box in line]) or solved.reading.filled:
        return None
    return None if kind is None and seen.has_stripes_beside(solved.lattice) else solved


def _hungry_cat(search: Search, seen: UprightEvidence) -> HungryCatSolved | None:
    from picrosser.pipelines.hungry_cat import solve_reading  # few nonograms need these
    from picrosser.reading.hungry_cat.read import read_upright

    clock = StageClock(search.on_stage, search.deadline)
    looked = read_upright(seen.calm, clock, sought=seen.lines)
    if looked.doubts:
        return None
    solved = solve_reading(seen.image, looked, clock, fixes=search.request.count_fixes)
    return None if solved.changes else solved


def _are_low(heights_px: Sequence[int] | NDArray[np.int32]) -> bool:
    return not len(heights_px) or bool(np.median(heights_px) < MIN_DIGIT_PX)


def _is_due(search: Search) -> bool:
    evidence, request = search.evidence, search.request
    return request.kind != "katamino" and not evidence.is_photograph and evidence.as_it_lies.halved is not None


AT_HALF_SIZE = Look(SCREENSHOT, View.HALVED, _is_due, _read)
