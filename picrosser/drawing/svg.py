"""Draws a puzzle as SVG: the same drawing as `sheet`, sharp at any size; alone or on an HTML page."""

from collections.abc import Iterable, Iterator
from html import escape

from picrosser.drawing.puzzle_parts import CHECKER, GROUP, HintMark, hint_marks, picture_to_draw, placed_marks
from picrosser.drawing.symbols import palette_symbols, symbol_areas
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Picture, web_colour

CELL = 20
"""The side of a cell in the drawing's own units."""
OPEN_FILL = "url(#open)"
"""The fill of an undecided cell: a checker."""
_GAP = 4  # units between hints and board
_STROKES = 'stroke="#969696" stroke-width="0.7"', 'stroke="#3c3c3c" stroke-width="2"'  # thin, thick
_HALF = CELL // 4
_CHECKER = (
    f'<defs><pattern id="open" width="{2 * _HALF}" height="{2 * _HALF}" patternUnits="userSpaceOnUse">'
    f'<rect width="{2 * _HALF}" height="{2 * _HALF}" fill="rgb{CHECKER[0]}"/>'
    f'<path d="M0 0h{_HALF}v{2 * _HALF}h{_HALF}v-{_HALF}h-{2 * _HALF}z" fill="rgb{CHECKER[1]}"/>'
    "</pattern></defs>"
)


def svg(
    puzzle: LinePuzzle,
    picture: Picture | None = None,
    *,
    hints: bool = True,
    cell_px: int = 24,
    symbols: bool = False,
) -> str:
    """Draw a puzzle, with its solution or without; parameters as of `sheet`.

    cell_px : the side of a cell where the drawing is shown unscaled.
    """
    shown = picture_to_draw(puzzle, picture)
    rows, cols = puzzle.shape
    left = top = 2
    if hints:
        row_marks, col_marks = hint_marks(puzzle)
        left, top = len(row_marks[0]) * CELL + _GAP, len(col_marks[0]) * CELL + _GAP
    size = left + cols * CELL + 2, top + rows * CELL + 2
    parts = [*_cells(shown, left, top, symbols), *_lines(rows, cols, left, top)]
    for x, y, mark in placed_marks(puzzle, CELL, left, top) if hints else ():
        parts += _mark(mark, x, y)
    return svg_text(parts, size, cell_px)


def svg_text(parts: Iterable[str], size: tuple[int, int], cell_px: int) -> str:
    """Return a whole SVG file with a white background.

    parts : the elements; those filled with OPEN_FILL show a checker.
    size : (width, height) in units of which a cell has CELL.
    cell_px : the side of a cell where the drawing is shown unscaled.
    """
    width, height = size
    scale = cell_px / CELL
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:g}" height="{height * scale:g}" font-family="sans-serif" '
        'text-anchor="middle">'
    )
    background = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, _CHECKER, background, *parts, "</svg>"]) + "\n"


def html_page(drawing: str, title: str) -> str:
    """Return a page with a heading and a drawing, which is HTML or SVG."""
    name = escape(title)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{name}</title></head>\n'
        f'<body style="margin:2em;background:#fff;color:#222;font-family:sans-serif">\n<h1>{name}</h1>\n'
        f"{drawing}</body>\n</html>\n"
    )


def _cells(picture: Picture, left: int, top: int, symbols: bool) -> Iterator[str]:
    rows, cols = picture.shape
    shapes = palette_symbols(picture.palette, every=symbols) if symbols else (None,) * len(picture.palette)
    board = f'<rect x="{left}" y="{top}" width="{cols * CELL}" height="{rows * CELL}" '
    yield board + f'fill="{web_colour(picture.palette[EMPTY])}"/>'
    for row, line in enumerate(picture.cells.tolist()):
        for col, cell in enumerate(line):
            if cell != EMPTY:
                fill = OPEN_FILL if cell == UNKNOWN else web_colour(picture.palette[cell])
                x, y = left + col * CELL, top + row * CELL
                yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>'
                symbol, area = None if cell == UNKNOWN else shapes[cell], (x, y, x + CELL, y + CELL)
                for corners, tone in symbol_areas(area, symbol, picture.palette[cell]):
                    points = " ".join(f"{along:.2f},{down:.2f}" for along, down in corners)
                    yield f'<polygon points="{points}" fill="{web_colour(tone)}"/>'


def _lines(rows: int, cols: int, left: int, top: int) -> Iterator[str]:
    """Draw the thin lines of the board, then a thick one every five cells and at its end."""
    level = [(row, f"M{left} {top + row * CELL}h{cols * CELL}", rows) for row in range(rows + 1)]
    upright = [(col, f"M{left + col * CELL} {top}v{rows * CELL}", cols) for col in range(cols + 1)]
    for is_thick, stroke in enumerate(_STROKES):
        path = "".join(
            line for at, line, last in (*level, *upright) if (at % GROUP == 0 or at == last) == is_thick
        )
        if path:
            yield f'<path d="{path}" {stroke} stroke-linecap="square"/>'


def _mark(mark: HintMark, x: int, y: int) -> Iterator[str]:
    ink = web_colour(mark.ink)
    middle_x, middle_y, inner = x + CELL / 2, y + CELL / 2, CELL - 3
    if mark.colour is not None:
        edge = ' stroke="#999" stroke-width="0.5"' if mark.has_edge else ""
        place = f'x="{x + 1.5}" y="{y + 1.5}" width="{inner}" height="{inner}"'
        yield f'<rect {place} rx="2" fill="{web_colour(mark.colour)}"{edge}/>'
    if mark.circled:
        circle = f'<circle cx="{middle_x:g}" cy="{middle_y:g}" r="{inner / 2 - 1:g}" '
        yield circle + f'fill="none" stroke="{ink}" stroke-width="1.3"/>'
    size = 12 if len(mark.text) == 1 else 10
    baseline = middle_y + 0.36 * size  # digits are 0.72 of the size high
    yield f'<text x="{middle_x:g}" y="{baseline:g}" font-size="{size}" fill="{ink}">{mark.text}</text>'
