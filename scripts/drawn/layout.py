"""Lay out a screenshot: the board fills the width, or the height between the bars, whichever is less."""

from __future__ import annotations

from dataclasses import dataclass

from drawn.spec import ScreenshotSpec
from picrosser.imaging.pixels import Box, Lattice

BLOCK = 5  # lines between two thick lines
STATUS, TOOL_BAR, TOOLS_BOTTOM, BRUSH_BAR = 60.0, 150.0, 205.0, 225.0  # heights on a screen 1080 wide
MASCOT_OVERHANG = 0.7  # of the pitch: what the mascot's hat needs above the hint area


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of everything, in float pixels. `unit` is one pixel of a screen 1080 wide."""

    spec: ScreenshotSpec
    unit: float
    pitch: float
    depth: float  # of both hint areas
    top: float  # of the cells
    left: float

    @property
    def rows(self) -> int:
        """Rows of cells."""
        return len(self.spec.cells)

    @property
    def cols(self) -> int:
        """Columns of cells."""
        return len(self.spec.cells[0])

    @property
    def bottom(self) -> float:
        """The far edge of the cells."""
        return self.top + self.rows * self.pitch

    @property
    def right(self) -> float:
        """The far edge of the cells."""
        return self.left + self.cols * self.pitch

    def slot(self, index: int) -> float:
        """The middle of a slot, measured from the outer edge of its hint area."""
        look = self.spec.look
        return (look.outer_margin + index * look.slot_pitch) * self.pitch

    def line_middle(self, line: int, lines: int) -> float:
        """The middle of a line's hints, measured from the first edge of the board.

        Hints are spread slightly about the middle of their block of five lines.
        """
        first = line // BLOCK * BLOCK
        middle = (first + min(first + BLOCK, lines)) / 2
        return (middle + (line + 0.5 - middle) * self.spec.look.line_spread) * self.pitch

    def lattice(self) -> Lattice:
        """The true edges, rounded to whole pixels."""
        return Lattice(
            tuple(round(self.top + i * self.pitch) for i in range(self.rows + 1)),
            tuple(round(self.left + i * self.pitch) for i in range(self.cols + 1)),
        )

    def board_with_hints(self) -> Box:
        """The board, both hint areas and the corner between them."""
        return Box(
            round(self.top - self.depth),
            round(self.left - self.depth),
            round(self.bottom),
            round(self.right),
        )


def place(spec: ScreenshotSpec) -> Layout:
    """Lay out a screenshot."""
    phone, look = spec.phone, spec.look
    unit = min(phone.width / 1080, phone.height / 1920)
    depth = look.outer_margin + look.inner_margin + (len(spec.colours) - 1) * look.slot_pitch
    rows, cols = len(spec.cells), len(spec.cells[0])
    width = phone.width * (1 - 2 * look.side_margin)
    free_top, free_bottom = TOOLS_BOTTOM * unit, phone.height - BRUSH_BAR * unit
    height = free_bottom - free_top - 40 * unit
    pitch = min(width / (cols + depth), height / (rows + depth + MASCOT_OVERHANG))
    left = (phone.width - (cols + depth) * pitch) / 2 + depth * pitch
    spare = free_bottom - free_top - (rows + depth + MASCOT_OVERHANG) * pitch
    top = free_top + spare * 0.37 + (MASCOT_OVERHANG + depth) * pitch
    return Layout(spec, unit, pitch, depth * pitch, top, left)
