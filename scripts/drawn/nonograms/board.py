"""Draw the board: cells, their paint and marks, lines, the selected cell."""

import numpy as np

from drawn.canvas import Area, Pixels, cross, disc, fill_box, mix, round_box
from drawn.fills import MARKED
from drawn.nonograms.layout import BLOCK, Layout
from picrosser.puzzles.picture import Colour

MARK = 0.24  # of a cell: half a cross
LIT = 0.16  # how much of the accent lies over the selected cell's row and column


def draw_board(pixels: Pixels, layout: Layout) -> None:
    style, scheme = layout.spec.look.board, layout.spec.scheme
    if not style.gap:
        round_box(pixels, layout.board, 0, scheme.cell)
    for row, col in np.ndindex(layout.shape):
        _cell(pixels, layout, row, col)
    _lines(pixels, layout)
    _cursor(pixels, layout)


def inset(area: Area, by: float) -> Area:
    return area[0] + by, area[1] + by, area[2] - by, area[3] - by


def _cell(pixels: Pixels, layout: Layout, row: int, col: int) -> None:
    style, scheme, pitch = layout.spec.look.board, layout.spec.scheme, layout.pitch
    area = layout.cell(row, col)
    ground = scheme.cell
    if (row // BLOCK + col // BLOCK) % 2:
        ground = mix(ground, scheme.thick, style.checks)
    if style.gap:
        area = inset(area, style.gap * pitch / 2)
        round_box(pixels, area, style.radius * pitch, ground)
    elif ground != scheme.cell:
        fill_box(pixels, *area, ground)
    state = int(layout.spec.state[row, col])
    y, x = (area[0] + area[2]) / 2, (area[1] + area[3]) / 2
    if state > MARKED:
        painted = inset(area, style.fill_inset * pitch)
        radius = max(style.fill_radius, style.radius) * pitch
        round_box(pixels, painted, radius, layout.spec.picture.palette[state])
    elif state == MARKED and style.mark == "dot":
        disc(pixels, y, x, 0.1 * pitch, scheme.mark)
    elif state == MARKED:
        cross(pixels, y, x, MARK * pitch, max(1.0, 0.07 * pitch), scheme.mark)


def _lines(pixels: Pixels, layout: Layout) -> None:
    style, scheme, pitch = layout.spec.look.board, layout.spec.scheme, layout.pitch
    rows, cols = layout.shape
    top, left, bottom, right = layout.board
    for width, colour, every in ((style.thin, scheme.line, 1), (style.thick, scheme.thick, BLOCK)):
        if not width or style.gap:
            continue
        for line in range(every, rows, every):
            y = layout.row_edge(line) - (layout.row_edge(line) - layout.row_edge(line - 1) - pitch) / 2
            bar(pixels, y, left, right, width * pitch, colour, upright=False)
        for line in range(every, cols, every):
            x = layout.col_edge(line) - (layout.col_edge(line) - layout.col_edge(line - 1) - pitch) / 2
            bar(pixels, x, top, bottom, width * pitch, colour, upright=True)
    if style.frame:
        frame(pixels, layout.board, style.frame * pitch, scheme.thick)


def bar(
    pixels: Pixels, at: float, start: float, stop: float, width: float, colour: Colour, *, upright: bool
) -> None:
    """Draw a line on whole pixels, at least one wide."""
    wide = max(1, round(width))
    first = round(at - wide / 2)
    start, stop = round(start), round(stop)
    area = (start, first, stop, first + wide) if upright else (first, start, first + wide, stop)
    fill_box(pixels, *area, colour)


def frame(pixels: Pixels, area: Area, width: float, colour: Colour) -> None:
    top, left, bottom, right = area
    reach = max(1, round(width)) / 2
    for at in (top, bottom):
        bar(pixels, at, left - reach, right + reach, width, colour, upright=False)
    for at in (left, right):
        bar(pixels, at, top - reach, bottom + reach, width, colour, upright=True)


def _cursor(pixels: Pixels, layout: Layout) -> None:
    if layout.spec.cursor is None:
        return
    row, col = layout.spec.cursor
    accent = layout.spec.scheme.accent
    top, left, bottom, right = layout.cell(row, col)
    board = layout.board
    fill_box(pixels, top, board[1] - layout.depths[1], bottom, board[3], accent, LIT)
    fill_box(pixels, board[0] - layout.depths[0], left, board[2], right, accent, LIT)
    frame(pixels, (top, left, bottom, right), 0.1 * layout.pitch, accent)
