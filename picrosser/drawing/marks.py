"""Marks cells or whole pieces on the board in a screenshot: mistakes, next steps, what lies there already.

Every mark is light and dark side by side, so that it shows on any painted colour and for colour-blind players
too: a mistake is recognised by its cross, not by the red colour. The marks of a piece are those of a cell,
drawn round all its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from picrosser.drawing.cell_tiles import DARK, FRAME, LIGHT, RED, cell_tile, frame_tone, mistake_tile
from picrosser.drawing.overlay import expect_board, fill_box, paint_over
from picrosser.drawing.paint_places import find_tiles
from picrosser.drawing.symbols import Symbol
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.checking import Axis
from picrosser.puzzles.picture import Cell, Colour

_BLUE: Colour = (0, 84, 214)
# Bands of an outline, from outside, with their widths as fractions of the pitch.
_BAND, _THIN = 0.075, 0.045
Bands = tuple[tuple[Colour, float], ...]
_MISTAKE: Bands = ((LIGHT, _THIN), (RED, _BAND), (LIGHT, _THIN))
_UNCLEAR: Bands = ((LIGHT, _BAND), (DARK, _BAND))
_NEW: Bands = ((LIGHT, _THIN), (DARK, _BAND), (LIGHT, _THIN))
_LOOK_HERE: Bands = ((LIGHT, _THIN), (_BLUE, _BAND), (LIGHT, _THIN))
_LINE_BAND = 0.07  # of the pitch: of the frame round a row or a column

MakeTile = Callable[[int, int], Image.Image]
"""Draws what a cell of a width and a height in pixels shows."""
_QUESTION: MakeTile = partial(cell_tile, colour=None, text="?")


@dataclass(frozen=True, slots=True)
class StepMark:
    """One step to show.

    cells : the cells that are decided, with their colours.
    axis, line : the row or column (from 0) that decides them; None for no line.
    blank : the decided cells that stay blank, which get a cross.
    symbols : the symbols of cells whose colours have one.
    also : further rows and columns that decide them.
    """

    cells: Mapping[Cell, Colour]
    axis: Axis | None = None
    line: int | None = None
    blank: Sequence[Cell] = ()
    symbols: Mapping[Cell, Symbol | None] = field(default_factory=dict)
    also: Sequence[tuple[Axis, int]] = ()


@dataclass(frozen=True, slots=True)
class PieceMark:
    """One step on a board of pieces: where one goes (empty if that is not to be told), and where to look."""

    cells: Collection[Cell]
    colour: Colour
    look_at: Collection[Cell] = ()


def mark_mistakes(
    screenshot: RGB,
    lattice: Lattice,
    wrong: Mapping[Cell, Colour | None],
    unsure: Sequence[Cell] = (),
    *,
    symbols: Mapping[Cell, Symbol | None] | None = None,
) -> Image.Image:
    """Mark wrong cells: a red and white box, a cross, and the right colour in the lower right corner.

    screenshot : (H, W, 3) uint8; the image that is returned, RGB, has its size.
    lattice : where the cells lie in it; the board may be tilted.
    wrong : the wrong cells with their right colours; None does not show which one that is.
    unsure : cells that could not be read clearly, which get a question mark.
    symbols : those of the right colours, for the wrong cells.

    Examples
    --------
    >>> checked = picrosser.check_screenshot("played.png")
    >>> solved, (mistake, *_) = checked.solved, checked.found.mistakes
    >>> right = solved.puzzle.palette[mistake.right]
    >>> picrosser.mark_mistakes(solved.image, solved.lattice, {mistake.cell: right}).size
    (720, 1440)
    """
    lattice = _of_tiles(screenshot, lattice)

    def paint(image: Image.Image) -> None:
        for cell in unsure:
            _mark(image, lattice, [cell], _UNCLEAR, _QUESTION)
        for cell, right in wrong.items():
            tile = partial(mistake_tile, right=right, symbol=(symbols or {}).get(cell))
            _mark(image, lattice, [cell], _MISTAKE, tile)

    return paint_over(screenshot, lattice, paint)


def mark_misplaced(
    screenshot: RGB, lattice: Lattice, wrong: Sequence[Collection[Cell]], unsure: Sequence[Collection[Cell]]
) -> Image.Image:
    """As `mark_mistakes`, of pieces, by their cells, that cannot stay where they lie, or not all of them."""

    def paint(image: Image.Image) -> None:
        for cells in unsure:
            _mark(image, lattice, cells, _UNCLEAR, _QUESTION)
        for cells in wrong:
            _mark(image, lattice, cells, _MISTAKE, mistake_tile)

    return paint_over(screenshot, lattice, paint)


def mark_steps(screenshot: RGB, lattice: Lattice, steps: Sequence[StepMark]) -> Image.Image:
    """Paint the cells of steps in their colours, outlined, and frame the lines that decide them.

    screenshot, lattice : as of `mark_mistakes`, as is the result.
    steps : in order; if there are several, each cell shows its step's number, from 1.

    Examples
    --------
    >>> from picrosser.drawing.marks import StepMark
    >>> solved = picrosser.solve_screenshot("shot.png")
    >>> step = StepMark({(0, 0): solved.puzzle.palette[1]}, "row", 0)
    >>> picrosser.mark_steps(solved.image, solved.lattice, [step]).save("marked.png")
    """
    lattice = _of_tiles(screenshot, lattice)

    def paint(image: Image.Image) -> None:
        for step in steps:
            own = [] if step.axis is None or step.line is None else [(step.axis, step.line)]
            for axis, line in (*own, *step.also):
                _frame_line(image, lattice, axis, line)
        for number, step in enumerate(steps, 1):
            text = str(number) if len(steps) > 1 else ""
            for cell, colour in step.cells.items():
                signs = {"symbol": step.symbols.get(cell), "is_blank": cell in step.blank}
                tile = partial(cell_tile, colour=colour, text=text, **signs)
                _mark(image, lattice, [cell], _NEW, tile)

    return paint_over(screenshot, lattice, paint)


def mark_next_pieces(screenshot: RGB, lattice: Lattice, steps: Sequence[PieceMark]) -> Image.Image:
    """Lay the next pieces onto the board, outlined, and outline the cells that decide them.

    As `mark_steps`, with the number of its step on each piece.
    """

    def paint(image: Image.Image) -> None:
        for number, step in enumerate(steps, 1):
            for cell in step.cells:
                fill_box(image, lattice.cell(*cell), step.colour)
            text = str(number) if len(steps) > 1 else ""
            _mark(image, lattice, step.cells, _NEW, partial(cell_tile, colour=None, text=text))
            _outline(image, lattice, step.look_at, _LOOK_HERE)

    return paint_over(screenshot, lattice, paint)


def frame_pieces(image: Image.Image, lattice: Lattice, pieces: Mapping[tuple[Cell, ...], Colour]) -> None:
    """Draw a thin line inside the edges of pieces, by cells and colour, that are new on the board."""
    inset, stroke = FRAME
    for cells, colour in pieces.items():
        _outline(image, lattice, cells, ((frame_tone(colour), stroke),), inset)


def _of_tiles(screenshot: RGB, lattice: Lattice) -> Lattice:
    """The lattice, moved onto the board's tiles if it has any; a TypeError if these are something else."""
    expect_board(screenshot, lattice)
    tiles = find_tiles(screenshot, lattice)
    return lattice if tiles is None else tiles.lattice


def _mark(
    image: Image.Image, lattice: Lattice, cells: Collection[Cell], bands: Bands, tile: MakeTile
) -> None:
    """Show a tile in the one of some cells that is nearest to their middle, and outline them all."""
    if not cells:
        return
    row, col = (sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1))
    middle = min(sorted(cells), key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - col) ** 2)
    box = lattice.cell(*middle)
    sign = tile(box.width, box.height)
    image.paste(sign, (box.left, box.top), sign)
    _outline(image, lattice, cells, bands)


def _frame_line(image: Image.Image, lattice: Lattice, axis: Axis, line: int) -> None:
    """Frame a row or a column from outside, so that its cells stay visible: light, blue, light."""
    rows, cols = lattice.shape
    ends = ((line, 0), (line, cols - 1)) if axis == "row" else ((0, line), (rows - 1, line))
    first, last = (lattice.cell(*cell) for cell in ends)
    draw, band = ImageDraw.Draw(image), max(1, round(_LINE_BAND * lattice.pitch_px))
    thin = max(1, band // 2)
    for grow, width, colour in ((band + 2 * thin, band + 2 * thin, LIGHT), (band + thin, band, _BLUE)):
        at = (first.left - grow, first.top - grow, last.right - 1 + grow, last.bottom - 1 + grow)
        draw.rectangle(at, outline=colour, width=width)


def _outline(
    image: Image.Image, lattice: Lattice, cells: Collection[Cell], bands: Bands, inset: float = 0.0
) -> None:
    """Draw bands along the inside of the edges of some cells, from outside; `inset` as a band's width."""
    if not cells:
        return
    boxes = [lattice.cell(*cell) for cell in sorted(cells)]
    top, left = min(box.top for box in boxes), min(box.left for box in boxes)
    areas = tuple((box.left - left, box.top - top, box.right - left, box.bottom - top) for box in boxes)
    ring = _ring(areas, bands, inset, lattice.pitch_px)
    image.paste(ring, (left - 1, top - 1), ring)


@lru_cache(maxsize=64)
def _ring(
    areas: tuple[tuple[int, int, int, int], ...], bands: Bands, inset: float, pitch_px: float
) -> Image.Image:
    """Return bands inside the edges of areas, each (left, top, right, bottom), on RGBA with a margin of 1."""
    size = max(area[2] for area in areas) + 2, max(area[3] for area in areas) + 2
    inner, ring = Image.new("L", size), Image.new("RGBA", size)
    for left, top, right, bottom in areas:
        inner.paste(255, (left + 1, top + 1, right + 1, bottom + 1))
    if inset:
        inner = _shrunk(inner, inset * pitch_px)
    for colour, share in bands:
        outer, inner = inner, _shrunk(inner, share * pitch_px)
        ring.paste(colour, (0, 0), ImageChops.subtract(outer, inner))
    return ring


def _shrunk(mask: Image.Image, by_px: float) -> Image.Image:
    """Return an area of a mask without a border of so many pixels, at least one."""
    return mask.filter(ImageFilter.MinFilter(2 * max(1, round(by_px)) + 1))
