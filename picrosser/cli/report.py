"""What a run says: one JSON object per input, verdict lines, failures; and how stdout is written to."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from picrosser.errors import ExitCode, OutputRefusedError, PicrosserError

SCHEMA = "picrosser/1"

FACTS: dict[str, Any] = {
    "puzzle": None,
    "lattice": None,
    "other_boards_px": None,
    "doubts": None,
    "changes": None,
    "solution": None,
    "difficulty": None,
    "seconds": None,
    "output": None,
}
"""What a report's `facts` may hold, and what the JSON object has where they do not."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one input.

    shot : the input, as it was given.
    exit_code : its own status.
    verdict : one line; for a failure, what was seen and what to try.
    drawing : text for stdout, "" for none.
    facts : values for the JSON object, see `FACTS`.
    is_picture : the text is a picture to look at, which a quiet run leaves out, and not the answer itself.
    """

    shot: str
    exit_code: ExitCode
    verdict: str
    drawing: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    is_picture: bool = False

    @property
    def failed(self) -> bool:
        """Whether the input has anything but a proved answer."""
        return self.exit_code is not ExitCode.OK

    def json_line(self, keys: Sequence[str] = ()) -> str:
        """The JSON object, on one line, pure ASCII.

        keys : that the command's objects have besides those of `FACTS`; null where `facts` lacks them.
        """
        import json  # 2 ms, and most runs want none

        head = {"schema": SCHEMA, "input": self.shot, "exit": int(self.exit_code)}
        facts = {**FACTS, **dict.fromkeys(keys), **self.facts}
        return json.dumps({**head, **facts, "error": self.verdict if self.failed else None})


def failure(shot: str, error: Exception) -> Report:
    """What became of an input whose work ended in an exception."""
    if isinstance(error, PicrosserError):
        return Report(shot, error.exit_code, str(error))
    if isinstance(error, MemoryError):
        return Report(shot, ExitCode.INPUT_UNREADABLE, "not enough memory for this picture; scale or crop it")
    kind, text = type(error).__name__, " ".join(str(error).split())
    advice = "please report it, with the folder that --debug DIR writes"
    return Report(shot, ExitCode.INTERNAL, f"internal error: {kind}: {text}; {advice}")


def shown(name: str) -> str:
    """A file name as it can be printed: on one line, without escape sequences, in any encoding."""
    return name if name.isprintable() else ascii(name)


def tell(line: str) -> None:
    """Say a line on stderr."""
    with suppress(OSError):  # nobody reads it, or the disk is full: the exit status still tells
        print(" ".join(line.splitlines()), file=sys.stderr, flush=True)


def tell_failure(report: Report) -> None:
    """Say why an input failed, on one line."""
    tell(f"picrosser: {shown(report.shot)}: {report.verdict}")


def tell_report(report: Report, several: bool, keys: Sequence[str], *, as_json: bool, quiet: bool) -> None:
    """Tell what became of one input: its answer on stdout, its verdict on stderr.

    several : there are more inputs, so the answer needs a heading.
    keys : of the command's JSON objects, see `Report.json_line`.
    """
    if as_json:
        answer(report.json_line(keys))
    elif report.drawing and not (quiet and report.is_picture):
        answer(f"{shown(report.shot)}:\n{report.drawing}" if several else report.drawing)
    if not (report.failed or quiet or as_json):
        tell(f"{shown(report.shot)}: {report.verdict}")


def list_failures(failed: Sequence[Report], inputs: int) -> None:
    """Say at the end which of the inputs failed, and why."""
    if inputs > 1 and failed:
        tell(f"picrosser: {len(failed)} of {inputs} inputs failed")
    for report in failed:
        tell_failure(report)


def answer(text: str) -> None:
    """Print an answer on stdout; when nobody reads it any more, the work goes on in silence.

    Raises
    ------
    OutputRefusedError : stdout takes nothing, for another reason (a full disk, say).
    """
    try:
        try:
            print(text, flush=True)
        except UnicodeEncodeError:  # a file name, in a locale that cannot spell it
            print(text.encode("ascii", "backslashreplace").decode(), flush=True)
    except BrokenPipeError:
        _drop_stdout()
    except OSError as error:
        _drop_stdout()
        raise _stdout_refuses(error) from error


def answer_bytes(data: bytes) -> None:
    """Write a file's bytes to stdout.

    Raises
    ------
    OutputRefusedError : nobody reads them, or stdout takes nothing.
    """
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _drop_stdout()
        raise OutputRefusedError("nobody reads the picture on stdout") from None
    except OSError as error:
        _drop_stdout()
        raise _stdout_refuses(error) from error


def _drop_stdout() -> None:
    """Send the rest nowhere: Python flushes stdout again when it ends, and would complain there."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stdout_refuses(error: OSError) -> OutputRefusedError:
    return OutputRefusedError(f"cannot write to stdout: {(error.strerror or str(error)).lower()}")


def show_traceback() -> None:
    """Print the exception that is being handled, if a developer asked for it."""
    if os.environ.get("PICROSSER_TRACEBACK") == "1":
        import traceback

        traceback.print_exc()
