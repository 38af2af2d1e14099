"""QNonograms' .cwd: black nonograms.

A whole file: the number of rows, the number of columns, the hints of the rows, a blank line, the hints of the
columns. Runs are separated by spaces, and `0` is an empty line:

    2
    3
    2
    1

    1
    2
    0
"""

from __future__ import annotations

from itertools import dropwhile

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import (
    black_hints,
    check_size,
    lengths_text,
    line_place,
    nonogram_file,
    nonogram_of,
    take_block,
)
from picrosser.formats.puzzle_file import MAX_SIDE, PuzzleFile
from picrosser.formats.text import Word, at, number_of, text_lines


def looks_like(text: str) -> bool:
    """Whether two numbers are followed by that many lines of hints, with a blank line between them."""
    lines = [line.text.strip() for line in text_lines(text.strip())]
    if len(lines) < 5 or not all(len(word) < 5 and word.isascii() and word.isdecimal() for word in lines[:2]):
        return False
    rows, columns = map(int, lines[:2])
    return len(lines) == rows + columns + 3 and not lines[rows + 2]


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    lines = list(dropwhile(lambda line: not line.text.strip(), text_lines(text)))
    if len(lines) < 2:
        raise PuzzleFileError(
            f"line {len(lines) + 1}, column 1: expected the number of rows, then the number of columns"
        )
    sizes = [Word(line.text.strip(), line.number, 1) for line in lines[:2]]
    rows, columns = (number_of(word, MAX_SIDE, "a size") for word in sizes)
    check_size(rows, columns, line_place(lines[0].number))
    if len(lines) < rows + 3:
        raise at(
            lines[-1], f"expected {rows} rows, a blank line and {columns} columns, but the file ends here"
        )
    gap = lines[rows + 2]
    if gap.text.strip():
        raise at(gap, f"expected a blank line after {rows} rows, found {gap.text.strip()[:20]!r}")
    row_lines = lines[2 : rows + 2]
    column_lines = take_block(lines[rows + 3 :], columns, "columns")
    return nonogram_file(
        [black_hints(line) for line in row_lines], [black_hints(line) for line in column_lines]
    )


def write(file: PuzzleFile) -> str:
    """Write a puzzle of one colour so that `parse` reads the same hints back."""
    puzzle = nonogram_of(file)
    rows, columns = (list(map(lengths_text, lines)) for lines in (puzzle.rows, puzzle.cols))
    return "\n".join([str(len(rows)), str(len(columns)), *rows, "", *columns]) + "\n"
