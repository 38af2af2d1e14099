"""Draws boards as text for a terminal: coloured blocks where the terminal shows colours, else characters.

Where a terminal has few colours, two colours of a puzzle may look the same; then every cell shows its
character too. Nothing here needs numpy or Pillow, and plain text does not need rich.
"""

from __future__ import annotations

import colorsys
from collections.abc import Collection, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from picrosser.drawing.puzzle_parts import CHECKER, HintMark, hint_marks, ink_on, picture_to_draw
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.colour_names import oklab
from picrosser.puzzles.picture import CELL_CHARACTERS, EMPTY, UNKNOWN, Cell, Colour, Picture, web_colour

if TYPE_CHECKING:
    from PIL import Image

_SLOT = 3  # columns of a hint and of a cell: a number of two digits and a space


class Depth(Enum):
    """The colours that a terminal shows, by the numbers of rich's ColorSystem; 0 for none."""

    TEXT = 0
    ANSI_16 = 1
    ANSI_256 = 2
    TRUE = 3


def terminal_depth(isatty: bool, environment: Mapping[str, str]) -> Depth:
    """Return what an output shows, according to the usual variables: NO_COLOR, TERM and COLORTERM."""
    term = environment.get("TERM", "")
    if not isatty or environment.get("NO_COLOR") or term in ("", "dumb"):
        return Depth.TEXT
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.TRUE
    return Depth.ANSI_256 if "256color" in term else Depth.ANSI_16


def on_colour(text: str, colour: Colour, depth: Depth, *, underline: bool = False) -> str:
    """Return text in black or white on a colour, or on the nearest one that the terminal has."""
    if depth is Depth.TEXT:
        return text
    from rich.color import Color, ColorSystem
    from rich.style import Style

    style = Style(color=Color.from_rgb(*ink_on(colour)), bgcolor=Color.from_rgb(*colour), underline=underline)
    return style.render(text, color_system=ColorSystem(depth.value))


def coloured_text(picture: Picture, depth: Depth = Depth.TRUE, *, cell_columns: int = 2) -> str:
    """Draw a picture with background colours, one line of text per row, without a final newline.

    picture : UNKNOWN cells become question marks without a colour.
    depth : with TEXT one character stands for a cell: 0 blank, 1..9 and a..z the colours, ? undecided.
    cell_columns : columns of the terminal per cell; with two, a cell is about square.
    """
    if depth is Depth.TEXT:
        return "\n".join(picture.lines())
    blocks = [on_colour(" " * cell_columns, colour, depth) for colour in picture.palette]
    if len(set(blocks)) < len(set(picture.palette)):
        blocks = [
            on_colour(CELL_CHARACTERS[value] * cell_columns, colour, depth)
            for value, colour in enumerate(picture.palette)
        ]
    return "\n".join(
        "".join("?" * cell_columns if value == UNKNOWN else blocks[value] for value in line)
        for line in picture.rows
    )


def step_text(picture: Picture, changed: Collection[Cell], depth: Depth = Depth.TEXT) -> str:
    """Draw a board after a step, three columns per cell, with the cells of the step in brackets.

    UNKNOWN cells are dots, all others show their character.
    """
    lines = []
    for row, line in enumerate(picture.rows):
        text = ""
        for col, value in enumerate(line):
            sign = "." if value == UNKNOWN else CELL_CHARACTERS[value]
            block = f"[{sign}]" if (row, col) in changed else f" {sign} "
            text += block if value == UNKNOWN else on_colour(block, picture.palette[value], depth)
        lines.append(text.rstrip())
    return "\n".join(lines)


def terminal_sheet(
    puzzle: LinePuzzle, picture: Picture | None = None, depth: Depth = Depth.TRUE, *, hints: bool = True
) -> str:
    """Draw a puzzle with its hints beside the board, with its solution or without; no final newline.

    picture : UNKNOWN cells become a checker, or `?` without colours; None for an empty board.
    depth : without colours, cells show the number of their colour, and circled numbers stand in parentheses.
    """
    shown = picture_to_draw(puzzle, picture)
    rows, cols = hint_marks(puzzle)
    width = _SLOT if hints else 2
    if depth is Depth.TEXT:
        longest = max(len(_mark_text(mark)) for line in (*rows, *cols) for mark in line)
        width = 1 + longest if hints else 1
    board = [
        "".join(_cell(shown, number, value, width, depth) for value in line)
        for number, line in enumerate(shown.rows)
    ]
    if not hints:
        return "\n".join(board)
    margin = " " * (len(rows[0]) * width + 1)
    above = [
        margin + "".join(_mark(line[slot], width, depth) for line in cols) for slot in range(len(cols[0]))
    ]
    beside = ("".join(_mark(mark, width, depth) for mark in line) for line in rows)
    lines = [*above, *(f"{side} {cells}" for side, cells in zip(beside, board, strict=True))]
    return "\n".join(line.rstrip() for line in lines)


def _mark_text(mark: HintMark) -> str:
    return f"({mark.text})" if mark.circled else mark.text


def _mark(mark: HintMark, width: int, depth: Depth) -> str:
    if depth is Depth.TEXT or not mark.text or mark.colour is None:
        return _mark_text(mark).rjust(width)
    # Two columns have no room for a circle: circled numbers are underlined.
    lead = " " * (width - 1 - len(mark.text))
    text = on_colour(mark.text, mark.colour, depth, underline=mark.circled)
    return f" {on_colour(lead, mark.colour, depth)}{text}"


def _cell(picture: Picture, row: int, value: int, width: int, depth: Depth) -> str:
    if depth is Depth.TEXT:
        text = "." if value == EMPTY else CELL_CHARACTERS[value]
        return text.rjust(width)
    if value == UNKNOWN:
        tones = CHECKER if row % 2 == 0 else CHECKER[::-1]
        return "".join(on_colour(" ", tones[column % 2], depth) for column in range(width))
    return on_colour(" " * width, picture.palette[value], depth)


# ---- Named colours: `picrosser draw --palette`

_MAX_GREY_SATURATION = 0.12  # below it a colour has no visible hue: "aliceblue" is listed with the greys
_HUES = 12  # groups around the colour circle; red is in the middle of the first
_COLUMNS = 4
_TILE_PX = (210, 30)
_TEXT_PX = 14


def by_hue_and_lightness(colours: Mapping[str, Colour]) -> list[tuple[str, Colour]]:
    """Sort colours: greys first, then hue by hue, each from light to dark."""

    def place(item: tuple[str, Colour]) -> tuple[int, float, str]:
        name, tone = item
        hue, saturation, _ = colorsys.rgb_to_hsv(*(part / 255 for part in tone))
        group = -1 if saturation < _MAX_GREY_SATURATION else int((hue * _HUES + 0.5) % _HUES)
        return group, -oklab(tone)[0], name

    return sorted(colours.items(), key=place)


def palette_image(colours: Mapping[str, Colour]) -> Image.Image:
    """Draw a tile for each colour with its name on it, column by column."""
    from PIL import Image, ImageDraw, ImageFont

    order = by_hue_and_lightness(colours)
    down = -(-len(order) // _COLUMNS)
    width, height = _TILE_PX
    image = Image.new("RGB", (_COLUMNS * width, down * height), (255, 255, 255))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(_TEXT_PX)
    for number, (name, tone) in enumerate(order):
        left, top = number // down * width, number % down * height
        draw.rectangle((left, top, left + width - 1, top + height - 1), tone)
        draw.text((left + 8, top + height / 2), name, ink_on(tone), font, anchor="lm")
    return image


def palette_text(colours: Mapping[str, Colour], depth: Depth) -> str:
    """Write a line for each colour: a block of it if the terminal shows colours, its name and hex digits."""
    lines = []
    for name, tone in by_hue_and_lightness(colours):
        block = "" if depth is Depth.TEXT else f"{on_colour(' ' * 6, tone, depth)} "
        lines.append(f"{block}{name:<22}{web_colour(tone)}")
    return "\n".join(lines)
