"""Simpson's .non, with the colours that nonogram-db added to it.

A whole file; runs are separated by commas or spaces, `0` is an empty line, and the letter of a colour follows
the number:

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

A number without a letter, and `1` in the goal, is black. A line `saved "0??1??"` holds given cells. Files of
Faase's solver have only width, height, rows and columns, and follow the same rules.
"""

from __future__ import annotations

import html
import re
import string

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import hex_digits, parse_colour
from picrosser.formats.hint_lines import (
    Cells,
    check_size,
    coloured_line,
    in_rows,
    nonogram_file,
    runs_text,
    take_block,
)
from picrosser.formats.puzzle_file import BLACK, MAX_CELLS, WHITE, Format, PuzzleFile, read_title
from picrosser.formats.table_values import default_colour
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.picture import UNKNOWN, Colour

_BLOCKS = ("rows", "columns")
_SINGLE_KEYS = ("width", "height", "goal", "saved", "title")
_KEYWORD = re.compile(r"\s*([A-Za-z]+)\b[ \t]*(.*)", re.DOTALL)


def _looks_like(text: str) -> bool:
    """Whether a text has lines `rows` and `columns`."""
    words = {line.text.strip().lower() for line in text_lines(text)}
    return "columns" in words and ("rows" in words or any(word.startswith("rows ") for word in words))


def _parse(text: str) -> PuzzleFile:
    keys, blocks, declared = _sections(text)
    for key in ("width", "height"):
        if key not in keys:
            raise PuzzleFileError(f"line 1, column 1: the file does not give its {key}")
    width, height = (keys[key].number(f"a {key}") for key in ("width", "height"))
    check_size(height, width, keys["height"].place)
    colours = _Colours(declared)
    hints = {}
    for block, count in (("rows", height), ("columns", width)):
        if block not in blocks:
            raise Snippet("", len(text_lines(text))).error(f"the section {block} is missing")
        lines = take_block(blocks[block], count, block)
        hints[block] = [coloured_line(line, "[a-z]?", colours.number_of) for line in lines]
    images = {
        key: _image(keys[key], width, height, colours) if key in keys else None for key in ("goal", "saved")
    }
    title, notes = read_title(html.unescape(keys["title"].text) if "title" in keys else "")
    return nonogram_file(
        hints["rows"],
        hints["columns"],
        palette=colours.palette(),
        goal=images["goal"],
        given=images["saved"],
        title=title,
        notes=notes,
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
        key = match[1].lower()
        value = Snippet(_unquoted(match[2].rstrip()), line.line, match.start(2) + 1)
        current = None
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


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


class _Colours:
    """The colours by letter, "" for black without a letter; undeclared ones are added when they occur."""

    def __init__(self, declared: list[Snippet]) -> None:
        self.tones: dict[str, Colour] = {}
        for value in declared:
            words = list(value.words(r"\s"))
            tone = parse_colour(words[1].text, bare_hex=True) if len(words) == 2 else None
            if tone is None or not re.fullmatch("[a-z1]", words[0].text):
                raise value.error(f"expected a letter and #rrggbb, found {shown(value.text)}")
            letter = words[0].text.replace("1", "")
            if letter in self.tones:
                raise value.error(f"the colour {letter or '1'} is declared twice")
            self.tones[letter] = tone

    def number_of(self, _: Snippet, letter: str) -> int:
        if letter not in self.tones:
            self.tones[letter] = default_colour(len(self.tones)) if letter else BLACK
        return list(self.tones).index(letter) + 1

    def palette(self) -> tuple[Colour, ...]:
        return (WHITE, *(self.tones or {"": BLACK}).values())


def _image(value: Snippet, width: int, height: int, colours: _Colours) -> Cells:
    text = "".join(value.text.split())[: MAX_CELLS + 1]
    if len(text) != width * height:
        raise value.error(f"expected {width * height} cells, found {len(text)}")
    cells = []
    for place, character in enumerate(text):
        if character == "0":
            cells.append(0)
        elif character == "?":
            cells.append(UNKNOWN)
        elif character == "1" or character in string.ascii_lowercase:
            cells.append(colours.number_of(value, character.replace("1", "")))
        else:
            what = f"cell {place + 1} is {shown(character)}, expected 0, 1, ? or the letter of a colour"
            raise value.error(what)
    return in_rows(cells, width)


def _write(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    # A single colour has no letter, since some programs do not know letters.
    letters = [""] if puzzle.colours == 1 else list(string.ascii_lowercase[: puzzle.colours])
    text = []
    if file.title:
        title = html.escape(file.title, quote=True)
        text.append(f'title "{title}"')
    if puzzle.palette[1:] != (BLACK,):
        tones = zip(letters, puzzle.palette[1:], strict=True)
        text += [f"color {letter or '1'} #{hex_digits(tone)}" for letter, tone in tones]
    text += [f"width {len(puzzle.cols)}", f"height {len(puzzle.rows)}"]
    for block, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        text += ["", block, *(runs_text(runs, ["", *letters], ",") for runs in lines)]
    for key, cells in (("goal", file.solution), ("saved", puzzle.given)):
        if cells is not None:
            rows: Cells = cells if isinstance(cells, tuple) else cells.rows
            marks = ["0", *(letter or "1" for letter in letters), "?"]  # marks[UNKNOWN] is the last one
            text += ["", key + ' "' + "".join(marks[cell] for row in rows for cell in row) + '"']
    return "\n".join(text) + "\n"


FORMAT = Format(
    "non", "Simpson's .non", "nonogram", (".non", ".ss"), _looks_like, _parse, _write,
    max_colours=len(string.ascii_lowercase), solution=True, given=True, title=True, latin1=True,
)  # fmt: skip
