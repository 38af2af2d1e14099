"""What solving found, what is painted so far, mistakes and next steps, drawn over the screenshot's board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import WIDTH_PX, Canvas, Ink, fitted
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
from picrosser.drawing.marks import StepMark, mark_mistakes, mark_steps
from picrosser.drawing.overlay import overlay, paint_over
from picrosser.drawing.sheet import board_image
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour
from picrosser.puzzles.progress import MIN_CONFIDENCE, MistakesFound, Progress
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.reading.lattice.grid import GridFound
from picrosser.reading.nonogram.cells.board_state import CellsSeen
from picrosser.reading.nonogram.hints.beside import HintsGrouped
from picrosser.solving.deduction import StepsFound
from picrosser.solving.outcome import Outcome

_DISC = 0.34, 0.30, 0.22  # of the pitch: a pale rim, the ring, the colour
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
        shown = board_image(picture, max(4, min(24, WIDTH_PX // max(picture.shape))))
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


def explain_progress(found: ProgressFound | CellsSeen, run: Run) -> Explanation:
    """Draw a disc on each cell that is painted, marked or unclear."""
    board, progress = board_seen([*run.before, found]), found.progress
    unclear = int((progress.confidence < MIN_CONFIDENCE).sum())
    return Explanation(
        "What each cell shows: a painted cell has a disc of its colour, one that is known or marked to be "
        "blank a pale disc. A red ring means that the cell is unclear.",
        Canvas(run.screenshot).picture
        if board is None
        else _state_picture(run.screenshot, board.lattice, board.palette, progress),
        (
            Note(f"{counted(int((progress.cells > EMPTY).sum()), 'cell')} painted"),
            Note(f"{int((progress.cells == EMPTY).sum())} blank"),
            Note(f"{int((progress.cells == UNKNOWN).sum())} open"),
            Note(f"{unclear} unclear", "bad" if unclear else "", Ink.BAD if unclear else None),
        ),
    )


def _state_picture(
    image: RGB, lattice: Lattice, palette: Sequence[Colour], progress: Progress
) -> Image.Image:
    """Draw the screenshot with a disc on each cell that is painted, marked or unclear."""

    def paint(ground: Image.Image) -> None:
        draw = ImageDraw.Draw(ground)
        for (row, col), shown in np.ndenumerate(progress.cells):
            is_sure = progress.confidence[row, col] >= MIN_CONFIDENCE
            if shown == UNKNOWN and is_sure:
                continue
            box = lattice.cell(row, col)
            y, x = (box.top + box.bottom) // 2, (box.left + box.right) // 2
            seen = palette[int(shown)] if shown >= 0 else Ink.BACKGROUND
            for share, tone in zip(
                _DISC, (Ink.BACKGROUND, Ink.TEXT if is_sure else Ink.BAD, seen), strict=True
            ):
                reach = max(1, round(share * lattice.pitch_px))
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=tone)

    return fitted(paint_over(image, lattice, paint))


def explain_mistakes(found: MistakesFound, run: Run) -> Explanation:
    """Mark the wrong and the unclear cells."""
    board, picture = board_seen(run.before), Canvas(run.screenshot).picture
    if board is not None:
        wrong = {mistake.cell: board.palette[mistake.right] for mistake in found.mistakes}
        unclear = [cell for cell, _ in found.unclear]
        picture = fitted(mark_mistakes(run.screenshot, board.lattice, wrong, unclear))
    return Explanation(
        "What is painted, compared with the solution. A wrong cell is boxed and crossed, with the right "
        "colour in its corner.",
        picture,
        (
            Note(f"{counted(found.painted, 'cell')} painted"),
            Note(f"{found.right} right", "good"),
            Note(f"{len(found.mistakes)} wrong", "bad" if found.mistakes else ""),
            Note(f"{len(found.unclear)} unclear", "weak" if found.unclear else ""),
        ),
    )


def explain_steps(found: StepsFound, run: Run) -> Explanation:
    """Draw the cells that the steps decide and the lines that show them, and describe the steps in words."""
    board, picture = board_seen(run.before), Canvas(run.screenshot).picture
    if board is not None:
        palette = board.palette
        marks = [
            StepMark(
                {cell: palette[colour] for cell, colour in step.cells},
                step.axis,
                step.line,
                [cell for cell, colour in step.cells if colour == EMPTY],
            )
            for step in found.steps
        ]
        picture = fitted(mark_steps(run.screenshot, board.lattice, marks))
    words = (
        f"{number}: {text}"
        for number, step in enumerate(found.steps, 1)
        for text in (*(other.why for other in step.uses), step.why)
    )
    return Explanation(
        "The board is finished."
        if found.finished
        else "The next cells that can be decided, and the lines that show it.",
        picture,
        (Note(counted(len(found.steps), "step")),),
        ("Steps, and why", *words),
    )


STAGES: Stages = {
    ProgressFound: Stage(HUNGRY_CAT, "Cells painted so far", explain_progress),
    CellsSeen: Stage(NONOGRAM, "Cells painted so far", explain_progress),
    Outcome: Stage("", "Solution", explain_outcome),
    MistakesFound: Stage("", "Mistakes", explain_mistakes),
    StepsFound: Stage("", "Next steps", explain_steps),
}
