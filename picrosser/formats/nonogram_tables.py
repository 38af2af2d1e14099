"""Nonograms in TOML, the native form, and in JSON, in all forms that are common on the web.

A whole TOML file; rows from top to bottom, columns from left to right:

    kind = "nonogram"
    rows = [[2], [1, [1, 2]], "?"]         # [length, colour], colour from 1; a length alone: colour 1
    columns = [[2], [1], [[1, 2]], []]     # []: an empty line; "?": an unknown line
    colours = [[0, 0, 0], [200, 0, 0]]     # optional, sRGB 0..255; if absent, as many as the runs use
    background = [255, 255, 255]           # optional, the colour of blank cells; white if absent
    given = ["1???", "????", "????"]       # optional; cells that are known from the start
    solution = ["1100", "1020", "0000"]    # optional; one character per cell

The characters of given cells and of a solution: 0 blank, 1..9 and a..z the colours, ? undecided.

A whole JSON file:

    {"rows": [[2], [1, 1], []], "columns": [[1, 1], [1], [1]]}

Other names for the lists are `row_hints`, `rowHints` and `hor`, and `cols`, `col_hints`, `colHints`,
`column_hints` and `ver`; `rows`, `columns`, `width` and `height` may then be plain counts. A flat list
`content` gives cells: 1 is painted, -1 blank, 0 unknown. Colours, given cells and the solution have the keys
and forms of TOML. `title` is kept, and other keys are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import HintLine, check_room, check_size
from picrosser.formats.puzzle_file import (
    BLACK,
    BLACK_ON_WHITE,
    MAX_COLOURS,
    MAX_SIDE,
    WHITE,
    Format,
    PuzzleFile,
    read_title,
)
from picrosser.formats.table_values import (
    check_keys,
    checked_cells,
    checked_colour,
    checked_colours,
    checked_int,
    checked_list,
    checked_solution,
    default_colour,
    load_json,
    load_toml,
    toml_array,
    toml_strings,
)
from picrosser.formats.text import shown
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import CELL_CHARACTERS, Colour

_KIND = re.compile(r"""^[ \t]*kind[ \t]*=[ \t]*["']nonogram["']""", re.MULTILINE)
_OPTIONAL = ("kind", "colours", "background", "given", "solution")
# Of JSON.
_ROW_KEYS = ("rows", "row_hints", "rowHints", "hor")
_COLUMN_KEYS = ("columns", "cols", "col_hints", "colHints", "column_hints", "ver")
_COUNTS = {"rows": 0, "height": 0, "columns": 1, "cols": 1, "width": 1}
_CONTENT = {1: "1", -1: "0", 0: "?"}


def _looks_like_toml(text: str) -> bool:
    """Whether a line of the text says that it is a nonogram in TOML."""
    return _KIND.search(text) is not None


def parse_toml(text: str) -> PuzzleFile:
    """Read TOML; errors name the key, and row or column from 1."""
    return _puzzle(load_toml(text))


def _puzzle(table: Mapping[str, Any]) -> PuzzleFile:
    check_keys(table, ("rows", "columns"), _OPTIONAL)
    if table.get("kind", "nonogram") != "nonogram":
        raise PuzzleFileError(f"kind: expected 'nonogram', found {shown(table['kind'])}")
    values = {key: checked_list(table[key], key, 1, MAX_SIDE) for key in ("rows", "columns")}
    shape = len(values["rows"]), len(values["columns"])
    check_size(*shape)
    rows = tuple(_lines(values["rows"], "rows: row", shape[1]))
    cols = tuple(_lines(values["columns"], "columns: column", shape[0]))
    palette = _palette(table, rows + cols)
    _check_colours("rows: row", rows, len(palette) - 1)
    _check_colours("columns: column", cols, len(palette) - 1)
    given = table.get("given")
    cells = None if given is None else checked_cells(given, "given", shape, len(palette) - 1)
    puzzle = Nonogram(rows, cols, palette, None if cells is None else tuple(map(tuple, cells)))
    return PuzzleFile(puzzle, checked_solution(table.get("solution"), puzzle))


def _lines(values: Sequence[Any], place: str, length: int) -> Iterator[Runs | None]:
    for number, value in enumerate(values, 1):
        yield None if value is None or value == "?" else _runs(value, f"{place} {number}", length)


def _runs(value: Any, place: str, length: int) -> Runs:
    runs = checked_list(value, place, 0, MAX_SIDE)
    if runs in ([0], [[0]]):  # some programs write an empty line like this
        return ()
    return tuple(_run(run, f"{place}, run {number}", length) for number, run in enumerate(runs, 1))


def _run(value: Any, place: str, length: int) -> Run:
    if not isinstance(value, list):
        return Run(checked_int(value, place, 1, length))
    cells, colour = checked_list(value, place, 2)
    return Run(checked_int(cells, place, 1, length), checked_int(colour, f"{place}, colour", 1, MAX_COLOURS))


def _palette(table: Mapping[str, Any], lines: Sequence[Runs | None]) -> tuple[Colour, ...]:
    background = checked_colour(table.get("background", list(WHITE)), "background")
    if table.get("colours") is not None:
        return background, *checked_colours(table["colours"], 1, MAX_COLOURS)
    used = max((run.colour for runs in lines for run in runs or ()), default=1)
    return background, *([BLACK] if used == 1 else map(default_colour, range(used)))


def _check_colours(place: str, lines: Sequence[Runs | None], colours: int) -> None:
    for number, runs in enumerate(lines, 1):
        for run in runs or ():
            if run.colour > colours:
                what = f"a run has the colour {run.colour}, but the file declares {colours}"
                raise PuzzleFileError(f"{place} {number}: {what}")


def write_toml(file: PuzzleFile) -> str:
    """Write TOML; each line of hints stands on a line of the file."""
    puzzle = file.nonogram
    text = ['kind = "nonogram"']
    for key, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        text += toml_array(key, map(_line_text, lines))
    text.append(f"colours = {[list(tone) for tone in puzzle.palette[1:]]}")
    if puzzle.palette[0] != WHITE:
        text.append(f"background = {list(puzzle.palette[0])}")
    for key, cells in _cells_text(file).items():
        text += toml_strings(key, cells)
    return "\n".join(text) + "\n"


def _line_text(runs: Runs | None) -> str:
    if runs is None:
        return '"?"'
    return json.dumps([run.length if run.colour == 1 else [run.length, run.colour] for run in runs])


def _cells_text(file: PuzzleFile) -> dict[str, list[str]]:
    """Return given cells and solution, one string per row, by the key; without those that are missing."""
    found = {}
    if file.nonogram.given is not None:
        found["given"] = ["".join(CELL_CHARACTERS[cell] for cell in row) for row in file.nonogram.given]
    if file.solution is not None:
        found["solution"] = list(file.solution.lines())
    return found


# ---- JSON


def _looks_like_json(text: str) -> bool:
    """Whether a text begins like a JSON object or list."""
    return text.lstrip().startswith(("{", "[{", "[\n"))


def parse_json(text: str) -> PuzzleFile:
    """Read JSON; errors name the key, and row or column from 1."""
    table = load_json(text)
    if isinstance(table, list):
        raise PuzzleFileError("line 1, column 1: the file holds a list", "put each puzzle into its own file")
    if not isinstance(table, dict):
        raise PuzzleFileError("line 1, column 1: expected an object with rows and columns")
    rows, columns = _side(table, _ROW_KEYS, "rows"), _side(table, _COLUMN_KEYS, "columns")
    shape = len(rows), len(columns)
    check_size(*shape)
    for key, axis in _COUNTS.items():
        count = table.get(key)
        is_stated = count is not None and not isinstance(count, list)
        if is_stated and (type(count) is bool or count != shape[axis]):
            raise PuzzleFileError(f"{key}: {shown(count)}, but there are {shape[axis]} lists of runs")
    known = {key: table[key] for key in _OPTIONAL if table.get(key) is not None}
    if "content" in table:
        if "given" in known:
            raise PuzzleFileError("the keys content and given both hold given cells", "remove one of them")
        known["given"] = _content(table["content"], *shape)
    file = _puzzle({"rows": rows, "columns": columns, **known})
    row_lines = [HintLine(runs, "rows: ") for runs in file.nonogram.rows]
    check_room(row_lines, [HintLine(runs, "columns: ") for runs in file.nonogram.cols])
    title = table.get("title")
    return PuzzleFile(file.puzzle, file.solution, *read_title(title if isinstance(title, str) else ""))


def _side(table: Mapping[str, Any], keys: tuple[str, ...], what: str) -> list[Any]:
    found = [key for key in keys if isinstance(table.get(key), list)]
    if len(found) != 1:
        seen = f"are given twice, as {' and '.join(found)}" if found else "are missing"
        advice = "keep one of them" if found else f"the key may be {', '.join(keys)}"
        raise PuzzleFileError(f"line 1, column 1: the runs of the {what} {seen}", advice)
    lines: list[Any] = table[found[0]]
    for number, line in enumerate(lines, 1):
        if not isinstance(line, list) and line != "?":
            raise PuzzleFileError(f"{found[0]}: entry {number}: expected a list of runs, found {shown(line)}")
    return lines


def _content(content: Any, rows: int, columns: int) -> list[str]:
    """Return the given cells of a flat list, as TOML has them."""
    if not isinstance(content, list) or len(content) != rows * columns:
        size = len(content) if isinstance(content, list) else shown(content)
        raise PuzzleFileError(f"content: expected {rows * columns} cells, found {size}")
    for number, cell in enumerate(content, 1):
        if type(cell) is not int or cell not in _CONTENT:
            raise PuzzleFileError(f"content: cell {number}: expected 1, -1 or 0, found {shown(cell)}")
    cells = "".join(_CONTENT[cell] for cell in content)
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def write_json(file: PuzzleFile) -> str:
    """Write JSON, a black puzzle in the most common form."""
    puzzle = file.nonogram
    entries = [f'"title": {json.dumps(file.title)}'] if file.title else []
    for key, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        entries.append(f'"{key}": [{", ".join(map(_line_text, lines))}]')
    if puzzle.palette != BLACK_ON_WHITE:
        entries.append(f'"colours": {[list(tone) for tone in puzzle.palette[1:]]}')
        entries.append(f'"background": {list(puzzle.palette[0])}')
    entries += [f'"{key}": {json.dumps(cells)}' for key, cells in _cells_text(file).items()]
    return "{" + ",\n ".join(entries) + "}\n"


TOML = Format(
    "nonogram-toml", "nonogram, TOML", "nonogram", (".toml",), _looks_like_toml, parse_toml, write_toml,
    max_colours=MAX_COLOURS, solution=True, given=True, unknown=True,
)  # fmt: skip
JSON = Format(
    "json", "JSON {rows, columns}", "nonogram", (".json",), _looks_like_json, parse_json, write_json,
    max_colours=MAX_COLOURS, solution=True, given=True, unknown=True, title=True,
)  # fmt: skip
