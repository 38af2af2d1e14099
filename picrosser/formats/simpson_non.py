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
    HintLine,
    check_size,
    line_place,
    nonogram_file,
    nonogram_of,
    runs_from,
    take_block,
)
from picrosser.formats.puzzle_file import BLACK, MAX_CELLS, MAX_SIDE, WHITE, PuzzleFile
from picrosser.formats.table_values import default_colour
from picrosser.formats.text import TextLine, Word, at, number_of, shown, text_lines, words_of
from picrosser.formats.titles import read_title
from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import UNKNOWN, Colour

_BLOCKS = ("rows", "columns")
_SINGLE_KEYS = ("width", "height", "goal", "saved", "title")
_KEYWORD = re.compile(r"\s*([A-Za-z]+)\b[ \t]*(.*)", re.DOTALL)
_RUN = re.compile(r"([0-9]+)([a-z]?)", re.ASCII)


def looks_like(text: str) -> bool:
    """Whether a text has lines `rows` and `columns`."""
    words = {line.text.strip().lower() for line in text_lines(text)}
    return "columns" in words and ("rows" in words or any(word.startswith("rows ") for word in words))


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    keys, blocks, declared = _sections(text)
    for key in ("width", "height"):
        if key not in keys:
            raise PuzzleFileError(f"line 1, column 1: the file does not give its {key}")
    width, height = (number_of(keys[key], MAX_SIDE, f"a {key}") for key in ("width", "height"))
    check_size(height, width, line_place(keys["height"].line))
    colours = _Colours(declared)
    hints: dict[str, list[HintLine]] = {}
    for block, count in (("rows", height), ("columns", width)):
        if block not in blocks:
            raise PuzzleFileError(f"line {len(text_lines(text))}, column 1: the section {block} is missing")
        hints[block] = [_hint_line(line, colours) for line in take_block(blocks[block], count, block)]
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


def _sections(text: str) -> tuple[dict[str, Word], dict[str, list[TextLine]], list[Word]]:
    """Return the values of keys, the lines of both blocks, and the values of `color`."""
    keys: dict[str, Word] = {}
    blocks: dict[str, list[TextLine]] = {}
    colours: list[Word] = []
    current: list[TextLine] | None = None
    for line in text_lines(text):
        if line.text.strip() == "====":
            raise at(line, "the file holds several puzzles", "put each into its own file")
        match = _KEYWORD.match(line.text)
        if match is None:
            if current is not None:
                current.append(line)
            elif line.text.strip():
                raise at(line, f"expected a keyword, found {shown(line.text.strip())}")
            continue
        key, value = match[1].lower(), Word(_unquoted(match[2].rstrip()), line.number, match.start(2) + 1)
        current = None
        if key in _BLOCKS:
            if key in blocks:
                raise at(line, f"the section {key} appears twice")
            if value.text:  # some programs write the size like this
                key = {"rows": "height", "columns": "width"}[key]
                if keys.setdefault(key, value).text != value.text:
                    raise at(
                        value, f"{match[1]} is {shown(value.text)}, but {key} is {shown(keys[key].text)}"
                    )
            else:
                current = blocks[key] = []
        elif key in ("color", "colour"):
            colours.append(value)
        elif key in _SINGLE_KEYS:
            if key in keys and (key not in ("width", "height") or keys[key].text != value.text):
                raise at(line, f"{key} appears twice")
            keys[key] = value
    return keys, blocks, colours


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


class _Colours:
    """The colours by letter, "" for black without a letter; undeclared ones are added when they occur."""

    def __init__(self, declared: list[Word]) -> None:
        self.tones: dict[str, Colour] = {}
        for value in declared:
            words = list(words_of(TextLine(value.line, value.text), r"\s"))
            tone = parse_colour(words[1].text, bare_hex=True) if len(words) == 2 else None
            if tone is None or not re.fullmatch("[a-z1]", words[0].text):
                raise at(value, f"expected a letter and #rrggbb, found {shown(value.text)}")
            letter = words[0].text.replace("1", "")
            if letter in self.tones:
                raise at(value, f"the colour {letter or '1'} is declared twice")
            self.tones[letter] = tone

    def number(self, letter: str) -> int:
        if letter not in self.tones:
            self.tones[letter] = default_colour(len(self.tones)) if letter else BLACK
        return list(self.tones).index(letter) + 1

    def palette(self) -> tuple[Colour, ...]:
        return (WHITE, *(self.tones or {"": BLACK}).values())


def _hint_line(line: TextLine, colours: _Colours) -> HintLine:
    words = []
    for word in words_of(line):
        match = _RUN.fullmatch(word.text)
        if match is None:
            raise at(word, f"expected a run like 3 or 3k, found {shown(word.text)}")
        colour = 0 if match[1].strip("0") == "" else colours.number(match[2])
        words.append((word._replace(text=match[1]), colour))
    return HintLine(runs_from(words), line_place(line.number))


def _image(value: Word, width: int, height: int, colours: _Colours) -> Cells:
    text = "".join(value.text.split())[: MAX_CELLS + 1]
    if len(text) != width * height:
        raise at(value, f"expected {width * height} cells, found {len(text)}")
    cells = []
    for place, character in enumerate(text):
        if character == "0":
            cells.append(0)
        elif character == "?":
            cells.append(UNKNOWN)
        elif character == "1" or character in string.ascii_lowercase:
            cells.append(colours.number(character.replace("1", "")))
        else:
            raise at(
                value, f"cell {place + 1} is {shown(character)}, expected 0, 1, ? or the letter of a colour"
            )
    return [cells[at : at + width] for at in range(0, width * height, width)]


def write(file: PuzzleFile) -> str:
    """Write a puzzle so that `parse` reads the same puzzle back.

    Raises
    ------
    PuzzleFileError : there are more colours than letters.
    """
    puzzle = nonogram_of(file)
    letters = _letters(puzzle.palette)
    text = []
    if file.title:
        title = html.escape(file.title, quote=True)
        text.append(f'title "{title}"')
    if puzzle.palette[1:] != (BLACK,):
        tones = zip(letters, puzzle.palette[1:], strict=True)
        text += [f"color {letter or '1'} #{hex_digits(tone)}" for letter, tone in tones]
    text += [f"width {len(puzzle.cols)}", f"height {len(puzzle.rows)}"]
    for block, lines in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        text += ["", block, *(_runs_text(runs or (), letters) for runs in lines)]
    for key, cells in (("goal", file.solution), ("saved", puzzle.given)):
        if cells is not None:
            rows: Cells = cells if isinstance(cells, tuple) else cells.rows
            marks = ["0", *(letter or "1" for letter in letters), "?"]  # marks[UNKNOWN] is the last one
            text += ["", key + ' "' + "".join(marks[cell] for row in rows for cell in row) + '"']
    return "\n".join(text) + "\n"


def _letters(palette: tuple[Colour, ...]) -> list[str]:
    """Choose a letter for each colour; a single colour has none, since some programs do not know letters."""
    if len(palette) == 2:
        return [""]
    if len(palette) > 27:
        raise PuzzleFileError(f"the puzzle has {len(palette) - 1} colours, but .non can hold 26")
    return list(string.ascii_lowercase[: len(palette) - 1])


def _runs_text(runs: Runs, letters: list[str]) -> str:
    return ",".join(f"{run.length}{letters[run.colour - 1]}" for run in runs) or "0"
