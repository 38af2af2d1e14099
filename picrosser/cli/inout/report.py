"""Everything that the command line prints: answers go to stdout, messages and reports to stderr.

A reader that stops reading (`picrosser ... | head`) does not stop the work: the drawings are still written,
and the exit status still says how it went. Messages quote what others wrote, such as names of files;
`print_message` makes them printable, so callers pass such text as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from picrosser.drawing.terminal import Depth, coloured_text, terminal_depth
from picrosser.errors import ClusterLostError, ExitCode, OutputRefusedError, PicrosserError, describe_defect
from picrosser.puzzles.picture import Picture

if TYPE_CHECKING:
    from picrosser.cli.options import Options

_JOINERS = "\u200c\u200d"  # cannot be seen, but Persian, Hindi and many emojis are spelt with them


@dataclass(frozen=True, slots=True)
class Report:
    """The result for one input.

    name : of the input; "" if the command line itself is it.
    verdict : one line; for a failure, what was seen and what to try.
    drawing : text for stdout, "" for none; `is_picture` if it is to look at, so that --quiet leaves it out.
    facts : values for the JSON object, see `json_object`.
    written : the file that the answer was drawn into; "" for none.
    seconds : the wall time of the work; None where nothing was done.
    small : a small JPEG of the answer, or of the input if there is none, where --report shows it.
    """

    name: str
    exit_code: ExitCode
    verdict: str
    drawing: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    is_picture: bool = False
    written: str = ""
    seconds: float | None = None
    small: bytes = b""

    @property
    def line(self) -> str:
        """The line for stderr: the input, the verdict, and where the answer is."""
        name = f"{self.name}: " if self.name else ""
        place = f" → {self.written}" if self.written else ""
        return f"{name}{self.verdict}{place}"

    @property
    def failed(self) -> bool:
        return self.exit_code is not ExitCode.OK

    def json_line(self, keys: Sequence[str] = ()) -> str:
        """The JSON object on one line, in pure ASCII; `keys` as in `json_object`."""
        import json  # 2 ms, and most runs want none

        from picrosser.answers.json_object import json_object

        return json.dumps(json_object(self.name, self.exit_code, self.verdict, self.facts, keys))


# ---- One handler for the errors of an input, one for the errors that end the run.


def attempt(name: str, work: Callable[[], Report]) -> Report:
    try:
        return work()
    except Exception as error:  # noqa: BLE001
        return failure(name, error)


def run_guarded(work: Callable[[], int]) -> int:
    try:
        return work()
    except Exception as error:  # noqa: BLE001  (users see no traceback unless they ask for it)
        report = failure("", error)
        print_message(f"picrosser: {report.verdict}", about=report.exit_code)
        return int(report.exit_code)


def failure(name: str, error: Exception) -> Report:
    if isinstance(error, PicrosserError):  # in the library's words, whose parameters are options here
        verdict = str(error).replace("pass force=True", "use --force").replace("time_limit_s", "--time-limit")
        return Report(name, error.exit_code, verdict)
    if os.environ.get("PICROSSER_TRACEBACK") == "1":  # a developer asks for it
        import traceback

        traceback.print_exception(error)
    if isinstance(error, MemoryError):
        return Report(name, ExitCode.INPUT_UNREADABLE, "not enough memory for this picture; scale or crop it")
    advice = "please report it, with the folder that --debug DIR writes"
    return Report(name, ExitCode.INTERNAL, f"{describe_defect(error)}; {advice}")


def answered_before(name: str, answer: str) -> Report:
    return Report(name, ExitCode.OK, "answered by an earlier run", facts={"output": answer}, written=answer)


# ---- Reports


def print_reports(
    reports: Iterable[Report],
    inputs: int,
    options: Options,
    keys: Sequence[str] = (),
    *,
    at_once: bool = False,
) -> int:
    """Print each report as its work ends, then list the failures; return the exit status.

    That is the status of a single input, else OK or SOME_FAILED. Failures of several inputs are told as they
    happen where a person looks at stderr, or if `at_once`: the run may take hours. After Ctrl-C, and if a
    cluster is lost, a line says how to do the rest.
    keys : the keys of the command's JSON objects, see `Report.json_line`.
    """
    done = 0
    failures: list[tuple[str, ExitCode]] = []
    at_once = inputs > 1 and (at_once or sys.stderr.isatty())  # a person waits, and the list would come late
    try:
        for report in reports:
            done += 1
            if report.failed:
                failures.append((f"picrosser: {report.line}", report.exit_code))
            _print(report, options, keys, several=inputs > 1, at_once=at_once)
    except (KeyboardInterrupt, ClusterLostError):
        if inputs > 1:
            rest = "the same command with --skip-existing does the rest"
            print_message(f"picrosser: {done} of {inputs} inputs are done; {rest}")
        raise
    finally:
        if inputs > 1 and failures:
            print_message(f"picrosser: {len(failures)} of {max(done, inputs)} inputs failed")
        for line, exit_code in failures if not at_once else ():
            print_message(line, about=exit_code)
    if not failures:
        return int(ExitCode.OK)
    return int(ExitCode.SOME_FAILED if inputs > 1 else failures[-1][1])


def _print(report: Report, options: Options, keys: Sequence[str], *, several: bool, at_once: bool) -> None:
    if report.failed and at_once:
        print_message(f"picrosser: {report.line}", about=report.exit_code)
    if options.as_json:
        print_answer(report.json_line(keys))
    elif report.drawing and not (options.quiet and report.is_picture):
        print_answer(report.drawing, heading=f"{report.name}:" if several else "")
    if not (report.failed or options.quiet or options.as_json):
        print_message(report.line, about=report.exit_code)


class Tally:
    """What a command has reported that goes on until Ctrl-C."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self.done = self.failed = 0

    def report(self, report: Report) -> None:
        self.done += 1
        self.failed += report.failed
        _print(report, self._options, (), several=True, at_once=True)

    def tell(self, what: str) -> None:
        from picrosser.solving.outcome import counted

        failed = f", {self.failed} without an answer" if self.failed else ""
        print_message(f"picrosser: {counted(self.done, what)} came{failed}")


# ---- stderr


_GREEN, _YELLOW, _RED = 32, 33, 31  # codes of the terminal; rich would take 47 ms for these
_NO_ERRORS = ExitCode.DOUBTFUL, ExitCode.SEVERAL_SOLUTIONS, ExitCode.MISTAKES
_TONES = {ExitCode.OK: _GREEN, **dict.fromkeys(_NO_ERRORS, _YELLOW)}


def print_message(line: str, *, end: str = "\n", about: ExitCode | None = None) -> None:
    """Print one line on stderr, whatever text of others it quotes, in a colour for what it is `about`."""
    text = printable(line)
    if about is not None and terminal_depth(sys.stderr.isatty(), os.environ) is not Depth.TEXT:
        text = f"\x1b[{_TONES.get(about, _RED)}m{text}\x1b[0m"
    with suppress(OSError):  # stderr is closed or its disk is full; the exit status is enough
        print(text, end=end, file=sys.stderr, flush=True)


def tell_interrupted() -> None:
    """Say that Ctrl-C ended the run; it may have cut off a code of the terminal, which a whole one ends."""
    for stream in (sys.stdout, sys.stderr):
        if stream.isatty():
            stream.write("\x1b[0m")
    print_message("picrosser: interrupted")


def printable(text: str) -> str:
    r"""Return a text as a terminal may show it: on one line, with nothing that controls the terminal.

    What cannot be seen is written as in Python: `\n`, `\x1b`, `\u202e`, `\udcff`. Letters and spaces of all
    languages stay.
    """
    if text.isprintable():
        return text
    from unicodedata import category  # 0.3 ms, and rarely needed

    return "".join(
        sign if sign.isprintable() or category(sign) == "Zs" or sign in _JOINERS else ascii(sign)[1:-1]
        for sign in text
    )


# ---- stdout


def stdout_depth() -> Depth:
    """How many colours stdout shows; none if it is not a terminal."""
    return terminal_depth(sys.stdout.isatty(), os.environ)


def picture_text(picture: Picture) -> str:
    """Return the picture as text for stdout, its cells two characters wide where the terminal has room."""
    depth = stdout_depth()
    if depth is Depth.TEXT:
        return coloured_text(picture, depth)
    from shutil import get_terminal_size  # 4 ms, and most answers go to no terminal

    has_room = 2 * picture.shape[1] <= get_terminal_size().columns
    return coloured_text(picture, depth, cell_columns=2 if has_room else 1)


def print_answer(text: str, *, heading: str = "") -> None:
    """Print an answer on stdout, below a heading that may quote text of others; its reader may be gone."""
    if heading:
        text = f"{printable(heading)}\n{text}"
    if not hasattr(sys.stdout, "buffer"):  # a stream of text that the caller has put in its place
        print(text)
        return
    try:
        data = text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # a file name, in a locale that cannot spell it
        data = text.encode("ascii", "backslashreplace")
    write_stdout(data + b"\n")


def write_stdout(data: bytes) -> None:
    left = memoryview(data)
    try:
        sys.stdout.flush()
        while left:  # with PYTHONUNBUFFERED a write may be short, at the end of a full disk without an error
            left = left[sys.stdout.buffer.write(left) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        drop_stdout()
    except OSError as error:
        drop_stdout()
        raise OutputRefusedError(f"cannot write to stdout: {reason_of(error)}") from error


def drop_stdout() -> None:
    """Send the rest to the null device: Python flushes stdout again when it ends, and would complain."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reason_of(error: OSError) -> str:
    """Return why the system refused something, in lower case as in our messages."""
    return (error.strerror or str(error)).lower()
