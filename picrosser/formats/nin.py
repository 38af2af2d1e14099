"""Jakub Wilk's .nin: black nonograms.

A whole file: the number of columns and of rows (.mk has them the other way round), the hints of the rows, the
hints of the columns. Runs are separated by spaces, `0` is an empty line, and lines that begin with `#` are
comments:

    3 2
    2
    1
    1
    2
    0
"""

from __future__ import annotations

import re

from picrosser.formats.hint_lines import black_hints, lengths_text, nonogram_file, nonogram_of, take_block
from picrosser.formats.mk import read_header
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.text import TextLine, text_lines

_SIZE = re.compile(r"[0-9]{1,4}", re.ASCII)


def looks_like(text: str) -> bool:
    """Whether the first line has two numbers, and as many lines of hints follow as their sum."""
    lines = [line.text.split() for line in _without_comments(text) if line.text.strip()]
    if not lines or len(lines[0]) != 2 or not all(_SIZE.fullmatch(word) for word in lines[0]):
        return False
    if any(set("".join(line)) - set("0123456789,") for line in lines):
        return False
    return sum(map(int, lines[0])) == len(lines) - 1


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    lines = _without_comments(text)
    start, columns, rows = read_header(lines)
    hints = [black_hints(line) for line in take_block(lines[start:], rows + columns, "rows and columns")]
    return nonogram_file(hints[:rows], hints[rows:])


def _without_comments(text: str) -> list[TextLine]:
    return [line for line in text_lines(text) if not line.text.lstrip().startswith("#")]


def write(file: PuzzleFile) -> str:
    """Write a puzzle of one colour so that `parse` reads the same hints back."""
    puzzle = nonogram_of(file)
    rows, columns = (list(map(lengths_text, lines)) for lines in (puzzle.rows, puzzle.cols))
    return "\n".join([f"{len(columns)} {len(rows)}", *rows, *columns]) + "\n"
