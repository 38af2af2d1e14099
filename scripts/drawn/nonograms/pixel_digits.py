"""Digits of 5 x 7 dots, like those of old consoles."""

from __future__ import annotations

import numpy as np

from drawn.canvas import Coverage

ROWS, COLS, ADVANCE = 7, 5, 6
_DOTS = {
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ..##. .#... #.... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ...#. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
}


def dotted(number: str, dot_px: int) -> Coverage:
    """A number, each dot `dot_px` wide and high."""
    dots = np.zeros((ROWS, ADVANCE * len(number) - 1), np.float32)
    for at, digit in enumerate(number):
        shape = [[dot == "#" for dot in row] for row in _DOTS[digit].split()]
        dots[:, ADVANCE * at : ADVANCE * at + COLS] = shape
    return np.kron(dots, np.ones((dot_px, dot_px), np.float32))
