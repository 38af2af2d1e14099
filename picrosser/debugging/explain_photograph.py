"""How the ruled sheet in a photograph was found, and what it looks like flat."""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.debugging.canvas import BAD, COLUMN, ROW, Canvas, fitted, stacked
from picrosser.debugging.explanation import Explanation, Note, Run
from picrosser.reading.photograph.flat_page import FlatPage

_DOT_PX = 2
_PER_LINE = 60  # points of each fitted line


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
    for row, col in sheet.lattice.places.values():
        x, y = canvas.x(col * sheet.reduction), canvas.y(row * sheet.reduction)
        canvas.draw.ellipse((x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX), outline=BAD)
    rows, cols = bottom - top, right - left
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
