"""Puzzle pages of nonograms.org and nonograms.ru, which hold the solution; they can only be read.

The page has a script with an array of quadruples:

    var d=[[7,5,3,11],[1997,1000,3,997],...];

The numbers are slightly obfuscated: width, height and the number of colours (entries 1 to 3) are sums of
remainders; entry 4 is the key by which the colours are shifted; then come the colours, the number of runs,
the key by which the runs are shifted, and the runs (column, length, colour, row). The hints are computed from
them. What follows the runs (a second layer of unknown use) is ignored.
"""

from __future__ import annotations

import json
import re

from picrosser.formats.hint_lines import check_size, from_picture
from picrosser.formats.puzzle_file import MAX_COLOURS, WHITE, Format, PuzzleFile, read_title
from picrosser.formats.text import at_offset
from picrosser.puzzles.picture import Colour

_ARRAY = re.compile(r"\bvar\s+d\s*=\s*(\[[\d,\[\]\s]+\])\s*;", re.ASCII)
_START = re.compile(r"\bvar\s+d\s*=")
_TITLE = re.compile(r"<title>([^<]{1,200})</title>", re.IGNORECASE)

_MAX_DIGITS = 6  # pages have numbers up to some thousands

_Quadruple = tuple[int, int, int, int]


def _looks_like(text: str) -> bool:
    """Whether a line begins with `var d=`, or a page of HTML contains it."""
    return re.search(r"^[ \t]*var[ \t]+d[ \t]*=", text, re.MULTILINE) is not None or (
        text.lstrip().startswith("<") and _START.search(text) is not None
    )


def _parse(text: str) -> PuzzleFile:
    match = _ARRAY.search(text)
    if match is None:
        start = _START.search(text)
        raise at_offset(text, start.start() if start else 0, "expected a complete array var d=[[...],...];")
    try:
        cells, palette = _picture(_quadruples(match[1]))
    except (ValueError, IndexError, RecursionError, ZeroDivisionError) as error:
        what = str(error) if isinstance(error, ValueError) else "the array is too short"
        raise at_offset(text, match.start(1), what) from error
    found = _TITLE.search(text)
    return from_picture(cells, palette, *read_title(found[1] if found else ""))


def _quadruples(text: str) -> list[_Quadruple]:
    found = []
    for number, four in enumerate(json.loads(text, parse_int=_number)):
        if not isinstance(four, list) or len(four) != 4 or any(type(part) is not int for part in four):
            raise ValueError(f"entry {number} of the array is not four numbers")
        found.append((four[0], four[1], four[2], four[3]))
    return found


def _number(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise ValueError(f"the array has a number with {len(text)} digits")
    return int(text)


def _picture(d: list[_Quadruple]) -> tuple[list[list[int]], tuple[Colour, ...]]:
    width, height, colours = (_sum(d[place]) for place in (1, 2, 3))
    check_size(height, width)
    if not 1 <= colours <= MAX_COLOURS:
        raise ValueError(f"the array says {colours} colours; at most {MAX_COLOURS} can be read")
    key = d[4]
    palette: list[Colour] = [WHITE]
    for four in d[5 : 5 + colours]:
        # Red and green use each other's part of the key.
        tone = (four[0] - key[1], four[1] - key[0], four[2] - key[3])
        if not all(0 <= part <= 255 for part in tone):
            raise ValueError(f"colour {len(palette)} has the impossible value {tone}")
        palette.append(tone)
    first, second, third = _remainders(d[5 + colours])
    runs, shift = first**2 + 2 * second + third, d[6 + colours]
    if runs > width * height:
        raise ValueError(f"the array says {runs} runs, but the board has {width * height} cells")
    if runs > len(d) - (7 + colours):
        raise ValueError(f"the array says {runs} runs, but has {len(d) - 7 - colours}")
    cells = [[0] * width for _ in range(height)]
    for number, four in enumerate(d[7 + colours : 7 + colours + runs], 1):
        column, length, colour, row = (part - by for part, by in zip(four, shift, strict=True))
        fits = 1 <= row <= height and column >= 1 and 1 <= length <= width - column + 1
        if not fits or not 0 <= colour <= colours:
            raise ValueError(f"run {number} lies outside the board or has an unknown colour")
        cells[row - 1][column - 1 : column - 1 + length] = [colour] * length
    return cells, tuple(palette)


def _sum(four: _Quadruple) -> int:
    first, second, third = _remainders(four)
    return first + second - third


def _remainders(four: _Quadruple) -> tuple[int, int, int]:
    if four[3] == 0:
        raise ValueError("an entry of the array ends in 0")
    return four[0] % four[3], four[1] % four[3], four[2] % four[3]


FORMAT = Format(
    "nonograms-org", "page of nonograms.org", "nonogram", (".html", ".htm", ".js"), _looks_like, _parse, None,
    max_colours=MAX_COLOURS, solution=True, is_picture=True, title=True, latin1=True,
)  # fmt: skip
