"""Pattern, of Simon Tatham's Portable Puzzle Collection: game IDs and saved games.

An ID has the width, the height, all columns, all rows, and after a comma the given cells. Nothing between
two slashes is an empty line. Each letter of the given cells skips 0 (a) to 24 (y) cells and gives the next
one: a capital letter a black cell, a small letter a blank one. z skips 25 cells and gives none. A file may
have an ID on each line:

    3x2:1/2//2/1,Abd

A saved game has lines of a key, the length of the value in bytes, and the value. DESC is the ID without its
size, and a MOVE fills a rectangle (column, row, width, height): F black, E blank, U unknown; S is a whole
board of 0 and 1. Moves from STATEPOS on were taken back. The board is read as the stored solution:

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :7:Pattern
    PARAMS  :3:3x2
    CPARAMS :3:3x2
    DESC    :12:1/2//2/1,Abd
    NSTATES :1:2
    STATEPOS:1:2
    MOVE    :8:F1,0,1,1
"""

import re
import string

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import (
    Cells,
    HintLine,
    in_rows,
    nonogram_file,
    runs_from,
    runs_text,
    size_of,
    with_board,
)
from picrosser.formats.puzzle_file import (
    MAX_CELLS,
    MAX_SIDE,
    Format,
    PuzzleFile,
    on_each_line,
    parts_between,
    single,
)
from picrosser.formats.text import Snippet, at_offset, first_line, shown
from picrosser.puzzles.picture import EMPTY, UNKNOWN

_ID_TEXT = r"([0-9]+)(?:x([0-9]+))?:([0-9./]*)(?:,([A-Za-z]+))?"
_SEED_TEXT = r"[0-9]+(?:x[0-9]+)?#"
_ID = re.compile(_ID_TEXT, re.ASCII)
_SEED = re.compile(_SEED_TEXT, re.ASCII)
_LIKE_ID = re.compile(rf"{_ID_TEXT}|{_SEED_TEXT}.*", re.ASCII)  # a seed is refused
_STEPS = string.ascii_lowercase  # the letters for 0, 1, 2... skipped cells


def parse_id(text: str) -> PuzzleFile:
    line = first_line(text)
    if _SEED.match(line.text):
        raise line.error("a random seed is not a puzzle", "copy the ID from the game's menu: Game > Specific")
    match = _ID.fullmatch(line.text)
    if match is None:
        raise line.error("expected an ID like 2x2:1/1/2/0")
    rows, columns = size_of([line.part(*match.span(group)) for group in (2 if match[2] else 1, 1)])
    parts = _split(line.part(*match.span(3)), "/")
    if len(parts) != rows + columns:
        raise parts[0].error(f"expected {columns} columns and {rows} rows, found {len(parts)} lines")
    hints = list(map(_hint_line, parts))
    given = _given_cells(line.part(*match.span(4)), rows, columns) if match[4] else None
    return nonogram_file(hints[columns:], hints[:columns], given=given)


def _split(place: Snippet, mark: str) -> list[Snippet]:
    parts = re.finditer(rf"(?:^|(?<=[{mark}]))[^{mark}]*", place.text)
    return [place.part(*part.span()) for part in parts]


def _hint_line(place: Snippet) -> HintLine:
    """Read the runs between two slashes."""
    if place.text.count(".") >= MAX_SIDE:
        raise place.error(f"this line has more than {MAX_SIDE} runs")
    words = _split(place, ".") if place.text else []
    runs = runs_from([(word, 1) for word in words])
    if words and not runs:
        raise words[0].error("a run of 0", "write nothing between the slashes if the line is empty")
    return HintLine(runs, place.place)


def _given_cells(steps: Snippet, rows: int, columns: int) -> Cells:
    cells, place = [UNKNOWN] * (rows * columns), 0
    for number, letter in enumerate(steps.text):
        skip = _STEPS.index(letter.lower())
        place += skip
        if place == len(cells) and number == len(steps.text) - 1:
            break
        if place >= len(cells):
            raise steps.part(number).error(f"the given cells go beyond the {len(cells)} cells of the board")
        if skip < 25:
            cells[place] = int(letter.isupper())
            place += 1
    if place < len(cells):
        raise steps.error(f"the given cells describe only {place} of {len(cells)} cells")
    return in_rows(cells, columns)


def _write_id(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    rows, columns = puzzle.shape
    lines = [runs_text(runs, between=".") if runs else "" for runs in (*puzzle.cols, *puzzle.rows)]
    text = f"{columns}x{rows}:{'/'.join(lines)}"
    if puzzle.given is not None:
        text += "," + _steps([cell for row in puzzle.given for cell in row])
    return text + "\n"


def _steps(cells: list[int]) -> str:
    text, skipped = "", 0
    for cell in cells:
        if cell == UNKNOWN:
            skipped += 1
            continue
        letter = _STEPS[skipped % 25]
        text += "z" * (skipped // 25) + (letter if cell == EMPTY else letter.upper())
        skipped = 0
    return text + "z" * (skipped // 25) + (_STEPS[skipped % 25] if skipped % 25 else "")


PATTERN = Format(
    "pattern", "game ID of Pattern", (".pattern", ".id"), on_each_line(_LIKE_ID),
    parts_between(parse_id, "\n"), _write_id, given=True,
)  # fmt: skip


# ---- Saved games

_GAME = "Pattern"
_KEYWORD = "Simon Tatham's Portable Puzzle Collection"
_ENTRY = re.compile(rb"([A-Z]{1,8}) {0,7}:([0-9]{1,7}):")
_FILL = re.compile(r"([FEU])([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4})", re.ASCII)
_STATES = {"F": 1, "E": EMPTY, "U": UNKNOWN}
_MAX_FILLED = 20 * MAX_CELLS  # cells that all moves fill together; a game fills each about once


def _parse_save(text: str) -> PuzzleFile:
    entries = _entries(text)
    values = {key: value for key, value, _ in reversed(entries)}  # the first of each key
    game = values.get("GAME", "")
    if game != _GAME:
        seen = f"line 1, column 1: a saved game of {shown(game)}"
        raise PuzzleFileError(seen, "only Pattern's can be read")
    file = parse_id(f"{values.get('PARAMS', '')}:{values.get('DESC', '')}")
    position = values.get("STATEPOS", "1")
    if not re.fullmatch("[0-9]{1,6}", position, re.ASCII):
        raise PuzzleFileError(f"STATEPOS: expected a number, found {shown(position)}")
    moves = [entry for entry in entries if entry[0] in ("MOVE", "SOLVE", "RESTART")]
    rows, columns = file.puzzle.shape
    fixed = file.nonogram.given or ((UNKNOWN,) * columns,) * rows
    board, filled = [list(row) for row in fixed], 0
    played = moves[: max(0, int(position) - 1)]
    for key, move, offset in played:
        if key == "RESTART":
            board = [list(row) for row in fixed]
            continue
        fill = _FILL.fullmatch(move)
        if re.fullmatch("S[01]+", move) and len(move) == rows * columns + 1:
            left, top, width, height, cells = 0, 0, columns, rows, in_rows(list(map(int, move[1:])), columns)
        elif fill is not None:
            left, top, width, height = (int(part) for part in fill.groups()[1:])
            cells = [[_STATES[fill[1]]] * width] * height
        else:
            raise at_offset(text, offset, f"expected a move like F0,0,1,1, found {shown(move)}")
        filled += width * height
        if left + width > columns or top + height > rows or filled > _MAX_FILLED:
            raise at_offset(text, offset, "this move goes beyond the board, or there are too many")
        for row, line in enumerate(cells, top):
            board[row][left : left + width] = line
    for row, known in enumerate(fixed):  # given cells stay
        board[row] = [old if old != UNKNOWN else new for old, new in zip(known, board[row], strict=True)]
    return with_board(file, board) if played else file


def _entries(text: str) -> list[tuple[str, str, int]]:
    """Return keys with their values, and the number of characters before each."""
    data, place = text.rstrip().encode(), len(text) - len(text.lstrip())
    found = []
    while place < len(data):
        match = _ENTRY.match(data, place)
        end = match.end() + int(match[2]) if match else 0
        if match is None or end > len(data):
            offset = len(data[:place].decode("utf-8", "replace"))
            raise at_offset(text, offset, "expected a key, a length and a value of it")
        value = data[match.end() : end].decode("utf-8", "replace")
        found.append((match[1].decode(), value, place if text.isascii() else 0))
        place = end + 1
    return found


def _write_save(file: PuzzleFile) -> str:
    columns = file.puzzle.shape[1]
    params, _, description = _write_id(file).strip().partition(":")
    entries = [("SAVEFILE", _KEYWORD), ("VERSION", "1"), ("GAME", _GAME)]
    entries += [("PARAMS", params), ("CPARAMS", params), ("DESC", description)]
    cells = [] if file.solution is None else [cell for row in file.solution.rows for cell in row]
    letters = {state: letter for letter, state in _STATES.items()}
    moves = [
        f"{letters[cell]}{place % columns},{place // columns},1,1"
        for place, cell in enumerate(cells)
        if cell != UNKNOWN
    ]
    count = str(len(moves) + 1)
    entries += [("NSTATES", count), ("STATEPOS", count), *(("MOVE", move) for move in moves)]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in entries)


SAVE = Format(
    "pattern-save", "saved game of Pattern", (".sav",), re.compile(r"\s*SAVEFILE:").match,
    single(_parse_save), _write_save, given=True, solution=True,
)  # fmt: skip
