"""Hungry Cat in XML.

A whole file; each line has a count per colour, each followed by a comma, and 100 is added to a count whose
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

from __future__ import annotations

import math
import re

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import check_size
from picrosser.formats.puzzle_file import MAX_COLOURS, WHITE, Format, PuzzleFile
from picrosser.formats.text import shown
from picrosser.formats.xml_tree import Node, parse_xml
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.picture import Colour

_ONE_RUN = 100  # added to the count of a circled hint
_COUNT = re.compile(r"[0-9]{1,4}", re.ASCII)
_SHARE = re.compile(r"[0-9]{0,30}\.?[0-9]{1,30}(?:[eE]-?[0-9]{1,2})?", re.ASCII)


def _looks_like(text: str) -> bool:
    """Whether a text is XML with `colors` elements."""
    return text.lstrip().startswith("<") and re.search(r"<colors[\s/>]", text, re.IGNORECASE) is not None


def _parse(text: str) -> PuzzleFile:
    root = parse_xml(text)
    nodes = list(root.walk())
    palette = [_colour(node) for node in nodes if node.tag == "colors"]
    rows = [node for node in nodes if node.tag == "line"]
    columns = [node for node in nodes if node.tag == "column"]
    for what, found in (("colors", palette), ("line", rows), ("column", columns)):
        if not found:
            raise root.error(f"the file has no <{what}> element")
    if len(palette) > MAX_COLOURS:
        raise root.error(f"the file has {len(palette)} colours; at most {MAX_COLOURS} can be read")
    check_size(len(rows), len(columns), root.place)
    row_lines = tuple(_line(node, len(palette), len(columns)) for node in rows)
    column_lines = tuple(_line(node, len(palette), len(rows)) for node in columns)
    return PuzzleFile(HungryCat(row_lines, column_lines, (WHITE, *palette)))


def _colour(node: Node) -> Colour:
    red, green, blue = (_share(node, key) for key in "rgb")
    return red, green, blue


def _share(node: Node, key: str) -> int:
    text = node.attributes.get(key, "").strip()
    value = float(text) if _SHARE.fullmatch(text) else math.nan
    if not 0 <= value <= 1:
        raise node.error(f"{key}: expected a number from 0 to 1, found {shown(text)}")
    return round(value * 255)


def _line(node: Node, colours: int, length: int) -> Line:
    words = node.text.strip().removesuffix(",").split(",")
    if len(words) != colours:
        raise node.error(f"{node.tag}: expected {colours} counts, one per colour, found {len(words)}")
    return tuple(_hint(node, word.strip(), length) for word in words)


def _hint(node: Node, word: str, length: int) -> CountHint:
    value = int(word) if _COUNT.fullmatch(word) else -1
    hint = CountHint(value - _ONE_RUN, True) if value > _ONE_RUN else CountHint(value)
    if hint.count is None or not 0 <= hint.count <= length:
        raise node.error(f"{node.tag}: expected a count from 0 to {length}, found {shown(word)}")
    return hint


def _write(file: PuzzleFile) -> str:
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


FORMAT = Format(
    "cat-xml", "Hungry Cat, XML", "hungry-cat", (".xml",), _looks_like, _parse, _write,
    max_colours=MAX_COLOURS,
)  # fmt: skip
