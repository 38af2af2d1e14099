"""Nonograms in JSON, as found on the web.

A whole file:

    {"rows": [[2], [1, 1], []], "columns": [[1, 1], [1], [1]]}

Other names for the lists are `row`, `rowHints`, `row_clues`, `hor` and the like, and `cols`, `column`,
`colHints`, `column_clues`, `ver`, also below a key `clues` or `hints`; `rows`, `columns`, `width` and
`height` may then be plain counts. A flat list `content` gives cells: 1 is painted, -1 blank, 0 unknown.
Colours, given cells and the solution have the keys and forms of TOML; a solution may also be a matrix, a flat
list or one text, and one in another form is ignored with a note. `title` is kept, other keys are ignored.
"""

import json
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import parse_colour
from picrosser.formats.hint_lines import HintLine, check_room, in_rows
from picrosser.formats.puzzle_file import BLACK_ON_WHITE, MAX_COLOURS, Format, Parts, PuzzleFile, read_title
from picrosser.formats.tables import OPTIONAL_KEYS, cells_text, load_json, nonogram_from, runs_json
from picrosser.formats.text import shown
from picrosser.puzzles.checking import violations
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import CELL_CHARACTERS, Picture

# Compared without underscores and capital letters.
_ROW_KEYS = re.compile("(?:rows?|hor)(?:hints?|clues?)?")
_COLUMN_KEYS = re.compile("(?:col(?:umn)?s?|ver)(?:hints?|clues?)?")
_KINDS = ("katamino", "hungry-cat")
_COUNTS = {"rows": 0, "height": 0, "columns": 1, "cols": 1, "width": 1}
_CONTENT = {1: "1", -1: "0", 0: "?"}
_LISTS = ("puzzles", "nonograms")  # the keys of a list of puzzles, which may also be all of a file
_JSON = re.compile(r"\s*(?:\{|\[\s*\{)")


def _parts(text: str) -> Parts:
    """Find the puzzles in JSON; errors name the key, and row or column from 1."""
    table = load_json(text)
    lists = [table.get(key) for key in _LISTS] if isinstance(table, dict) else [table]
    tables = next((found for found in lists if isinstance(found, list)), [table])
    return [partial(_parse_table, found) for found in tables]


def _parse_table(table: Any) -> PuzzleFile:
    if not isinstance(table, dict):
        raise PuzzleFileError("line 1, column 1: expected an object with rows and columns")
    for key in ("clues", "hints"):
        if isinstance(table.get(key), dict):
            table = {**table[key], **table}
    rows, columns = _side(table, _ROW_KEYS, "rows"), _side(table, _COLUMN_KEYS, "columns")
    shape = len(rows), len(columns)
    for key, axis in _COUNTS.items():
        count = table.get(key)
        if isinstance(count, int | float) and (type(count) is bool or count != shape[axis]):
            raise PuzzleFileError(f"{key}: {shown(count)}, but there are {shape[axis]} lists of runs")
    known = {key: table[key] for key in OPTIONAL_KEYS if table.get(key) is not None}
    foreign = known.pop("solution", None) if not _is_own_solution(known.get("solution")) else None
    notes: tuple[str, ...] = ()
    if isinstance(known.get("kind"), str) and known["kind"] not in _KINDS:
        del known["kind"]
    if isinstance(known.get("background"), str):
        tone = parse_colour(known.pop("background"), bare_hex=True)
        known |= {"background": list(tone)} if tone else {}
        notes += () if tone else ("the background is ignored: it is not a colour that can be read",)
    if isinstance(known.get("colours"), list):
        known["colours"] = list(map(_without_name, known["colours"]))
    if "content" in table:
        if "given" in known:
            raise PuzzleFileError("the keys content and given both hold given cells", "remove one of them")
        known["given"] = _content(table["content"], *shape)
    file = nonogram_from({"rows": rows, "columns": columns, **known})
    row_lines = [HintLine(runs, "rows: ") for runs in file.nonogram.rows]
    check_room(row_lines, [HintLine(runs, "columns: ") for runs in file.nonogram.cols])
    solution = file.solution
    if foreign is not None:
        solution = _foreign_solution(foreign, file.nonogram)
        notes += () if solution else ("the stored solution is ignored: it is in another form, or wrong",)
    title, about = read_title(table["title"] if isinstance(table.get("title"), str) else "")
    return PuzzleFile(file.puzzle, solution, title, notes + about)


def _without_name(colour: Any) -> Any:
    """Return the numbers of a colour that is given by a name or hex digits; anything else as it is."""
    tone = parse_colour(colour, bare_hex=True) if isinstance(colour, str) else None
    return list(tone) if tone else colour


def _is_own_solution(value: Any) -> bool:
    """Whether a solution is written as `_write` does, so that its errors are told."""
    return isinstance(value, list) and all(
        isinstance(row, str) and not set(row) - set(CELL_CHARACTERS) for row in value
    )


def _foreign_solution(value: Any, puzzle: Nonogram) -> Picture | None:
    """Return a solution given as a matrix, a flat list or texts, None if it cannot be that of the puzzle."""
    rows, columns = puzzle.shape
    parts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    cells: list[Any] = [
        int(cell) if isinstance(cell, bool) or (isinstance(cell, str) and cell in "0123456789") else cell
        for part in parts
        for cell in ([part] if isinstance(part, int) else part if isinstance(part, list | str) else [None])
        if cell != "\n"
    ]
    allowed = range(puzzle.colours + 1)
    if len(cells) != rows * columns or any(type(cell) is not int or cell not in allowed for cell in cells):
        return None
    picture = Picture(in_rows(cells, columns), puzzle.palette)
    return None if violations(puzzle, picture) else picture


def _side(table: Mapping[str, Any], keys: re.Pattern[str], what: str) -> list[Any]:
    found = [
        key
        for key, value in table.items()
        if isinstance(value, list) and keys.fullmatch(key.replace("_", "").lower())
    ]
    start = f"line 1, column 1: the runs of the {what} are"
    if not found:
        advice = f"the key may be {what}, {what[:3]}_hints or {what[:3]}Clues"
        raise PuzzleFileError(f"{start} missing", advice)
    if len(found) > 1:
        raise PuzzleFileError(f"{start} given twice, as {' and '.join(found)}", "keep one of them")
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
    return ["".join(_CONTENT[cell] for cell in row) for row in in_rows(content, columns)]


def _write(file: PuzzleFile) -> str:
    """Write JSON, a black puzzle in the most common form."""
    puzzle = file.nonogram
    entries = [f'"title": {json.dumps(file.title)}'] if file.title else []
    for key, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        entries.append(f'"{key}": [{", ".join(map(runs_json, lines))}]')
    if puzzle.palette != BLACK_ON_WHITE:
        entries.append(f'"colours": {[list(tone) for tone in puzzle.palette[1:]]}')
        entries.append(f'"background": {list(puzzle.palette[0])}')
    entries += [f'"{key}": {json.dumps(cells)}' for key, cells in cells_text(file).items()]
    return "{" + ",\n ".join(entries) + "}\n"


JSON = Format(
    "json", "JSON {rows, columns}", (".json",), _JSON.match, _parts, _write,
    max_colours=MAX_COLOURS, solution=True, given=True, unknown=True, title=True,
)  # fmt: skip
