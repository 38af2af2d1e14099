"""What a puzzle file holds in any format, the limits for all formats, and what a format can hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from picrosser.errors import PuzzleFileError
from picrosser.formats.titles import one_line_title
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import CELL_CHARACTERS, Colour, Picture

Kind = Literal["hungry-cat", "nonogram"]

MAX_SIDE = 1000
"""A file with more rows or columns is refused before any memory is used for them."""
MAX_CELLS = 250_000
MAX_COLOURS = len(CELL_CHARACTERS) - 2
"""Colours besides the background; a stored solution has one character for each."""
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
BLACK_ON_WHITE = (WHITE, BLACK)


DOUBT_MARK = "# IN DOUBT: "
"""What begins the comment on a line of hints that may be misread, in a file written from a screenshot."""


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
        """Check the title.

        Raises
        ------
        PuzzleFileError : no puzzle file should hold such a title.
        """
        if self.title != one_line_title(self.title):
            raise PuzzleFileError(
                f"the title {self.title[:40]!a} has control characters, line breaks or double spaces",
                "leave them out",
            )


@dataclass(frozen=True, slots=True)
class Format:
    """A puzzle format.

    name : for `--from` and `--to`.
    words : its name in messages.
    kinds : the kinds of puzzles that it can hold.
    suffixes : of its files, with the dot, in small letters.
    looks_like : whether a text is certainly in this format; must be False for texts in other formats.
    parse : raises PuzzleFileError with line and column.
    write : None where the format can only be read. It is only called with what the format can hold.
    max_colours : the largest number of colours, without the background.
    colours : whether it holds the RGB values of the colours.
    solution : whether it holds the solution.
    is_picture : whether it holds only the solution; the hints are computed from it.
    given : whether it holds given cells.
    unknown : whether it holds unknown hints or lines.
    title : whether it holds a title.
    latin1 : whether old files of this format are in Latin-1.
    """

    name: str
    words: str
    kinds: tuple[Kind, ...]
    suffixes: tuple[str, ...]
    looks_like: Callable[[str], bool]
    parse: Callable[[str], PuzzleFile]
    write: Callable[[PuzzleFile], str] | None
    max_colours: int = 1
    colours: bool = False
    solution: bool = False
    is_picture: bool = False
    given: bool = False
    unknown: bool = False
    title: bool = False
    latin1: bool = False
