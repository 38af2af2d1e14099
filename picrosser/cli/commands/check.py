"""`picrosser check` and `picrosser hint`: mistakes and next steps on partly solved boards.

The board is a screenshot's, or the solution that a file stores; for `hint` it is empty if that is whole.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from picrosser.answers import progress
from picrosser.answers.answer import Answer, checked_answer
from picrosser.answers.facts import board_facts, found_facts, step_facts
from picrosser.answers.json_object import HINT_KEYS, PROGRESS_KEYS
from picrosser.cli.inout.inputs import are_puzzle_files
from picrosser.cli.inout.outputs import Naming
from picrosser.cli.inout.puzzle_files import AnyFile, hints_text, run_each_file
from picrosser.cli.inout.report import Report
from picrosser.cli.inout.screenshots import Task, run_each_screenshot
from picrosser.cli.options import Options
from picrosser.drawing.picture_files import SUFFIXES
from picrosser.errors import ExitCode, PuzzleFileError, UsageError
from picrosser.formats import katamino_text
from picrosser.formats.katamino_text import PackingFile
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.packing.board_progress import NO_PIECES_YET, check_board_progress
from picrosser.packing.search import OutOfTimeError
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.pipelines.verdicts import describe_turned
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.puzzles.progress import compare_cells
from picrosser.running.deadline import Deadline
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import Deduction, Strength, weakened
from picrosser.solving.outcome import Status, counted, outcome_verdict
from picrosser.solving.solve import shared_cells, solve
from picrosser.solving.wording import cell_words

CHECK = Naming("check", ending="-check.png", beside=True, also=SUFFIXES)
HINT = Naming("hint", ending="-hint.png", beside=True, also=SUFFIXES)


def check(options: Options) -> int:
    if not are_puzzle_files(options):
        return run_each_screenshot(options, CHECK, _check_shot, PROGRESS_KEYS)
    _refuse_output(options, "the mistakes in")
    return run_each_file(options, _check_file, PROGRESS_KEYS)


def hint(options: Options, count: int, nudge: bool, rule: bool) -> int:
    strength: Strength = "rule" if rule else "nudge" if nudge else "paint"
    if not are_puzzle_files(options):
        find = partial(progress.hint_screenshot, count=count, strength=strength)
        return run_each_screenshot(options, HINT, partial(_answer, find), HINT_KEYS)
    _refuse_output(options, "hints for")
    return run_each_file(options, partial(_hint_file, count, strength), ("finished", "steps"))


def _refuse_output(options: Options, what: str) -> None:
    if options.output:
        raise UsageError(f"{what} a puzzle file are text, not a picture", "leave out -o")


def _check_shot(task: Task) -> Answer:
    """The mistakes; of an empty board only the verdict, and no picture."""
    answer = _answer(progress.check_screenshot, task)
    is_empty = answer.text in (progress.NOTHING_YET, NO_PIECES_YET)
    return answer._replace(text="", content=None) if is_empty else answer


def _answer(find: Callable[..., progress.AnyChecked], task: Task) -> Answer:
    checked = find(task.loaded, **task.request)
    answer = checked_answer(checked, symbols=task.options.symbols)
    if checked.found is None or task.options.as_json:
        return answer
    mistakes = len(checked.found.lines if checked.kind == "katamino" else checked.found.mistakes)
    if not mistakes:
        return answer
    verdict = counted(mistakes, "mistake") + describe_turned(checked.solved.turned_deg)
    return answer._replace(verdict=verdict)  # the text names them


def _check_file(name: str, file: AnyFile, options: Options) -> Report:
    if file.solution is None:
        what = "solves its puzzle" if isinstance(file, PuzzleFile) else "packs its pieces"
        raise PuzzleFileError("the file stores no board to check", f"picrosser solve {what}")
    if not isinstance(file, PuzzleFile):
        return _packing_report(name, file, options, 0)
    solution = _only_solution(name, file, options)
    if isinstance(solution, Report):
        return solution
    found = compare_cells(file.solution.cells, solution)
    names = cell_words(file.puzzle)
    lines = [progress.mistake_words(mistake, names, names) for mistake in found.mistakes]
    code = ExitCode.MISTAKES if lines else ExitCode.OK
    verdict = counted(len(lines), "mistake") if lines else f"no mistakes, {found.painted} cells painted"
    return Report(name, code, verdict, "\n".join(lines), found_facts(found))


def _only_solution(name: str, file: PuzzleFile, options: Options) -> Picture | Report:
    outcome = solve(file.puzzle, time_limit_s=options.time_limit_s)
    if outcome.status is Status.UNIQUE:
        return outcome.solutions[0]
    verdict = f"{outcome_verdict(file.puzzle, outcome)}; so nothing can be said of its cells"
    return Report(name, EXIT_CODES[outcome.status], verdict)


def _hint_file(count: int, strength: Strength, name: str, file: AnyFile, options: Options) -> Report:
    if not isinstance(file, PuzzleFile):
        return _packing_report(name, file, options, count, strength)
    solution = _only_solution(name, file, options)
    said = ""
    if isinstance(solution, Report):
        is_several = solution.exit_code is ExitCode.SEVERAL_SOLUTIONS
        shared = shared_cells(file.puzzle, time_limit_s=options.time_limit_s) if is_several else None
        if shared is None:
            return solution
        solution = shared
        said = f"; {progress.undecided_words(int((shared.cells == UNKNOWN).sum()))}"
    puzzle, stored = file.puzzle, file.solution
    partly = stored is not None and UNKNOWN in stored.cells
    board = stored.cells if stored is not None and partly else np.full(puzzle.shape, UNKNOWN, np.int8)
    try:
        steps = deductions(puzzle, board, count, solution=solution)
    except ValueError as error:
        return Report(name, ExitCode.MISTAKES, f"the stored board has a mistake: {error}")
    if said and not steps:
        return Report(name, ExitCode.SEVERAL_SOLUTIONS, f"no step is certain{said}")
    steps = tuple(weakened(step, strength) for step in steps)
    facts = [
        {**step_facts(step, tells_rule=strength != "nudge"), "uses": [other.why for other in step.uses]}
        for step in steps
    ]
    lines = progress.numbered([[_step_text(puzzle, part) for part in (*step.uses, step)] for step in steps])
    told = {"finished": False, "steps": facts}
    return Report(name, ExitCode.OK, counted(len(steps), "step") + said, "\n".join(lines), told)


def _step_text(puzzle: LinePuzzle, step: Deduction) -> str:
    """A step in words, after the hints of its line; several lines have several hints."""
    return step.why if step.also else hints_text(puzzle, step.axis, step.line) + step.why


def _packing_report(
    name: str, file: PackingFile, options: Options, count: int, strength: Strength = "paint"
) -> Report:
    """Check a Katamino file's board, empty if it stores none, and find so many next pieces."""
    facts: dict[str, Any] = {"puzzle": katamino_text.facts(file.puzzle)}
    size, deadline = "{} x {}".format(*file.puzzle.shape), Deadline.after(options.time_limit_s)
    board, pieces = file.board, file.puzzle.pieces
    try:
        found = check_board_progress(board, pieces, count, strength=strength, deadline=deadline)
    except OutOfTimeError:
        verdict = f"{size}: the time was up before the board was checked"
        return Report(name, ExitCode.GAVE_UP, verdict, facts=facts)
    facts |= board_facts(found)
    if found.lines:
        code = ExitCode.MISTAKES if found.board.placed else ExitCode.NO_SOLUTION
        verdict = f"{size}: {counted(len(found.lines), 'mistake')}"
        return Report(name, code, verdict, "\n".join(found.lines), facts)
    return Report(name, ExitCode.OK, f"{size}, {found.words}", "\n".join(found.step_lines), facts)
