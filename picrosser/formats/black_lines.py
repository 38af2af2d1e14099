"""Lists of black runs: Olšák's .mk, Wilk's .nin, QNonograms' .cwd.

Runs are separated by spaces, and `0` is an empty line. In .mk stand the number of rows and of columns, the
hints of the rows, a line that begins with `#` (the rest of it is a comment), and the hints of the columns:

    2 3
    2
    1
    #
    1
    2
    0

In .nin stand the number of columns and of rows, the hints of the rows, and the hints of the columns; lines
that begin with `#` are comments:

    3 2
    2
    1
    1
    2
    0

In .cwd stand the number of rows, the number of columns, the hints of the rows, a blank line, and the hints of
the columns:

    2
    3
    2
    1

    1
    2
    0
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile, takewhile

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import (
    black_line,
    check_size,
    nonogram_file,
    runs_text,
    size_of,
    take_block,
)
from picrosser.formats.puzzle_file import Format, PuzzleFile, single
from picrosser.formats.text import Snippet, text_lines

_SIZE = re.compile(r"[0-9]{1,4}", re.ASCII)
_SIZES = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s*")


def _is_comment(line: Snippet) -> bool:
    return line.text.lstrip().startswith("#")


def _header(lines: Sequence[Snippet]) -> tuple[int, int, int]:
    """Read the first line that is not blank: the number of lines read, and the two numbers in it."""
    for place, line in enumerate(lines, 1):
        if line.text.strip():
            words = list(line.words())
            if len(words) != 2:
                raise line.error(f"expected two numbers for the size, found {len(words)} words")
            one, other = (word.number("a size") for word in words)
            check_size(one, other, line.place)
            return place, one, other
    raise PuzzleFileError("line 1, column 1: the file is empty")


def _puzzle(rows: Sequence[Snippet], columns: Sequence[Snippet]) -> PuzzleFile:
    return nonogram_file(list(map(black_line, rows)), list(map(black_line, columns)))


def _text(file: PuzzleFile, head: str, between: Sequence[str] = ()) -> str:
    rows, columns = (list(map(runs_text, lines)) for lines in (file.nonogram.rows, file.nonogram.cols))
    first = head.format(rows=len(rows), columns=len(columns))
    return "\n".join([first, *rows, *between, *columns]) + "\n"


# ---- .mk


def _looks_like_mk(text: str) -> bool:
    """Whether the first line has two numbers, and the first is the number of lines before the `#`."""
    lines = [line for line in text_lines(text) if line.text.strip()]
    before = list(takewhile(lambda line: not _is_comment(line), lines))
    sizes = _SIZES.fullmatch(before[0].text) if 0 < len(before) < len(lines) else None
    return sizes is not None and sizes[1] == str(len(before) - 1)


def _parse_mk(text: str) -> PuzzleFile:
    lines = text_lines(text)
    start, rows, columns = _header(lines)
    end = next((place for place, line in enumerate(lines) if _is_comment(line)), None)
    if end is None:
        raise Snippet("", len(lines)).error("there is no line # between rows and columns")
    row_lines = take_block(lines[start:end], rows, "rows")
    return _puzzle(row_lines, take_block(lines[end + 1 :], columns, "columns"))


# ---- .nin


def _looks_like_nin(text: str) -> bool:
    """Whether the first line has two numbers, and as many lines of hints follow as their sum."""
    lines = [line.text for line in text_lines(text) if line.text.strip() and not _is_comment(line)]
    sizes = _SIZES.fullmatch(lines[0]) if lines else None
    if sizes is None or set("".join("".join(lines).split())) - set("0123456789,"):
        return False
    return int(sizes[1]) + int(sizes[2]) == len(lines) - 1


def _parse_nin(text: str) -> PuzzleFile:
    lines = [line for line in text_lines(text) if not _is_comment(line)]
    start, columns, rows = _header(lines)
    hints = take_block(lines[start:], rows + columns, "rows and columns")
    return _puzzle(hints[:rows], hints[rows:])


# ---- .cwd


def _looks_like_cwd(text: str) -> bool:
    """Whether two numbers are followed by that many lines of hints, with a blank line between them."""
    lines = [line.text.strip() for line in text_lines(text.strip())]
    if len(lines) < 5 or not all(map(_SIZE.fullmatch, lines[:2])):
        return False
    rows, columns = map(int, lines[:2])
    return len(lines) == rows + columns + 3 and not lines[rows + 2]


def _parse_cwd(text: str) -> PuzzleFile:
    lines = list(dropwhile(lambda line: not line.text.strip(), text_lines(text)))
    if len(lines) < 2:
        what = "expected the number of rows, then the number of columns"
        raise Snippet("", len(lines) + 1).error(what)
    rows, columns = size_of(lines[:2])
    if len(lines) < rows + 3:
        what = f"expected {rows} rows, a blank line and {columns} columns, but the file ends here"
        raise lines[-1].error(what)
    gap = lines[rows + 2]
    if gap.text.strip():
        raise gap.error(f"expected a blank line after {rows} rows, found {gap.text.strip()[:20]!r}")
    return _puzzle(lines[2 : rows + 2], take_block(lines[rows + 3 :], columns, "columns"))


MK = Format(
    "mk", "Olšák's .mk", (".mk",), _looks_like_mk, single(_parse_mk),
    lambda file: _text(file, "{rows} {columns}", ["#"]),
)  # fmt: skip
NIN = Format(
    "nin", "Wilk's .nin", (".nin",), _looks_like_nin, single(_parse_nin),
    lambda file: _text(file, "{columns} {rows}"),
)  # fmt: skip
CWD = Format(
    "cwd", "QNonograms' .cwd", (".cwd",), _looks_like_cwd, single(_parse_cwd),
    lambda file: _text(file, "{rows}\n{columns}", [""]),
)  # fmt: skip
