"""The referee's rules of nonograms: ordered runs, and cells that are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from picrosser.puzzles.axes import Axis, Violation
from picrosser.puzzles.nonogram import Nonogram, Runs, room_needed, runs_of_cells
from picrosser.puzzles.picture import UNKNOWN, Picture


def run_violations(puzzle: Nonogram, picture: Picture) -> tuple[Violation, ...]:
    """Every line whose runs differ from its hints, and every given cell that has another colour."""
    cells = picture.rows
    found: list[Violation] = []
    for number, (runs, line) in enumerate(zip(puzzle.rows, cells, strict=True)):
        found += _line_violations("row", number, runs, line)
    for number, (runs, column) in enumerate(zip(puzzle.cols, zip(*cells, strict=True), strict=True)):
        found += _line_violations("column", number, runs, column)
    return (*found, *_given_violations(puzzle, cells))


def _line_violations(
    axis: Axis, number: int, hints: Runs | None, cells: Sequence[int]
) -> Iterator[Violation]:
    if hints is None:
        return
    runs = runs_of_cells(cells)
    if runs != hints:
        place = f"{axis} {number + 1}"
        yield Violation(
            axis, number, -1, f"{place} has the runs {_listed(runs)}, the hints say {_listed(hints)}"
        )


def _given_violations(puzzle: Nonogram, cells: Sequence[Sequence[int]]) -> Iterator[Violation]:
    for row, line in enumerate(puzzle.given or ()):
        for column, given in enumerate(line):
            if given not in (UNKNOWN, cells[row][column]):
                text = (
                    f"row {row + 1}, column {column + 1} is given as colour {given}, not {cells[row][column]}"
                )
                yield Violation("row", row, -1, text)


def run_contradictions(puzzle: Nonogram) -> tuple[str, ...]:
    """Lines that are too short for their runs, and colours of which rows and columns have unlike totals."""
    rows, columns = puzzle.shape
    found: list[str] = []
    for axis, lines, length in (("row", puzzle.rows, columns), ("column", puzzle.cols, rows)):
        for number, runs in enumerate(lines, 1):
            needed = room_needed(runs or ())
            if needed > length:
                found.append(
                    f"{axis} {number}: the runs {_listed(runs or ())} need {needed} cells, it has {length}"
                )
    if None not in puzzle.rows and None not in puzzle.cols:
        for colour in range(1, puzzle.colours + 1):
            totals = [_total(lines, colour) for lines in (puzzle.rows, puzzle.cols)]
            if totals[0] != totals[1]:
                found.append(f"colour {colour}: the rows add up to {totals[0]}, the columns to {totals[1]}")
    return tuple(found)


def _total(lines: Sequence[Runs | None], colour: int) -> int:
    return sum(run.length for runs in lines for run in runs or () if run.colour == colour)


def _listed(runs: Runs) -> str:
    """The lengths, with the colour where it is not the first: "2 3(2)"."""
    shown = [str(run.length) if run.colour == 1 else f"{run.length}({run.colour})" for run in runs]
    return " ".join(shown) or "0"
