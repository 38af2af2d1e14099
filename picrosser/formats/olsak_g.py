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

from picrosser.formats.colour_words import hex_digits, parse_colour
from picrosser.formats.hint_lines import HintLine, check_size, coloured_line, nonogram_file, runs_text
from picrosser.formats.puzzle_file import BLACK, MAX_COLOURS, WHITE, Format, PuzzleFile, read_title
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.picture import Colour

# Characters that are written for colours 1, 2, 3...: never digits.
_SUFFIXES = string.ascii_letters
_COLOUR = re.compile(r"\s*(\S):(.)[ \t]+(\S+)(?:[ \t]+(.*))?$")
_ZERO = re.compile(r"0+\D?", re.ASCII)


def _looks_like(text: str) -> bool:
    """Whether two or more lines begin with a colon."""
    return sum(line.text.startswith(":") for line in text_lines(text)) >= 2


def _parse(text: str) -> PuzzleFile:
    lines = text_lines(text)
    colons = [place for place, line in enumerate(lines) if line.text.startswith(":")]
    if len(colons) < 2:
        raise Snippet("", max(1, len(lines))).error("expected two lines that begin with a colon")
    colours = _colours(lines[: colons[0]])
    row_lines = lines[colons[0] + 1 : colons[1]]
    column_lines = lines[colons[1] + 1 : colons[2] if len(colons) > 2 else None]
    head = [line.text for line in lines[: colons[0]] if line.text.strip()]
    title, notes = read_title(head[0] if head and not head[0].startswith("#") else "")
    blank = len(column_lines) and not column_lines[-1].text.strip()
    if len(colons) == 2 and blank:
        notes += ("the blank lines at the end of the file are taken as empty columns",)
    check_size(len(row_lines), len(column_lines), lines[colons[0]].place)
    rows, columns = ([_hint_line(line, colours) for line in part] for part in (row_lines, column_lines))
    palette = (colours["0"], *(tone for key, tone in colours.items() if key != "0"))
    return nonogram_file(rows, columns, palette=palette, title=title, notes=notes)


def _colours(lines: list[Snippet]) -> dict[str, Colour]:
    """Return the colours by their character in the hints, always with `0`, the background."""
    starts = [place for place, line in enumerate(lines) if line.text[:2].lower() == "#d"]
    for line in lines:
        if line.text[:2].lower() == "#t":
            raise line.error("triddlers (boards of triangles) cannot be read")
    if not starts:
        return {"0": WHITE, "1": BLACK}
    colours: dict[str, Colour] = {}
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
        if key in colours or key == "," or (key in string.digits and key not in "01"):
            problem = "is declared twice" if key in colours else "cannot stand for a colour"
            raise line.error(f"{shown(key)} {problem}")
        colours[key] = tone
        if len(colours) > MAX_COLOURS + 1:
            raise line.error(f"there are more than {MAX_COLOURS} colours")
    if not colours.keys() - {"0"}:
        raise lines[starts[0]].error("no colour is declared after #d", "declare one, as in 1:X black")
    return {"0": WHITE} | colours


def _hint_line(line: Snippet, colours: dict[str, Colour]) -> HintLine:
    numbers = {key: number for number, key in enumerate((key for key in colours if key != "0"), 1)}

    def number(word: Snippet, suffix: str) -> int:
        if (suffix or "1") not in numbers:
            raise word.error(f"the colour {shown(suffix or '1')} is not declared")
        return numbers[suffix or "1"]

    for word in line.words():
        if _ZERO.fullmatch(word.text):
            raise word.error("a run of 0", "leave the line blank if it is empty")
    return coloured_line(line, r"\D?", number)


def _write(file: PuzzleFile) -> str:
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


FORMAT = Format(
    "g", "Olšák's .g", "nonogram", (".g",), _looks_like, _parse, _write, max_colours=len(_SUFFIXES),
    title=True, latin1=True,
)  # fmt: skip
