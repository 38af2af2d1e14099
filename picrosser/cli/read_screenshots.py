"""`picrosser read SHOT...`: write the puzzle in a screenshot as TOML."""

from __future__ import annotations

from picrosser.answers.json_facts import shot_facts
from picrosser.answers.puzzle_text import puzzle_text, reading_verdict
from picrosser.cli.one_screenshot import Task
from picrosser.cli.options import Options
from picrosser.cli.outputs import Naming
from picrosser.cli.report import Report
from picrosser.cli.screenshots import run_each_screenshot
from picrosser.cli.solve_screenshots import solve_task
from picrosser.errors import ExitCode

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
    text = puzzle_text(solved)
    if target.path is not None:
        target.write(text.encode(), force=task.options.force)
    facts = {
        **shot_facts(solved),
        "seconds": {"decode": task.decode_s, **solved.seconds},
        "output": task.output,
    }
    drawing = text.removesuffix("\n") if target.to_stdout else ""
    exit_code = ExitCode.DOUBTFUL if solved.doubts else ExitCode.OK
    return Report(task.shot, exit_code, reading_verdict(solved), drawing, facts, written=task.output or "")
