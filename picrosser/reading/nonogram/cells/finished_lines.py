"""Read lines whose hints an app hides once they are finished: all their filled cells are painted.

Which tone is paint is not known before the puzzle is solved, so each tone of the board is a hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterator

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import StatedRuns, runs_of_cells
from picrosser.puzzles.nonogram_evidence import LineFixes, NonogramEvidence
from picrosser.reading.nonogram.cells.cells_explained import MAX_TONES
from picrosser.reading.nonogram.colours import kinds_of_tones
from picrosser.reading.nonogram.tolerances import MAX_SHADE_LEVELS


def finished_lines(image: RGB, lattice: Lattice, evidence: NonogramEvidence) -> Iterator[LineFixes]:
    """Yield what the lines without hints state by their paint, for each tone that may be the paint.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    evidence : of a puzzle of one colour; another has no such lines.
    """
    rows = [HintPlace("row", at) for at in range(len(evidence.rows))]
    places = [*rows, *(HintPlace("column", at) for at in range(len(evidence.cols)))]
    lines = zip(places, evidence.lines, strict=True)
    bare = [place for place, line in lines if not (line.shapes or line.unknown)]
    if not bare or len(evidence.palette) > 2:
        return
    tones = kinds_of_tones(cell_tones(sampled_cells(image, lattice)), MAX_SHADE_LEVELS)
    cells = {place: tones[place.line] if place.axis == "row" else tones[:, place.line] for place in bare}
    for tone in range(min(MAX_TONES + 1, int(tones.max()) + 1)):
        painted = {place: (line == tone).astype(int).tolist() for place, line in cells.items()}
        stated = {place: StatedRuns(runs_of_cells(line)) for place, line in painted.items() if any(line)}
        if stated:
            yield stated
