"""Pictures of black nonograms, whose hints are computed: text of `.` and `#`, text of 0 and 1, and PBM.

Three whole files with the same picture:

    .##      011      P1
    #..      100      3 2
                      0 1 1 1 0 0

In PBM, 1 is painted. A binary PBM (P4) is given to the parser as Latin-1 text, one character per byte.
"""

from __future__ import annotations

import re
from itertools import dropwhile

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import check_size, from_picture, line_place
from picrosser.formats.puzzle_file import MAX_SIDE, PuzzleFile
from picrosser.formats.text import TextLine, Word, at, at_offset, number_of, shown, text_lines

# White space and comments. What was matched is not given back (++), else long ones take much time and memory.
_GAP = r"((?:[ \t\r\n]++|#[^\r\n]*+[\r\n])++)"
_HEADER = re.compile(rf"(P[14]){_GAP}([0-9]+){_GAP}([0-9]+)", re.ASCII)
_MAX_LINE = 70  # characters: no line of a plain PBM should be longer


def looks_like_dots(text: str) -> bool:
    """Whether a text has lines of equal length with only `.` and `#`."""
    return _is_picture(text, ".#")


def looks_like_digits(text: str) -> bool:
    """Whether a text has lines of equal length with only `0` and `1`."""
    return _is_picture(text, "01")


def looks_like_pbm(text: str) -> bool:
    """Whether a text begins with P1 or P4 and then white space or a comment."""
    return re.match(r"P[14][ \t\r\n#]", text) is not None


def _is_picture(text: str, alphabet: str) -> bool:
    lines = [line.text.rstrip() for line in text_lines(text.strip())]
    return bool(lines) and len(set(map(len, lines))) == 1 and not set("".join(lines)) - set(alphabet)


def parse_dots(text: str) -> PuzzleFile:
    """Read a picture of `#` for painted and `.` for blank cells.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    return _parse(text, ".#")


def parse_digits(text: str) -> PuzzleFile:
    """Read a picture of 1 for painted and 0 for blank cells.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    return _parse(text, "01")


def _parse(text: str, alphabet: str) -> PuzzleFile:
    lines = [TextLine(number, line.rstrip()) for number, line in text_lines(text)]
    while lines and not lines[-1].text:
        lines.pop()
    lines = list(dropwhile(lambda line: not line.text, lines))
    if not lines:
        raise PuzzleFileError("line 1, column 1: the file is empty")
    check_size(len(lines), len(lines[0].text), line_place(lines[0].number))
    for line in lines:
        if len(line.text) != len(lines[0].text):
            raise at(line, f"this row has {len(line.text)} cells, but the first has {len(lines[0].text)}")
        for column, character in enumerate(line.text, 1):
            if character not in alphabet:
                place = Word(character, line.number, column)
                raise at(place, f"expected {' or '.join(alphabet)}, found {shown(character)}")
    return from_picture([[alphabet.index(character) for character in line.text] for line in lines])


def parse_pbm(text: str) -> PuzzleFile:
    """Read a PBM picture, plain (P1) or binary (P4).

    Raises
    ------
    PuzzleFileError : the header is wrong, or cells are missing.
    """
    match = _HEADER.match(text)
    if match is None:
        raise PuzzleFileError("line 1, column 1: expected P1 or P4, a width and a height")
    columns, rows = (
        number_of(Word(match[group], text[: match.start(group)].count("\n") + 1, 1), MAX_SIDE, "a size")
        for group in (3, 5)
    )
    check_size(rows, columns, "line 1, column 1: ")
    read = _binary_cells if match[1] == "P4" else _plain_cells
    cells, more = read(text, match.end(), rows, columns)
    notes = ("only the first image is read",) if more else ()
    return from_picture([cells[at : at + columns] for at in range(0, rows * columns, columns)], notes=notes)


def _plain_cells(text: str, start: int, rows: int, columns: int) -> tuple[list[int], bool]:
    cells: list[int] = []
    for place, character in enumerate(text[start:], start):
        if len(cells) == rows * columns:
            return cells, bool(text[place:].strip())
        if character in "01":
            cells.append(int(character))
        elif not character.isspace():
            raise at_offset(text, place, f"expected 0 or 1, found {shown(character)}")
    if len(cells) < rows * columns:
        raise at_offset(text, len(text), f"expected {rows * columns} cells, found {len(cells)}")
    return cells, False


def _binary_cells(text: str, start: int, rows: int, columns: int) -> tuple[list[int], bool]:
    wide = (columns + 7) // 8
    data = text[start + 1 :].encode("latin-1")  # after one byte of white space
    if len(data) < rows * wide:
        raise PuzzleFileError(f"line 1, column 1: expected {rows * wide} bytes of cells, found {len(data)}")
    cells = []
    for row in range(rows):
        line = data[row * wide : (row + 1) * wide]
        cells += [line[column // 8] >> (7 - column % 8) & 1 for column in range(columns)]
    return cells, len(data) > rows * wide


def write_dots(file: PuzzleFile) -> str:
    """Write the solution so that `parse_dots` reads the same puzzle back."""
    return "\n".join("".join(".#"[cell] for cell in row) for row in _rows(file)) + "\n"


def write_digits(file: PuzzleFile) -> str:
    """Write the solution so that `parse_digits` reads the same puzzle back."""
    return "\n".join("".join(map(str, row)) for row in _rows(file)) + "\n"


def write_pbm(file: PuzzleFile) -> str:
    """Write the solution as a plain PBM so that `parse_pbm` reads the same puzzle back."""
    rows = _rows(file)
    text = [f"P1\n{len(rows[0])} {len(rows)}"]
    for row in rows:
        digits = "".join(map(str, row))
        text += [digits[at : at + _MAX_LINE] for at in range(0, len(digits), _MAX_LINE)]
    return "\n".join(text) + "\n"


def _rows(file: PuzzleFile) -> list[list[int]]:
    if file.solution is None:
        raise PuzzleFileError("a picture holds only the solution, and the puzzle has no stored solution")
    return [list(row) for row in file.solution.rows]
