"""Puzzles in XML: nonograms of webpbn.com ("pbn" 0.3), and Hungry Cat puzzles.

webpbn; a `count` without `color` has the default colour, which is black unless the file says otherwise.
Unless declared, black is X and white is `.` in images. A saved state is read as given cells, and given cells
are written as a saved state. Missing hints are computed from the goal:

    <?xml version="1.0"?>
    <puzzleset><puzzle type="grid" defaultcolor="black" backgroundcolor="white"><title>Demo</title>
    <color name="white" char=".">FFFFFF</color>
    <color name="black" char="X">000000</color>
    <clues type="columns"><line><count>1</count></line> <line/></clues>
    <clues type="rows"><line><count>1</count></line></clues>
    <solution type="goal"><image>|X.|</image></solution>
    </puzzle></puzzleset>

Hungry Cat; each line has a count per colour, each followed by a comma, and 100 is added to a count whose
cells are one run (a circled hint). The name of the outermost element does not matter:

    <picross>
      <colors r="0.18" g="0.42" b="0.6"/>
      <colors r="1" g="0" b="0"/>
      <column>101,1,</column>
      <column>102,0,</column>
      <line>102,0,</line>
      <line>1,1,</line>
    </picross>
"""

import math
import re
from collections.abc import Sequence
from functools import partial

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import parse_colour
from picrosser.formats.hint_lines import Cells, HintLine, check_size, from_picture, hints_of, nonogram_file
from picrosser.formats.puzzle_file import MAX_COLOURS, Format, Parts, PuzzleFile, single
from picrosser.formats.text import shown
from picrosser.formats.xml_tree import Node, parse_xml
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Run, Runs
from picrosser.puzzles.picture import BLACK, EMPTY, UNKNOWN, WHITE, Colour, web_colour

# ---- webpbn

_LIKE_WEBPBN = re.compile(r"\s*+(?=<).{0,4000}?<(?:puzzleset|puzzle)[\s/>]", re.IGNORECASE | re.DOTALL)
_RESERVED = "|[]?\t\r\n"  # a space, which number-loom declares for white, may stand between the bars of a row
# The character and the tone of the colours that a file need not declare, as in pbnsolve's reader.
_PREDEFINED = {"black": ("X", BLACK), "white": (".", WHITE)}
# Written for colours 0, 1, 2...; the first two as webpbn.com writes them.
_CHARACTERS = ".Xabcdefghijklmnopqrstuvwyz0123456789"
_CELL = re.compile(r"\[([^\[\]]*)\]|([^\[\]])")
_CANDIDATES = re.compile(r"\[[^\]]{2}")


class _Colours:
    """The colours of a puzzle; number 0 is the background.

    tones : the RGB values by name, in the order of the numbers.
    names : by the character that stands for a colour in images.
    unusable : the first declaration of a character that no image can hold, with the reason.
    """

    unusable: PuzzleFileError | None = None

    def __init__(self, puzzle: Node) -> None:
        background = puzzle.get("backgroundcolor", "white")
        self.default = puzzle.get("defaultcolor", "black")
        self.tones: dict[str, Colour] = {background: parse_colour(background) or WHITE}
        self.names: dict[str, str] = {}
        declared: set[str] = set()
        for node in puzzle.all("color"):
            name, text, character = node.get("name", ""), node.content.text, node.get("char", "")
            tone = parse_colour("#" + text.removeprefix("#"))
            if "/" in text or "\\" in text:
                raise node.error("puzzles with triangles (cells of two colours) cannot be read")
            if not name or tone is None:
                seen = f"{shown(name)} and {shown(text)}"
                raise node.error(f"expected a name and 3 or 6 hex digits, found {seen}")
            if name in declared:
                raise node.error(f"the colour {shown(name)} is declared twice")
            declared.add(name)
            self.tones[name] = tone
            if len(character) > 1 or (character and character in _RESERVED):
                self.unusable = self.unusable or node.error(f"{shown(character)} cannot stand for a colour")
            elif character and self.names.setdefault(character, name) != name:
                self.unusable = self.unusable or node.error(f"{shown(character)} stands for two colours")
        for name, (usual, _) in _PREDEFINED.items():
            if name not in self.names.values():
                self.names.setdefault(usual, name)

    def number(self, name: str) -> int | None:
        """Return the number of a colour, None if it is not known; black and white need no declaration."""
        if name in _PREDEFINED:
            self.tones.setdefault(name, _PREDEFINED[name][1])
        return list(self.tones).index(name) if name in self.tones else None


def _puzzles(text: str) -> Parts:
    root = parse_xml(text)
    puzzles = [root] if root.tag == "puzzle" else root.all("puzzle")
    return [partial(_parse_puzzle, root, puzzle) for puzzle in puzzles]


def _parse_puzzle(root: Node, puzzle: Node) -> PuzzleFile:
    kind = puzzle.get("type", "grid").lower()
    if kind != "grid":
        raise puzzle.error(f"a puzzle of type {shown(kind)} cannot be read; only grids can")
    colours = _Colours(puzzle)
    titles = [*puzzle.all("title"), *root.all("title")]  # the puzzle's own one comes first
    title = titles[0].content.text if titles else ""
    rows, columns = _hint_lines(puzzle, "rows", colours), _hint_lines(puzzle, "columns", colours)
    goals = _solutions(puzzle, "goal", "solution")
    goal = _image(goals[0], colours) if goals else None
    if goal is not None and (rows is None or columns is None):
        if any(UNKNOWN in row for row in goal):
            raise goals[0].error("hints are missing, and the goal has undecided cells")
        if rows is None and columns is None:
            return from_picture(goal, tuple(colours.tones.values()), title)
        seen = hints_of(goal)
        rows, columns = rows or seen[0], columns or seen[1]
    if rows is None or columns is None:
        raise puzzle.error(f"there are no hints for the {'columns' if columns is None else 'rows'}")
    shape = len(rows), len(columns)
    if goal is not None:
        _check_shape(goals[0], goal, shape)
    given, notes = _given(_solutions(puzzle, "saved"), colours, shape)
    palette = tuple(colours.tones.values())
    return nonogram_file(rows, columns, palette=palette, given=given, goal=goal, title=title, notes=notes)


def _solutions(puzzle: Node, *kinds: str) -> list[Node]:
    return [node for node in puzzle.all("solution") if node.get("type", "goal").lower() in kinds]


def _hint_lines(puzzle: Node, kind: str, colours: _Colours) -> list[HintLine] | None:
    found = [node for node in puzzle.all("clues") if node.get("type", "").lower() == kind]
    if len(found) > 1:
        raise found[1].error(f"the hints of the {kind} are given twice")
    if not found:
        return None
    return [
        HintLine(tuple(_run(node, colours) for node in line.all("count")), line.at.place)
        for line in found[0].all("line")
    ]


def _run(node: Node, colours: _Colours) -> Run:
    length = node.content.number("a count")
    if length == 0:
        raise node.error("a count of 0 (a blotted clue) cannot be read")
    name = node.get("color", colours.default)
    colour = colours.number(name)
    if colour is None:
        raise node.error(f"the colour {shown(name)} is not declared")
    if colour == EMPTY:
        raise node.error(f"a run has the background colour {shown(name)}")
    return Run(length, colour)


def _given(
    saved: Sequence[Node], colours: _Colours, shape: tuple[int, int]
) -> tuple[Cells | None, tuple[str, ...]]:
    """Return the first saved state as given cells, and notes about it."""
    if not saved:
        return None, ()
    given = _image(saved[0], colours)
    _check_shape(saved[0], given, shape)
    notes = ["the saved state is read as given cells"]
    notes += ["only the first saved state is read"] if len(saved) > 1 else []
    has_candidates = any(_CANDIDATES.search(image.content.text) for image in saved[0].all("image"))
    notes += ["cells with several candidates are read as undecided"] if has_candidates else []
    return given, tuple(notes)


def _image(solution: Node, colours: _Colours) -> list[list[int]]:
    """Return the cells of a solution; those with several candidates are UNKNOWN."""
    images = solution.all("image")
    if len(images) != 1:
        raise solution.error(f"expected one image, found {len(images)}")
    if colours.unusable is not None:
        raise colours.unusable
    (image,) = images
    outside, *rows = image.content.text.split("|")
    if len(rows) < 2 or len(rows) % 2 or "".join([outside, *rows[1::2]]).strip():
        raise image.error("expected |...| for each row of the image")
    cells: list[list[int]] = []
    for number, text in enumerate(rows[::2], 1):
        row = "".join(sign for sign in text if not sign.isspace() or sign in colours.names)
        if _CELL.sub("", row):
            raise image.error(f"row {number} of the image has a bracket without its partner")
        for sign in row:
            if sign not in "[]?" and sign not in colours.names:
                what = f"row {number} of the image has {shown(sign)}, which stands for no colour"
                raise image.error(what)
        cells.append([_cell(match[1] or match[2] or "", colours) for match in _CELL.finditer(row)])
    if len(set(map(len, cells))) != 1:
        raise image.error("the rows of the image differ in length")
    return cells


def _cell(candidates: str, colours: _Colours) -> int:
    number = colours.number(colours.names[candidates]) if candidates in colours.names else None
    return UNKNOWN if number is None else number


def _check_shape(node: Node, cells: Cells, shape: tuple[int, int]) -> None:
    rows, columns = len(cells), len(cells[0])
    if (rows, columns) != shape:
        raise node.error(f"the image is {columns} x {rows}, but the hints are for {shape[1]} x {shape[0]}")


def _write_webpbn(file: PuzzleFile) -> str:
    from xml.sax.saxutils import escape  # 50 ms: it imports urllib, and few files are written

    puzzle = file.nonogram
    names = ["white", "black", *(f"ink {number}" for number in range(2, len(puzzle.palette)))]
    text = [
        '<?xml version="1.0"?>',
        '<puzzleset><puzzle type="grid" defaultcolor="black" backgroundcolor="white">',
    ]
    if file.title:
        text.append(f"<title>{escape(file.title)}</title>")
    for name, character, tone in zip(names, _CHARACTERS, puzzle.palette, strict=False):
        text.append(f'<color name="{name}" char="{character}">{web_colour(tone)[1:].upper()}</color>')
    for kind, lines in (("columns", puzzle.cols), ("rows", puzzle.rows)):
        text += [f'<clues type="{kind}">', *(_line_text(runs or (), names) for runs in lines), "</clues>"]
    goal = None if file.solution is None else file.solution.rows
    for kind, cells in (("goal", goal), ("saved", puzzle.given)):
        if cells is not None:
            rows = ("".join("?" if cell == UNKNOWN else _CHARACTERS[cell] for cell in row) for row in cells)
            text += [f'<solution type="{kind}"><image>', *(f"|{row}|" for row in rows), "</image></solution>"]
    return "\n".join([*text, "</puzzle></puzzleset>"]) + "\n"


def _line_text(runs: Runs, names: Sequence[str]) -> str:
    counts = "".join(f'<count color="{names[run.colour]}">{run.length}</count>' for run in runs)
    return f"<line>{counts}</line>" if counts else "<line/>"


WEBPBN = Format(
    "webpbn", "XML of webpbn.com", (".xml", ".pbn"), _LIKE_WEBPBN.match, _puzzles, _write_webpbn,
    max_colours=MAX_COLOURS, solution=True, given=True, title=True, latin1=True,
)  # fmt: skip


# ---- Hungry Cat

_LIKE_CAT = re.compile(r"\s*+(?=<).*?<colors[\s/>]", re.IGNORECASE | re.DOTALL)
_ONE_RUN = 100  # added to the count of a circled hint
_COUNT = re.compile(r"[0-9]{1,4}", re.ASCII)
_SHARE = re.compile(r"[0-9]{0,30}\.?[0-9]{1,30}(?:[eE]-?[0-9]{1,2})?", re.ASCII)


def _parse_cat(text: str) -> PuzzleFile:
    root = parse_xml(text)
    found = {tag: root.all_below(tag) for tag in ("colors", "line", "column")}
    palette = [(_share(node, "r"), _share(node, "g"), _share(node, "b")) for node in found["colors"]]
    for tag, nodes in found.items():
        if not nodes:
            raise root.error(f"the file has no <{tag}> element")
    if len(palette) > MAX_COLOURS:
        raise root.error(f"the file has {len(palette)} colours; at most {MAX_COLOURS} can be read")
    rows, columns = found["line"], found["column"]
    check_size(len(rows), len(columns), root.at.place)
    row_lines = tuple(_cat_line(node, len(palette), len(columns)) for node in rows)
    column_lines = tuple(_cat_line(node, len(palette), len(rows)) for node in columns)
    return PuzzleFile(HungryCat(row_lines, column_lines, (WHITE, *palette)))


def _share(node: Node, key: str) -> int:
    text = node.get(key, "").strip()
    value = float(text) if _SHARE.fullmatch(text) else math.nan
    if not 0 <= value <= 1:
        raise node.error(f"{key}: expected a number from 0 to 1, found {shown(text)}")
    return round(value * 255)


def _cat_line(node: Node, colours: int, length: int) -> Line:
    words = node.content.text.removesuffix(",").split(",")
    if len(words) != colours:
        raise node.error(f"{node.tag}: expected {colours} counts, one per colour, found {len(words)}")
    return tuple(_hint(node, word.strip(), length) for word in words)


def _hint(node: Node, word: str, length: int) -> CountHint:
    value = int(word) if _COUNT.fullmatch(word) else -1
    hint = CountHint(value - _ONE_RUN, True) if value > _ONE_RUN else CountHint(value)
    if hint.count is None or not 0 <= hint.count <= length:
        raise node.error(f"{node.tag}: expected a count from 0 to {length}, found {shown(word)}")
    return hint


def _write_cat(file: PuzzleFile) -> str:
    puzzle = file.hungry_cat
    text = ["<picross>"]
    for tone in puzzle.palette[1:]:
        red, green, blue = (f"{part / 255:.4f}".rstrip("0").rstrip(".") for part in tone)
        text.append(f'  <colors r="{red}" g="{green}" b="{blue}"/>')
    for tag, place, lines in (("column", "column", puzzle.cols), ("line", "row", puzzle.rows)):
        for number, line in enumerate(lines, 1):
            counts = "".join(f"{_count(hint, f'{place} {number}')}," for hint in line)
            text.append(f"  <{tag}>{counts}</{tag}>")
    return "\n".join([*text, "</picross>"]) + "\n"


def _count(hint: CountHint, place: str) -> int:
    if hint.count is None or (hint.contiguous is None and hint.count):
        raise PuzzleFileError(f"{place}: this XML cannot hold an unknown hint")
    if hint.contiguous and hint.count:
        return hint.count + _ONE_RUN
    if hint.count > _ONE_RUN:
        what = f"this XML cannot express that {hint.count} cells are more than one run"
        raise PuzzleFileError(f"{place}: {what}")
    return hint.count


CAT = Format(
    "cat-xml", "Hungry Cat, XML", (".xml",), _LIKE_CAT.match, single(_parse_cat), _write_cat,
    kind="hungry-cat", max_colours=MAX_COLOURS,
)  # fmt: skip
