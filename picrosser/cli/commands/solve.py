"""`picrosser SHOT...`: read a screenshot, solve its puzzle, draw the solution over it."""

from typing import Any

from picrosser.answers.answer import Answer, solved_answer
from picrosser.cli.inout.outputs import Naming
from picrosser.cli.inout.report import picture_text
from picrosser.cli.inout.screenshots import Task, run_each_screenshot
from picrosser.cli.options import MOVING, Options
from picrosser.drawing.picture_files import SUFFIXES
from picrosser.imaging.colour_profiles import pixels_in_srgb
from picrosser.pipelines.solved import HintedSolved

NAMING = Naming("solve", ending="-solved.png", beside=True, also=(*SUFFIXES, ".svg", ".html", *MOVING))


def solve(options: Options) -> int:
    naming = NAMING
    if options.suffix not in ("", ".png", *NAMING.also):
        from picrosser.formats.registry import written_suffixes  # few answers are puzzle files

        naming = NAMING._replace(also=(*NAMING.also, *written_suffixes()))
    return run_each_screenshot(options, naming, solve_one)


def solve_one(task: Task, *, numbers: bool = False, **card: Any) -> Answer:
    """Solve one screenshot; the file is the solution drawn over it, an animation, or the puzzle by itself.

    numbers : show those of a Katamino's pieces. card : which problems of a card, as `Task.solve` takes it.
    """
    solved = task.solve(**card)
    answer = solved_answer(solved, symbols=task.options.symbols)
    if solved.kind == "katamino":
        from picrosser.cli.inout.packings import packings_text

        return answer._replace(text=packings_text(solved.in_srgb(), numbers=numbers))
    picture = solved.in_srgb().outcome.picture if solved.is_drawn else None
    text = "" if picture is None else picture_text(picture)
    if answer.content is None or task.target.suffix in ("", *SUFFIXES):
        return answer._replace(text=text)
    if task.target.suffix in MOVING:
        return answer._replace(text=text, content=lambda suffix: _animation(task, solved, suffix))
    from picrosser.cli.inout.puzzle_files import file_bytes  # the board with its hints, or a puzzle file
    from picrosser.formats.puzzle_file import PuzzleFile

    file = PuzzleFile(solved.puzzle, solved.outcome.picture)
    return answer._replace(text=text, content=lambda _: file_bytes(file, task.options))


def _animation(task: Task, solved: HintedSolved, suffix: str) -> bytes:
    from picrosser.drawing.animation import animation_bytes, board_states, shot_frames
    from picrosser.solving.outcome import Step
    from picrosser.solving.solve import solve

    image, solved = pixels_in_srgb(solved.image, solved.appearance.profile), solved.in_srgb()
    picture = solved.outcome.picture
    assert picture is not None
    steps: list[Step] = []
    solve(solved.puzzle, time_limit_s=task.deadline.left_s, on_step=steps.append)
    pictures = [*board_states(solved.puzzle, [step.cells for step in steps]), picture]
    frames = shot_frames(image, solved.lattice, pictures, symbols=task.options.symbols)
    return animation_bytes(frames, suffix)
