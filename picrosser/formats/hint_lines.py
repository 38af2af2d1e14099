"""The lines of hints that most nonogram formats consist of: text to runs, and runs to a checked puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from picrosser.errors import PuzzleFileError
from picrosser.formats.puzzle_file import BLACK_ON_WHITE, MAX_CELLS, MAX_COLOURS, MAX_SIDE, PuzzleFile
from picrosser.formats.text import TextLine, Word, at, number_of, words_of
from picrosser.puzzles.checking import contradictions, violations
from picrosser.puzzles.nonogram import Given, Nonogram, Run, Runs, room_needed, runs_of_cells
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture

_MAX_SHOWN = 20  # runs of a line that a message names
Cells = Sequence[Sequence[int]]
"""Row by row: a palette index, or UNKNOWN."""


@dataclass(frozen=True, slots=True)
class HintLine:
    """The runs of one row or column; None if they are unknown.

    place : how a message about the line begins: "line 7, column 1: ", or "".
    """

    runs: Runs | None
    place: str = ""


def black_hints(line: TextLine, most: int = MAX_SIDE) -> HintLine:
    """Read runs of one colour, separated by spaces or commas; `0` or nothing is an empty line."""
    return HintLine(runs_from([(word, 1) for word in words_of(line)], most), line_place(line.number))


def line_place(number: int) -> str:
    """Return how a message about a line of the file begins."""
    return f"line {number}, column 1: "


def runs_from(words: Sequence[tuple[Word, int]], most: int = MAX_SIDE) -> Runs:
    """Read runs from the words of their lengths, each with its colour; a single `0` is an empty line.

    Raises
    ------
    PuzzleFileError : a word is not a number, or a `0` stands among other numbers.
    """
    runs = [(word, number_of(word, most, "a run"), colour) for word, colour in words]
    if len(runs) == 1 and runs[0][1] == 0:
        return ()
    for word, length, _ in runs:
        if length == 0:
            raise at(word, "a run of 0 among other runs", "write an empty line as a single 0")
    return tuple(Run(length, colour) for _, length, colour in runs)


def take_block(lines: Sequence[TextLine], count: int, what: str) -> list[TextLine]:
    """Choose the `count` hint lines among lines that may have blank ones between them.

    If exactly `count` lines are not blank, these are the hints. Otherwise the first `count` lines are, and
    the blank ones among them are empty rows or columns; then only blank lines may follow.

    Raises
    ------
    PuzzleFileError : neither is possible.
    """
    filled = [line for line in lines if line.text.strip()]
    if len(filled) == count:
        return filled
    if len(filled) < count <= len(lines) and not any(line.text.strip() for line in lines[count:]):
        return list(lines[:count])
    place = filled[count] if len(filled) > count else (lines[-1] if lines else TextLine(1, ""))
    raise at(place, f"expected {count} {what}, found {len(filled)}")


def check_size(rows: int, columns: int, place: str = "") -> None:
    """Refuse a board without cells or with too many.

    Raises
    ------
    PuzzleFileError : the numbers are out of range.
    """
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE and rows * columns <= MAX_CELLS):
        limit = f"each side must be 1 to {MAX_SIDE}, with at most {MAX_CELLS} cells in all"
        raise PuzzleFileError(f"{place}the board is {columns} x {rows}", limit)


def nonogram_file(
    rows: Sequence[HintLine],
    cols: Sequence[HintLine],
    *,
    palette: tuple[Colour, ...] = BLACK_ON_WHITE,
    given: Cells | None = None,
    goal: Cells | None = None,
    title: str = "",
    notes: tuple[str, ...] = (),
) -> PuzzleFile:
    """Make a checked puzzle from its hints.

    If rows and columns disagree about the number of cells of a colour, the file only gets a note.

    Parameters
    ----------
    goal : the cells of the stored solution.

    Raises
    ------
    PuzzleFileError : it is too large, a line has no room for its runs, or the solution contradicts the hints.
    """
    check_size(len(rows), len(cols))
    if len(palette) - 1 > MAX_COLOURS:
        raise PuzzleFileError(f"the puzzle has {len(palette) - 1} colours; at most {MAX_COLOURS} can be read")
    check_room(rows, cols)
    fixed: Given | None = None
    if given is not None and any(cell != UNKNOWN for row in given for cell in row):
        fixed = tuple(map(tuple, given))
    puzzle = Nonogram(tuple(c.runs for c in rows), tuple(c.runs for c in cols), palette, fixed)
    wrong = contradictions(puzzle)
    solution = None if goal is None else Picture([list(row) for row in goal], palette)
    if solution is not None:
        _check_solution(puzzle, solution)
    return PuzzleFile(puzzle, solution, title, notes + wrong[:1])


def check_room(rows: Sequence[HintLine], cols: Sequence[HintLine]) -> None:
    """Refuse a line that is too short for its runs.

    Raises
    ------
    PuzzleFileError : the line is too short.
    """
    for kind, lines, length, side in (("row", rows, len(cols), "wide"), ("column", cols, len(rows), "high")):
        for number, line in enumerate(lines, 1):
            needed = room_needed(line.runs or ())
            if needed > length:
                lengths = [str(run) for run in line.runs or ()]
                runs = " ".join([*lengths[:_MAX_SHOWN], *["..."] * (len(lengths) > _MAX_SHOWN)])
                raise PuzzleFileError(
                    f"{line.place}{kind} {number} needs {needed} cells ({runs}),"
                    f" but the board is {length} {side}"
                )


def _check_solution(puzzle: Nonogram, solution: Picture) -> None:
    """Refuse a complete solution that contradicts the hints, and any solution of another size."""
    if not solution.is_complete and solution.shape == puzzle.shape:
        return
    wrong = violations(puzzle, solution)
    if wrong:
        raise PuzzleFileError(f"the stored solution contradicts the hints: {wrong[0].text}")


def from_picture(
    cells: Cells, palette: tuple[Colour, ...] = BLACK_ON_WHITE, title: str = "", notes: tuple[str, ...] = ()
) -> PuzzleFile:
    """Make the puzzle whose solution is a picture; the hints are computed.

    Raises
    ------
    PuzzleFileError : the picture has no painted cell.
    """
    check_size(len(cells), len(cells[0]) if cells else 0)
    if all(cell == EMPTY for row in cells for cell in row):
        raise PuzzleFileError("the picture has no painted cell")
    rows = [HintLine(runs_of_cells(row)) for row in cells]
    cols = [HintLine(runs_of_cells(column)) for column in zip(*cells, strict=True)]
    return nonogram_file(rows, cols, palette=palette, goal=cells, title=title, notes=notes)


def nonogram_of(file: PuzzleFile) -> Nonogram:
    """Return the nonogram in a file; any other puzzle is a programming error."""
    if not isinstance(file.puzzle, Nonogram):
        raise TypeError("the format holds nonograms only")
    return file.puzzle


def lengths_text(runs: Runs | None, between: str = " ") -> str:
    """Write the lengths of runs of one colour, `0` if there are none."""
    return between.join(str(run.length) for run in runs or ()) or "0"
