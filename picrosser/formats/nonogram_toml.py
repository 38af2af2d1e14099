"""Nonograms in TOML, the native form: text to puzzle and back.

A whole file; rows top to bottom, columns left to right:

    kind = "nonogram"
    rows = [[2], [1, [1, 2]], "?"]         # [length, colour], colour from 1; a length alone: colour 1
    columns = [[1, 1], [2], []]            # []: an empty line; "?": nothing is known of the line
    colours = [[0, 0, 0], [200, 0, 0]]     # optional, sRGB 0..255; as many as the runs use if absent
    background = [255, 255, 255]           # optional, the colour of blank cells; white if absent
    given = ["1??", "???", "???"]          # optional; cells that are known from the start
    solution = ["110", "102", "000"]       # optional; one character a cell

The characters of given cells and of a solution: 0 blank, 1..9 and a..z the colours, ? not decided.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence

from picrosser.errors import PuzzleFileError
from picrosser.formats.nonogram_table import nonogram_from_table
from picrosser.formats.toml_file import MOST_COLOURS, WHITE, PuzzleFile
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.picture import CELL_CHARACTERS, Picture

_KIND = re.compile(r"""^\s*kind\s*=\s*["']nonogram["']""", re.MULTILINE)


def looks_like(text: str) -> bool:
    """Whether a text says that it is a nonogram in TOML."""
    return _KIND.search(text) is not None


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message names the key, and row or column from 1.
    """
    try:
        table = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise PuzzleFileError(f"not a TOML text: {error}") from error
    except (RecursionError, ValueError) as error:  # nested too deep; a number with thousands of digits
        raise PuzzleFileError(f"not a puzzle in TOML: {error}") from error
    return nonogram_from_table(table, strict=True)


def write(puzzle: Nonogram, solution: Picture | None = None) -> str:
    """Write a puzzle; `parse` reads the same puzzle back.

    Raises
    ------
    PuzzleFileError : there are too many colours.
    ValueError : the solution has another shape than the puzzle.
    """
    if puzzle.colours > MOST_COLOURS:
        raise PuzzleFileError(f"the puzzle has {puzzle.colours} colours, the file can hold {MOST_COLOURS}")
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
    shown = [str(run.length) if run.colour == 1 else f"[{run.length}, {run.colour}]" for run in runs]
    return f"[{', '.join(shown)}]"


def _cells_text(cells: Sequence[int]) -> str:
    return "".join(CELL_CHARACTERS[cell] for cell in cells)
