"""Coloured runs whose colours have names: the TOML of the solver nonogrid, and the INI of pynogram.

nonogrid: in the strings a newline or a comma ends the hints of a line, spaces separate runs, `#` and `;`
begin comments, and the name of a colour follows the number. A number without a name is black, and `W` is the
background:

    [clues]
    rows = '''
    2
    1 1r
    '''
    columns = "1, 1 1r, 0"
    [colors]
    defs = ["r = (E02020) +"]

pynogram's INI has the same hints in continued lines, columns first, and colours as entries:

    [colors]
    r = (E02020) +
    [clues]
    columns =
        1, 1 1r, 0
    rows =
        2
        1 1r
"""

import re
import string
from collections.abc import Sequence
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import parse_colour
from picrosser.formats.hint_lines import coloured_line, nonogram_file, runs_text
from picrosser.formats.puzzle_file import BLACK_ON_WHITE, Format, PuzzleFile, single
from picrosser.formats.tables import load_toml, toml_strings
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.picture import BLACK, WHITE, Colour, web_colour

_HEAD = re.compile(r"^[ \t]*\[clues\][ \t]*(?:#.*)?$", re.MULTILINE)
_QUOTED = re.compile(
    r"""^[ \t]*(?:rows|columns)[ \t]*=[ \t]*(["'])(?:\1\1|(?:(?!\1).)*\1[ \t]*(?:#.*)?$)""", re.MULTILINE
)
_DEFINITION = re.compile(r"\s*(\S+)\s*=\s*\(([^)]*)\)\s*(\S?)\s*")
_MAX_DEFINITION = 200  # characters; the expression above takes quadratic time
_PARTS = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", re.ASCII)
_BLACK_NAME, _BACKGROUND_NAME = "B", "W"
# Written for colours 1, 2, 3...; pynogram does not tell small letters from capital ones.
_NAMES = [name for name in string.ascii_letters if name not in (_BLACK_NAME, _BACKGROUND_NAME)]
_SMALL_NAMES = string.ascii_lowercase


def _looks_like_nonogrid(text: str) -> bool:
    """Whether a text has a line `[clues]` and a quoted value for rows or columns."""
    return _HEAD.search(text) is not None and _QUOTED.search(text) is not None


def _parse_nonogrid(text: str) -> PuzzleFile:
    table = load_toml(text)
    return _named_lines(text, _table(table, "clues"), _table(table, "colors").get("defs", []))


def _parse_pynogram(text: str) -> PuzzleFile:
    from configparser import Error, RawConfigParser  # few puzzle files are INI

    parser = RawConfigParser(inline_comment_prefixes=("#", ";"))
    try:
        parser.read_string(text)
    except Error as error:
        what = " ".join(str(error.message).split())
        raise PuzzleFileError(f"line 1, column 1: not INI of pynogram: {shown(what)}") from error
    clues, colours = (dict(parser[key]) if key in parser else {} for key in ("clues", "colors"))
    return _named_lines(text, clues, [f"{name} = {value}" for name, value in colours.items()])


def _named_lines(text: str, clues: dict[str, Any], definitions: object) -> PuzzleFile:
    """Read the hints and the colours' definitions, which nonogrid and pynogram write alike."""
    tones = _nonogrid_colours(definitions)
    background = tones.pop(_BACKGROUND_NAME, None)
    lines = {key: _clue_lines(clues, key, text) for key in ("rows", "columns")}

    def number(word: Snippet, name: str) -> int:
        name = name or _BLACK_NAME
        if name == _BLACK_NAME:
            tones.setdefault(name, BLACK)
        if name not in tones:
            is_background = name == _BACKGROUND_NAME and background is not None
            state = "the background" if is_background else "not declared"
            raise word.error(f"the colour {shown(name)} is {state}")
        return list(tones).index(name) + 1

    rows, cols = ([coloured_line(line, r"\D*", number) for line in lines[key]] for key in lines)
    palette = (background or WHITE, *(tones or {_BLACK_NAME: BLACK}).values())
    return nonogram_file(rows, cols, palette=palette)


def _table(table: dict[str, Any], key: str) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise PuzzleFileError(f"{key}: expected a table")
    return value


def _nonogrid_colours(definitions: object) -> dict[str, Colour]:
    """Return the colours by name; the background is among them only if it is declared."""
    if not isinstance(definitions, list):
        raise PuzzleFileError("colors.defs: expected an array")
    tones: dict[str, Colour] = {}
    for number, text in enumerate(definitions, 1):
        place = f"colors.defs, entry {number}"
        is_short = isinstance(text, str) and len(text) <= _MAX_DEFINITION
        match = _DEFINITION.fullmatch(text) if is_short else None
        tone = _tone(match[2]) if match else None
        if match is None or tone is None:
            raise PuzzleFileError(f"{place}: expected 'r = (E02020) +', found {shown(text)}")
        if match[1] in tones or any(letter in string.digits for letter in match[1]):
            raise PuzzleFileError(f"{place}: the name {shown(match[1])} has a digit or is used twice")
        tones[match[1]] = tone
    return tones


def _tone(text: str) -> Colour | None:
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return parse_colour(text, bare_hex=True)
    red, green, blue = (int(part) for part in parts.groups())
    return (red, green, blue) if max(red, green, blue) < 256 else None


def _clue_lines(clues: dict[str, Any], key: str, text: str) -> list[Snippet]:
    """Return the hints of each line, with their place in the file as far as it can be found."""
    value = clues.get(key)
    if not isinstance(value, str):
        raise PuzzleFileError(f"clues.{key}: expected a string, found {shown(value)}")
    match = re.search(rf"^[ \t]*{key}[ \t]*=", text, re.MULTILINE)
    first = text[: match.end()].count("\n") + 1 if match else 1
    # TOML removes a newline after the opening quotes, INI keeps it.
    below = "\n" in value and not value.startswith("\n")
    return [
        Snippet(word, first + line.line - (0 if below else 1))
        for line in text_lines(value)
        for part in re.split("[#;]", line.text)[0].split(",")
        if (word := part.strip(" \t\"'"))
    ]


def _write_nonogrid(file: PuzzleFile) -> str:
    used, tones = _names(file, _NAMES)
    text = ["[clues]"]
    for key, lines in (("rows", file.nonogram.rows), ("columns", file.nonogram.cols)):
        text += [f'{key} = """', *(runs_text(runs, used) for runs in lines), '"""']
    text += ["[colors]", *toml_strings("defs", tones)] if tones else []
    return "\n".join(text) + "\n"


def _write_pynogram(file: PuzzleFile) -> str:
    used, tones = _names(file, _SMALL_NAMES)
    text = ["[colors]", *(tone for tone in tones if not tone.startswith(_BACKGROUND_NAME))] if tones else []
    text.append("[clues]")
    for key, lines in (("columns", file.nonogram.cols), ("rows", file.nonogram.rows)):
        text += [f"{key} =", *(f"    {runs_text(runs, used)}" for runs in lines)]
    return "\n".join(text) + "\n"


def _names(file: PuzzleFile, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what stands for each colour in the hints, and the definitions of the colours."""
    palette = file.puzzle.palette
    if palette == BLACK_ON_WHITE:
        return [_BACKGROUND_NAME, ""], []
    used = [_BACKGROUND_NAME, *names[: file.puzzle.colours]]
    told = zip(used, palette, strict=True)
    first = palette[0] == WHITE  # a white background need not be told
    return used, [f"{name} = ({web_colour(tone)[1:].upper()}) {name}" for name, tone in told][first:]


NONOGRID = Format(
    "nonogrid", "TOML of nonogrid", (".toml",), _looks_like_nonogrid, single(_parse_nonogrid),
    _write_nonogrid, max_colours=len(_NAMES),
)  # fmt: skip
PYNOGRAM = Format(
    "pynogram", "INI of pynogram", (".ini",), _HEAD.search, single(_parse_pynogram), _write_pynogram,
    max_colours=len(_SMALL_NAMES),
)  # fmt: skip
