"""`picrosser read SHOT...`: the hints of a screenshot as a puzzle in TOML."""

from __future__ import annotations

from dataclasses import replace

from picrosser.cli.each import Task, run_each
from picrosser.cli.facts import reading_facts
from picrosser.cli.options import Options
from picrosser.cli.outputs import Naming
from picrosser.cli.report import Report
from picrosser.errors import ExitCode
from picrosser.formats import toml_file
from picrosser.formats.atomic import write_new_file
from picrosser.pipeline import StageClock, describe_doubts
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.reading.assemble import Reading
from picrosser.reading.read import read_screenshot

NAMING = Naming(ending=".toml", beside=False)


def read_shots(options: Options) -> int:
    """Read every screenshot; the exit status."""
    return run_each(options, NAMING, _read_shot)


def _read_shot(task: Task) -> Report:
    clock = StageClock(task.on_stage)
    reading = read_screenshot(task.image, clock)
    target = task.target
    text = toml_file.write(_writable(reading.puzzle))
    if target.path is not None:
        write_new_file(target.path, text.encode(), force=task.options.force)
    facts = {
        **reading_facts(reading),
        "seconds": {"decode": task.decode_s, **clock.seconds},
        "output": None if target.path is None else str(target.path),
    }
    drawing = text.removesuffix("\n") if target.to_stdout else ""
    exit_code = ExitCode.DOUBTFUL if reading.doubts else ExitCode.OK
    return Report(task.shot, exit_code, _verdict(reading), drawing, facts)


def _writable(puzzle: HungryCat) -> HungryCat:
    """The puzzle with half-read hints unknown: a file can say a hint or nothing."""

    def whole(line: Line) -> Line:
        return tuple(
            hint if hint.count is not None and hint.contiguous is not None else CountHint(None, None)
            for hint in line
        )

    return replace(puzzle, rows=tuple(map(whole, puzzle.rows)), cols=tuple(map(whole, puzzle.cols)))


def _verdict(reading: Reading) -> str:
    rows, cols = reading.puzzle.shape
    if reading.doubts:
        return f"{describe_doubts(reading.doubts)}; correct it in the puzzle file"
    return f"{cols} x {rows}, {reading.puzzle.colours} colour{'s' * (reading.puzzle.colours != 1)}, read"
