"""TOML of the solver nonogrid, with coloured puzzles.

A whole file; in the strings a newline or a comma ends the hints of a line, spaces separate runs, `#` and `;`
begin comments, and the name of a colour follows the number:

    [clues]
    rows = '''
    2
    1 1r
    '''
    columns = "1, 1 1r, 0"
    [colors]
    defs = ["r = (E02020) +"]

A number without a name is black. `W` is the background.
"""

from __future__ import annotations

import re
import string
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import hex_digits, parse_colour
from picrosser.formats.hint_lines import HintLine, check_size, coloured_line, nonogram_file, runs_text
from picrosser.formats.puzzle_file import BLACK, MAX_COLOURS, WHITE, Format, PuzzleFile
from picrosser.formats.table_values import load_toml
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.picture import Colour

_HEAD = re.compile(r"^[ \t]*\[clues\][ \t]*(?:#.*)?$", re.MULTILINE)
_DEFINITION = re.compile(r"\s*(\S+)\s*=\s*\(([^)]*)\)\s*(\S?)\s*")
_MAX_DEFINITION = 200  # characters; the expression above takes quadratic time
_PARTS = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", re.ASCII)
_BLACK_NAME, _BACKGROUND_NAME = "B", "W"
# Written for colours 1, 2, 3...
_NAMES = [name for name in string.ascii_letters if name not in (_BLACK_NAME, _BACKGROUND_NAME)]


def _looks_like(text: str) -> bool:
    """Whether the text has a line `[clues]`."""
    return _HEAD.search(text) is not None


def _parse(text: str) -> PuzzleFile:
    table = load_toml(text, "INI files of pynogram cannot be read")
    clues, definitions = _table(table, "clues"), _table(table, "colors")
    colours = _colours(definitions.get("defs", []))
    lines = {key: _lines(clues, key, text) for key in ("rows", "columns")}
    check_size(len(lines["rows"]), len(lines["columns"]), "clues: ")
    rows, cols = ([_hint_line(line, colours) for line in lines[key]] for key in ("rows", "columns"))
    background = colours.pop(_BACKGROUND_NAME, WHITE)
    return nonogram_file(rows, cols, palette=(background, *(colours or {_BLACK_NAME: BLACK}).values()))


def _table(table: dict[str, Any], key: str) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise PuzzleFileError(f"{key}: expected a table")
    return value


def _colours(definitions: object) -> dict[str, Colour]:
    """Return the colours by name; the background is among them only if it is declared."""
    if not isinstance(definitions, list):
        raise PuzzleFileError("colors.defs: expected an array")
    if len(definitions) > MAX_COLOURS + 1:
        what = f"{len(definitions)} colours; at most {MAX_COLOURS} can be read"
        raise PuzzleFileError(f"colors.defs: the puzzle has {what}")
    colours: dict[str, Colour] = {}
    for number, text in enumerate(definitions, 1):
        place = f"colors.defs, entry {number}"
        is_short = isinstance(text, str) and len(text) <= _MAX_DEFINITION
        match = _DEFINITION.fullmatch(text) if is_short else None
        tone = _tone(match[2]) if match else None
        if match is None or tone is None:
            raise PuzzleFileError(f"{place}: expected 'r = (E02020) +', found {shown(text)}")
        if match[1] in colours or any(letter in string.digits for letter in match[1]):
            raise PuzzleFileError(f"{place}: the name {shown(match[1])} has a digit or is used twice")
        colours[match[1]] = tone
    return colours


def _tone(text: str) -> Colour | None:
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return parse_colour(text, bare_hex=True)
    red, green, blue = (int(part) for part in parts.groups())
    return (red, green, blue) if max(red, green, blue) < 256 else None


def _lines(clues: dict[str, Any], key: str, text: str) -> list[Snippet]:
    """Return the hints of each line, with their place in the file as far as it can be found."""
    value = clues.get(key)
    if not isinstance(value, str):
        raise PuzzleFileError(f"clues.{key}: expected a string, found {shown(value)}")
    match = re.search(rf"^[ \t]*{key}[ \t]*=", text, re.MULTILINE)
    first = text[: match.end()].count("\n") + 1 if match else 1
    found = []
    below = "\n" in value  # TOML removes the newline after the opening quotes
    for line in text_lines(value):
        for part in re.split("[#;]", line.text)[0].split(","):
            if part.strip(" \t\"'"):
                found.append(Snippet(part.strip(" \t\"'"), first + line.line - (0 if below else 1)))
    return found


def _hint_line(line: Snippet, colours: dict[str, Colour]) -> HintLine:
    def number(word: Snippet, name: str) -> int:
        name = name or _BLACK_NAME
        if name == _BLACK_NAME:
            colours.setdefault(name, BLACK)
        if name not in colours or name == _BACKGROUND_NAME:
            state = "the background" if name in colours else "not declared"
            raise word.error(f"the colour {shown(name)} is {state}")
        return [key for key in colours if key != _BACKGROUND_NAME].index(name) + 1

    return coloured_line(line, r"\D*", number, separators=r"\s")


def _write(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    plain = puzzle.palette == (WHITE, BLACK)
    used = [_BACKGROUND_NAME, *([""] if plain else _NAMES[: puzzle.colours])]
    text = ["[clues]"]
    for key, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        text += [f'{key} = """', *(runs_text(runs, used) for runs in lines), '"""']
    if not plain:
        text += ["[colors]", "defs = ["]
        for name, tone in zip(used, puzzle.palette, strict=True):
            if name != _BACKGROUND_NAME or tone != WHITE:
                text.append(f'  "{name} = ({hex_digits(tone).upper()}) {name}",')
        text.append("]")
    return "\n".join(text) + "\n"


FORMAT = Format(
    "nonogrid", "TOML of nonogrid", "nonogram", (".toml",), _looks_like, _parse, _write,
    max_colours=len(_NAMES),
)  # fmt: skip
