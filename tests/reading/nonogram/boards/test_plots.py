"""A plot's numbers stand on its lines: they are no hints, since a hint stands beside a row or a column.

The lines are no board, then, however many there are.
"""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from picrosser.errors import GridNotFoundError
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram

LEFT, TOP, PITCH, COUNT = 150, 60, 80, 5


def lines_with_numbers(off: float) -> RGB:
    """A frame, lines within it, and numbers left of it and below that are so far from the lines.

    The frame is no line of these: a plot's axes end anywhere.
    """
    canvas = Image.new("RGB", (700, 620), "white")
    pen = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(size=22)
    places = [PITCH * at for at in range(COUNT)]
    near, far = -0.35 * PITCH, places[-1] + 0.35 * PITCH
    pen.rectangle((LEFT + near, TOP + near, LEFT + far, TOP + far), outline="black", width=2)
    for number, at in zip((2, 1, 0, 1, 2), places, strict=True):
        pen.line((LEFT + near, TOP + at, LEFT + far, TOP + at), (120, 120, 120), 2)
        pen.line((LEFT + at, TOP + near, LEFT + at, TOP + far), (120, 120, 120), 2)
        pen.text((LEFT + near - 25, TOP + at + off), str(number), "black", font, anchor="mm")
        pen.text((LEFT + at + off, TOP + far + 25), str(number), "black", font, anchor="mm")
    return np.asarray(canvas)


@pytest.mark.parametrize("off", [0.0, 5.0], ids=["on", "near"])
def test_numbers_on_a_plots_lines_are_no_hints(off):
    image = lines_with_numbers(off)
    with pytest.raises(GridNotFoundError):
        solve_nonogram(image)
