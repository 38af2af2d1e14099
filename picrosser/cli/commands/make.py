"""`picrosser make PICTURE`: make a puzzle from any picture, and find a small change that makes it unique."""

import re
import sys
from pathlib import Path
from typing import get_args

from picrosser.answers.answer import WorkSoFar
from picrosser.cli.inout.progress import status_line
from picrosser.cli.inout.puzzle_files import puzzle_bytes, write_file
from picrosser.cli.inout.report import print_message
from picrosser.cli.options import STREAM, Options, refuse_existing
from picrosser.errors import ExitCode, InputUnreadableError, UsageError
from picrosser.formats.puzzle_file import MAX_CELLS, MAX_SIDE, PuzzleFile
from picrosser.imaging.loading import load_image
from picrosser.making import puzzles
from picrosser.making.puzzles import ChangedPicture
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.picture import Picture, cell_name
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import EFFORT, Difficulty, Status, outcome_verdict
from picrosser.solving.solve import solve

_SIZE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})", re.ASCII)


def make(
    options: Options, *, picture: str, size: str, colour_count: int, family: str, change: bool, hardest: str
) -> int:
    """Make a puzzle and return the exit status: 7 if it has several solutions, 9 if it is too hard."""
    columns, rows = _size(size)
    kind = next((kind for kind in get_args(puzzles.Kind) if kind == family), None)
    if kind is None:
        raise UsageError(f"--kind: {family!r} is neither {' nor '.join(get_args(puzzles.Kind))}")
    if hardest not in [level.value for level in Difficulty]:
        raise UsageError(f"--difficulty: {hardest!r} is none of line, probe and search")
    most = Difficulty(hardest)
    refuse_existing(options.output, force=options.force, inputs=(picture,))
    name = "the input" if picture == STREAM else picture
    image = load_image(sys.stdin.buffer if picture == STREAM else Path(picture), name)
    shown = puzzles.reduce_picture(image, columns, rows, colour_count, background=kind == "nonogram")
    if len(shown.palette) < 2:
        seen = "the picture has only one colour, so there is nothing to paint"
        raise InputUnreadableError(seen, "try another")
    puzzle = puzzles.puzzle_of(shown, kind)
    work, deadline = WorkSoFar(), Deadline.after(options.time_limit_s)
    try:
        with status_line(work, f"the puzzle of {name}", wanted=sys.stderr.isatty()):
            work.doing = "solving"
            outcome = solve(puzzle, time_limit_s=deadline.left_s)
            code = EXIT_CODES[outcome.status]
            is_too_hard = outcome.status is Status.UNIQUE and not puzzles.is_as_easy(outcome, most)
            code = ExitCode.GAVE_UP if is_too_hard else code
            print_message(outcome_verdict(puzzle, outcome))
            if outcome.status is Status.SEVERAL or is_too_hard:
                work.doing = "looking for a small change to"
                near = puzzles.nearest_unique(shown, kind, outcome, deadline, most)
                late_s = options.time_limit_s if deadline.is_past else None
                print_message(_offer_text(near, shown, late_s, most, taken=change))
                if near is not None and change:
                    shown, code = near.picture, EXIT_CODES[near.outcome.status]
                    puzzle = puzzles.puzzle_of(shown, kind)
                    print_message(outcome_verdict(puzzle, near.outcome))
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
        print_message("the puzzle is kept as it is")
    data, _ = puzzle_bytes(PuzzleFile(puzzle, shown), options.output)
    write_file(data, options.output, force=options.force, told=name)
    return int(code)


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text.strip().lower())
    columns, rows = (int(match[1]), int(match[2])) if match else (0, 0)
    if columns < 1 or rows < 1:
        raise UsageError(f"--size: expected columns x rows like 10x15, found {text!r}")
    if max(columns, rows) > MAX_SIDE or columns * rows > MAX_CELLS:
        most = f"at most {MAX_SIDE} columns, {MAX_SIDE} rows and {MAX_CELLS} cells"
        raise UsageError(f"--size: {text} is too large; a board that is made has {most}")
    return columns, rows


def _offer_text(
    near: ChangedPicture | None, picture: Picture, late_s: float | None, most: Difficulty, *, taken: bool
) -> str:
    """What was found; `late_s` is the time limit if it came before the search ended."""
    unique = "unique" if most is Difficulty.SEARCH else f"unique, and {EFFORT[most]} at most"
    if near is None:
        found = f"no change of at most {puzzles.MAX_CHANGES} cells was found that makes the solution {unique}"
        return f"{found} in {late_s:g} s; allow more with --time-limit" if late_s else found
    names = colour_names(picture.palette)
    cells = [
        f"{cell_name(change.cell)} from {names[change.before]} to {names[change.after]}"
        for change in near.changes
    ]
    changed = [cell_name(change.cell) for change in near.changes]
    if len(cells) > puzzles.MAX_CHANGES:
        cells = changed = [f"{len(cells)} single cells to the colour around them"]
    if taken:
        return f"changed {' and '.join(changed)}; the solution is now {unique}"
    return f"changing {' and '.join(cells)} makes the solution {unique}; add --change to do that"
