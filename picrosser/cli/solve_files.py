"""`picrosser solve FILE...`: solve puzzle files, prove it, show the answer and how it is found."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from picrosser.cli.drawn_files import MOVING, STILL, moving_bytes, still_bytes
from picrosser.cli.each_file import run_each_file
from picrosser.cli.file_options import FileOptions
from picrosser.cli.report import Report, tell
from picrosser.cli.shown_picture import shown_picture
from picrosser.errors import ExitCode
from picrosser.formats.atomic import write_new_file
from picrosser.formats.files import puzzle_text
from picrosser.formats.losses import kind_of, write_checked
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import format_for_output
from picrosser.puzzles.checking import LinePuzzle
from picrosser.solving.contradiction import LineName, contradictory_lines
from picrosser.solving.outcome import Outcome, Status, Step, ignore
from picrosser.solving.outcome_words import counted, outcome_verdict
from picrosser.solving.solve import solve

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

EXIT_CODES = {
    Status.UNIQUE: ExitCode.OK,
    Status.SEVERAL: ExitCode.SEVERAL_SOLUTIONS,
    Status.NONE: ExitCode.NO_SOLUTION,
    Status.GAVE_UP: ExitCode.GAVE_UP,
}
_KEYS = ("solutions", "differing", "passes", "decisions", "count", "steps")
CLASH_S = 3.0  # for finding out which lines cannot hold together
_TWO = 2  # solutions tell whether the first is the only one


def solve_files(options: FileOptions) -> int:
    """Solve every file; the exit status."""
    return run_each_file(options, _count_file if options.count else _solve_file, _KEYS, _pack_file)


def _pack_file(name: str, file: PackingFile, options: FileOptions) -> Report:
    from picrosser.cli.packing_files import solve_packing  # rare, and slow to import

    return solve_packing(name, file, options)


def _solve_file(name: str, file: PuzzleFile, options: FileOptions) -> Report:
    puzzle = file.puzzle
    steps: list[Step] = []
    watched, moving = options.steps, Path(options.output).suffix.lower() in MOVING
    outcome = solve(
        puzzle,
        at_most=max(_TWO, options.max_solutions),
        timeout_s=options.time_limit_s,
        on_step=steps.append if watched or moving else ignore,
    )
    clash = _clash(puzzle, outcome, options) if outcome.status is Status.NONE else ()
    verdict = outcome_verdict(puzzle, outcome, clash)
    _write(file, outcome, steps, options)
    facts = _facts(puzzle, outcome, steps, options) if options.as_json else {}
    drawing = "" if options.as_json else _shown(puzzle, outcome, steps, options)
    return Report(name, EXIT_CODES[outcome.status], verdict, drawing, facts, is_picture=not watched)


def _clash(puzzle: LinePuzzle, outcome: Outcome, options: FileOptions) -> tuple[LineName, ...]:
    """Which lines cannot hold together, unless the time is up."""
    left_s = CLASH_S if options.time_limit_s is None else options.time_limit_s - outcome.seconds
    return contradictory_lines(puzzle, min(left_s, CLASH_S)) if left_s > 0 else ()


def _count_file(name: str, file: PuzzleFile, options: FileOptions) -> Report:
    from picrosser.solving.solve import count_solutions

    found = count_solutions(file.puzzle, timeout_s=options.time_limit_s)
    number = found.number
    status = (ExitCode.NO_SOLUTION, ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)[min(number, _TWO)]
    shown = str(number) if found.complete else f"at least {number}"
    words = "1 solution" if number == 1 else counted(number, "solution")
    verdict = f"{words if found.complete else f'at least {words}; the time was up'}, {found.seconds:.2f} s"
    facts = {"count": number, "seconds": {"solve": found.seconds}, "puzzle": _table(file.puzzle)}
    return Report(name, status if found.complete else ExitCode.GAVE_UP, verdict, shown, facts)


def _write(file: PuzzleFile, outcome: Outcome, steps: list[Step], options: FileOptions) -> None:
    """Write the answer, where there is something to write: a proved one, or what several share."""
    if not options.output or outcome.picture is None:
        return
    path = Path(options.output)
    suffix = path.suffix.lower()
    if suffix in MOVING:
        data = moving_bytes(file.puzzle, steps, suffix)
    elif suffix in STILL:
        data = still_bytes(file.puzzle, outcome.picture, suffix, title=file.title)
    else:
        answered = PuzzleFile(file.puzzle, outcome.picture, file.title)
        text, lost = write_checked(answered, format_for_output(path, kind_of(answered)))
        data = text.encode()
        for what in lost:
            tell(f"{options.output}: the format cannot hold {what}")
    write_new_file(path, data, force=options.force)


def _shown(puzzle: LinePuzzle, outcome: Outcome, steps: list[Step], options: FileOptions) -> str:
    """What goes to stdout: the steps, then each solution asked for, or the one picture."""
    parts = []
    if options.steps:
        from picrosser.cli.told_steps import told_steps

        parts = told_steps(puzzle, steps)
    if options.max_solutions and outcome.solutions:
        several = len(outcome.solutions) > 1
        for number, solution in enumerate(outcome.solutions, 1):
            parts.append(
                f"solution {number}:\n{shown_picture(solution)}" if several else shown_picture(solution)
            )
    elif outcome.picture is not None:
        parts.append(shown_picture(outcome.picture))
    return "\n\n".join(parts)


def _facts(puzzle: LinePuzzle, outcome: Outcome, steps: list[Step], options: FileOptions) -> dict[str, Any]:
    picture = outcome.picture
    return {
        "puzzle": _table(puzzle),
        "solution": None if picture is None else list(picture.lines()),
        "solutions": [list(solution.lines()) for solution in outcome.solutions],
        "differing": [{"row": row, "col": col} for row, col in outcome.differing],
        "difficulty": outcome.difficulty.value,
        "passes": outcome.passes,
        "decisions": outcome.decisions,
        "steps": [_step(step) for step in steps] if options.steps else None,
        "seconds": {"solve": outcome.seconds},
        "output": options.output if options.output and picture is not None else None,
    }


def _step(step: Step) -> dict[str, Any]:
    """Lines and cells count from 0, colours from 1."""
    return {
        "number": step.number,
        "axis": step.axis,
        "line": step.line,
        "cells": [{"row": row, "col": col, "colour": colour} for (row, col), colour in step.cells],
        "rule": step.rule.value,
        "difficulty": step.difficulty.value,
        "why": step.why,
    }


def _table(puzzle: LinePuzzle) -> dict[str, Any]:
    """The keys of the TOML form."""
    return tomllib.loads(puzzle_text(puzzle))
