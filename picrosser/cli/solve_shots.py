"""`picrosser SHOT...`: read, solve, draw the answer over the screenshot."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, cast

from picrosser.cli.each import Task, run_each
from picrosser.cli.options import Options
from picrosser.cli.outputs import Naming, Target
from picrosser.cli.report import Report, answer_bytes
from picrosser.cli.shown_picture import shown_picture
from picrosser.drawing.overlay import overlay
from picrosser.drawing.png import png_bytes
from picrosser.errors import ExitCode
from picrosser.formats.atomic import write_new_file
from picrosser.pipelines.recognise import AnySolved, is_katamino, solve_any
from picrosser.puzzles.picture import Picture

if TYPE_CHECKING:
    from picrosser.pipelines.katamino import KataminoSolved

NAMING = Naming(ending="-solved.png", beside=True, also=(".gif", ".apng"))
_DRAWN = (ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)  # with several solutions the open cells are hatched


def solve_shots(options: Options) -> int:
    """Solve every screenshot; the exit status."""
    return run_each(options, NAMING, _solve_shot)


def _solve_shot(task: Task) -> Report:
    options = task.options
    found = solve_task(task)
    if is_katamino(found):
        from picrosser.cli.katamino_shot import katamino_report

        return katamino_report(task, found)
    solved = cast("AnySolved", found)
    started = perf_counter()
    picture = solved.outcome.picture if solved.exit_code in _DRAWN else None
    if picture is not None:
        write_picture(_answer_bytes(task, solved, picture), task.target, options.force)
    draw_s = perf_counter() - started
    drawing = "" if picture is None or options.as_json or task.target.to_stdout else shown_picture(picture)
    output = None if picture is None or task.target.path is None else str(task.target.path)
    facts = _facts(task, solved, draw_s, output) if options.as_json else {}
    return Report(task.shot, solved.exit_code, solved.verdict, drawing, facts, is_picture=True)


def solve_task(task: Task) -> AnySolved | KataminoSolved:
    """Read and solve a task's screenshot, as its options say."""
    options = task.options
    return solve_any(
        task.image,
        kind=options.asked_kind,
        fixes=dict(options.fixes),
        time_limit_s=options.time_limit_s,
        on_stage=task.on_stage,
    )


def _answer_bytes(task: Task, solved: AnySolved, picture: Picture) -> bytes:
    """The answer over the screenshot, or how it came about, as the target's suffix asks for."""
    path, lattice, puzzle = task.target.path, solved.reading.lattice, solved.reading.puzzle
    suffix = "" if path is None else path.suffix.lower()
    if suffix not in NAMING.also:
        return png_bytes(overlay(task.image, lattice, picture))
    from picrosser.drawing.animation import animation_bytes, board_states, shot_frames
    from picrosser.solving.outcome import Step
    from picrosser.solving.solve import solve

    steps: list[Step] = []
    solve(puzzle, timeout_s=task.options.time_limit_s, on_step=steps.append)
    pictures = [*board_states(puzzle, [step.cells for step in steps]), picture]
    return animation_bytes(shot_frames(task.image, lattice, pictures), suffix)


def _facts(task: Task, solved: AnySolved, draw_s: float, output: str | None) -> dict[str, object]:
    from picrosser.cli.facts import shot_facts  # costs 6 ms, and most runs want no JSON

    picture = solved.outcome.picture
    return {
        **shot_facts(solved),
        "solution": None if picture is None else list(picture.lines()),
        "difficulty": solved.outcome.difficulty.value,
        "seconds": {"decode": task.decode_s, **solved.seconds, "draw": draw_s},
        "output": output,
    }


def write_picture(data: bytes, target: Target, force: bool) -> None:
    """Write a picture's bytes to its target: a file, stdout or nowhere."""
    if target.path is not None:
        write_new_file(target.path, data, force=force)
    elif target.to_stdout:
        answer_bytes(data)
