"""Picture in, text for a terminal out: coloured blocks where the terminal can, characters elsewhere.

In a terminal with few colours, two colours of the puzzle may become one; then every cell shows its
character too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum

from picrosser.puzzles.picture import CELL_CHARACTERS, UNKNOWN, Cell, Colour, Picture


class Depth(Enum):
    """How many colours a terminal shows."""

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


def terminal_depth(isatty: bool, environment: Mapping[str, str]) -> Depth:
    """What the output shows, from the customary variables: NO_COLOR, TERM and COLORTERM."""
    term = environment.get("TERM", "")
    if not isatty or environment.get("NO_COLOR") or term in ("", "dumb"):
        return Depth.TEXT
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.TRUE
    return Depth.ANSI_256 if "256color" in term else Depth.ANSI_16


def coloured(picture: Picture, depth: Depth = Depth.TRUE, *, cell_columns: int = 2) -> str:
    """Draw with background colours, one line of text a row, without a line end at the last.

    Parameters
    ----------
    picture : UNKNOWN cells become question marks without a colour.
    depth : with TEXT the result is `plain_text`.
    cell_columns : columns of the terminal per cell; two make a cell about square.
    """
    if depth is Depth.TEXT:
        return plain_text(picture)
    codes = [background_code(colour, depth) for colour in picture.palette]
    spelled = len(set(codes)) < len(set(picture.palette))
    blocks = [
        f"\x1b[{_ink(colour)};{code}m" + CELL_CHARACTERS[value] * cell_columns
        if spelled
        else f"\x1b[{code}m" + " " * cell_columns
        for value, (colour, code) in enumerate(zip(picture.palette, codes, strict=True))
    ]
    unknown = _RESET + "?" * cell_columns
    return "\n".join(
        "".join(unknown if value == UNKNOWN else blocks[value] for value in line) + _RESET
        for line in picture.rows
    )


def plain_text(picture: Picture) -> str:
    """One character a cell: 0 blank, 1..9 and a..z the colours, ? undecided."""
    return "\n".join(picture.lines())


def stepped(picture: Picture, changed: Collection[Cell], depth: Depth = Depth.TEXT) -> str:
    """Draw a board in the making, three columns a cell: cells that have just changed stand in brackets.

    Parameters
    ----------
    picture : the board after the change; UNKNOWN cells are dots, and the others show their character too.
    changed : the marked cells.
    """
    lines = []
    for row, line in enumerate(picture.rows):
        text = ""
        for col, value in enumerate(line):
            sign = "." if value == UNKNOWN else CELL_CHARACTERS[value]
            block = f"[{sign}]" if (row, col) in changed else f" {sign} "
            if depth is not Depth.TEXT and value != UNKNOWN:
                colour = picture.palette[value]
                block = f"\x1b[{_ink(colour)};{background_code(colour, depth)}m{block}{_RESET}"
            text += block
        lines.append(text.rstrip())
    return "\n".join(lines)


def background_code(colour: Colour, depth: Depth) -> str:
    """The escape code that makes a colour, or the nearest the terminal has, the background."""
    if depth is Depth.TRUE:
        return "48;2;{};{};{}".format(*colour)
    if depth is Depth.ANSI_256:
        return f"48;5;{_nearest_256(colour)}"
    nearest = min(range(16), key=lambda number: _distance(colour, _ANSI_16[number]))
    return str(40 + nearest if nearest < 8 else 92 + nearest)  # 40..47, then 100..107


def _nearest_256(colour: Colour) -> int:
    """The number in xterm's palette: a cube of 6 x 6 x 6 from 16, then 24 greys from 232."""
    levels = [min(range(6), key=lambda level: abs(_CUBE[level] - part)) for part in colour]
    cube = 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    in_cube = (_CUBE[levels[0]], _CUBE[levels[1]], _CUBE[levels[2]])
    step = min(23, max(0, round((sum(colour) / 3 - 8) / 10)))
    grey = 8 + 10 * step
    return 232 + step if _distance(colour, (grey, grey, grey)) < _distance(colour, in_cube) else cube


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _ink(colour: Colour) -> int:
    """The code of black or white text, whichever can be read on the colour."""
    red, green, blue = colour
    return 30 if 299 * red + 587 * green + 114 * blue > 127_000 else 97
