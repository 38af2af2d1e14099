"""Reads TOML and JSON, and checks the values in them: types, ranges, colours and cells.

Each check returns the value with its right type, or raises an error that names the place: "rows: row 2".
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.text import at_offset, shown
from picrosser.puzzles.checking import LinePuzzle, violations
from picrosser.puzzles.picture import CELL_CHARACTERS, UNKNOWN, Colour, Picture

_MAX_KEY_PARTS = 8  # of a dotted key, as in a.b.c = 1; puzzle files have at most two
# For each key, tomllib stores all keys above it: 100 kB of a.a.a.a... take 30 s and 1.8 GB. This finds a part
# and a dot several times over, also within texts and comments, where no puzzle has that either. Nothing that
# was matched is given back (++, *+), so that it takes linear time.
_PART = r"""(?:(?<![\w-])[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?:{_PART}[ \t]*+\.[ \t]*+){{{_MAX_KEY_PARTS}}}")
# tomllib takes 130 bytes of memory for each digit. Rows of a solution are shorter.
_LONG_NUMBER = re.compile(r"(?<![0-9A-Fa-f_])[0-9A-Fa-f_]{4000}")
_TOO_LONG = "a number has thousands of digits"
_UNKNOWN_CHARACTER = CELL_CHARACTERS[UNKNOWN]  # the last one
# Light and dark alternate, and neighbouring hues are far apart, so colour-blind people can tell neighbours
# apart.
_DEFAULT_COLOURS: tuple[Colour, ...] = (
    (0, 90, 160), (230, 160, 0), (0, 130, 100), (205, 60, 40), (110, 190, 235),
    (110, 50, 130), (240, 225, 70), (90, 60, 40), (225, 130, 180), (40, 40, 40),
)  # fmt: skip


def load_toml(text: str, advice: str = "") -> dict[str, Any]:
    """Read a TOML text; `advice` is what to try if it is not valid."""
    for pattern, what in (
        (_DEEP_KEY, f"a key has more than {_MAX_KEY_PARTS} parts"),
        (_LONG_NUMBER, _TOO_LONG),
    ):
        found = pattern.search(text)
        if found:
            raise at_offset(text, found.start(), what, advice)
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise PuzzleFileError(f"not valid TOML: {error}", advice) from error
    except (RecursionError, ValueError) as error:
        raise _no_puzzle("TOML", error) from error


def load_json(text: str) -> Any:
    """Read a JSON text without doubled keys, NaN and infinities."""

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise PuzzleFileError(f"line 1, column 1: the key {shown(key)} appears twice")
            found[key] = value
        return found

    def constant(name: str) -> float:
        raise PuzzleFileError(f"line 1, column 1: {name} is not a number")

    try:
        return json.loads(text, object_pairs_hook=table, parse_constant=constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PuzzleFileError(f"{place}: not JSON: {error.msg.lower()}") from error
    except (RecursionError, ValueError) as error:
        raise _no_puzzle("JSON", error) from error


def _no_puzzle(language: str, error: RecursionError | ValueError) -> PuzzleFileError:
    what = "it is nested too deeply" if isinstance(error, RecursionError) else _TOO_LONG
    return PuzzleFileError(f"line 1, column 1: not a puzzle in {language}: {what}")


def check_keys(table: Iterable[str], required: Sequence[str], optional: Sequence[str]) -> None:
    """Refuse a table that lacks a key or has an unknown one."""
    for key in required:
        if key not in table:
            raise PuzzleFileError(f"the key {key!r} is missing")
    known = (*required, *optional)
    for key in table:
        if key not in known:
            raise PuzzleFileError(f"the key {shown(key)} is unknown", f"the keys are {', '.join(known)}")


def checked_int(value: Any, place: str, least: int, most: int) -> int:
    """Return a whole number from `least` to `most`."""
    if type(value) is not int:  # isinstance would accept a bool
        raise PuzzleFileError(f"{place}: expected a whole number, found {shown(value)}")
    if not least <= value <= most:
        raise PuzzleFileError(f"{place}: expected {least} to {most}, found {shown(value)}")
    return value


def checked_list(value: Any, place: str, least: int, most: int | None = None) -> list[Any]:
    """Return a list of `least` to `most` entries; without `most`, of exactly `least`."""
    if not isinstance(value, list):
        raise PuzzleFileError(f"{place}: expected an array, found {shown(value)}")
    if not least <= len(value) <= (least if most is None else most):
        expected = str(least) if most in (None, least) else f"{least} to {most}"
        raise PuzzleFileError(f"{place}: expected {expected} entries, found {len(value)}")
    return value


def checked_colour(value: Any, place: str) -> Colour:
    """Return a colour given as three numbers from 0 to 255."""
    red, green, blue = (checked_int(part, place, 0, 255) for part in checked_list(value, place, 3))
    return red, green, blue


def checked_colours(value: Any, least: int, most: int | None = None) -> list[Colour]:
    """Return the colours of the key `colours`; their number as in `checked_list`."""
    colours = checked_list(value, "colours", least, most)
    return [checked_colour(tone, f"colours: colour {slot}") for slot, tone in enumerate(colours, 1)]


def checked_cells(value: Any, key: str, shape: tuple[int, int], colours: int) -> list[list[int]]:
    """Return the cells that are given as one string per row; `colours` does not count the background."""
    allowed = CELL_CHARACTERS[: colours + 1] + _UNKNOWN_CHARACTER
    cells = []
    for number, line in enumerate(checked_list(value, key, shape[0]), 1):
        place = f"{key}: row {number}"
        if not isinstance(line, str):
            raise PuzzleFileError(f"{place}: expected a string, found {shown(line)}")
        if len(line) != shape[1]:
            raise PuzzleFileError(f"{place}: expected {shape[1]} characters, found {len(line)}")
        for column, character in enumerate(line, 1):
            if character not in allowed:
                raise PuzzleFileError(f"{place}, column {column}: {character!r} is not one of {allowed}")
        cells.append(cell_values(line))
    return cells


def cell_values(line: str) -> list[int]:
    """Return the cells of a row written with `CELL_CHARACTERS`."""
    return [UNKNOWN if sign == _UNKNOWN_CHARACTER else CELL_CHARACTERS.index(sign) for sign in line]


def checked_solution(value: Any, puzzle: LinePuzzle) -> Picture | None:
    """Return a stored solution, None if there is none; a complete one must agree with the hints."""
    if value is None:
        return None
    picture = Picture(checked_cells(value, "solution", puzzle.shape, puzzle.colours), puzzle.palette)
    wrong = violations(puzzle, picture) if picture.is_complete else ()
    if wrong:
        raise PuzzleFileError(f"solution: it contradicts the hints: {wrong[0].text}")
    return picture


def default_colour(slot: int) -> Colour:
    """Return the colour of a slot (from 0) where a file gives none; always the same one."""
    red, green, blue = _DEFAULT_COLOURS[slot % len(_DEFAULT_COLOURS)]
    shade = 4 - slot // len(_DEFAULT_COLOURS)  # darker each time the list is used again
    return red * shade // 4, green * shade // 4, blue * shade // 4


def toml_array(key: str, entries: Iterable[str]) -> list[str]:
    """Write a TOML array, one entry on each line."""
    return [f"{key} = [", *(f"  {entry}," for entry in entries), "]"]


def toml_strings(key: str, entries: Iterable[str]) -> list[str]:
    """Write a TOML array of strings that need no escapes, one on each line."""
    return toml_array(key, (f'"{entry}"' for entry in entries))
