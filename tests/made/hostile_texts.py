"""Texts that once took, or might take, far longer to read than their length says; each about `size` long."""

import zlib
from base64 import b64encode
from collections.abc import Callable

Make = Callable[[int], str]


def _times(text: str, size: int) -> str:
    return text * (size // len(text))


def _each(text: str, count: int) -> str:
    """The text so many times, with a number of its own in it."""
    return "".join(text.format(number) for number in range(count))


def _penpa(text: str) -> str:
    """An address of Penpa+ with a text, which may be a thousand times longer."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return f"m=edit&p={b64encode(packer.compress(text.encode()) + packer.flush()).decode()}"


def _in_webpbn(text: str) -> str:
    return f"<puzzleset><puzzle>{text}</puzzle></puzzleset>"


NON = "width 2\nheight 1\n\nrows\n2\n\ncolumns\n1\n1\n"
WEBPBN = (
    '<clues type="columns"><line><count>1</count></line></clues>'
    '<clues type="rows"><line><count>1</count></line></clues>'
)
IMAGE = "<solution><image>{}</image></solution>"
CATX = '<p><colors r="{}" g="0" b="0"/><column>1,</column><line>1,</line></p>'

MADE: dict[str | None, dict[str, Make]] = {
    None: {
        "blank lines": lambda n: "\n" * n + "x",
        "blank lines, katamino": lambda n: "\n" * n + 'kind = "x" # katamino',
        "spaces": lambda n: " " * n + "x",
        "one long word": lambda n: "a" * n,
        "one long number": lambda n: "1" * n,
        "brackets": lambda n: "[" * n,
        "var and spaces": lambda n: "<var" + " " * n,
        "dots and hashes": lambda n: ".#\n" * (n // 3) + ".",
        "IDs": lambda n: _times("9x9:1/1\n", n),
        "addresses, puzz.link": lambda n: _times("https://puzz.link/p?nonogram/3/2/1113i\n", n),
        "body, puzz.link": lambda n: "https://puzz.link/p?nonogram/500/500/" + "1g" * (n // 2),
        "skips, puzz.link": lambda n: "https://puzz.link/p?nonogram/500/500/" + "z" * n,
        "words, pzprv3": lambda n: "pzprv3\nnonogram\n500\n500\n" + ". " * (n // 2),
        "slashes, pzprv3": lambda n: "https://puzz.link/p?pzprv3/nonogram/" + "/" * n,
        "a bomb, penpa": lambda n: _penpa("a" * (100 * n)),
        "abbreviations, penpa": lambda n: _penpa(
            "square,9,9\n[1,0,1,0]\n\n{zN:[" + "zU," * (6 * n) + "1]}\n{}"
        ),
        "numbers, penpa": lambda n: _penpa(
            "square,999,999\n[500,0,500,0]\n\n{zN:{" + ",".join(f'"{k}":[1]' for k in range(n)) + "}}\n{}"
        ),
        "brackets, penpa": lambda n: _penpa("square,9,9\n" + "[" * n + "\n\n\n"),
        "fields, penpa": lambda n: _penpa("square," + "," * (10 * n) + "\n[]\n\n\n"),
        "moves, saved game": lambda n: (
            "SAVEFILE:1:x\nGAME    :7:Pattern\nPARAMS  :7:500x500\n"
            + f"DESC    :999:{'/' * 999}\nSTATEPOS:6:999999\n"
            + _times("MOVE    :12:F0,0,500,500\n", n)
        ),
        "entries, saved game": lambda n: _times("SAVEFILE:1:x\n", n),
        "spaces, saved game": lambda n: "SAVEFILE" + " " * n,
        "boards, picmi": lambda n: f"<picmi>{_times('<board/>', n)}</picmi>",
        "pictures, picmi": lambda n: f"<picmi><board>{_times('<xpm>a</xpm>', n)}</board></picmi>",
        "words, freenono": lambda n: (
            f"<FreeNono><Nonogram><line>{' x' * (n // 2)}</line></Nonogram></FreeNono>"
        ),
        "declarations before an element": lambda n: _times("<!a>", n) + "<",
        "headings, gno": lambda n: "[Des]\n" + _times("[ ", n) + "[dim",
        "blank lines, gno": lambda n: "[Des]\n\n[Dim]\n1\n1\n[Row]\n" + "\n" * n + "[Col]\n1\n",
        "blank lines, picross-solver": lambda n: "GRID a\n" + "\n" * n + "ROW",
        "heads, picross-solver": lambda n: "GRID a\nROWS\n" + _times("GRID a\n", n),
        "spaces, pynogram": lambda n: "[clues]\nrows =" + " " * n + "x",
        "zeros, another program's": lambda n: "0 " * (n // 2) + "\n0\n",
        "puzzles, non": lambda n: _times(NON + "====\n", n),
        "remarks, non": lambda n: NON + "# 1\n" * (n // 4),
        "goal, non": lambda n: NON + "goal\n" + "1\n" * (n // 2),
        "images, non": lambda n: NON + "saved 11\n" * (n // 9),
        "colours, nonny": lambda n: NON.replace("\n2\n", "\n" + "black: " * (n // 7) + "2\n"),
        "dotted keys": lambda n: "nrows = 1\n" + "a." * (n // 2) + "a = 1\n",
        "dotted keys in quotes": lambda n: "nrows = 1\n" + "''.\"b\"." * (n // 7) + "a = 1\n",
        "dotted keys, many of a depth": lambda n: "nrows = 1\n" + _each("a.b.c.d.e.f.g.k{} = 1\n", n // 25),
        "tables": lambda n: "nrows = 1\n" + _each("[a{}]\n", n // 8),
        "nested arrays of tables": lambda n: "nrows = 1\n[[a]]\n" + "[[a.b]]\n" * (n // 8),
        "nested arrays": lambda n: "nrows = 1\nx = " + "[" * n,
        "numbers": lambda n: "nrows = 1\nrows = [" + "1," * (n // 2) + "]",
        "a number": lambda n: "nrows = " + "9" * n,
        "a number in base 16": lambda n: "kind = 'nonogram'\nrows = 0x" + "9" * n + "\ncolumns = 1",
        "a text of escapes": lambda n: 'nrows = 1\nx = """' + "\\u0041" * (n // 6),
        "kind and spaces": lambda n: "kind" + " " * n + "x",
        "doubled key": lambda n: "{" + _each('"k{}":1,', n // 11) + f'"k{n // 11 - 1}":1}}',
        "nested lists": lambda n: '{"rows": ' + "[" * n,
        "empty lists": lambda n: '{"rows": [' + "[]," * (n // 3) + '[]], "columns": [[1]]}',
        "a number, JSON": lambda n: '{"rows": [[' + "9" * n + ']], "columns": [[1]]}',
        "katamino in JSON": lambda n: "{" + '"kind"   ' * (n // 9),
        "elements": lambda n: _in_webpbn(WEBPBN + _times("<a/>", n)),
        "nested elements": lambda n: _in_webpbn(WEBPBN + _times("<a>", n)),
        "attributes": lambda n: _in_webpbn(WEBPBN + "<a " + _each('k{}="" ', n // 9) + "/>"),
        "default attributes": lambda n: (
            f'<!DOCTYPE puzzleset [<!ATTLIST a b CDATA "{"x" * (n // 2)}">]>'
            + _in_webpbn(WEBPBN + _times("<a/>", n // 2))
        ),
    },
    "nonograms-org": {
        "var d and brackets": lambda n: "var d=" + "[" * n + "];",
        "var d, long numbers": lambda n: (
            f"var d=[[1,{'9' * 4000},1,{'9' * 4000}]" + f",[{'9' * 4000},1,1,1]" * (n // 4000) + "];"
        ),
        "var d, many runs": lambda n: (
            "var d=[[1,1,1,1],[600,400,0,1001],[200,50,0,1001],[1,0,0,9],[1,1,1,1],[1,1,1,1],"
            f"[{int((n // 11) ** 0.5)},0,0,100000],[0,0,0,0]" + ",[1,1000,1,1]" * (n // 11) + "];"
        ),
        "titles": lambda n: "var d=[[1]];" + _times("<title>", n),
    },
    "dots": {"blank lines, dots": lambda n: "\n" * n + ".#\n"},
    "cwd": {"blank lines, cwd": lambda n: "\n" * n + "1\n1\n1\n\n1\n"},
    "nin": {"blank lines, nin": lambda n: "\n" * n + "1 1\n1\n1\n"},
    "non": {
        "blank lines, non": lambda n: "\n" * n + NON,
        "runs, non": lambda n: NON.replace("\n2\n", "\n" + "1," * (n // 2) + "\n"),
        "spaces within a value, non": lambda n: "title a" + " " * n + "b\n" + NON,
        "colours, non": lambda n: _times("color a #ff0000\n", n) + NON,
    },
    "g": {
        "blank lines, g": lambda n: "\n" * n + ": a\n1\n: b\n1\n",
        "colours, g": lambda n: (
            "#d\n"
            + "".join(f"{chr(0x3400 + k % 30_000)}:x #00f c\n" for k in range(n // 13))
            + (": a\n" + "1\n" * 900 + ": b\n" + "1\n" * 200)
        ),
    },
    "mk": {"runs, mk": lambda n: "1 1\n" + "1 " * (n // 2) + "\n#\n1\n"},
    "pbm": {
        "comments, pbm": lambda n: "P1" + "#\n" * (n // 2) + "x",
        "sizes, pbm": lambda n: "P1 " + "1" * n + " 1\n1",
    },
    "pattern": {
        "ID, runs": lambda n: "2x1:" + "1." * (n // 2) + "1/1/1",
        "ID, given cells": lambda n: "2x1:1/1/2," + "a" * n,
    },
    "pynogram": {
        "lines, pynogram": lambda n: "[clues]\nrows =\n" + " 1\n" * (n // 3) + "columns = 1\n",
        "keys, pynogram": lambda n: "[clues]\n" + _each("k{}=\n", n // 8),
    },
    "webpbn": {
        "bars in an image": lambda n: _in_webpbn(WEBPBN + IMAGE.format("|" * n)),
        "brackets in an image": lambda n: _in_webpbn(WEBPBN + IMAGE.format(f"|{'[' * n}|")),
        "rows of an image": lambda n: _in_webpbn(WEBPBN + IMAGE.format(f"|{_times('X||', n)}X|")),
        "colours, XML": lambda n: _in_webpbn(_each('<color name="c{}">000</color>', n // 34) + WEBPBN),
    },
    "letters": {
        "letters, key": lambda n: "a" * (n // 2) + " " * (n // 2),
        "letters, hint": lambda n: "colours: R:red\nrows: " + "r1" * (n // 2) + "\ncolumns: r1\n",
    },
    "katamino": {
        "katamino, kind": lambda n: "kind = 0x" + "9" * n,
        "katamino, a far piece": lambda n: (
            'kind = "katamino"\npieces = ["#' + "/" * (n // 2) + "." * (n // 2) + '#"]'
        ),
        "katamino, a large piece": lambda n: 'kind = "katamino"\npieces = ["' + "#" * n + '"]',
        "katamino, a large board": lambda n: 'kind = "katamino"\npieces = [1]\nboard = ["' + "#" * n + '"]',
    },
    "nonogrid": {
        "nonogrid, definition": lambda n: (
            '[clues]\nrows="1"\ncolumns="1"\n[colors]\ndefs=["' + "=(" * (n // 2) + '"]'
        ),
        "nonogrid, colours": lambda n: (
            '[clues]\nrows="""{}"""\ncolumns="""{}"""\n[colors]\ndefs=['.format("1\n" * 900, "1\n" * 200)
            + "".join(f'"{chr(0x3400 + k % 30_000)}x = (000000) x",' for k in range(n // 22))
            + "]"
        ),
    },
    "cat-xml": {
        "a share, XML": lambda n: CATX.format("1" * n + "x"),
        "counts, XML": lambda n: CATX.format("1").replace("<line>1,", "<line>" + "1," * (n // 2)),
        "colors": lambda n: CATX.format(
            '1" g="0" b="0"/>' + '<colors r="1" g="0" b="0"/>' * (n // 28) + '<colors r="1'
        ),
    },
}
"""By the format that a text is said to have, None to recognise it, and by name."""
TEXTS = {name: (form, make) for form, texts in MADE.items() for name, make in texts.items()}
