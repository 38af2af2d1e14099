"""TOML, the native form of a puzzle file: text to puzzle and back.

A whole file; rows top to bottom, columns left to right, one hint per colour in each:

    nrows = 2
    ncols = 3
    ncolours = 2
    rows = [[-2, 1], [0, "?"]]             # negative: circled; "?": nothing is known
    columns = [[1, 0], [1, 0], [0, -2]]
    colours = [[45, 106, 152], [200, 0, 0]]    # optional, sRGB 0..255
    background = [0, 0, 0]                 # optional, the colour of blank cells; white if absent
    solution = ["112", "002"]              # optional; one character a cell

A solution's characters: 0 blank, 1..9 and a..z the colours, ? not decided.
A hint of which only the number or only the circle is known cannot be written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.puzzle_file import PuzzleFile as PuzzleFile
from picrosser.puzzles.checking import violations
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.picture import CELL_CHARACTERS, UNKNOWN, Colour, Picture

MOST_CELLS_A_SIDE = 1000
MOST_COLOURS = len(CELL_CHARACTERS) - 2  # what a solution's characters can tell apart
WHITE: Colour = (255, 255, 255)
_UNSAID = CountHint(None, None)
_NEEDED = ("nrows", "ncols", "ncolours", "rows", "columns")
_OPTIONAL = ("colours", "background", "solution")

# Bright and dark in turn, apart in hue, so that neighbours differ for colour-blind eyes too.
_DEFAULT_COLOURS: tuple[Colour, ...] = (
    (0, 90, 160), (230, 160, 0), (0, 130, 100), (205, 60, 40), (110, 190, 235),
    (110, 50, 130), (240, 225, 70), (90, 60, 40), (225, 130, 180), (40, 40, 40),
)  # fmt: skip


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message names the key, and row or column from 1.
    """
    try:
        table = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise PuzzleFileError(f"not a TOML text: {error}") from error
    except (RecursionError, ValueError) as error:  # nested too deep; a number with thousands of digits
        raise PuzzleFileError(f"not a puzzle in TOML: {error}") from error
    _check_keys(table)
    rows = _integer(table["nrows"], "nrows", 1, MOST_CELLS_A_SIDE)
    columns = _integer(table["ncols"], "ncols", 1, MOST_CELLS_A_SIDE)
    colours = _integer(table["ncolours"], "ncolours", 1, MOST_COLOURS)
    background = _colour(table.get("background", list(WHITE)), "background")
    puzzle = HungryCat(
        _lines(table["rows"], "rows", "row", rows, colours, columns),
        _lines(table["columns"], "columns", "column", columns, colours, rows),
        (background, *_colours(table.get("colours"), colours)),
    )
    stored = table.get("solution")
    return PuzzleFile(puzzle, None if stored is None else _solution(stored, puzzle))


def write(puzzle: HungryCat, solution: Picture | None = None) -> str:
    """Write a puzzle; `parse` reads the same puzzle back.

    Raises
    ------
    PuzzleFileError : a hint of which only the number or only the circle is known, or too many colours.
    ValueError : the solution has another shape than the puzzle.
    """
    if puzzle.colours > MOST_COLOURS:
        raise PuzzleFileError(f"the puzzle has {puzzle.colours} colours, the file can hold {MOST_COLOURS}")
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
    if hint == _UNSAID:
        return '"?"'
    if hint.signed is None or CountHint.from_signed(hint.signed) != hint:
        what = "number" if hint.count is None else "circle"
        raise PuzzleFileError(
            f"{place}: a hint whose {what} alone is unclear cannot be written", 'make it "?"'
        )
    return str(hint.signed)


def _check_keys(table: Mapping[str, Any]) -> None:
    for key in _NEEDED:
        if key not in table:
            raise PuzzleFileError(f"the key {key!r} is missing")
    for key in table:
        if key not in _NEEDED + _OPTIONAL:
            raise PuzzleFileError(
                f"the key {key!r} is unknown", f"the keys are {', '.join(_NEEDED + _OPTIONAL)}"
            )


def _integer(value: Any, place: str, least: int, most: int) -> int:
    if type(value) is not int:  # bool is an int to isinstance
        raise PuzzleFileError(f"{place}: expected a whole number, found {_shown(value)}")
    if not least <= value <= most:
        raise PuzzleFileError(f"{place}: expected {least} to {most}, found {_shown(value)}")
    return value


def _array(value: Any, place: str, length: int) -> list[Any]:
    if not isinstance(value, list):
        raise PuzzleFileError(f"{place}: expected an array, found {_shown(value)}")
    if len(value) != length:
        raise PuzzleFileError(f"{place}: expected {length} entries, found {len(value)}")
    return value


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print integers of thousands of digits
        return "a very long number"
    return text if len(text) <= 40 else text[:37] + "..."


def _lines(value: Any, key: str, word: str, lines: int, colours: int, length: int) -> tuple[Line, ...]:
    return tuple(
        tuple(
            _hint(hint, f"{key}: {word} {number}, colour {slot}", length)
            for slot, hint in enumerate(_array(line, f"{key}: {word} {number}", colours), 1)
        )
        for number, line in enumerate(_array(value, key, lines), 1)
    )


def _hint(value: Any, place: str, length: int) -> CountHint:
    if value == "?":
        return _UNSAID
    return CountHint.from_signed(_integer(value, place, -length, length))


def _colour(value: Any, place: str) -> Colour:
    red, green, blue = (_integer(part, place, 0, 255) for part in _array(value, place, 3))
    return red, green, blue


def _colours(value: Any, colours: int) -> tuple[Colour, ...]:
    if value is None:
        return tuple(default_colour(slot) for slot in range(colours))
    parts = _array(value, "colours", colours)
    return tuple(_colour(part, f"colours: colour {slot}") for slot, part in enumerate(parts, 1))


def default_colour(slot: int) -> Colour:
    """The colour of a slot (from 0) where a file names none; the same every time."""
    red, green, blue = _DEFAULT_COLOURS[slot % len(_DEFAULT_COLOURS)]
    shade = 4 - slot // len(_DEFAULT_COLOURS)  # further rounds are darker
    return red * shade // 4, green * shade // 4, blue * shade // 4


def _solution(value: Any, puzzle: HungryCat) -> Picture:
    rows, columns = puzzle.shape
    cells = [
        _solution_row(line, f"solution: row {number}", columns, puzzle.colours)
        for number, line in enumerate(_array(value, "solution", rows), 1)
    ]
    picture = Picture(cells, puzzle.palette)
    if picture.is_complete:
        wrong = violations(puzzle, picture)
        if wrong:
            raise PuzzleFileError(f"solution: it breaks the hints: {wrong[0].text}")
    return picture


def _solution_row(value: Any, place: str, columns: int, colours: int) -> list[int]:
    if not isinstance(value, str):
        raise PuzzleFileError(f"{place}: expected a string, found {_shown(value)}")
    if len(value) != columns:
        raise PuzzleFileError(f"{place}: expected {columns} characters, found {len(value)}")
    allowed = CELL_CHARACTERS[: colours + 1] + CELL_CHARACTERS[-1]
    for column, character in enumerate(value, 1):
        if character not in allowed:
            raise PuzzleFileError(f"{place}, column {column}: {character!r} is not one of {allowed}")
    return [
        UNKNOWN if character == CELL_CHARACTERS[-1] else CELL_CHARACTERS.index(character)
        for character in value
    ]
