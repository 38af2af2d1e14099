"""Screenshots with the places of what they show, and cuts that remove a part of the board or of its hints.

The hardest cuts run between two lines or two hints: what is left looks like a smaller puzzle, whose hints do
not fit it.
"""

from typing import NamedTuple

import numpy as np
from PIL import Image

from drawn.nonograms.layout import place as place_nonogram
from drawn.nonograms.screenshot import DrawnNonogram
from drawn.screenshot import DrawnScreenshot
from drawn.spec import ScreenshotSpec, place, rounded_box
from picrosser.imaging.pixels import Box, Lattice

BAR = (52, 60, 72)
SIDES = ("left", "top", "right", "bottom")
CUTS = (
    "cut-top-hints",  # all hints above the columns
    "cut-top-slot",  # the outermost ones
    "cut-top-half",  # the upper half of these
    "cut-top-any",  # anywhere among the hints
    "cut-top-cells",  # the hints, and the first row at least partly
    "cut-left-hints",
    "cut-left-slot",
    "cut-left-half",
    "cut-left-any",
    "cut-left-cells",
    "cut-both-slot",
    "cut-right-lines",  # two columns
    "cut-right-half",  # half a column
    "cut-right-any",
    "cut-right-edge",  # at the last line or close to it: perhaps nothing
    "cut-bottom-lines",
    "cut-bottom-half",
    "cut-bottom-any",
    "cut-bottom-edge",
)


class Screen(NamedTuple):
    """A screenshot, its cells, the board with its hints, and the box of each number that is shown."""

    image: Image.Image
    lattice: Lattice
    whole: Box
    numbers: tuple[Box, ...]


def hungry_cat_screen(spec: ScreenshotSpec, drawn: DrawnScreenshot) -> Screen:
    """The places in a screenshot of Hungry Cat; a number's box is its slot."""
    layout = place(spec)
    half = spec.look.slot_pitch * layout.pitch / 2
    lines = zip((*drawn.puzzle.rows, *drawn.puzzle.cols), layout.hint_middles(), strict=True)
    shown = (at for hints, middles in lines for hint, at in zip(hints, middles, strict=True) if hint.count)
    boxes = (rounded_box(y - half, x - half, y + half, x + half) for y, x in shown)
    return Screen(drawn.image, drawn.lattice, drawn.board_with_hints, tuple(boxes))


def nonogram_screen(drawn: DrawnNonogram) -> Screen:
    """The places in a nonogram's screenshot."""
    boxes = (rounded_box(*number.slot) for number in place_nonogram(drawn.spec).numbers())
    return Screen(drawn.image, drawn.lattice, drawn.board_with_hints, tuple(boxes))


def cut(screen: Screen, rng: np.random.Generator, name: str, *, under_bar: bool | None = None) -> Image.Image:
    """Remove the part named by one of CUTS.

    under_bar : cover the part with a plain bar; the picture keeps its size. None leaves it to chance.
    """
    _, side, part = name.split("-")
    box = [0, 0, *screen.image.size]
    for one in ("left", "top") if side == "both" else (side,):
        box[SIDES.index(one)] = _place(screen, rng, one, part)
    rest = screen.image.convert("RGB").crop((box[0], box[1], box[2], box[3]))
    if not (rng.random() < 0.3 if under_bar is None else under_bar):
        return rest
    page = Image.new("RGB", screen.image.size, BAR)
    page.paste(rest, (box[0], box[1]))
    return page


def _place(screen: Screen, rng: np.random.Generator, side: str, part: str) -> int:
    """Where a cut runs, in pixels."""
    is_down, is_first = side in ("top", "bottom"), side in ("top", "left")
    edges = screen.lattice.row_edges_px if is_down else screen.lattice.col_edges_px
    ends = [(box.top, box.bottom) if is_down else (box.left, box.right) for box in screen.numbers]
    match part:
        case "hints":
            return edges[0]
        case "slot":
            return min(ends)[1]
        case "half":
            return sum(min(ends) if is_first else edges[-2:]) // 2
        case "lines":
            return edges[-3]
        case "cells":
            return int(rng.integers(edges[0] + 1, edges[1] + 2))
        case "edge":
            return edges[-1] + int(rng.integers(-4, 3))
        case _:
            return int(
                rng.integers(min(ends)[0] + 1, edges[0]) if is_first else rng.integers(edges[0], edges[-1])
            )
