"""What can go wrong, and the exit status that each wrong thing owns.

"No solution" and "two solutions" are answers, not errors: `solve` returns them. An error is raised
only when there is nothing to return. Its text says what was seen; `advice` says what to try.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """The exit statuses of the command line; published, so their numbers never change."""

    OK = 0
    """Read without unresolved doubt, solved, the only solution, and the referee agreed."""
    USAGE = 2
    """The command line does not fit, or an output cannot or may not be written."""
    INPUT_UNREADABLE = 3
    """Missing, not an image (or not a puzzle file), too large, or truncated."""
    NO_PUZZLE = 4
    """No puzzle was found in the picture."""
    DOUBTFUL = 5
    """Hints are in doubt, or contradict each other."""
    NO_SOLUTION = 6
    SEVERAL_SOLUTIONS = 7
    MISTAKES = 8
    """`check` found cells that contradict the solution."""
    GAVE_UP = 9
    """The time limit came first."""
    SOME_FAILED = 10
    """Some of several inputs failed."""
    MISSING_EXTRA = 11
    INTERNAL = 70
    INTERRUPTED = 130


class PicrosserError(Exception):
    """Anything that picrosser raises on purpose.

    Parameters
    ----------
    seen : one sentence without a full stop: what was found, with its place.
    advice : what the user can try, or an empty string.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.INTERNAL

    def __init__(self, seen: str, advice: str = "") -> None:
        super().__init__(seen, advice)
        self.seen = seen
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.seen}; {self.advice}" if self.advice else self.seen


class InputUnreadableError(PicrosserError):
    """The input is missing, is not what it should be, is too large or is cut short."""

    exit_code = ExitCode.INPUT_UNREADABLE


class PuzzleFileError(InputUnreadableError):
    """A puzzle file that breaks the rules of its format."""


class GridNotFoundError(PicrosserError):
    """The picture shows no board with hints beside it."""

    exit_code = ExitCode.NO_PUZZLE


class HintsUnreadableError(PicrosserError):
    """A board is there, but its hints cannot be told apart well enough to state a puzzle."""

    exit_code = ExitCode.DOUBTFUL


class FixRefusedError(PicrosserError):
    """A hint set by hand that the board has no place for."""

    exit_code = ExitCode.USAGE


class ProblemNotFoundError(PicrosserError):
    """A problem was asked for that the card does not have, or none where it has several."""

    exit_code = ExitCode.USAGE


class OutputRefusedError(PicrosserError):
    """The output exists already, or cannot be written where it was asked for."""

    exit_code = ExitCode.USAGE
