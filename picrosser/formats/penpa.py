"""Nonograms in addresses of Penpa+ (penpa-edit), whose text is deflated and written in base64.

The text begins with a line of fields (square, the columns and rows with their margins, ..., title, author),
the margins, the tools, the puzzle and what the player has done; the last two are JSON with abbreviations. The
hints are the numbers that stand in the margins above and to the left of the board, at the cell
(columns + 4) * (row + 2) + column + 2, margins counted. A line of tags may say that it is a nonogram. Cells
that the player has painted are read as the stored board. The address is the page, `#m=edit&p=` or
`#m=solve&p=`, and the base64; a file may have one on each line.

Known weakness: only painted cells of the player are read, since there are many marks for blank ones.
"""

import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from picrosser.errors import PuzzleFileError
from picrosser.formats.addresses import PENPA
from picrosser.formats.hint_lines import HintLine, check_size, nonogram_file, with_board
from picrosser.formats.puzzle_file import MAX_SIDE, Format, PuzzleFile, on_each_line, parts_between
from picrosser.formats.tables import checked_int, load_json
from picrosser.formats.text import first_line, shown
from picrosser.puzzles.checking import violations
from picrosser.puzzles.nonogram import Run
from picrosser.puzzles.picture import UNKNOWN, Cell, Picture

MAX_INFLATED = 2_000_000
"""Bytes of an inflated address; that of a board of 100 x 100 has 60,000."""
_PAGE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_JSON_PLACE = re.compile("^line [0-9]+, column [0-9]+: ")
# What the letter after a z stands for.
_ABBREVIATIONS = {
    "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"',
    "P": '"special"', "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"',
    "1": '"numberS"', "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"',
    "D": '"direction"', "0": '"squareframe"', "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"',
    "7": '"nobulbthermo"', "_": '"_a"', "O": "null", "Z": "z",
}  # fmt: skip
_TITLE, _TAGS = 15, 17  # the field of the title, the line of tags
_MARGIN = 2  # cells around the board and its margins
_BLACK = (1, 4)  # the surfaces that Penpa+ paints for a shaded cell: dark grey and black


def _parse_penpa(text: str) -> PuzzleFile:
    address = first_line(text)
    match = PENPA.fullmatch(address.text)
    if match is None:
        raise address.error("expected an address of Penpa+ with m=edit&p= or m=solve&p=")
    try:
        return _nonogram(_inflated(unquote(match[1])).split("\n"))
    except PuzzleFileError as error:
        seen = _JSON_PLACE.sub("", error.seen)  # nobody sees the inflated text
        raise address.error(seen, error.advice) from error


def _nonogram(lines: list[str]) -> PuzzleFile:
    fields = lines[0].split(",")
    if fields[0] != "square" or len(lines) < 5 or len(fields) < 3:
        what = f"a board of {shown(fields[0])} in Penpa+" if len(fields) > 2 else "the address"
        raise PuzzleFileError(f"{what} is not a nonogram of squares")
    tags = load_json(lines[_TAGS].replace("'", '"')) if len(lines) > _TAGS and lines[_TAGS].strip() else []
    if tags and "nonogram" not in tags:
        raise PuzzleFileError(f"this is a puzzle of {shown(tags)} in Penpa+, not a nonogram")
    margins = load_json(lines[1])
    if not isinstance(margins, list) or len(margins) != 4:
        raise PuzzleFileError(f"expected four margins, found {shown(margins)}")
    above, below, left, right = (checked_int(part, "the margins", 0, MAX_SIDE) for part in margins)
    width, height = (checked_int(_number(field), "the size", 1, 2 * MAX_SIDE) for field in fields[1:3])
    rows, columns = height - above - below, width - left - right
    check_size(rows, columns)
    row_hints: list[list[Run]] = [[] for _ in range(rows)]
    col_hints: list[list[Run]] = [[] for _ in range(columns)]
    origin = above, left
    for (row, column), value in sorted(_cells(lines[3], "number", width, origin).items()):
        number = value[0] if isinstance(value, list) and value else value
        if number in ("", None):
            continue
        if row < 0 <= column < columns:
            hints = col_hints[column]
        elif column < 0 <= row < rows:
            hints = row_hints[row]
        else:
            raise PuzzleFileError(f"the number {shown(number)} stands in none of the two margins")
        hints.append(Run(checked_int(_number(number), "a hint", 0, MAX_SIDE)))
    if not any(row_hints) or not any(col_hints):
        raise PuzzleFileError("there are no numbers in the margins above and to the left of the board")
    lines_of = ([_hint_line(runs) for runs in hints] for hints in (row_hints, col_hints))
    named = fields[_TITLE].removeprefix("Title: ") if len(fields) > _TITLE else ""
    notes = () if tags else ("nothing in it says that it is a nonogram",)
    file = nonogram_file(*lines_of, title=named.replace("%2C", ","), notes=notes)
    surfaces = _cells(lines[4], "surface", width, origin)
    painted = [[surfaces.get((row, col)) in _BLACK for col in range(columns)] for row in range(rows)]
    if not any(map(any, painted)):
        return file
    whole = [[int(cell) for cell in line] for line in painted]
    if violations(file.puzzle, Picture(whole, file.puzzle.palette)):
        whole = [[1 if cell else UNKNOWN for cell in line] for line in painted]
    return with_board(file, whole)


def _inflated(payload: str) -> str:
    """Return the text of an address without abbreviations, which it also has in its title."""
    try:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        packed = b64decode(payload + "=" * (-len(payload) % 4), validate=True)
        data = inflater.decompress(packed, MAX_INFLATED + 1)
        if len(data) > MAX_INFLATED:
            raise PuzzleFileError(f"the address holds more than {MAX_INFLATED // 1_000_000} MB")
        if not inflater.eof:
            raise PuzzleFileError("the address is cut off")
        return re.sub("z(.)", lambda match: _ABBREVIATIONS.get(match[1], match[0]), data.decode())
    except (zlib.error, Base64Error, UnicodeDecodeError) as error:
        raise PuzzleFileError(f"the address is damaged: {error}") from error


def _cells(line: str, key: str, width: int, origin: Cell) -> dict[Cell, Any]:
    """Return what a layer has in cells, by row and column of the board; what lies elsewhere is left out."""
    found = {}
    table = load_json(line or "{}")
    cells = table.get(key) if isinstance(table, dict) else None
    for name, value in cells.items() if isinstance(cells, dict) else ():
        if re.fullmatch("[0-9]{1,8}", name, re.ASCII):
            row, column = divmod(int(name), width + 2 * _MARGIN)
            found[row - _MARGIN - origin[0], column - _MARGIN - origin[1]] = value
    return found


def _number(value: Any) -> Any:
    """Return the number that a text consists of; anything else as it is."""
    is_number = isinstance(value, str) and re.fullmatch("[0-9]{1,5}", value, re.ASCII)
    return int(value) if is_number else value


def _hint_line(runs: list[Run]) -> HintLine:
    if any(not run.length for run in runs) and len(runs) > 1:
        raise PuzzleFileError("a run of 0 among other runs")
    return HintLine(tuple(run for run in runs if run.length))


def _write_penpa(file: PuzzleFile) -> str:
    if "%2C" in file.title:
        raise PuzzleFileError("Penpa+ takes %2C in a title for a comma", "change the title")
    puzzle = file.nonogram
    rows, columns = puzzle.shape
    above, left = (max(1, *(len(runs or ()) for runs in lines)) for lines in (puzzle.cols, puzzle.rows))
    width, height = columns + left, rows + above

    def place(row: int, column: int) -> int:
        return (width + 2 * _MARGIN) * (row + _MARGIN) + column + _MARGIN

    numbers: dict[int, int] = {}
    for column, runs in enumerate(puzzle.cols, left):
        lengths = [run.length for run in runs or ()] or [0]
        numbers |= {place(row, column): length for row, length in enumerate(lengths, above - len(lengths))}
    for row, runs in enumerate(puzzle.rows, above):
        lengths = [run.length for run in runs or ()] or [0]
        numbers |= {place(row, column): length for column, length in enumerate(lengths, left - len(lengths))}
    entries = ",".join(f'"{cell}":["{length}",1,"1"]' for cell, length in sorted(numbers.items()))
    board = [place(row, column) for row in range(above, height) for column in range(left, width)]
    steps = [board[0], *(after - before for before, after in pairwise(board))]
    title = file.title.replace(",", "%2C").replace("z", "zZ")
    centre = place(height // 2, width // 2)
    head = ["square", width, height, 38, 0, 1, 1, 38 * (width + 1), 38 * (height + 1), centre, centre]
    text = [
        ",".join(map(str, [*head, 0, 0, 0, 0, f"Title: {title}", "Author: ", "", "", "OFF", "false", ""])),
        f"[{above},0,{left},0]", _TOOLS, _LAYER.replace("zN:{}", f"zN:{{{entries}}}"), _LAYER,
        str(steps).replace(" ", ""), '["Surface","Composite"]', "{}", '"x"', '"x"', "[3,2,1]", _TOOLS, '"x"',
        "0", _LAYER, _LAYER, "{}", '["nonogram"]', "",
    ]  # fmt: skip
    data = "\n".join(text).encode()
    if len(data) > MAX_INFLATED:
        raise PuzzleFileError("the puzzle is too large for an address")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return f"{_PAGE}{b64encode(packer.compress(data) + packer.flush()).decode()}\n"


# What Penpa+ 3.2 writes for an empty layer, and for tools among which shading is chosen.
_LAYER = (
    "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:{},z1:{},zY:{},zF:{},z2:{},zT:[],z3:[],zD:[],z0:[],z5:[],"
    "zL:{},zE:{},zW:{},zC:{},z4:{},z6:[],z7:[]}"
)
_TOOLS = (
    '{z9:zA,zG:["1","2","1"],zQ:{zM:zS,zS:["",1],zL:["1",2],zE:["1",2],zW:["",2],zC:["1",10],zN:["1",1],'
    'zY:["circle_L",1],zP:[zT,""],zB:["",""],"multicolor":["",1],"move":["1",""],"combi":["battleship",3],'
    '"sudoku":["1",1]},zA:{zM:"combi",zS:["",1],zL:["1",3],zE:["1",3],zW:["",3],zC:["1",10],zN:["1",2],'
    'zY:["circle_L",1],zP:[zT,""],zB:["",""],"multicolor":["",1],"move":["1",""],"combi":["blpo",3],'
    '"sudoku":["1",9]}}'
)

PENPA_FORMAT = Format(
    "penpa", "address of Penpa+", (), on_each_line(PENPA), parts_between(_parse_penpa, "\n"), _write_penpa,
    title=True,
)  # fmt: skip
