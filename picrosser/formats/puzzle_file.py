"""What a puzzle file holds in any format, the limits for all formats, and what a format can hold.

A title stands on one line, and no terminal obeys it. Left out are control characters, lone surrogates and
noncharacters (UTF-8 or XML cannot hold them), the byte order mark (readers take it away), and what turns the
direction of reading of whatever follows. Marks of direction within a word stay, as in Hebrew and Arabic.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from picrosser.errors import PuzzleFileError
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import BLACK, CELL_CHARACTERS, WHITE, Picture

Kind = Literal["hungry-cat", "nonogram"]

MAX_SIDE = 1000
"""A file with more rows or columns is refused before any memory is used for them."""
MAX_CELLS = 600_000
"""Solving takes 0.8 kB of memory for each: of 512 x 512 cells 0.27 GB and 2 to 10 s, of these 0.5 GB."""
MAX_COLOURS = len(CELL_CHARACTERS) - 2
"""Colours besides the background; a stored solution has one character for each."""
BLACK_ON_WHITE = (WHITE, BLACK)

DOUBT_MARK = "# IN DOUBT: "
"""What begins the comment on a line of hints that may be misread, in a file written from a screenshot."""

TITLE_NOTE = "control characters in the title are left out"
_LEFT_OUT = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]+")


def one_line_title(text: str) -> str:
    """Return a title with single spaces, and without the characters that a title may not have."""
    return " ".join(_LEFT_OUT.sub("", " ".join(text.split())).split())


def read_title(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the title of a file, and a note for the user if anything but white space was left out of it."""
    return one_line_title(text), (TITLE_NOTE,) if _LEFT_OUT.search(" ".join(text.split())) else ()


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """The content of a puzzle file.

    solution : the solution stored with the puzzle, None if there is none; it may have UNKNOWN cells.
    title : "" if there is none; one line without control characters, see `one_line_title`.
    notes : what the user should know about the reading of the file, one clause each.
    """

    puzzle: LinePuzzle
    solution: Picture | None = None
    title: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Raise PuzzleFileError for a title that no file should hold, ValueError for a solution's shape."""
        if self.title != one_line_title(self.title):
            seen = f"the title {self.title[:40]!a} has control characters, line breaks or double spaces"
            raise PuzzleFileError(seen, "leave them out")
        if self.solution is not None and self.solution.shape != self.puzzle.shape:
            shapes = f"{self.solution.shape}, the puzzle {self.puzzle.shape}"
            raise ValueError(f"the solution has the shape {shapes}")

    @property
    def kind(self) -> Kind:
        return "hungry-cat" if isinstance(self.puzzle, HungryCat) else "nonogram"

    @property
    def nonogram(self) -> Nonogram:
        assert isinstance(self.puzzle, Nonogram)
        return self.puzzle

    @property
    def hungry_cat(self) -> HungryCat:
        assert isinstance(self.puzzle, HungryCat)
        return self.puzzle


Parts = Sequence[Callable[[], PuzzleFile]]
"""The puzzles in a text; each is parsed when it is called, so that errors in one leave the others alone."""
FindParts = Callable[[str], Parts]


def single(parse: Callable[[str], PuzzleFile]) -> FindParts:
    """Return a function that finds the one puzzle of a text, which is all of it."""
    return lambda text: [partial(parse, text)]


def parts_between(parse: Callable[[str], PuzzleFile], mark: str, needs: str = r"\S") -> FindParts:
    """Return a function that finds the puzzles of a text, which are parted by marks.

    mark, needs : regular expressions for lines: of a mark, and of what each puzzle has.
    """
    cut, needed = (re.compile(pattern, re.MULTILINE) for pattern in (mark, needs))

    def parts(text: str) -> Parts:
        found, start, lines = [], 0, 0
        for match in (*cut.finditer(text), None):
            part = text[start : match.start() if match else None]
            if needed.search(part):
                # What is parsed begins with the lines before it, blank, so that errors name the line.
                found.append(partial(lambda before, part: parse("\n" * before + part), lines, part))
            if match:
                lines, start = lines + text.count("\n", start, match.end()), match.end()
        return found

    return parts


def the_only(parts: Parts) -> PuzzleFile:
    """Parse the only puzzle in a text; an error if there are several."""
    if len(parts) != 1:
        what = f"the file holds {len(parts)} puzzles" if parts else "the file holds no puzzle"
        raise PuzzleFileError(what, "choose one with --puzzle N" if parts else "")
    return parts[0]()


def on_each_line(*patterns: re.Pattern[str]) -> Callable[[str], bool]:
    """Return a function that tells whether each line that is not blank fits to one of these as a whole."""

    def fits(text: str) -> bool:
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        return bool(lines) and all(any(one.fullmatch(line) for one in patterns) for line in lines)

    return fits


@dataclass(frozen=True, slots=True)
class Format:
    """A puzzle format.

    name, words : for `--from` and `--to`, and in messages.
    suffixes : of its files, with the dot, in small letters.
    looks_like : whether a text is certainly in this format; true or false, or as `re` returns it.
    parts : finds the puzzles in a text; each raises PuzzleFileError with the place if it breaks a rule.
    write : writes a puzzle so that `parse` reads the same one back; None where the format can only be read.
        It is only called with what the format can hold; PuzzleFileError tells of limits not listed here.
    max_colours : the largest number of colours, without the background; with 1, RGB values are not held.
    solution, given, unknown, title : whether it holds these: given cells, unknown hints or lines.
    is_picture : whether it holds only the solution; the hints are computed from it.
    latin1 : whether old files of this format are in Latin-1.
    """

    name: str
    words: str
    suffixes: tuple[str, ...]
    looks_like: Callable[[str], object]
    parts: FindParts
    write: Callable[[PuzzleFile], str] | None
    kind: Kind = "nonogram"
    max_colours: int = 1
    solution: bool = False
    is_picture: bool = False
    given: bool = False
    unknown: bool = False
    title: bool = False
    latin1: bool = False

    def parse(self, text: str) -> PuzzleFile:
        """Read the only puzzle in a text; raises PuzzleFileError if there are several."""
        return the_only(self.parts(text))
