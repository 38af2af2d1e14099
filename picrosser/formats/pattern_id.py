"""Game IDs of Pattern, from Simon Tatham's Portable Puzzle Collection: black nonograms.

A whole file:

    3x2:1/2//2/1,Abd

These are the width, the height, all columns, all rows, and after the comma the given cells. Nothing between
two slashes is an empty line. Each letter of the given cells skips 0 (a) to 24 (y) cells and gives the next
one: a capital letter a black cell, a small letter a blank one. z skips 25 cells and gives none.
"""

from __future__ import annotations

import re
import string

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import (
    Cells,
    HintLine,
    check_size,
    in_rows,
    nonogram_file,
    runs_from,
    runs_text,
)
from picrosser.formats.puzzle_file import MAX_SIDE, Format, PuzzleFile
from picrosser.formats.text import Snippet, at_offset
from picrosser.puzzles.picture import EMPTY, UNKNOWN

_ID = re.compile(r"\s*([0-9]+)(?:x([0-9]+))?:([0-9./]*)(?:,([A-Za-z]+))?\s*", re.ASCII)
_SEED = re.compile(r"\s*[0-9]+(?:x[0-9]+)?#", re.ASCII)
_STEPS = string.ascii_lowercase  # the letters for 0, 1, 2... skipped cells


def _looks_like(text: str) -> bool:
    """Whether a text is a game ID, or a random seed, which is refused with an explanation."""
    return bool(_ID.fullmatch(text) or _SEED.match(text))


def parse(text: str) -> PuzzleFile:
    """Read a puzzle."""
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


def _write(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    rows, columns = puzzle.shape
    if rows * columns < 2:
        raise PuzzleFileError("Pattern has no board with a single cell")
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
        text += "z" * (skipped // 25)
        letter = _STEPS[skipped % 25]
        text += letter if cell == EMPTY else letter.upper()
        skipped = 0
    return text + "z" * (skipped // 25) + (_STEPS[skipped % 25] if skipped % 25 else "")


FORMAT = Format(
    "pattern", "game ID of Pattern", "nonogram", (".pattern", ".id"), _looks_like, parse, _write, given=True,
)  # fmt: skip
