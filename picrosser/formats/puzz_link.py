"""Nonograms of puzz.link (pzprjs): addresses, and files of the form pzprv3.

An address has the columns, the rows and a list of slots: for each column, from the left, half as many slots
as it has cells, rounded up, then so for each row. Within a line they run from the board outwards, so its last
run comes first. A run is a hexadecimal digit, from 16 on `-` and two digits; g to z skip 1 to 20 slots, and
slots at the end may be missing. A file may have an address on each line:

    https://puzz.link/p?nonogram/3/2/12g2g1g

A file has the rows, the columns, and the whole page in words: the hints as they stand beside the board, `.`
where nothing is, and `c` before a hint that is ticked off. In the board `#` is black, `+` marked as blank and
`.` open; it is read as the stored solution. An address may hold such a file, with slashes for line ends:

    pzprv3
    nonogram
    2
    3
    . . 1 2 .
    . 2 # # .
    . 1 . # +

An empty line has no hint. A written 0 can never be met on puzz.link, so it is refused.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from urllib.parse import unquote

from picrosser.errors import PuzzleFileError
from picrosser.formats.addresses import OTHER_PUZZ_LINK, PUZZ_LINK
from picrosser.formats.hint_lines import HintLine, nonogram_file, size_of, with_board
from picrosser.formats.puzzle_file import Format, PuzzleFile, on_each_line, parts_between, single
from picrosser.formats.text import Snippet, first_line, shown, text_lines
from picrosser.puzzles.nonogram import Run, Runs
from picrosser.puzzles.picture import EMPTY, UNKNOWN

_PAGE = "https://puzz.link/p?nonogram"
_SLOT = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|([g-z])|(.)", re.DOTALL)  # the last one is an error
_BEFORE_G = 15  # in base 36, g is 16 and skips one slot
_MOST_SKIPPED = 20
_MAX_RUN = 255


def _parse_address(text: str) -> PuzzleFile:
    line = first_line(text)
    match = PUZZ_LINK.fullmatch(line.text)
    if match is None:
        kind = re.search(r"\?(?:type=[a-z]+&)?([a-z0-9_]+)", line.text)
        what = f"this is an address of {shown(kind[1])}" if kind else "expected an address of puzz.link"
        raise line.error(f"{what}, not of a nonogram")
    if match[5]:
        return _parse_page(unquote(match[5]).replace("/", "\n"))
    if match[1].lower() != "nonogram":
        raise line.error(f"this is a puzzle of {shown(match[1])}, which has other rules than a nonogram")
    rows, columns = size_of([line.part(*match.span(group)) for group in (3, 2)])
    halves = (columns, (rows + 1) // 2), (rows, (columns + 1) // 2)
    body = line.part(*match.span(4)) if match[4] else line.part(0, 0)
    numbers = _slots(body, sum(count * slots for count, slots in halves))
    lines, start = [], 0
    for count, slots in halves:
        for at in range(start, start + count * slots, slots):
            found = (numbers[place] for place in range(at + slots - 1, at - 1, -1) if place in numbers)
            lines.append(HintLine(tuple(map(Run, found)), line.place))
        start += count * slots
    return nonogram_file(lines[columns:], lines[:columns])


def _slots(body: Snippet, count: int) -> dict[int, int]:
    """Return the numbers by their slots."""
    numbers: dict[int, int] = {}
    slot = 0
    for match in _SLOT.finditer(body.text):
        place = match.start()
        if match[4]:
            found = shown(body.text[place : place + 3])
            raise body.part(place).error(f"expected a hint or a letter that skips some, found {found}")
        if match[3]:
            slot += int(match[3], 36) - _BEFORE_G
        else:
            if not (number := int(match[1] or match[2], 16)):
                raise body.part(place).error(_ZERO, _ZERO_ADVICE)
            numbers[slot] = number
            slot += 1
        if slot > count:
            raise body.part(place).error(f"there are more hints than the {count} that have room")
    return numbers


_ZERO = "a hint of 0, which can never be met on puzz.link"
_ZERO_ADVICE = "leave it out if the line is empty"


def _write_address(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    rows, columns = puzzle.shape
    slots = [
        length
        for lines, size in ((puzzle.cols, rows), (puzzle.rows, columns))
        for runs in lines
        for length in _outwards(runs, (size + 1) // 2)
    ]
    if max(slots) > _MAX_RUN:
        raise PuzzleFileError(f"puzz.link has no runs above {_MAX_RUN}, and this puzzle has {max(slots)}")
    body = ""
    for is_run, group in groupby(slots, bool):
        lengths = list(group)
        runs = (f"{length:x}" if length < 16 else f"-{length:02x}" for length in lengths)
        body += "".join(runs) if is_run else _skip(len(lengths))
    return f"{_PAGE}/{columns}/{rows}/{body}\n"


def _skip(count: int) -> str:
    letters = "z" * (count // _MOST_SKIPPED)
    return letters + (chr(ord("f") + count % _MOST_SKIPPED) if count % _MOST_SKIPPED else "")


def _outwards(runs: Runs | None, slots: int) -> list[int]:
    """Return the slots of a line: the lengths of its runs from the last one on, and 0 in the others."""
    lengths = [run.length for run in reversed(runs or ())]
    return lengths + [0] * (slots - len(lengths))


PUZZ_LINK_FORMAT = Format(
    "puzz-link", "address of puzz.link", (), on_each_line(PUZZ_LINK, OTHER_PUZZ_LINK),
    parts_between(_parse_address, "\n"), _write_address,
)  # fmt: skip


# ---- pzprv3

_CELLS = {"#": 1, "+": EMPTY, ".": UNKNOWN}


def _parse_page(text: str) -> PuzzleFile:
    lines = [line for line in text_lines(text) if line.text.strip()]
    if len(lines) < 4:
        raise Snippet("", len(lines) or 1).error("expected pzprv3, nonogram, the rows and the columns")
    kind = lines[1].text.strip()
    if kind != "nonogram":
        raise lines[1].error(f"this is a puzzle of {shown(kind)}, not a nonogram")
    rows, columns = size_of(lines[2:4])
    above, beside = (rows + 1) // 2, (columns + 1) // 2
    page = [list(line.words()) for line in lines[4 : 4 + above + rows]]
    odd = [line for line, words in zip(lines[4:], page, strict=False) if len(words) != beside + columns]
    if odd or len(page) < above + rows:
        where = odd[0] if odd else lines[-1]
        raise where.error(f"expected {above + rows} lines of {beside + columns} words here")
    col_hints = [_hints([words[beside + column] for words in page[:above]]) for column in range(columns)]
    row_hints = [_hints(words[:beside]) for words in page[above:]]
    for word in (word for words in page[above:] for word in words[beside:] if word.text not in _CELLS):
        raise word.error(f"expected #, + or . in the board, found {shown(word.text)}")
    board = [[_CELLS[word.text] for word in words[beside:]] for words in page[above:]]
    return with_board(nonogram_file(row_hints, col_hints), board)


def _hints(words: Sequence[Snippet]) -> HintLine:
    runs = []
    for word in words:
        if word.text != ".":
            number = word.part(word.text.startswith("c")).number("a hint")
            if not number:
                raise word.error(_ZERO, _ZERO_ADVICE)
            runs.append(Run(number))
    return HintLine(tuple(runs), words[0].place)


def _write_page(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    rows, columns = puzzle.shape
    above, beside = (rows + 1) // 2, (columns + 1) // 2
    corner, tops = ["."] * beside, [_inwards(runs, above) for runs in puzzle.cols]
    text = ["pzprv3", "nonogram", str(rows), str(columns)]
    text += [" ".join([*corner, *line]) + " " for line in zip(*tops, strict=True)]
    signs = {cell: sign for sign, cell in _CELLS.items()}
    board = ((UNKNOWN,) * columns,) * rows if file.solution is None else file.solution.rows
    for runs, cells in zip(puzzle.rows, board, strict=True):
        text.append(" ".join([*_inwards(runs, beside), *(signs[cell] for cell in cells)]) + " ")
    return "\n".join(text) + "\n"


def _inwards(runs: Runs | None, slots: int) -> list[str]:
    """Return the words of a line's hints, which end at the board."""
    return [str(length or ".") for length in reversed(_outwards(runs, slots))]


PZPRV3 = Format(
    "pzprv3", "file of puzz.link", (".pzprv3",), re.compile(r"\s*pzprv3[0-9.]*\s*\n").match,
    single(_parse_page), _write_page, solution=True,
)  # fmt: skip
