"""A photograph of a screen with a Hungry Cat board: the screen's plane is made straight by the board's lines.

Known failure: the game's lines are faint dashes, so in most photographs too few of them are seen; and moire
or a shadow over the hints leaves doubts. Of twelve drawn screens one is read, none wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from picrosser.deadline import Deadline
from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.noise import without_noise
from picrosser.imaging.perspective import as_homography
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.hungry_cat import HungryCatSolved, read_hungry_cat, solve_reading
from picrosser.pipelines.stages import StageClock
from picrosser.reading.lattice.grid import seek_ruled_board
from picrosser.reading.photograph.plane import Plane, straight_plane
from picrosser.reading.photograph.sheet import SheetFound
from picrosser.reading.stages import StageListener

MAX_CELL_PX = 60  # of the straight picture: digits have 30 pixels then
MAX_LINES = 22  # of a board, either way: the game's have 16 at most
# A screen is flat: by which share of a cell its lines are off at most, and what share of crossings is seen.
MAX_ERROR, MIN_SEEN = 0.035, 0.8


def solve_screen(
    image: RGB, sheets: Sequence[SheetFound], deadline: Deadline, on_stage: StageListener
) -> HungryCatSolved | None:
    """Read a photograph of a screen that shows a Hungry Cat board, and solve its puzzle.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    sheets : the ruled sheets in it with lines darker than their cells.

    Returns
    -------
    The result, whose lattice leads to the photograph; None unless a board is read without any doubt.
    """
    for sheet in filter(_may_be_board, sheets):
        deadline.check("straightening a photographed screen")
        plane = straight_plane(image, sheet, min(MAX_CELL_PX, round(sheet.pitch_px)))
        calm = without_noise(plane.image)
        sought = seek_ruled_board(calm)
        if sought.sure is None:
            continue
        clock = StageClock(on_stage, deadline)
        clock(plane)
        try:
            looked = read_hungry_cat(calm, clock, sought=sought)
            solved = solve_reading(image, looked, clock)
        except (GridNotFoundError, HintsUnreadableError):
            continue
        if not solved.doubts:
            lattice = _in_photograph(solved.lattice, plane)
            return replace(solved, reading=replace(solved.reading, lattice=lattice))
    return None


def _may_be_board(sheet: SheetFound) -> bool:
    lines = [last - first + 1 for first, last in zip(sheet.first, sheet.last, strict=True)]
    seen = len(sheet.lattice.places) / (lines[0] * lines[1])
    return max(lines) <= MAX_LINES and sheet.error < MAX_ERROR and seen > MIN_SEEN


def _in_photograph(lattice: Lattice, plane: Plane) -> Lattice:
    """Where a lattice of the straight picture lies in the photograph."""
    way = np.array(plane.lattice.to_picture)
    if lattice.to_picture is not None:  # what was left askew was turned upright
        way = way @ np.array(lattice.to_picture)
    return replace(lattice, to_picture=as_homography(np.asarray(way, np.float64)))
