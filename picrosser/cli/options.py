"""What a command line asks for, whichever parser read it."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.errors import ExitCode, PicrosserError
from picrosser.puzzles import KINDS, Kind
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hints_by_hand import Fix, fix_text
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import StatedRuns

STREAM = "-"
"""As an input: stdin. As an output: stdout."""


class UsageError(PicrosserError):
    """A command line that asks for something impossible."""

    exit_code = ExitCode.USAGE


@dataclass(frozen=True, slots=True)
class Options:
    """The words of `picrosser SHOT...`, `picrosser read SHOT...` and the other commands for screenshots.

    shots : paths of screenshots, or `-`.
    output : a file, a folder, `-`, or "" for the usual place.
    debug : the folder for debugging pictures, or "".
    as_json : JSON Lines on stdout, nothing else there.
    quiet : neither pictures in the terminal nor verdicts; failures are always told.
    time_limit_s : for solving one puzzle.
    force : overwrite.
    fixes : hints set by hand, for the one screenshot.
    kind : of the puzzles, or "" to find it out.
    count : how many steps `hint` shows.
    """

    shots: tuple[str, ...]
    output: str = ""
    debug: str = ""
    as_json: bool = False
    quiet: bool = False
    time_limit_s: float | None = None
    force: bool = False
    fixes: tuple[Fix, ...] = ()
    kind: str = ""
    count: int = 1

    def __post_init__(self) -> None:
        """Check what no parser can.

        Raises
        ------
        UsageError : an unknown kind; hints set by hand for several screenshots, or one of them in two ways.
        """
        if self.kind and self.kind not in KINDS:
            raise UsageError(f"{self.kind!r} is no kind of puzzle", f"--kind takes {' or '.join(KINDS)}")
        if self.fixes and len(self.shots) > 1:
            raise UsageError("--fix is for one screenshot", "solve the others apart")
        hints: dict[HintPlace, CountHint | StatedRuns] = {}
        for place, hint in self.fixes:
            if hints.setdefault(place, hint) != hint:
                texts = " and ".join(fix_text(place, said) for said in (hints[place], hint))
                raise UsageError(f"--fix sets one hint in two ways: {texts}", "leave one of them out")

    @property
    def asked_kind(self) -> Kind | None:
        """The kind as the library takes it."""
        return next((kind for kind in KINDS if kind == self.kind), None)


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
