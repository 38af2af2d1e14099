"""A small game on a made screen, for tests of filling in: cells, hints, buttons of a palette, and its moods.

It draws itself anew for each look: hints beside rows and columns, cells painted in the middle of their
frames, a row of round buttons beneath.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from drawn_nonogram import draw_cross
from PIL import Image, ImageDraw

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.phones.plan import Cells, FillPlan, Ways
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour

CELL, LEFT, TOP, BUTTON = 30, 100, 90, 50
PAPER, LINE = (236, 238, 240), (120, 120, 130)


class TappedGame:
    """A `Screen` whose taps paint cells.

    palette : palette[0] is the colour of a blank cell.
    taps_to_paint : 1; or 2, where the first one marks a cell as blank.
    fades : looks for which new paint is still half blank.
    highlights : the row and the column of the last tap are tinted.

    Attributes
    ----------
    taps : (row, column) in pixels of each tap.
    on_tap : called with the number of taps after each one.
    most_taps : between two looks.
    is_touched : whether the player touches the screen.
    cover : a colour that lies over everything, or None.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        palette: tuple[Colour, ...] = ((255, 255, 255), (0, 0, 0)),
        *,
        seed: int = 1,
        taps_to_paint: int = 1,
        fades: int = 0,
        highlights: bool = False,
    ) -> None:
        self.palette, self.taps_to_paint = palette, taps_to_paint
        self.fades, self.highlights = fades, highlights
        self.cells: Cells = np.full((rows, cols), UNKNOWN, np.int8)
        self.hints = np.random.default_rng(seed).integers(1, 10, (2, max(rows, cols), 2))
        self.lattice = Lattice(
            tuple(TOP + CELL * line for line in range(rows + 1)),
            tuple(LEFT + CELL * line for line in range(cols + 1)),
        )
        self.chosen = 1
        self.taps: list[tuple[int, int]] = []
        self.most_taps = 0
        self._seen_taps = 0
        self.on_tap: Callable[[int], None] = lambda _: None
        self.on_look: Callable[[], None] = lambda: None
        self.is_touched = False
        self.cover: Colour | None = None
        self._fresh: dict[tuple[int, int], int] = {}

    @property
    def buttons(self) -> dict[int, tuple[int, int]]:
        """Where the buttons are; the first place in their row is an eraser's."""
        if len(self.palette) == 2:
            return {}
        row = self.lattice.board.bottom + 80
        return {colour: (row, 40 + (BUTTON + 20) * colour) for colour in range(1, len(self.palette))}

    @property
    def hint_boxes(self) -> tuple[Box, ...]:
        """Where the hints of each row are, then those of each column."""
        rows, cols = self.lattice.row_edges_px, self.lattice.col_edges_px
        beside = (Box(top, LEFT - 60, bottom, LEFT - 5) for top, bottom in pairwise(rows))
        above = (Box(TOP - 60, left, TOP - 5, right) for left, right in pairwise(cols))
        return (*beside, *above)

    def plan(self, answer: Cells, ways: Ways | None = None) -> FillPlan:
        """The plan for what the board shows now."""
        board = self.look(), self.lattice, self.hint_boxes
        return FillPlan(*board, answer, self.cells.copy(), self.palette, self.buttons, ways or Ways())

    def touched(self, _: float) -> bool:
        return self.is_touched

    def tap(self, row_px: int, col_px: int, *, hold: bool) -> None:
        self.taps.append((row_px, col_px))
        self.most_taps = max(self.most_taps, len(self.taps) - self._seen_taps)
        for colour, (row, col) in self.buttons.items():
            if max(abs(row - row_px), abs(col - col_px)) < BUTTON // 2:
                self.chosen = colour
        row, col = (row_px - TOP) // CELL, (col_px - LEFT) // CELL
        if 0 <= row < self.cells.shape[0] and 0 <= col < self.cells.shape[1] and self.cover is None:
            self._paint(row, col, hold)
        self.on_tap(len(self.taps))

    def _paint(self, row: int, col: int, hold: bool) -> None:
        shown = self.cells[row, col]
        if hold or (self.taps_to_paint == 2 and shown == UNKNOWN):
            self.cells[row, col] = EMPTY
        else:
            self.cells[row, col] = UNKNOWN if shown == self.chosen else self.chosen
        self._fresh[row, col] = self.fades

    def look(self) -> RGB:
        self.on_look()
        self._seen_taps = len(self.taps)
        height = self.lattice.board.bottom + 130
        width = max(self.lattice.board.right + 40, 60 + (BUTTON + 20) * len(self.palette))
        image = Image.new("RGB", (width, height), PAPER)
        draw = ImageDraw.Draw(image)
        rows, cols = self.cells.shape
        for row in range(rows):
            for place, hint in enumerate(self.hints[0, row]):
                draw.text((LEFT - 60 + 30 * place, TOP + CELL * row + 6), str(hint), (0, 0, 0), font_size=18)
            for col in range(cols):
                self._draw_cell(draw, row, col)
        for col in range(cols):
            for place, hint in enumerate(self.hints[1, col]):
                draw.text((LEFT + CELL * col + 10, TOP - 60 + 30 * place), str(hint), (0, 0, 0), font_size=18)
        for colour, (row, col) in self.buttons.items():
            circle = (col - BUTTON // 2, row - BUTTON // 2, col + BUTTON // 2, row + BUTTON // 2)
            draw.ellipse(circle, self.palette[colour], LINE, 2)
        if self.cover is not None:
            draw.rectangle((0, 0, width, height), self.cover)
        return np.asarray(image)

    def _draw_cell(self, draw: ImageDraw.ImageDraw, row: int, col: int) -> None:
        box = self.lattice.cell(row, col)
        blank = self.palette[0]
        if self.highlights and self.taps:
            last = (self.taps[-1][0] - TOP) // CELL, (self.taps[-1][1] - LEFT) // CELL
            if row == last[0] or col == last[1]:
                blank = tuple(level * 9 // 10 for level in blank)
        draw.rectangle((box.left, box.top, box.right, box.bottom), blank, LINE)
        shown = int(self.cells[row, col])
        if shown > EMPTY:
            paint = self.palette[shown]
            if self._fresh.get((row, col), 0) > 0:
                self._fresh[row, col] -= 1
                paint = tuple((a + b) // 2 for a, b in zip(paint, blank, strict=True))
            draw.rectangle((box.left + 3, box.top + 3, box.right - 3, box.bottom - 3), paint)
        elif shown == EMPTY:
            draw_cross(draw, (box.left, box.top, box.right, box.bottom), 6, LINE, 2)
