"""Puzzle and picture in, text for a terminal with the hints beside the board out."""

from __future__ import annotations

from picrosser.drawing.hint_marks import HintMark, hint_marks, in_tiles, ink_on
from picrosser.drawing.sheet import CHECKER, blank
from picrosser.drawing.terminal import Depth, background_code
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import CELL_CHARACTERS, EMPTY, UNKNOWN, Colour, Picture

_RESET = "\x1b[0m"
_SLOT = 3  # a number of two digits, and a space


def terminal_sheet(
    puzzle: LinePuzzle, picture: Picture | None = None, depth: Depth = Depth.TRUE, *, hints: bool = True
) -> str:
    """Draw a puzzle, with its answer or without; no line end at the last.

    Parameters
    ----------
    picture : UNKNOWN cells become a checker, or `??` without colours; None for an empty board.
    depth : without colours, cells are numbered by colour, circled numbers stand in parentheses.
    """
    shown = blank(puzzle) if picture is None else picture
    if shown.shape != puzzle.shape:
        raise ValueError(f"the picture has {shown.shape} cells, the puzzle {puzzle.shape}")
    rows, cols = hint_marks(puzzle)
    tiles = in_tiles(puzzle)
    plain = depth is Depth.TEXT
    width = 1 + max(len(_text(mark)) for line in (*rows, *cols) for mark in line) if plain else _SLOT
    cell = width if plain else _SLOT
    if not hints:
        cell = 1 if plain else 2
        return "\n".join(
            "".join(_cell(shown, number, value, cell, depth) for value in line)
            for number, line in enumerate(shown.cells.tolist())
        )
    margin = " " * (len(rows[0]) * width + 1)
    lines = [
        margin + "".join(_mark(line[slot], cell, depth, tiles) for line in cols)
        for slot in range(len(cols[0]))
    ]
    for number, line in enumerate(shown.cells.tolist()):
        side = "".join(_mark(mark, width, depth, tiles) for mark in rows[number])
        board = "".join(_cell(shown, number, value, cell, depth) for value in line)
        lines.append(f"{side} {board}")
    return "\n".join(line.rstrip() for line in lines)


def _text(mark: HintMark) -> str:
    return f"({mark.text})" if mark.circled else mark.text


def _mark(mark: HintMark, width: int, depth: Depth, tiles: bool) -> str:
    if depth is Depth.TEXT or not mark.text:
        return _text(mark).rjust(width)
    # A circle has no room in two columns: circled numbers are underlined.
    look = "4;" if mark.circled else ""
    number = mark.text.rjust(width - 1)
    lead = number[: len(number) - len(mark.text)]
    if not tiles:
        return " " + number
    ink = "30" if ink_on(mark.colour) == (0, 0, 0) else "97"
    code = f"\x1b[{look}{ink};{background_code(mark.colour, depth)}m"
    return f" {code[:-1].replace('4;', '', 1) + 'm' if look else code}{lead}{code}{mark.text}{_RESET}"


def _cell(picture: Picture, row: int, value: int, width: int, depth: Depth) -> str:
    if depth is Depth.TEXT:
        text = "." if value == EMPTY else CELL_CHARACTERS[value]
        return text.rjust(width)
    if value == UNKNOWN:
        tones = CHECKER if row % 2 == 0 else CHECKER[::-1]
        return "".join(_block(tones[column % 2], 1, depth) for column in range(width)) + _RESET
    return _block(picture.palette[value], width, depth) + _RESET


def _block(colour: Colour, width: int, depth: Depth) -> str:
    return f"\x1b[{background_code(colour, depth)}m" + " " * width
