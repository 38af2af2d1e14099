"""`picrosser read`: write the puzzle in a screenshot or a puzzle file as TOML."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from picrosser.answers.json_facts import shot_facts
from picrosser.answers.puzzle_text import problem_text, puzzle_text, reading_verdict
from picrosser.cli.inout.inputs import are_puzzle_files
from picrosser.cli.inout.outputs import Naming
from picrosser.cli.inout.puzzle_files import AnyFile, puzzle_bytes, run_each_file
from picrosser.cli.inout.report import Report
from picrosser.cli.inout.screenshots import Answer, Task, run_each_screenshot
from picrosser.cli.options import Options, UsageError
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.katamino import KataminoSolved
from picrosser.pipelines.verdicts import describe_turned
from picrosser.solving.outcome import counted
from picrosser.storage.atomic import write_new_file

NAMING = Naming("read", ending=".toml", beside=False)


def read(options: Options) -> int:
    """Read every input and return the exit status."""
    if options.symbols:
        raise UsageError("--symbols is for drawings, and read draws none", "leave it out")
    if are_puzzle_files(options.inputs):
        return run_each_file(options, _read_file)
    return run_each_screenshot(options, NAMING, _read_screenshot)


def _read_screenshot(task: Task) -> Answer:
    solved = task.solve()
    if solved.kind == "katamino":
        return _read_card(solved)
    text = puzzle_text(solved).encode()
    return Answer(
        solved,
        ExitCode.DOUBTFUL if solved.doubts else ExitCode.OK,
        reading_verdict(solved),
        "",
        solved.seconds,
        partial(shot_facts, solved),
        lambda _: text,
    )


def _read_card(solved: KataminoSolved) -> Answer:
    """The one problem in a picture of a Katamino; raises a ProblemNotFoundError if there are several."""
    from picrosser.answers.katamino_facts import katamino_facts

    if solved.doubts:
        facts = partial(katamino_facts, solved)
        return Answer(solved, solved.exit_code, solved.verdict, "", solved.seconds, facts, None)
    text = problem_text(solved).encode()
    count = len(solved.problems[0].puzzle.pieces)
    return Answer(
        solved,
        ExitCode.OK,
        f"Katamino, {count} pieces, read{describe_turned(solved.turned_deg)}",
        "",
        solved.seconds,
        lambda: {**katamino_facts(solved), "solution": None},
        lambda _: text,
    )


def _read_file(name: str, file: AnyFile, options: Options) -> Report:
    if not isinstance(file, PuzzleFile):
        raise PuzzleFileError(
            f"{name}: a Katamino puzzle has pieces, and no hints for its cells",
            "picrosser solve or picrosser katamino packs it",
        )
    data, _ = puzzle_bytes(file, options.output)
    if options.output:
        write_new_file(Path(options.output), data, force=options.force)
    rows, cols = file.puzzle.shape
    verdict = f"{cols} x {rows} {file.kind}, {counted(file.puzzle.colours, 'colour')}, read"
    shown = "" if options.output else data.decode().removesuffix("\n")
    return Report(name, ExitCode.OK, verdict, shown, written=options.output)
