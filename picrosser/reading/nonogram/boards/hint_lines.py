"""Find the lines in which a board's hints stand, where these are not the board's own.

A program that lays out hints and cells each for itself may set them in other steps: the first hint stands
beside the first row, the last one a row too low. As many evenly spaced lines of numbers as the board has are
its hints all the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.nonogram.boards.score import WEIGHTS, BoardScored, Edges
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_OFF, MOST, NEAR_EDGE, SAME_HEIGHT
from picrosser.reading.page.numbers import Numbers, Px

STEPS = np.linspace(0.75, 1.15, 161)  # of the board's, in which hints may stand: 0.88 to 1.05 in 7 programs
# Of the pitch, by which such lines may lie off the board's, in the mean: up to 0.6 in seven programs; hints a
# whole line off are those of another line
MAX_APART = 0.75
MAX_AWAY = 3.0  # times a digit's height: the gap from the board to its hints, and between two of these


def with_hint_lines(board: BoardScored, numbers: Numbers) -> BoardScored:
    """The board with the lines in which its hints stand, where these are not its own.

    numbers : of the page.
    """
    are_hints = np.abs(np.log(numbers.height / board.height_px)) < SAME_HEIGHT
    top, bottom, left, right = (ends[are_hints] for ends in numbers[:4])
    rows, cols = board.lattice.edges_px
    of_rows = (left - cols[-1], right - cols[-1]) if board.beside_right else (cols[0] - right, cols[0] - left)
    of_cols = (top - rows[-1], bottom - rows[-1]) if board.below else (rows[0] - bottom, rows[0] - top)
    found = (
        _hint_lines((top + bottom) / 2, *of_rows, rows, board.height_px),
        _hint_lines((left + right) / 2, *of_cols, cols, board.height_px),
    )
    if not any(found):
        return board
    shown = tuple(
        shown if lines is None else len(lines) - 1 for lines, shown in zip(found, board.shown, strict=True)
    )
    more = sum(shown) - sum(board.shown)
    nats = board.nats + (WEIGHTS.shown - WEIGHTS.bare) * more
    return board._replace(nats=nats, shown=(shown[0], shown[1]), hint_lines=found)


def _hint_lines(middles: Px, near: Px, far: Px, edges: Edges, height_px: float) -> Edges | None:
    """The edges of the lines in which numbers stand; None if those are the board's, or not as many.

    middles : (M,) px, of the numbers, along the board's side. near, far : (M,) px, how far away from the
        board they begin and end.
    """
    count = len(edges) - 1
    pitch = (edges[-1] - edges[0]) / count
    is_beside = (middles > edges[0] - pitch) & (middles < edges[-1] + pitch) & (near > -NEAR_EDGE * pitch)
    beside = np.flatnonzero(is_beside)
    are_hints = _next_to_board(near[beside], far[beside], MAX_AWAY * height_px)
    middles = np.sort(middles[beside[are_hints]])
    groups = np.split(middles, np.flatnonzero(np.diff(middles) > MAX_OFF * pitch) + 1)
    if len(groups) < max(FEWEST + 1, MOST * count):
        return None
    places, sizes = np.array([(np.median(group), len(group)) for group in groups]).T
    number, are_near = _in_steps(places, sizes, pitch)
    if np.ptp(number[are_near]) != count - 1 or sizes[are_near].sum() < MOST * len(middles):
        return None
    step, start = np.polyfit(number[are_near] - number[are_near][0] + 0.5, places[are_near], 1)
    lines = start + step * np.arange(count + 1)
    apart = np.abs(lines - edges) / pitch
    if apart.max() <= MAX_OFF or apart.mean() > MAX_APART:
        return None
    return tuple(np.rint(lines).astype(int).tolist())


def _next_to_board(near: Px, far: Px, max_gap: float) -> NDArray[np.intp]:
    """Which numbers come before the first gap that is wider, seen from the board."""
    order = np.argsort(near, kind="stable")
    ends = np.maximum.accumulate(np.append(0.0, far[order][:-1]))
    is_gap = near[order] - ends > max_gap
    return order[~np.logical_or.accumulate(is_gap)]


def _in_steps(places: Px, weights: Px, pitch: float) -> tuple[Px, NDArray[np.bool_]]:
    """(M,) each place's number in the even steps that suit the places best, and whether it is near to one."""
    steps = pitch * STEPS
    turns = (weights * np.exp(2j * np.pi * places / steps[:, None])).sum(axis=1)
    best = int(np.abs(turns).argmax())
    number = places / steps[best] - np.angle(turns[best]) / (2 * np.pi)
    return np.rint(number), np.abs(number - np.rint(number)) <= MAX_OFF
