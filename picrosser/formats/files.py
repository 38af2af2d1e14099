"""Loads puzzles from paths and web addresses, and saves them, in any format of the registry.

A puzzle that would change in a format is not written in it; other losses are reported. Katamino puzzles have
functions of their own, because they have no lines of hints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from picrosser.errors import InputUnreadableError, PuzzleFileError, expect
from picrosser.formats import tables
from picrosser.formats.addresses import MAGIC, PNG, holds_puzzle
from picrosser.formats.puzzle_file import BLACK_ON_WHITE, Format, Parts, PuzzleFile, the_only
from picrosser.formats.text import decode, shown
from picrosser.puzzles.checking import LinePuzzle, contradictions, violations
from picrosser.puzzles.hungry_cat import all_hints
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, WHITE, Picture
from picrosser.storage.atomic import write_new_file
from picrosser.storage.input_bytes import read_at_most

# The registry imports all formats, and Katamino's text its puzzles: both where a file of another form comes.
if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile
    from picrosser.puzzles.katamino import Katamino

T = TypeVar("T")

_PLACE = re.compile(r"line [0-9]{1,9}, column [0-9]{1,9}")
_KIND_WORDS = {"hungry-cat": "Hungry Cat puzzles", "nonogram": "nonograms"}
MAX_BYTES = 4_000_000
"""The most that is read of a file; a board of 512 x 512 random cells needs 2.1 MB in XML, less elsewhere."""
MAX_PUZZLES = 10_000
"""The most puzzles in a file; published collections have up to some thousands."""


def load_puzzle(place: Path | str, format: str | None = None) -> PuzzleFile:
    """Read a puzzle file.

    place : a path, or an http(s) address as a string.
    format : its name in the registry; None to find out from the content, then from the suffix.

    Raises
    ------
    InputUnreadableError : the file is missing or cannot be read.
    PuzzleFileError : it is too large, not text, or breaks the rules of its format; the message says where.

    Examples
    --------
    >>> picrosser.load_puzzle("house.toml").puzzle.shape
    (5, 5)
    """
    data, suffix = read_bytes(place)
    return parse_puzzle(data, str(place), format, suffix=suffix)


def read_bytes(place: Path | str) -> tuple[bytes, str]:
    """Read the bytes of a file or a web address, at most one more than MAX_BYTES; and its suffix."""
    if isinstance(place, str) and holds_puzzle(place):
        return place.encode(), ""
    if isinstance(place, str) and _is_address(place):
        from urllib.parse import urlsplit

        from picrosser.formats.web import fetch  # its imports take longer than reading most files

        return fetch(place, MAX_BYTES), PurePosixPath(urlsplit(place).path).suffix
    expect(place, (str, PathLike), "a path or an address")
    path = Path(place)
    try:
        return read_at_most(path, MAX_BYTES + 1), path.suffix
    except FileNotFoundError as error:
        raise InputUnreadableError(f"{path}: no such file") from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputUnreadableError(f"cannot read {path}: {reason}") from error


def parse_puzzle(data: bytes, name: str, format: str | None = None, *, suffix: str = "") -> PuzzleFile:
    """As `load_puzzle`, from the bytes of a file; `name` is what messages call it."""
    with _errors_of(data, name):
        return the_only(_parts(data, format, suffix, None))


def parse_puzzles(
    data: bytes, name: str, format: str | None = None, *, suffix: str = "", folder: Path | None = None
) -> Parts:
    """Find all puzzles in a file; parameters and errors as of `parse_puzzle`, also when one is parsed.

    folder : where pictures lie that the file names; None if they are not read.
    """

    def named(part: Callable[[], PuzzleFile]) -> PuzzleFile:
        with _errors_of(data, name):
            return part()

    with _errors_of(data, name):
        found = _parts(data, format, suffix, folder)
        if len(found) > MAX_PUZZLES:
            raise PuzzleFileError(f"the file holds {len(found)} puzzles; at most {MAX_PUZZLES} can be read")
    return [partial(named, part) for part in found]


def _parts(data: bytes, format: str | None, suffix: str, folder: Path | None) -> Parts:
    if format is None and suffix.lower() == ".toml" and (native := _native_parts(data)):
        return native
    from picrosser.formats.registry import detect, format_named

    known = None if format is None else format_named(format)
    if known is None and data.startswith(b"P4"):
        known = format_named("pbm")
    elif known is None and (suffix.lower() == ".ujc" or data.startswith((MAGIC.encode("latin-1"), PNG))):
        known = format_named("ujc")
    if known is not None and (known.name == "ujc" or (known.name == "pbm" and data.startswith(b"P4"))):
        return known.parts(data.decode("latin-1"))
    if data.startswith(b"PK\x03\x04"):
        raise PuzzleFileError("this is a ZIP archive", "unpack it, and name a file in it")
    text, not_utf8 = decode(data)
    chosen = known or detect(text, suffix)
    if not_utf8 is not None and not chosen.latin1:
        raise not_utf8
    if chosen.name == "picmi" and folder is not None:
        from picrosser.formats.pictures import with_pictures

        text = with_pictures(text, lambda name: _beside(folder, name))
    parts = chosen.parts(text)
    return parts if not_utf8 is None else [partial(_as_latin1, part) for part in parts]


def _native_parts(data: bytes) -> Parts:
    """The puzzle in a TOML file of ours; nothing of any other file."""
    text, not_utf8 = decode(data)
    native = (form for form in (tables.TOML, tables.CAT) if not_utf8 is None and form.looks_like(text))
    return next((form.parts(text) for form in native), ())


def _as_latin1(part: Callable[[], PuzzleFile]) -> PuzzleFile:
    file = part()
    return replace(file, notes=(*file.notes, "read as Latin-1, since it is not UTF-8"))


def _beside(folder: Path, name: str) -> bytes:
    """Read a file that lies in a folder itself; raises OSError for links and for anything else."""
    path = folder / name
    if name in (".", "..") or path.name != name or path.is_symlink() or not path.is_file():
        raise OSError(f"{name} is not a file in this folder")
    return read_at_most(path, MAX_BYTES)


@contextmanager
def _errors_of(data: bytes, name: str) -> Iterator[None]:
    """Refuse a file that is too large, and put the file's name before errors about its content.

    What a web address answers is not quoted, nor described beyond the place of the error: whoever redirects
    picrosser to another address should not read its answer in messages.
    """
    if len(data) > MAX_BYTES:
        raise PuzzleFileError(f"{name}: the file is larger than {MAX_BYTES // 1_000_000} MB")
    try:
        yield
    except PuzzleFileError as error:
        seen, advice = error.seen, error.advice
        if _is_address(name):
            place = _PLACE.match(seen)
            seen = f"what came back is not a puzzle that can be read{f' ({place[0]})' if place else ''}"
            advice = "save it as a file to see what is wrong"
        raise PuzzleFileError(f"{name}: {seen}", advice) from error


def _is_address(place: str) -> bool:
    return not holds_puzzle(place) and place.lower().startswith(("http://", "https://"))


def save_puzzle(
    path: Path | str,
    puzzle: LinePuzzle,
    solution: Picture | None = None,
    *,
    title: str = "",
    format: str | None = None,
    force: bool = False,
) -> tuple[str, ...]:
    """Write a puzzle file; return what its format cannot hold, one clause each, for example "the title".

    format : its name in the registry; None to choose it by the path's suffix.
    force : overwrite an existing file.

    Raises
    ------
    OutputRefusedError : the file exists (without `force`), or cannot be written there.
    PuzzleFileError : the format cannot hold the puzzle.

    Examples
    --------
    >>> puzzle = picrosser.load_puzzle("house.toml").puzzle
    >>> picrosser.save_puzzle("house.txt", puzzle)
    ()
    >>> print(pathlib.Path("house.txt").read_text().splitlines()[-1])
    rows: g5 G3y2 G1y4 G3y2 g5
    """
    expect(path, (str, PathLike), "a path")
    expect(puzzle, LinePuzzle, "a HungryCat or Nonogram")
    from picrosser.formats.registry import format_for_output, format_named

    path = Path(path)
    file = PuzzleFile(puzzle, solution, title)
    target = format_named(format) if format else format_for_output(path, file.kind)
    text, lost = write_checked(file, target)
    write_new_file(path, text.encode(), force=force)
    return lost


def puzzle_text(puzzle: LinePuzzle, solution: Picture | None = None) -> str:
    """Write a puzzle in the native form, TOML; raises PuzzleFileError if it cannot hold the puzzle."""
    from picrosser.formats.registry import NATIVE

    file = PuzzleFile(puzzle, solution)
    return write_checked(file, NATIVE[file.kind])[0]


def holds_packing(data: bytes) -> bool:
    """Whether a file says that it holds a Katamino puzzle."""
    from picrosser.formats import katamino_text

    return katamino_text.looks_like(data.decode("utf-8-sig", "replace"))


def load_packing(place: Path | str) -> PackingFile:
    """Read a Katamino puzzle from TOML or JSON; parameters and errors as of `load_puzzle`.

    Examples
    --------
    >>> pieces = [picrosser.parse_piece(word) for word in ("L", "P", "pink")]
    >>> puzzle = picrosser.Katamino(tuple(pieces), picrosser.plain_board(15))
    >>> picrosser.save_packing("pieces.toml", puzzle)
    >>> picrosser.load_packing("pieces.toml").puzzle == puzzle
    True
    """
    return parse_packing(read_bytes(place)[0], str(place))


def parse_packing(data: bytes, name: str) -> PackingFile:
    """As `load_packing`, from the bytes of a file; `name` is what messages call it."""
    from picrosser.formats import katamino_text

    return parse_text(data, name, katamino_text.parse)


def parse_text(data: bytes, name: str, parse: Callable[[str], T]) -> T:
    """What is parsed from the bytes of a text file; `name` is what messages call it."""
    with _errors_of(data, name):
        text, not_utf8 = decode(data)
        if not_utf8 is not None:
            raise not_utf8
        return parse(text)


def save_packing(
    path: Path | str, puzzle: Katamino, solution: Picture | None = None, *, force: bool = False
) -> None:
    """Write a Katamino puzzle, with its packing if there is one, in the form of the path's suffix.

    Errors as of `save_puzzle`.

    Examples
    --------
    >>> puzzle = picrosser.Katamino((picrosser.parse_piece("I"),) * 5, picrosser.plain_board(25))
    >>> picrosser.save_packing("five.toml", puzzle, picrosser.pack(puzzle).pictures[0])
    """
    expect(path, (str, PathLike), "a path")
    from picrosser.formats.katamino_text import packing_text
    from picrosser.puzzles.katamino import Katamino

    expect(puzzle, Katamino, "a Katamino")
    text = packing_text(puzzle, solution, Path(path).suffix.lower())
    write_new_file(Path(path), text.encode(), force=force)


# ---- What a format cannot hold


def write_checked(file: PuzzleFile, target: Format) -> tuple[str, tuple[str, ...]]:
    """Write a puzzle in a format; return the text and what is lost of title, colours and solution.

    Raises PuzzleFileError if the format cannot hold the puzzle itself, with what would be lost, or if its
    title would make the file look like another format.
    """
    advice = "use .toml" if file.kind == "hungry-cat" else "use .toml or .json"
    if file.kind != target.kind:
        raise PuzzleFileError(f"the {target.name} format holds only {_KIND_WORDS[target.kind]}", advice)
    if refused := refusals(file, target):
        raise PuzzleFileError(f"the {target.name} format cannot hold {', '.join(refused)}", advice)
    if target.write is None:
        raise PuzzleFileError(f"the {target.name} format can only be read", advice)
    board = file.solution
    if board is not None and board.is_complete and violations(file.puzzle, board):
        file = replace(file, solution=None)  # what a player has put there, which no other file may hold
    text = target.write(file)
    if file.title and target.title:
        from picrosser.formats.registry import detect

        seen_as = None
        with suppress(PuzzleFileError):
            seen_as = detect(text, "")
        if seen_as is not target:
            seen = f"with the title {shown(file.title)}, {target.words} would be taken for another format"
            raise PuzzleFileError(seen, "change the title, or use .json")
    return text, warnings(file, target)


def refusals(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """List what would be lost of the puzzle itself, one clause each."""
    puzzle = file.puzzle
    if file.kind != target.kind:
        return (f"a {file.kind} puzzle",)
    found = []
    if puzzle.colours > target.max_colours:
        found.append(f"{puzzle.colours} colours (at most {target.max_colours})")
    if isinstance(puzzle, Nonogram):
        if not target.unknown and (None in puzzle.rows or None in puzzle.cols):
            found.append("lines with unknown hints")
        if not target.given and any(cell != UNKNOWN for row in puzzle.given or () for cell in row):
            found.append("given cells")
        found += [f"hints that contradict each other ({wrong})" for wrong in contradictions(puzzle)[:1]]
    elif not target.unknown and any(None in (hint.count, hint.contiguous) for hint in all_hints(puzzle)):
        found.append("unknown hints")
    if target.is_picture and file.solution is None:
        found.append("a puzzle without its solution")
    elif target.is_picture and file.solution and violations(puzzle, file.solution):
        found.append("a solution with undecided or wrong cells")
    return tuple(found)


def warnings(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """List what would be lost besides the puzzle itself, one clause each."""
    found = []
    if file.title and not target.title:
        found.append("the title")
    if file.solution is not None and not target.solution:
        found.append("the stored solution")
    palette = file.puzzle.palette
    if target.max_colours == 1 and palette != BLACK_ON_WHITE:
        found.append("the colours")
    elif target.name in ("cat-xml", "non", "pynogram") and palette[0] != WHITE:
        found.append("the colour of blank cells")
    return tuple(found)
