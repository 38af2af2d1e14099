"""A photograph of a screen with a Hungry Cat board, made straight and read like a screenshot.

How the screen lies is told by the lines of the board, which are faint dashes; where too few of them are
seen, by the outline of the screen. Light that changes slowly over the screen is divided out.

Known failure: moire or a shadow's edge over the hints leaves doubts, and so do digits in nearly the tone of
their background. Of twenty drawn screens eleven are read, none wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from picrosser.deadline import Deadline
from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError
from picrosser.imaging.noise import without_noise
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import HintFixes, HungryCatSolved, read_hungry_cat, solve_reading
from picrosser.pipelines.stages import StageClock
from picrosser.reading.attempts.askew import SeenStraight, straight_screen
from picrosser.reading.photograph.plane import straight_plane
from picrosser.reading.photograph.screen_outline import find_screen_outline
from picrosser.reading.photograph.sheet import SheetFound
from picrosser.reading.stages import StageListener

MAX_CELL_PX = 60  # of the straight picture: digits have 30 pixels then
MAX_LINES = 22  # of a board, either way: the game's have 16 at most
# A screen is flat: by which share of a cell its lines are off at most, and what share of crossings is seen.
MAX_ERROR, MIN_SEEN = 0.035, 0.8


def solve_screen(
    image: RGB,
    sheets: Sequence[SheetFound],
    fixes: HintFixes,
    deadline: Deadline,
    on_stage: StageListener,
) -> HungryCatSolved | None:
    """Read a photograph of a screen that shows a Hungry Cat board, and solve its puzzle.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    sheets : the ruled sheets in it with lines darker than their cells.
    fixes : hints set by hand, which replace what is seen.

    Returns
    -------
    The result, whose lattice leads to the photograph; None unless a board is read without any doubt.
    """
    for straight in _straightened(image, sheets):
        deadline.check("reading a photographed screen")
        calm = without_noise(straight.image)
        clock = StageClock(on_stage, deadline)
        clock(straight)
        try:
            looked = read_hungry_cat(calm, clock, sought=straight.sought)
            solved = solve_reading(image, looked, clock, fixes=fixes)
        except (FixRefusedError, GridNotFoundError, HintsUnreadableError):
            continue
        if not solved.doubts:
            lattice = solved.lattice.led_on(np.array(straight.to_picture))
            return replace(solved, reading=replace(solved.reading, lattice=lattice))
    return None


def _straightened(image: RGB, sheets: Sequence[SheetFound]) -> Iterator[SeenStraight]:
    """The screen seen from straight ahead: by a board's lines, or by its outline."""
    for sheet in filter(_may_be_board, sheets):
        plane = straight_plane(image, sheet, min(MAX_CELL_PX, round(sheet.pitch_px)))
        assert isinstance(plane.lattice.to_picture, tuple)  # a plane's is a homography
        yield SeenStraight(plane.image, plane.lattice.to_picture)
    corners = find_screen_outline(image)
    seen = None if corners is None else straight_screen(image, corners)
    if seen is not None:
        yield seen


def _may_be_board(sheet: SheetFound) -> bool:
    lines = [last - first + 1 for first, last in zip(sheet.first, sheet.last, strict=True)]
    seen = len(sheet.lattice.places) / (lines[0] * lines[1])
    return max(lines) <= MAX_LINES and sheet.error < MAX_ERROR and seen > MIN_SEEN
