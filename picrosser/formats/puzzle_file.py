"""What a puzzle file holds, whatever its format, and what a format can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Picture

Kind = Literal["hungry-cat", "nonogram"]


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """What a puzzle file holds.

    solution : the answer stored with it, None if there is none; it may have UNKNOWN cells.
    title : "" if it has none.
    notes : what a user should know of the reading, one clause each; no part of the puzzle.
    """

    puzzle: LinePuzzle
    solution: Picture | None = None
    title: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Format:
    """A puzzle format.

    name : as `--from` takes it.
    words : what it is, for people.
    kinds : the puzzles that it holds.
    suffixes : of its files, with the dot, in small letters.
    looks_like : whether a text is surely of this format; texts of others must give False.
    parse : raises PuzzleFileError with line and column.
    write : None where the format is only read. Gets only what the format can hold.
    inks : the most colours besides the blank one.
    colours : whether it holds what the colours look like.
    goal : whether it holds the answer.
    is_goal : it holds the answer and nothing else; hints are computed from it.
    given : whether it holds cells that are given.
    unknown : whether it holds hints or lines that are not known.
    title : whether it holds a title.
    latin1 : whether old files of it are in Latin-1.
    """

    name: str
    words: str
    kinds: tuple[Kind, ...]
    suffixes: tuple[str, ...]
    looks_like: Callable[[str], bool]
    parse: Callable[[str], PuzzleFile]
    write: Callable[[PuzzleFile], str] | None
    inks: int = 1
    colours: bool = False
    goal: bool = False
    is_goal: bool = False
    given: bool = False
    unknown: bool = False
    title: bool = False
    latin1: bool = False
