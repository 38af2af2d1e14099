"""Screenshot, lattice and picture in, the solution drawn over the screenshot out.

Each cell is painted inside its edges, so the app's own grid stays visible between the cells, and so do the
hints, which lie outside the board. Blank cells are left as they are; undecided ones are hatched. Known
weakness: what a user has already painted into a cell that is blank in the solution stays there.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.drawing.askew import paint_over
from picrosser.drawing.hatch import Hatching
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture

# Of the pitch, on each side of a cell. The game's dashes are 0.08 wide and lie on the edge: half of that
# must stay free, and a little more, or the dashes drown between two dark cells.
_MARGIN = 0.06
# A painted cell nearer than this to the blank tone gets an outline: Euclidean distance over the three
# channels. Real boards have colours at 20 to 46 from the blank tone, which drown in it, then none below 70.
_NEAR = 60.0
_OUTLINE = 0.04  # of the pitch


def overlay(screenshot: RGB, lattice: Lattice, picture: Picture) -> Image.Image:
    """Draw a picture over the screenshot's own board.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : where the cells lie in it; they may stand askew.
    picture : as many cells as the lattice; EMPTY cells are left alone, UNKNOWN ones are hatched.

    Returns
    -------
    An RGB image of the screenshot's size.

    Raises
    ------
    ValueError : the picture has other numbers of rows and columns than the lattice.
    """
    if picture.shape != lattice.shape:
        raise ValueError(f"the picture has {picture.shape} cells, the lattice {lattice.shape}")
    return paint_over(screenshot, lattice, lambda image: _paint(image, lattice, picture))


def _paint(image: Image.Image, lattice: Lattice, picture: Picture) -> None:
    outlines = _outlines(picture.palette)
    line_px = max(1, round(_OUTLINE * lattice.pitch_px))
    hatching = _hatching(lattice) if UNKNOWN in picture.cells else None
    margin_px = max(1, round(_MARGIN * lattice.pitch_px))
    for row, line in enumerate(picture.cells.tolist()):
        for col, value in enumerate(line):
            if value == EMPTY:
                continue
            box = _shrunk(lattice.cell(row, col), margin_px)
            if value == UNKNOWN:
                if hatching is not None:
                    hatching.draw(image, box)
                continue
            outline = outlines[value]
            if outline is not None:
                _fill(image, box, outline)
                box = _shrunk(box, line_px)
            _fill(image, box, picture.palette[value])


def _fill(image: Image.Image, box: Box, colour: Colour) -> None:
    image.paste(colour, (box.left, box.top, box.right, box.bottom))


def _shrunk(box: Box, by_px: int) -> Box:
    """The box without a border; tiny cells keep a pixel at least."""
    down, across = min(by_px, (box.height - 1) // 2), min(by_px, (box.width - 1) // 2)
    return Box(box.top + down, box.left + across, box.bottom - down, box.right - across)


def _hatching(lattice: Lattice) -> Hatching:
    sides = [np.diff(edges).max() for edges in (lattice.row_edges_px, lattice.col_edges_px)]
    return Hatching(int(max(sides)), lattice.pitch_px)


def _outlines(palette: tuple[Colour, ...]) -> list[Colour | None]:
    """For each colour the tone of its outline, None where the colour stands out by itself."""
    tones = np.array(palette, dtype=np.float64)
    near = np.linalg.norm(tones - tones[0], axis=1) < _NEAR
    contrast: Colour = (0, 0, 0) if tones[0] @ (0.299, 0.587, 0.114) > 127 else (255, 255, 255)
    return [contrast if is_near else None for is_near in near.tolist()]
