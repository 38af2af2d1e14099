"""The native forms, TOML of nonograms and of Hungry Cat.

Rows stand from top to bottom, columns from left to right. The characters of given cells and of a solution are
0 blank, 1..9 and a..z the colours, ? undecided. A whole nonogram in TOML:

    kind = "nonogram"
    rows = [[2], [1, [1, 2]], "?"]         # [length, colour], colour from 1; a length alone: colour 1
    columns = [[2], [1], [[1, 2]], []]     # []: an empty line; "?": an unknown line
    colours = [[0, 0, 0], [200, 0, 0]]     # optional, sRGB 0..255; if absent, as many as the runs use
    background = [255, 255, 255]           # optional, the colour of blank cells; white if absent
    given = ["1???", "????", "????"]       # optional; cells that are known from the start
    solution = ["1100", "1020", "0000"]    # optional; one character per cell

A whole Hungry Cat puzzle, with one hint per colour in each line:

    nrows = 2
    ncols = 3
    ncolours = 2
    rows = [[-2, 1], [0, "?"]]             # negative: circled; "?": unknown
    columns = [[1, 0], [1, 0], [0, -2]]
    colours = [[45, 106, 152], [200, 0, 0]]    # optional, sRGB 0..255
    background = [0, 0, 0]                 # optional, the colour of blank cells; white if absent
    solution = ["112", "002"]              # optional

A hint whose number or circle alone is unknown cannot be written.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import check_size
from picrosser.formats.puzzle_file import MAX_COLOURS, MAX_SIDE, Format, PuzzleFile, single
from picrosser.formats.text import at_offset, shown
from picrosser.puzzles.checking import LinePuzzle, violations
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import BLACK, CELL_CHARACTERS, UNKNOWN, WHITE, Colour, Picture, named_lines

# ---- TOML and JSON; each check returns a value with its right type, or raises an error that names its place

_MAX_KEY_PARTS = 8  # of a dotted key, as in a.b.c = 1; puzzle files have at most two
# For each key, tomllib stores all keys above it: 100 kB of a.a.a.a... take 30 s and 1.8 GB. This finds a part
# and a dot several times over, also within texts and comments, where no puzzle has that either. Nothing that
# was matched is given back (++, *+), so that it takes linear time.
_PART = r"""(?:(?<![\w-])[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?:{_PART}[ \t]*+\.[ \t]*+){{{_MAX_KEY_PARTS}}}")
# tomllib takes 130 bytes of memory for each digit. Rows of a solution are shorter.
_LONG_NUMBER = re.compile(r"(?<![0-9A-Fa-f_])[0-9A-Fa-f_]{4000}")
_TOO_LONG = "a number has thousands of digits"
_UNKNOWN_CHARACTER = CELL_CHARACTERS[UNKNOWN]  # the last one
# Light and dark alternate, and neighbouring hues are far apart, so colour-blind people can tell neighbours
# apart.
_DEFAULT_COLOURS: tuple[Colour, ...] = (
    (0, 90, 160), (230, 160, 0), (0, 130, 100), (205, 60, 40), (110, 190, 235),
    (110, 50, 130), (240, 225, 70), (90, 60, 40), (225, 130, 180), (40, 40, 40),
)  # fmt: skip


def load_toml(text: str) -> dict[str, Any]:
    for pattern, what in (
        (_DEEP_KEY, f"a key has more than {_MAX_KEY_PARTS} parts"),
        (_LONG_NUMBER, _TOO_LONG),
    ):
        if found := pattern.search(text):
            raise at_offset(text, found.start(), what)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleFileError(f"not valid TOML: {error}") from error
    except (RecursionError, ValueError) as error:
        raise _no_puzzle("TOML", error) from error


def load_json(text: str) -> Any:
    """Read a JSON text without doubled keys, NaN and infinities."""

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise PuzzleFileError(f"line 1, column 1: the key {shown(key)} appears twice")
            found[key] = value
        return found

    def constant(name: str) -> float:
        raise PuzzleFileError(f"line 1, column 1: {name} is not a number")

    try:
        return json.loads(text, object_pairs_hook=table, parse_constant=constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PuzzleFileError(f"{place}: not JSON: {error.msg.lower()}") from error
    except (RecursionError, ValueError) as error:
        raise _no_puzzle("JSON", error) from error


def _no_puzzle(language: str, error: RecursionError | ValueError) -> PuzzleFileError:
    what = "it is nested too deeply" if isinstance(error, RecursionError) else _TOO_LONG
    return PuzzleFileError(f"line 1, column 1: not a puzzle in {language}: {what}")


def check_keys(table: Iterable[str], required: Sequence[str], optional: Sequence[str]) -> None:
    for key in required:
        if key not in table:
            raise PuzzleFileError(f"the key {key!r} is missing")
    known = (*required, *optional)
    for key in table:
        if key not in known:
            raise PuzzleFileError(f"the key {shown(key)} is unknown", f"the keys are {', '.join(known)}")


def checked_int(value: Any, place: str, least: int, most: int) -> int:
    if type(value) is not int:  # isinstance would accept a bool
        raise PuzzleFileError(f"{place}: expected a whole number, found {shown(value)}")
    if not least <= value <= most:
        raise PuzzleFileError(f"{place}: expected {least} to {most}, found {shown(value)}")
    return value


def checked_list(value: Any, place: str, least: int, most: int | None = None) -> list[Any]:
    """Return a list of `least` to `most` entries; without `most`, of exactly `least`."""
    if not isinstance(value, list):
        raise PuzzleFileError(f"{place}: expected an array, found {shown(value)}")
    if not least <= len(value) <= (least if most is None else most):
        expected = str(least) if most in (None, least) else f"{least} to {most}"
        raise PuzzleFileError(f"{place}: expected {expected} entries, found {len(value)}")
    return value


def checked_colour(value: Any, place: str) -> Colour:
    """Return a colour given as three numbers from 0 to 255."""
    red, green, blue = (checked_int(part, place, 0, 255) for part in checked_list(value, place, 3))
    return red, green, blue


def checked_colours(value: Any, least: int, most: int | None = None) -> list[Colour]:
    """Return the colours of the key `colours`; their number as in `checked_list`."""
    colours = checked_list(value, "colours", least, most)
    return [checked_colour(tone, f"colours: colour {slot}") for slot, tone in enumerate(colours, 1)]


def checked_cells(value: Any, key: str, shape: tuple[int, int], colours: int) -> list[list[int]]:
    """Return the cells that are given as one string per row; `colours` does not count the background."""
    allowed = CELL_CHARACTERS[: colours + 1] + _UNKNOWN_CHARACTER
    cells = []
    for number, line in enumerate(checked_list(value, key, shape[0]), 1):
        place = f"{key}: row {number}"
        if not isinstance(line, str):
            raise PuzzleFileError(f"{place}: expected a string, found {shown(line)}")
        if len(line) != shape[1]:
            raise PuzzleFileError(f"{place}: expected {shape[1]} characters, found {len(line)}")
        for column, character in enumerate(line, 1):
            if character not in allowed:
                raise PuzzleFileError(f"{place}, column {column}: {character!r} is not one of {allowed}")
        cells.append(cell_values(line))
    return cells


def cell_values(line: str) -> list[int]:
    """Return the cells of a row written with `CELL_CHARACTERS`."""
    return [UNKNOWN if sign == _UNKNOWN_CHARACTER else CELL_CHARACTERS.index(sign) for sign in line]


def checked_solution(value: Any, puzzle: LinePuzzle) -> Picture | None:
    """Return a stored solution, None if there is none; a complete one must agree with the hints."""
    if value is None:
        return None
    picture = Picture(checked_cells(value, "solution", puzzle.shape, puzzle.colours), puzzle.palette)
    wrong = violations(puzzle, picture) if picture.is_complete else ()
    if wrong:
        raise PuzzleFileError(f"solution: it contradicts the hints: {wrong[0].text}")
    return picture


def default_colour(slot: int) -> Colour:
    """Return the colour of a slot (from 0) where a file gives none; always the same one."""
    red, green, blue = _DEFAULT_COLOURS[slot % len(_DEFAULT_COLOURS)]
    shade = 4 - slot // len(_DEFAULT_COLOURS)  # darker each time the list is used again
    return red * shade // 4, green * shade // 4, blue * shade // 4


def toml_array(key: str, entries: Iterable[str]) -> list[str]:
    """Write a TOML array, one entry on each line."""
    return [f"{key} = [", *(f"  {entry}," for entry in entries), "]"]


def toml_strings(key: str, entries: Iterable[str]) -> list[str]:
    """Write a TOML array of strings that need no escapes, one on each line."""
    return toml_array(key, (f'"{entry}"' for entry in entries))


_EMPTY_LINES = ([0], [[0]])  # as some programs write them


def _background(table: Mapping[str, Any]) -> Colour:
    return checked_colour(table.get("background", list(WHITE)), "background")


# ---- Nonograms

_KIND = re.compile(r"""^[ \t]*kind[ \t]*=[ \t]*["']nonogram["']""", re.MULTILINE)
OPTIONAL_KEYS = ("kind", "colours", "background", "given", "solution")


def nonogram_from(table: Mapping[str, Any]) -> PuzzleFile:
    """Read a nonogram from a table; errors name the key, and row or column from 1."""
    check_keys(table, ("rows", "columns"), OPTIONAL_KEYS)
    if table.get("kind", "nonogram") != "nonogram":
        raise PuzzleFileError(f"kind: expected 'nonogram', found {shown(table['kind'])}")
    values = {key: checked_list(table[key], key, 0, MAX_SIDE) for key in ("rows", "columns")}
    shape = len(values["rows"]), len(values["columns"])
    check_size(*shape)
    rows = tuple(_lines(values["rows"], "rows: row", shape[1]))
    cols = tuple(_lines(values["columns"], "columns: column", shape[0]))
    palette = _palette(table, rows + cols)
    for name, line, _ in named_lines(rows, cols):
        most = max((run.colour for run in line or ()), default=0)
        if most >= len(palette):
            key = "rows" if name.startswith("row") else "columns"
            what = f"a run has the colour {most}, but the file declares {len(palette) - 1}"
            raise PuzzleFileError(f"{key}: {name}: {what}")
    given = table.get("given")
    cells = None if given is None else checked_cells(given, "given", shape, len(palette) - 1)
    puzzle = Nonogram(rows, cols, palette, None if cells is None else tuple(map(tuple, cells)))
    return PuzzleFile(puzzle, checked_solution(table.get("solution"), puzzle))


def _lines(values: Sequence[Any], place: str, length: int) -> Iterator[Runs | None]:
    for number, value in enumerate(values, 1):
        yield None if value is None or value == "?" else _runs(value, f"{place} {number}", length)


def _runs(value: Any, place: str, length: int) -> Runs:
    runs = checked_list(value, place, 0, MAX_SIDE)
    if runs in _EMPTY_LINES:
        return ()
    return tuple(_run(run, f"{place}, run {number}", length) for number, run in enumerate(runs, 1))


def _run(value: Any, place: str, length: int) -> Run:
    if not isinstance(value, list):
        return Run(checked_int(value, place, 1, length))
    cells, colour = checked_list(value, place, 2)
    return Run(checked_int(cells, place, 1, length), checked_int(colour, f"{place}, colour", 1, MAX_COLOURS))


def _palette(table: Mapping[str, Any], lines: Sequence[Runs | None]) -> tuple[Colour, ...]:
    background = _background(table)
    if table.get("colours") is not None:
        return background, *checked_colours(table["colours"], 1, MAX_COLOURS)
    used = max((run.colour for runs in lines for run in runs or ()), default=1)
    return background, *([BLACK] if used == 1 else map(default_colour, range(used)))


def runs_json(runs: Runs | None) -> str:
    if runs is None:
        return '"?"'
    return json.dumps([run.length if run.colour == 1 else [run.length, run.colour] for run in runs])


# ---- Hungry Cat

_NROWS = re.compile(r"^[ \t]*nrows[ \t]*=", re.MULTILINE)


def parse_cat(text: str) -> PuzzleFile:
    """Read a Hungry Cat puzzle; errors name the key, and row or column from 1."""
    table = load_toml(text)
    required = ("nrows", "ncols", "ncolours", "rows", "columns")
    check_keys(table, required, ("colours", "background", "solution"))
    rows = checked_int(table["nrows"], "nrows", 1, MAX_SIDE)
    columns = checked_int(table["ncols"], "ncols", 1, MAX_SIDE)
    check_size(rows, columns)
    colours = checked_int(table["ncolours"], "ncolours", 1, MAX_COLOURS)
    background = _background(table)
    row_lines = _hints(table["rows"], "rows", "row", rows, colours, columns)
    column_lines = _hints(table["columns"], "columns", "column", columns, colours, rows)
    is_coloured = "colours" in table
    tones = checked_colours(table["colours"], colours) if is_coloured else map(default_colour, range(colours))
    puzzle = HungryCat(row_lines, column_lines, (background, *tones))
    return PuzzleFile(puzzle, checked_solution(table.get("solution"), puzzle))


def _hints(value: Any, key: str, word: str, lines: int, colours: int, length: int) -> tuple[Line, ...]:
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


def _hints_text(line: Line, place: str) -> str:
    return f"[{', '.join(_hint_text(hint, f'{place}, colour {slot}') for slot, hint in enumerate(line, 1))}]"


def _hint_text(hint: CountHint, place: str) -> str:
    if hint == CountHint(None, None):
        return '"?"'
    if hint.signed is None or CountHint.from_signed(hint.signed) != hint:
        what = "number" if hint.count is None else "circle"
        seen = f"{place}: only the {what} of this hint is unknown, which the file cannot hold"
        raise PuzzleFileError(seen, 'replace the whole hint with "?"')
    return str(hint.signed)


# ---- Both


def write(file: PuzzleFile) -> str:
    """Write a puzzle in TOML; raises PuzzleFileError for a hint that it cannot hold."""
    puzzle = file.puzzle
    if isinstance(puzzle, Nonogram):
        text = ['kind = "nonogram"']
        rows, columns = (list(map(runs_json, lines)) for lines in (puzzle.rows, puzzle.cols))
    else:
        text = [f"nrows = {len(puzzle.rows)}", f"ncols = {len(puzzle.cols)}", f"ncolours = {puzzle.colours}"]
        rows, columns = (
            [_hints_text(line, f"{place} {number}") for number, line in enumerate(lines, 1)]
            for place, lines in (("row", puzzle.rows), ("column", puzzle.cols))
        )
    text += [*toml_array("rows", rows), *toml_array("columns", columns)]
    text.append(f"colours = {[list(tone) for tone in puzzle.palette[1:]]}")
    if puzzle.palette[0] != WHITE:
        text.append(f"background = {list(puzzle.palette[0])}")
    for key, cells in cells_text(file).items():
        text += toml_strings(key, cells)
    return "\n".join(text) + "\n"


def cells_text(file: PuzzleFile) -> dict[str, list[str]]:
    """Return given cells and solution, one string per row, by the key; without those that are missing."""
    found = {}
    if isinstance(file.puzzle, Nonogram) and file.puzzle.given is not None:
        found["given"] = ["".join(CELL_CHARACTERS[cell] for cell in row) for row in file.puzzle.given]
    if file.solution is not None:
        found["solution"] = list(file.solution.lines())
    return found


TOML = Format(
    "nonogram-toml", "nonogram, TOML", (".toml",), _KIND.search,
    single(lambda text: nonogram_from(load_toml(text))), write,
    max_colours=MAX_COLOURS, solution=True, given=True, unknown=True,
)  # fmt: skip
CAT = Format(
    "toml", "Hungry Cat, TOML", (".toml",), _NROWS.search, single(parse_cat), write,
    kind="hungry-cat", max_colours=MAX_COLOURS, solution=True, unknown=True,
)  # fmt: skip
