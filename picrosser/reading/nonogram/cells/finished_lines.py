"""Read what the paint on a board says about its hints: those of finished lines, and which colours are inks.

An app may hide or strike out the hints of a line once it is finished: once all its filled cells are painted.

Before a puzzle in one colour is solved, it is not known which tone is paint. So each tone of the board is a
hypothesis, alone and with each tone that only a cursor's row and column have, which tints paint as well. In
other puzzles, paint has the hints' colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import Levels, cell_tones, sampled_cells
from picrosser.imaging.channels import CLEAR_LEVELS, max_channel
from picrosser.imaging.pixels import RGB, Lattice, Mask
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Nonogram, StatedRuns, runs_of_cells
from picrosser.puzzles.nonogram_evidence import LineFixes, NonogramEvidence
from picrosser.reading.nonogram.cells.cells_explained import MAX_TONES
from picrosser.reading.nonogram.cells.marks import away_from_edges
from picrosser.reading.nonogram.colours import kinds_of_tones
from picrosser.reading.nonogram.tolerances import MAX_EQUAL_LEVELS, MAX_SHADE_LEVELS


def finished_lines(
    image: RGB, lattice: Lattice, evidence: NonogramEvidence, likely: Nonogram | None
) -> Iterator[LineFixes]:
    """Yield what finished lines state by their paint, for each tone that may be the paint.

    Finished is what shows no hints, has more paint than its hints say, runs of just their lengths in other
    colours, or a mark in each cell that is not painted: hints that are struck out or faded may be lost or
    misread, and grey ones tell no colour.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    likely : the puzzle that the hints seem to state; None without one.
    """
    places = list(map(evidence.place, range(len(evidence.lines))))
    hints = (None,) * len(places) if likely is None else (*likely.rows, *likely.cols)
    levels, marked = _cells_seen(image, lattice)
    of_inks = len(evidence.palette) > 2
    for painted in [_in_inks(levels, evidence)] if of_inks else _paints(levels):
        decided = (painted > 0) | marked
        stated: dict[HintPlace, StatedRuns] = {}
        for place, line, runs, cells, own in zip(
            places, evidence.lines, hints, (*painted, *painted.T), (*decided, *decided.T), strict=True
        ):
            is_bare, shown = not (line.shapes or line.unknown), runs_of_cells(cells.tolist())
            stated_cells = sum(run.length for run in runs or ())  # none: paint beside a 0 is no player's
            is_full = own.all() or np.count_nonzero(cells) > stated_cells
            has_their_lengths = [run.length for run in shown] == [run.length for run in runs or ()]
            is_finished = stated_cells > 0 and (is_full or has_their_lengths)
            is_struck = not is_bare and is_finished and shown != runs
            if (is_bare and own.all()) or (shown and (is_bare or is_struck)):
                stated[place] = StatedRuns(shown)
        if stated:
            yield stated


def are_inks(image: RGB, lattice: Lattice, evidence: NonogramEvidence) -> bool:
    """Whether colours that may be shades of others are inks of their own.

    They are if cells are painted in both, and not only under a cursor, which tints blank cells of its row and
    column, too. On a board without paint or marks no hints have faded for being finished; then they are if a
    line has both, as cursors and stripes shade whole lines.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    """
    levels, marked = _cells_seen(image, lattice)
    painted = _in_inks(levels, evidence)
    pairs = [{shade, ink} for shade, ink in enumerate(evidence.shade_of) if shade != ink]
    if not (painted.any() or marked.any()):
        return all(any(pair.issubset(line.colours) for line in evidence.lines) for pair in pairs)
    blank = levels[painted == 0]
    is_tinted = len(blank) > 0 and bool(np.ptp(blank, axis=0).max() > MAX_EQUAL_LEVELS)
    shown = [painted == colour for pair in pairs for colour in pair]
    return all(_goes_beyond_cursor(cells) or (cells.sum() > 1 and not is_tinted) for cells in shown)


def _cells_seen(image: RGB, lattice: Lattice) -> tuple[Levels, Mask]:
    """The tone of each cell, (R, C, 3), and whether a mark stands out of it, (R, C)."""
    inside = sampled_cells(image, lattice)
    levels = cell_tones(inside)
    apart = max_channel(np.abs(inside - levels[:, :, None]))
    return levels, np.asarray(away_from_edges(apart).max(axis=(2, 3)) > CLEAR_LEVELS)


def _in_inks(levels: Levels, evidence: NonogramEvidence) -> NDArray[np.intp]:
    """(R, C) the ink of a coloured puzzle that each cell is painted in, from its tone; 0 where none is."""
    apart = max_channel(np.abs(levels[:, :, None] - np.array(evidence.palette, np.float32)))
    nearest = apart.argmin(axis=2)
    return np.where(apart.min(axis=2) <= MAX_SHADE_LEVELS, nearest, 0)


def _paints(levels: Levels) -> Iterator[NDArray[np.intp]]:
    """(R, C) which cells are painted, by each hypothesis about the paint's tone."""
    tones = kinds_of_tones(levels)
    under_cursor = [tone for tone in range(int(tones.max()) + 1) if _is_under_cursor(tones == tone)]
    for tone, tinted in product(range(min(MAX_TONES + 1, int(tones.max()) + 1)), (None, *under_cursor)):
        is_paint = (tones == tone) | (tones == tinted)
        if tone != tinted and not is_paint.all():  # the only tone is that of an open board
            yield is_paint.astype(int)


def _is_under_cursor(cells: Mask) -> bool:
    """Whether some cells, (R, C), all lie in one row or one column, and in more than one of both."""
    is_wide = (cells.sum(axis=1) > 0).sum() > 1 and (cells.sum(axis=0) > 0).sum() > 1
    return bool(is_wide and not _goes_beyond_cursor(cells))


def _goes_beyond_cursor(cells: Mask) -> bool:
    """Whether some cells, (R, C), lie in more than one row and one column, whichever these are."""
    rows, cols = cells.sum(axis=1), cells.sum(axis=0)
    others = cells.sum() - rows[:, None] - cols + cells  # outside each row and column
    return bool(others.min() > 0)
