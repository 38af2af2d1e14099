"""The clue lines that most nonogram formats are made of: text to runs, and runs to a checked puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from picrosser.errors import PuzzleFileError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.text import TextLine, Word, at, number_of, words_of
from picrosser.puzzles.checking import contradictions, violations
from picrosser.puzzles.nonogram import Given, Nonogram, Run, Runs, room_needed, runs_of_cells
from picrosser.puzzles.picture import CELL_CHARACTERS, EMPTY, UNKNOWN, Colour, Picture

MOST_A_SIDE = 1000
"""More rows or columns are refused before anything is made for them."""
MOST_CELLS = 250_000
MOST_INKS = len(CELL_CHARACTERS) - 2
"""What the characters of a stored answer can tell apart."""
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
BLACK_ON_WHITE = (WHITE, BLACK)

Cells = Sequence[Sequence[int]]
"""Row by row: a palette index, or UNKNOWN."""


@dataclass(frozen=True, slots=True)
class Clue:
    """One line's runs; None where nothing is known.

    where : how a message begins that is about it: "line 7, column 1: ", or "".
    """

    runs: Runs | None
    where: str = ""


def black_clue(line: TextLine, most: int = MOST_A_SIDE) -> Clue:
    """Read runs of one ink, parted by spaces or commas; `0` or nothing is an empty line."""
    return Clue(runs_from([(word, 1) for word in words_of(line)], most), f"line {line.number}, column 1: ")


def runs_from(words: Sequence[tuple[Word, int]], most: int = MOST_A_SIDE) -> Runs:
    """Runs from the words of their lengths, each with its ink; a `0` alone is an empty line.

    Raises
    ------
    PuzzleFileError : a word is no number, or a `0` stands beside other numbers.
    """
    runs = [(word, number_of(word, most, "a run"), ink) for word, ink in words]
    if len(runs) == 1 and runs[0][1] == 0:
        return ()
    for word, length, _ in runs:
        if length == 0:
            raise at(word, "a run of 0 beside other runs", "an empty line is a 0 alone")
    return tuple(Run(length, ink) for _, length, ink in runs)


def take_block(lines: Sequence[TextLine], count: int, what: str) -> list[TextLine]:
    """The clue lines among lines that may have blanks between them.

    Blank lines are spacing if the others are `count`; else, where the first `count` lines use up all that
    is not blank, they are empty lines.

    Raises
    ------
    PuzzleFileError : neither.
    """
    filled = [line for line in lines if line.text.strip()]
    if len(filled) == count:
        return filled
    if len(filled) < count <= len(lines) and not any(line.text.strip() for line in lines[count:]):
        return list(lines[:count])
    place = filled[count] if len(filled) > count else (lines[-1] if lines else TextLine(1, ""))
    raise at(place, f"expected {count} {what}, found {len(filled)}")


def check_size(rows: int, columns: int, where: str = "") -> None:
    """Refuse a board without cells or with too many.

    Raises
    ------
    PuzzleFileError : the numbers are out of range.
    """
    if not (1 <= rows <= MOST_A_SIDE and 1 <= columns <= MOST_A_SIDE and rows * columns <= MOST_CELLS):
        limit = f"1 to {MOST_A_SIDE} a side and {MOST_CELLS} cells"
        raise PuzzleFileError(f"{where}the board is {columns} x {rows}, it may have {limit}")


def nonogram_file(
    rows: Sequence[Clue],
    cols: Sequence[Clue],
    *,
    palette: tuple[Colour, ...] = BLACK_ON_WHITE,
    given: Cells | None = None,
    goal: Cells | None = None,
    title: str = "",
    notes: tuple[str, ...] = (),
) -> PuzzleFile:
    """The puzzle of these clues, checked.

    Raises
    ------
    PuzzleFileError : too large, a line that does not fit, or a goal that contradicts the clues. Colours of
        which the rows have another number than the columns are only noted.
    """
    check_size(len(rows), len(cols))
    if len(palette) - 1 > MOST_INKS:
        raise PuzzleFileError(f"the puzzle has {len(palette) - 1} inks, at most {MOST_INKS} can be read")
    check_fit(rows, cols)
    fixed: Given | None = None
    if given is not None and any(cell != UNKNOWN for row in given for cell in row):
        fixed = tuple(map(tuple, given))
    puzzle = Nonogram(tuple(c.runs for c in rows), tuple(c.runs for c in cols), palette, fixed)
    wrong = contradictions(puzzle)
    solution = None if goal is None else Picture([list(row) for row in goal], palette)
    if solution is not None:
        check_goal(puzzle, solution)
    return PuzzleFile(puzzle, solution, title, notes + wrong[:1])


def check_fit(rows: Sequence[Clue], cols: Sequence[Clue]) -> None:
    """Refuse a line that is too short for its runs.

    Raises
    ------
    PuzzleFileError : there is one.
    """
    for kind, lines, length, side in (("row", rows, len(cols), "wide"), ("column", cols, len(rows), "high")):
        for number, clue in enumerate(lines, 1):
            needed = room_needed(clue.runs or ())
            if needed > length:
                runs = " ".join(map(str, clue.runs or ()))
                raise PuzzleFileError(
                    f"{clue.where}{kind} {number} needs {needed} cells ({runs}), the grid is {length} {side}"
                )


def check_goal(puzzle: Nonogram, solution: Picture) -> None:
    """Refuse a stored answer that breaks the clues, where all of it is known.

    Raises
    ------
    PuzzleFileError : it breaks them, or has another size.
    """
    if not solution.is_complete and solution.shape == puzzle.shape:
        return
    wrong = violations(puzzle, solution)
    if wrong:
        raise PuzzleFileError(f"the stored answer contradicts the clues: {wrong[0].text}")


def from_picture(
    cells: Cells, palette: tuple[Colour, ...] = BLACK_ON_WHITE, title: str = "", notes: tuple[str, ...] = ()
) -> PuzzleFile:
    """The puzzle whose answer is a picture; its clues are computed.

    Raises
    ------
    PuzzleFileError : nothing in it is painted.
    """
    check_size(len(cells), len(cells[0]) if cells else 0)
    if all(cell == EMPTY for row in cells for cell in row):
        raise PuzzleFileError("the picture has no painted cell")
    rows = [Clue(runs_of_cells(row)) for row in cells]
    cols = [Clue(runs_of_cells(column)) for column in zip(*cells, strict=True)]
    return nonogram_file(rows, cols, palette=palette, goal=cells, title=title, notes=notes)


def nonogram_of(file: PuzzleFile) -> Nonogram:
    """The nonogram in a file that is known to hold one."""
    if not isinstance(file.puzzle, Nonogram):
        raise TypeError("the format holds nonograms only")
    return file.puzzle


def clue_text(runs: Runs | None, between: str = " ") -> str:
    """The lengths of runs of one ink, `0` for none."""
    return between.join(str(run.length) for run in runs or ()) or "0"
