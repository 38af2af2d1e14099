"""Decodes bytes to text, splits it into lines and words, and makes errors that name a place in it.

Lines end with LF, CRLF or CR and with nothing else, so line numbers are the same as in an editor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from picrosser.errors import PuzzleFileError
from picrosser.formats.puzzle_file import MAX_SIDE

MAX_LINES = 300_000
"""More than a picture of the largest size has with one cell in each line."""
_LINE_END = re.compile(r"\r\n|\r|\n")
# Characters that only binary files contain. Tab, line feed, form feed and carriage return are allowed.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_NUMBER = re.compile(r"[0-9]{1,5}", re.ASCII)


class TextLine(NamedTuple):
    """A line of a file and its number, from 1."""

    number: int
    text: str


class Word(NamedTuple):
    """A word and its place, both from 1."""

    text: str
    line: int
    column: int


def decode(data: bytes) -> tuple[str, bool]:
    """Decode a file.

    Returns
    -------
    The text, with LF as line end and without a byte order mark; and whether it had to be read as Latin-1.

    Raises
    ------
    PuzzleFileError : the bytes are not text, or more than MAX_LINES lines.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise PuzzleFileError("line 1, column 1: the text is in UTF-16", "save it as UTF-8")
    try:
        text, latin1 = data.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        text, latin1 = data.decode("latin-1"), True
    found = _CONTROL.search(text)
    if found:
        raise at_offset(text, found.start(), f"not a text file: it contains the byte {ord(found[0])}")
    text = _LINE_END.sub("\n", text)
    if text.count("\n") > MAX_LINES:
        raise PuzzleFileError(f"line {MAX_LINES + 1}, column 1: no puzzle has that many lines")
    return text, latin1


def not_utf8(data: bytes) -> PuzzleFileError:
    """Return the error for a file that should be UTF-8 and is not."""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        return at_offset(before, len(before), "this is not UTF-8", "save the file as UTF-8")
    raise ValueError("the bytes are UTF-8")


def text_lines(text: str) -> list[TextLine]:
    """Split a text into lines without their ends, blank lines included; a final line end adds no line."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [TextLine(number, line) for number, line in enumerate(lines, 1)]


def words_of(line: TextLine, separators: str = r"\s,") -> Iterator[Word]:
    """Split a line into words; `separators` is the inside of a character class.

    Raises
    ------
    PuzzleFileError : there are more words than a board has lines, or a line has runs.
    """
    for number, match in enumerate(re.finditer(f"[^{separators}]+", line.text)):
        word = Word(match[0], line.number, match.start() + 1)
        if number >= MAX_SIDE:
            raise at(word, f"this line has more than {MAX_SIDE} words")
        yield word


def number_of(word: Word, most: int, what: str = "a number") -> int:
    """Read a whole number from 0 to `most`.

    Raises
    ------
    PuzzleFileError : it is not a number, or too large; signs, underscores and non-ASCII digits are refused.
    """
    if not _NUMBER.fullmatch(word.text) or int(word.text) > most:
        raise at(word, f"expected {what} from 0 to {most}, found {shown(word.text)}")
    return int(word.text)


def at(place: Word | TextLine, what: str, advice: str = "") -> PuzzleFileError:
    """Make an error at a word, or at the beginning of a line."""
    line, column = (place.line, place.column) if isinstance(place, Word) else (place.number, 1)
    return PuzzleFileError(f"line {line}, column {column}: {what}", advice)


def at_offset(text: str, offset: int, what: str, advice: str = "") -> PuzzleFileError:
    """Make an error at a character of a text, counted from 0."""
    before = _LINE_END.split(text[:offset])
    return PuzzleFileError(f"line {len(before)}, column {len(before[-1]) + 1}: {what}", advice)


def shown(value: object) -> str:
    """Quote a value for a message: short and on one line."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # an integer with thousands of digits; nested too deeply
        return "something very long"
    return text if len(text) <= 40 else text[:37] + "..."
