"""How a ruled sheet or a screen in a photograph was found, and what it looks like flat."""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.debugging.canvas import BAD, COLUMN, ROW, Canvas, fitted, stacked
from picrosser.debugging.explanation import Explanation, Note, Run
from picrosser.imaging.perspective import project
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.reading.photograph.straight_screen import StraightScreen

_DOT_PX = 2
_PER_LINE = 60  # points of each fitted line
_SCREEN_LINES = 12  # level and upright ones, drawn over the photograph of a screen


def explain_flat_page(page: FlatPage, run: Run) -> Explanation:
    """Draw the crossings and the fitted lines over the photograph, and the flat page as it is read."""
    sheet = page.sheet
    canvas = Canvas(run.screenshot)
    (top, left), (bottom, right) = sheet.first, sheet.last
    for axis, colour in ((0, ROW), (1, COLUMN)):
        lines = np.arange((top, left)[axis], (bottom, right)[axis] + 1)
        along = np.linspace((top, left)[1 - axis], (bottom, right)[1 - axis], _PER_LINE)
        for line in lines.tolist():
            points = np.empty((_PER_LINE, 2))
            points[:, axis], points[:, 1 - axis] = line, along
            places = sheet.fit.places(points)
            canvas.draw.line([(canvas.x(col), canvas.y(row)) for row, col in places.tolist()], colour, 1)
    for row, col in (sheet.lattice.places * sheet.reduction).tolist():
        x, y = canvas.x(col), canvas.y(row)
        canvas.draw.ellipse((x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX), outline=BAD)
    rows, cols = bottom - top, right - left
    return Explanation(
        f"A ruled sheet of {rows} rows and {cols} columns, with its hint cells where these are ruled. The "
        "next stages look at the flat page below, whose lines are drawn anew.",
        stacked([canvas.picture, *(fitted(Image.fromarray(flat)) for flat in (page.image, page.plain))]),
        (
            Note(f"{len(sheet.lattice.nodes)} crossings, {sheet.pitch_px:.1f} pixels apart"),
            Note(f"off the smooth fit by {sheet.error:.3f} of that, the median"),
            Note(f"turned by {90 * page.quarter_turns} degrees"),
        ),
    )


def explain_straight_screen(screen: StraightScreen, run: Run) -> Explanation:
    """Draw lines that are level and upright on the screen over the photograph, and the straight screen."""
    canvas = Canvas(run.screenshot)
    height, width = screen.image.shape[:2]
    for axis, colour, sides in ((0, ROW, (height, width)), (1, COLUMN, (width, height))):
        for at in np.linspace(0, sides[0], _SCREEN_LINES).tolist():
            ends = np.array([(at, 0.0), (at, sides[1])])[:, :: 1 if axis == 0 else -1]
            places = project(screen.to_picture, np.ascontiguousarray(ends))
            canvas.draw.line([(canvas.x(col), canvas.y(row)) for row, col in places.tolist()], colour, 1)
    slopes = screen.slopes
    return Explanation(
        "All straight edges of a screen, such as frames, tiles and lines of text, show how it lies. The next "
        "stages look at the straight picture below.",
        stacked([canvas.picture, fitted(Image.fromarray(screen.image))]),
        tuple(
            Note(f"{name}: {pencil.clearness:.1f} times as sharp as in the usual direction")
            for name, pencil in (("level edges", slopes.across), ("upright edges", slopes.down))
        ),
    )
