"""A screenshot in which taps paint cells, in Hungry Cat in the colour whose brush was tapped."""

from bisect import bisect
from pathlib import Path

import numpy as np
from own_process import HUNGRY_CAT
from PIL import Image
from stored_pictures import saved

from picrosser.imaging.pixels import RGB
from picrosser.looks.solve import solve_hinted

PLATE_PX = 60  # half of a plate's side, at least
INSET = 0.05  # of paint in its cell, as a share of the cell's side


class PaintedShot:
    """A game behind a made phone, and a screen for `fill`.

    As in the real Hungry Cat, the bar behind the brushes takes the colour that is chosen.

    picture : the screenshot, or the name of a fixture.
    plates : (column, row) in pixels of each colour's plate; none where there is one colour.
    """

    def __init__(self, picture: Path | str, plates: tuple[tuple[int, int], ...] = ()) -> None:
        self.solved = solve_hinted(picture if isinstance(picture, Path) else HUNGRY_CAT / f"{picture}.png")
        self.pixels = self.solved.image.copy()
        self.cells = np.zeros(self.solved.lattice.shape, np.int8)
        self.plates, self.chosen = plates, 1
        self.taps = 0
        below = self.solved.lattice.board.bottom
        self._bar = (self.pixels == self.pixels[-1, 0]).all(axis=2)
        self._bar[:below] = False

    def screenshot(self) -> bytes:
        return saved(Image.fromarray(self.pixels), compress_level=1)

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
        lattice = self.solved.lattice
        assert lattice.board.top <= row_px < lattice.board.bottom, "a tap on neither a cell nor a plate"
        assert lattice.board.left <= col_px < lattice.board.right, "a tap on neither a cell nor a plate"
        row, col = bisect(lattice.row_edges_px, row_px) - 1, bisect(lattice.col_edges_px, col_px) - 1
        self.cells[row, col] = self.chosen
        box, inset = lattice.cell(row, col), max(1, round(INSET * lattice.pitch_px))
        painted = self.pixels[box.top + inset : box.bottom - inset, box.left + inset : box.right - inset]
        painted[:] = palette[self.chosen]
