"""A drawn Hungry Cat screenshot in which taps paint cells, once the plate of a brush is tapped."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from picrosser.imaging.pixels import RGB
from picrosser.pipelines.recognise import solve_hinted

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat"
PLATE_PX = 60  # half of a plate's side, at least
INSET_PX = 3  # of paint in its cell


class PaintedShot:
    """A game behind a made phone, and a screen for `fill`.

    As in the real game, the bar behind the brushes takes the colour that is chosen.

    name : of the fixture.
    plates : (column, row) in pixels of each colour's plate.
    """

    def __init__(self, name: str, plates: tuple[tuple[int, int], ...]) -> None:
        self.solved = solve_hinted(FIXTURES / f"{name}.png", kind="hungry-cat")
        self.pixels = self.solved.image.copy()
        self.cells = np.zeros(self.solved.lattice.shape, np.int8)
        self.plates, self.chosen = plates, 1
        self.taps = 0
        below = self.solved.lattice.board.bottom
        self._bar = (self.pixels == self.pixels[-1, 0]).all(axis=2)
        self._bar[:below] = False

    def screenshot(self) -> bytes:
        file = BytesIO()
        Image.fromarray(self.pixels).save(file, "PNG", compress_level=1)
        return file.getvalue()

    def look(self) -> RGB:
        return self.pixels.copy()

    def touched(self, _: float) -> bool:
        return False

    def tap(self, col_px: int, row_px: int, *, hold: bool) -> None:
        assert not hold
        self.taps += 1
        palette = self.solved.puzzle.palette
        for colour, (col, row) in enumerate(self.plates, 1):
            if max(abs(col - col_px), abs(row - row_px)) < PLATE_PX:
                self.chosen = colour
                self.pixels[self._bar] = palette[colour]
                return
        for row, col in np.ndindex(self.cells.shape):
            box = self.solved.lattice.cell(row, col)
            if box.top <= row_px < box.bottom and box.left <= col_px < box.right:
                self.cells[row, col] = self.chosen
                inside = (
                    slice(box.top + INSET_PX, box.bottom - INSET_PX),
                    slice(box.left + INSET_PX, box.right - INSET_PX),
                )
                self.pixels[inside] = palette[self.chosen]
                return
        raise AssertionError(f"a tap at {col_px}, {row_px}, which is neither a cell nor a plate")
