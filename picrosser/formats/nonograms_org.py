"""nonograms.org and nonograms.ru: the array `var d=[[...],...];` in a puzzle's page; reading only.

The array holds the answer, in numbers of four that hide it a little: sizes and the number of inks are sums of
remainders, tones and runs are shifted by a key. The clues are computed. What follows the runs (a second layer
of unknown use) is ignored.
"""

from __future__ import annotations

import json
import re

from picrosser.formats.hint_lines import check_size, from_picture
from picrosser.formats.puzzle_file import MAX_COLOURS, WHITE, PuzzleFile
from picrosser.formats.text import at_offset
from picrosser.puzzles.picture import Colour

_ARRAY = re.compile(r"\bvar\s+d\s*=\s*(\[[\d,\[\]\s]+\])\s*;", re.ASCII)
_START = re.compile(r"\bvar\s+d\s*=")
_TITLE = re.compile(r"<title>([^<]{1,200})</title>", re.IGNORECASE)

_Four = tuple[int, int, int, int]


def looks_like(text: str) -> bool:
    """`var d=` at the beginning of a line, or in a page of HTML."""
    return re.search(r"^\s*var\s+d\s*=", text, re.MULTILINE) is not None or (
        text.lstrip().startswith("<") and _START.search(text) is not None
    )


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : there is no such array, or its numbers make no picture.
    """
    match = _ARRAY.search(text)
    if match is None:
        start = _START.search(text)
        raise at_offset(text, start.start() if start else 0, "expected var d=[[...],...]; with its end")
    try:
        cells, palette = _picture(_fours(match[1]))
    except (ValueError, IndexError, RecursionError, ZeroDivisionError) as error:
        what = str(error) if isinstance(error, ValueError) else "the array is too short"
        raise at_offset(text, match.start(1), what) from error
    found = _TITLE.search(text)
    return from_picture(cells, palette, title=" ".join(found[1].split()) if found else "")


def _fours(text: str) -> list[_Four]:
    found = []
    for number, four in enumerate(json.loads(text)):
        if not isinstance(four, list) or len(four) != 4 or any(type(part) is not int for part in four):
            raise ValueError(f"entry {number} of the array is not four numbers")
        found.append((four[0], four[1], four[2], four[3]))
    return found


def _picture(d: list[_Four]) -> tuple[list[list[int]], tuple[Colour, ...]]:
    width, height, inks = (_sum(d[place]) for place in (1, 2, 3))
    check_size(height, width)
    if not 1 <= inks <= MAX_COLOURS:
        raise ValueError(f"the array says {inks} inks, it may have {MAX_COLOURS}")
    key = d[4]
    palette: list[Colour] = [WHITE]
    for four in d[5 : 5 + inks]:
        # The indices are crossed.
        tone = (four[0] - key[1], four[1] - key[0], four[2] - key[3])
        if not all(0 <= part <= 255 for part in tone):
            raise ValueError(f"ink {len(palette)} has the impossible tone {tone}")
        palette.append(tone)
    first, second, third = _remainders(d[5 + inks])
    runs, shift = first**2 + 2 * second + third, d[6 + inks]
    if runs > len(d) - (7 + inks):
        raise ValueError(f"the array says {runs} runs and has {len(d) - 7 - inks}")
    cells = [[0] * width for _ in range(height)]
    for number, four in enumerate(d[7 + inks : 7 + inks + runs], 1):
        column, length, ink, row = (part - by for part, by in zip(four, shift, strict=True))
        fits = 1 <= row <= height and column >= 1 and 1 <= length <= width - column + 1
        if not fits or not 0 <= ink <= inks:
            raise ValueError(f"run {number} lies outside of the board or has no ink")
        cells[row - 1][column - 1 : column - 1 + length] = [ink] * length
    return cells, tuple(palette)


def _sum(four: _Four) -> int:
    first, second, third = _remainders(four)
    return first + second - third


def _remainders(four: _Four) -> tuple[int, int, int]:
    if four[3] == 0:
        raise ValueError("an entry of the array ends in 0")
    return four[0] % four[3], four[1] % four[3], four[2] % four[3]
