"""Hungry Cat in TOML, the native form.

A whole file; rows from top to bottom, columns from left to right, one hint per colour in each:

    nrows = 2
    ncols = 3
    ncolours = 2
    rows = [[-2, 1], [0, "?"]]             # negative: circled; "?": unknown
    columns = [[1, 0], [1, 0], [0, -2]]
    colours = [[45, 106, 152], [200, 0, 0]]    # optional, sRGB 0..255
    background = [0, 0, 0]                 # optional, the colour of blank cells; white if absent
    solution = ["112", "002"]              # optional; one character per cell

The characters of a solution: 0 blank, 1..9 and a..z the colours, ? undecided. A hint whose number or circle
alone is unknown cannot be written.
"""

from __future__ import annotations

import re
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import check_size
from picrosser.formats.puzzle_file import MAX_COLOURS, MAX_SIDE, WHITE, Format, PuzzleFile
from picrosser.formats.table_values import (
    check_keys,
    checked_colour,
    checked_colours,
    checked_int,
    checked_list,
    checked_solution,
    default_colour,
    load_toml,
    toml_array,
    toml_strings,
)
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line

_REQUIRED = ("nrows", "ncols", "ncolours", "rows", "columns")
_OPTIONAL = ("colours", "background", "solution")


def _looks_like(text: str) -> bool:
    """Whether a line of the text sets `nrows`."""
    return re.search(r"^[ \t]*nrows[ \t]*=", text, re.MULTILINE) is not None


def parse(text: str) -> PuzzleFile:
    """Read a puzzle; errors name the key, and row or column from 1."""
    table = load_toml(text)
    check_keys(table, _REQUIRED, _OPTIONAL)
    rows = checked_int(table["nrows"], "nrows", 1, MAX_SIDE)
    columns = checked_int(table["ncols"], "ncols", 1, MAX_SIDE)
    check_size(rows, columns)
    colours = checked_int(table["ncolours"], "ncolours", 1, MAX_COLOURS)
    background = checked_colour(table.get("background", list(WHITE)), "background")
    row_lines = _lines(table["rows"], "rows", "row", rows, colours, columns)
    column_lines = _lines(table["columns"], "columns", "column", columns, colours, rows)
    if "colours" in table:
        tones = checked_colours(table["colours"], colours)
    else:
        tones = tuple(map(default_colour, range(colours)))
    puzzle = HungryCat(row_lines, column_lines, (background, *tones))
    return PuzzleFile(puzzle, checked_solution(table.get("solution"), puzzle))


def _lines(value: Any, key: str, word: str, lines: int, colours: int, length: int) -> tuple[Line, ...]:
    return tuple(
        tuple(
            _hint(hint, f"{key}: {word} {number}, colour {slot}", length)
            for slot, hint in enumerate(checked_list(line, f"{key}: {word} {number}", colours), 1)
        )
        for number, line in enumerate(checked_list(value, key, lines), 1)
    )


def _hint(value: Any, place: str, length: int) -> CountHint:
    if value == "?":
        return CountHint(None, None)
    return CountHint.from_signed(checked_int(value, place, -length, length))


def write(file: PuzzleFile) -> str:
    """Write a puzzle; each line of hints stands on a line of the file.

    Raises
    ------
    PuzzleFileError : the number or the circle alone of a hint is unknown.
    """
    puzzle = file.hungry_cat
    rows, columns = puzzle.shape
    text = [f"nrows = {rows}", f"ncols = {columns}", f"ncolours = {puzzle.colours}"]
    for key, place, lines in (("rows", "row", puzzle.rows), ("columns", "column", puzzle.cols)):
        text += toml_array(key, (_line_text(line, f"{place} {n}") for n, line in enumerate(lines, 1)))
    text.append(f"colours = {[list(tone) for tone in puzzle.palette[1:]]}")
    if puzzle.palette[0] != WHITE:
        text.append(f"background = {list(puzzle.palette[0])}")
    if file.solution is not None:
        text += toml_strings("solution", file.solution.lines())
    return "\n".join(text) + "\n"


def _line_text(line: Line, place: str) -> str:
    return f"[{', '.join(_hint_text(hint, f'{place}, colour {slot}') for slot, hint in enumerate(line, 1))}]"


def _hint_text(hint: CountHint, place: str) -> str:
    if hint == CountHint(None, None):
        return '"?"'
    if hint.signed is None or CountHint.from_signed(hint.signed) != hint:
        what = "number" if hint.count is None else "circle"
        raise PuzzleFileError(
            f"{place}: only the {what} of this hint is unknown, which the file cannot hold",
            'replace the whole hint with "?"',
        )
    return str(hint.signed)


FORMAT = Format(
    "toml", "Hungry Cat, TOML", "hungry-cat", (".toml",), _looks_like, parse, write, max_colours=MAX_COLOURS,
    solution=True, unknown=True,
)  # fmt: skip
