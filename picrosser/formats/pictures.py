"""Puzzles stored as their solution, from which the hints are computed.

Text of `.` and `#`, or of 0 and 1, and PBM, in which 1 is painted. A binary PBM (P4) is given to the parser
as Latin-1 text, one character per byte:

    .##
    #..

and

    011
    100

and

    P1
    3 2
    0 1 1 1 0 0

Packs in XML of FreeNono, whose lines are words x and _, and of picmi, whose boards have rows of 1 and -, or
name a picture beside the pack (`<xpm>cat.xpm</xpm>`), in which only wholly transparent pixels are blank:

    <FreeNono><Nonograms>
    <Nonogram name="Demo" author="" desc="" difficulty="1" width="3" height="2">
    <line> x x _ </line>
    <line> _ x _ </line>
    </Nonogram>
    </Nonograms></FreeNono>

and

    <picmi name="Pack">
        <board name="Demo" author="" difficulty="1">
            <row>11-</row>
            <row>-1-</row>
        </board>
    </picmi>

Own puzzles of Nonograms Katana (.ujc), which can only be read: a header that begins with 1A 81 CD 45, and a
PNG with one pixel for each cell; files that are only the PNG exist, too. Blank cells are half transparent, in
the colour of the background; in a picture without such pixels white ones are blank (seen in samples of
ujc-to-png of 2022).

Puzzle pages of nonograms.org and nonograms.ru, which can only be read, have a script with an array of
quadruples, `var d=[[7,5,3,11],[1997,1000,3,997],...];`. The numbers are slightly obfuscated: width, height
and the number of colours (entries 1 to 3) are sums of remainders; entry 4 is the key by which the colours are
shifted; then come the colours, the number of runs, the key by which the runs are shifted, and the runs
(column, length, colour, row). What follows the runs (a second layer of unknown use) is ignored.
"""

import json
import re
import warnings
from collections.abc import Callable
from functools import cache, partial
from io import BytesIO
from itertools import dropwhile

from picrosser.errors import PuzzleFileError
from picrosser.formats.addresses import MAGIC, PNG
from picrosser.formats.hint_lines import check_size, from_picture, in_rows, size_of
from picrosser.formats.puzzle_file import MAX_CELLS, MAX_COLOURS, Format, Parts, PuzzleFile, single
from picrosser.formats.text import Snippet, at_offset, shown, text_lines
from picrosser.formats.xml_tree import Node, parse_xml
from picrosser.puzzles.picture import WHITE, Colour

# White space and comments. What was matched is not given back (++), else long ones take much time and memory.
_GAP = r"((?:[ \t\r\n]++|#[^\r\n]*+[\r\n])++)"
_HEADER = re.compile(rf"(P[14]){_GAP}([0-9]+){_GAP}([0-9]+)", re.ASCII)
_MAX_LINE = 70  # characters: no line of a plain PBM should be longer


# ---- Text; `alphabet` has the character of a blank cell, then that of a painted one


def _is_picture(text: str, alphabet: str) -> bool:
    """Whether a text has lines of equal length with only these characters."""
    lines = [line.text.rstrip() for line in text_lines(text.strip())]
    return bool(lines) and len(set(map(len, lines))) == 1 and not set("".join(lines)) - set(alphabet)


def _parse_text(text: str, alphabet: str) -> PuzzleFile:
    lines = [line._replace(text=line.text.rstrip()) for line in text_lines(text.rstrip())]
    lines = list(dropwhile(lambda line: not line.text, lines))
    if not lines:
        raise PuzzleFileError("line 1, column 1: the file is empty")
    width = len(lines[0].text)
    for line in lines:
        if len(line.text) != width:
            raise line.error(f"this row has {len(line.text)} cells, but the first has {width}")
        for column, character in enumerate(line.text):
            if character not in alphabet:
                what = f"expected {' or '.join(alphabet)}, found {shown(character)}"
                raise line.part(column).error(what)
    return from_picture([[alphabet.index(character) for character in line.text] for line in lines])


def _write_text(file: PuzzleFile, alphabet: str) -> str:
    assert file.solution is not None
    return "\n".join("".join(alphabet[cell] for cell in row) for row in file.solution.rows) + "\n"


# ---- PBM


def _parse_pbm(text: str) -> PuzzleFile:
    match = _HEADER.match(text)
    if match is None:
        raise PuzzleFileError("line 1, column 1: expected P1 or P4, a width and a height")
    sizes = [Snippet(match[group], text.count("\n", 0, match.start(group)) + 1) for group in (5, 3)]
    rows, columns = size_of(sizes)
    read = _binary_cells if match[1] == "P4" else _plain_cells
    cells, more = read(text, match.end(), rows, columns)
    return from_picture(in_rows(cells, columns), notes=("only the first image is read",) if more else ())


def _plain_cells(text: str, start: int, rows: int, columns: int) -> tuple[list[int], bool]:
    """Return the cells of a P1, and whether more follows them."""
    cells: list[int] = []
    for place, character in enumerate(text[start:], start):
        if len(cells) == rows * columns:
            return cells, bool(text[place:].strip())
        if character in "01":
            cells.append(int(character))
        elif not character.isspace():
            raise at_offset(text, place, f"expected 0 or 1, found {shown(character)}")
    if len(cells) < rows * columns:
        raise at_offset(text, len(text), f"expected {rows * columns} cells, found {len(cells)}")
    return cells, False


def _binary_cells(text: str, start: int, rows: int, columns: int) -> tuple[list[int], bool]:
    """Return the cells of a P4, and whether more follows them."""
    import numpy as np  # few puzzle files are pictures

    wide = (columns + 7) // 8
    data = text[start + 1 :].encode("latin-1")  # after one byte of white space
    if len(data) < rows * wide:
        raise PuzzleFileError(f"line 1, column 1: expected {rows * wide} bytes of cells, found {len(data)}")
    lines = np.frombuffer(data, np.uint8, rows * wide).reshape(rows, wide)
    cells: list[int] = np.unpackbits(lines, axis=1)[:, :columns].ravel().tolist()
    return cells, len(data) > rows * wide


def _write_pbm(file: PuzzleFile) -> str:
    assert file.solution is not None
    rows = file.solution.rows
    text = [f"P1\n{len(rows[0])} {len(rows)}"]
    for row in rows:
        digits = "".join(map(str, row))
        text += [digits[at : at + _MAX_LINE] for at in range(0, len(digits), _MAX_LINE)]
    return "\n".join(text) + "\n"


PBM = Format(
    "pbm", "PBM picture", (".pbm",), re.compile(r"P[14][ \t\r\n#]").match, single(_parse_pbm), _write_pbm,
    solution=True, is_picture=True,
)  # fmt: skip
DIGITS, DOTS = (
    Format(
        name, words, suffixes, partial(_is_picture, alphabet=alphabet),
        single(partial(_parse_text, alphabet=alphabet)), partial(_write_text, alphabet=alphabet),
        solution=True, is_picture=True,
    )
    for name, words, suffixes, alphabet in (
        ("digits", "picture of 0 and 1", (".01",), "01"),
        ("dots", "picture of . and #", (".txt", ".dots"), ".#"),
    )
)  # fmt: skip


# ---- Nonograms Katana

_OPAQUE = 255
_Pixel = tuple[int, int, int, int]


def pixels(data: bytes) -> list[list[_Pixel]]:
    """Return the RGBA values of a small PNG or XPM picture, row by row."""
    import numpy as np  # few puzzle files have a picture
    from PIL import Image

    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(BytesIO(data), formats=["PNG", "XPM"]) as image,
        ):
            check_size(image.height, image.width, "the picture: ")
            rows: list[list[list[int]]] = np.asarray(image.convert("RGBA")).tolist()
    except PuzzleFileError:
        raise
    except Exception as error:
        raise PuzzleFileError("the picture is damaged or no PNG") from error
    return [[(red, green, blue, alpha) for red, green, blue, alpha in row] for row in rows]


def _parse_katana(text: str) -> PuzzleFile:
    data = text.encode("latin-1", "replace")  # each character is a byte, but in a text of another kind
    start = data.find(PNG)
    if start < 0:
        raise PuzzleFileError("there is no PNG in this file of Nonograms Katana")
    rows = pixels(data[start:])
    half = [pixel[:3] for row in rows for pixel in row if pixel[3] < _OPAQUE]
    numbers: dict[_Pixel, int] = {}  # of painted pixels
    cells: list[list[int]] = [[] for _ in rows]
    for line, row in zip(cells, rows, strict=True):
        for pixel in row:
            is_blank = pixel[3] < _OPAQUE if half else pixel[:3] == WHITE
            line.append(0 if is_blank else numbers.setdefault(pixel, len(numbers) + 1))
        if len(numbers) > MAX_COLOURS:
            raise PuzzleFileError(f"the picture has more than {MAX_COLOURS} colours")
    whole = all(cell for line in cells for cell in line)
    notes = ("no pixel is white or transparent, so no cell is blank",) if whole else ()
    palette = (half[0] if half else WHITE, *(pixel[:3] for pixel in numbers))
    return from_picture(cells, palette, notes=notes)


KATANA = Format(
    "ujc", "file of Nonograms Katana", (".ujc",), lambda text: text.startswith(MAGIC), single(_parse_katana),
    None, max_colours=MAX_COLOURS, solution=True, is_picture=True,
)  # fmt: skip


# ---- Packs in XML

_XPM = re.compile(r"<xpm>\s*([^<>/\\&\s][^<>/\\&]{0,200}?)\s*</xpm>", re.IGNORECASE)
_MAX_PICTURE_CELLS = 4 * MAX_CELLS  # of all pictures of a pack


def _picture(board: Node, tag: str, signs: str, between: str) -> PuzzleFile:
    """Read a board whose rows have this tag, with a sign for blank cells and one for black ones."""
    cells: list[list[int]] = []
    for row in board.all(tag):
        line = row.content.text
        found = line.split() if between else list(line)
        if set(found) - set(signs) or (cells and len(found) != len(cells[0])) or not found:
            width = f"{len(cells[0])} " if cells else ""
            raise row.error(f"expected {width}cells of {' and '.join(signs)}, found {shown(line)}")
        cells.append([signs.index(sign) for sign in found])
    if not cells:
        names = [shown(node.content.text) for node in board.all("xpm")]
        what = f"the picture {names[0]} cannot be read" if names else f"the board has no <{tag}>"
        raise board.error(what, "it has to lie beside the pack" if names else "")
    for key, count in (("width", len(cells[0])), ("height", len(cells))):
        if board.get(key, str(count)) != str(count):
            raise board.error(f"{key} is {shown(board.attrib[key])}, but there are {count} cells")
    return from_picture(cells, title=board.get("name", ""))


def with_pictures(text: str, read: Callable[[str], bytes]) -> str:
    """Put the rows of the pictures that a pack of picmi names in their place, where `read` returns them."""
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


def _pack(
    name: str, words: str, suffixes: tuple[str, ...], head: str, tail: str,
    board: str, row: str, signs: str, between: str,
) -> Format:  # fmt: skip
    """Return the format of packs whose outermost element has its name.

    head, tail : what stands before and after the rows of a board; {0} is its title, {1} x {2} its size.
    board, row : the names of these elements. signs, between : of a blank and a black cell; between two cells.
    """

    def parts(text: str) -> Parts:
        return [partial(_picture, node, row, signs, between) for node in parse_xml(text).all_below(board)]

    def write(file: PuzzleFile) -> str:
        from xml.sax.saxutils import quoteattr

        assert file.solution is not None
        rows, columns = file.puzzle.shape
        text = ['<?xml version="1.0" encoding="UTF-8"?>', head.format(quoteattr(file.title), columns, rows)]
        for line in file.solution.rows:
            text.append(f"<{row}>{between.join(signs[cell] for cell in line)}</{row}>")
        return "\n".join([*text, tail]) + "\n"

    # What comes before the outermost element are declarations and comments.
    looks_like = re.compile(rf"\s*+(?:<[?!][^>]*+>\s*+)*+<{name}[\s>]", re.IGNORECASE)
    return Format(
        name, words, suffixes, looks_like.match, parts, write,
        solution=True, is_picture=True, title=True,
    )  # fmt: skip


FREENONO = _pack(
    "freenono", "file of FreeNono", (".nonogram",),
    '<FreeNono><Nonograms>\n'
    '<Nonogram name={0} author="" desc="" difficulty="0" width="{1}" height="{2}">',
    "</Nonogram>\n</Nonograms></FreeNono>", "nonogram", "line", "_x", " ",
)  # fmt: skip
PICMI = _pack(
    "picmi", "pack of picmi", (), '<picmi name={0}>\n<board name={0} author="" difficulty="0">',
    "</board>\n</picmi>", "board", "row", "-1", "",
)  # fmt: skip


# ---- Pages of nonograms.org

_QUADRUPLE = r"\s*+\[\s*+\d++(?:\s*+,\s*+\d++){3}\s*+\]\s*+"
_ARRAY = re.compile(rf"\bvar\s+d\s*=\s*(\[(?:{_QUADRUPLE},?+)++\])\s*;", re.ASCII)
_START = re.compile(r"\bvar\s+d\s*=")
# A line that begins like this, or a page of HTML that contains it.
_LIKE_PAGE = re.compile(r"^[ \t]*var[ \t]+d[ \t]*=|\A\s*+<(?s:.*?)\bvar\s+d\s*=", re.MULTILINE)
_TITLE = re.compile(r"<title>([^<]{1,200})</title>", re.IGNORECASE)
_MAX_DIGITS = 6  # pages have numbers up to some thousands


def _parse_page(text: str) -> PuzzleFile:
    match = _ARRAY.search(text)
    if match is None:
        start = _START.search(text)
        raise at_offset(text, start.start() if start else 0, "expected a complete array var d=[[...],...];")
    try:
        cells, palette = _board_of(json.loads(match[1], parse_int=_number))
    except (ValueError, IndexError) as error:
        what = str(error) if isinstance(error, ValueError) else "the array is too short"
        raise at_offset(text, match.start(1), what) from error
    found = _TITLE.search(text)
    return from_picture(cells, palette, found[1] if found else "")


def _number(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise ValueError(f"the array has a number with {len(text)} digits")
    return int(text)


def _board_of(quadruples: list[list[int]]) -> tuple[list[list[int]], tuple[Colour, ...]]:
    import numpy as np  # few puzzle files are pages

    d = np.array(quadruples)

    def remainders(place: int) -> list[int]:
        if d[place, 3] == 0:
            raise ValueError("an entry of the array ends in 0")
        found: list[int] = (d[place, :3] % d[place, 3]).tolist()
        return found

    width, height, colours = (first + second - third for first, second, third in map(remainders, (1, 2, 3)))
    check_size(height, width)
    if not 1 <= colours <= MAX_COLOURS:
        raise ValueError(f"the array says {colours} colours; at most {MAX_COLOURS} can be read")
    first, second, third = remainders(5 + colours)
    count, runs = first**2 + 2 * second + third, d[7 + colours :] - d[6 + colours]
    if count > min(len(runs), width * height):
        seen = f"it has {len(runs)}, and the board {width * height} cells"
        raise ValueError(f"the array says {count} runs, but {seen}")
    tones = d[5 : 5 + colours, :3] - d[4, [1, 0, 3]]  # red and green use each other's part of the key
    if tones.min() < 0 or tones.max() > 255:
        raise ValueError("the array has an impossible colour")
    cells = [[0] * width for _ in range(height)]
    for number, (column, length, colour, row) in enumerate(runs[:count].tolist(), 1):
        fits = 1 <= row <= height and column >= 1 and 1 <= length <= width - column + 1
        if not fits or not 0 <= colour <= colours:
            raise ValueError(f"run {number} lies outside the board or has an unknown colour")
        cells[row - 1][column - 1 : column - 1 + length] = [colour] * length
    return cells, (WHITE, *((red, green, blue) for red, green, blue in tones.tolist()))


NONOGRAMS_ORG = Format(
    "nonograms-org", "page of nonograms.org", (".html", ".htm", ".js"), _LIKE_PAGE.search,
    single(_parse_page), None,
    max_colours=MAX_COLOURS, solution=True, is_picture=True, title=True, latin1=True,
)  # fmt: skip
