"""Lists of coloured runs: Simpson's .non, Olšák's .g, and the TOML of the solver nonogrid.

.non, with the colours that nonogram-db added to it: runs are separated by commas or spaces, `0` is an empty
line, and the letter of a colour follows the number. A number without a letter, and `1` in the goal, is black.
A line `saved "0??1??"` holds given cells. Files of Faase's solver have only width, height, rows and columns:

    title "Demo"
    color r #e02020
    width 3
    height 2

    rows
    2
    1r

    columns
    1
    1,1r
    0

    goal "1100r0"

.g: `#d` begins the colours (character in the hints, `:`, character in the output, colour, comment), the first
line that begins with `:` the rows, the next one the columns. An empty line of the puzzle is a blank line; `0`
is an error. Without `#d` the puzzle is black on white:

    Demo
    #d
      0:   #ffffff  white
      1:X  #000000  black
      r:+  #e02020  red
    : rows
    2
    1 1r
    : columns
    1
    1 1r

    : end

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

Known weakness: without a third line that begins with `:`, blank lines at the end of a .g file may be empty
columns or mere spacing; they are taken as empty columns.
"""

from __future__ import annotations

import html
import re
import string
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import hex_digits, parse_colour
from picrosser.formats.hint_lines import (
    Cells,
    HintLine,
    check_size,
    coloured_line,
    in_rows,
    nonogram_file,
    runs_text,
    take_block,
)
from picrosser.formats.puzzle_file import (
    BLACK,
    BLACK_ON_WHITE,
    MAX_CELLS,
    MAX_COLOURS,
    WHITE,
    Format,
    PuzzleFile,
    read_title,
)
from picrosser.formats.tables import default_colour, load_toml
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.picture import UNKNOWN, Colour

_Tones = dict[str, Colour]
"""Colours by what names them in the hints, in the order of their numbers."""

# ---- .non

_BLOCKS = ("rows", "columns")
_SINGLE_KEYS = ("width", "height", "goal", "saved", "title")
_KEYWORD = re.compile(r"\s*([A-Za-z]+)\b[ \t]*(.*)", re.DOTALL)


def _looks_like_non(text: str) -> bool:
    """Whether a text has lines `rows` and `columns`."""
    words = {line.text.strip().lower() for line in text_lines(text)}
    return "columns" in words and ("rows" in words or any(word.startswith("rows ") for word in words))


def _parse_non(text: str) -> PuzzleFile:
    keys, blocks, declared = _sections(text)
    for key in ("width", "height"):
        if key not in keys:
            raise PuzzleFileError(f"line 1, column 1: the file does not give its {key}")
    width, height = (keys[key].number(f"a {key}") for key in ("width", "height"))
    check_size(height, width, keys["height"].place)
    tones = _non_colours(declared)
    hints = {}
    for block, count in (("rows", height), ("columns", width)):
        if block not in blocks:
            raise Snippet("", len(text_lines(text))).error(f"the section {block} is missing")
        lines = take_block(blocks[block], count, block)
        hints[block] = [
            coloured_line(line, "[a-z]?", lambda _, letter: _non_number(tones, letter)) for line in lines
        ]
    goal, saved = (
        _image(keys[key], width, height, tones) if key in keys else None for key in ("goal", "saved")
    )
    title, notes = read_title(html.unescape(keys["title"].text) if "title" in keys else "")
    palette = (WHITE, *(tones or {"": BLACK}).values())
    return nonogram_file(
        hints["rows"], hints["columns"], palette=palette, goal=goal, given=saved, title=title, notes=notes
    )


def _sections(text: str) -> tuple[dict[str, Snippet], dict[str, list[Snippet]], list[Snippet]]:
    """Return the values of keys, the lines of both blocks, and the values of `color`."""
    keys: dict[str, Snippet] = {}
    blocks: dict[str, list[Snippet]] = {}
    colours: list[Snippet] = []
    current: list[Snippet] | None = None
    for line in text_lines(text):
        if line.text.strip() == "====":
            raise line.error("the file holds several puzzles", "put each into its own file")
        match = _KEYWORD.match(line.text)
        if match is None:
            if current is not None:
                current.append(line)
            elif line.text.strip():
                raise line.error(f"expected a keyword, found {shown(line.text.strip())}")
            continue
        key, text, current = match[1].lower(), match[2].rstrip(), None
        is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
        value = Snippet(text[1:-1] if is_quoted else text, line.line, match.start(2) + 1)
        if key in _BLOCKS:
            if key in blocks:
                raise line.error(f"the section {key} appears twice")
            if value.text:  # some programs write the size like this
                key = {"rows": "height", "columns": "width"}[key]
                if keys.setdefault(key, value).text != value.text:
                    raise value.error(
                        f"{match[1]} is {shown(value.text)}, but {key} is {shown(keys[key].text)}"
                    )
            else:
                current = blocks[key] = []
        elif key in ("color", "colour"):
            colours.append(value)
        elif key in _SINGLE_KEYS:
            if key in keys and (key not in ("width", "height") or keys[key].text != value.text):
                raise line.error(f"{key} appears twice")
            keys[key] = value
    return keys, blocks, colours


def _non_colours(declared: list[Snippet]) -> _Tones:
    """Return the colours by letter, "" for black without a letter."""
    tones: _Tones = {}
    for value in declared:
        words = list(value.words())
        tone = parse_colour(words[1].text, bare_hex=True) if len(words) == 2 else None
        if tone is None or not re.fullmatch("[a-z1]", words[0].text):
            raise value.error(f"expected a letter and #rrggbb, found {shown(value.text)}")
        letter = words[0].text.replace("1", "")
        if letter in tones:
            raise value.error(f"the colour {letter or '1'} is declared twice")
        tones[letter] = tone
    return tones


def _non_number(tones: _Tones, letter: str) -> int:
    """Return the number of a colour; one that is not declared is added."""
    tones.setdefault(letter, default_colour(len(tones)) if letter else BLACK)
    return list(tones).index(letter) + 1


def _image(value: Snippet, width: int, height: int, tones: _Tones) -> Cells:
    text = "".join(value.text.split())[: MAX_CELLS + 1]
    if len(text) != width * height:
        raise value.error(f"expected {width * height} cells, found {len(text)}")
    cells = []
    for place, character in enumerate(text, 1):
        if character in "0?":
            cells.append(0 if character == "0" else UNKNOWN)
        elif character == "1" or character in string.ascii_lowercase:
            cells.append(_non_number(tones, character.replace("1", "")))
        else:
            what = f"cell {place} is {shown(character)}, expected 0, 1, ? or the letter of a colour"
            raise value.error(what)
    return in_rows(cells, width)


def _write_non(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    # A single colour has no letter, since some programs do not know letters.
    letters = [""] if puzzle.colours == 1 else list(string.ascii_lowercase[: puzzle.colours])
    text = [f'title "{html.escape(file.title, quote=True)}"'] if file.title else []
    if puzzle.palette[1:] != (BLACK,):
        tones = zip(letters, puzzle.palette[1:], strict=True)
        text += [f"color {letter or '1'} #{hex_digits(tone)}" for letter, tone in tones]
    text += [f"width {len(puzzle.cols)}", f"height {len(puzzle.rows)}"]
    for block, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        text += ["", block, *(runs_text(runs, ["", *letters], ",") for runs in lines)]
    marks = ["0", *(letter or "1" for letter in letters), "?"]  # marks[UNKNOWN] is the last one
    goal = None if file.solution is None else file.solution.rows
    for key, rows in (("goal", goal), ("saved", puzzle.given)):
        if rows is not None:
            text += ["", key + ' "' + "".join(marks[cell] for row in rows for cell in row) + '"']
    return "\n".join(text) + "\n"


NON = Format(
    "non", "Simpson's .non", "nonogram", (".non", ".ss"), _looks_like_non, _parse_non, _write_non,
    max_colours=len(string.ascii_lowercase), solution=True, given=True, title=True, latin1=True,
)  # fmt: skip


# ---- .g

_SUFFIXES = string.ascii_letters  # written for colours 1, 2, 3...: never digits
_COLOUR = re.compile(r"\s*(\S):(.)[ \t]+(\S+)(?:[ \t]+(.*))?$")
_ZERO = re.compile(r"0+\D?", re.ASCII)
_TWO_COLONS = re.compile(r"^:.*^:", re.MULTILINE | re.DOTALL)


def _parse_g(text: str) -> PuzzleFile:
    lines = text_lines(text)
    colons = [place for place, line in enumerate(lines) if line.text.startswith(":")]
    if len(colons) < 2:
        raise Snippet("", max(1, len(lines))).error("expected two lines that begin with a colon")
    tones = _g_colours(lines[: colons[0]])
    background = tones.pop("0", WHITE)
    row_lines = lines[colons[0] + 1 : colons[1]]
    column_lines = lines[colons[1] + 1 : colons[2] if len(colons) > 2 else None]
    head = [line.text for line in lines[: colons[0]] if line.text.strip()]
    title, notes = read_title(head[0] if head and not head[0].startswith("#") else "")
    if len(colons) == 2 and column_lines and not column_lines[-1].text.strip():
        notes += ("the blank lines at the end of the file are taken as empty columns",)
    check_size(len(row_lines), len(column_lines), lines[colons[0]].place)
    numbers = {key: number for number, key in enumerate(tones, 1)}
    rows, columns = ([_g_line(line, numbers) for line in part] for part in (row_lines, column_lines))
    return nonogram_file(rows, columns, palette=(background, *tones.values()), title=title, notes=notes)


def _g_colours(lines: list[Snippet]) -> _Tones:
    """Return the colours by their character in the hints, the background as `0` if it is declared."""
    starts = [place for place, line in enumerate(lines) if line.text[:2].lower() == "#d"]
    for line in lines:
        if line.text[:2].lower() == "#t":
            raise line.error("triddlers (boards of triangles) cannot be read")
    if not starts:
        return {"1": BLACK}
    tones: _Tones = {}
    for line in lines[starts[0] + 1 :]:
        if not line.text.strip():
            continue
        match = _COLOUR.match(line.text)
        if match is None:
            raise line.error(f"expected a colour like r:+ #ff0000 red, found {shown(line.text.strip())}")
        key, _, name, comment = match.groups()
        if "/" in name or "\\" in name or (comment or "").startswith(("<", ">")):
            raise line.error("puzzles with triangles cannot be read")
        tone = parse_colour(name, x11=True)
        if tone is None:
            raise line.error(f"{shown(name)} is not a colour", "use #rrggbb")
        if key in tones or key == "," or (key in string.digits and key not in "01"):
            problem = "is declared twice" if key in tones else "cannot stand for a colour"
            raise line.error(f"{shown(key)} {problem}")
        tones[key] = tone
        if len(tones) > MAX_COLOURS + 1:
            raise line.error(f"there are more than {MAX_COLOURS} colours")
    if not tones.keys() - {"0"}:
        raise lines[starts[0]].error("no colour is declared after #d", "declare one, as in 1:X black")
    return tones


def _g_line(line: Snippet, numbers: dict[str, int]) -> HintLine:
    def number(word: Snippet, suffix: str) -> int:
        if (suffix or "1") not in numbers:
            raise word.error(f"the colour {shown(suffix or '1')} is not declared")
        return numbers[suffix or "1"]

    for word in line.words():
        if _ZERO.fullmatch(word.text):
            raise word.error("a run of 0", "leave the line blank if it is empty")
    return coloured_line(line, r"\D?", number)


def _write_g(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    has_one_colour = puzzle.colours == 1
    keys = ["0", *(["1"] if has_one_colour else _SUFFIXES[: puzzle.colours])]
    # A title that begins like a section is written after a space, so it is read as a title.
    text = [f" {file.title}" if file.title[0] in ":#" else file.title] if file.title else []
    text.append("#d")
    for key, tone in zip(keys, puzzle.palette, strict=True):
        out = {"0": " ", "1": "X"}.get(key, key)
        text.append(f"  {key}:{out}  #{hex_digits(tone)}  {'blank' if key == '0' else f'ink{key}'}")
    suffixes = ["", *("" if has_one_colour else key for key in keys[1:])]
    for what, lines in ((": rows", puzzle.rows), (": columns", puzzle.cols)):
        text += [what, *(runs_text(runs, suffixes) if runs else "" for runs in lines)]
    if not puzzle.cols[-1]:
        text.append(": end")
    return "\n".join(text) + "\n"


G = Format(
    "g", "Olšák's .g", "nonogram", (".g",), _TWO_COLONS.search, _parse_g, _write_g,
    max_colours=len(_SUFFIXES), title=True, latin1=True,
)  # fmt: skip


# ---- nonogrid

_HEAD = re.compile(r"^[ \t]*\[clues\][ \t]*(?:#.*)?$", re.MULTILINE)
_DEFINITION = re.compile(r"\s*(\S+)\s*=\s*\(([^)]*)\)\s*(\S?)\s*")
_MAX_DEFINITION = 200  # characters; the expression above takes quadratic time
_PARTS = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", re.ASCII)
_BLACK_NAME, _BACKGROUND_NAME = "B", "W"
# Written for colours 1, 2, 3...
_NAMES = [name for name in string.ascii_letters if name not in (_BLACK_NAME, _BACKGROUND_NAME)]


def _parse_nonogrid(text: str) -> PuzzleFile:
    table = load_toml(text, "INI files of pynogram cannot be read")
    clues, definitions = _table(table, "clues"), _table(table, "colors")
    tones = _nonogrid_colours(definitions.get("defs", []))
    background = tones.pop(_BACKGROUND_NAME, None)
    lines = {key: _clue_lines(clues, key, text) for key in ("rows", "columns")}
    check_size(len(lines["rows"]), len(lines["columns"]), "clues: ")

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


def _nonogrid_colours(definitions: object) -> _Tones:
    """Return the colours by name; the background is among them only if it is declared."""
    if not isinstance(definitions, list):
        raise PuzzleFileError("colors.defs: expected an array")
    if len(definitions) > MAX_COLOURS + 1:
        what = f"{len(definitions)} colours; at most {MAX_COLOURS} can be read"
        raise PuzzleFileError(f"colors.defs: the puzzle has {what}")
    tones: _Tones = {}
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
    below = "\n" in value  # TOML removes the newline after the opening quotes
    parts = (
        (part.strip(" \t\"'"), first + line.line - (0 if below else 1))
        for line in text_lines(value)
        for part in re.split("[#;]", line.text)[0].split(",")
    )
    return [Snippet(part, line) for part, line in parts if part]


def _write_nonogrid(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    plain = puzzle.palette == BLACK_ON_WHITE
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


NONOGRID = Format(
    "nonogrid", "TOML of nonogrid", "nonogram", (".toml",), _HEAD.search, _parse_nonogrid,
    _write_nonogrid, max_colours=len(_NAMES),
)  # fmt: skip
