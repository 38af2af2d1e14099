"""What solving found and what is painted so far, drawn over the screenshot's board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from picrosser.debugging.canvas import WIDTH_PX, Canvas, fitted
from picrosser.debugging.explanation import (
    HUNGRY_CAT,
    NONOGRAM,
    Explanation,
    Note,
    Run,
    Stage,
    Stages,
    counted,
    status_note,
)
from picrosser.drawing.overlay import overlay
from picrosser.drawing.sheet import board_image
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture
from picrosser.puzzles.progress import MIN_CONFIDENCE, MistakesFound
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.reading.lattice.line_evidence import GridFound
from picrosser.reading.nonogram.cells.board_state import CellsSeen
from picrosser.reading.nonogram.hints.beside import HintsGrouped
from picrosser.solving.deduction import StepsFound
from picrosser.solving.outcome import Outcome

_COUNTS = {
    "unique": "There is exactly one solution",
    "several": "There is more than one solution",
    "none": "There is no solution",
    "gave up": "The search for solutions ended before it was sure",
}
_DIFFICULTIES = {
    "line": "by looking at one line at a time",
    "probe": "by assuming a colour and following it",
    "search": "by search",
}


class BoardSeen(NamedTuple):
    """Where the board of the latest reading lies, and its colours, empty while they are unknown."""

    lattice: Lattice
    palette: tuple[Colour, ...]


def board_seen(before: Sequence[object]) -> BoardSeen | None:
    """Return the board of the latest reading of whatever kind, None if there is none."""
    for result in reversed(before):
        match result:
            case CellsSeen():
                return BoardSeen(result.lattice, result.palette)
            case Reading():
                return BoardSeen(result.lattice, result.puzzle.palette)
            case HintsGrouped() | GridFound():
                return BoardSeen(result.lattice, ())
    return None


def explain_outcome(outcome: Outcome, run: Run) -> Explanation:
    """Draw the answer over the screenshot, or alone where its place is not known."""
    board, picture = board_seen(run.before), outcome.picture
    if picture is None:
        shown = Canvas(run.screenshot).picture
    elif board is not None and board.lattice.shape == picture.shape:
        shown = fitted(overlay(run.screenshot, board.lattice, picture))
    else:
        shown = _alone(picture)
    differing = len(outcome.differing)
    striped = f"{counted(differing, 'cell')} not the same in all solutions, striped or a checker"
    return Explanation(
        f"{_COUNTS[outcome.status.value]}; found {_DIFFICULTIES[outcome.difficulty.value]} in "
        f"{outcome.seconds:.3f} s.",
        shown,
        (
            status_note(outcome.status),
            *([Note(outcome.why, "bad")] if outcome.why else []),
            *([Note(striped, "bad")] if differing else []),
            Note(f"{counted(outcome.passes, 'line check')}"),
        ),
    )


def _alone(picture: Picture) -> Image.Image:
    return board_image(picture, max(4, min(24, WIDTH_PX // max(picture.shape))))


def explain_progress(found: ProgressFound | CellsSeen, run: Run) -> Explanation:
    """Draw the board as its cells were read."""
    board, progress = board_seen([*run.before, found]), found.progress
    unclear = int((progress.confidence < MIN_CONFIDENCE).sum())
    return Explanation(
        "What each cell shows: its colour, or that of blank cells. Open cells are a checker.",
        None if board is None or not board.palette else _alone(Picture(progress.cells, board.palette)),
        (
            Note(f"{counted(int((progress.cells > EMPTY).sum()), 'cell')} painted"),
            Note(f"{int((progress.cells == EMPTY).sum())} blank"),
            Note(f"{int((progress.cells == UNKNOWN).sum())} open"),
            Note(f"{unclear} unclear", "bad" if unclear else ""),
        ),
    )


STAGES: Stages = {
    ProgressFound: Stage(HUNGRY_CAT, "Cells painted so far", explain_progress),
    CellsSeen: Stage(NONOGRAM, "Cells painted so far", explain_progress),
    Outcome: Stage("", "Solution", explain_outcome),
    MistakesFound: Stage("", "Mistakes"),
    StepsFound: Stage("", "Next steps"),
}
