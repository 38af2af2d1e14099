"""Draws a puzzle as an HTML table, alone for a notebook or as a whole page.

The styles are in the elements themselves, because notebooks remove style sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from picrosser.drawing.puzzle_parts import (
    CHECKER,
    GROUP,
    PLAIN_INK,
    HintMark,
    hint_marks,
    ink_on,
    picture_to_draw,
    uses_tiles,
    web_colour,
)
from picrosser.drawing.symbols import palette_symbols
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import UNKNOWN, Colour, Picture

_THIN, THICK = "1px solid #999", "2px solid #333"


def html_table(
    puzzle: LinePuzzle,
    picture: Picture | None = None,
    *,
    cell_px: int = 24,
    hints: bool = True,
    symbols: bool = False,
) -> str:
    """Draw a puzzle as a table, with its solution or without.

    Parameters
    ----------
    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : the side of a cell, in CSS pixels.
    hints : put them beside the board.
    symbols : write one into each painted cell.

    Raises
    ------
    ValueError : the picture has another shape than the puzzle.
    """
    shown = picture_to_draw(puzzle, picture)
    row_marks, col_marks = hint_marks(puzzle)
    tiles = uses_tiles(puzzle)
    signs = [
        symbol.sign if symbols and symbol is not None else ""
        for symbol in palette_symbols(shown.palette, every=symbols)
    ]
    text = []
    if hints:
        head = "".join(_head(line, tiles, cell_px, "column", n) for n, line in enumerate(col_marks, 1))
        text.append(f'<td style="border:none"></td>{head}')
    for row, line in enumerate(shown.rows):
        side = _head(row_marks[row], tiles, cell_px, "row", row + 1) if hints else ""
        shown_signs = ("" if cell == UNKNOWN else signs[cell] for cell in line)
        cells = "".join(_cell(shown, row, col, sign, cell_px) for col, sign in enumerate(shown_signs))
        text.append(side + cells)
    return table_text(text, cell_px)


def table_text(rows: Iterable[str], cell_px: int) -> str:
    """Return a table; each row is given as the HTML of its cells."""
    head = (
        '<table style="border-collapse:collapse;border-spacing:0;background:#fff;'
        f'font:{round(0.55 * cell_px)}px/1 sans-serif;text-align:center">'
    )
    return "\n".join([head, *(f"<tr>{row}</tr>" for row in rows), "</table>"]) + "\n"


def html_page(
    puzzle: LinePuzzle,
    picture: Picture | None = None,
    *,
    title: str = "",
    cell_px: int = 24,
    hints: bool = True,
    symbols: bool = False,
) -> str:
    """Draw a puzzle as `html_table` does, as a whole page with a heading."""
    table = html_table(puzzle, picture, cell_px=cell_px, hints=hints, symbols=symbols)
    return page_text(table, title)


def page_text(table: str, title: str) -> str:
    """Return a page with a heading and a table."""
    name = escape(title or "A puzzle")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{name}</title></head>\n'
        f'<body style="margin:2em;background:#fff;color:#222;font-family:sans-serif">\n<h1>{name}</h1>\n'
        f"{table}</body>\n</html>\n"
    )


def _head(marks: tuple[HintMark, ...], tiles: bool, cell_px: int, axis: str, number: int) -> str:
    flow = "" if axis == "column" else "white-space:nowrap;text-align:right;"
    shown = "".join(_mark(mark, tiles, cell_px, axis) for mark in marks)
    style = f"border:none;padding:0 1px;line-height:0;font-weight:normal;vertical-align:bottom;{flow}"
    scope = "col" if axis == "column" else "row"
    return f'<th scope="{scope}" title="{axis} {number}" style="{style}">{shown}</th>'


def _mark(mark: HintMark, tiles: bool, cell_px: int, axis: str) -> str:
    side = cell_px - 4
    box = f"width:{side}px;height:{side}px;line-height:{side}px;margin:1px;box-sizing:border-box;"
    box += (
        "display:block;margin-left:auto;margin-right:auto;"
        if axis == "column"
        else "display:inline-block;vertical-align:top;"
    )
    if not mark.text:
        return f'<span style="{box}"></span>'
    ink = web_colour(ink_on(mark.colour) if tiles else PLAIN_INK)
    tile = f"background:{web_colour(mark.colour)};" if tiles else ""
    if mark.circled:  # the circle lies inside the tile
        inner = side - 2
        ring = f"display:block;width:{inner}px;height:{inner}px;line-height:{inner - 3}px;margin:1px;"
        ring += f"box-sizing:border-box;border:1.5px solid {ink};border-radius:50%"
        outer = f"{box}{tile}color:{ink};text-align:center"
        return f'<span style="{outer}"><span style="{ring}">{mark.text}</span></span>'
    return f'<span style="{box}{tile}color:{ink};text-align:center">{mark.text}</span>'


def _cell(picture: Picture, row: int, col: int, sign: str, cell_px: int) -> str:
    rows, cols = picture.shape
    cell = picture.rows[row][col]
    edges = {
        side: THICK if thick else _THIN
        for side, thick in (
            ("top", row % GROUP == 0),
            ("left", col % GROUP == 0),
            ("bottom", (row + 1) % GROUP == 0 or row + 1 == rows),
            ("right", (col + 1) % GROUP == 0 or col + 1 == cols),
        )
    }
    return cell_element(None if cell == UNKNOWN else picture.palette[cell], edges, cell_px, text=sign)


def cell_element(
    colour: Colour | None, edges: Mapping[str, str], cell_px: int, *, text: str = "", title: str = ""
) -> str:
    """Return a cell of the board.

    colour : None for an undecided cell, which becomes a checker.
    edges : the CSS border of each side.
    title : the tooltip.
    """
    size = f"width:{cell_px}px;min-width:{cell_px}px;height:{cell_px}px;padding:0;box-sizing:border-box;"
    borders = "".join(f"border-{side}:{border};" for side, border in edges.items())
    background = _checker(cell_px) if colour is None else f"background:{web_colour(colour)}"
    ink = f";color:{web_colour(ink_on(colour))}" if text and colour is not None else ""
    tooltip = f' title="{escape(title)}"' if title else ""
    return f'<td{tooltip} style="{size}{borders}{background}{ink}">{escape(text)}</td>'


def _checker(cell_px: int) -> str:
    light, dark = (web_colour(tone) for tone in CHECKER)
    return (
        f"background:repeating-conic-gradient({dark} 0 25%,{light} 0 50%) 0 0/"
        f"{max(2, cell_px // 2)}px {max(2, cell_px // 2)}px"
    )
