"""`picrosser SHOT...`: read a screenshot, solve its puzzle, draw the solution over it."""

from __future__ import annotations

from time import perf_counter

from picrosser.cli.one_screenshot import Task
from picrosser.cli.options import MOVING, Options
from picrosser.cli.outputs import Naming
from picrosser.cli.report import Report, picture_text
from picrosser.cli.screenshots import run_each_screenshot
from picrosser.drawing.picture_files import SUFFIXES, picture_bytes
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import AnySolved, HintedSolved
from picrosser.puzzles.picture import Picture

NAMING = Naming("solve", ending="-solved.png", beside=True, also=(*SUFFIXES, *MOVING))


def solve_screenshots(options: Options) -> int:
    """Solve every screenshot and return the exit status."""
    return run_each_screenshot(options, NAMING, solve_one)


def solve_task(task: Task) -> AnySolved:
    """Read and solve a task's screenshot with the task's options."""
    options = task.options
    solved = solve_screenshot(
        task.image,
        kind=options.asked_kind,
        fixes=dict(options.fixes),
        board=options.board,
        by_camera=task.by_camera,
        time_limit_s=task.deadline.left_s,
        on_stage=task.on_stage,
    )
    task.write_flat(solved)
    return solved


def solve_one(task: Task) -> Report:
    """Solve one screenshot, write its answer, and return the report."""
    return answered(task, solve_task(task))


def answered(task: Task, solved: AnySolved) -> Report:
    """Write the answer to a screenshot, and return the report."""
    options = task.options
    if solved.kind == "katamino":
        from picrosser.cli.katamino_screenshots import packed_report

        return packed_report(task, solved)
    started = perf_counter()
    picture = solved.outcome.picture if solved.is_drawn else None
    if picture is not None:
        task.write(_answer_bytes(task, solved, picture))
    draw_s = perf_counter() - started
    drawing = "" if picture is None or options.as_json or task.target.to_stdout else picture_text(picture)
    output = None if picture is None else task.output
    facts = _facts(task, solved, draw_s, output) if options.wants_facts else {}
    return Report(
        task.shot,
        solved.exit_code,
        solved.verdict,
        drawing,
        facts,
        is_picture=True,
        written="" if picture is None else task.target.place,
    )


def _answer_bytes(task: Task, solved: HintedSolved, picture: Picture) -> bytes:
    """Return the file that the suffix asks for: the solution over the screenshot, or an animation."""
    lattice, puzzle, suffix = solved.lattice, solved.puzzle, task.target.suffix
    if suffix not in MOVING:
        return picture_bytes(solved.draw(symbols=task.options.symbols), suffix or ".png")
    from picrosser.drawing.animation import animation_bytes, board_states, shot_frames
    from picrosser.solving.outcome import Step
    from picrosser.solving.solve import solve

    steps: list[Step] = []
    solve(puzzle, timeout_s=task.deadline.left_s, on_step=steps.append)
    pictures = [*board_states(puzzle, [step.cells for step in steps]), picture]
    return animation_bytes(shot_frames(solved.image, lattice, pictures, symbols=task.options.symbols), suffix)


def _facts(task: Task, solved: HintedSolved, draw_s: float, output: str | None) -> dict[str, object]:
    from picrosser.answers.json_facts import solved_facts  # costs 6 ms, and most runs want no JSON

    return {
        **solved_facts(solved),
        "seconds": {"decode": task.decode_s, **solved.seconds, "draw": draw_s},
        "output": output,
    }
