"""Explains the result of any stage, and how pictures were made again before they were read.

Each picture is drawn from the stage's result, over the screenshot where places matter. Some results say
something about places that an earlier stage found; explainers are given the earlier results too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from picrosser.debugging import explain_hungry_cat, explain_katamino, explain_nonogram, explain_solving
from picrosser.debugging.canvas import Canvas, Ink, fitted, stacked
from picrosser.debugging.explain_digits import explain_digits
from picrosser.debugging.explanation import (
    HUNGRY_CAT,
    KATAMINO,
    Explanation,
    Note,
    Run,
    Stage,
    Stages,
    doubt_notes,
)
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.turned import TURN_WORDS, TurnedPicture
from picrosser.looks.attempt import LooksTaken
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.photograph.board_on_screen import BoardOnScreen
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.reading.photograph.from_the_front import Plane, StraightScreen
from picrosser.reading.photograph.upright import Upright

_DOT_PX = 2
_PER_LINE = 60  # points of each fitted line


# ---- Pictures that were made again before they were read: turned, upright, seen straight, made flat


def explain_straight(
    seen: TurnedPicture | Upright | BoardOnScreen | StraightScreen | Plane, _: Run
) -> Explanation:
    """Draw the picture as the next stages see it."""
    canvas = Canvas(seen.image)
    match seen:
        case TurnedPicture():
            how = f"By its digits the picture is {TURN_WORDS[seen.turned_deg]}"
        case Upright():
            how = f"The picture was turned by {seen.turned_deg:+.2f} degrees"
        case BoardOnScreen():
            how = "A photographed screen as seen from straight ahead, lit evenly"
            canvas.lattice(seen.found.lattice)
        case StraightScreen():
            how = "A photographed screen, made straight by its frames, tiles and lines of text"
        case Plane():
            how = "A ruled board on a table as seen from above, and all that lies in its plane"
            canvas.lattice(Lattice(seen.lattice.row_edges_px, seen.lattice.col_edges_px))
    return Explanation(f"{how}; the next stages look at it as it is here.", canvas.picture)


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
        canvas.draw.regular_polygon((canvas.x(col), canvas.y(row), _DOT_PX), 4, outline=Ink.BAD)
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


# ---- All stages


STAGES: Stages = {
    TurnedPicture: Stage("", "Turned picture", explain_straight),
    Upright: Stage("", "Turned upright", explain_straight),
    FlatPage: Stage("", "Flat page", explain_flat_page),
    StraightScreen: Stage("", "Straight screen", explain_straight),
    Plane: Stage(KATAMINO, "Board on a table", explain_straight),
    BoardOnScreen: Stage(HUNGRY_CAT, "Screen from straight ahead", explain_straight),
    **explain_hungry_cat.STAGES,
    **explain_nonogram.STAGES,
    **explain_katamino.STAGES,
    **explain_solving.STAGES,
    DigitsFound: Stage("", "Digits", explain_digits),
    LooksTaken: Stage("", "Looks taken"),
}
"""Every result that a pipeline may report."""

_MadeAgain = TurnedPicture | FlatPage | BoardOnScreen | StraightScreen
"""Whole pictures that the stages after them look at."""


def explain(screenshot: RGB, result: object, before: Sequence[object] = ()) -> Explanation:
    """Explain what a stage found, and why it believes it.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8.
    result : of any stage of reading, of repairing, or the outcome of solving. One that is not drawn, or not
        known, has its numbers alone.
    before : the results of the earlier stages, in order.

    Raises
    ------
    LookupError : the explanation needs an earlier result that is missing.
    """
    stage = STAGES.get(type(result))
    if stage is None or stage.explain is None:
        doubts = getattr(result, "doubts", None)
        return Explanation(
            "Shown by its numbers.", notes=() if doubts is None else tuple(doubt_notes(doubts))
        )
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
