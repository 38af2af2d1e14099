"""`picrosser katamino CARD.png`: a picture's problems packed, told and drawn into the picture.

`picrosser CARD.png` comes here too, once the picture was recognised.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from PIL import Image

from picrosser.cli.facts import lattice_facts
from picrosser.cli.options import Options, UsageError
from picrosser.cli.packing_outputs import packing_drawing
from picrosser.cli.report import Report
from picrosser.cli.screenshots import Naming, Target, Task, run_each_screenshot
from picrosser.drawing.packing import RowOfPackings, packing_on_board, packings_beside
from picrosser.drawing.png import png_bytes
from picrosser.errors import ExitCode, ProblemNotFoundError
from picrosser.formats import katamino_text
from picrosser.formats.atomic import write_new_file
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.katamino import KataminoSolved, ProblemPacked, solve_katamino
from picrosser.puzzles.picture import Picture

NAMING = Naming(ending="-solved.png", beside=True, also=(".toml",))
_DRAWN = (ExitCode.OK, ExitCode.NO_SOLUTION)  # of a card the other problems' packings all the same


@dataclass(frozen=True, slots=True)
class ShotWords:
    """What the command line asks of a card.

    row, penta : "" and 0 for all.
    numbers : show the numbers of the pieces, not letters.
    for_words : options were given that only fit pieces given by words.
    """

    row: str = ""
    penta: int = 0
    numbers: bool = False
    for_words: bool = False


def katamino_shots(options: Options, words: ShotWords) -> int:
    """Read and pack pictures; the exit status.

    Raises
    ------
    UsageError : the options do not fit pictures.
    """
    if words.for_words:
        raise UsageError("--columns, --board, --count, --all and --repeat fit no picture", "leave them out")

    def work(task: Task) -> Report:
        solved = solve_katamino(
            task.image,
            row=words.row or None,
            penta=words.penta or None,
            time_limit_s=options.time_limit_s,
            on_stage=task.on_stage,
        )
        return katamino_report(task, solved, numbers=words.numbers)

    return run_each_screenshot(options, NAMING, work, ("problems", "mistakes"))


def katamino_report(task: Task, solved: KataminoSolved, *, numbers: bool = False) -> Report:
    """Write the picture (or the puzzle file) of what was packed, and say what became of it."""
    started = perf_counter()
    packed = [one for one in solved.problems if one.picture is not None]
    written = bool(packed) and solved.exit_code in _DRAWN
    if written:
        task.target.write(_file_bytes(task.image, solved, task.target), force=task.options.force)
    draw_s = perf_counter() - started
    told = written and not (task.options.as_json or task.target.to_stdout)
    drawing = "\n\n".join(_told(one, len(packed) > 1, numbers) for one in packed) if told else ""
    output = task.output if written else None
    facts: dict[str, Any] = {}
    if task.options.as_json:
        seconds = {"decode": task.decode_s, **solved.seconds, "draw": draw_s}
        facts = {**katamino_facts(solved), "seconds": seconds, "output": output}
    return Report(task.shot, solved.exit_code, solved.verdict, drawing, facts, is_picture=True)


def katamino_toml_report(task: Task, solved: KataminoSolved) -> Report:
    """`picrosser read` of a Katamino's picture: its one problem in TOML.

    Raises
    ------
    ProblemNotFoundError : it shows several problems.
    """
    options, target = task.options, task.target
    text = puzzle_text(solved)
    if target.path is not None:
        write_new_file(target.path, text.encode(), force=options.force)
    seconds = {"decode": task.decode_s, **solved.seconds}
    facts = {**katamino_facts(solved), "solution": None, "seconds": seconds, "output": task.output}
    drawing = text.removesuffix("\n") if target.to_stdout else ""
    count = len(solved.problems[0].puzzle.pieces)
    return Report(task.shot, ExitCode.OK, f"Katamino, {count} pieces, read", drawing, facts)


def puzzle_text(solved: KataminoSolved, *, with_answer: bool = False) -> str:
    """The one problem in TOML.

    Raises
    ------
    ProblemNotFoundError : there are several; says which.
    """
    if len(solved.problems) != 1:
        rows = solved.reading.rows
        pentas = sorted({one.problem.penta for one in solved.problems})
        raise ProblemNotFoundError(
            f"the card has {len(solved.problems)} problems: rows {rows[0].label} to {rows[-1].label}, "
            f"Penta {pentas[0]} to {pentas[-1]}",
            "choose one: picrosser katamino CARD --row ROW --penta N -o PUZZLE.toml",
        )
    only = solved.problems[0]
    return katamino_text.write(katamino_text.PackingFile(only.puzzle, only.picture if with_answer else None))


def katamino_facts(solved: KataminoSolved) -> dict[str, Any]:
    """The keys `puzzle`, `lattice`, `doubts`, `changes`, `solution`, `problems` and `mistakes`; the first and
    `solution` are those of a single problem.
    """
    only = solved.problems[0] if len(solved.problems) == 1 else None
    lattice = solved.reading.lattice
    return {
        "puzzle": None if only is None else katamino_text.facts(only.puzzle),
        "lattice": lattice and lattice_facts(lattice),
        "doubts": [],
        "changes": [],
        "solution": None if only is None or only.picture is None else list(only.picture.lines()),
        "problems": [_problem_facts(one) for one in solved.problems],
        "mistakes": list(solved.mistakes),
    }


def _problem_facts(one: ProblemPacked) -> dict[str, Any]:
    picture = one.picture
    return {
        "row": one.problem.row or None,
        "penta": one.problem.penta,
        "pieces": katamino_text.facts(one.puzzle)["pieces"],
        "status": one.packed.status.value,
        "letters": None if picture is None else list(katamino_text.letter_rows(one.puzzle, picture)),
    }


def _file_bytes(image: RGB, solved: KataminoSolved, target: Target) -> bytes:
    if target.path is not None and target.path.suffix.lower() == ".toml":
        return puzzle_text(solved, with_answer=True).encode()
    return png_bytes(katamino_picture(image, solved))


def katamino_picture(image: RGB, solved: KataminoSolved) -> Image.Image:
    """The answers drawn onto the board in the picture, or beside its rows."""
    reading = solved.reading
    first = solved.problems[0].picture
    board = reading.board
    lattice = reading.lattice
    if board is not None and lattice is not None and first is not None and first.shape == lattice.shape:
        return packing_on_board(image, lattice, first, board.blank or board.cells)
    pictures: dict[int, list[Picture]] = {}
    for one in solved.problems:
        if one.picture is not None:
            pictures.setdefault(one.row, []).append(one.picture)
    return packings_beside(
        image, [RowOfPackings(reading.row_boxes[row], tuple(row_of)) for row, row_of in pictures.items()]
    )


def _told(one: ProblemPacked, several: bool, numbers: bool) -> str:
    """The packing, under its problem's name where there are several."""
    assert one.picture is not None
    drawing = packing_drawing(one.puzzle, one.picture, numbers=numbers)
    return f"{one.problem.name}:\n{drawing}" if several else drawing
