"""`picrosser check FILE...`: compare the board that a puzzle file stores with the puzzle's solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from picrosser.cli.options import FileOptions, UsageError
from picrosser.cli.puzzle_files import run_each_file
from picrosser.cli.report import Report
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.picture import EMPTY, UNKNOWN
from picrosser.solving.outcome import Status
from picrosser.solving.outcome_words import counted, outcome_verdict
from picrosser.solving.solve import solve
from picrosser.solving.wording import cell_words

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

_KEYS = ("painted", "right", "mistakes", "unclear")


def check_files(options: FileOptions) -> int:
    """Check the board in every file and return the exit status.

    Raises
    ------
    UsageError : a picture is asked for.
    """
    if options.output:
        raise UsageError("the mistakes in a puzzle file are words, not a picture", "leave out -o")
    return run_each_file(options, _check_file, _KEYS, pack_work=_check_packing)


def _check_packing(name: str, file: PackingFile, options: FileOptions) -> Report:
    from picrosser.cli.katamino_progress import check_file  # few files are a Katamino's

    return check_file(name, file, options)


def _check_file(name: str, file: PuzzleFile, options: FileOptions) -> Report:
    if file.solution is None:
        raise PuzzleFileError("the file stores no board to check", "picrosser solve solves its puzzle")
    puzzle, board = file.puzzle, file.solution
    outcome = solve(puzzle, timeout_s=options.time_limit_s)
    if outcome.status is not Status.UNIQUE:
        verdict = f"{outcome_verdict(puzzle, outcome)}; so its cells cannot be checked"
        return Report(name, EXIT_CODES[outcome.status], verdict)
    solution, names = outcome.solutions[0].cells, cell_words(puzzle)
    told = board.cells != UNKNOWN
    wrong: list[list[int]] = np.argwhere(told & (board.cells != solution)).tolist()
    painted = int((board.cells > EMPTY).sum())
    right = int(((board.cells > EMPTY) & (board.cells == solution)).sum())
    lines = [
        f"row {row + 1}, column {col + 1} is {names[board.cells[row, col]]}, "
        f"should be {names[solution[row, col]]}"
        for row, col in wrong
    ]
    mistakes = [
        {"row": row, "col": col, "shown": int(board.cells[row, col]), "right": int(solution[row, col])}
        for row, col in wrong
    ]
    facts = {"painted": painted, "right": right, "mistakes": mistakes, "unclear": []}
    verdict = counted(len(wrong), "mistake") if wrong else f"no mistakes, {painted} cells painted"
    return Report(name, ExitCode.MISTAKES if wrong else ExitCode.OK, verdict, "\n".join(lines), facts)
