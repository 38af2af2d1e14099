"""`picrosser read FILE...`: write puzzle files as TOML, as `picrosser read` does with screenshots."""

from __future__ import annotations

from pathlib import Path

from picrosser.cli.file_options import FileOptions
from picrosser.cli.puzzle_files import run_each_file
from picrosser.cli.report import Report, print_message
from picrosser.errors import ExitCode
from picrosser.formats.format_limits import write_checked
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import format_for_output
from picrosser.solving.outcome import counted
from picrosser.storage.atomic import write_new_file


def read_files(options: FileOptions) -> int:
    """Read every file and return the exit status."""
    return run_each_file(options, _read_file)


def _read_file(name: str, file: PuzzleFile, options: FileOptions) -> Report:
    path = Path(options.output or "x.toml")
    text, lost = write_checked(file, format_for_output(path, file.kind))
    if options.output:
        write_new_file(path, text.encode(), force=options.force)
    for what in lost:
        print_message(f"{path}: the format cannot hold {what}")
    rows, cols = file.puzzle.shape
    verdict = f"{cols} x {rows} {file.kind}, {counted(file.puzzle.colours, 'colour')}, read"
    shown = "" if options.output else text.removesuffix("\n")
    return Report(name, ExitCode.OK, verdict, shown, written=options.output)
