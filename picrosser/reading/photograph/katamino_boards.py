"""Katamino boards on the ruled sheets of a photograph: which of a sheet's lines are a board's.

A board has five cells one way and three to twelve the other; its cells are square, and it is flat. A sheet
may have more lines than that: edges of pieces, of the board's rim and of the table go on nearly in step with
its lines, and the grain of wood may run half-way between them. So each board that the lines allow is a
hypothesis. Its score is how likely its crossings would be seen where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.polyomino import PENTOMINO
from picrosser.reading.photograph.grown_lattice import NEAR, Lattice, Node
from picrosser.reading.photograph.sheet import SheetFound, sheet_of

# (rows, columns) of the game's boards, which may stand upright.
SHAPES = {shape for long in range(3, 13) for shape in ((PENTOMINO, long), (long, PENTOMINO))}
# How often a crossing of a board is seen, and one beyond it, where edges of pieces and grain cross.
SEEN_ON, SEEN_BEYOND = 0.93, 0.4
UNSEEN_NATS = float(np.log((1 - SEEN_ON) / (1 - SEEN_BEYOND)))
# Of a step: a board's crossings scatter so far around those of a flat sheet; others lie anywhere near them.
OFF_FLAT = 0.03
SEEN_NATS = float(np.log(SEEN_ON / SEEN_BEYOND) + np.log(NEAR**2 / (2 * OFF_FLAT**2)))
# Of the logarithm of a cell's height over its width: of a board seen from 45 degrees beside the vertical it
# is 0.35, of one with grain half-way between its lines 0.7.
MAX_NOT_SQUARE = 0.45
COUNTS = 1, 2, 3  # every line is a board's, or every second or third one, in either direction
MAX_FITTED = 16  # boards, the likeliest if all crossings were where they should be, that are fitted
# Nats by which a board may be less likely than the likeliest: one that lacks an outermost line of which four
# of six crossings are seen is less likely by 10, so it is not taken for the board.
MARGIN = 8.0
MIN_NATS = 30.0  # of a board: half the crossings of the smallest
MAX_BOARDS = 3  # that are tried of one sheet


def boards_on(sheets: Sequence[SheetFound]) -> Iterator[SheetFound]:
    """The boards that may be on the sheets, each with its own lines; of one sheet the likeliest first."""
    for sheet in sheets:
        fitted = [(_nats(board), board) for board in _hypotheses(sheet)]
        best = max((nats for nats, _ in fitted), default=0.0)
        likely = [each for each in fitted if each[0] > max(MIN_NATS, best - MARGIN)]
        yield from (board for _, board in sorted(likely, key=lambda each: -each[0])[:MAX_BOARDS])


def _hypotheses(sheet: SheetFound) -> Iterator[SheetFound]:
    """The boards that a sheet's lines allow, each fitted to its own crossings."""
    windows: list[tuple[float, Node, Node, Lattice]] = []
    down_px, along_px = _steps_px(sheet)
    for counts in product(COUNTS, COUNTS):
        if abs(np.log((down_px * counts[0]) / (along_px * counts[1]))) > MAX_NOT_SQUARE:
            continue
        for phases in product(*map(range, counts)):
            lattice = _every(sheet, counts, (phases[0], phases[1]))
            if len(lattice.nodes):
                windows += [(nats, first, last, lattice) for nats, first, last in _windows(lattice)]
    for _, first, last, lattice in sorted(windows, key=lambda window: -window[0])[:MAX_FITTED]:
        is_own = (lattice.nodes >= first) & (lattice.nodes <= last)
        own = lattice.part(np.asarray(is_own.all(axis=1)))
        board = replace(sheet_of(own, sheet.reduction), first=first, last=last)
        if np.isfinite(board.error):
            yield board


def _every(sheet: SheetFound, counts: Node, phases: Node) -> Lattice:
    """The crossings of every so many of a sheet's lines.

    phases : the first of these lines, counted from the sheet's first.
    """
    nodes = sheet.lattice.nodes - np.add(sheet.first, phases)
    lattice = replace(sheet.lattice, nodes=nodes // counts)
    return lattice.part((nodes % counts == 0).all(axis=1))


def _windows(lattice: Lattice) -> Iterator[tuple[float, Node, Node]]:
    """The boards that some lines allow: nats if all crossings are where they should be, and their ends."""
    first, last = lattice.ends
    nats = np.full(last - first + 1, UNSEEN_NATS)
    nats[tuple((lattice.nodes - first).T)] = SEEN_NATS
    for down, along in sorted(SHAPES):
        if down < nats.shape[0] and along < nats.shape[1]:
            windows = np.lib.stride_tricks.sliding_window_view(nats, (down + 1, along + 1))
            sums = windows.sum(axis=(-2, -1))
            for corner in np.argwhere(sums > MIN_NATS):
                top, left = (corner + first).tolist()
                yield float(sums[tuple(corner)]), (top, left), (top + down, left + along)


def _nats(board: SheetFound) -> float:
    """How likely what is seen is a board, rather than lines that cross by chance."""
    seen = board.off_flat(board.lattice.nodes, board.lattice.places)
    each = np.maximum(SEEN_NATS - 0.5 * (seen / OFF_FLAT) ** 2, UNSEEN_NATS)
    rows, cols = board.lines
    return float(each.sum() + (rows * cols - len(seen)) * UNSEEN_NATS)


def _steps_px(sheet: SheetFound) -> NDArray[np.float64]:
    """(2,) how high and how wide a cell in the middle of a sheet is, in pixels of the photograph."""
    middle = np.add(sheet.first, sheet.last) / 2
    places = sheet.fit.places(middle + np.array([(-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)]))
    return np.asarray(np.hypot(*(places[1::2] - places[::2]).T))
