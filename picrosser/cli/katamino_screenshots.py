"""`picrosser katamino CARD.png`: pack the problems in a picture, show the packings and draw them into it.

`picrosser CARD.png` and `picrosser read CARD.png` come here too, once the picture is recognised.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from picrosser.answers.katamino_facts import KATAMINO_KEYS, katamino_facts
from picrosser.answers.puzzle_text import problem_text
from picrosser.cli.katamino_files import matrix_text
from picrosser.cli.one_screenshot import Task
from picrosser.cli.options import Options, UsageError
from picrosser.cli.outputs import Naming, Target
from picrosser.cli.report import Report
from picrosser.cli.screenshots import run_each_screenshot
from picrosser.drawing.picture_files import SUFFIXES, picture_bytes
from picrosser.errors import ExitCode
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.katamino import KataminoSolved, ProblemPacked
from picrosser.pipelines.verdicts import describe_turned

NAMING = Naming("solve", ending="-solved.png", beside=True, also=(*SUFFIXES, ".toml"))


@dataclass(frozen=True, slots=True)
class CardOptions:
    """The options of `picrosser katamino` that apply to pictures only.

    row, penta : which problems to pack; "" and 0 for all.
    numbers : show the numbers of the pieces, not letters.
    for_pieces : options were given that apply only to pieces named on the command line.
    """

    row: str = ""
    penta: int = 0
    numbers: bool = False
    for_pieces: bool = False


def pack_screenshots(options: Options, card: CardOptions) -> int:
    """Pack the problems in each picture and return the exit status.

    Raises
    ------
    UsageError : there are options that pictures do not have.
    """
    if card.for_pieces:
        only_pieces = "--columns, --board, --count, --all and --repeat"
        raise UsageError(f"{only_pieces} do not apply to pictures", "leave them out")

    def work(task: Task) -> Report:
        solved = solve_screenshot(
            task.image,
            kind="katamino",
            by_camera=task.by_camera,
            row=card.row or None,
            penta=card.penta or None,
            time_limit_s=task.deadline.left_s,
            on_stage=task.on_stage,
        )
        assert solved.kind == "katamino"
        task.write_flat(solved)
        return packed_report(task, solved, numbers=card.numbers)

    one_by_one = replace(options, jobs=1)  # such work cannot be sent to a worker process, and cards are few
    return run_each_screenshot(one_by_one, NAMING, work, KATAMINO_KEYS)


def packed_report(task: Task, solved: KataminoSolved, *, numbers: bool = False) -> Report:
    """Write the picture (or the puzzle file) with the packings, and return the report."""
    started = perf_counter()
    packed = [result for result in solved.problems if result.picture is not None]
    written = solved.is_drawn
    if written:
        task.write(_file_bytes(solved, task.target))
    draw_s = perf_counter() - started
    shown = written and not (task.options.as_json or task.target.to_stdout)
    drawing = (
        "\n\n".join(_packing_text(result, len(packed) > 1, numbers) for result in packed) if shown else ""
    )
    output = task.output if written else None
    facts: dict[str, Any] = {}
    if task.options.wants_facts:
        seconds = {"decode": task.decode_s, **solved.seconds, "draw": draw_s}
        facts = {**katamino_facts(solved), "seconds": seconds, "output": output}
    return Report(
        task.shot,
        solved.exit_code,
        solved.verdict,
        drawing,
        facts,
        is_picture=True,
        written=task.target.place if written else "",
    )


def read_report(task: Task, solved: KataminoSolved) -> Report:
    """Write the one problem in the picture as TOML, for `picrosser read`, and return the report.

    Raises
    ------
    ProblemNotFoundError : the picture shows several problems.
    """
    options, target = task.options, task.target
    if solved.doubts:
        return Report(task.shot, solved.exit_code, solved.verdict, "", katamino_facts(solved))
    text = problem_text(solved)
    if target.path is not None:
        target.write(text.encode(), force=options.force)
    seconds = {"decode": task.decode_s, **solved.seconds}
    facts = {**katamino_facts(solved), "solution": None, "seconds": seconds, "output": task.output}
    drawing = text.removesuffix("\n") if target.to_stdout else ""
    count = len(solved.problems[0].puzzle.pieces)
    verdict = f"Katamino, {count} pieces, read{describe_turned(solved.turned_deg)}"
    return Report(task.shot, ExitCode.OK, verdict, drawing, facts, written=task.output or "")


def _file_bytes(solved: KataminoSolved, target: Target) -> bytes:
    if target.suffix == ".toml":
        return problem_text(solved, with_answer=True).encode()
    return picture_bytes(solved.draw(), target.suffix or ".png")


def _packing_text(result: ProblemPacked, several: bool, numbers: bool) -> str:
    """Return the packing as text, under the name of its problem if there are several."""
    assert result.picture is not None
    drawing = matrix_text(result.puzzle, result.picture, numbers=numbers)
    return f"{result.problem.name}:\n{drawing}" if several else drawing
