"""Read a nonogram's screenshot: all stages in order. Start reading the code of this folder here.

Every stage is a plain function from earlier results to one frozen result. Which numbers the digits state is
decided later by `repairing.settle_runs`, which knows the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.attempts.sharpened import sharpened
from picrosser.reading.nonogram.board_score import BoardScored
from picrosser.reading.nonogram.boards import BoardDetector, find_board_by_lines
from picrosser.reading.nonogram.colours.inks import is_unpainted, without_false_shades
from picrosser.reading.nonogram.evidence import weigh_hints
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped
from picrosser.reading.nonogram.hints_beside import collect_hints
from picrosser.reading.nonogram.outermost.crossed_out import with_crossed_out
from picrosser.reading.nonogram.outermost.outer_lines import with_sure_outer_lines
from picrosser.reading.page.ink import Ink
from picrosser.reading.stages import StageListener, ignore

TONE_LEVELS = 8  # levels: tones that are nearer count as one when the commonest is looked for
SAMPLE_STEP = 2  # every second pixel in both directions is enough for the commonest tone


@dataclass(frozen=True, slots=True)
class NonogramReading:
    """What a nonogram's screenshot says.

    lattice : the board's edges.
    evidence : what its hints may be.
    """

    lattice: Lattice
    evidence: NonogramEvidence


def read_nonogram(
    image: RGB, on_stage: StageListener = ignore, find_board: BoardDetector = find_board_by_lines
) -> NonogramReading:
    """Read the hints of a nonogram.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with BoardsConsidered, InkFound, HintsGrouped, DigitsFound and NonogramReading.
    find_board : how the board is found; one of `FALLBACK_DETECTORS` where its lines do not show it.

    Raises
    ------
    GridNotFoundError : there is no board in the picture.
    HintsUnreadableError : there is one, but no numbers stand beside it.
    """
    image = sharpened(image)
    return _weighed(image, find_board(image, on_stage), on_stage)


def read_board(
    image: RGB, ink: Ink, board: BoardScored, on_stage: StageListener = ignore
) -> NonogramReading | None:
    """Read the hints beside a board that may be in a picture; None if its rows or columns show none.

    image : (H, W, 3) uint8 sRGB.
    ink : all of its ink.
    on_stage : called with InkFound, HintsGrouped, DigitsFound and NonogramReading.
    """
    hints = collect_hints(image, ink, board)
    return None if hints is None else _weighed(image, hints, on_stage)


def _weighed(image: RGB, hints: HintsGrouped, on_stage: StageListener) -> NonogramReading:
    """What the digits beside a board may state."""
    on_stage(hints.ink)
    on_stage(hints)
    blank = background_colour(image, hints.lattice)
    evidence, digits = weigh_hints(hints, blank)
    if evidence.shade_of and is_unpainted(image, hints.lattice, blank):
        lines = [line.colours for line in (*evidence.rows, *evidence.cols)]
        evidence = replace(evidence, shade_of=without_false_shades(evidence.shade_of, lines))
    evidence = with_crossed_out(with_sure_outer_lines(evidence, image, hints), image, hints.lattice)
    if digits is not None:
        on_stage(digits)
    reading = NonogramReading(hints.lattice, evidence)
    on_stage(reading)
    return reading


def background_colour(image: RGB, lattice: Lattice) -> Colour:
    """The colour of a blank cell: the board's commonest. Paint may be of many colours, and crosses are thin.

    image : (H, W, 3) uint8 sRGB.
    """
    pixels = image[lattice.board.slices][::SAMPLE_STEP, ::SAMPLE_STEP].reshape(-1, 3)
    bins = (pixels // TONE_LEVELS).astype(np.intp) @ (1, 64, 64 * 64)
    commonest = pixels[bins == np.bincount(bins).argmax()]
    red, green, blue = (int(median(channel)) for channel in commonest.T)
    return red, green, blue
