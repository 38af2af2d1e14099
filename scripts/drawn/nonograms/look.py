"""What makes one program look different from another, as data. Lengths are in cells, unless noted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from picrosser.puzzles.picture import Colour

Plate = Literal["none", "box", "pill", "tile", "badge", "grid", "stairs", "fade", "header"]
"""What lies behind hints: a box or a pill per line, a tile or a badge per number, a grid like the board's
over the whole area or only where numbers stand, a band that fades away from the board, or a table's header,
whose lines go on from the board's."""
Side = Literal["board", "middle", "far"]
"""Where in their area a line's numbers are set: next to the board, in the middle, or at the other end."""
Done = Literal["same", "faded", "struck", "inverted", "vanish"]
"""What becomes of a number whose run is painted; a line vanishes as a whole."""
Zero = Literal["0", "nothing", "crossed"]
"""How a line without runs is stated; crossed: by its cells alone, which are marked from the start."""
Backdrop = Literal["flat", "gradient", "checks", "dots", "weave", "blurs"]
Frame = Literal["phone", "tablet", "browser", "desktop", "console", "crop"]
"""What stands round the board."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """Colours.

    page, cell : behind everything, and of a blank cell.
    line, thick : of thin lines, and of every fifth and the frame.
    ink, done : of a number, and of one that is satisfied.
    plate, other_plate : behind hints, in turn.
    fill, mark : of a painted cell, and of a cross or dot.
    accent : cursor, buttons, marked numbers.
    """

    page: Colour
    cell: Colour
    line: Colour
    thick: Colour
    ink: Colour
    done: Colour
    plate: Colour
    other_plate: Colour
    fill: Colour
    mark: Colour
    accent: Colour


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How cells are set.

    thin, thick, frame : widths of lines; 0 for none, else at least a pixel.
    block_gap : more room after every fifth cell.
    gap, radius : between tiles, and their round corners.
    checks : how much darker every second block of five is, 0..1.
    fill_inset, fill_radius : of what is painted.
    """

    thin: float = 0.03
    thick: float = 0.07
    frame: float = 0.07
    block_gap: float = 0.0
    gap: float = 0.0
    radius: float = 0.0
    checks: float = 0.0
    fill_inset: float = 0.0
    fill_radius: float = 0.0
    mark: Literal["cross", "dot"] = "cross"


@dataclass(frozen=True, slots=True)
class HintStyle:
    """How numbers are set.

    height : of a digit; smallest_px : below it nobody can read it.
    slot : numbers stand so far apart, middle to middle, as in a grid; 0: in a row by their own width.
    space : ink to ink in a row, in heights of a digit, where there are no slots.
    step : middle to middle in a column's stack, in heights of a digit, where there are no slots.
    widest : a number over a column is squeezed to this width.
    margin : from the board to the nearest number.
    spare : the area is so much deeper than its longest line needs.
    gap : between the area and the board.
    sides : where rows' numbers, and columns', are set in their area.
    most : the hint area's depth; a longer line's numbers shrink. 0: as deep as the longest line needs.
    plate_gap, plate_radius : between plates of neighbouring lines, and their round corners.
    doubles : how a number of two digits is told from two numbers that stand as close.
    colours : of a coloured puzzle's numbers: the digits are coloured, or they stand on coloured squares.
    """

    height: float = 0.5
    smallest_px: float = 7.0
    slot: float = 0.0
    space: float = 0.7
    step: float = 1.3
    widest: float = 0.9
    margin: float = 0.2
    spare: float = 0.0
    gap: float = 0.0
    sides: tuple[Side, Side] = ("board", "board")
    most: float = 0.0
    plate: Plate = "none"
    plate_gap: float = 0.0
    plate_radius: float = 0.15
    stripes: bool = False
    doubles: Literal["spacing", "colour", "alternate"] = "spacing"
    colours: Literal["digits", "squares"] = "digits"


@dataclass(frozen=True, slots=True)
class Look:
    """One program; what stands in tuples differs from picture to picture.

    shapes : (rows, columns).
    sizes_px : width of the screen, or, of a window or a crop, of a cell.
    colours : how many a puzzle has besides blank; 1 for black ones.
    played : share of the pictures that somebody is in the middle of.
    whole_px : the program sets its cells on whole pixels.
    crisp : its digits have hard edges.
    cursor : a selected cell, with its row and column lit.
    """

    name: str
    frame: Frame
    schemes: tuple[Scheme, ...]
    board: BoardStyle
    hints: HintStyle
    shapes: tuple[tuple[int, int], ...]
    sizes_px: tuple[int, ...]
    fonts: tuple[str, ...]
    backdrops: tuple[Backdrop, ...] = ("flat",)
    dones: tuple[Done, ...] = ("faded",)
    zeros: tuple[Zero, ...] = ("0",)
    colours: tuple[int, ...] = (1,)
    played: float = 0.35
    whole_px: bool = False
    crisp: bool = False
    cursor: bool = False
