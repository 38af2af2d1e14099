"""Nonograms in JSON, in all forms that are common on the web.

A whole file:

    {"rows": [[2], [1, 1], []], "columns": [[1, 1], [1], [1]]}

Other names for the lists are `row_hints`, `rowHints` and `hor`, and `cols`, `col_hints`, `colHints`,
`column_hints` and `ver`; `rows`, `columns`, `width` and `height` may then be plain counts. A flat list
`content` gives cells: 1 is painted, -1 blank, 0 unknown. Colours, given cells and the solution have the keys
and forms of `nonogram_toml`. `title` is kept, and other keys are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import HintLine, check_room, check_size, nonogram_of
from picrosser.formats.nonogram_toml import nonogram_from_table
from picrosser.formats.puzzle_file import BLACK_ON_WHITE, PuzzleFile
from picrosser.formats.table_values import load_json
from picrosser.formats.text import shown
from picrosser.formats.titles import read_title
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.picture import CELL_CHARACTERS

_ROW_KEYS = ("rows", "row_hints", "rowHints", "hor")
_COLUMN_KEYS = ("columns", "cols", "col_hints", "colHints", "column_hints", "ver")
_COUNTS = {"rows": 0, "height": 0, "columns": 1, "cols": 1, "width": 1}
_SAME_AS_TOML = ("kind", "colours", "background", "given", "solution")
_CONTENT = {1: "1", -1: "0", 0: "?"}


def looks_like(text: str) -> bool:
    """Whether a text begins like a JSON object or list."""
    return text.lstrip().startswith(("{", "[{", "[\n"))


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    table = _table(text)
    rows, columns = _side(table, _ROW_KEYS, "rows"), _side(table, _COLUMN_KEYS, "columns")
    shape = len(rows), len(columns)
    check_size(*shape)
    for key, axis in _COUNTS.items():
        count = table.get(key)
        if (
            count is not None
            and not isinstance(count, list)
            and (type(count) is bool or count != shape[axis])
        ):
            raise PuzzleFileError(f"{key}: {shown(count)}, but there are {shape[axis]} lists of runs")
    known = {key: table[key] for key in _SAME_AS_TOML if table.get(key) is not None}
    if "content" in table:
        if "given" in known:
            raise PuzzleFileError("the keys content and given both hold given cells", "remove one of them")
        known["given"] = _given(table["content"], *shape)
    file = nonogram_from_table({"rows": rows, "columns": columns, **known})
    puzzle = nonogram_of(file)
    check_room(
        [HintLine(runs, "rows: ") for runs in puzzle.rows],
        [HintLine(runs, "columns: ") for runs in puzzle.cols],
    )
    title = table.get("title")
    return PuzzleFile(puzzle, file.solution, *read_title(title if isinstance(title, str) else ""))


def _table(text: str) -> dict[str, Any]:
    table = load_json(text)
    if isinstance(table, list):
        raise PuzzleFileError("line 1, column 1: the file holds a list", "put each puzzle into its own file")
    if not isinstance(table, dict):
        raise PuzzleFileError("line 1, column 1: expected an object with rows and columns")
    return table


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


def _given(content: Any, rows: int, columns: int) -> list[str]:
    if not isinstance(content, list) or len(content) != rows * columns:
        size = len(content) if isinstance(content, list) else shown(content)
        raise PuzzleFileError(f"content: expected {rows * columns} cells, found {size}")
    for number, cell in enumerate(content, 1):
        if type(cell) is not int or cell not in _CONTENT:
            raise PuzzleFileError(f"content: cell {number}: expected 1, -1 or 0, found {shown(cell)}")
    cells = "".join(_CONTENT[cell] for cell in content)
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def write(file: PuzzleFile) -> str:
    """Write a puzzle so that `parse` reads the same puzzle back; a black one in the most common form."""
    puzzle = nonogram_of(file)
    entries = [f'"title": {json.dumps(file.title)}'] if file.title else []
    for key, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        entries.append(f'"{key}": [{", ".join(_line_text(runs) for runs in lines)}]')
    if puzzle.palette != BLACK_ON_WHITE:
        entries.append(f'"colours": {[list(tone) for tone in puzzle.palette[1:]]}')
        entries.append(f'"background": {list(puzzle.palette[0])}')
    entries += _cells_text(puzzle, file)
    return "{" + ",\n ".join(entries) + "}\n"


def _line_text(runs: Runs | None) -> str:
    if runs is None:
        return '"?"'
    return json.dumps([run.length if run.colour == 1 else [run.length, run.colour] for run in runs])


def _cells_text(puzzle: Nonogram, file: PuzzleFile) -> list[str]:
    entries = []
    if puzzle.given is not None:
        given = ["".join(CELL_CHARACTERS[cell] for cell in row) for row in puzzle.given]
        entries.append(f'"given": {json.dumps(given)}')
    if file.solution is not None:
        entries.append(f'"solution": {json.dumps(file.solution.lines())}')
    return entries
