"""`picrosser hint FILE...`: explain the next steps of a puzzle file in words.

The board is the solution that the file stores, if that has undecided cells; else it is empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from picrosser.cli.board_files import run_each_board
from picrosser.cli.file_options import FileOptions
from picrosser.cli.report import Report
from picrosser.cli.solve_files import hints_text
from picrosser.errors import ExitCode
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import Deduction, weakened

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

_KEYS = ("finished", "steps")


def hint_files(options: FileOptions) -> int:
    """Find the next steps of every file and return the exit status.

    Raises
    ------
    UsageError : a picture is asked for.
    """
    return run_each_board(options, "hints for", _hint_file, _hint_packing, _KEYS)


def _hint_packing(name: str, file: PackingFile, options: FileOptions) -> Report:
    from picrosser.cli.katamino_board_files import hint_file  # few files are a Katamino's

    return hint_file(name, file, options)


def _hint_file(name: str, file: PuzzleFile, solution: Picture, options: FileOptions) -> Report:
    puzzle, stored = file.puzzle, file.solution
    partly = stored is not None and UNKNOWN in stored.cells
    board = stored.cells if stored is not None and partly else np.full(puzzle.shape, UNKNOWN, np.int8)
    try:
        steps = deductions(puzzle, board, options.hints, solution=solution)
        steps = tuple(weakened(step, options.strength) for step in steps)
    except ValueError as error:
        return Report(name, ExitCode.MISTAKES, f"the stored board has a mistake: {error}")
    lines = [
        line for number, step in enumerate(steps, 1) for line in _lines(puzzle, step, number, len(steps))
    ]
    facts = {
        "finished": False,
        "steps": [_step(step, tells_rule=options.strength != "nudge") for step in steps],
    }
    verdict = f"{len(steps)} step{'s' * (len(steps) > 1)}"
    return Report(name, ExitCode.OK, verdict, "\n".join(lines), facts)


def _lines(puzzle: LinePuzzle, step: Deduction, number: int, steps: int) -> list[str]:
    """Return the steps that this one builds on, then the step itself, each with the hints of its line."""
    head = f"{number}. " if steps > 1 else ""
    texts = [_with_hints(puzzle, deduction) for deduction in (*step.uses, step)]
    return [(" " * len(head) if n else head) + text for n, text in enumerate(texts)]


def _with_hints(puzzle: LinePuzzle, step: Deduction) -> str:
    if step.axis is None or step.line is None or step.also:  # several lines have several hints
        return step.why
    return f"{hints_text(puzzle, step.axis, step.line)}{step.why}"


def _step(step: Deduction, *, tells_rule: bool) -> dict[str, Any]:
    """Return a step for the JSON object: lines and cells count from 0, colours from 1."""
    return {
        "axis": step.axis,
        "line": step.line,
        "also": [{"axis": axis, "line": line} for axis, line in step.also],
        "cells": [{"row": row, "col": col, "colour": colour} for (row, col), colour in step.cells],
        "rule": step.rule.value if tells_rule else None,
        "why": step.why,
        "uses": [other.why for other in step.uses],
    }
