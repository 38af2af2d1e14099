"""The errors that picrosser raises, and the exit statuses of the command line.

"No solution" and "two solutions" are answers, not errors: `solve` returns them. An error is raised only if
there is nothing to return. Its message says what was seen; `advice` says what to try.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any, Self


def expect(value: object, kinds: Any, what: str) -> None:
    """Raise a TypeError that says what is wanted, unless the value is of one of the kinds."""
    if not isinstance(value, kinds):
        within = "; give its .puzzle" if hasattr(value, "puzzle") else ""
        raise TypeError(f"expected {what}, not {type(value).__name__}{within}")


class ExitCode(IntEnum):
    """The exit statuses of the command line. They are documented, so the numbers never change.

    meaning : what `picrosser --help` says about the status.

    Examples
    --------
    >>> picrosser.ExitCode.NO_PUZZLE.meaning
    'no puzzle found in the picture'
    """

    meaning: str

    OK = 0, "read without doubt, solved, and proved to be the only solution"
    USAGE = 2, "invalid command line, or an output cannot be written"
    INPUT_UNREADABLE = 3, "an input is missing, too large, cut short or of the wrong type"
    NO_PUZZLE = 4, "no puzzle found in the picture"
    DOUBTFUL = 5, "some hints are in doubt, or contradict each other"
    NO_SOLUTION = 6, "no solution"
    SEVERAL_SOLUTIONS = 7, "more than one solution"
    MISTAKES = 8, "mistakes on the board (check, hint)"
    GAVE_UP = 9, "gave up at the time limit"
    SOME_FAILED = 10, "some of several inputs failed"
    MISSING_EXTRA = 11, "a program or a library that the command needs is not installed"
    FILL_STOPPED = 12, "stopped filling in: the phone's screen was not as expected"
    CLUSTER_LOST = 13, "the cluster cannot be used, or was lost (--dask)"
    INTERNAL = 70, "error in picrosser itself"
    INTERRUPTED = 130, "interrupted with Ctrl-C"

    def __new__(cls, status: int, meaning: str) -> Self:
        """Make a member whose number is the status alone."""
        code = int.__new__(cls, status)
        code._value_ = status
        code.meaning = meaning
        return code


class PicrosserError(Exception):
    """The base class of all errors that picrosser raises on purpose.

    Parameters
    ----------
    seen : what was found and where, as one sentence without a full stop.
    advice : what the user can try; may be empty.

    Examples
    --------
    >>> try:
    ...     picrosser.load_image("nowhere.png")
    ... except picrosser.PicrosserError as error:
    ...     print(error.seen, "/", error.advice, "/", error.exit_code)
    nowhere.png: no such file /  / 3
    """

    exit_code: ExitCode = ExitCode.INTERNAL

    def __init__(self, seen: str, advice: str = "") -> None:
        super().__init__(seen, advice)
        self.seen = seen
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.seen}; {self.advice}" if self.advice else self.seen

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled as what was stored: the arguments of each child's constructor are others."""
        return _with_values, (type(self), self.args, self.__dict__)


def _with_values(kind: type[PicrosserError], args: tuple[str, ...], values: dict[str, Any]) -> PicrosserError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(values)
    return error


@contextmanager
def noted(where: Callable[[], str]) -> Iterator[None]:
    """Add to an error that is a defect of picrosser where it came, which its report has to say."""
    try:
        yield
    except (PicrosserError, MemoryError):
        raise
    except Exception as error:
        error.add_note(where())
        raise


def describe_defect(error: Exception, *, quotes: bool = True) -> str:
    """One line about a defect of picrosser: the error, the version, and what was noted.

    quotes : state the error's text, which may quote the input.
    """
    text = f": {' '.join(str(error).split())}" if quotes else ""
    version = import_module("picrosser").__version__
    notes = ", ".join((f"picrosser {version}", *getattr(error, "__notes__", ())))
    return f"internal error: {type(error).__name__}{text} ({notes})"


class InputUnreadableError(PicrosserError):
    """The input is missing, of the wrong kind, too large or truncated."""

    exit_code = ExitCode.INPUT_UNREADABLE


class InputTooLargeError(InputUnreadableError):
    """The input is larger than any screenshot."""


class PuzzleFileError(InputUnreadableError):
    """A puzzle file breaks the rules of its format."""


class GridNotFoundError(PicrosserError):
    """The picture shows no board with hints beside it."""

    exit_code = ExitCode.NO_PUZZLE


class HintsUnreadableError(PicrosserError):
    """A board was found, but its hints could not be read well enough to state a puzzle."""

    exit_code = ExitCode.DOUBTFUL


class HintsCutOffError(HintsUnreadableError):
    """A Hungry Cat board was found, and it shows that some of its hints or of its lines are out of sight."""


class TimeLimitError(PicrosserError):
    """The time limit was reached before there was an answer.

    Parameters
    ----------
    doing : what was not finished, "reading the picture" say.
    known : what was found before, as a sentence without a full stop; may be empty.
    """

    exit_code = ExitCode.GAVE_UP

    def __init__(self, doing: str, known: str = "") -> None:
        late = f"the time limit was reached while {doing}"
        super().__init__(f"{late}; {known}" if known else late, "allow more with time_limit_s")
        self.doing = doing

    def knowing(self, known: str) -> TimeLimitError:
        """The same error with what is known so far."""
        return TimeLimitError(self.doing, known)


class FixRefusedError(PicrosserError):
    """A hint set by hand does not fit on the board."""

    exit_code = ExitCode.USAGE


class ProblemNotFoundError(PicrosserError):
    """The card does not have the requested problem, or has several and none was requested."""

    exit_code = ExitCode.USAGE


class NoAnswerError(PicrosserError):
    """There is no answer to draw.

    Parameters
    ----------
    verdict : why, in words.
    exit_code : that of the result, so the exit status of the command line.
    """

    def __init__(self, verdict: str, exit_code: ExitCode) -> None:
        super().__init__(f"there is no answer to draw: {verdict}")
        self.exit_code = exit_code


class MissingPartError(PicrosserError):
    """A program or a library that the command needs is not installed; the advice says which."""

    exit_code = ExitCode.MISSING_EXTRA


def installing(*packages: str) -> str:
    """Return the line that adds packages to the environment in which picrosser runs."""
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx inject {Path(sys.prefix).name} {' '.join(packages)}"
    # Environments made by uv have no pip.
    pip = (
        f"{sys.executable} -m pip install"
        if importlib.util.find_spec("pip")
        else f"uv pip install -p {sys.executable}"
    )
    return f"{pip} {' '.join(packages)}"


def require(what: str, *packages: str) -> None:
    """Raise a MissingPartError if packages that `what` needs are missing; modules have the same names."""
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    if missing:
        seen = f"{what} needs packages that are missing: {', '.join(missing)}"
        raise MissingPartError(seen, f"install them with: {installing(*missing)}")


class ClusterLostError(PicrosserError):
    """A Dask cluster cannot be reached, cannot do the work, or was lost."""

    exit_code = ExitCode.CLUSTER_LOST


class UsageError(PicrosserError):
    """What is asked for is impossible, such as options that contradict each other."""

    exit_code = ExitCode.USAGE


class OutputRefusedError(PicrosserError):
    """The output file exists already, or cannot be written."""

    exit_code = ExitCode.USAGE


class OutputExistsError(OutputRefusedError):
    """The output, a file or an address, exists already, and may not be overwritten."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(f"{path} exists already", "pass force=True to overwrite it")
        self.path = path
