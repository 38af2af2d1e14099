"""The errors that picrosser raises, and the exit statuses of the command line.

"No solution" and "two solutions" are answers, not errors: `solve` returns them. An error is raised only if
there is nothing to return. Its message says what was seen; `advice` says what to try.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """The exit statuses of the command line. They are documented, so the numbers never change."""

    OK = 0
    """Read without unresolved doubt and solved; the solution is the only one, and the referee accepts it."""
    USAGE = 2
    """Invalid command line, or an output that cannot or must not be written."""
    INPUT_UNREADABLE = 3
    """The input is missing, not an image (or not a puzzle file), too large, or truncated."""
    NO_PUZZLE = 4
    """No puzzle was found in the picture."""
    DOUBTFUL = 5
    """Hints are in doubt, or contradict each other."""
    NO_SOLUTION = 6
    SEVERAL_SOLUTIONS = 7
    MISTAKES = 8
    """`check` found cells that contradict the solution."""
    GAVE_UP = 9
    """The time limit was reached first."""
    SOME_FAILED = 10
    """Some of several inputs failed."""
    MISSING_EXTRA = 11
    INTERNAL = 70
    INTERRUPTED = 130


class PicrosserError(Exception):
    """The base class of all errors that picrosser raises on purpose.

    Parameters
    ----------
    seen : what was found and where, as one sentence without a full stop.
    advice : what the user can try; may be empty.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.INTERNAL

    def __init__(self, seen: str, advice: str = "") -> None:
        super().__init__(seen, advice)
        self.seen = seen
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.seen}; {self.advice}" if self.advice else self.seen


class InputUnreadableError(PicrosserError):
    """The input is missing, of the wrong kind, too large or truncated."""

    exit_code = ExitCode.INPUT_UNREADABLE


class PuzzleFileError(InputUnreadableError):
    """A puzzle file breaks the rules of its format."""


class GridNotFoundError(PicrosserError):
    """The picture shows no board with hints beside it."""

    exit_code = ExitCode.NO_PUZZLE


class HintsUnreadableError(PicrosserError):
    """A board was found, but its hints could not be read well enough to state a puzzle."""

    exit_code = ExitCode.DOUBTFUL


class FixRefusedError(PicrosserError):
    """A hint set by hand does not fit on the board."""

    exit_code = ExitCode.USAGE


class ProblemNotFoundError(PicrosserError):
    """The card does not have the requested problem, or has several and none was requested."""

    exit_code = ExitCode.USAGE


class OutputRefusedError(PicrosserError):
    """The output file exists already, or cannot be written."""

    exit_code = ExitCode.USAGE
