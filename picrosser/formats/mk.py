"""Olšák's .mk: `rows columns`, the rows' clues, a line `#`, the columns' clues.

A whole file; one clue a line, runs parted by spaces, `0` for an empty line; text after the `#` is a comment:

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
    nonogram_file,
    nonogram_of,
    take_block,
)
from picrosser.formats.puzzle_file import MAX_SIDE, PuzzleFile
from picrosser.formats.text import TextLine, at, number_of, text_lines, words_of


def looks_like(text: str) -> bool:
    """A first line of two numbers a b, and a line `#` after exactly a clue lines."""
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
        raise PuzzleFileError(f"line {len(lines)}, column 1: no line # between the rows and the columns")
    row_lines = take_block(lines[start : parts[0]], rows, "rows")
    column_lines = take_block(lines[parts[0] + 1 :], columns, "columns")
    return nonogram_file(
        [black_hints(line) for line in row_lines], [black_hints(line) for line in column_lines]
    )


def read_header(lines: list[TextLine]) -> tuple[int, int, int]:
    """The number of lines up to the header and with it, and its two numbers.

    Raises
    ------
    PuzzleFileError : there is none, or it asks for a board that is too large.
    """
    for place, line in enumerate(lines, 1):
        if line.text.strip():
            words = list(words_of(line))
            if len(words) != 2:
                raise at(line, f"expected two numbers, the size, found {len(words)} words")
            one, other = (number_of(word, MAX_SIDE, "a size") for word in words)
            check_size(one, other, f"line {line.number}, column 1: ")
            return place, one, other
    raise PuzzleFileError("line 1, column 1: the file is empty")


def write(file: PuzzleFile) -> str:
    """Write a puzzle of one ink; `parse` reads the same clues back."""
    puzzle = nonogram_of(file)
    rows, columns = (list(map(lengths_text, lines)) for lines in (puzzle.rows, puzzle.cols))
    return "\n".join([f"{len(rows)} {len(columns)}", *rows, "#", *columns]) + "\n"
