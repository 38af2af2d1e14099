"""What a command line asks for, whichever parser read it."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.errors import ExitCode, PicrosserError

STREAM = "-"
"""As an input: stdin. As an output: stdout."""


class UsageError(PicrosserError):
    """A command line that asks for something impossible."""

    exit_code = ExitCode.USAGE


@dataclass(frozen=True, slots=True)
class Options:
    """The words of `picrosser SHOT...` and `picrosser read SHOT...`.

    shots : paths of screenshots, or `-`.
    output : a file, a folder, `-`, or "" for the usual place.
    debug : the folder for debugging pictures, or "".
    as_json : JSON Lines on stdout, nothing else there.
    quiet : neither pictures in the terminal nor verdicts; failures are always told.
    time_limit_s : for solving one puzzle.
    force : overwrite.
    """

    shots: tuple[str, ...]
    output: str = ""
    debug: str = ""
    as_json: bool = False
    quiet: bool = False
    time_limit_s: float | None = None
    force: bool = False


def seconds(text: str) -> float:
    """Read a time limit.

    Raises
    ------
    ValueError : not a number above 0.
    """
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < float("inf"):
        raise ValueError(f"{text!r} is not a number of seconds above 0")
    return limit
