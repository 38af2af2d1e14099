"""A packing in, an SVG or an HTML text out: the drawing of `packing_image` for pages and notebooks.

Each piece has its number on its first cell, since twelve colours are many, and its name as a tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from picrosser.drawing.hint_marks import ink_on
from picrosser.drawing.html_table import THICK, cell_element, page_text, table_text
from picrosser.drawing.svg import CELL, OPEN_FILL, svg_text, web
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, Picture

_MARGIN = 2  # of the drawing's own units
_SIDES = {"top": (-1, 0), "left": (0, -1), "bottom": (1, 0), "right": (0, 1)}
_LINE = 'fill="none" stroke="#282828" stroke-width="1.7" stroke-linecap="square"'


def blank_board(puzzle: Katamino) -> Picture:
    """The board before anything lies on it."""
    rows, cols = puzzle.shape
    board = set(puzzle.board)
    cells = [[UNKNOWN if (row, col) in board else EMPTY for col in range(cols)] for row in range(rows)]
    return Picture(cells, puzzle.palette)


def packing_svg(puzzle: Katamino, picture: Picture | None = None, *, cell_px: int = 24) -> str:
    """Draw a packing.

    Parameters
    ----------
    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : the side of a cell where nothing scales the drawing.
    """
    shown = _checked(puzzle, picture)
    rows, cols = shown.shape
    size = cols * CELL + 2 * _MARGIN, rows * CELL + 2 * _MARGIN
    return svg_text([*_pieces(puzzle, shown), _borders(shown)], size, cell_px)


def packing_table(puzzle: Katamino, picture: Picture | None = None, *, cell_px: int = 24) -> str:
    """Draw a packing as a table; the parameters are those of `packing_svg`."""
    shown = _checked(puzzle, picture)
    heads = _heads(shown)
    rows = (
        "".join(_cell(puzzle, shown, (row, col), heads, cell_px) for col in range(shown.shape[1]))
        for row in range(shown.shape[0])
    )
    return table_text(rows, cell_px)


def packing_page(
    puzzle: Katamino, picture: Picture | None = None, *, title: str = "", cell_px: int = 24
) -> str:
    """The table of `packing_table` on a page of its own."""
    return page_text(packing_table(puzzle, picture, cell_px=cell_px), title or "A packing")


def _checked(puzzle: Katamino, picture: Picture | None) -> Picture:
    if picture is None:
        return blank_board(puzzle)
    if picture.shape != puzzle.shape:
        raise ValueError(f"the picture has {picture.shape} cells, the puzzle {puzzle.shape}")
    return picture


def _pieces(puzzle: Katamino, picture: Picture) -> Iterator[str]:
    """An area for each piece, all its cells in one path, so that no gaps show between them."""
    areas: dict[int, list[Cell]] = {}
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            if value != EMPTY:
                areas.setdefault(value, []).append((row, col))
    for value, cells in areas.items():
        path = "".join(
            f"M{_MARGIN + col * CELL} {_MARGIN + row * CELL}h{CELL}v{CELL}h-{CELL}z" for row, col in cells
        )
        fill = OPEN_FILL if value == UNKNOWN else web(picture.palette[value])
        name = "" if value == UNKNOWN else f"<title>{_name(puzzle, value)}</title>"
        yield f'<path d="{path}" fill="{fill}">{name}</path>'
        if value != UNKNOWN:
            row, col = cells[0]
            x, y = _MARGIN + (col + 0.5) * CELL, _MARGIN + row * CELL + 0.72 * CELL
            ink = web(ink_on(picture.palette[value]))
            yield f'<text x="{x:g}" y="{y:g}" font-size="11" fill="{ink}">{_sign(puzzle, value)}</text>'


def _borders(picture: Picture) -> str:
    """The lines between cells of different pieces, and round the board."""
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


def _cell(puzzle: Katamino, picture: Picture, cell: Cell, heads: set[Cell], cell_px: int) -> str:
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
    text = _sign(puzzle, value) if cell in heads else ""
    return cell_element(
        picture.palette[value], edges, cell_px, text=text, title=f"piece {puzzle.pieces[value - 1]}"
    )


def _heads(picture: Picture) -> set[Cell]:
    """The first cell of each piece."""
    found: dict[int, Cell] = {}
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            found.setdefault(value, (row, col))
    return set(found.values())


def _value(picture: Picture, row: int, col: int) -> int:
    """The piece of a cell; EMPTY beside the board."""
    rows, cols = picture.shape
    return picture.rows[row][col] if 0 <= row < rows and 0 <= col < cols else EMPTY


def _sign(puzzle: Katamino, value: int) -> str:
    """A piece's number in the box; the letter of one that has none."""
    return str(puzzle.pieces[value - 1].number or puzzle.letters[value - 1])


def _name(puzzle: Katamino, value: int) -> str:
    return escape(f"piece {puzzle.pieces[value - 1]}")
