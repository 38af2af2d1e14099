"""Draws boards as text for a terminal: coloured blocks where the terminal shows colours, else characters.

Where a terminal has few colours, two colours of a puzzle may look the same; then every cell shows its
character too. Nothing here needs numpy or Pillow.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum

from picrosser.drawing.puzzle_parts import (
    CHECKER,
    HintMark,
    hint_marks,
    ink_on,
    picture_to_draw,
    uses_tiles,
)
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import CELL_CHARACTERS, EMPTY, UNKNOWN, Cell, Colour, Picture


class Depth(Enum):
    """The number of colours that a terminal shows."""

    TEXT = 0
    ANSI_16 = 16
    ANSI_256 = 256
    TRUE = 2**24


# The tones of the 16 colours differ between terminals; these are the commonest (xterm's).
_ANSI_16: tuple[Colour, ...] = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
_CUBE = (0, 95, 135, 175, 215, 255)  # the six levels of xterm's 256 colours
_RESET = "\x1b[0m"
_SLOT = 3  # columns of a hint and of a cell: a number of two digits and a space


def terminal_depth(isatty: bool, environment: Mapping[str, str]) -> Depth:
    """Return what an output shows, according to the usual variables: NO_COLOR, TERM and COLORTERM."""
    term = environment.get("TERM", "")
    if not isatty or environment.get("NO_COLOR") or term in ("", "dumb"):
        return Depth.TEXT
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.TRUE
    return Depth.ANSI_256 if "256color" in term else Depth.ANSI_16


def coloured_text(picture: Picture, depth: Depth = Depth.TRUE, *, cell_columns: int = 2) -> str:
    """Draw a picture with background colours, one line of text per row, without a final newline.

    Parameters
    ----------
    picture : UNKNOWN cells become question marks without a colour.
    depth : with TEXT the result is `plain_text`.
    cell_columns : columns of the terminal per cell; with two, a cell is about square.
    """
    if depth is Depth.TEXT:
        return plain_text(picture)
    codes = [background_code(colour, depth) for colour in picture.palette]
    has_lookalikes = len(set(codes)) < len(set(picture.palette))
    blocks = [
        f"\x1b[{_ink_code(colour)};{code}m" + CELL_CHARACTERS[value] * cell_columns
        if has_lookalikes
        else f"\x1b[{code}m" + " " * cell_columns
        for value, (colour, code) in enumerate(zip(picture.palette, codes, strict=True))
    ]
    unknown = _RESET + "?" * cell_columns
    return "\n".join(
        "".join(unknown if value == UNKNOWN else blocks[value] for value in line) + _RESET
        for line in picture.rows
    )


def plain_text(picture: Picture) -> str:
    """Draw one character per cell: 0 blank, 1..9 and a..z the colours, ? undecided."""
    return "\n".join(picture.lines())


def step_text(picture: Picture, changed: Collection[Cell], depth: Depth = Depth.TEXT) -> str:
    """Draw a half-solved board, three columns per cell, with the cells of the last step in brackets.

    Parameters
    ----------
    picture : the board after the step; UNKNOWN cells are dots, all others show their character.
    changed : the cells of the step.
    """
    lines = []
    for row, line in enumerate(picture.rows):
        text = ""
        for col, value in enumerate(line):
            sign = "." if value == UNKNOWN else CELL_CHARACTERS[value]
            block = f"[{sign}]" if (row, col) in changed else f" {sign} "
            if depth is not Depth.TEXT and value != UNKNOWN:
                colour = picture.palette[value]
                block = f"\x1b[{_ink_code(colour)};{background_code(colour, depth)}m{block}{_RESET}"
            text += block
        lines.append(text.rstrip())
    return "\n".join(lines)


def terminal_sheet(
    puzzle: LinePuzzle, picture: Picture | None = None, depth: Depth = Depth.TRUE, *, hints: bool = True
) -> str:
    """Draw a puzzle with its hints beside the board, with its solution or without; no final newline.

    Parameters
    ----------
    picture : UNKNOWN cells become a checker, or `?` without colours; None for an empty board.
    depth : without colours, cells show the number of their colour, and circled numbers stand in parentheses.

    Raises
    ------
    ValueError : the picture has another shape than the puzzle.
    """
    shown = picture_to_draw(puzzle, picture)
    rows, cols = hint_marks(puzzle)
    tiles = uses_tiles(puzzle)
    is_plain = depth is Depth.TEXT
    width = 1 + max(len(_mark_text(mark)) for line in (*rows, *cols) for mark in line) if is_plain else _SLOT
    if not hints:
        width = 1 if is_plain else 2
        return "\n".join(
            "".join(_cell(shown, number, value, width, depth) for value in line)
            for number, line in enumerate(shown.rows)
        )
    margin = " " * (len(rows[0]) * width + 1)
    lines = [
        margin + "".join(_mark(line[slot], width, depth, tiles) for line in cols)
        for slot in range(len(cols[0]))
    ]
    for number, line in enumerate(shown.rows):
        side = "".join(_mark(mark, width, depth, tiles) for mark in rows[number])
        board = "".join(_cell(shown, number, value, width, depth) for value in line)
        lines.append(f"{side} {board}")
    return "\n".join(line.rstrip() for line in lines)


def _mark_text(mark: HintMark) -> str:
    return f"({mark.text})" if mark.circled else mark.text


def _mark(mark: HintMark, width: int, depth: Depth, tiles: bool) -> str:
    if depth is Depth.TEXT or not mark.text:
        return _mark_text(mark).rjust(width)
    # Two columns have no room for a circle: circled numbers are underlined.
    underline = "4;" if mark.circled else ""
    number = mark.text.rjust(width - 1)
    lead = number[: len(number) - len(mark.text)]
    if not tiles:
        return " " + number
    look = f"{_ink_code(mark.colour)};{background_code(mark.colour, depth)}m"
    return f" \x1b[{look}{lead}\x1b[{underline}{look}{mark.text}{_RESET}"


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


def background_code(colour: Colour, depth: Depth) -> str:
    """Return the escape code for a background of this colour, or the nearest that the terminal has."""
    if depth is Depth.TRUE:
        return "48;2;{};{};{}".format(*colour)
    if depth is Depth.ANSI_256:
        return f"48;5;{_nearest_256(colour)}"
    nearest = min(range(16), key=lambda number: _squared_distance(colour, _ANSI_16[number]))
    return str(40 + nearest if nearest < 8 else 92 + nearest)  # 40..47, then 100..107


def _nearest_256(colour: Colour) -> int:
    """Return the number in xterm's palette: a cube of 6 x 6 x 6 from 16, then 24 greys from 232."""
    levels = [min(range(6), key=lambda level: abs(_CUBE[level] - part)) for part in colour]
    cube = 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    in_cube = (_CUBE[levels[0]], _CUBE[levels[1]], _CUBE[levels[2]])
    step = min(23, max(0, round((sum(colour) / 3 - 8) / 10)))
    grey = 8 + 10 * step
    is_grey_nearer = _squared_distance(colour, (grey, grey, grey)) < _squared_distance(colour, in_cube)
    return 232 + step if is_grey_nearer else cube


def _squared_distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _ink_code(colour: Colour) -> int:
    """Return the escape code of black or white text, whichever is easier to read on the colour."""
    return 30 if ink_on(colour) == (0, 0, 0) else 97
