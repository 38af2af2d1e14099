"""A screenshot in which taps paint cells, in Hungry Cat in the colour whose brush was tapped."""

from pathlib import Path

import numpy as np
from PIL import Image
from stored_pictures import saved

from picrosser.imaging.pixels import RGB
from picrosser.looks.solve import solve_hinted

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat"
PLATE_PX = 60  # half of a plate's side, at least
INSET = 0.05  # of paint in its cell, as a share of the cell's side


class PaintedShot:
    """A game behind a made phone, and a screen for `fill`.

    As in the real Hungry Cat, the bar behind the brushes takes the colour that is chosen.

    picture : the screenshot, or the name of a fixture.
    plates : (column, row) in pixels of each colour's plate; none where there is one colour.
    """

    def __init__(self, picture: Path | str, plates: tuple[tuple[int, int], ...] = ()) -> None:
        self.solved = solve_hinted(picture if isinstance(picture, Path) else FIXTURES / f"{picture}.png")
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
        for row, col in np.ndindex(self.cells.shape):
            box = self.solved.lattice.cell(row, col)
            if box.top <= row_px < box.bottom and box.left <= col_px < box.right:
                self.cells[row, col] = self.chosen
                inset = max(1, round(INSET * self.solved.lattice.pitch_px))
                rows = slice(box.top + inset, box.bottom - inset)
                self.pixels[rows, box.left + inset : box.right - inset] = palette[self.chosen]
                return
        raise AssertionError(f"a tap at {col_px}, {row_px}, which is neither a cell nor a plate")
