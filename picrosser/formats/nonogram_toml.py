"""Nonograms in TOML, the native form.

A whole file; rows from top to bottom, columns from left to right:

    kind = "nonogram"
    rows = [[2], [1, [1, 2]], "?"]         # [length, colour], colour from 1; a length alone: colour 1
    columns = [[2], [1], [[1, 2]], []]     # []: an empty line; "?": an unknown line
    colours = [[0, 0, 0], [200, 0, 0]]     # optional, sRGB 0..255; if absent, as many as the runs use
    background = [255, 255, 255]           # optional, the colour of blank cells; white if absent
    given = ["1???", "????", "????"]       # optional; cells that are known from the start
    solution = ["1100", "1020", "0000"]    # optional; one character per cell

The characters of given cells and of a solution: 0 blank, 1..9 and a..z the colours, ? undecided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import check_size
from picrosser.formats.puzzle_file import BLACK, MAX_COLOURS, MAX_SIDE, WHITE, PuzzleFile
from picrosser.formats.table_values import (
    checked_cells,
    checked_colour,
    checked_int,
    checked_list,
    checked_solution,
    default_colour,
    load_toml,
)
from picrosser.formats.text import shown
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import CELL_CHARACTERS, Colour, Picture

_KIND = re.compile(r"""^[ \t]*kind[ \t]*=[ \t]*["']nonogram["']""", re.MULTILINE)
_KEYS = ("kind", "rows", "columns", "colours", "background", "given", "solution")


def looks_like(text: str) -> bool:
    """Whether a line of the text says that it is a nonogram in TOML."""
    return _KIND.search(text) is not None


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message names the key, and row or column from 1.
    """
    return nonogram_from_table(load_toml(text))


def nonogram_from_table(table: Mapping[str, Any]) -> PuzzleFile:
    """Make a puzzle from the keys and values of a TOML or JSON file.

    Raises
    ------
    PuzzleFileError : a rule is broken; the message names the key, and row or column from 1.
    """
    for key in ("rows", "columns"):
        if key not in table:
            raise PuzzleFileError(f"the key {key!r} is missing")
    if table.get("kind", "nonogram") != "nonogram":
        raise PuzzleFileError(f"kind: expected 'nonogram', found {shown(table['kind'])}")
    for key in table:
        if key not in _KEYS:
            raise PuzzleFileError(f"the key {shown(key)} is unknown", f"the keys are {', '.join(_KEYS)}")
    values = {key: checked_list(table[key], key, 1, MAX_SIDE) for key in ("rows", "columns")}
    shape = len(values["rows"]), len(values["columns"])
    check_size(*shape)
    rows = tuple(_lines(values["rows"], "rows: row", shape[1]))
    cols = tuple(_lines(values["columns"], "columns: column", shape[0]))
    palette = _palette(table, rows + cols)
    _check_colours("rows: row", rows, len(palette) - 1)
    _check_colours("columns: column", cols, len(palette) - 1)
    given = table.get("given")
    cells = None if given is None else checked_cells(given, "given", shape, len(palette) - 1)
    puzzle = Nonogram(rows, cols, palette, None if cells is None else tuple(map(tuple, cells)))
    stored = table.get("solution")
    return PuzzleFile(puzzle, None if stored is None else checked_solution(stored, puzzle))


def _lines(values: Sequence[Any], place: str, length: int) -> Iterator[Runs | None]:
    for number, value in enumerate(values, 1):
        yield None if value is None or value == "?" else _runs(value, f"{place} {number}", length)


def _runs(value: Any, place: str, length: int) -> Runs:
    runs = checked_list(value, place, 0, MAX_SIDE)
    if runs in ([0], [[0]]):  # some programs write an empty line like this
        return ()
    return tuple(_run(run, f"{place}, run {number}", length) for number, run in enumerate(runs, 1))


def _run(value: Any, place: str, length: int) -> Run:
    if not isinstance(value, list):
        return Run(checked_int(value, place, 1, length))
    cells, colour = checked_list(value, place, 2)
    return Run(checked_int(cells, place, 1, length), checked_int(colour, f"{place}, colour", 1, MAX_COLOURS))


def _palette(table: Mapping[str, Any], lines: Sequence[Runs | None]) -> tuple[Colour, ...]:
    background = checked_colour(table.get("background", list(WHITE)), "background")
    if table.get("colours") is None:
        used = max((run.colour for runs in lines for run in runs or ()), default=1)
        return background, *([BLACK] if used == 1 else [default_colour(slot) for slot in range(used)])
    colours = checked_list(table["colours"], "colours", 1, MAX_COLOURS)
    return background, *(
        checked_colour(colour, f"colours: colour {n}") for n, colour in enumerate(colours, 1)
    )


def _check_colours(place: str, lines: Sequence[Runs | None], colours: int) -> None:
    for number, runs in enumerate(lines, 1):
        for run in runs or ():
            if run.colour > colours:
                raise PuzzleFileError(
                    f"{place} {number}: a run has the colour {run.colour}, but the file declares {colours}"
                )


def write(puzzle: Nonogram, solution: Picture | None = None) -> str:
    """Write a puzzle so that `parse` reads the same puzzle back.

    Raises
    ------
    PuzzleFileError : there are too many colours.
    ValueError : the solution has another shape than the puzzle.
    """
    if puzzle.colours > MAX_COLOURS:
        raise PuzzleFileError(f"the puzzle has {puzzle.colours} colours, but the file can hold {MAX_COLOURS}")
    text = ['kind = "nonogram"']
    for key, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        text += [f"{key} = [", *(f"  {_line_text(line)}," for line in lines), "]"]
    text.append(f"colours = [{', '.join(str(list(colour)) for colour in puzzle.palette[1:])}]")
    if puzzle.palette[0] != WHITE:
        text.append(f"background = {list(puzzle.palette[0])}")
    if puzzle.given is not None:
        text += ["given = [", *(f'  "{_cells_text(line)}",' for line in puzzle.given), "]"]
    if solution is not None:
        if solution.shape != puzzle.shape:
            raise ValueError(f"the solution has the shape {solution.shape}, the puzzle {puzzle.shape}")
        text += ["solution = [", *(f'  "{line}",' for line in solution.lines()), "]"]
    return "\n".join(text) + "\n"


def _line_text(runs: Runs | None) -> str:
    if runs is None:
        return '"?"'
    parts = [str(run.length) if run.colour == 1 else f"[{run.length}, {run.colour}]" for run in runs]
    return f"[{', '.join(parts)}]"


def _cells_text(cells: Sequence[int]) -> str:
    return "".join(CELL_CHARACTERS[cell] for cell in cells)
