"""Ten invented symbols instead of digits: nobody can read them, but equal ones look equal.

Each consists of strokes, points (across, down) in a box 1 high and WIDTH wide, and is one piece of ink.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from drawn.canvas import Coverage, coverage

WIDTH = 0.72
STROKE = 0.155
GAP = 0.07  # between two symbols of a number: closer, vertical strokes would merge, unlike round digits

Strokes = tuple[tuple[tuple[float, float], ...], ...]
LEFT, MID, RIGHT, TOP, LOW = STROKE / 2, WIDTH / 2, WIDTH - STROKE / 2, STROKE / 2, 1 - STROKE / 2
SHAPES: dict[str, Strokes] = {
    "fork": (((LEFT, TOP), (MID, 0.5), (RIGHT, TOP)), ((MID, 0.5), (MID, LOW))),
    "stand": (((MID, TOP), (MID, LOW)), ((LEFT, LOW), (RIGHT, LOW))),
    "hill": (((MID, TOP), (RIGHT, LOW), (LEFT, LOW), (MID, TOP), (RIGHT, LOW)),),
    "crossing": (((LEFT, TOP), (RIGHT, LOW)), ((LEFT, LOW), (RIGHT, TOP))),
    "ladder": (((LEFT, TOP), (LEFT, LOW)), ((RIGHT, TOP), (RIGHT, LOW)), ((LEFT, 0.5), (RIGHT, 0.5))),
    "arrow": (((MID, TOP), (MID, LOW)), ((LEFT, 0.58), (MID, LOW), (RIGHT, 0.58))),
    "comb": (((LEFT, TOP), (LEFT, LOW), (RIGHT, LOW), (RIGHT, TOP)), ((MID, 0.3), (MID, LOW))),
    "gate": (((LEFT, LOW), (LEFT, TOP), (RIGHT, TOP), (RIGHT, LOW)),),
    "slope": (((LEFT, TOP), (LEFT, LOW), (RIGHT, TOP), (RIGHT, LOW)),),
    "umbrella": (
        ((MID, 0.3), (MID, LOW)),
        ((LEFT, 0.42), (0.19, 0.15), (MID, TOP), (WIDTH - 0.19, 0.15), (RIGHT, 0.42), (LEFT, 0.42)),
        ((LEFT, 0.42), (MID, 0.2), (RIGHT, 0.42)),
    ),
}


def symbol_ink(digit: str, order: int, height_px: float) -> Coverage:
    """The symbol that stands for a digit, `height_px` tall; the seed `order` decides which one."""
    names = list(SHAPES)
    strokes = SHAPES[names[np.random.default_rng(order).permutation(len(names))[int(digit)]]]
    fine = 2 * height_px
    image = Image.new("L", (round(WIDTH * fine), round(fine)))
    pen = ImageDraw.Draw(image)
    width, half = round(STROKE * fine), STROKE * fine / 2 - 0.5
    for stroke in strokes:
        points = [(x * fine, y * fine) for x, y in stroke]
        pen.line(points, 255, width, joint="curve")
        for x, y in points:
            pen.ellipse((x - half, y - half, x + half, y + half), 255)
    return coverage(image.resize((round(WIDTH * height_px), round(height_px)), Image.Resampling.BOX))
