"""`picrosser read SHOT...`: the hints of a screenshot as a puzzle in TOML."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from picrosser.cli.each import Task, run_each
from picrosser.cli.facts import shot_facts
from picrosser.cli.options import Options
from picrosser.cli.outputs import Naming
from picrosser.cli.report import Report
from picrosser.cli.solve_shots import solve_task
from picrosser.errors import ExitCode
from picrosser.formats import hungry_cat_toml, nonogram_toml
from picrosser.formats.atomic import write_new_file
from picrosser.pipelines.hungry_cat import Solved
from picrosser.pipelines.hungry_cat_verdict import describe_doubts, describe_remedies, plural
from picrosser.pipelines.recognise import AnySolved, is_katamino
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram
from picrosser.repairing.settled import summary

NAMING = Naming(ending=".toml", beside=False)


def read_shots(options: Options) -> int:
    """Read every screenshot; the exit status."""
    return run_each(options, NAMING, _read_shot)


def _read_shot(task: Task) -> Report:
    options = task.options
    found = solve_task(task)
    if is_katamino(found):
        from picrosser.cli.katamino_shot import katamino_toml_report

        return katamino_toml_report(task, found)
    solved = cast("AnySolved", found)
    reading, target = solved.reading, task.target
    if isinstance(reading.puzzle, Nonogram):
        text = nonogram_toml.write(reading.puzzle)
    else:
        text = hungry_cat_toml.write(_writable(reading.puzzle))
    if target.path is not None:
        write_new_file(target.path, text.encode(), force=options.force)
    facts = {
        **shot_facts(solved),
        "seconds": {"decode": task.decode_s, **solved.seconds},
        "output": None if target.path is None else str(target.path),
    }
    drawing = text.removesuffix("\n") if target.to_stdout else ""
    exit_code = ExitCode.DOUBTFUL if reading.doubts else ExitCode.OK
    return Report(task.shot, exit_code, _verdict(solved), drawing, facts)


def _writable(puzzle: HungryCat) -> HungryCat:
    """The puzzle with half-read hints unknown: a file can say a hint or nothing."""

    def whole(line: Line) -> Line:
        return tuple(
            hint if hint.count is not None and hint.contiguous is not None else CountHint(None, None)
            for hint in line
        )

    return replace(puzzle, rows=tuple(map(whole, puzzle.rows)), cols=tuple(map(whole, puzzle.cols)))


def _verdict(solved: AnySolved) -> str:
    if solved.reading.doubts:
        return f"{_doubts(solved)}; or correct it in the puzzle file"
    puzzle = solved.reading.puzzle
    rows, cols = puzzle.shape
    kind = " nonogram" if isinstance(puzzle, Nonogram) else ""
    changes = summary(solved.changes) if isinstance(solved, Solved) else ""
    parts = [f"{cols} x {rows}{kind}, {plural(puzzle.colours, 'colour')}", changes, "read"]
    return ", ".join(part for part in parts if part)


def _doubts(solved: AnySolved) -> str:
    if not isinstance(solved, Solved):
        return solved.verdict
    return f"{describe_doubts(solved.reading.doubts)}; {describe_remedies(solved.settled)}"
