"""A picture and rough lines in, the whole gridded area out: the lines prolonged as far as they are seen.

The shared grid stage finds evenly spaced lines, but a nonogram's hint areas may be gridded like its board,
its tiles may be filled, and where only each line's two edges are seen, half of its pitch repeats as well. So
the pitch and its double are tried, and each is prolonged and trimmed by what is seen along each cell's sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import RGB, Lattice
from picrosser.reading.lattice.edges import grey

REACH = 0.07  # of the pitch: a side may lie so far off its place, as in lines and gaps that are wide
MIDDLE = 0.3  # of the pitch, left out at both ends of a side, where other lines cross
FAINT_LEVELS = 1.5  # grey levels: below, a side is noise
FAINTER = 0.2  # of the typical side in the rough board
MOST = 0.6  # of a line's sides have to be seen
CROSSING = 0.5  # and of the sides that lead to it


@dataclass(frozen=True, slots=True)
class Span:
    """Evenly spaced lines as far as they go."""

    row_lines: tuple[float, ...]
    col_lines: tuple[float, ...]

    @property
    def lattice(self) -> Lattice:
        """The lines as whole pixels."""
        rows, cols = (tuple(round(v) for v in lines) for lines in (self.row_lines, self.col_lines))
        return Lattice(rows, cols)


def spans(image: RGB, rough: Lattice) -> Iterator[Span]:
    """The gridded areas that the rough lines may be part of, at their pitch and at twice that."""
    luma = grey(image).astype(np.float32)
    board = rough.board
    pitches = board.height / rough.shape[0], board.width / rough.shape[1]
    for factor, row_phase, col_phase in ((1, 0, 0), (2, 0, 0), (2, 0, 1), (2, 1, 0), (2, 1, 1)):
        rows = _everywhere(board.top + row_phase * pitches[0], factor * pitches[0], luma.shape[0])
        cols = _everywhere(board.left + col_phase * pitches[1], factor * pitches[1], luma.shape[1])
        across = _sides(luma, rows, cols)
        along = _sides(np.ascontiguousarray(luma.T), cols, rows).T
        first = [int(np.abs(lines - at).argmin()) for lines, at in ((rows, board.top), (cols, board.left))]
        last = [int(np.abs(lines - at).argmin()) for lines, at in ((rows, board.bottom), (cols, board.right))]
        found = _grown(across, along, (first[0], last[0], first[1], last[1]))
        if found is not None:
            top, bottom, left, right = found
            yield Span(tuple(rows[top : bottom + 1].tolist()), tuple(cols[left : right + 1].tolist()))


def _everywhere(start: float, pitch: float, length: int) -> NDArray[np.float64]:
    first = start - pitch * int(start / pitch)
    return np.arange(first, length + 1, pitch)


def _sides(
    luma: NDArray[np.float32], lines: NDArray[np.float64], across: NDArray[np.float64]
) -> NDArray[np.float32]:
    """(lines, cells) how strong each line is along each cell that it borders, in grey levels."""
    pitch = across[1] - across[0]
    reach = max(2, round(REACH * pitch))
    strength = np.zeros((len(lines), len(across) - 1), np.float32)
    steps = np.diff(luma, axis=0, prepend=luma[:1])
    for cell, start in enumerate(across[:-1]):
        middle = steps[:, int(start + MIDDLE * pitch) : int(start + (1 - MIDDLE) * pitch) + 1]
        means = np.abs(middle.mean(axis=1))
        for line, at in enumerate(lines):
            place = round(at)
            strength[line, cell] = means[max(0, place - reach) : place + reach + 1].max(initial=0)
    return strength


def _grown(
    across: NDArray[np.float32], along: NDArray[np.float32], box: tuple[int, int, int, int]
) -> tuple[int, int, int, int] | None:
    """Prolong and trim a rectangle of lines: first and last line of rows, then of columns."""
    top, bottom, left, right = box
    inside = np.concatenate(
        [across[top : bottom + 1, left:right].ravel(), along[top:bottom, left : right + 1].ravel()]
    )
    if not inside.size:
        return None
    enough = max(FAINT_LEVELS, FAINTER * float(np.median(inside)))
    lying, standing = across > enough, along > enough
    lines = [top, bottom, left, right]
    for _ in range(sum(across.shape)):
        before = list(lines)
        for side in range(4):
            _move(lying, standing, lines, side)
        if lines == before:
            break
    return (lines[0], lines[1], lines[2], lines[3]) if _is_board(lines) else None


def _is_board(lines: list[int]) -> bool:
    return lines[1] - lines[0] >= 3 and lines[3] - lines[2] >= 3


def _move(lying: NDArray[np.bool_], standing: NDArray[np.bool_], lines: list[int], side: int) -> None:
    """Move one side of the rectangle out by a line that is seen, or in from one that is not."""
    top, bottom, left, right = lines
    outward = -1 if side in (0, 2) else 1
    at = lines[side]
    beyond = at + outward
    if side < 2:
        seen = lying[:, left:right].mean(axis=1)
        links = standing[:, left : right + 1].mean(axis=1)
    else:
        seen = standing[top:bottom].mean(axis=0)
        links = lying[top : bottom + 1].mean(axis=0)
    if not _is_board(lines):
        return
    if seen[at] < MOST:
        lines[side] = at - outward
    elif 0 <= beyond < len(seen) and seen[beyond] >= MOST and links[min(at, beyond)] >= CROSSING:
        lines[side] = beyond
