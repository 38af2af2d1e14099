"""What a fuzzer or a property test gives any bytes to: the parsers of puzzle files, typed hints, the decoder.

Each target takes bytes and raises `Broken`, or whatever slipped out of picrosser, if a promise is broken:

- The bytes give a puzzle, or a `PicrosserError` with a message of one line; nothing else leaves a parser.
- A puzzle that was read is written in every format that can hold it, and read back as the same puzzle.
- A picture gives pixels within the limit, or an `InputUnreadableError`; nothing is printed or warned of.

How long the work takes is watched by who calls: libFuzzer stops at an input that takes long.
"""

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from picrosser.cli.commands.enter import ask_for_puzzle
from picrosser.errors import InputUnreadableError, PicrosserError, PuzzleFileError
from picrosser.formats import katamino_text
from picrosser.formats.files import load_puzzle, parse_packing, parse_puzzle, refusals, write_checked
from picrosser.formats.hungry_cat_letters import parse_words
from picrosser.formats.katamino_text import PackingFile
from picrosser.formats.puzzle_file import Format, PuzzleFile
from picrosser.formats.registry import FORMATS, format_named
from picrosser.imaging.loading import MAX_PIXELS, load_image
from picrosser.puzzles.hints_by_hand import fix_text, parse_fix
from picrosser.puzzles.katamino import parse_piece

ROOT = Path(__file__).resolve().parents[1]
Target = Callable[[bytes], None]

FORMATS_OF: dict[str, tuple[str, ...]] = {
    "toml": ("toml", "nonogram-toml", "nonogrid", "pynogram"),
    "json": ("json",),
    "xml": ("webpbn", "cat-xml", "freenono", "picmi"),
    "page": ("nonograms-org",),
    "words": ("letters", "g", "non", "gno", "picross-solver", "pzprv3"),
    "numbers": ("mk", "nin", "cwd", "pattern", "pattern-save", "puzz-link"),
    "cells": ("pbm", "digits", "dots", "ujc"),
    "addresses": ("penpa",),
}
"""Formats that share a target, since what is valid in one reaches far into the others."""

MAX_ROUND_TRIP_CELLS = 400  # larger puzzles are only read; writing them says nothing new and takes longer
MAX_MESSAGE = 2000  # characters; a message that quotes more of its file helps nobody
MAX_SEED_BYTES = 6000  # libFuzzer is slow with large files
_NAME = "file"


class Broken(Exception):  # noqa: N818  (a finding)
    """A promise is broken; the message says which."""


# ---- Puzzle files


def read_any(names: tuple[str, ...], data: bytes) -> None:
    """Read bytes in each of the formats, with detection, and as a packing of Katamino."""
    for name in (None, *names):
        file = _or_refused(lambda name=name: parse_puzzle(data, _NAME, name))
        if file is not None:
            check_round_trips(file)
    packing = _or_refused(lambda: parse_packing(data, _NAME))
    if packing is not None:
        _check_packing(packing)


def _or_refused(work: Callable[[], PuzzleFile | PackingFile]) -> PuzzleFile | PackingFile | None:
    """What was read; None if it was refused as it should be."""
    try:
        return work()
    except PuzzleFileError as error:
        check_message(error)
        return None


def check_message(error: PicrosserError) -> None:
    """Raise `Broken` if a message is longer than one line, or quotes too much."""
    text = str(error)
    if len(text.splitlines()) != 1 or len(text) > MAX_MESSAGE:
        raise Broken(f"a message of {len(text)} characters: {text[:200]!r}")


def check_round_trips(file: PuzzleFile) -> None:
    """Raise `Broken` if a format that can hold the puzzle gives back another one."""
    rows, columns = file.puzzle.shape
    if rows * columns > MAX_ROUND_TRIP_CELLS:
        return
    for target in FORMATS:
        # A game of Pattern has two cells or more.
        if (
            target.write is None
            or refusals(file, target)
            or (target.name == "pattern" and rows * columns == 1)
        ):
            continue
        _check_round_trip(file, target)


def _check_round_trip(file: PuzzleFile, target: Format) -> None:
    try:
        text, lost = write_checked(file, target)
    except PuzzleFileError as error:  # what only writing finds out
        check_message(error)
        return
    try:
        back = parse_puzzle(text.encode(), _NAME, target.name)
    except PuzzleFileError as error:
        raise Broken(f"{target.name} does not read what it wrote: {error}") from error
    puzzle, again = file.puzzle, back.puzzle
    same = (puzzle.rows, puzzle.cols) == (again.rows, again.cols)
    if not any("colour" in loss for loss in lost):
        same = same and puzzle == again
    if target.solution and file.solution is not None:
        same = same and back.solution is not None and back.solution.lines() == file.solution.lines()
    if target.title:
        same = same and back.title == file.title
    if not same:
        raise Broken(f"{target.name} gives back another puzzle: {file} became {back}")


def _check_packing(file: PackingFile) -> None:
    if len(file.puzzle.board) > MAX_ROUND_TRIP_CELLS:
        return
    for suffix in (".toml", ".json"):
        text = katamino_text.packing_text(file.puzzle, file.solution, suffix)
        back = parse_packing(text.encode(), _NAME)
        lines = [None if one.solution is None else one.solution.lines() for one in (file, back)]
        if back.puzzle != file.puzzle or lines[0] != lines[1]:
            raise Broken(f"{suffix} gives back another packing: {file} became {back}")


# ---- Hints that are typed


def type_hints(data: bytes) -> None:
    """Give lines of text to the dialogue, and to the options that take hints, colours and pieces."""
    lines = data.decode("utf-8", "replace").split("\n")
    for line in lines[:20]:
        _typed_fix(line)
        for read in (parse_piece, katamino_text.parse_board):
            try:
                read(line)
            except (ValueError, PuzzleFileError) as error:
                if isinstance(error, UnicodeError):
                    raise
    colours, columns, rows = (*lines[:3], "", "", "")[:3]
    file = _or_refused(lambda: parse_words(colours, columns, rows))
    if file is not None:
        check_round_trips(file)
    _typed_puzzle(lines)


def _typed_fix(line: str) -> None:
    try:
        place, hint = parse_fix(line)
    except ValueError as error:
        if isinstance(error, UnicodeError) or len(str(error).splitlines()) != 1:
            raise Broken(f"parse_fix: {error}") from error
        return
    if parse_fix(fix_text(place, hint)) != (place, hint):
        raise Broken(f"{line!r} is read as {fix_text(place, hint)!r}")


def _typed_puzzle(lines: list[str]) -> None:
    answers = iter(lines)
    with suppress(StopIteration):  # there are fewer answers than questions
        check_round_trips(ask_for_puzzle(lambda *_: next(answers)))


# ---- Pictures


def decode_picture(data: bytes) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            image = load_image(data)
        except InputUnreadableError as error:
            check_message(error)
        else:
            height, width, channels = image.shape
            if channels != 3 or image.dtype != np.uint8 or not 0 < height * width <= MAX_PIXELS:
                raise Broken(f"an image of {image.shape}, {image.dtype}")
    if warned:
        raise Broken(f"a warning: {warned[0].message}")


TARGETS: dict[str, Target] = {
    **{name: partial(read_any, formats) for name, formats in FORMATS_OF.items()},
    "typed": type_hints,
    "screenshot": decode_picture,
}


# ---- Seeds, from our own fixtures


TYPED = (
    "n\n3x2\n\n2\n1\n1\n2\n0\nr1: 2\n<\n0\n",
    "h\n2 2\nR:red B:blue\nR1B1\nr2\nr1: r2\nb2\nR1B1\n",
    "R:red B:#00f\nR1B1 r2 b2\nr2B1 R1b2\n",
    "r3:2=5\nc10:1=(4)\nr7:3=?\nr3=2 1/2 4\nc1=0\nr2=?\n",
    "7\nT\nlight-blue\n##/#.\n###/#.#\n",
)
PICTURES = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "PPM", "AVIF", "MPO")


def seeds(target: str, fixtures: Path) -> Iterator[bytes]:
    """Small valid inputs of a target.

    fixtures : the project's folder of that name.
    """
    if target == "typed":
        yield from (text.encode() for text in TYPED)
    elif target == "screenshot":
        yield from _picture_seeds(fixtures)
    else:
        yield from (data for data in _puzzle_seeds(target, fixtures) if len(data) <= MAX_SEED_BYTES)


def _puzzle_seeds(target: str, fixtures: Path) -> Iterator[bytes]:
    for path in sorted(fixtures.rglob(f"*.{target}")):  # toml and json
        yield path.read_bytes()
    for file in _puzzles(fixtures):
        for name in FORMATS_OF[target]:
            one = format_named(name)
            if one.write is not None and not refusals(file, one):
                yield write_checked(file, one)[0].encode()
    yield from (text.encode() for text in SPECIAL.get(target, ()))


def _puzzles(fixtures: Path) -> Iterator[PuzzleFile]:
    for path in sorted(fixtures.glob("hungry_cat/*.toml")):
        if not path.stem.endswith("-state"):
            yield load_puzzle(path)
    yield from (parse_puzzle(text.encode(), _NAME) for text in (*BLACK, COLOURED, UNKNOWN))


BLACK = ("..##..\n.#..#.\n.#####\n......\n...##.\n", "#.\n", "#.#.#\n.###.\n")
COLOURED = """title "Demo"
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
saved "1????0"
"""
UNKNOWN = '{"rows": [[2], "?"], "columns": [[1], [1], "?"]}'

SPECIAL = {
    "toml": (
        'kind = "katamino"\npieces = [2, "T", "##/#."]\nboard = ["#####", "#####", ".##.#"]\n'
        'solution = ["11112", "13222", "03302"]\n',
        "[clues]\nrows = '''\n2\n1r 1\n'''\ncolumns = '1, 1, 1r'\n[colors]\ndefs = ['r = (224, 32, 32) %']\n",
        'kind = "nonogram"\nrows = [[2], [[1, 2], [1, 1]], "?"]\ncolumns = [[1], [1], [[1, 2]]]\n'
        "colours = [[0, 0, 0], [224, 32, 32]]\n",
    ),
    "json": (
        '{"kind": "katamino", "pieces": [1, 2], "board": ["#####", "#####"]}',
        '{"hor": [[2], [1, 1]], "ver": [[2], [1], [1]], "title": "Demo", "content": [1, -1, 0, 1, 0, 1]}',
    ),
    "xml": (
        "<?xml version='1.0'?><puzzleset><puzzle defaultcolor='black'><title>Demo</title>"
        "<color name='white' char='.'>fff</color><color name='black' char='X'>000</color>"
        "<clues type='columns'><line><count>1</count></line><line/></clues>"
        "<clues type='rows'><line><count>1</count></line></clues>"
        "<solution><image>|X.|</image></solution></puzzle></puzzleset>",
        '<p><colors r="1" g="0" b="0.5"/><column>1,</column><column>0,</column><line>1,</line></p>',
    ),
    "page": (
        "<html><title>Cat</title><script>\nvar d=[[571,615,230,33],[5,3,1,7],[8,4,6,7],[8,1,2,6],"
        "[10,20,30,40],[30,40,60,0],[8,8,8,9],[0,0,0,0],[1,1,1,1]];\n</script></html>",
        "var d=[[1,1,1,1],[5,0,0,9],[5,0,0,9],[1,0,0,9],[0,0,0,0],[0,0,0,0],[0,1,0,9],[0,0,0,0],[1,2,1,3],"
        "[2,1,1,4]];",
    ),
    "numbers": ("2x2:1/1/1/1,aBaa\n", "5:2/1.1/1.1.1/2.1/1/2/1.1/5//2\n"),
    "cells": ("P1\n# demo\n3 2\n011\n100\n", "P4\n8 1\n\x80", "LLLLT\nLaTTT\n.aa.T\n", "01\n10\n"),
}
"""Seeds with keys and forms that the fixtures do not have."""


def _picture_seeds(fixtures: Path) -> Iterator[bytes]:
    """A corner of one screenshot in every format, and a few kinds of PNG."""
    path = min(fixtures.glob("*/*.png"), key=lambda one: one.stat().st_size)
    with Image.open(path) as image:
        corner = image.convert("RGB").crop((0, 0, 24, 16))
    exif = Image.Exif()
    exif[0x0112] = 6
    for kind in PICTURES:
        yield _encoded(corner, kind, exif=exif)
    for mode in ("1", "L", "LA", "P", "RGBA", "I;16"):
        picture = corner.convert(mode) if mode != "I;16" else Image.new(mode, (5, 4), 300)
        yield _encoded(picture, "PNG")
    for compression in ("tiff_lzw", "tiff_deflate", "packbits", "jpeg"):
        yield _encoded(corner, "TIFF", compression=compression)
    yield _encoded(corner.convert("CMYK"), "JPEG")
    yield _encoded(corner, "GIF", save_all=True, append_images=[corner.rotate(90)])


def _encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()
