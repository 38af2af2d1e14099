"""Decodes bytes to text, and cuts it into lines and words that know their place, for errors that name it.

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
_WORD = re.compile(r"[^\s,]+")


class Snippet(NamedTuple):
    """A line of a file, or a part of one, and where it begins: line and column, from 1.

    of : the name of a text that is only one line, such as an option.
    """

    text: str
    line: int
    column: int = 1
    of: str = ""

    @property
    def place(self) -> str:
        """How a message about it begins."""
        return f"{self.of or f'line {self.line}'}, column {self.column}: "

    def error(self, what: str, advice: str = "") -> PuzzleFileError:
        return PuzzleFileError(self.place + what, advice)

    def part(self, start: int, end: int | None = None) -> Snippet:
        """Cut out some characters, counted from 0."""
        return self._replace(text=self.text[start:end], column=self.column + start)

    def words(self) -> Iterator[Snippet]:
        """Split at spaces and commas."""
        for number, match in enumerate(_WORD.finditer(self.text)):
            word = self.part(*match.span())
            if number >= MAX_SIDE:
                raise word.error(f"this line has more than {MAX_SIDE} words")
            yield word

    def number(self, what: str, most: int = MAX_SIDE) -> int:
        """Read a whole number from 0 to `most`, without signs, underscores and non-ASCII digits."""
        if not _NUMBER.fullmatch(self.text) or int(self.text) > most:
            raise self.error(f"expected {what} from 0 to {most}, found {shown(self.text)}")
        return int(self.text)


def decode(data: bytes) -> tuple[str, PuzzleFileError | None]:
    """Decode a file to text with LF as line end and without a byte order mark.

    What is not UTF-8 is read as Latin-1, and comes with the error for formats that are never in Latin-1.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise PuzzleFileError("line 1, column 1: the text is in UTF-16", "save it as UTF-8")
    not_utf8 = None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text, before = data.decode("latin-1"), data[: error.start].decode("utf-8", "replace")
        not_utf8 = at_offset(before, len(before), "this is not UTF-8", "save the file as UTF-8")
    if found := _CONTROL.search(text):
        raise at_offset(text, found.start(), f"not a text file: it contains the byte {ord(found[0])}")
    text = _LINE_END.sub("\n", text)
    if text.count("\n") > MAX_LINES:
        raise PuzzleFileError(f"line {MAX_LINES + 1}, column 1: no puzzle has that many lines")
    return text, not_utf8


def text_lines(text: str) -> list[Snippet]:
    """Split a text into lines without their ends, blank lines included; a final line end adds no line."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [Snippet(line, number) for number, line in enumerate(lines, 1)]


def first_line(text: str) -> Snippet:
    """Return the first line that is not blank, without the white space around it."""
    line = next((line for line in text_lines(text) if line.text.strip()), Snippet("", 1))
    begin = len(line.text) - len(line.text.lstrip())
    return line.part(begin, len(line.text.rstrip()))


def at_offset(text: str, offset: int, what: str, advice: str = "") -> PuzzleFileError:
    """Return an error at a character of a text, counted from 0."""
    before = _LINE_END.split(text[:offset])
    return Snippet("", len(before), len(before[-1]) + 1).error(what, advice)


def shown(value: object) -> str:
    """Quote a value for a message: short and on one line."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # an integer with thousands of digits; nested too deeply
        return "something very long"
    return text if len(text) <= 40 else text[:37] + "..."
