"""A photograph of a screen with a nonogram: made straight by all straight edges in it, read as a screenshot.

So the board may have any look that is read in screenshots, also one without lines between its cells.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from picrosser.deadline import Deadline
from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB
from picrosser.imaging.turned import lattice_as_given
from picrosser.pipelines.any_direction import in_any_direction
from picrosser.pipelines.how_sure import is_near
from picrosser.pipelines.nonogram import NonogramSolved, solve_nonogram
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt
from picrosser.puzzles.nonogram_evidence import LineFixes
from picrosser.reading.page.page_seen import PageSeen
from picrosser.reading.photograph.slanted_lines import ScreenSlopes
from picrosser.reading.photograph.straight_screen import StraightScreen, straight_screens
from picrosser.reading.stages import StageListener

# Pixels of the photograph: of digits of 10, two 3s were read as 2s without a doubt, on a board of 5 x 5 cells
MIN_SURE_DIGIT_PX = 10.5
TINY_DIGITS = Doubt(WHOLE_PICTURE, None, (), "its digits are tiny; take the photograph from nearer")


def solve_nonogram_on_screen(
    image: RGB,
    slopes: ScreenSlopes,
    *,
    fixes: LineFixes,
    is_stated: bool,
    deadline: Deadline,
    on_stage: StageListener,
) -> NonogramSolved | None:
    """Read a photograph of a screen that shows a nonogram, and solve it.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB. slopes : how the screen lies in it.
    fixes, is_stated, on_stage : as in `solve_nonogram`; the stages see the straight screen, reported first.

    Returns
    -------
    The result, whose lattice leads to the photograph; None if no nonogram is seen.
    """
    best: NonogramSolved | None = None
    for screen in straight_screens(image, slopes):
        deadline.check("reading a photographed screen")
        on_stage(screen)
        solved = _read(screen, fixes, is_stated, deadline, on_stage)
        if solved is None:  # without the screen's edges there is no more of a board
            break
        solved = replace(solved, image=image)
        if not solved.doubts and _digit_px(solved, screen) < MIN_SURE_DIGIT_PX:
            solved = replace(solved, reading=replace(solved.reading, doubts=(TINY_DIGITS,)))
        if not solved.doubts:
            return solved
        best = best or solved
        # Of a board that was read whole, or hardly at all, the whole photograph shows no more.
        if solved.is_convincing or not is_near(solved):
            break
    return best


def _digit_px(solved: NonogramSolved, screen: StraightScreen) -> float:
    """The usual height of the digits in the photograph, or on the straight screen if that is smaller."""
    heights = [box.height for line in solved.reading.digit_boxes for box in line]
    return float(np.median(heights)) / max(1.0, screen.scale) if heights else 0.0


def _read(
    screen: StraightScreen, fixes: LineFixes, is_stated: bool, deadline: Deadline, on_stage: StageListener
) -> NonogramSolved | None:
    """The result for the straight screen, whose lattice leads to the photograph; None without a nonogram."""
    page = PageSeen(screen.image)

    def look(straight: RGB) -> NonogramSolved:
        return solve_nonogram(
            straight,
            fixes=fixes,
            is_stated=is_stated,
            page=page.of_picture(straight),
            time_limit_s=deadline.left_s,
            on_stage=on_stage,
        )

    try:
        solved = in_any_direction(screen.image, look, on_stage, page=page)
    except (GridNotFoundError, HintsUnreadableError, FixRefusedError):
        return None
    lattice = lattice_as_given(solved.lattice, solved.turned_deg, solved.image.shape[:2])
    reading = replace(solved.reading, lattice=lattice.led_on(np.array(screen.to_picture)))
    return replace(solved, reading=reading, flat=solved.image, turned_deg=0)
