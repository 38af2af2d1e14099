"""`picrosser SHOT...`: read a screenshot, solve its puzzle, draw the solution over it."""

from __future__ import annotations

from functools import partial
from typing import Any

from picrosser.cli.inout.outputs import Naming
from picrosser.cli.inout.report import picture_text
from picrosser.cli.inout.screenshots import Answer, Task, run_each_screenshot
from picrosser.cli.options import MOVING, Options
from picrosser.drawing.picture_files import SUFFIXES, picture_bytes
from picrosser.pipelines.solved import AnySolved, HintedSolved
from picrosser.puzzles.picture import Picture

NAMING = Naming("solve", ending="-solved.png", beside=True, also=(*SUFFIXES, *MOVING))


def solve(options: Options) -> int:
    """Solve the puzzle in every input and return the exit status: screenshots, or else puzzle files."""
    from picrosser.cli.inout.inputs import are_puzzle_files

    if are_puzzle_files(options.inputs):
        from picrosser.cli.commands.solve_files import solve as solve_files

        return solve_files(options)
    return run_each_screenshot(options, NAMING, solve_one)


def solve_one(task: Task) -> Answer:
    """Solve one screenshot."""
    solved = task.solve()
    if solved.kind == "katamino":
        from picrosser.cli.commands.katamino import packed_answer

        return packed_answer(solved)
    picture = solved.outcome.picture if solved.is_drawn else None
    return Answer(
        solved,
        solved.exit_code,
        solved.verdict,
        "" if picture is None else picture_text(picture),
        solved.seconds,
        partial(_facts, solved),
        None if picture is None else partial(_content, task, solved, picture),
        is_picture=True,
    )


def _content(task: Task, solved: HintedSolved, picture: Picture, suffix: str) -> bytes:
    """Return the file that the suffix asks for: the solution over the screenshot, or an animation."""
    symbols = task.options.symbols
    if suffix not in MOVING:
        return picture_bytes(solved.draw(symbols=symbols), suffix or ".png")
    from picrosser.drawing.animation import animation_bytes, board_states, shot_frames
    from picrosser.solving.outcome import Step
    from picrosser.solving.solve import solve

    steps: list[Step] = []
    solve(solved.puzzle, timeout_s=task.deadline.left_s, on_step=steps.append)
    pictures = [*board_states(solved.puzzle, [step.cells for step in steps]), picture]
    return animation_bytes(shot_frames(solved.image, solved.lattice, pictures, symbols=symbols), suffix)


def _facts(solved: AnySolved) -> dict[str, Any]:
    from picrosser.answers.json_facts import solved_facts  # costs 6 ms, and most runs want no JSON

    assert solved.kind != "katamino"
    return solved_facts(solved)
