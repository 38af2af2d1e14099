"""The referee: whether a picture satisfies the hints, and whether the hints contradict each other.

It never calls a solver, so it can judge one. Many unsolvable puzzles show none of its contradictions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from picrosser.puzzles.hungry_cat import HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram, Runs, room_needed, runs_of_cells
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Picture, cell_name, named_lines

Axis = Literal["row", "column"]
LineName = tuple[Axis, int]  # a row or column, counted from 0

Cells: TypeAlias = Sequence[Sequence[int]]  # line by line
LinePuzzle: TypeAlias = HungryCat | Nonogram  # a puzzle whose hints belong to lines of cells


@dataclass(frozen=True, slots=True)
class Violation:
    """A place where a picture breaks the rules.

    axis, line : the row or column, from 0; line -1 means the picture as a whole.
    slot : the hint's colour slot, from 0; -1 means no single hint.
    text : one clause in words; places count from 1.
    """

    axis: Axis
    line: int
    slot: int
    text: str


def violations(puzzle: LinePuzzle, picture: Picture) -> tuple[Violation, ...]:
    """Every way in which a picture breaks a puzzle's rules, undecided cells too; empty for a solution."""
    cells = picture.rows
    wrong = wrong_shape(picture, puzzle.shape, "puzzle")
    wrong = wrong or tuple(_cells_outside(cells, EMPTY, puzzle.colours))
    if wrong:
        return wrong
    columns = tuple(zip(*cells, strict=True))
    if isinstance(puzzle, Nonogram):
        return (
            *_wrong_runs("row", puzzle.rows, cells),
            *_wrong_runs("column", puzzle.cols, columns),
            *_wrong_given_cells(puzzle, cells),
        )
    return (
        *(_cells_outside(cells, EMPTY + 1, puzzle.colours) if puzzle.full else ()),
        *_wrong_counts("row", puzzle.rows, cells),
        *_wrong_counts("column", puzzle.cols, columns),
    )


def wrong_shape(picture: Picture, shape: tuple[int, int], what: str) -> tuple[Violation, ...]:
    """The violation of a picture that has not the shape of the puzzle, or of its board; else nothing."""
    if picture.shape == shape:
        return ()
    seen = " x ".join(map(str, picture.shape))
    text = f"the picture has {seen} cells, the {what} {shape[0]} x {shape[1]}"
    return (Violation("row", -1, -1, text),)


def contradictions(puzzle: LinePuzzle) -> tuple[str, ...]:
    """Why no picture can satisfy the hints, with places; empty if that is not visible without solving."""
    found: list[str] = []
    if isinstance(puzzle, Nonogram):
        for name, runs, length in named_lines(puzzle.rows, puzzle.cols):
            needed = room_needed(runs or ())
            if needed > length:
                room = f"need {needed} cells, it has {length}"
                found.append(f"{name}: the runs {runs_listed(runs or ())} {room}")
    else:
        for name, hints, length in named_lines(puzzle.rows, puzzle.cols):
            found += _count_contradictions(name, hints, length, puzzle.full)
    for colour in range(1, puzzle.colours + 1):
        if isinstance(puzzle, Nonogram):
            in_rows, in_columns = total_length(puzzle.rows, colour), total_length(puzzle.cols, colour)
        else:
            in_rows, in_columns = total_count(puzzle.rows, colour), total_count(puzzle.cols, colour)
        if in_rows is not None and in_columns is not None and in_rows != in_columns:
            found.append(f"colour {colour}: the rows add up to {in_rows}, the columns to {in_columns}")
    return tuple(found)


def total_count(lines: Sequence[Line], colour: int) -> int | None:
    """The cells of a colour, from 1, in all these lines of counts; None if a hint is unknown."""
    counts = [line[colour - 1].count for line in lines]
    return None if None in counts else sum(count or 0 for count in counts)


def total_length(lines: Sequence[Runs | None], colour: int) -> int | None:
    """The cells of a colour in all these lines of runs; None if a line is unknown."""
    if None in lines:
        return None
    return sum(run.length for runs in lines for run in runs or () if run.colour == colour)


def _cells_outside(cells: Cells, least: int, most: int) -> Iterator[Violation]:
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if not least <= cell <= most:
                known = {UNKNOWN: "is not decided", EMPTY: "is blank"}
                what = known.get(cell, f"has the unknown colour {cell}")
                yield Violation("row", row, -1, f"{cell_name((row, column))} {what}")


# Hungry Cat: counts per colour, in one run (circled) or in two or more (not circled).


def _wrong_counts(axis: Axis, lines: Sequence[Line], cells: Cells) -> Iterator[Violation]:
    for number, (hints, line) in enumerate(zip(lines, cells, strict=True)):
        runs = [colour for colour, _ in groupby(line)]
        for slot, hint in enumerate(hints):
            place = f"{axis} {number + 1}: colour {slot + 1}"
            count, pieces = line.count(slot + 1), runs.count(slot + 1)
            if hint.count is not None and count != hint.count:
                yield Violation(axis, number, slot, f"{place} has {count} cells, the hint says {hint.count}")
            if count < 2 or hint.contiguous is None:
                continue
            if hint.contiguous and pieces > 1:
                yield Violation(axis, number, slot, f"{place} has {pieces} runs, the hint is circled")
            if not hint.contiguous and pieces == 1:
                yield Violation(axis, number, slot, f"{place} is one run, the hint is not circled")


def _count_contradictions(place: str, line: Line, length: int, full: bool) -> Iterator[str]:
    known = [hint.count for hint in line if hint.count is not None]
    too_few = full and len(known) == len(line) and sum(known) < length
    if sum(known) > length or too_few:
        yield f"{place}: the counts add up to {sum(known)}, but the line has {length} cells"
    for slot, hint in enumerate(line, 1):
        count, start = hint.count, f"{place}, colour {slot}: "
        if count is not None and count < 0:
            yield f"{start}a count cannot be {count}"
        if count == 0 and hint.contiguous:
            yield f"{start}a circled 0 means nothing"
        if count == length > 1 and hint.contiguous is False:
            yield f"{start}{count} cells that are not circled need a gap, but the line has {length} cells"


# Nonograms: ordered runs, and cells that are given.


def _wrong_runs(axis: Axis, lines: Sequence[Runs | None], cells: Cells) -> Iterator[Violation]:
    for number, (hints, line) in enumerate(zip(lines, cells, strict=True)):
        runs = runs_of_cells(line)
        if hints is not None and runs != hints:
            said = f"has the runs {runs_listed(runs)}, the hints say {runs_listed(hints)}"
            yield Violation(axis, number, -1, f"{axis} {number + 1} {said}")


def _wrong_given_cells(puzzle: Nonogram, cells: Cells) -> Iterator[Violation]:
    for row, line in enumerate(puzzle.given or ()):
        for column, given in enumerate(line):
            cell = cells[row][column]
            if given not in (UNKNOWN, cell):
                text = f"{cell_name((row, column))} is given as colour {given}, not {cell}"
                yield Violation("row", row, -1, text)


def runs_listed(runs: Runs) -> str:
    """The lengths, each with its colour unless that is the first: "2 3(2)"."""
    shown = [str(run.length) if run.colour == 1 else f"{run.length}({run.colour})" for run in runs]
    return " ".join(shown) or "0"
