"""Olšák's .g, with coloured puzzles.

A whole file; `#d` begins the colours (character in the hints, `:`, character in the output, colour, comment),
the first line that begins with `:` the rows, the next one the columns. An empty line of the puzzle is a blank
line; `0` is an error:

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

Without `#d` the puzzle is black on white. Known weakness: without a third line that begins with `:`, blank
lines at the end of the file may be empty columns or mere spacing; they are taken as empty columns.
"""

from __future__ import annotations

import re
import string

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import hex_digits, parse_colour
from picrosser.formats.hint_lines import (
    HintLine,
    check_size,
    line_place,
    nonogram_file,
    nonogram_of,
    runs_from,
)
from picrosser.formats.puzzle_file import BLACK, MAX_COLOURS, WHITE, PuzzleFile
from picrosser.formats.text import TextLine, at, shown, text_lines, words_of
from picrosser.formats.titles import read_title
from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import Colour

# Characters that are written for colours 1, 2, 3...: never digits.
_SUFFIXES = string.ascii_lowercase + string.ascii_uppercase
_COLOUR = re.compile(r"\s*(\S):(.)[ \t]+(\S+)(?:[ \t]+(.*))?$")
_RUN = re.compile(r"([0-9]+)(\D?)", re.ASCII)


def looks_like(text: str) -> bool:
    """Whether two or more lines begin with a colon."""
    return sum(line.text.startswith(":") for line in text_lines(text)) >= 2


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    lines = text_lines(text)
    colons = [place for place, line in enumerate(lines) if line.text.startswith(":")]
    if len(colons) < 2:
        raise PuzzleFileError(
            f"line {max(1, len(lines))}, column 1: expected two lines that begin with a colon"
        )
    colours = _colours(lines[: colons[0]])
    row_lines = lines[colons[0] + 1 : colons[1]]
    column_lines = lines[colons[1] + 1 : colons[2] if len(colons) > 2 else None]
    head = [line.text for line in lines[: colons[0]] if line.text.strip()]
    title, notes = read_title(head[0] if head and not head[0].startswith("#") else "")
    blank = len(column_lines) and not column_lines[-1].text.strip()
    if len(colons) == 2 and blank:
        notes += ("the blank lines at the end of the file are taken as empty columns",)
    check_size(len(row_lines), len(column_lines), line_place(lines[colons[0]].number))
    rows, columns = ([_hint_line(line, colours) for line in part] for part in (row_lines, column_lines))
    palette = (colours["0"], *(tone for key, tone in colours.items() if key != "0"))
    return nonogram_file(rows, columns, palette=palette, title=title, notes=notes)


def _colours(lines: list[TextLine]) -> dict[str, Colour]:
    """Return the colours by their character in the hints, always with `0`, the background."""
    starts = [place for place, line in enumerate(lines) if line.text[:2].lower() == "#d"]
    for line in lines:
        if line.text[:2].lower() == "#t":
            raise at(line, "triddlers (boards of triangles) cannot be read")
    if not starts:
        return {"0": WHITE, "1": BLACK}
    colours: dict[str, Colour] = {}
    for line in lines[starts[0] + 1 :]:
        if not line.text.strip():
            continue
        match = _COLOUR.match(line.text)
        if match is None:
            raise at(line, f"expected a colour like r:+ #ff0000 red, found {shown(line.text.strip())}")
        key, _, name, comment = match.groups()
        if "/" in name or "\\" in name or (comment or "").startswith(("<", ">")):
            raise at(line, "puzzles with triangles cannot be read")
        tone = parse_colour(name, x11=True)
        if tone is None:
            raise at(line, f"{shown(name)} is not a colour", "use #rrggbb")
        if key in colours or key == "," or (key in string.digits and key not in "01"):
            problem = "is declared twice" if key in colours else "cannot stand for a colour"
            raise at(line, f"{shown(key)} {problem}")
        colours[key] = tone
        if len(colours) > MAX_COLOURS + 1:
            raise at(line, f"there are more than {MAX_COLOURS} colours")
    if not colours.keys() - {"0"}:
        raise at(lines[starts[0]], "no colour is declared after #d", "declare one, as in 1:X black")
    return {"0": WHITE} | colours


def _hint_line(line: TextLine, colours: dict[str, Colour]) -> HintLine:
    numbers = {key: number for number, key in enumerate((key for key in colours if key != "0"), 1)}
    words = []
    for word in words_of(line):
        match = _RUN.fullmatch(word.text)
        if match is None:
            raise at(word, f"expected a run like 3 or 3r, found {shown(word.text)}")
        if not match[1].strip("0"):
            raise at(word, "a run of 0", "leave the line blank if it is empty")
        suffix = match[2] or "1"
        if suffix not in numbers:
            raise at(word, f"the colour {shown(suffix)} is not declared")
        words.append((word._replace(text=match[1]), numbers[suffix]))
    return HintLine(runs_from(words), line_place(line.number))


def write(file: PuzzleFile) -> str:
    """Write a puzzle so that `parse` reads the same puzzle back.

    Raises
    ------
    PuzzleFileError : there are more colours than letters.
    """
    puzzle = nonogram_of(file)
    if puzzle.colours > len(_SUFFIXES):
        raise PuzzleFileError(f"the puzzle has {puzzle.colours} colours, but .g can hold {len(_SUFFIXES)}")
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
        text += [what, *(_runs_text(runs or (), suffixes) for runs in lines)]
    if not puzzle.cols[-1]:
        text.append(": end")
    return "\n".join(text) + "\n"


def _runs_text(runs: Runs, suffixes: list[str]) -> str:
    return " ".join(f"{run.length}{suffixes[run.colour]}" for run in runs)
