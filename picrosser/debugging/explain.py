"""Explains the result of any stage, and how pictures were made again before they were read.

Each picture is drawn from the stage's result, over the screenshot where places matter. Some results say
something about places that an earlier stage found; explainers are given the earlier results too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from picrosser.debugging import (
    explain_hungry_cat,
    explain_katamino,
    explain_lattice,
    explain_nonogram,
    explain_solving,
)
from picrosser.debugging.canvas import Canvas, Ink, fitted, stacked
from picrosser.debugging.explain_digits import explain_hungry_cat_digits
from picrosser.debugging.explanation import HUNGRY_CAT, NONOGRAM, Explanation, Note, Run, Stage, Stages
from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB
from picrosser.imaging.turned import TURN_WORDS, TurnedPicture
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.photograph.board_on_screen import BoardOnScreen
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.reading.photograph.from_the_front import StraightScreen
from picrosser.reading.photograph.slanted_lines import ScreenSlopes
from picrosser.reading.photograph.upright import Upright

_DOT_PX = 2
_PER_LINE = 60  # points of each fitted line
_SCREEN_LINES = 12  # level and upright ones, drawn over the photograph of a screen


# ---- Pictures that were made again before they were read: turned, upright, seen straight, made flat


def explain_turned(turned: TurnedPicture, _: Run) -> Explanation:
    """Draw the picture as the next stages see it."""
    return Explanation(
        f"By its digits the picture is {TURN_WORDS[turned.turned_deg]}; the next stages look at it as it is "
        "here.",
        Canvas(turned.image).picture,
    )


def explain_upright(upright: Upright, _: Run) -> Explanation:
    """Draw the picture turned upright."""
    return Explanation(
        f"The picture was turned by {upright.turned_deg:+.2f} degrees; the next stages look at it as it is "
        "here.",
        Canvas(upright.image).picture,
        _clearness(upright.slopes),
    )


def explain_board_on_screen(seen: BoardOnScreen, _: Run) -> Explanation:
    """Draw the screen from the front, with the board that was seen on it."""
    canvas = Canvas(seen.image)
    canvas.lattice(seen.found.lattice)
    return Explanation(
        "A photographed screen as seen from straight ahead, lit evenly; the next stages look at it as it is "
        "here.",
        canvas.picture,
    )


def explain_flat_page(page: FlatPage, run: Run) -> Explanation:
    """Draw the crossings and the fitted lines over the photograph, and the flat page as it is read."""
    sheet, canvas = page.sheet, Canvas(run.screenshot)
    for axis, colour in ((0, Ink.ROW), (1, Ink.COLUMN)):
        along = np.linspace(sheet.first[1 - axis], sheet.last[1 - axis], _PER_LINE)
        for line in range(sheet.first[axis], sheet.last[axis] + 1):
            points = np.empty((_PER_LINE, 2))
            points[:, axis], points[:, 1 - axis] = line, along
            canvas.path(sheet.fit.places(points), colour)
    for row, col in (sheet.lattice.places * sheet.reduction).tolist():
        x, y = canvas.x(col), canvas.y(row)
        canvas.draw.ellipse((x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX), outline=Ink.BAD)
    rows, cols = (last - first for first, last in zip(sheet.first, sheet.last, strict=True))
    return Explanation(
        f"A ruled sheet of {rows} rows and {cols} columns, with its hint cells where these are ruled. The "
        "next stages look at the flat page below, whose lines are drawn anew.",
        stacked([canvas.picture, *(fitted(Image.fromarray(flat)) for flat in (page.image, page.plain))]),
        (
            Note(f"{len(sheet.lattice.places)} crossings, {sheet.pitch_px:.1f} pixels apart"),
            Note(f"off the smooth fit by {sheet.error:.3f} of that, the median"),
            Note(f"turned by {90 * page.quarter_turns} degrees"),
        ),
    )


def explain_straight_screen(screen: StraightScreen, run: Run) -> Explanation:
    """Draw lines that are level and upright on the screen over the photograph, and the straight screen."""
    canvas = Canvas(run.screenshot)
    height, width = screen.image.shape[:2]
    for axis, colour, sides in ((0, Ink.ROW, (height, width)), (1, Ink.COLUMN, (width, height))):
        for at in np.linspace(0, sides[0], _SCREEN_LINES).tolist():
            ends = np.array([(at, 0.0), (at, sides[1])])[:, :: 1 if axis == 0 else -1]
            canvas.path(project(screen.to_picture, np.ascontiguousarray(ends)), colour)
    return Explanation(
        "All straight edges of a screen, such as frames, tiles and lines of text, show how it lies. The next "
        "stages look at the straight picture below.",
        stacked([canvas.picture, fitted(Image.fromarray(screen.image))]),
        _clearness(screen.slopes),
    )


def _clearness(slopes: ScreenSlopes) -> tuple[Note, ...]:
    return tuple(
        Note(f"{name}: {pencil.clearness:.1f} times as sharp as in the usual direction", swatch=colour)
        for name, pencil, colour in (
            ("level edges", slopes.across, Ink.ROW),
            ("upright edges", slopes.down, Ink.COLUMN),
        )
    )


# ---- All stages


def _digits(digits: DigitsFound, run: Run) -> Explanation:
    """Explain digits of Hungry Cat or of a nonogram: of the family that had the latest stage."""
    families = (STAGES[type(result)].family for result in reversed(run.before) if type(result) in STAGES)
    if next(filter(None, families), "") == NONOGRAM:
        return explain_nonogram.explain_digits(digits, run)
    return explain_hungry_cat_digits(digits, run)


STAGES: Stages = {
    TurnedPicture: Stage("", "Turned picture", explain_turned),
    Upright: Stage("", "Turned upright", explain_upright),
    FlatPage: Stage("", "Flat page", explain_flat_page),
    StraightScreen: Stage("", "Straight screen", explain_straight_screen),
    BoardOnScreen: Stage(HUNGRY_CAT, "Screen from straight ahead", explain_board_on_screen),
    **explain_lattice.STAGES,
    **explain_hungry_cat.STAGES,
    **explain_nonogram.STAGES,
    **explain_katamino.STAGES,
    **explain_solving.STAGES,
    DigitsFound: Stage("", "Digits", _digits),
}
"""Every result that a pipeline may report."""

_MadeAgain = TurnedPicture | FlatPage | BoardOnScreen | StraightScreen
"""Whole pictures that the stages after them look at."""


def explain(screenshot: RGB, result: object, before: Sequence[object] = ()) -> Explanation:
    """Explain what a stage found, and why it believes it.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8.
    result : of any stage of reading, of repairing, or the outcome of solving.
    before : the results of the earlier stages, in order.

    Raises
    ------
    TypeError : no known stage has such a result.
    LookupError : the explanation needs an earlier result that is missing.
    """
    if type(result) not in STAGES:
        raise TypeError(f"a {type(result).__name__} cannot be explained")
    stage = STAGES[type(result)]
    turned = [at for at, earlier in enumerate(before) if isinstance(earlier, _MadeAgain)]
    if turned and not isinstance(result, FlatPage | BoardOnScreen | StraightScreen):  # they saw it as it lies
        last = before[turned[-1]]
        assert isinstance(last, _MadeAgain)
        screenshot, before = last.image, before[turned[-1] + 1 :]
    return stage.explain(result, Run(screenshot, _looked_at(screenshot, stage, before), before))


def _looked_at(screenshot: RGB, stage: Stage, before: Sequence[object]) -> RGB:
    """Return what a stage looked at: the screenshot, or what its own family made of it before."""
    for result in reversed(before):
        if isinstance(result, Upright):
            return result.image
        family = STAGES[type(result)].family if type(result) in STAGES else ""
        if family and stage.family and family != stage.family:
            return screenshot
    return screenshot
