"""`picrosser solve FILE...`: solve puzzle files, and prove that the solution is unique.

Most are solved without numpy, whose import takes longer than the rest; so it is imported late.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from picrosser.cli.inout.inputs import are_puzzle_files, is_picture
from picrosser.cli.inout.puzzle_files import AnyFile, file_bytes, hints_text, run_each_file, write_file
from picrosser.cli.inout.report import Report, picture_text, stdout_depth
from picrosser.cli.options import MOVING, TYPED_HINTS, Options
from picrosser.errors import ExitCode, UsageError
from picrosser.formats.files import puzzle_text
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.running.waiting import waited_s
from picrosser.solving.contradiction import contradictory_lines
from picrosser.solving.outcome import Outcome, Status, Step, counted, ignore, outcome_verdict
from picrosser.solving.solve import solve as solve_puzzle

_KEYS = ("solutions", "differing", "passes", "decisions", "count", "steps")
MAX_CLASH_S = 3.0  # to find out which lines contradict each other
ENOUGH_SOLUTIONS = 2  # the second one shows that the first is not unique


def solve(options: Options, *, max_solutions: int = 0, count_only: bool = False, steps: bool = False) -> int:
    """Solve every file, or draw over screenshots; without `max_solutions` two are sought, and compared."""
    inputs, typed = options.inputs, any(options.words)
    if bool(inputs) == typed:
        one = "either files or --colours ..." if inputs else "a file, or --colours, --columns and --rows"
        raise UsageError(f"FILE: give {one}", "see picrosser --help")
    as_puzzle = typed or options.source or max_solutions or count_only or steps
    if not as_puzzle and all(map(is_picture, inputs)):
        return _solve_screenshots(options)
    if options.fixes:
        advice = "else convert the screenshot to a puzzle file with --fix, and solve that"
        raise UsageError("--fix is for screenshots that are solved and drawn over", advice)
    work = _count_file if count_only else partial(_solve_file, max_solutions, steps)
    # `--symbols` is for screenshots.
    return run_each_file(replace(options, inputs=inputs or (TYPED_HINTS,), symbols=False), work, _KEYS)


def solve_inputs(options: Options) -> int:
    """Solve the puzzle in every input and return the exit status: screenshots, or else puzzle files."""
    return solve(options) if are_puzzle_files(options) else _solve_screenshots(options)


def _solve_screenshots(options: Options) -> int:
    from picrosser.cli.commands.solve import solve as solve_screenshots

    return solve_screenshots(options)


def _solve_file(max_solutions: int, with_steps: bool, name: str, file: AnyFile, options: Options) -> Report:
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.commands.katamino import pack_file

        if with_steps:
            reason = "the search for a packing lays and takes back pieces"
            raise UsageError(f"--steps: {reason}", "-o FILE.gif shows it")
        return pack_file(name, file, options, max(1, max_solutions))
    puzzle = file.puzzle
    steps: list[Step] = []
    on_step = steps.append if with_steps or options.suffix in MOVING else ignore
    at_most, limit_s = max(ENOUGH_SOLUTIONS, max_solutions), options.time_limit_s
    outcome = solve_puzzle(puzzle, at_most=at_most, time_limit_s=limit_s, on_step=on_step)
    left_s = MAX_CLASH_S if limit_s is None else min(MAX_CLASH_S, limit_s - outcome.seconds)
    is_clash = outcome.status is Status.NONE and left_s > 0
    clash = contradictory_lines(puzzle, left_s) if is_clash else ()
    if options.output and outcome.picture is not None:
        solved = PuzzleFile(puzzle, outcome.picture, file.title)
        write_file(file_bytes(solved, options, steps), options.output, force=options.force)
    verdict = outcome_verdict(puzzle, replace(outcome, seconds=waited_s()), clash)
    code, shown = EXIT_CODES[outcome.status], steps if with_steps else None
    if options.as_json:
        return Report(name, code, verdict, facts=_facts(puzzle, outcome, shown, options))
    parts = [] if shown is None else steps_text(puzzle, shown)
    shared = () if outcome.picture is None else (outcome.picture,)
    texts = [picture_text(picture) for picture in (max_solutions and outcome.solutions) or shared]
    if len(texts) > 1:
        texts = [f"solution {number}:\n{text}" for number, text in enumerate(texts, 1)]
    return Report(name, code, verdict, "\n\n".join([*parts, *texts]), is_picture=not with_steps)


def _count_file(name: str, file: AnyFile, options: Options) -> Report:
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.commands.katamino import count_file

        return count_file(name, file, options)
    from picrosser.solving.solve import count_solutions

    found = count_solutions(file.puzzle, time_limit_s=options.time_limit_s)
    number = found.number
    status = (ExitCode.NO_SOLUTION, ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)[min(number, ENOUGH_SOLUTIONS)]
    shown, words = str(number), counted(number, "solution")
    if not found.complete:
        status, shown = ExitCode.GAVE_UP, f"at least {number}"
        words = f"at least {words}; gave up at the time limit"
    facts = {"count": number, "seconds": {"solve": found.seconds}, "puzzle": _table(file.puzzle)}
    return Report(name, status, f"{words}, {waited_s():.2f} s", shown, facts)


def _facts(
    puzzle: LinePuzzle, outcome: Outcome, steps: list[Step] | None, options: Options
) -> dict[str, Any]:
    picture = outcome.picture
    return {
        "puzzle": _table(puzzle),
        "solution": None if picture is None else list(picture.lines()),
        "solutions": [list(solution.lines()) for solution in outcome.solutions],
        "differing": [{"row": row, "col": col} for row, col in outcome.differing],
        "difficulty": outcome.difficulty.value,
        "passes": outcome.passes,
        "decisions": outcome.decisions,
        "steps": None if steps is None else [_step(step) for step in steps],
        "seconds": {"solve": outcome.seconds},
        "output": options.output if options.output and picture is not None else None,
    }


def _step(step: Step) -> dict[str, Any]:
    """A step for the JSON object: lines and cells count from 0, colours from 1."""
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
    import tomllib

    return tomllib.loads(puzzle_text(puzzle))


def steps_text(puzzle: LinePuzzle, steps: Sequence[Step]) -> list[str]:
    """Return one block of text per line check: what it shows and why, then the board with its new cells."""
    import numpy as np

    from picrosser.drawing.terminal import step_text

    cells = np.full(puzzle.shape, UNKNOWN, np.int8)
    if isinstance(puzzle, Nonogram) and puzzle.given is not None:
        cells = np.array(puzzle.given, np.int8)
    depth = stdout_depth()
    blocks = []
    for number, group in groupby(steps, key=lambda step: step.number):
        first, *others = group
        changed = {cell: colour for step in (first, *others) for cell, colour in step.cells}
        for cell, colour in changed.items():
            cells[cell] = colour
        lines = [f"{number}. {hints_text(puzzle, first.axis, first.line)}{first.why}"]
        lines += [f"{' ' * len(f'{number}. ')}{step.why}" for step in others]
        if changed:
            lines.append(step_text(Picture(cells, puzzle.palette), changed.keys(), depth))
        blocks.append("\n".join(lines))
    return blocks
