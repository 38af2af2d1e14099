"""`picrosser read SHOT...`: the hints of a screenshot as a puzzle in TOML."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from picrosser.cli.each import Task, run_each
from picrosser.cli.facts import reading_facts
from picrosser.cli.options import Options
from picrosser.cli.outputs import Naming
from picrosser.cli.report import Report
from picrosser.errors import ExitCode, GridNotFoundError, HintsUnreadableError
from picrosser.formats import toml_file
from picrosser.formats.atomic import write_new_file
from picrosser.pipeline import Solved, solve_screenshot
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.repairing.change import summary
from picrosser.verdict import describe_doubts, describe_remedies, plural

NAMING = Naming(ending=".toml", beside=False)


def read_shots(options: Options) -> int:
    """Read every screenshot; the exit status."""
    return run_each(options, NAMING, _read_shot)


def _read_shot(task: Task) -> Report:
    options = task.options
    try:
        solved = solve_screenshot(
            task.image, fixes=dict(options.fixes), time_limit_s=options.time_limit_s, on_stage=task.on_stage
        )
    except (GridNotFoundError, HintsUnreadableError) as refusal:
        from picrosser.cli.katamino_shot import read_katamino_shot

        with suppress(GridNotFoundError):
            return read_katamino_shot(task)
        raise refusal from None
    reading, target = solved.reading, task.target
    text = toml_file.write(_writable(reading.puzzle))
    if target.path is not None:
        write_new_file(target.path, text.encode(), force=options.force)
    facts = {
        **reading_facts(solved),
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


def _verdict(solved: Solved) -> str:
    puzzle = solved.reading.puzzle
    if solved.reading.doubts:
        remedies = describe_remedies(solved.settled)
        return f"{describe_doubts(solved.reading.doubts)}; {remedies}; or correct it in the puzzle file"
    rows, cols = puzzle.shape
    parts = [f"{cols} x {rows}, {plural(puzzle.colours, 'colour')}", summary(solved.changes), "read"]
    return ", ".join(part for part in parts if part)
