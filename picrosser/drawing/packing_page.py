"""Draws a Katamino packing as SVG or HTML, for web pages and notebooks.

Twelve colours are hard to tell apart, so each piece shows its number on its first cell and its name in a
tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from picrosser.drawing.html_table import THICK, cell_element, page_text, table_text
from picrosser.drawing.packing import blank_board
from picrosser.drawing.puzzle_parts import ink_on, web_colour
from picrosser.drawing.svg import CELL, OPEN_FILL, svg_text
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, Picture

_MARGIN = 2  # units of the drawing
_SIDES = {"top": (-1, 0), "left": (0, -1), "bottom": (1, 0), "right": (0, 1)}
_LINE = 'fill="none" stroke="#282828" stroke-width="1.7" stroke-linecap="square"'


def packing_svg(puzzle: Katamino, picture: Picture | None = None, *, cell_px: int = 24) -> str:
    """Draw a packing as SVG.

    Parameters
    ----------
    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : the side of a cell where the drawing is shown unscaled.

    Raises
    ------
    ValueError : the picture has another shape than the puzzle.
    """
    shown = _picture_to_draw(puzzle, picture)
    rows, cols = shown.shape
    size = cols * CELL + 2 * _MARGIN, rows * CELL + 2 * _MARGIN
    return svg_text([*_pieces(puzzle, shown), _borders(shown)], size, cell_px)


def packing_table(puzzle: Katamino, picture: Picture | None = None, *, cell_px: int = 24) -> str:
    """Draw a packing as an HTML table; the parameters are those of `packing_svg`."""
    shown = _picture_to_draw(puzzle, picture)
    first_cells = _first_cells(shown)
    rows = (
        "".join(_cell(puzzle, shown, (row, col), first_cells, cell_px) for col in range(shown.shape[1]))
        for row in range(shown.shape[0])
    )
    return table_text(rows, cell_px)


def packing_page(
    puzzle: Katamino, picture: Picture | None = None, *, title: str = "", cell_px: int = 24
) -> str:
    """Draw a packing as `packing_table` does, as a whole page with a heading."""
    return page_text(packing_table(puzzle, picture, cell_px=cell_px), title or "A packing")


def _picture_to_draw(puzzle: Katamino, picture: Picture | None) -> Picture:
    if picture is None:
        return blank_board(puzzle)
    if picture.shape != puzzle.shape:
        raise ValueError(f"the picture has {picture.shape} cells, the puzzle {puzzle.shape}")
    return picture


def _pieces(puzzle: Katamino, picture: Picture) -> Iterator[str]:
    """Draw each piece as one path of all its cells, so that no gaps show between them."""
    areas: dict[int, list[Cell]] = {}
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            if value != EMPTY:
                areas.setdefault(value, []).append((row, col))
    for value, cells in areas.items():
        path = "".join(
            f"M{_MARGIN + col * CELL} {_MARGIN + row * CELL}h{CELL}v{CELL}h-{CELL}z" for row, col in cells
        )
        fill = OPEN_FILL if value == UNKNOWN else web_colour(picture.palette[value])
        name = "" if value == UNKNOWN else f"<title>{_name(puzzle, value)}</title>"
        yield f'<path d="{path}" fill="{fill}">{name}</path>'
        if value != UNKNOWN:
            row, col = cells[0]
            x, y = _MARGIN + (col + 0.5) * CELL, _MARGIN + row * CELL + 0.72 * CELL
            ink = web_colour(ink_on(picture.palette[value]))
            yield f'<text x="{x:g}" y="{y:g}" font-size="11" fill="{ink}">{_label(puzzle, value)}</text>'


def _borders(picture: Picture) -> str:
    """Draw the lines between cells of different pieces and around the board."""
    rows, cols = picture.shape
    path = []
    for row in range(rows + 1):
        for col in range(cols + 1):
            here = _value(picture, row, col)
            x, y = _MARGIN + col * CELL, _MARGIN + row * CELL
            if here != _value(picture, row - 1, col):
                path.append(f"M{x} {y}h{CELL}")
            if here != _value(picture, row, col - 1):
                path.append(f"M{x} {y}v{CELL}")
    return f'<path d="{"".join(path)}" {_LINE}/>'


def _cell(puzzle: Katamino, picture: Picture, cell: Cell, first_cells: set[Cell], cell_px: int) -> str:
    row, col = cell
    value = _value(picture, row, col)
    edges = {
        side: "none" if _value(picture, row + down, col + right) == value else THICK
        for side, (down, right) in _SIDES.items()
    }
    if value == UNKNOWN:
        return cell_element(None, edges, cell_px)
    if value == EMPTY:
        return cell_element(picture.palette[EMPTY], edges, cell_px)
    text = _label(puzzle, value) if cell in first_cells else ""
    return cell_element(
        picture.palette[value], edges, cell_px, text=text, title=f"piece {puzzle.pieces[value - 1]}"
    )


def _first_cells(picture: Picture) -> set[Cell]:
    """Return the first cell of each piece."""
    found: dict[int, Cell] = {}
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            found.setdefault(value, (row, col))
    return set(found.values())


def _value(picture: Picture, row: int, col: int) -> int:
    """Return the piece in a cell; EMPTY outside the board."""
    rows, cols = picture.shape
    return picture.rows[row][col] if 0 <= row < rows and 0 <= col < cols else EMPTY


def _label(puzzle: Katamino, value: int) -> str:
    """Return the number of a piece in the box, or its letter if it has no number."""
    return str(puzzle.pieces[value - 1].number or puzzle.letters[value - 1])


def _name(puzzle: Katamino, value: int) -> str:
    return escape(f"piece {puzzle.pieces[value - 1]}")
