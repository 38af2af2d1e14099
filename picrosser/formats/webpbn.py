"""The XML of webpbn.com ("pbn" 0.3), with coloured puzzles.

A whole file; a `count` without `color` has the default colour, which is black unless the file says otherwise:

    <?xml version="1.0"?>
    <puzzleset><puzzle type="grid" defaultcolor="black" backgroundcolor="white"><title>Demo</title>
    <color name="white" char=".">FFFFFF</color>
    <color name="black" char="X">000000</color>
    <clues type="columns"><line><count>1</count></line> <line/></clues>
    <clues type="rows"><line><count>1</count></line></clues>
    <solution type="goal"><image>|X.|</image></solution>
    </puzzle></puzzleset>

A saved state is read as given cells, and given cells are written as a saved state. Missing hints are computed
from the goal. The DOCTYPE that files of webpbn.com have is accepted and never fetched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from picrosser.formats.colour_words import hex_digits, parse_colour
from picrosser.formats.hint_lines import Cells, HintLine, check_size, from_picture, hints_of, nonogram_file
from picrosser.formats.puzzle_file import BLACK, MAX_COLOURS, MAX_SIDE, WHITE, Format, PuzzleFile, read_title
from picrosser.formats.text import shown
from picrosser.formats.xml_tree import Node, parse_xml
from picrosser.puzzles.nonogram import Run, Runs
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour

_ROOT = re.compile(r"<(?:puzzleset|puzzle)[\s/>]", re.IGNORECASE)
_RESERVED = "|[]? \t\r\n"
# Written for colours 0, 1, 2...; the first two as webpbn.com writes them.
_CHARACTERS = ".Xabcdefghijklmnopqrstuvwyz0123456789"
_CELL = re.compile(r"\[([^\[\]]*)\]|([^\[\]])")


def _looks_like(text: str) -> bool:
    """Whether a text is XML with a `puzzleset` or `puzzle` element near its beginning."""
    return text.lstrip().startswith("<") and _ROOT.search(text[:4000]) is not None


class _Colours:
    """The colours of a puzzle; number 0 is the background.

    numbers, characters : the number by the name, and by the character in images.
    tones : the RGB values, by number.
    """

    def __init__(self, puzzle: Node) -> None:
        self.background = puzzle.attributes.get("backgroundcolor", "white")
        self.default = puzzle.attributes.get("defaultcolor", "black")
        self.numbers: dict[str, int] = {self.background: 0}
        self.characters: dict[str, int] = {}
        self._declared: set[str] = set()
        self.tones: list[Colour] = [parse_colour(self.background) or WHITE]
        for node in puzzle.all("color"):
            self._declare(node)

    def _declare(self, node: Node) -> None:
        name, text = node.attributes.get("name", ""), node.text.strip()
        tone = parse_colour("#" + text.removeprefix("#"))
        if "/" in text or "\\" in text:
            raise node.error("puzzles with triangles (cells of two colours) cannot be read")
        if not name or tone is None:
            raise node.error(f"expected a name and 3 or 6 hex digits, found {shown(name)} and {shown(text)}")
        if name in self.numbers and (name != self.background or name in self._declared):
            raise node.error(f"the colour {shown(name)} is declared twice")
        self._declared.add(name)
        number = self._number(name, tone)
        self.tones[number] = tone
        character = node.attributes.get("char", "")
        if character:
            if len(character) != 1 or character in _RESERVED:
                raise node.error(f"{shown(character)} cannot stand for a colour")
            if character in self.characters:
                raise node.error(f"{shown(character)} stands for two colours")
            self.characters[character] = number

    def _number(self, name: str, tone: Colour) -> int:
        if name not in self.numbers:
            self.numbers[name] = len(self.tones)
            self.tones.append(tone)
        return self.numbers[name]

    def of_count(self, node: Node) -> int:
        """Return the number of the colour of a `count` element."""
        name = node.attributes.get("color", self.default)
        if name not in self.numbers and name == "black":
            self._number(name, BLACK)
        if name not in self.numbers:
            raise node.error(f"the colour {shown(name)} is not declared")
        if self.numbers[name] == EMPTY:
            raise node.error(f"a run has the background colour {shown(name)}")
        return self.numbers[name]


def _parse(text: str) -> PuzzleFile:
    root = parse_xml(text)
    puzzles = [root] if root.tag == "puzzle" else root.all("puzzle")
    if len(puzzles) != 1:
        raise root.error(f"expected one puzzle, found {len(puzzles)}", "put each puzzle into its own file")
    puzzle = puzzles[0]
    kind = puzzle.attributes.get("type", "grid").lower()
    if kind != "grid":
        raise puzzle.error(f"a puzzle of type {shown(kind)} cannot be read; only grids can")
    colours = _Colours(puzzle)
    titles = [node.text.strip() for node in (*puzzle.all("title"), *root.all("title"))]
    title, about_title = read_title(titles[0] if titles else "")
    rows, columns = _hint_lines(puzzle, "rows", colours), _hint_lines(puzzle, "columns", colours)
    goals = [node for node in puzzle.all("solution") if _kind(node) in ("goal", "solution")]
    goal = _image(goals[0], colours)[0] if goals else None
    if goal is not None and (rows is None or columns is None):
        if any(UNKNOWN in row for row in goal):
            raise goals[0].error("hints are missing, and the goal has undecided cells")
        if rows is None and columns is None:
            return from_picture(goal, tuple(colours.tones), title, about_title)
        seen = hints_of(goal)
        rows, columns = rows or seen[0], columns or seen[1]
    if rows is None or columns is None:
        raise puzzle.error(f"there are no hints for the {'columns' if columns is None else 'rows'}")
    check_size(len(rows), len(columns), puzzle.place)
    for node in goals[:1]:
        _check_shape(node, goal or (), rows, columns)
    given, notes = _given(puzzle, colours, rows, columns)
    palette, all_notes = tuple(colours.tones), about_title + notes
    return nonogram_file(rows, columns, palette=palette, given=given, goal=goal, title=title, notes=all_notes)


def _kind(node: Node) -> str:
    return node.attributes.get("type", "goal").lower()


def _hint_lines(puzzle: Node, kind: str, colours: _Colours) -> list[HintLine] | None:
    found = [node for node in puzzle.all("clues") if node.attributes.get("type", "").lower() == kind]
    if len(found) > 1:
        raise found[1].error(f"the hints of the {kind} are given twice")
    if not found:
        return None
    lines = found[0].all("line")
    if len(lines) > MAX_SIDE:
        raise found[0].error(f"expected at most {MAX_SIDE} {kind}, found {len(lines)}")
    return [HintLine(_runs(line, colours), line.place) for line in lines]


def _runs(line: Node, colours: _Colours) -> Runs:
    runs = []
    for node in line.all("count"):
        length = node.snippet.number("a count")
        if length == 0:
            raise node.error("a count of 0 (a blotted clue) cannot be read")
        runs.append(Run(length, colours.of_count(node)))
    return tuple(runs)


def _given(
    puzzle: Node, colours: _Colours, rows: Sequence[HintLine], columns: Sequence[HintLine]
) -> tuple[Cells | None, tuple[str, ...]]:
    saved = [node for node in puzzle.all("solution") if _kind(node) == "saved"]
    if not saved:
        return None, ()
    given, candidates = _image(saved[0], colours)
    _check_shape(saved[0], given, rows, columns)
    notes = ["the saved state is read as given cells"]
    notes += ["only the first saved state is read"] if len(saved) > 1 else []
    notes += ["cells with several candidates are read as undecided"] if candidates else []
    return given, tuple(notes)


def _image(solution: Node, colours: _Colours) -> tuple[list[list[int]], bool]:
    """Return the cells of a solution, and whether any cell has several candidates, which become UNKNOWN."""
    images = solution.all("image")
    if len(images) != 1:
        raise solution.error(f"expected one image, found {len(images)}")
    text = "".join(images[0].text.split())
    if not text.startswith("|") or not text.endswith("|") or len(text) < 2:
        raise images[0].error("expected |...| for each row of the image")
    candidates = False
    cells: list[list[int]] = []
    for number, row in enumerate(text[1:-1].replace("||", "\n").split("\n"), 1):
        line: list[int] = []
        if _CELL.sub("", row):
            raise images[0].error(f"row {number} of the image has a bracket without its partner")
        for match in _CELL.finditer(row):
            several, one = match.groups()
            found = [_cell(images[0], number, character, colours) for character in several or one or ""]
            candidates |= len(found) > 1
            line.append(found[0] if len(found) == 1 else UNKNOWN)
        if len(line) > MAX_SIDE or len(cells) >= MAX_SIDE:
            raise images[0].error("the image is too large")
        cells.append(line)
    if len(set(map(len, cells))) != 1:
        raise images[0].error("the rows of the image differ in length")
    return cells, candidates


def _cell(image: Node, row: int, character: str, colours: _Colours) -> int:
    if character == "?":
        return UNKNOWN
    if character not in colours.characters:
        raise image.error(f"row {row} of the image has {shown(character)}, which stands for no colour")
    return colours.characters[character]


def _check_shape(node: Node, cells: Cells, rows: Sequence[HintLine], columns: Sequence[HintLine]) -> None:
    size, expected = (len(cells[0]) if cells else 0, len(cells)), (len(columns), len(rows))
    if size != expected:
        raise node.error("the image is {} x {}, but the hints are for {} x {}".format(*size, *expected))


def _write(file: PuzzleFile) -> str:
    from xml.sax.saxutils import escape, quoteattr  # 50 ms: it imports urllib, and few files are written

    puzzle = file.nonogram
    names = ["white", "black", *(f"ink {number}" for number in range(2, len(puzzle.palette)))]
    text = [
        '<?xml version="1.0"?>',
        '<puzzleset><puzzle type="grid" defaultcolor="black" backgroundcolor="white">',
    ]
    if file.title:
        text.append(f"<title>{escape(file.title)}</title>")
    for name, character, tone in zip(names, _CHARACTERS, puzzle.palette, strict=False):
        text.append(f'<color name={quoteattr(name)} char="{character}">{hex_digits(tone).upper()}</color>')
    for kind, lines in (("columns", puzzle.cols), ("rows", puzzle.rows)):
        text += [f'<clues type="{kind}">', *(_line_text(runs or (), names) for runs in lines), "</clues>"]
    if file.solution is not None:
        text += _image_text('type="goal"', file.solution.rows)
    if puzzle.given is not None:
        text += _image_text('type="saved"', puzzle.given)
    return "\n".join([*text, "</puzzle></puzzleset>"]) + "\n"


def _line_text(runs: Runs, names: Sequence[str]) -> str:
    counts = "".join(f'<count color="{names[run.colour]}">{run.length}</count>' for run in runs)
    return f"<line>{counts}</line>" if counts else "<line/>"


def _image_text(attributes: str, cells: Cells) -> list[str]:
    rows = [
        "|" + "".join("?" if cell == UNKNOWN else _CHARACTERS[cell] for cell in row) + "|" for row in cells
    ]
    return [f"<solution {attributes}><image>", *rows, "</image></solution>"]


FORMAT = Format(
    "webpbn", "XML of webpbn.com", "nonogram", (".xml", ".pbn"), _looks_like, _parse, _write,
    max_colours=MAX_COLOURS, solution=True, given=True, title=True, latin1=True,
)  # fmt: skip
