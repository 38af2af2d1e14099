"""Remove part of a board, as if it was cropped or scrolled out of sight. Such pictures must be refused.

The lattice and the places of the hints say where to cut, so that real screenshots can be cut as well. The
hardest cuts run between two lines or two slots: what is left looks like a smaller puzzle, whose hints do
not fit it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PIL import Image

from drawn.occlusion import HintSlots
from picrosser.imaging.pixels import Box, Lattice

CUTS = (
    "top-hints",  # all hints above the columns
    "top-slot",  # the first colour's
    "top-half",  # the upper half of the first colour's
    "left-hints",
    "left-slot",
    "left-half",
    "both-slots",  # the first colour's on both sides
    "right-lines",  # two columns
    "right-half",  # half a column
    "bottom-lines",
    "bottom-half",
)
CUT_LINES = 2
BAR = (52, 60, 72)


def cut_board(
    image: Image.Image, lattice: Lattice, slots: HintSlots, name: str, *, under_bar: bool = False
) -> Image.Image:
    """Remove the part named by one of CUTS.

    Parameters
    ----------
    under_bar : cover the part with a plain bar; the picture keeps its size.
    """
    box = kept(image.size, lattice, slots, name)
    corners = box.left, box.top, box.right, box.bottom
    rest = image.convert("RGB").crop(corners)
    if not under_bar:
        return rest
    page = Image.new("RGB", image.size, BAR)
    page.paste(rest, corners[:2])
    return page


def kept(size: tuple[int, int], lattice: Lattice, slots: HintSlots, name: str) -> Box:
    """The box that remains of a picture of (width, height).

    Raises
    ------
    ValueError : no such cut.
    """
    if name not in CUTS:
        raise ValueError(f"no cut is called {name!r}; choose from: {', '.join(CUTS)}")
    whole = Box(0, 0, size[1], size[0])
    side, part = name.split("-")
    if side == "both":
        top, left = _hints_cut(lattice, slots, "top", part), _hints_cut(lattice, slots, "left", part)
        return replace(whole, top=top, left=left)
    if side == "top":
        return replace(whole, top=_hints_cut(lattice, slots, side, part))
    if side == "left":
        return replace(whole, left=_hints_cut(lattice, slots, side, part))
    if side == "right":
        return replace(whole, right=_lines_cut(lattice.col_edges_px, part))
    return replace(whole, bottom=_lines_cut(lattice.row_edges_px, part))


def _hints_cut(lattice: Lattice, slots: HintSlots, side: str, part: str) -> int:
    if part == "hints":
        return lattice.board.top if side == "top" else lattice.board.left
    axis, at = ("column", 0) if side == "top" else ("row", 1)
    of_axis = np.array([hint.axis == axis for hint in slots.places])
    first = float(slots.centres_px[of_axis, at].min())
    return round(first if part == "half" else first + slots.radius_px)


def _lines_cut(edges: tuple[int, ...], part: str) -> int:
    return (edges[-1] + edges[-2]) // 2 if part == "half" else edges[-1 - CUT_LINES]
