"""Read lines whose hints an app hides or strikes out once they are finished: all filled cells are painted.

Which tone is paint is not known before the puzzle is solved, so each tone of the board is a hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterator

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Nonogram, StatedRuns, runs_of_cells
from picrosser.puzzles.nonogram_evidence import LineFixes, NonogramEvidence
from picrosser.reading.nonogram.cells.cells_explained import MAX_TONES
from picrosser.reading.nonogram.colours import kinds_of_tones
from picrosser.reading.nonogram.tolerances import MAX_SHADE_LEVELS


def finished_lines(
    image: RGB, lattice: Lattice, evidence: NonogramEvidence, likely: Nonogram | None
) -> Iterator[LineFixes]:
    """Yield what finished lines state by their paint, for each tone that may be the paint.

    Finished is what shows no hints, or has more paint than its hints say: some are struck out or faded, and
    so not read.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    evidence : of a puzzle of one colour; another has no such lines. likely : what its hints say as they look.
    """
    if len(evidence.palette) > 2:
        return
    rows = [HintPlace("row", at) for at in range(len(evidence.rows))]
    places = [*rows, *(HintPlace("column", at) for at in range(len(evidence.cols)))]
    hints = (None,) * len(places) if likely is None else (*likely.rows, *likely.cols)
    tones = kinds_of_tones(cell_tones(sampled_cells(image, lattice)), MAX_SHADE_LEVELS)
    for tone in range(min(MAX_TONES + 1, int(tones.max()) + 1)):
        painted = (tones == tone).astype(int)
        stated: dict[HintPlace, StatedRuns] = {}
        struck = 0
        for place, line, runs, cells in zip(
            places, evidence.lines, hints, (*painted, *painted.T), strict=True
        ):
            is_bare = not (line.shapes or line.unknown)
            is_struck = not is_bare and runs is not None and cells.sum() > sum(run.length for run in runs)
            struck += is_struck
            if cells.any() and (is_bare or is_struck):
                stated[place] = StatedRuns(runs_of_cells(cells.tolist()))
        if stated and 2 * struck < len(places):  # else the tone is the blank cells'
            yield stated
