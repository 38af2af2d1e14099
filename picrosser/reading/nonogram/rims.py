"""A board's outermost lines in, those of them out that are its lines beyond doubt, whatever they show.

A bar, a frame or a shadow a pitch away from the board ends in a line, too, but nothing else goes on as the
board does: the lines that cross the others cross an outermost one as well, from end to end and no further,
and its cells look like others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import RGB, Lattice
from picrosser.puzzles.nonogram_evidence import NonogramEvidence

# Of the pitch: stretches of a crossing line that are compared, one by one: it has to go all the way.
STRETCHES = (0.14, 0.38), (0.38, 0.62), (0.62, 0.86)
BEYOND = (0.1, 0.18)  # of the pitch, beyond the outermost line: on its frame, or on the page
BESIDE = 0.18  # of the pitch, at both sides of a crossing line: there no cross reaches
SEEN_LEVELS = 1.5  # mean over that: a line, if only a faint one
OFF = 0.4  # of what it would differ by if no line were there: as much may a crossing line differ
TINTED_OFF = 0.7  # the same, in a line that may be tinted: only what nothing crosses is none
CROSSED = 0.85  # of the crossing lines are seen in it
NOT_CROSSED = 0.2  # of them: in what is no line of the board
STOPPED = 0.4  # of them at most look beyond it as if they went on
SEEN_BEYOND = 0.5  # of what they differ by where they are the faintest
INSIDE, SAMPLES, COARSE = 0.6, 16, 4  # of the pitch, pixels a side, blocks a side: what a cell shows
SHIFTS = (-0.06, -0.03, 0.0, 0.03, 0.06)  # of the pitch: so far may a cell's edges be off, where no line is
ALIKE_LEVELS = 14.0  # in any block: a digit, if only a faded one, makes more
CELLS_ALIKE = 0.8  # of its cells: the pointer may lie on some

Levels = NDArray[np.float32]


class Rims(NamedTuple):
    """Something about each of the outermost lines."""

    first_row: bool
    last_row: bool
    first_col: bool
    last_col: bool


class _Rim(NamedTuple):
    """How an outermost line looks.

    crossed : the share of the lines that cross the others which cross it, too, and look the same in it.
    edged : the share of those that cross it, whatever its own tone is.
    alike : its cells look like others.
    ends : the board does not go on beyond it.
    shown : the share of the crossing lines of which anything is seen beyond it.
    """

    crossed: float
    edged: float
    alike: bool
    ends: bool
    shown: float


def with_sure_rims(evidence: NonogramEvidence, image: RGB, lattice: Lattice) -> NonogramEvidence:
    """The same, its outermost lines marked that are the board's beyond doubt."""
    rims = evidence.rows[0], evidence.rows[-1], evidence.cols[0], evidence.cols[-1]
    first_row, last_row, first_col, last_col = (
        replace(line, sure=sure) for line, sure in zip(rims, sure_rims(image, lattice), strict=True)
    )
    rows = (first_row, *evidence.rows[1:-1], last_row)
    return replace(evidence, rows=rows, cols=(first_col, *evidence.cols[1:-1], last_col))


def sure_rims(image: RGB, lattice: Lattice) -> Rims:
    """Which of a board's outermost lines are its lines beyond doubt.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    lattice : the board's edges in it.
    """
    return Rims(*(rim.crossed >= CROSSED and rim.alike and rim.ends for rim in _rims(image, lattice)))


def strange_rims(image: RGB, lattice: Lattice) -> Rims:
    """Which of them are none of its lines, unless they are painted from end to end; parameters as above."""
    return Rims(*(rim.edged <= NOT_CROSSED for rim in _rims(image, lattice)))


def may_go_on(image: RGB, lattice: Lattice) -> tuple[bool, bool]:
    """Whether the board may go on below its last row, and to the right of its last column."""
    _, last_row, _, last_col = _rims(image, lattice)
    return last_row.shown > STOPPED, last_col.shown > STOPPED


def _rims(image: RGB, lattice: Lattice) -> tuple[_Rim, _Rim, _Rim, _Rim]:
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    return *_ends(image, rows, cols), *_ends(image.swapaxes(0, 1), cols, rows)


def _ends(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> tuple[_Rim, _Rim]:
    """The first and the last row. Hints may stand before the first one."""
    pitch = (cols[-1] - cols[0]) / (len(cols) - 1)
    beside = max(2, round(BESIDE * pitch))
    crossing = np.array(cols)[:, None] + np.arange(-beside, beside + 1)
    crossing = np.clip(crossing, cols[0], min(cols[-1], image.shape[1] - 1))  # beyond, hints may have tiles
    profiles = np.stack(
        [
            np.stack([_profile(image, top, bottom - top, part)[crossing] for part in STRETCHES])
            for top, bottom in pairwise(rows)
        ]
    )  # rows, stretches, crossing lines, pixels, channels
    steps = profiles - np.median(profiles, axis=3, keepdims=True)
    others = _cells(image, rows[1:-1], cols)
    height = rows[-1] - rows[-2]
    is_whole = rows[-1] + BEYOND[1] * height <= image.shape[0]
    beyond = _profile(image, rows[-1], height, BEYOND)[crossing] if is_whole else profiles[-1][-1]
    starts = np.stack([_profile(image, top, height, BEYOND)[crossing] for top in rows[1:-1]])
    shown = _seen_beyond(beyond, starts)
    first, last = (
        _Rim(
            _crossed(profiles[at], np.delete(profiles, at, axis=0)),
            _crossed(steps[at], np.delete(steps, at, axis=0), TINTED_OFF),
            _alike(_shifted(image, rows[at : at + 2], cols), others),
            ends=at == 0 or (is_whole and min(shown, _crossed(beyond[None], profiles)) <= STOPPED),
            shown=0.0 if at == 0 else shown,
        )
        for at in (0, len(profiles) - 1)
    )
    return first, last


def _profile(image: RGB, start: int, length: int, part: tuple[float, float]) -> Levels:
    """(W, 3) the median of a band of the picture across its height."""
    top = start + round(part[0] * length)
    band = image[top : max(top + 1, start + round(part[1] * length))]
    return np.asarray(np.median(band, axis=0), np.float32)


def _crossed(mine: Levels, others: Levels, off: float = OFF) -> float:
    """The share of the crossing lines that look in one row as they do in any other, at either side: where all
    others have paint at the one, some have none at the other.

    mine : (stretches, crossing lines, pixels, 3); others : (rows, stretches, crossing lines, pixels, 3).
    """
    usual = np.median(others, axis=(0, 1))
    drawn = np.abs(usual - np.median(usual, axis=1, keepdims=True)).max(axis=2).mean(axis=1)
    differs = np.abs(others - mine).max(axis=4)
    middle = differs.shape[3] // 2
    sides = differs[..., : middle + 1], differs[..., middle:]
    apart = np.max([side.mean(axis=3).max(axis=1).min(axis=0) for side in sides], axis=0)
    return float(((drawn > SEEN_LEVELS) & (apart < off * drawn)).mean())


def _seen_beyond(beyond: Levels, starts: Levels) -> float:
    """The share of the crossing lines of which something is seen beyond the last row, if as faintly as where
    any row begins: unpainted tiles may differ from the page by a tenth of what painted ones do.

    beyond : (crossing lines, pixels, 3); starts : (rows, crossing lines, pixels, 3), the same of the rows.
    """
    own, known = (
        np.abs(its - np.median(its, axis=-2, keepdims=True)).max(axis=-1).mean(axis=-1)
        for its in (beyond, starts)
    )
    return float((own > SEEN_BEYOND * known.min()).mean())


def _cells(
    image: RGB, rows: Sequence[int], cols: Sequence[int], shift: tuple[float, float] = (0.0, 0.0)
) -> Levels:
    """(rows, columns, blocks, 3) what the cells show, coarsely; looked at a part of the pitch off."""
    steps = 0.5 + INSIDE * ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5)
    ys, xs = (
        np.floor(edges[:-1, None] + np.diff(edges)[:, None] * (steps + off)).astype(np.intp)
        for edges, off in zip((np.array(rows, float), np.array(cols, float)), shift, strict=True)
    )
    pixels = image[ys[:, None, :, None], xs[None, :, None, :]].astype(np.float32)
    block = SAMPLES // COARSE
    coarse = pixels.reshape(len(ys), len(xs), COARSE, block, COARSE, block, 3).mean(axis=(3, 5))
    return np.asarray(coarse.reshape(len(ys), len(xs), COARSE * COARSE, 3))


def _shifted(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> Levels:
    """(shifts, columns, blocks, 3) what the cells of one row show: far from the others, edges may be off."""
    return np.stack([_cells(image, rows, cols, shift)[0] for shift in product(SHIFTS, SHIFTS)])


def _alike(mine: Levels, others: Levels) -> bool:
    """Whether the cells of a line, each shifted as suits it, look like any others."""
    known = others.reshape(-1, *others.shape[2:])
    apart = [
        min(np.abs(known - cell).max(axis=(1, 2)).min(initial=np.inf) for cell in cells)
        for cells in mine.swapaxes(0, 1)
    ]
    return float(np.mean(np.array(apart) < ALIKE_LEVELS)) >= CELLS_ALIKE
