"""Which of a picture's evenly spaced lines bound one area: it is prolonged and trimmed by what is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

MOST = 0.6  # of a line's sides have to be seen, hidden ones aside
CROSSING = 0.5  # and of the sides that lead to it
SHOWN = 0.25  # of a line's sides at least are not hidden
BEYOND = 2  # lines that may lie unseen before one that is seen: rows that are filled from end to end
MIN_LINES = 4  # of an area each way
MISSING = 1  # of a cell's four sides may be unseen
# Between two areas; a gridded one may have no grid in the corner between its hints.
GAP = -0.7
NO_CELL = -2.0  # what is no cell counts against an area, where a cell counts 1

Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class SeenLines:
    """The sides along every line of one axis over the whole picture: (lines, cells) bool each.

    seen : there is an edge.
    hidden : there is none, since the cells at both sides are filled alike.
    """

    seen: Flags
    hidden: Flags

    def shares(self, cells: slice) -> NDArray[np.float64]:
        """(lines,) the share of each line's sides, hidden ones aside, that is seen; 0 with too few."""
        seen, hidden = self.seen[:, cells].sum(axis=1), self.hidden[:, cells].sum(axis=1)
        total = cells.stop - cells.start
        shown = total - hidden
        return np.where(shown >= SHOWN * total, seen / np.maximum(shown, 1), 0.0)

    def links(self, lines: slice) -> NDArray[np.float64]:
        """(cells,) the share of the lines, hidden ones aside, that is seen in each row across them."""
        shown = (~self.hidden[lines]).sum(axis=0)
        return np.asarray(self.seen[lines].sum(axis=0) / np.maximum(shown, 1))


def best_area(lines: tuple[SeenLines, SeenLines], teeth: list[int]) -> list[int] | None:
    """Of the comb's teeth and of what looks most like an area, each prolonged and trimmed, the one with more
    cells, gaps counted off. Teeth may reach over bars and texts: trimmed alone, too much of the board goes.
    """
    unseen = [(~line.seen & ~line.hidden).astype(np.int8) for line in lines]
    cells = unseen[0][1:] + unseen[0][:-1] + (unseen[1][1:] + unseen[1][:-1]).T <= MISSING
    found = [area for box in (teeth, _fullest_box(cells)) if box and (area := _grown(lines, box))]
    worth = np.where(cells, 1, GAP)
    return max(found, key=lambda box: worth[box[0] : box[1], box[2] : box[3]].sum(), default=None)


def _fullest_box(cells: Flags) -> list[int] | None:
    """The rectangle with the most cells that are ones, less those that are none: its lines, as a box."""
    least = MIN_LINES - 1
    sums = np.zeros((cells.shape[0] + 1, cells.shape[1]))
    np.cumsum(np.where(cells, 1, NO_CELL), axis=0, out=sums[1:])
    tops, bottoms = np.triu_indices(len(sums), least)
    ends = np.zeros((len(tops), cells.shape[1] + 1))  # of every band of rows, summed from the left
    np.cumsum(sums[bottoms] - sums[tops], axis=1, out=ends[:, 1:])
    gains = ends[:, least:] - np.minimum.accumulate(ends[:, :-least], axis=1)
    if not gains.size or gains.max() <= 0:
        return None
    band, right = np.unravel_index(int(gains.argmax()), gains.shape)
    left = int(ends[band, : right + 1].argmin())
    return [int(tops[band]), int(bottoms[band]), left, int(right) + least]


def _grown(lines: tuple[SeenLines, SeenLines], teeth: list[int]) -> list[int] | None:
    """Prolong and trim a rectangle of lines: first and last line of rows, then of columns."""
    box = list(teeth)
    for _ in range(sum(lines[0].seen.shape)):
        before = list(box)
        for side in range(4):
            if not _is_area(box):
                return None
            _move(lines, box, side)
        if box == before:
            break
    return box if _is_area(box) else None


def _is_area(box: list[int]) -> bool:
    return min(box[1] - box[0], box[3] - box[2]) >= MIN_LINES - 1


def _move(lines: tuple[SeenLines, SeenLines], box: list[int], side: int) -> None:
    """Move one side of the rectangle out to a line that is seen, or in from one that is not."""
    axis = side // 2
    along = slice(*box[2:]) if axis == 0 else slice(*box[:2])
    outward = -1 if side % 2 == 0 else 1
    crossing = lines[1 - axis]
    links = crossing.links(slice(along.start, along.stop + 1)) >= CROSSING
    shares = lines[axis].shares(along)
    at = box[side]
    inner = at if outward < 0 else at - 1  # the cells within, next to the line
    if shares[at] < MOST or not links[inner]:
        box[side] = at - outward
        return
    for step in range(1, 2 + BEYOND):
        beyond = at + step * outward
        if not 0 <= beyond < len(shares) or not links[min(beyond, beyond - outward)]:
            return
        if shares[beyond] >= MOST:
            box[side] = beyond
            return
