"""Outcome: the answer over the screenshot, with the cells in which solutions differ."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from picrosser.debugging.board_seen import board_seen
from picrosser.debugging.marks import BAD, GOOD, PAPER, WEAK, Note, backdrop, beside, headed
from picrosser.drawing.overlay import overlay
from picrosser.drawing.sheet import picture_image
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.solving.outcome import Outcome, Status

_SHOT_PX = (720, 1400)
_PLAIN_PX = 380
_SOLUTIONS = 2  # drawn beside the screenshot: more show nothing new
COLOURS = {Status.UNIQUE: GOOD, Status.SEVERAL: WEAK, Status.NONE: BAD, Status.GAVE_UP: BAD}


def outcome_picture(image: RGB, outcome: Outcome, before: Sequence[object] = ()) -> Image.Image:
    """The answer over the screenshot, the solutions beside it; cells that differ are framed red."""
    solutions = [_solution(outcome, number) for number in range(min(_SOLUTIONS, len(outcome.solutions)))]
    notes = [
        Note(outcome.status.value, COLOURS[outcome.status]),
        Note(f"difficulty: {outcome.difficulty.value}"),
        Note(f"{outcome.passes} lines propagated"),
        Note(f"{outcome.seconds:.3f} s"),
        *([Note(outcome.why, BAD)] if outcome.why else []),
        *([_differing(len(outcome.differing))] if outcome.differing else []),
    ]
    board = board_seen(before)
    drawn = _over_screenshot(image, outcome, None if board is None else board.lattice)
    picture = beside([drawn, *solutions])
    return headed(picture, f"Solution: {outcome.status.value}", notes)


def _differing(cells: int) -> Note:
    text = "1 cell differs" if cells == 1 else f"{cells} cells differ"
    return Note(f"{text} between the solutions found", BAD, BAD)


def _over_screenshot(image: RGB, outcome: Outcome, lattice: Lattice | None) -> Image.Image:
    """The answer in its place, at full colour; without an answer or a place, the pale screenshot alone."""
    if outcome.picture is None or lattice is None or outcome.picture.shape != lattice.shape:
        return backdrop(image, *_SHOT_PX)[0]
    drawn = overlay(image, lattice, outcome.picture)
    draw = ImageDraw.Draw(drawn)
    for row, col in outcome.differing:
        box = lattice.cell(row, col)
        _frame(draw, (box.left, box.top, box.right, box.bottom), max(2, box.width // 12))
    scale = min(1.0, _SHOT_PX[0] / drawn.width, _SHOT_PX[1] / drawn.height)
    size = max(1, round(drawn.width * scale)), max(1, round(drawn.height * scale))
    return drawn.resize(size, Image.Resampling.LANCZOS)


def _solution(outcome: Outcome, number: int) -> Image.Image:
    solution = outcome.solutions[number]
    cell_px = max(4, min(24, _PLAIN_PX // max(solution.shape)))
    drawn = picture_image(solution, cell_px=cell_px)
    draw = ImageDraw.Draw(drawn)
    for row, col in outcome.differing:
        at = (col * cell_px, row * cell_px, (col + 1) * cell_px, (row + 1) * cell_px)
        _frame(draw, at, 2)
    return drawn


def _frame(draw: ImageDraw.ImageDraw, at: tuple[int, int, int, int], width: int) -> None:
    """A red frame with a pale one inside it, so that it shows on red cells too."""
    draw.rectangle(at, outline=PAPER, width=2 * width)
    draw.rectangle(at, outline=BAD, width=width)
