"""Lists of black runs: Olšák's .mk, Wilk's .nin, QNonograms' .cwd, gnonograms' .gno, picross-solver's.

In the first three, runs are separated by spaces, and `0` is an empty line. In .mk stand the number of rows
and of columns, the hints of the rows, a line that begins with `#` (the rest of it is a comment), and the
hints of the columns:

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

In .gno a heading is known by its first three letters. Rows come before columns, runs are separated by
commas, and an empty line is 0. The description is the name, the author, the date and the difficulty. In grids
0 is unknown, 1 blank and 2 painted; hints that are missing are computed from the solution. What was played
(`Working grid`) is read as the stored solution if it holds anything:

    [Description]
    Demo


    3
    [Dimensions]
    2
    3
    [Row clues]
    2
    1
    [Column clues]
    1
    2
    0
    [Solution grid]
    2 2 1
    1 2 1

In files of picross-solver each row and column stands in brackets, and lines that begin with `#` are
comments. A file may hold several puzzles:

    GRID Demo
    ROWS
    [ 2 ]
    [ 1 ]
    COLUMNS
    [ 1 ]
    [ 2 ]
    [ ]
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import dropwhile, islice, takewhile

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import (
    Cells,
    HintLine,
    black_line,
    hints_of,
    nonogram_file,
    runs_text,
    size_of,
    take_block,
    with_board,
)
from picrosser.formats.puzzle_file import Format, Parts, PuzzleFile, single
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import EMPTY, UNKNOWN

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
            return place, *size_of(words)
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


# ---- gnonograms

_HEADING_TEXT = r"\[ *(des|lic|dim|row|col|sol|wor|loc|sta|his|nam|ori)[^\]\n]*\]"
_HEADING = re.compile(_HEADING_TEXT, re.IGNORECASE)
_LIKE_GNO = re.compile(rf"\s*+(?={_HEADING_TEXT}).*?\[dim", re.IGNORECASE | re.DOTALL)
_CELLS = {"0": UNKNOWN, "1": EMPTY, "2": 1}


def _parse_gno(text: str) -> PuzzleFile:
    sections: dict[str, list[Snippet]] = {}
    current: list[Snippet] = []
    lines = iter(text_lines(text))
    for line in lines:
        match = _HEADING.match(line.text.strip())
        if match is None:
            current.append(line)
            continue
        key = match[1].lower()
        if key in sections:
            raise line.error(f"the section {shown(line.text.strip())} appears twice")
        current = sections[key] = []
        if key == "des":  # a name may look like a heading
            current += islice(lines, 1)
    if "dim" not in sections:
        raise PuzzleFileError("line 1, column 1: the file has no section [Dimensions]")
    sizes = [line for line in sections["dim"] if line.text.strip()]
    if len(sizes) != 2:
        place = Snippet("", sizes[0].line if sizes else 1)
        raise place.error("expected the rows and the columns on two lines")
    rows, columns = size_of(sizes)
    goal, board = (_grid(sections[key], rows, columns) if key in sections else None for key in ("sol", "wor"))
    title = sections["des"][0].text if sections.get("des") else ""
    hints = {
        key: [black_line(line) for line in take_block(sections[key], count, what)]
        for key, count, what in (("row", rows, "rows"), ("col", columns, "columns"))
        if key in sections
    }
    if len(hints) < 2:
        if goal is None or any(UNKNOWN in row for row in goal):
            raise PuzzleFileError("line 1, column 1: the file has neither all hints nor a whole solution")
        hints = dict(zip(("row", "col"), hints_of(goal), strict=True)) | hints
    file = nonogram_file(hints["row"], hints["col"], goal=goal, title=title)
    return file if board is None else with_board(file, board)


def _grid(lines: Sequence[Snippet], rows: int, columns: int) -> Cells:
    found = []
    for line in take_block(lines, rows, "rows of cells"):
        words = list(line.words())
        for word in words:
            if word.text not in _CELLS:
                raise word.error(f"expected 0, 1 or 2, found {shown(word.text)}")
        if len(words) != columns:
            raise line.error(f"expected {columns} cells, found {len(words)}")
        found.append([_CELLS[word.text] for word in words])
    return found


def _write_gno(file: PuzzleFile) -> str:
    puzzle, solution = file.nonogram, file.solution
    rows, columns = puzzle.shape
    text = ["[Description]", file.title, "", "", "", "[Dimensions]", str(rows), str(columns)]
    for heading, lines in (("[Row clues]", puzzle.rows), ("[Column clues]", puzzle.cols)):
        text += [heading, *(runs_text(runs, between=", ") for runs in lines)]
    if solution is not None:
        text.append("[Solution grid]" if solution.is_complete else "[Working grid]")
        digits = {cell: digit for digit, cell in _CELLS.items()}
        text += [" ".join(digits[cell] for cell in row) for row in solution.rows]
    return "\n".join(text) + "\n"


GNO = Format(
    "gno", ".gno of gnonograms", (".gno",), _LIKE_GNO.match, single(_parse_gno), _write_gno,
    solution=True, title=True, latin1=True,
)  # fmt: skip


# ---- picross-solver

_GRID = re.compile(r"GRID\b")
_ROW = re.compile(r"\s*\[([0-9 \t]*)\]\s*", re.ASCII)
_LIKE_GRID = re.compile(r"^GRID\b.*\n(?:[ \t]*+\n|#.*\n)*+ROWS[ \t]*$", re.MULTILINE)


def _grids(text: str) -> Parts:
    found: list[list[Snippet]] = []
    for line in text_lines(text):
        if _GRID.match(line.text):
            found.append([line])
        elif line.text.strip() and not line.text.startswith("#"):
            if not found:
                raise line.error(f"expected GRID, found {shown(line.text.strip())}")
            found[-1].append(line)
    return [partial(_parse_grid, lines) for lines in found]


def _parse_grid(lines: list[Snippet]) -> PuzzleFile:
    head, *rest = lines
    blocks: dict[str, list[HintLine]] = {}
    current: list[HintLine] | None = None
    for line in rest:
        row = _ROW.fullmatch(line.text)
        if row is None and (key := line.text.strip()) in ("ROWS", "COLUMNS") and key not in blocks:
            current = blocks[key] = []
        elif row is None or current is None:
            raise line.error(f"expected ROWS, COLUMNS or a line like [ 1 2 ], found {shown(line.text)}")
        else:
            current.append(black_line(line.part(*row.span(1))))
    if len(blocks) < 2:
        raise head.error("expected ROWS and COLUMNS below it")
    return nonogram_file(blocks["ROWS"], blocks["COLUMNS"], title=head.text.removeprefix("GRID"))


def _write_grid(file: PuzzleFile) -> str:
    def block(lines: Iterable[Runs | None]) -> list[str]:
        return [f"[ {runs_text(runs)} ]" if runs else "[ ]" for runs in lines]

    puzzle = file.nonogram
    text = [f"GRID {file.title}".rstrip(), "ROWS", *block(puzzle.rows), "COLUMNS", *block(puzzle.cols)]
    return "\n".join(text) + "\n"


PICROSS_SOLVER = Format(
    "picross-solver", "file of picross-solver", (), _LIKE_GRID.search, _grids, _write_grid, title=True,
)  # fmt: skip
