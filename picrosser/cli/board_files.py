"""The boards that puzzle files store: what `check` and `hint` share before they look at one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from picrosser.cli.file_options import FileOptions
from picrosser.cli.options import UsageError
from picrosser.cli.puzzle_files import PackWork, run_each_file
from picrosser.cli.report import Report
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Status, outcome_verdict
from picrosser.solving.solve import solve

BoardWork: TypeAlias = Callable[[str, PuzzleFile, Picture, FileOptions], Report]
"""What to do with a file, given its name and the one solution of its puzzle."""


def run_each_board(
    options: FileOptions, what: str, work: BoardWork, pack_work: PackWork, keys: Sequence[str]
) -> int:
    """Do the work for every file whose puzzle has exactly one solution; report on the others why not.

    Parameters
    ----------
    what : what the command tells of a file, "the mistakes in" say.
    work, pack_work : for puzzles with hints, and for a Katamino's.
    keys : as in `run_each_file`.

    Returns
    -------
    The exit status.

    Raises
    ------
    UsageError : a picture is asked for.
    """
    if options.output:
        raise UsageError(f"{what} a puzzle file are words, not a picture", "leave out -o")

    def solved_first(name: str, file: PuzzleFile, rest: FileOptions) -> Report:
        outcome = solve(file.puzzle, timeout_s=rest.time_limit_s)
        if outcome.status is not Status.UNIQUE:
            verdict = f"{outcome_verdict(file.puzzle, outcome)}; so nothing can be said of its cells"
            return Report(name, EXIT_CODES[outcome.status], verdict)
        return work(name, file, outcome.solutions[0], rest)

    return run_each_file(options, solved_first, keys, pack_work=pack_work)
