"""Olšák's .mk: black nonograms.

A whole file: the number of rows and of columns, the hints of the rows, a line that begins with `#` (the rest
of it is a comment), the hints of the columns. Runs are separated by spaces, and `0` is an empty line:

    2 3
    2
    1
    #
    1
    2
    0
"""

from __future__ import annotations

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
from picrosser.formats.text import TextLine, at, number_of, text_lines, words_of


def looks_like(text: str) -> bool:
    """Whether the first line has two numbers, and the first is the number of lines before the `#`."""
    lines = [line for line in text_lines(text) if line.text.strip()]
    hashes = [place for place, line in enumerate(lines) if line.text.lstrip().startswith("#")]
    if not hashes or hashes[0] == 0:
        return False
    first = lines[0].text.split()
    return (
        len(first) == 2
        and all(word.isascii() and word.isdecimal() for word in first)
        and first[0] == str(hashes[0] - 1)
    )


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    lines = text_lines(text)
    start, rows, columns = read_header(lines)
    parts = [place for place, line in enumerate(lines) if line.text.lstrip().startswith("#")]
    if not parts:
        raise PuzzleFileError(f"line {len(lines)}, column 1: there is no line # between rows and columns")
    row_lines = take_block(lines[start : parts[0]], rows, "rows")
    column_lines = take_block(lines[parts[0] + 1 :], columns, "columns")
    return nonogram_file(
        [black_hints(line) for line in row_lines], [black_hints(line) for line in column_lines]
    )


def read_header(lines: list[TextLine]) -> tuple[int, int, int]:
    """Read the first line that is not blank, the header.

    Returns
    -------
    The number of lines read, and the two numbers of the header.

    Raises
    ------
    PuzzleFileError : there is no header, or the board is too large.
    """
    for place, line in enumerate(lines, 1):
        if line.text.strip():
            words = list(words_of(line))
            if len(words) != 2:
                raise at(line, f"expected two numbers for the size, found {len(words)} words")
            one, other = (number_of(word, MAX_SIDE, "a size") for word in words)
            check_size(one, other, line_place(line.number))
            return place, one, other
    raise PuzzleFileError("line 1, column 1: the file is empty")


def write(file: PuzzleFile) -> str:
    """Write a puzzle of one colour so that `parse` reads the same hints back."""
    puzzle = nonogram_of(file)
    rows, columns = (list(map(lengths_text, lines)) for lines in (puzzle.rows, puzzle.cols))
    return "\n".join([f"{len(rows)} {len(columns)}", *rows, "#", *columns]) + "\n"
