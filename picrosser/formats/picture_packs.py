"""Pictures in XML, many in a file: FreeNono and picmi.

FreeNono; the words of a line are x and _:

    <FreeNono><Nonograms>
    <Nonogram name="Demo" author="" desc="" difficulty="1" width="3" height="2">
    <line> x x _ </line>
    <line> _ x _ </line>
    </Nonogram>
    </Nonograms></FreeNono>

picmi; a board has rows of 1 and -, or `<xpm>cat.xpm</xpm>` names a picture beside the pack, in which only
wholly transparent pixels are blank:

    <picmi name="Pack">
        <board name="Demo" author="" difficulty="1">
            <row>11-</row>
            <row>-1-</row>
        </board>
    </picmi>
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

from picrosser.errors import PuzzleFileError
from picrosser.formats.hint_lines import from_picture
from picrosser.formats.puzzle_file import MAX_CELLS, Format, Parts, PuzzleFile
from picrosser.formats.text import shown
from picrosser.formats.xml_tree import Node, parse_xml

_XPM = re.compile(r"<xpm>\s*([^<>/\\&\s][^<>/\\&]{0,200}?)\s*</xpm>", re.IGNORECASE)
_MAX_PICTURE_CELLS = 4 * MAX_CELLS  # of all pictures of a pack


def _root(text: str, name: str) -> bool:
    """Whether a text is XML whose first element, after declarations and comments, has a name."""
    found = re.match(r"\s*(?:<[?!][^>]*>\s*)*<([A-Za-z]+)[\s>]", text[:4000])
    return found is not None and found[1].lower() == name


def _boards(text: str, board: str, parse: Callable[[Node], PuzzleFile]) -> Parts:
    return [partial(parse, node) for node in parse_xml(text) if node.tag == board]


def _picture(board: Node, tag: str, cells_of: Callable[[str], str], blank: str, black: str) -> PuzzleFile:
    """Read a board whose rows have this tag; `cells_of` returns their cells, one character each."""
    cells: list[list[int]] = []
    for row in board.all(tag):
        text = cells_of(row.text.text)
        if set(text) - {blank, black} or (cells and len(text) != len(cells[0])) or not text:
            width = f"{len(cells[0])} " if cells else ""
            raise row.error(f"expected {width}cells of {blank} and {black}, found {shown(row.text.text)}")
        cells.append([int(cell == black) for cell in text])
    if not cells:
        names = [shown(node.text.text) for node in board.all("xpm")]
        what = f"the picture {names[0]} cannot be read" if names else f"the board has no <{tag}>"
        raise board.error(what, "it has to lie beside the pack" if names else "")
    for key, count in (("width", len(cells[0])), ("height", len(cells))):
        if board.attributes.get(key, str(count)) != str(count):
            raise board.error(f"{key} is {shown(board.attributes[key])}, but there are {count} cells")
    return from_picture(cells, title=board.attributes.get("name", ""))


def _freenono(text: str) -> Parts:
    def cells(line: str) -> str:
        return "".join(word if len(word) == 1 else "?" for word in line.split())

    return _boards(text, "nonogram", lambda node: _picture(node, "line", cells, "_", "x"))


def _picmi(text: str) -> Parts:
    return _boards(text, "board", lambda node: _picture(node, "row", str, "-", "1"))


def with_pictures(text: str, read: Callable[[str], bytes]) -> str:
    """Put the rows of the pictures that a pack of picmi names in their place, where `read` returns them."""
    from picrosser.formats.katana import pixels

    cells = 0

    @cache
    def rows(name: str) -> str:
        try:
            lines = pixels(read(name))
        except (OSError, ValueError, PuzzleFileError):
            return ""
        return "".join(f"<row>{''.join('1' if pixel[3] else '-' for pixel in line)}</row>" for line in lines)

    def placed(match: re.Match[str]) -> str:
        nonlocal cells
        found = rows(match[1]) if cells < _MAX_PICTURE_CELLS else ""
        cells += len(found)
        return found or match[0]  # that board will say so

    return _XPM.sub(placed, text)


def _written(file: PuzzleFile, head: str, signs: str, tag: str, between: str, tail: str) -> str:
    from xml.sax.saxutils import quoteattr

    assert file.solution is not None
    rows, columns = file.puzzle.shape
    text = ['<?xml version="1.0" encoding="UTF-8"?>', head.format(quoteattr(file.title), rows, columns)]
    for row in file.solution.rows:
        text.append(f"<{tag}>{between.join(signs[cell] for cell in row)}</{tag}>")
    return "\n".join([*text, tail]) + "\n"


FREENONO = Format(
    "freenono", "file of FreeNono", (".nonogram",), lambda text: _root(text, "freenono"), _freenono,
    lambda file: _written(
        file,
        '<FreeNono><Nonograms>\n'
        '<Nonogram name={0} author="" desc="" difficulty="0" width="{2}" height="{1}">',
        "_x", "line", " ", "</Nonogram>\n</Nonograms></FreeNono>",
    ),
    solution=True, is_picture=True, title=True,
)  # fmt: skip
PICMI = Format(
    "picmi", "pack of picmi", (), lambda text: _root(text, "picmi"), _picmi,
    lambda file: _written(
        file, '<picmi name={0}>\n<board name={0} author="" difficulty="0">', "-1", "row", "",
        "</board>\n</picmi>",
    ),
    solution=True, is_picture=True, title=True,
)  # fmt: skip
