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
from collections.abc import Mapping
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import check_size
from picrosser.formats.puzzle_file import MAX_COLOURS, MAX_SIDE, WHITE, PuzzleFile
from picrosser.formats.table_values import (
    checked_colour,
    checked_int,
    checked_list,
    checked_solution,
    default_colour,
    load_toml,
)
from picrosser.formats.text import shown
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.picture import Colour, Picture

_UNKNOWN_HINT = CountHint(None, None)
_REQUIRED = ("nrows", "ncols", "ncolours", "rows", "columns")
_OPTIONAL = ("colours", "background", "solution")


def looks_like(text: str) -> bool:
    """Whether a line of the text sets `nrows`."""
    return re.search(r"^[ \t]*nrows[ \t]*=", text, re.MULTILINE) is not None


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message names the key, and row or column from 1.
    """
    table = load_toml(text)
    _check_keys(table)
    rows = checked_int(table["nrows"], "nrows", 1, MAX_SIDE)
    columns = checked_int(table["ncols"], "ncols", 1, MAX_SIDE)
    check_size(rows, columns)
    colours = checked_int(table["ncolours"], "ncolours", 1, MAX_COLOURS)
    background = checked_colour(table.get("background", list(WHITE)), "background")
    puzzle = HungryCat(
        _lines(table["rows"], "rows", "row", rows, colours, columns),
        _lines(table["columns"], "columns", "column", columns, colours, rows),
        (background, *_colours(table.get("colours"), colours)),
    )
    stored = table.get("solution")
    return PuzzleFile(puzzle, None if stored is None else checked_solution(stored, puzzle))


def _check_keys(table: Mapping[str, Any]) -> None:
    for key in _REQUIRED:
        if key not in table:
            raise PuzzleFileError(f"the key {key!r} is missing")
    for key in table:
        if key not in _REQUIRED + _OPTIONAL:
            raise PuzzleFileError(
                f"the key {shown(key)} is unknown", f"the keys are {', '.join(_REQUIRED + _OPTIONAL)}"
            )


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
        return _UNKNOWN_HINT
    return CountHint.from_signed(checked_int(value, place, -length, length))


def _colours(value: Any, colours: int) -> tuple[Colour, ...]:
    if value is None:
        return tuple(default_colour(slot) for slot in range(colours))
    parts = checked_list(value, "colours", colours)
    return tuple(checked_colour(part, f"colours: colour {slot}") for slot, part in enumerate(parts, 1))


def write(puzzle: HungryCat, solution: Picture | None = None) -> str:
    """Write a puzzle so that `parse` reads the same puzzle back.

    Raises
    ------
    PuzzleFileError : the number or the circle alone of a hint is unknown, or there are too many colours.
    ValueError : the solution has another shape than the puzzle.
    """
    if puzzle.colours > MAX_COLOURS:
        raise PuzzleFileError(f"the puzzle has {puzzle.colours} colours, but the file can hold {MAX_COLOURS}")
    rows, columns = puzzle.shape
    text = [f"nrows = {rows}", f"ncols = {columns}", f"ncolours = {puzzle.colours}"]
    for key, place, lines in (("rows", "row", puzzle.rows), ("columns", "column", puzzle.cols)):
        text += [
            f"{key} = [",
            *(f"  {_line_text(line, f'{place} {n}')}," for n, line in enumerate(lines, 1)),
            "]",
        ]
    text.append(f"colours = [{', '.join(str(list(colour)) for colour in puzzle.palette[1:])}]")
    if puzzle.palette[0] != WHITE:
        text.append(f"background = {list(puzzle.palette[0])}")
    if solution is not None:
        if solution.shape != puzzle.shape:
            raise ValueError(f"the solution has the shape {solution.shape}, the puzzle {puzzle.shape}")
        text += ["solution = [", *(f'  "{line}",' for line in solution.lines()), "]"]
    return "\n".join(text) + "\n"


def _line_text(line: Line, place: str) -> str:
    return f"[{', '.join(_hint_text(hint, f'{place}, colour {slot}') for slot, hint in enumerate(line, 1))}]"


def _hint_text(hint: CountHint, place: str) -> str:
    if hint == _UNKNOWN_HINT:
        return '"?"'
    if hint.signed is None or CountHint.from_signed(hint.signed) != hint:
        what = "number" if hint.count is None else "circle"
        raise PuzzleFileError(
            f"{place}: only the {what} of this hint is unknown, which the file cannot hold",
            'replace the whole hint with "?"',
        )
    return str(hint.signed)
