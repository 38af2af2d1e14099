"""The first look at a large screenshot: at half its size, where two of three are read in less time.

Only what is sure at first sight counts: the picture itself is read if anything is in doubt or corrected, or
if the digits are small.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.pixels import RGB
from picrosser.looks.belief import HUNGRY_CAT, NONOGRAM, SCREENSHOT, Attempt, View
from picrosser.looks.screenshot import nonogram
from picrosser.looks.search import Look, Search
from picrosser.pipelines.stages import StageClock
from picrosser.puzzles.doubt import is_mostly_doubtful

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.nonogram_solved import NonogramSolved
    from picrosser.pipelines.solved import AnySolved, HintedSolved

# Pixels, at half the size, the median: of 34 pictures with lower digits 16 were not sure, of 142 others 31.
MIN_DIGIT_PX = 10.0


class HalvedPicture(NamedTuple):
    """A screenshot at half its size, (H, W, 3) uint8 sRGB: the stages after it look at this picture."""

    image: RGB


def _read(search: Search) -> HintedSolved | None:
    """The puzzle, if it is sure; its places are those in the whole picture."""
    evidence = search.evidence.halved
    assert evidence is not None
    stages: list[object] = [HalvedPicture(evidence.image)]
    halved = Search(evidence, search.request, search.deadline, stages.append)
    solved = _likeliest(halved)
    if solved is None or isinstance(solved, PicrosserError) or not _is_sure(solved):
        return None
    for stage in stages:
        search.on_stage(stage)
    return solved.enlarged(search.evidence.image, 2)


def _likeliest(halved: Search) -> AnySolved | PicrosserError | None:
    """The likeliest puzzle; a Hungry Cat board is looked for where its stripes end beside a board."""
    seen, belief, kind = halved.evidence.as_it_lies, halved.belief, halved.request.kind
    if kind == "hungry-cat" or (kind is None and not seen.has_few_colours and seen.is_striped):
        board = halved.take(_HUNGRY_CAT)
        if kind is not None or _is_legible(board, halved):
            return board.solved
    read = halved.take(_NONOGRAM).solved
    if read is None or not _is_sure(read) or kind is not None or not belief.is_striped(View.AS_IT_LIES):
        return read
    if not belief.tried(HUNGRY_CAT, View.AS_IT_LIES):
        board = halved.take(_HUNGRY_CAT)
        if _is_legible(board, halved):
            return board.solved
    return belief.nearest(View.AS_IT_LIES)


def _is_legible(board: Attempt, halved: Search) -> bool:
    """Whether there is a Hungry Cat board, sure or in doubt."""
    return board.refusal is None and halved.illegible is None


def _nonogram(halved: Search) -> NonogramSolved | None:
    seen = halved.evidence.as_it_lies
    ink = seen.page.ink
    if ink.has_hardly_digits or _are_low((ink.boxes[:, 2] - ink.boxes[:, 0])[ink.are_sure]):
        return None
    return nonogram(halved, seen, at_first_sight=True)


def _hungry_cat(halved: Search) -> HungryCatSolved | None:
    from picrosser.pipelines.hungry_cat import solve_reading  # few nonograms need these
    from picrosser.reading.hungry_cat.read import read_upright

    seen, clock = halved.evidence.as_it_lies, StageClock(halved.on_stage, halved.deadline)
    looked = read_upright(seen.calm, clock, sought=seen.lines)
    if is_mostly_doubtful(looked.doubts, looked.puzzle.shape):
        halved.illegible = looked
    if looked.doubts:
        return None
    return solve_reading(seen.image, looked, clock, fixes=halved.request.count_fixes)


def _is_sure(solved: AnySolved) -> TypeGuard[HintedSolved]:
    if solved.exit_code is not ExitCode.OK or solved.kind == "katamino":
        return False
    if solved.kind == "hungry-cat":
        return not solved.changes
    heights = [box.height for line in solved.reading.digit_boxes for box in line]
    return not solved.reading.filled and not _are_low(heights)


def _are_low(heights_px: Sequence[int] | NDArray[np.int32]) -> bool:
    return not len(heights_px) or bool(np.median(heights_px) < MIN_DIGIT_PX)


def _is_due(search: Search) -> bool:
    evidence, request = search.evidence, search.request
    return request.kind != "katamino" and not evidence.is_photograph and evidence.halved is not None


_NONOGRAM = Look(NONOGRAM, View.AS_IT_LIES, lambda _: True, _nonogram)
_HUNGRY_CAT = Look(HUNGRY_CAT, View.AS_IT_LIES, lambda _: True, _hungry_cat)
AT_HALF_SIZE = Look(SCREENSHOT, View.HALVED, _is_due, _read)
