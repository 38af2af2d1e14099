"""The look of a program, as data. Lengths are in cells, unless noted."""

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
Beyond = Literal["nothing", "hints", "line numbers"]
"""What stands right of and below the board: the hints once more, or each line's number."""
Frame = Literal["phone", "tablet", "browser", "desktop", "console", "crop"]
"""What stands round the board."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of a look.

    page, cell : of the page and of a blank cell.
    line, thick : of thin lines, and of every fifth and the frame.
    ink, done : of a number, and of a satisfied one.
    plate, other_plate : of the plates behind hints, alternating.
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
    """How the cells of a board are drawn.

    thin, thick, frame : widths of lines; 0 for none, otherwise at least a pixel.
    block_gap : extra space after every fifth cell.
    gap, radius : gap between tiles, and radius of their corners.
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
    """How hints are drawn.

    height : of a digit; smallest_px : height below which nobody can read it.
    slot : distance between the middles of numbers set in a grid; 0 if each takes its own width.
    space : between the ink of a row's numbers, in digit heights, if there are no slots.
    step : between the middles of a column's numbers, in digit heights, if there are no slots.
    widest : a number over a column is squeezed to this width.
    margin : from the board to the nearest number.
    spare : depth of the area beyond what the longest line needs.
    gap : between the area and the board.
    sides : where in the area the numbers of rows, and of columns, are aligned.
    most : largest depth of the hint area; numbers of longer lines shrink. 0: no limit.
    plate_gap, plate_radius : gap between plates of neighbouring lines, and radius of their corners.
    doubles : how a two-digit number is distinguished from two numbers that stand as close.
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
    """The look of one program; each picture chooses one value of every tuple.

    shapes : (rows, columns).
    sizes_px : width of the screen; for a window or a crop, width of a cell.
    colours : how many a puzzle has besides blank; 1 for black ones.
    played : share of the pictures that are part-filled.
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
    beyond: Beyond = "nothing"
