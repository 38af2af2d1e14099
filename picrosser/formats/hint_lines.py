"""The lines of hints that most nonogram formats consist of: from text to runs and to a checked puzzle."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from picrosser.errors import PuzzleFileError
from picrosser.formats.puzzle_file import (
    BLACK_ON_WHITE,
    MAX_CELLS,
    MAX_COLOURS,
    MAX_SIDE,
    PuzzleFile,
    read_title,
)
from picrosser.formats.text import Snippet, shown
from picrosser.puzzles.checking import contradictions, violations
from picrosser.puzzles.nonogram import Nonogram, Run, Runs, room_needed, runs_of_cells
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture, named_lines

_MAX_SHOWN = 20  # runs of a line that a message names
Cells = list[list[int]]
"""Row by row: a palette index, or UNKNOWN."""


@dataclass(frozen=True, slots=True)
class HintLine:
    """The runs of one row or column; None if they are unknown.

    place : how a message about the line begins: "line 7, column 1: ", or "".
    """

    runs: Runs | None
    place: str = ""


def black_line(line: Snippet) -> HintLine:
    """Read runs of one colour, separated by spaces or commas; `0` or nothing is an empty line."""
    return HintLine(runs_from([(word, 1) for word in line.words()]), line.place)


def coloured_line(line: Snippet, suffix: str, colour_of: Callable[[Snippet, str], int]) -> HintLine:
    """Read runs whose number is followed by what names their colour.

    suffix : a regular expression for the name.
    colour_of : returns the number of a colour, from 1, for a run and the name in it; not called for `0`.
    """
    runs = []
    for word in line.words():
        match = re.fullmatch(f"([0-9]+)({suffix})", word.text, re.ASCII)
        if match is None:
            raise word.error(f"expected a run like 3 or 3r, found {shown(word.text)}")
        colour = colour_of(word, match[2]) if match[1].strip("0") else 0
        runs.append((word.part(0, match.end(1)), colour))
    return HintLine(runs_from(runs), line.place)


def runs_from(words: Sequence[tuple[Snippet, int]]) -> Runs:
    """Read runs from the words of their lengths, each with its colour; a single `0` is an empty line."""
    runs = [(word, word.number("a run"), colour) for word, colour in words]
    if len(runs) == 1 and runs[0][1] == 0:
        return ()
    for word, length, _ in runs:
        if length == 0:
            raise word.error("a run of 0 among other runs", "write an empty line as a single 0")
    return tuple(Run(length, colour) for _, length, colour in runs)


def runs_text(runs: Runs | None, names: Sequence[str] = (), between: str = " ") -> str:
    """Write the lengths of runs, each followed by the name of its colour; `0` if there are none.

    names : by the colour's number; without them there is only one colour.
    """
    return between.join(f"{run.length}{names[run.colour] if names else ''}" for run in runs or ()) or "0"


def take_block(lines: Sequence[Snippet], count: int, what: str) -> list[Snippet]:
    """Choose the `count` hint lines among lines that may have blank ones between them.

    If exactly `count` lines are not blank, these are the hints. Otherwise the first `count` lines are, and
    the blank ones among them are empty rows or columns; then only blank lines may follow.
    """
    filled = [line for line in lines if line.text.strip()]
    if len(filled) == count:
        return filled
    if len(filled) < count <= len(lines) and not any(line.text.strip() for line in lines[count:]):
        return list(lines[:count])
    place = filled[count] if len(filled) > count else (lines[-1] if lines else Snippet("", 1))
    raise place.error(f"expected {count} {what}, found {len(filled)}")


def check_size(rows: int, columns: int, place: str = "") -> None:
    """Refuse a board without cells or with too many."""
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE and rows * columns <= MAX_CELLS):
        limit = f"each side must be 1 to {MAX_SIDE}, with at most {MAX_CELLS} cells in all"
        raise PuzzleFileError(f"{place}the board is {columns} x {rows}", limit)


def size_of(lines: Sequence[Snippet]) -> tuple[int, int]:
    """Return the rows and the columns that two texts state; refuse a size as `check_size` does."""
    rows, columns = (line._replace(text=line.text.strip()).number("a size") for line in lines)
    check_size(rows, columns, lines[0].place)
    return rows, columns


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
    """Make a checked puzzle from its hints, its stored solution (`goal`) and its title as the file has it.

    If rows and columns disagree about the number of cells of a colour, the file only gets a note.
    """
    check_size(len(rows), len(cols))
    if len(palette) - 1 > MAX_COLOURS:
        raise PuzzleFileError(f"the puzzle has {len(palette) - 1} colours; at most {MAX_COLOURS} can be read")
    check_room(rows, cols)
    is_given = any(cell != UNKNOWN for row in given or () for cell in row)
    fixed = tuple(map(tuple, given)) if given and is_given else None
    puzzle = Nonogram([line.runs for line in rows], [line.runs for line in cols], palette, fixed)
    solution = None if goal is None else Picture(goal, palette)
    is_checked = solution and (solution.is_complete or solution.shape != puzzle.shape)
    if solution and is_checked and (wrong := violations(puzzle, solution)):
        raise PuzzleFileError(f"the stored solution contradicts the hints: {wrong[0].text}")
    title, about_title = read_title(title)
    return PuzzleFile(puzzle, solution, title, about_title + notes + contradictions(puzzle)[:1])


def check_room(rows: Sequence[HintLine], cols: Sequence[HintLine]) -> None:
    """Refuse a line that is too short for its runs."""
    for name, line, length in named_lines(rows, cols):
        runs = line.runs or ()
        needed = room_needed(runs)
        if needed > length:
            seen = runs_text(runs[:_MAX_SHOWN]) + " ..." * (len(runs) > _MAX_SHOWN)
            side = "wide" if name.startswith("row") else "high"
            what = f"{name} needs {needed} cells ({seen}), but the board is {length} {side}"
            raise PuzzleFileError(line.place + what)


def from_picture(
    cells: Cells, palette: tuple[Colour, ...] = BLACK_ON_WHITE, title: str = "", notes: tuple[str, ...] = ()
) -> PuzzleFile:
    """Make the puzzle whose solution is a picture of one row or more."""
    check_size(len(cells), len(cells[0]))
    if all(cell == EMPTY for row in cells for cell in row):
        raise PuzzleFileError("the picture has no painted cell")
    rows, cols = hints_of(cells)
    return nonogram_file(rows, cols, palette=palette, goal=cells, title=title, notes=notes)


def with_board(file: PuzzleFile, board: Cells) -> PuzzleFile:
    """Store what a player has put on the board, right or wrong, if it is anything, as the solution."""
    if all(cell == UNKNOWN for row in board for cell in row):
        return file
    return replace(file, solution=Picture(board, file.puzzle.palette))


def hints_of(cells: Cells) -> tuple[list[HintLine], list[HintLine]]:
    """Compute the hints of the rows and of the columns of a picture."""
    columns = zip(*cells, strict=True)
    return [HintLine(runs_of_cells(line)) for line in cells], [HintLine(runs_of_cells(c)) for c in columns]


def in_rows(cells: Sequence[int], columns: int) -> Cells:
    """Cut cells that are listed one after the other into rows."""
    return [list(cells[at : at + columns]) for at in range(0, len(cells), columns)]
