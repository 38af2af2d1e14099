"""Draws Katamino packings as images or SVG: alone, beside the rows of a problem card, onto an empty board.

Each piece is one area in its colour with a line around it. Packings for a card stand to the right of the
picture, each at the height of the row of pieces that it belongs to. Twelve colours are hard to tell apart, so
SVG shows the number of each piece on its first cell and its name in a tooltip.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise, zip_longest
from typing import NamedTuple

import numpy as np
from PIL import Image

from picrosser.drawing.overlay import fill_box, paint_over
from picrosser.drawing.puzzle_parts import ink_on, same_shape
from picrosser.drawing.sheet import checker
from picrosser.drawing.svg import CELL, OPEN_FILL, svg_text
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.katamino import Board, Katamino, areas_of
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, Colour, Picture, web_colour

_LINE_COLOUR: Colour = (40, 40, 40)
_BOARD_LINE = 0.06  # of the pitch: the line around pieces on a board in the picture
_GAP_CELLS = 1.5  # between packings that stand beside a picture
_ROW_SHARE = 0.86  # share of the distance between two rows of a card that the packings beside them fill
_MIN_CELL_PX = 6
_MIN_EDGE_PX = 2  # free above and below a packing
_ALONE_SHARE = 0.35  # share of the picture's height that the packing of a card with a single row fills
_SVG_MARGIN = 2  # units of the drawing
_SVG_LINE = 'fill="none" stroke="#282828" stroke-width="1.7" stroke-linecap="square"'


def blank_board(puzzle: Katamino) -> Picture:
    """Return the board without pieces: UNKNOWN cells, and EMPTY ones that are not part of it."""
    return Picture(Board(puzzle.board, ()).picture.rows, puzzle.palette)


def packing_image(picture: Picture, *, cell_px: int = 24) -> Image.Image:
    """Draw a packing, RGB, columns * cell_px + line wide, rows * cell_px + line high.

    picture : EMPTY cells are not part of the board, and white; UNKNOWN cells become a checker.
    cell_px : the side of a cell, in pixels; 2 or more.
    """
    rows, cols = picture.shape
    line_px = max(1, cell_px // 12)
    image = Image.new("RGB", (cols * cell_px + line_px, rows * cell_px + line_px), (255, 255, 255))
    for row, col in np.argwhere(picture.cells != EMPTY).tolist():
        value, place = int(picture.cells[row, col]), (col * cell_px, row * cell_px)
        fill = checker(cell_px) if value == UNKNOWN else picture.palette[value]
        image.paste(fill, (*place, place[0] + cell_px, place[1] + cell_px))
    for (top, left), (bottom, right), _ in _borders(picture):
        box = Box(top * cell_px, left * cell_px, bottom * cell_px + line_px, right * cell_px + line_px)
        fill_box(image, box, _LINE_COLOUR)
    return image


def _borders(picture: Picture) -> Iterator[tuple[Cell, Cell, tuple[Cell, Cell]]]:
    """Yield the edges between pieces and around the board: both ends, and the cells on both sides."""
    around = np.pad(picture.cells, 1)
    for row, col in np.argwhere(around[1:, 1:] != around[:-1, 1:]).tolist():
        yield (row, col), (row, col + 1), ((row - 1, col), (row, col))
    for row, col in np.argwhere(around[1:, 1:] != around[1:, :-1]).tolist():
        yield (row, col), (row + 1, col), ((row, col - 1), (row, col))


def packing_svg(puzzle: Katamino, picture: Picture | None = None, *, cell_px: int = 24) -> str:
    """Draw a packing as SVG; parameters as of `svg`."""
    shown = blank_board(puzzle) if picture is None else same_shape(puzzle, picture)
    rows, cols = shown.shape
    size = cols * CELL + 2 * _SVG_MARGIN, rows * CELL + 2 * _SVG_MARGIN
    ends = ((_svg_place(begin), _svg_place(end)) for begin, end, _ in _borders(shown))
    path = "".join(f"M{x} {y}L{to_x} {to_y}" for (x, y), (to_x, to_y) in ends)
    return svg_text([*_svg_pieces(puzzle, shown), f'<path d="{path}" {_SVG_LINE}/>'], size, cell_px)


def _svg_pieces(puzzle: Katamino, picture: Picture) -> Iterator[str]:
    """Draw each piece as one path of all its cells, so that no gaps show between them."""
    for value, cells in areas_of(picture).items():
        path = "".join("M{} {}h{size}v{size}h-{size}z".format(*_svg_place(cell), size=CELL) for cell in cells)
        if value == UNKNOWN:
            yield f'<path d="{path}" fill="{OPEN_FILL}"></path>'
            continue
        piece, colour = puzzle.pieces[value - 1], picture.palette[value]
        name = escape(f"piece {piece}")
        yield f'<path d="{path}" fill="{web_colour(colour)}"><title>{name}</title></path>'
        x, y = _svg_place(cells[0])
        label, ink = piece.number or puzzle.letters[value - 1], web_colour(ink_on(colour))
        place = f'x="{x + 0.5 * CELL:g}" y="{y + 0.72 * CELL:g}" font-size="11"'
        yield f'<text {place} fill="{ink}">{label}</text>'


def _svg_place(corner: Cell) -> tuple[int, int]:
    row, col = corner
    return _SVG_MARGIN + col * CELL, _SVG_MARGIN + row * CELL


def packing_on_board(
    screenshot: RGB, lattice: Lattice, picture: Picture, cells: Sequence[Cell]
) -> Image.Image:
    """Draw a packing onto the board in a picture.

    screenshot, lattice : as of `overlay`, as is the result.
    picture : as many cells as the lattice.
    cells : where to draw. If pieces lie on other cells already, these stay as they are, and the new ones get
        a thin line inside their edges.
    """
    from picrosser.drawing.marks import frame_pieces  # imports ImageDraw, which few pictures need

    wanted = set(cells)
    areas = {value: area for value, area in areas_of(picture).items() if value != UNKNOWN}
    is_begun = any(cell not in wanted for area in areas.values() for cell in area)
    new = {
        tuple(own): picture.palette[value]
        for value, area in areas.items()
        if is_begun and (own := [cell for cell in area if cell in wanted])
    }

    def paint(image: Image.Image) -> None:
        for row, col in wanted:
            if picture.cells[row, col] != EMPTY:
                fill_box(image, lattice.cell(row, col), picture.palette[picture.cells[row, col]])
        half_px = max(1, round(_BOARD_LINE * lattice.pitch_px / 2))
        rows, cols = lattice.edges_px
        for (top, left), (bottom, right), sides in _borders(picture):
            if wanted & set(sides):  # lines also grow at both ends, so that two of them close their corner
                first = max(0, rows[top] - half_px), max(0, cols[left] - half_px)
                line = Box(*first, rows[bottom] + half_px, cols[right] + half_px)
                fill_box(image, line, _LINE_COLOUR)
        frame_pieces(image, lattice, new)

    return paint_over(screenshot, lattice, paint)


class RowOfPackings(NamedTuple):
    """Packings, from left to right, that belong to a part of the picture (`beside`, in pixels)."""

    beside: Box
    pictures: tuple[Picture, ...]


def packings_beside(screenshot: RGB, rows: Sequence[RowOfPackings]) -> Image.Image:
    """Draw packings to the right of a picture, each row at the height of the part that it belongs to.

    screenshot : (H, W, 3) uint8; the result, RGB, is wider, and higher where a single packing needs it.
    rows : at least one packing in all.
    """
    height, width = screenshot.shape[:2]
    cell_px = _cell_px(height, rows)
    blocks = [[packing_image(picture, cell_px=cell_px) for picture in row.pictures] for row in rows]
    gap_px = max(4, round(_GAP_CELLS * cell_px))
    lefts = [width + gap_px]  # of each column, so that packings of several rows are aligned
    for column in zip_longest(*blocks):
        lefts.append(lefts[-1] + max(block.width for block in column if block) + gap_px)
    tallest = max(block.height for row in blocks for block in row)
    size = lefts[-1], max(height, tallest + 2 * _MIN_EDGE_PX)
    tones, counts = np.unique(screenshot[:, -1], axis=0, return_counts=True)  # along the right side
    red, green, blue = tones[counts.argmax()].tolist()
    canvas = Image.new("RGB", size, (red, green, blue))
    canvas.paste(Image.fromarray(np.ascontiguousarray(screenshot)), (0, 0))
    for row, images in zip(rows, blocks, strict=True):
        for left, block in zip(lefts, images, strict=False):
            top = (row.beside.top + row.beside.bottom - block.height) // 2
            lowest = canvas.height - _MIN_EDGE_PX - block.height
            canvas.paste(block, (left, min(max(top, _MIN_EDGE_PX), lowest)))
    return canvas


def _cell_px(height: int, rows: Sequence[RowOfPackings]) -> int:
    """Choose the largest cells that fit between the rows; a single row gets a share of the picture."""
    most = max(picture.shape[0] for row in rows for picture in row.pictures)
    middles = sorted(row.beside.middle[0] for row in rows)
    steps = [after - before for before, after in pairwise(middles)]
    room = min([_ALONE_SHARE * height, *(_ROW_SHARE * step for step in steps)])
    return max(_MIN_CELL_PX, int(room / most))
