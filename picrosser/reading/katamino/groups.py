"""Pieces in, those that touch each other out, each group on one lattice: a board; and those that lie apart.

Pieces of one board stand on whole cells of one lattice, at most a line apart. The blank part of the board is
an area of whole cells on the same lattice, or many areas of one cell each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import Shape
from picrosser.reading.katamino.areas import Area, AreasFound
from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound
from picrosser.reading.katamino.shapes import PENTOMINO

TOUCHING = (
    0.2  # of a cell: half of the line that may lie between two pieces; pieces apart leave more than a cell
)
OFF = 0.25  # of a cell: how far a piece may be from the lattice of its neighbour
GREY = 0.18  # see `AreasFound.colourfulness`: blank cells are white, grey or black
SEVERAL = 2  # times that a piece is shown, and boards
MOST_BLANK = 100  # cells


@dataclass(frozen=True, slots=True, eq=False)
class OnBoard:
    """An area on a board, and its cells on the board's lattice."""

    seen: PieceSeen
    cells: Shape


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Pieces that touch each other.

    pieces : the areas of five cells that are pieces.
    blank : the areas that are none.
    lattice : of the smallest rectangle that holds all of them, in the picture.
    faults : what speaks against it, in words.
    """

    pieces: tuple[OnBoard, ...]
    blank: tuple[OnBoard, ...]
    lattice: Lattice
    faults: tuple[str, ...]

    @property
    def cells(self) -> Shape:
        """All cells, in reading order."""
        return tuple(sorted({cell for part in (*self.pieces, *self.blank) for cell in part.cells}))


@dataclass(frozen=True, slots=True, eq=False)
class GroupsFound:
    """How the pieces of a picture lie.

    found : the pieces.
    apart : those that touch no other.
    boards : the others, the largest group first.
    """

    found: PiecesFound
    apart: tuple[PieceSeen, ...]
    boards: tuple[Group, ...]


def group_pieces(found: PiecesFound) -> GroupsFound:
    """Part the pieces on boards from those that lie apart."""
    parts = [*found.pieces, *(odd for odd in found.odd if _may_be_blank(found, odd))]
    if not parts:
        return GroupsFound(found, (), ())
    apart: list[PieceSeen] = []
    boards: list[Group] = []
    for members in _touching(found, parts):
        pieces = [part for part in members if not _is_blank(found, part)]
        if len(members) == 1 and not pieces and _is_outlined_piece(members[0]):
            pieces = members
        if not pieces and len(members) == 1 and not is_board(members[0].shape):
            continue
        if len(members) == 1 and pieces:
            apart += pieces
            continue
        group = _on_lattice(found, members)
        if group.blank and pieces:
            alone = _on_lattice(found, pieces)
            if is_board(alone.cells):  # then what else lies there, of the page, say, is no part of it
                group = alone
            elif not is_board(group.cells) and _has_no_room(found, group, pieces):
                apart += pieces
                continue
        if pieces or is_board(group.cells):
            boards.append(group)
    if _is_table(found, boards):
        return GroupsFound(found, found.pieces, ())
    if any(is_board(group.cells) for group in boards):  # then a piece that touches a texture lies apart
        lone = [group for group in boards if len(group.pieces) == 1 and not is_board(group.cells)]
        apart += [part.seen for group in lone for part in group.pieces]
        boards = [group for group in boards if group not in lone]
    boards.sort(key=lambda group: -len(group.cells))
    return GroupsFound(found, tuple(apart), tuple(boards))


def _has_no_room(found: PiecesFound, group: Group, pieces: Sequence[PieceSeen]) -> bool:
    """Whether no piece has room where a group is blank, and only that joins its pieces: it is the page's."""
    blank = sum(len(part.cells) for part in group.blank)
    return blank < PENTOMINO and len(_touching(found, pieces)) == len(pieces)


def _is_table(found: PiecesFound, boards: Sequence[Group]) -> bool:
    """Whether these are the cells of a card: between its lines each looks like a board with a piece on it.

    A picture shows one board, and a piece twice at most: apart, and on the board.
    """
    seen = [part.piece.number for part in found.pieces]
    often = max(map(seen.count, seen), default=0)
    enclosed = sum(bool(group.pieces and group.blank) for group in boards)
    return often > SEVERAL or (often == SEVERAL and enclosed >= SEVERAL)


def _may_be_blank(found: PiecesFound, odd: PieceSeen) -> bool:
    return may_be_blank(found.areas, odd.area) and len(odd.shape) <= MOST_BLANK


def may_be_blank(areas: AreasFound, area: Area) -> bool:
    """Whether an area may be of a board's blank cells by its colour, and where it is."""
    if area.colour == areas.backdrop:
        return not _at_edge(areas, area.box)  # else it is the page
    return areas.colourfulness(area.colour) < GREY


def _is_outlined_piece(part: PieceSeen) -> bool:
    """Whether the page shows through an outline of a piece; bars may be anything."""
    return len(part.shape) == PENTOMINO and min(_size(part.shape)) > 1


def _at_edge(areas: AreasFound, box: Box) -> bool:
    height, width = areas.classes.shape
    return min(box.top, box.left) == 0 or box.bottom == height or box.right == width


def _is_blank(found: PiecesFound, part: PieceSeen) -> bool:
    return len(part.shape) != PENTOMINO or part.area.colour == found.areas.backdrop


def is_board(cells: Shape) -> bool:
    """Whether it is a rectangle such as pieces of five cells can fill."""
    rows, cols = _size(cells)
    return len(cells) == rows * cols and min(rows, cols) >= 3 and len(cells) % 5 == 0


def _size(cells: Iterable[Cell]) -> tuple[int, int]:
    placed = list(cells)
    rows, cols = [row for row, _ in placed], [col for _, col in placed]
    return 1 + max(rows) - min(rows), 1 + max(cols) - min(cols)


def _touching(found: PiecesFound, parts: Sequence[PieceSeen]) -> list[list[PieceSeen]]:
    """The parts in groups, each of parts that touch."""
    reach = max(1, round(TOUCHING * min(found.unit_px)))
    canvas = np.zeros(found.areas.classes.shape, bool)
    for part in parts:
        box = part.area.box
        canvas[box.slices] |= part.area.mask
    canvas = np.pad(canvas, reach)
    grown = ndimage.maximum_filter(canvas, 2 * reach + 1)
    labels, _ = ndimage.label(grown)
    groups: dict[int, list[PieceSeen]] = {}
    for part in parts:
        row, col = np.argwhere(part.area.mask)[0]
        at = labels[reach + part.area.box.top + row, reach + part.area.box.left + col]
        groups.setdefault(int(at), []).append(part)
    return list(groups.values())


def _on_lattice(found: PiecesFound, members: list[PieceSeen]) -> Group:
    """Give all members their cells, each by its nearest neighbour that has them already."""
    faults: list[str] = []
    corners: dict[int, NDArray[np.float64]] = {0: np.zeros(2)}
    unit = np.array(found.unit_px)
    tops = np.array([(part.box.top, part.box.left) for part in members], np.float64)
    middles = np.array([((b.top + b.bottom) / 2, (b.left + b.right) / 2) for b in (p.box for p in members)])
    while len(corners) < len(members):
        known, left = list(corners), [at for at in range(len(members)) if at not in corners]
        gaps = np.abs(middles[left][:, None] - middles[known][None]).sum(axis=2)
        new, old = np.unravel_index(int(gaps.argmin()), gaps.shape)
        step = (tops[left[new]] - tops[known[old]]) / unit
        if np.abs(step - np.rint(step)).max() > OFF:
            faults.append("the pieces on the board stand on no common lattice")
        corners[left[new]] = corners[known[old]] + np.rint(step)
    first = np.min(list(corners.values()), axis=0)
    placed: list[OnBoard] = []
    for at, part in enumerate(members):
        top, left_col = (int(v) for v in corners[at] - first)
        placed.append(OnBoard(part, tuple((row + top, col + left_col) for row, col in part.shape)))
    if len({cell for part in placed for cell in part.cells}) < sum(len(part.cells) for part in placed):
        faults.append("two pieces on the board cover one cell")
    return Group(
        pieces=tuple(part for part in placed if not _is_blank(found, part.seen)),
        blank=tuple(part for part in placed if _is_blank(found, part.seen)),
        lattice=_lattice(found, placed),
        faults=tuple(dict.fromkeys(faults)),
    )


def _lattice(found: PiecesFound, placed: Sequence[OnBoard]) -> Lattice:
    """The lines through the edges of all parts, evenly spaced."""
    edges: list[tuple[int, ...]] = []
    for axis, (low, high) in enumerate((("top", "bottom"), ("left", "right"))):
        indices, ats = [], []
        for part in placed:
            along = [cell[axis] for cell in part.cells]
            indices += [min(along), 1 + max(along)]
            ats += [getattr(part.seen.box, low), getattr(part.seen.box, high)]
        slope, start = np.polyfit(indices, ats, 1)
        lines = found.areas.grain * (start + slope * np.arange(1 + max(indices)))
        edges.append(tuple(int(v) for v in np.rint(lines)))
    return Lattice(edges[0], edges[1])
