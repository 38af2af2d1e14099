"""Lists of black runs: Olšák's .mk, Wilk's .nin, QNonograms' .cwd, and the game IDs of Pattern.

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

Pattern, of Simon Tatham's Portable Puzzle Collection, has the width, the height, all columns, all rows, and
after a comma the given cells. Nothing between two slashes is an empty line. Each letter of the given cells
skips 0 (a) to 24 (y) cells and gives the next one: a capital letter a black cell, a small letter a blank one.
z skips 25 cells and gives none:

    3x2:1/2//2/1,Abd
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from itertools import dropwhile, takewhile

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import (
    Cells,
    HintLine,
    black_line,
    check_size,
    in_rows,
    nonogram_file,
    runs_from,
    runs_text,
    take_block,
)
from picrosser.formats.puzzle_file import MAX_SIDE, Format, PuzzleFile
from picrosser.formats.text import Snippet, at_offset, text_lines
from picrosser.puzzles.picture import EMPTY, UNKNOWN

_SIZE = re.compile(r"[0-9]{1,4}", re.ASCII)
_SIZES = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s*")
_ID = re.compile(r"\s*([0-9]+)(?:x([0-9]+))?:([0-9./]*)(?:,([A-Za-z]+))?\s*", re.ASCII)
_SEED = re.compile(r"\s*[0-9]+(?:x[0-9]+)?#", re.ASCII)
_LIKE_ID = re.compile(f"(?:{_ID.pattern}|{_SEED.pattern}.*)", re.ASCII | re.DOTALL)  # a seed is refused
_STEPS = string.ascii_lowercase  # the letters for 0, 1, 2... skipped cells


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
    rows, columns = (line._replace(text=line.text.strip()).number("a size") for line in lines[:2])
    check_size(rows, columns, lines[0].place)
    if len(lines) < rows + 3:
        what = f"expected {rows} rows, a blank line and {columns} columns, but the file ends here"
        raise lines[-1].error(what)
    gap = lines[rows + 2]
    if gap.text.strip():
        raise gap.error(f"expected a blank line after {rows} rows, found {gap.text.strip()[:20]!r}")
    return _puzzle(lines[2 : rows + 2], take_block(lines[rows + 3 :], columns, "columns"))


# ---- Pattern


def parse_id(text: str) -> PuzzleFile:
    """Read a game ID of Pattern."""
    if _SEED.match(text):
        raise PuzzleFileError(
            "line 1, column 1: a random seed is not a puzzle",
            "copy the ID from the game's menu: Game > Specific",
        )
    match = _ID.fullmatch(text)
    if match is None:
        raise PuzzleFileError("line 1, column 1: expected an ID like 2x2:1/1/2/0")
    # There is only white space before the ID, and none within it, so that all of it stands on one line.
    begin = match.start(1)
    line = Snippet(text[begin:], text.count("\n", 0, begin) + 1, begin - text.rfind("\n", 0, begin))

    def part(group: int) -> Snippet:
        return line.part(match.start(group) - begin, match.end(group) - begin)

    columns, rows = (part(group).number("a size") for group in (1, 2 if match[2] else 1))
    check_size(rows, columns, "line 1, column 1: ")
    parts = _split(part(3), "/")
    if len(parts) != rows + columns:
        raise parts[0].error(f"expected {columns} columns and {rows} rows, found {len(parts)} lines")
    hints = list(map(_hint_line, parts))
    given = _given_cells(text, match[4], match.start(4), rows, columns) if match[4] else None
    return nonogram_file(hints[columns:], hints[:columns], given=given)


def _split(place: Snippet, mark: str) -> list[Snippet]:
    """Cut a snippet at each mark."""
    found, start = [], 0
    for text in place.text.split(mark):
        found.append(place.part(start, start + len(text)))
        start += len(text) + 1
    return found


def _hint_line(place: Snippet) -> HintLine:
    """Read the runs between two slashes."""
    if place.text.count(".") >= MAX_SIDE:
        raise place.error(f"this line has more than {MAX_SIDE} runs")
    words = _split(place, ".") if place.text else []
    runs = runs_from([(word, 1) for word in words])
    if words and not runs:
        raise words[0].error("a run of 0", "write nothing between the slashes if the line is empty")
    return HintLine(runs, place.place)


def _given_cells(text: str, steps: str, offset: int, rows: int, columns: int) -> Cells:
    cells = [UNKNOWN] * (rows * columns)
    place = 0
    for number, letter in enumerate(steps):
        skip = _STEPS.index(letter.lower())
        place += skip
        if place == len(cells) and number == len(steps) - 1:
            break
        if place >= len(cells):
            what = f"the given cells go beyond the {len(cells)} cells of the board"
            raise at_offset(text, offset + number, what)
        if skip < 25:
            cells[place] = int(letter.isupper())
            place += 1
    if place < len(cells):
        raise at_offset(text, offset, f"the given cells describe only {place} of {len(cells)} cells")
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


MK = Format(
    "mk", "Olšák's .mk", "nonogram", (".mk",), _looks_like_mk, _parse_mk,
    lambda file: _text(file, "{rows} {columns}", ["#"]),
)  # fmt: skip
NIN = Format(
    "nin", "Wilk's .nin", "nonogram", (".nin",), _looks_like_nin, _parse_nin,
    lambda file: _text(file, "{columns} {rows}"),
)  # fmt: skip
CWD = Format(
    "cwd", "QNonograms' .cwd", "nonogram", (".cwd",), _looks_like_cwd, _parse_cwd,
    lambda file: _text(file, "{rows}\n{columns}", [""]),
)  # fmt: skip
PATTERN = Format(
    "pattern", "game ID of Pattern", "nonogram", (".pattern", ".id"), _LIKE_ID.fullmatch, parse_id, _write_id,
    given=True,
)  # fmt: skip
