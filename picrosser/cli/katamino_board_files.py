"""`picrosser check` and `picrosser hint` for the boards of Katamino files."""

from __future__ import annotations

from typing import Any

from picrosser.answers.katamino_facts import board_facts
from picrosser.cli.file_options import FileOptions
from picrosser.cli.katamino_files import size_words
from picrosser.cli.report import Report
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats import katamino_text
from picrosser.formats.katamino_text import PackingFile
from picrosser.packing.board_progress import check_board_progress
from picrosser.packing.search import OutOfTimeError
from picrosser.running.deadline import Deadline

_OUT_OF_TIME = "the time was up before the board was checked"


def check_file(name: str, file: PackingFile, options: FileOptions) -> Report:
    """Check the board that a Katamino file stores."""
    if file.solution is None:
        raise PuzzleFileError("the file stores no board to check", "picrosser solve packs its pieces")
    return _file_report(name, file, options, 0)


def hint_file(name: str, file: PackingFile, options: FileOptions) -> Report:
    """Find the next pieces on the board of a Katamino file; the board is empty if it stores none."""
    return _file_report(name, file, options, options.hints)


def _file_report(name: str, file: PackingFile, options: FileOptions, count: int) -> Report:
    puzzle = file.puzzle
    facts: dict[str, Any] = {"puzzle": katamino_text.facts(puzzle)}
    size = size_words(puzzle).partition(",")[0]
    try:
        found = check_board_progress(
            file.board,
            puzzle.pieces,
            count,
            strength=options.strength,
            deadline=Deadline.after(options.time_limit_s),
        )
    except OutOfTimeError:
        return Report(name, ExitCode.GAVE_UP, f"{size}: {_OUT_OF_TIME}", facts=facts)
    facts |= board_facts(found)
    if found.lines:
        code = ExitCode.MISTAKES if found.board.placed else ExitCode.NO_SOLUTION
        mistakes = len(found.lines)
        verdict = f"{size}: {mistakes} mistake{'s' * (mistakes > 1)}"
        return Report(name, code, verdict, "\n".join(found.lines), facts)
    return Report(name, ExitCode.OK, f"{size}, {found.words}", "\n".join(found.step_lines), facts)
