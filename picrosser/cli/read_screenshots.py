"""`picrosser read SHOT...`: write the puzzle in a screenshot as TOML."""

from __future__ import annotations

from dataclasses import replace

from picrosser.cli.json_facts import shot_facts
from picrosser.cli.options import Options
from picrosser.cli.report import Report
from picrosser.cli.screenshots import Naming, Task, run_each_screenshot
from picrosser.cli.solve_screenshots import solve_task
from picrosser.errors import ExitCode
from picrosser.formats import hungry_cat_toml, nonogram_toml
from picrosser.formats.atomic import write_new_file
from picrosser.pipelines.recognise import HintedSolved
from picrosser.pipelines.verdicts import describe_doubts, describe_remedies
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram
from picrosser.repairing.settled import summary
from picrosser.solving.outcome_words import counted

NAMING = Naming("read", ending=".toml", beside=False)


def read_screenshots(options: Options) -> int:
    """Read every screenshot and return the exit status."""
    return run_each_screenshot(options, NAMING, _read_screenshot)


def _read_screenshot(task: Task) -> Report:
    solved = solve_task(task)
    if solved.kind == "katamino":
        from picrosser.cli.katamino_screenshots import read_report

        return read_report(task, solved)
    target = task.target
    if isinstance(solved.puzzle, Nonogram):
        text = nonogram_toml.write(solved.puzzle)
    else:
        text = hungry_cat_toml.write(_writable(solved.puzzle))
    if target.path is not None:
        write_new_file(target.path, text.encode(), force=task.options.force)
    facts = {
        **shot_facts(solved),
        "seconds": {"decode": task.decode_s, **solved.seconds},
        "output": task.output,
    }
    drawing = text.removesuffix("\n") if target.to_stdout else ""
    exit_code = ExitCode.DOUBTFUL if solved.doubts else ExitCode.OK
    return Report(task.shot, exit_code, _verdict(solved), drawing, facts, written=task.output or "")


def _writable(puzzle: HungryCat) -> HungryCat:
    """Return the puzzle with half-read hints made unknown: a file states a hint whole or not at all."""

    def whole(line: Line) -> Line:
        return tuple(
            hint if hint.count is not None and hint.contiguous is not None else CountHint(None, None)
            for hint in line
        )

    return replace(puzzle, rows=tuple(map(whole, puzzle.rows)), cols=tuple(map(whole, puzzle.cols)))


def _verdict(solved: HintedSolved) -> str:
    if solved.doubts:
        return f"{_doubts(solved)}; or correct it in the puzzle file"
    puzzle = solved.puzzle
    rows, cols = puzzle.shape
    kind = " nonogram" if isinstance(puzzle, Nonogram) else ""
    changes = summary(solved.changes) if solved.kind == "hungry-cat" else ""
    parts = [f"{cols} x {rows}{kind}, {counted(puzzle.colours, 'colour')}", changes, "read"]
    return ", ".join(part for part in parts if part)


def _doubts(solved: HintedSolved) -> str:
    if solved.kind != "hungry-cat":
        return solved.verdict
    return f"{describe_doubts(solved.doubts)}; {describe_remedies(solved.settled)}"
