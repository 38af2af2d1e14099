"""From a command's name and its options to its exit status: the one handler of errors that end a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from picrosser.cli.options import Options
from picrosser.cli.report import failure, show_traceback, tell
from picrosser.errors import PicrosserError


def run_command(command: str, fields: Mapping[str, Any]) -> int:
    """Run a command to its end and say what stopped it, if anything did.

    Parameters
    ----------
    command : "solve", "read", "check" or "hint", or "" for screenshots to solve.
    fields : of `Options`, or of `FileOptions` for "solve".

    Returns
    -------
    The exit status.
    """
    return run_guarded(lambda: _run(command, fields))


def run_guarded(work: Callable[[], int]) -> int:
    """Run to the end, and say on one line what stopped it, if anything did; the exit status."""
    try:
        return work()
    except PicrosserError as error:
        tell(f"picrosser: {error}")
        return int(error.exit_code)
    except Exception as error:  # noqa: BLE001  (a user must never meet a traceback unasked)
        show_traceback()
        report = failure("", error)
        tell(f"picrosser: {report.verdict}")
        return int(report.exit_code)


def _run(command: str, fields: Mapping[str, Any]) -> int:
    if command == "solve":
        return _solve_files(fields)
    if command == "hint" and (status := _hint_files(fields)) is not None:
        return status
    options = Options(**fields)
    if command == "read":
        from picrosser.cli.read_command import read_shots

        return read_shots(options)
    if command == "check":
        from picrosser.cli.check_command import check_shots

        return check_shots(options)
    if command == "hint":
        from picrosser.cli.check_command import hint_shots

        return hint_shots(options)
    from picrosser.cli.solve_shots import solve_shots

    return solve_shots(options)


def _solve_files(fields: Mapping[str, Any]) -> int:
    from picrosser.cli.file_options import FileOptions
    from picrosser.cli.solve_files import solve_files

    return solve_files(FileOptions(**fields))


def _hint_files(fields: Mapping[str, Any]) -> int | None:
    """The exit status, or None if the inputs are screenshots."""
    from picrosser.cli.hint_files import are_puzzle_files, hint_files

    if not are_puzzle_files(fields["shots"]):
        return None
    from picrosser.cli.file_options import FileOptions

    shared = ("shots", "output", "as_json", "quiet", "time_limit_s", "force", "count")
    return hint_files(FileOptions(**{name: fields[name] for name in shared if name in fields}))
