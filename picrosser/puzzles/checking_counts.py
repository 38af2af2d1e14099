"""The referee's rules of Hungry Cat: counts per colour, as one run or as two and more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from picrosser.puzzles.axes import Axis, Violation
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.picture import EMPTY, Picture


def count_violations(puzzle: HungryCat, picture: Picture) -> tuple[Violation, ...]:
    """Every way in which a picture breaks a puzzle's rules; empty for a solution.

    Cells may be blank: a line's counts say how many of its cells have a colour.
    """
    cells = picture.rows
    found: list[Violation] = list(_blank_cells(cells)) if puzzle.full else []
    for number, (hints, line) in enumerate(zip(puzzle.rows, cells, strict=True)):
        found += _line_violations("row", number, hints, line)
    for number, (hints, column) in enumerate(zip(puzzle.cols, zip(*cells, strict=True), strict=True)):
        found += _line_violations("column", number, hints, column)
    return tuple(found)


def _blank_cells(cells: Sequence[Sequence[int]]) -> Iterator[Violation]:
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell == EMPTY:
                yield Violation("row", row, -1, f"row {row + 1}, column {column + 1} is blank")


def _line_violations(axis: Axis, number: int, hints: Line, cells: Sequence[int]) -> Iterator[Violation]:
    runs = [colour for colour, _ in groupby(cells)]
    for slot, hint in enumerate(hints):
        place = f"{axis} {number + 1}: colour {slot + 1}"
        count = cells.count(slot + 1)
        pieces = runs.count(slot + 1)
        if hint.count is not None and count != hint.count:
            yield Violation(axis, number, slot, f"{place} has {count} cells, the hint says {hint.count}")
        if count < 2 or hint.contiguous is None:
            continue
        if hint.contiguous and pieces > 1:
            yield Violation(axis, number, slot, f"{place} has {pieces} runs, the hint is circled")
        if not hint.contiguous and pieces == 1:
            yield Violation(axis, number, slot, f"{place} is one run, the hint is not circled")


def count_contradictions(puzzle: HungryCat) -> tuple[str, ...]:
    """Why no picture can keep the hints, as far as it can be seen without solving; empty if nothing shows.

    Each text names its place ("row 3", "column 10", "colour 2"), counted from 1.
    """
    rows, columns = puzzle.shape
    found: list[str] = []
    for axis, lines, length in (("row", puzzle.rows, columns), ("column", puzzle.cols, rows)):
        for number, line in enumerate(lines, 1):
            found += _line_contradictions(f"{axis} {number}", line, length, puzzle.full)
    found += _total_contradictions(puzzle)
    return tuple(found)


def _line_contradictions(place: str, line: Line, length: int, full: bool) -> Iterator[str]:
    known = [hint.count for hint in line if hint.count is not None]
    short = full and len(known) == len(line) and sum(known) < length
    if sum(known) > length or short:
        yield f"{place}: the counts add up to {sum(known)}, but the line has {length} cells"
    for slot, hint in enumerate(line, 1):
        yield from (f"{place}, colour {slot}: {why}" for why in _hint_contradictions(hint, length))


def _hint_contradictions(hint: CountHint, length: int) -> Iterator[str]:
    if hint.count is None:
        return
    if hint.count < 0:
        yield f"a count cannot be {hint.count}"
    if hint.count == 0 and hint.contiguous:
        yield "a circled 0 means nothing"
    if hint.count >= 2 and hint.contiguous is False and hint.count == length:
        yield f"{hint.count} cells that are not circled need a gap, but the line has {length} cells"


def _total_contradictions(puzzle: HungryCat) -> Iterator[str]:
    for slot in range(puzzle.colours):
        in_rows = _total(puzzle.rows, slot)
        in_columns = _total(puzzle.cols, slot)
        if in_rows is not None and in_columns is not None and in_rows != in_columns:
            yield f"colour {slot + 1}: the rows add up to {in_rows}, the columns to {in_columns}"


def _total(lines: Sequence[Line], slot: int) -> int | None:
    """A colour's total over all lines, None when one of them is unknown."""
    total = 0
    for line in lines:
        count = line[slot].count
        if count is None:
            return None
        total += count
    return total
