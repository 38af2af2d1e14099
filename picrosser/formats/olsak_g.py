"""Olšák's .g: text to puzzle and back.

A whole file; `#d` opens the inks (in-character, `:`, out-character, colour, comment), the first line that
begins with `:` the rows, the next one the columns; a blank line is an empty line and `0` is an error:

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

Without `#d`: black on white. Known weakness: blank lines at the end of a file without a third `:` may be
spacing or empty columns.
"""

from __future__ import annotations

import re
import string

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import hex_digits, parse_colour
from picrosser.formats.hint_lines import HintLine, check_size, nonogram_file, nonogram_of, runs_from
from picrosser.formats.puzzle_file import BLACK, WHITE, PuzzleFile
from picrosser.formats.text import TextLine, at, shown, text_lines, words_of
from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import Colour

# In-characters that are written for inks 1, 2, 3...: never digits.
_SUFFIXES = string.ascii_lowercase + string.ascii_uppercase
_INK = re.compile(r"\s*(\S):(.)[ \t]+(\S+)(?:[ \t]+(.*))?$")
_RUN = re.compile(r"([0-9]+)(\D?)", re.ASCII)


def looks_like(text: str) -> bool:
    """Two or more lines that begin with a colon."""
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
        raise PuzzleFileError(f"line {max(1, len(lines))}, column 1: expected two lines that begin with :")
    inks = _inks(lines[: colons[0]])
    row_lines = lines[colons[0] + 1 : colons[1]]
    column_lines = lines[colons[1] + 1 : colons[2] if len(colons) > 2 else None]
    notes = []
    blank = len(column_lines) and not column_lines[-1].text.strip()
    if len(colons) == 2 and blank:
        notes.append("the blank lines at its end are taken as empty columns")
    check_size(len(row_lines), len(column_lines), f"line {lines[colons[0]].number}, column 1: ")
    rows, columns = ([_clue(line, inks) for line in part] for part in (row_lines, column_lines))
    palette = (inks["0"], *(tone for key, tone in inks.items() if key != "0"))
    head = [line.text for line in lines[: colons[0]] if line.text.strip()]
    title = head[0].strip() if head and not head[0].startswith("#") else ""
    return nonogram_file(rows, columns, palette=palette, title=title, notes=tuple(notes))


def _inks(lines: list[TextLine]) -> dict[str, Colour]:
    """The tones by in-character; `0` is the background and is always there."""
    starts = [place for place, line in enumerate(lines) if line.text[:2].lower() == "#d"]
    for line in lines:
        if line.text[:2].lower() == "#t":
            raise at(line, "a triddler cannot be read")
    if not starts:
        return {"0": WHITE, "1": BLACK}
    inks: dict[str, Colour] = {}
    for line in lines[starts[0] + 1 :]:
        if not line.text.strip():
            continue
        match = _INK.match(line.text)
        if match is None:
            raise at(line, f"expected an ink like r:+ #ff0000 red, found {shown(line.text.strip())}")
        key, _, name, comment = match.groups()
        if "/" in name or "\\" in name or (comment or "").startswith(("<", ">")):
            raise at(line, "triangles cannot be read")
        tone = parse_colour(name, x11=True)
        if tone is None:
            raise at(line, f"{shown(name)} is no colour", "use #rrggbb")
        if key in inks or key == "," or (key in string.digits and key not in "01"):
            raise at(line, f"the ink {key} is {'declared twice' if key in inks else 'no possible ink'}")
        inks[key] = tone
    return {"0": WHITE} | inks


def _clue(line: TextLine, inks: dict[str, Colour]) -> HintLine:
    numbers = {key: number for number, key in enumerate((key for key in inks if key != "0"), 1)}
    words = []
    for word in words_of(line):
        match = _RUN.fullmatch(word.text)
        if match is None:
            raise at(word, f"expected a run like 3 or 3r, found {shown(word.text)}")
        if not match[1].strip("0"):
            raise at(word, "a run of 0", "an empty line is a blank line")
        suffix = match[2] or "1"
        if suffix not in numbers:
            raise at(word, f"the ink {shown(suffix)} is not declared")
        words.append((word._replace(text=match[1]), numbers[suffix]))
    return HintLine(runs_from(words), f"line {line.number}, column 1: ")


def write(file: PuzzleFile) -> str:
    """Write a puzzle; `parse` reads the same puzzle back.

    Raises
    ------
    PuzzleFileError : more inks than letters.
    """
    puzzle = nonogram_of(file)
    if puzzle.colours > len(_SUFFIXES):
        raise PuzzleFileError(f"the puzzle has {puzzle.colours} inks, .g can hold {len(_SUFFIXES)}")
    single = puzzle.colours == 1
    keys = ["0", *(["1"] if single else _SUFFIXES[: puzzle.colours])]
    # Behind a space, a title that begins like a section is none.
    text = [f" {file.title}" if file.title[0] in ":#" else file.title] if file.title else []
    text.append("#d")
    for key, tone in zip(keys, puzzle.palette, strict=True):
        out = {"0": " ", "1": "X"}.get(key, key)
        text.append(f"  {key}:{out}  #{hex_digits(tone)}  {'blank' if key == '0' else f'ink{key}'}")
    suffixes = ["", *("" if single else key for key in keys[1:])]
    for what, lines in ((": rows", puzzle.rows), (": columns", puzzle.cols)):
        text += [what, *(_runs_text(runs or (), suffixes) for runs in lines)]
    if not puzzle.cols[-1]:
        text.append(": end")
    return "\n".join(text) + "\n"


def _runs_text(runs: Runs, suffixes: list[str]) -> str:
    return " ".join(f"{run.length}{suffixes[run.colour]}" for run in runs)
