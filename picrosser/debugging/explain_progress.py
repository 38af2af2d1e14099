"""What is painted so far, mistakes and steps: marks over the screenshot, and the same in words beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.board_seen import board_seen
from picrosser.debugging.marks import (
    BAD,
    GOOD,
    PAPER,
    TEXT,
    WEAK,
    Note,
    backdrop,
    beside,
    blank,
    headed,
    write,
)
from picrosser.drawing.marks import StepMark, mark_mistakes, mark_steps
from picrosser.drawing.overlay import paint_over
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour
from picrosser.puzzles.progress import MIN_CONFIDENCE, MistakesFound, Progress
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.solving.deduction import StepsFound

_SHOT_PX = (720, 1400)
_WORDS_PX = 780
_LINE_PX = 22
_ACROSS = 105  # characters in a line of words
_MOST = 40  # lines of words


def progress_picture(image: RGB, found: ProgressFound, before: Sequence[object] = ()) -> Image.Image:
    """Each painted cell with a disc of its colour, ringed red where that is unclear; a marked one empty."""
    progress, board = found.progress, board_seen(before)
    if board is None:
        drawn = _fitted(image, None)
    else:
        drawn = state_picture(image, board.lattice, board.palette, progress)
    unclear = int((progress.confidence < MIN_CONFIDENCE).sum())
    notes = [
        Note(f"{int((progress.cells > EMPTY).sum())} painted"),
        Note(f"{int((progress.cells == EMPTY).sum())} marked"),
        Note(f"{int((progress.cells == UNKNOWN).sum())} untouched"),
        Note(f"{unclear} unclear", BAD if unclear else TEXT, BAD if unclear else None),
    ]
    return headed(drawn, "Progress", notes)


def state_picture(image: RGB, lattice: Lattice, palette: Sequence[Colour], progress: Progress) -> Image.Image:
    """The screenshot with a disc on each cell that is painted, marked or unclear."""

    def paint(ground: Image.Image) -> None:
        draw = ImageDraw.Draw(ground)
        for (row, col), shown in np.ndenumerate(progress.cells):
            sure = progress.confidence[row, col] >= MIN_CONFIDENCE
            if shown == UNKNOWN and sure:
                continue
            box = lattice.cell(row, col)
            y, x = (box.top + box.bottom) // 2, (box.left + box.right) // 2
            seen = palette[int(shown)] if shown >= 0 else PAPER
            for share, tone in ((0.34, PAPER), (0.30, TEXT if sure else BAD), (0.22, seen)):
                reach = max(1, round(share * lattice.pitch_px))
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=tone)

    return _fitted(image, paint_over(image, lattice, paint))


def mistakes_picture(image: RGB, found: MistakesFound, before: Sequence[object] = ()) -> Image.Image:
    """The wrong and the unclear cells marked, and how many there are."""
    board = board_seen(before)
    drawn = None
    if board is not None:
        wrong = {mistake.cell: board.palette[mistake.right] for mistake in found.mistakes}
        drawn = mark_mistakes(image, board.lattice, wrong, [cell for cell, _ in found.unclear])
    notes = [
        Note(f"{found.painted} painted"),
        Note(f"{found.right} right", GOOD),
        Note(f"{len(found.mistakes)} wrong", BAD if found.mistakes else TEXT),
        Note(f"{len(found.unclear)} unclear", WEAK if found.unclear else TEXT),
    ]
    return headed(_fitted(image, drawn), "Mistakes", notes)


def steps_picture(image: RGB, found: StepsFound, before: Sequence[object] = ()) -> Image.Image:
    """The cells that the steps decide and the lines that show them, and the steps in words."""
    board = board_seen(before)
    drawn = None
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
        drawn = mark_steps(image, board.lattice, marks)
    lines: list[str] = []
    for number, step in enumerate(found.steps, 1):
        for text in (*(other.why for other in step.uses), step.why):
            lines += _wrapped(f"{number}. {text}")
    words = blank(_WORDS_PX, _LINE_PX * max(1, min(len(lines), _MOST)))
    draw = ImageDraw.Draw(words)
    for number, line in enumerate(lines[:_MOST]):
        write(draw, (0, _LINE_PX * number), line)
    title = "Steps: the board is finished" if found.finished else "Steps"
    return headed(beside([_fitted(image, drawn), words]), title, [Note(f"{len(found.steps)} steps")])


def _fitted(image: RGB, drawn: Image.Image | None) -> Image.Image:
    """A drawn screenshot at a size to look at; without a place to draw, the pale screenshot alone."""
    if drawn is None:
        return backdrop(image, *_SHOT_PX)[0]
    scale = min(1.0, _SHOT_PX[0] / drawn.width, _SHOT_PX[1] / drawn.height)
    size = max(1, round(drawn.width * scale)), max(1, round(drawn.height * scale))
    return drawn.resize(size, Image.Resampling.LANCZOS)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _ACROSS, subsequent_indent="    ")
