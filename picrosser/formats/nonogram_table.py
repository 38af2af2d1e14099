"""A nonogram as nested lists, as TOML and JSON give it: table in, puzzle out; every rule is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.toml_file import MOST_CELLS_A_SIDE, MOST_COLOURS, WHITE, PuzzleFile, default_colour
from picrosser.puzzles.checking import violations
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import CELL_CHARACTERS, Colour, Picture

_KEYS = ("kind", "rows", "columns", "colours", "background", "given", "solution")
_BLACK: Colour = (0, 0, 0)


def nonogram_from_table(table: Mapping[str, Any], *, strict: bool) -> PuzzleFile:
    """Make a puzzle.

    Parameters
    ----------
    table : the keys of the file; see `nonogram_toml`.
    strict : refuse keys that are not known.

    Raises
    ------
    PuzzleFileError : a rule is broken; the message names the key, and row or column from 1.
    """
    for key in ("rows", "columns"):
        if key not in table:
            raise PuzzleFileError(f"the key {key!r} is missing")
    if table.get("kind", "nonogram") != "nonogram":
        raise PuzzleFileError(f"kind: expected 'nonogram', found {_shown(table['kind'])}")
    for key in table if strict else ():
        if key not in _KEYS:
            raise PuzzleFileError(f"the key {key!r} is unknown", f"the keys are {', '.join(_KEYS)}")
    values = {key: _array(table[key], key, 1, MOST_CELLS_A_SIDE) for key in ("rows", "columns")}
    shape = len(values["rows"]), len(values["columns"])
    rows = tuple(_lines(values["rows"], "rows: row", shape[1]))
    cols = tuple(_lines(values["columns"], "columns: column", shape[0]))
    palette = _palette(table, rows + cols)
    places = (("rows: row", rows), ("columns: column", cols))
    for place, number, runs in ((place, n, runs) for place, of in places for n, runs in enumerate(of, 1)):
        for run in runs or ():
            if run.colour >= len(palette):
                raise PuzzleFileError(
                    f"{place} {number}: a run has the colour {run.colour}, of {len(palette) - 1} declared"
                )
    given = table.get("given")
    cells = None if given is None else _cells(given, "given", shape, len(palette))
    puzzle = Nonogram(rows, cols, palette, None if cells is None else tuple(map(tuple, cells)))
    stored = table.get("solution")
    return PuzzleFile(puzzle, None if stored is None else _solution(stored, puzzle))


def _lines(values: Sequence[Any], place: str, length: int) -> Iterator[Runs | None]:
    for number, value in enumerate(values, 1):
        yield None if value is None or value == "?" else _runs(value, f"{place} {number}", length)


def _runs(value: Any, place: str, length: int) -> Runs:
    runs = _array(value, place, 0, MOST_CELLS_A_SIDE)
    if runs in ([0], [[0]]):  # some write an empty line so
        return ()
    return tuple(_run(run, f"{place}, run {number}", length) for number, run in enumerate(runs, 1))


def _run(value: Any, place: str, length: int) -> Run:
    if not isinstance(value, list):
        return Run(_integer(value, place, 1, length))
    cells, colour = _array(value, place, 2, 2)
    return Run(_integer(cells, place, 1, length), _integer(colour, f"{place}, colour", 1, MOST_COLOURS))


def _palette(table: Mapping[str, Any], lines: Sequence[Runs | None]) -> tuple[Colour, ...]:
    background = _colour(table.get("background", list(WHITE)), "background")
    if table.get("colours") is None:
        used = max((run.colour for runs in lines for run in runs or ()), default=1)
        return background, *([_BLACK] if used == 1 else [default_colour(slot) for slot in range(used)])
    colours = _array(table["colours"], "colours", 1, MOST_COLOURS)
    return background, *(_colour(colour, f"colours: colour {n}") for n, colour in enumerate(colours, 1))


def _colour(value: Any, place: str) -> Colour:
    red, green, blue = (_integer(part, place, 0, 255) for part in _array(value, place, 3, 3))
    return red, green, blue


def _solution(value: Any, puzzle: Nonogram) -> Picture:
    cells = _cells(value, "solution", puzzle.shape, len(puzzle.palette))
    picture = Picture(cells, puzzle.palette)
    if picture.is_complete:
        wrong = violations(puzzle, picture)
        if wrong:
            raise PuzzleFileError(f"solution: it breaks the hints: {wrong[0].text}")
    return picture


def _cells(value: Any, key: str, shape: tuple[int, int], colours: int) -> list[list[int]]:
    """Cells from one string a row; `colours` counts blank."""
    allowed = CELL_CHARACTERS[:colours] + CELL_CHARACTERS[-1]
    found = []
    for number, line in enumerate(_array(value, key, shape[0], shape[0]), 1):
        place = f"{key}: row {number}"
        if not isinstance(line, str):
            raise PuzzleFileError(f"{place}: expected a string, found {_shown(line)}")
        if len(line) != shape[1]:
            raise PuzzleFileError(f"{place}: expected {shape[1]} characters, found {len(line)}")
        for column, character in enumerate(line, 1):
            if character not in allowed:
                raise PuzzleFileError(f"{place}, column {column}: {character!r} is not one of {allowed}")
        found.append([-1 if one == CELL_CHARACTERS[-1] else CELL_CHARACTERS.index(one) for one in line])
    return found


def _array(value: Any, place: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise PuzzleFileError(f"{place}: expected an array, found {_shown(value)}")
    if not least <= len(value) <= most:
        expected = str(least) if least == most else f"{least} to {most}"
        raise PuzzleFileError(f"{place}: expected {expected} entries, found {len(value)}")
    return value


def _integer(value: Any, place: str, least: int, most: int) -> int:
    if type(value) is not int:  # bool is an int to isinstance
        raise PuzzleFileError(f"{place}: expected a whole number, found {_shown(value)}")
    if not least <= value <= most:
        raise PuzzleFileError(f"{place}: expected {least} to {most}, found {_shown(value)}")
    return value


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print integers of thousands of digits
        return "a very long number"
    return text if len(text) <= 40 else text[:37] + "..."
