"""`picrosser check FILE...`: compare the board that a puzzle file stores with the puzzle's solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from picrosser.answers.json_object import PROGRESS_KEYS
from picrosser.answers.progress_facts import found_facts
from picrosser.cli.board_files import run_each_board
from picrosser.cli.file_options import FileOptions
from picrosser.cli.report import Report
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.progress import mistake_words
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.progress import compare_cells
from picrosser.solving.outcome import counted
from picrosser.solving.wording import cell_words

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile


def check_files(options: FileOptions) -> int:
    """Check the board in every file and return the exit status.

    Raises
    ------
    UsageError : a picture is asked for.
    """
    return run_each_board(options, "the mistakes in", _check_file, _check_packing, PROGRESS_KEYS)


def _check_packing(name: str, file: PackingFile, options: FileOptions) -> Report:
    from picrosser.cli.katamino_board_files import check_file  # few files are a Katamino's

    return check_file(name, file, options)


def _check_file(name: str, file: PuzzleFile, solution: Picture, _: FileOptions) -> Report:
    if file.solution is None:
        raise PuzzleFileError("the file stores no board to check", "picrosser solve solves its puzzle")
    found = compare_cells(file.solution.cells, solution)
    names = cell_words(file.puzzle)
    lines = [mistake_words(mistake, names, names) for mistake in found.mistakes]
    wrong = len(found.mistakes)
    verdict = counted(wrong, "mistake") if wrong else f"no mistakes, {found.painted} cells painted"
    code = ExitCode.MISTAKES if wrong else ExitCode.OK
    return Report(name, code, verdict, "\n".join(lines), found_facts(found))
