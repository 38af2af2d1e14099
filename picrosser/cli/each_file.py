"""Takes puzzle files one after the other past every failure, and tells what became of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from picrosser.cli.file_options import FileOptions
from picrosser.cli.puzzle_input import input_puzzle
from picrosser.cli.report import Report, failure, list_failures, show_traceback, tell_report
from picrosser.errors import ExitCode, PicrosserError
from picrosser.formats.toml_file import PuzzleFile

Work = Callable[[str, PuzzleFile, FileOptions], Report]


def run_each_file(options: FileOptions, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every file.

    Parameters
    ----------
    work : what to do with one file, given its name.
    keys : of the command's JSON objects, besides those that all have.

    Returns
    -------
    The exit status: a single file's own, else OK or SOME_FAILED.
    """
    several = len(options.shots) > 1
    failed: list[Report] = []
    try:
        for name in options.shots:
            report = _attempt(name, work, options)
            if report.failed:
                failed.append(report)
            tell_report(report, several, keys, as_json=options.as_json, quiet=options.quiet)
    finally:  # also after Ctrl-C
        list_failures(failed, len(options.shots))
    if several:
        return int(ExitCode.SOME_FAILED if failed else ExitCode.OK)
    return int(failed[0].exit_code if failed else ExitCode.OK)


def _attempt(name: str, work: Work, options: FileOptions) -> Report:
    """The one place where a file's exceptions become its report."""
    try:
        place = "" if any(options.words) else name
        return work(name, input_puzzle(place, options.source, options.words, quiet=options.quiet), options)
    except Exception as error:  # noqa: BLE001  (one bad input must not stop the others)
        if not isinstance(error, PicrosserError):
            show_traceback()
        report = failure(name, error)
        return replace(report, verdict=report.verdict.removeprefix(f"{name}: "))  # told with it anyway
