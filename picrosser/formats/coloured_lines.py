"""Lists of coloured runs: Simpson's .non and Olšák's .g.

.non, with the colours that nonogram-db added to it: runs are separated by commas or spaces, `0` is an empty
line, and the letter of a colour follows the number. A number without a letter, and `1` in the goal, is
black. A line `saved "0??1??"` holds given cells; `====` is between several puzzles. Files of Faase's solver
have only width, height, rows and columns:

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

Known weakness: without a third line that begins with `:`, blank lines at the end of a .g file may be empty
columns or mere spacing; they are taken as empty columns.
"""

import html
import re
import string
from dataclasses import dataclass, field

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import parse_colour
from picrosser.formats.hint_lines import (
    Cells,
    HintLine,
    coloured_line,
    in_rows,
    nonogram_file,
    runs_from,
    runs_text,
    take_block,
)
from picrosser.formats.puzzle_file import MAX_CELLS, Format, PuzzleFile, parts_between, single
from picrosser.formats.tables import default_colour
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.picture import BLACK, UNKNOWN, WHITE, Colour, web_colour

_Tones = dict[str, Colour]
"""Colours by what names them in the hints, in the order of their numbers."""

# ---- .non

_SIZE_OF = {"rows": "height", "columns": "width"}
_IMAGES = ("goal", "saved")
_KEYWORD = re.compile(
    r"[ \t]*(rows|columns|goal|saved|width|height|title|colou?r)\b[ \t]*(.*)", re.DOTALL | re.IGNORECASE
)
_LIKE_NON = re.compile(r"^[ \t]*(rows|columns)(?:[ \t]+[0-9]+)?[ \t]*$", re.MULTILINE | re.IGNORECASE)
_HINT = re.compile(r"([0-9]{1,4})([a-z]?)", re.ASCII)
_REMARK = re.compile(r"\s*[#;*=-]")


@dataclass(slots=True)
class _Non:
    """What a .non file says: the values of keys, the lines of both blocks and of images, the colours.

    tones : by the letter, or the name, of a colour; "" for black without a letter.
    symbols : the name of a colour by its letter in images, where names are longer.
    """

    keys: dict[str, Snippet] = field(default_factory=dict)
    blocks: dict[str, list[Snippet]] = field(default_factory=dict)
    images: dict[str, list[Snippet]] = field(default_factory=dict)
    tones: _Tones = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def known(self, letter: str) -> str:
        """Return the name of the colour that a letter stands for; a number without a letter is black."""
        return self.symbols.get(letter, letter) or ("black" if "black" in self.tones else "")

    def number(self, name: str) -> int:
        """Return the number of a colour; one that is not declared is added."""
        self.tones.setdefault(name, default_colour(len(self.tones)) if name else BLACK)
        return list(self.tones).index(name) + 1

    def name(self, word: str) -> str | None:
        """The colour that a word like `red:` changes to, as nonny writes it; None for any other word."""
        name = word[:-1].lower()
        if not word.endswith(":") or name not in (*self.tones, "black"):
            return None
        return name if name in self.tones else self.known("")


def _looks_like_non(text: str) -> bool:
    """Whether a text has lines `rows` and `columns`, perhaps with a number."""
    return len({match[1].lower() for match in _LIKE_NON.finditer(text)}) == 2


def _parse_non(text: str) -> PuzzleFile:
    file = _sections(text)
    keys = file.keys
    for key in ("width", "height"):
        if key not in keys:
            raise PuzzleFileError(f"line 1, column 1: the file does not give its {key}")
    width, height = (keys[key].number(f"a {key}") for key in ("width", "height"))
    background = file.tones.pop("background", WHITE)
    hints, ignored = {}, []
    for block, count, length in (("rows", height, width), ("columns", width, height)):
        if block not in file.blocks:
            raise Snippet("", len(text_lines(text))).error(f"the section {block} is missing")
        lines = _hint_block(file, block, count, length)
        hints[block] = [_non_line(line, file) for line in lines]
        ignored += [line for line in file.blocks[block] if line.text.strip() and line not in lines]
    goal, saved = (
        _image(file.images[key], width, height, file) if key in file.images else None for key in _IMAGES
    )
    title = html.unescape(keys["title"].text) if "title" in keys else ""
    palette = (background, *(file.tones or {"": BLACK}).values())
    found = nonogram_file(
        hints["rows"], hints["columns"], palette=palette, goal=goal, given=saved, title=title,
        notes=file.notes,
    )  # fmt: skip
    unknown = [line for line in ignored if not _REMARK.match(line.text)]
    if unknown and contradictions(found.puzzle):
        raise unknown[0].error(f"this is not a line of hints, and {contradictions(found.puzzle)[0]}")
    return found


def _sections(text: str) -> _Non:
    """Sort the lines by the keyword before them; what stands before the first one is ignored."""
    file = _Non()
    sized: dict[str, list[Snippet]] = {}
    current: list[Snippet] = []
    for line in text_lines(text):
        match = _KEYWORD.match(line.text)
        if match is None:
            current.append(line)
            continue
        key, text, current = match[1].lower(), match[2].rstrip(), []
        is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
        value = Snippet(text[1:-1] if is_quoted else text, line.line, match.start(2) + 1)
        if key in _SIZE_OF and not value.text:
            if key in file.blocks:
                raise line.error(f"the section {key} appears twice")
            file.blocks[key] = current
        elif key in _IMAGES:
            if key in file.images and key == "goal":
                raise line.error(f"{key} appears twice")
            current.append(value)
            file.notes += ("only the first saved state is read",) * (key in file.images)
            file.images.setdefault(key, current)
        elif key.startswith("colo"):
            _declare(value, file)
        else:
            if key in _SIZE_OF:  # some programs write the size like this, and the runs below it
                sized[key], key = current, _SIZE_OF[key]
            if file.keys.setdefault(key, value).text != value.text:
                raise line.error(f"the {key} is {shown(value.text)}, but also {shown(file.keys[key].text)}")
    file.blocks = sized | file.blocks
    return file


def _declare(value: Snippet, file: _Non) -> None:
    """Read a colour: a letter and #rrggbb, or in nonny's dialect a name, rrggbb, and perhaps a letter."""
    name, code, *more = [word.text for word in value.words()] + ["", ""]
    tone = parse_colour(code, bare_hex=True)
    if tone is None or not re.fullmatch("1|[A-Za-z]+", name) or len(more) > 3:
        raise value.error(f"expected a letter and #rrggbb, found {shown(value.text)}")
    name = name.lower().replace("1", "")
    if name in file.tones:
        raise value.error(f"the colour {name or '1'} is declared twice")
    file.tones[name] = tone
    if more[0]:
        file.symbols[more[0]] = name


def _hint_block(file: _Non, block: str, count: int, length: int) -> list[Snippet]:
    """Choose the hint lines of a block.

    Lines that cannot be hints are ignored wherever they stand if as many lines are left as the block has, and
    behind the hints if blank lines among these are empty rows or columns; else they are errors.
    """

    def is_hint(line: Snippet) -> bool:
        words = line.text.replace(",", " ").split()
        found = [_HINT.fullmatch(word) for word in words if file.name(word) is None]
        return any(found) and all(match and int(match[1]) <= length for match in found)

    lines = [line for line in file.blocks[block] if not _REMARK.match(line.text)]
    hints = [place for place, line in enumerate(lines) if is_hint(line)]
    if len(hints) == count:
        return [lines[place] for place in hints]
    if len(hints) < count and (not hints or hints[-1] < count):
        lines = [line for place, line in enumerate(lines) if place < count or not line.text.strip()]
    return take_block(lines, count, block)


def _non_line(line: Snippet, file: _Non) -> HintLine:
    """Read runs with letters, or behind the names of colours, each of which holds until the next one."""
    words = list(line.words())
    if not any(file.name(word.text) is not None for word in words):
        return coloured_line(line, "[a-z]?", lambda _, letter: file.number(file.known(letter)))
    runs, name = [], file.known("")
    for word in words:
        changed = file.name(word.text)
        name = name if changed is None else changed
        runs += [(word, file.number(name))] if changed is None else []
    return HintLine(runs_from(runs), line.place)


def _image(lines: list[Snippet], width: int, height: int, file: _Non) -> Cells:
    """Read the cells of `goal` or `saved`, on its line or on the lines below it."""
    cells: list[int] = []
    for line in lines:
        if len(cells) == width * height or (_REMARK.match(line.text) and line is not lines[0]):
            continue
        for place, character in enumerate(line.text[: MAX_CELLS + 1]):
            name = file.known(character.replace("1", ""))
            if character in "0?":
                cells.append(0 if character == "0" else UNKNOWN)
            elif name in file.tones and (name or character == "1"):
                cells.append(file.number(name))
            elif len(file.tones) < 2 and (character == "1" or character.isalpha()):
                cells.append(1)
            elif character not in ' \t"':
                what = f"cell {len(cells) + 1} is {shown(character)}"
                raise line.part(place).error(f"{what}, expected 0, 1, ? or the letter of a colour")
    if len(cells) != width * height:
        raise lines[0].error(f"expected {width * height} cells, found {len(cells)}")
    return in_rows(cells, width)


def _write_non(file: PuzzleFile) -> str:
    puzzle = file.nonogram
    # A single colour has no letter, since some programs do not know letters.
    letters = [""] if puzzle.colours == 1 else list(string.ascii_lowercase[: puzzle.colours])
    text = [f'title "{html.escape(file.title, quote=True)}"'] if file.title else []
    if puzzle.palette[1:] != (BLACK,):
        tones = zip(letters, puzzle.palette[1:], strict=True)
        text += [f"color {letter or '1'} {web_colour(tone)}" for letter, tone in tones]
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
    "non", "Simpson's .non", (".non", ".ss", ".nonpack"), _looks_like_non,
    parts_between(
        _parse_non, r"^[ \t]*====[ \t]*$", needs=r"(?i)^[ \t]*(?:rows|columns|width|height)\b"
    ),
    _write_non, max_colours=len(string.ascii_lowercase), solution=True, given=True, title=True, latin1=True,
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
    head = next((line.text for line in lines[: colons[0]] if line.text.strip()), "")
    title = "" if head.startswith("#") else head
    has_blank_end = len(colons) == 2 and column_lines and not column_lines[-1].text.strip()
    notes = ("the blank lines at the end of the file are taken as empty columns",) if has_blank_end else ()
    numbers = {key: number for number, key in enumerate(tones, 1)}
    rows, columns = ([_g_line(line, numbers) for line in part] for part in (row_lines, column_lines))
    return nonogram_file(rows, columns, palette=(background, *tones.values()), title=title, notes=notes)


def _g_colours(lines: list[Snippet]) -> _Tones:
    """Return the colours by their character in the hints, the background as `0` if it is declared."""
    marks = [line.text[:2].lower() for line in lines]
    if "#t" in marks:
        raise lines[marks.index("#t")].error("triddlers (boards of triangles) cannot be read")
    if "#d" not in marks:
        return {"1": BLACK}
    head, *rest = lines[marks.index("#d") :]
    tones: _Tones = {}
    for line in (line for line in rest if line.text.strip()):
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
    if not tones.keys() - {"0"}:
        raise head.error("no colour is declared after #d", "declare one, as in 1:X black")
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
    title = f" {file.title}" if file.title.startswith((":", "#")) else file.title
    text = [title, "#d"] if title else ["#d"]
    for key, tone in zip(keys, puzzle.palette, strict=True):
        out = {"0": " ", "1": "X"}.get(key, key)
        text.append(f"  {key}:{out}  {web_colour(tone)}  {'blank' if key == '0' else f'ink{key}'}")
    suffixes = ["", *("" if has_one_colour else key for key in keys[1:])]
    for what, lines in ((": rows", puzzle.rows), (": columns", puzzle.cols)):
        text += [what, *(runs_text(runs, suffixes) if runs else "" for runs in lines)]
    if not puzzle.cols[-1]:
        text.append(": end")
    return "\n".join(text) + "\n"


G = Format(
    "g", "Olšák's .g", (".g",), _TWO_COLONS.search, single(_parse_g), _write_g,
    max_colours=len(_SUFFIXES), title=True, latin1=True,
)  # fmt: skip
