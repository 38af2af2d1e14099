"""Takes puzzle files one after the other past every failure, and tells what became of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from picrosser.cli.file_options import FileOptions
from picrosser.cli.puzzle_input import input_any, no_hints
from picrosser.cli.report import Report, failure, list_failures, show_traceback, tell_report
from picrosser.errors import ExitCode, PicrosserError
from picrosser.formats.puzzle_file import PuzzleFile

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

Work = Callable[[str, PuzzleFile, FileOptions], Report]
PackWork: TypeAlias = "Callable[[str, PackingFile, FileOptions], Report]"


def run_each_file(
    options: FileOptions, work: Work, keys: Sequence[str] = (), pack_work: PackWork | None = None
) -> int:
    """Do the work for every file.

    Parameters
    ----------
    work : what to do with one file, given its name.
    keys : of the command's JSON objects, besides those that all have.
    pack_work : what to do with a Katamino file; None refuses it.

    Returns
    -------
    The exit status: a single file's own, else OK or SOME_FAILED.
    """
    several = len(options.shots) > 1
    failed: list[Report] = []
    try:
        for name in options.shots:
            report = _attempt(name, work, pack_work, options)
            if report.failed:
                failed.append(report)
            tell_report(report, several, keys, as_json=options.as_json, quiet=options.quiet)
    finally:  # also after Ctrl-C
        list_failures(failed, len(options.shots))
    if several:
        return int(ExitCode.SOME_FAILED if failed else ExitCode.OK)
    return int(failed[0].exit_code if failed else ExitCode.OK)


def _attempt(name: str, work: Work, pack_work: PackWork | None, options: FileOptions) -> Report:
    """The one place where a file's exceptions become its report."""
    try:
        place = "" if any(options.words) else name
        file = input_any(place, options.source, options.words, quiet=options.quiet)
        if isinstance(file, PuzzleFile):
            return work(name, file, options)
        if pack_work is None:
            raise no_hints(name)
        return pack_work(name, file, options)
    except Exception as error:  # noqa: BLE001  (one bad input must not stop the others)
        if not isinstance(error, PicrosserError):
            show_traceback()
        report = failure(name, error)
        return replace(report, verdict=report.verdict.removeprefix(f"{name}: "))  # told with it anyway
