"""Decide how the pieces lie: in rows, each apart from the others, or touching each other on a board.

The pieces of one board stand on whole cells of one lattice, at most a line's width apart. The blank part of a
board is an area of whole cells on the same lattice, or many areas of one cell each.

A board may be drawn larger than the pieces beside it. Then the areas that the first unit cell cannot cut are
cut by a second one (`group_two_scales`). That is believed only if everything comes out even: there is one
board, and it has five cells for each piece of the picture, no more and no less.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.katamino import first_repeated
from picrosser.puzzles.polyomino import PENTOMINO, Shape
from picrosser.reading.katamino.areas import Area, AreasFound
from picrosser.reading.katamino.pieces import (
    MAX_OFF,
    MAX_UNIT_DIFFERENCE,
    MIN_BOX_FILLED,
    MOST_CELLS,
    PieceSeen,
    PiecesFound,
    Unit,
    are_near,
    cut_all,
    pentomino_cuts,
)

# Of the first unit: letters and digits may look like pieces with a unit of 0.25; boards, and pieces beside
# them, that were missed had 0.7 and more
MIN_SECOND_UNIT = 0.5
MAX_COLUMN_OFFSET = 1.2  # cells between the middles of one column's pieces; columns are 5 cells apart


class OnBoard(NamedTuple):
    """An area on a board, and its cells on the board's lattice."""

    seen: PieceSeen
    cells: Shape


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Pieces that touch each other. blank : areas of blank cells.

    lattice : of the smallest rectangle that contains all of them, in pixels of the picture.
    faults : sentences that say why this may be no board.
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
    """How the pieces lie. apart : those that touch no other. boards : of the others, the largest first."""

    pieces_found: PiecesFound
    apart: tuple[PieceSeen, ...]
    boards: tuple[Group, ...]

    @property
    def rows(self) -> list[list[PieceSeen]]:
        """The pieces apart row by row from the top, each row from left to right."""
        rows: list[list[PieceSeen]] = []
        bottom, least = 0, MAX_OFF * self.pieces_found.unit_px[0]
        for piece in sorted(self.apart, key=lambda seen: seen.box.top):
            if not rows or piece.box.top >= bottom - least:
                rows.append([])
            rows[-1].append(piece)
            bottom = max(bottom, piece.box.bottom)
        return [sorted(row, key=lambda seen: seen.box.left) for row in rows]

    @property
    def columns(self) -> list[float]:
        """The middle of each column in which the pieces of several rows stand, from left to right."""
        places = np.sort([piece.box.middle[1] for piece in self.apart])
        is_next = np.diff(places) >= MAX_COLUMN_OFFSET * self.pieces_found.unit_px[1]
        columns = np.split(places, np.flatnonzero(is_next) + 1)
        return [float(column[0] + column[-1]) / 2 for column in columns if len(column)]

    @property
    def all_pieces(self) -> list[PieceSeen]:
        """The pieces apart, then those on boards."""
        return [*self.apart, *(part.seen for group in self.boards for part in group.pieces)]


def group_pieces(found: PiecesFound) -> GroupsFound:
    """Separate the pieces on boards from those that lie apart."""
    others = (other for other in found.other_shapes if len(other.shape) <= MOST_CELLS)
    blank = (other for other in others if may_be_blank(found.areas, other.area))
    apart: list[PieceSeen] = []
    boards: list[Group] = []
    for members in _touching(found, [*found.pieces, *blank]):
        has_piece = any(not _is_blank(found, part) for part in members)
        if len(members) == 1 and has_piece:
            apart += members
            continue
        group = _on_lattice(found, members)
        if has_piece or is_board(group.cells):
            boards.append(group)
    if _are_table_cells(found, boards):
        return GroupsFound(found, found.pieces, ())
    boards.sort(key=lambda group: -len(group.cells))
    return GroupsFound(found, tuple(apart), tuple(boards))


def _are_table_cells(found: PiecesFound, boards: Sequence[Group]) -> bool:
    """Whether the boards are the cells of a card's table: a picture shows each piece at most twice."""
    seen = [part.piece.number for part in found.pieces]
    repeats = max(map(seen.count, seen), default=0)
    enclosed = sum(bool(group.pieces and group.blank) for group in boards)
    return repeats > 2 or (repeats == 2 and enclosed >= 2)


def may_be_blank(areas: AreasFound, area: Area) -> bool:
    """Whether an area's colour and place permit it to be blank cells of a board."""
    box, (height, width) = area.box, areas.classes.shape
    if area.colour == areas.background:  # at the edge of the picture it is the page
        return min(box.top, box.left) > 0 and box.bottom < height and box.right < width
    return areas.is_grey(area.colour)


def _is_blank(found: PiecesFound, part: PieceSeen) -> bool:
    return len(part.shape) != PENTOMINO or part.area.colour == found.areas.background


def is_board(cells: Shape) -> bool:
    """Whether the cells are a rectangle that pieces of five cells can fill."""
    rows, cols = (np.ptp(cells, axis=0) + 1).tolist()
    return len(cells) == rows * cols and min(rows, cols) >= 3 and len(cells) % PENTOMINO == 0


def _touching(found: PiecesFound, parts: Sequence[PieceSeen]) -> list[list[PieceSeen]]:
    """The parts in groups; the parts of one group touch."""
    from scipy.ndimage import maximum_filter  # few pictures come here
    from skimage.measure import label

    reach = max(1, round(MAX_OFF * min(found.unit_px)))
    canvas = np.zeros(found.areas.classes.shape, bool)
    for part in parts:
        canvas[part.area.box.slices] |= part.area.mask
    labels = label(maximum_filter(canvas, 2 * reach + 1), connectivity=1)
    groups: dict[int, list[PieceSeen]] = {}
    for part in parts:
        groups.setdefault(int(labels[part.area.box.slices][part.area.mask][0]), []).append(part)
    return list(groups.values())


def _on_lattice(found: PiecesFound, members: list[PieceSeen]) -> Group:
    """Give all members their cells, each relative to the nearest member that has cells already."""
    most_off = 0.0
    corners = np.zeros((len(members), 2), int)
    tops = np.array([(part.box.top, part.box.left) for part in members], np.float64)
    middles = np.array([part.box.middle for part in members])
    known, others = [0], list(range(1, len(members)))
    while others:
        gaps = np.abs(middles[others][:, None] - middles[known]).sum(axis=2)
        new, old = np.unravel_index(int(gaps.argmin()), gaps.shape)
        step = (tops[others[new]] - tops[known[old]]) / found.unit_px
        most_off = max(most_off, float(np.abs(step - np.rint(step)).max()))
        corners[others[new]] = corners[known[old]] + np.rint(step)
        known.append(others.pop(new))
    placed = [
        OnBoard(part, tuple((row + top, col + left) for row, col in part.shape))
        for part, (top, left) in zip(members, (corners - corners.min(axis=0)).tolist(), strict=True)
    ]
    cells = [cell for part in placed for cell in part.cells]
    faults = []
    if most_off > MAX_OFF:
        faults.append("the pieces on the board do not share one lattice")
    if len(set(cells)) < len(cells):
        faults.append("two pieces on the board cover one cell")
    return Group(
        pieces=tuple(part for part in placed if not _is_blank(found, part.seen)),
        blank=tuple(part for part in placed if _is_blank(found, part.seen)),
        lattice=_fitted_lattice(found, placed),
        faults=tuple(faults),
    )


def _fitted_lattice(found: PiecesFound, placed: Sequence[OnBoard]) -> Lattice:
    """The evenly spaced lines that fit the edges of all parts best (least squares)."""
    edges: list[tuple[int, ...]] = []
    for axis in (0, 1):
        indices, edges_px = [], []
        for part in placed:
            along = [cell[axis] for cell in part.cells]
            side = part.seen.box.slices[axis]
            indices += [min(along), 1 + max(along)]
            edges_px += [side.start, side.stop]
        slope, start = np.polyfit(indices, edges_px, 1)
        lines = found.areas.reduction * (start + slope * np.arange(1 + max(indices)))
        edges.append(tuple(np.rint(lines).astype(int).tolist()))
    return Lattice(edges[0], edges[1])


# A board and pieces apart that are drawn in two sizes.


def leaves_gaps(groups: GroupsFound) -> bool:
    """Whether a board has blank cells, or grey pieces that may be gaps, other than the pieces apart fill."""
    if not groups.boards:
        return False
    board, areas = groups.boards[0], groups.pieces_found.areas
    laid = sum(not areas.is_grey(part.seen.area.colour) for part in board.pieces)
    return len(board.cells) != PENTOMINO * (laid + len(groups.apart))


def group_two_scales(found: PiecesFound) -> GroupsFound | None:
    """Group the pieces of a picture that draws them in two sizes, if all of them together fill the one board.

    found : the pieces with the unit that most pieces have.
    """
    for cut in _cut_by_second_units(found):
        own = group_pieces(cut)
        if bool(own.boards) is bool(own.apart):
            continue  # either the board or the pieces beside it have this unit
        placed = [part.seen for group in own.boards for part in (*group.pieces, *group.blank)]
        taken = {id(seen.area) for seen in (*placed, *own.apart)}
        rest = group_pieces(_without(found, own.pieces_found, taken))
        boards = (*own.boards, *rest.boards)
        groups = replace(rest, apart=(*own.apart, *rest.apart), boards=boards)
        if bool(own.boards) is bool(rest.apart) and len(boards) == 1 and _comes_out_even(groups):
            return groups
    return None


def shows_another_size(found: PiecesFound) -> bool:
    """Whether other areas are pieces, or cells of a board, that are not much smaller than those found."""
    return any(
        any(seen.piece.letter != "I" for seen in cut.pieces)  # any long rectangle looks like a bar
        or sum(len(seen.shape) for seen in cut.other_shapes) > PENTOMINO
        for cut in _cut_by_second_units(found, MIN_SECOND_UNIT)
    )


def _cut_by_second_units(found: PiecesFound, least: float = 0.0) -> Iterator[PiecesFound]:
    """The areas that are no pieces, cut by each candidate for a second unit; `least` : of the first one."""
    known = {id(seen.area) for seen in found.pieces}
    left = tuple(area for area in found.areas.areas if id(area) not in known)
    for unit in _second_units(found, left):
        if min(np.divide(unit, found.unit_px)) > least:
            yield cut_all(replace(found.areas, areas=left), unit)


def _second_units(found: PiecesFound, left: Sequence[Area]) -> list[Unit]:
    """The candidates for the second unit, of the form of the first one, each once."""
    units: list[Unit] = []
    for unit in (unit for area in left for unit in _units_of(found, area)):
        down, across = np.divide(unit, found.unit_px)
        has_its_form = abs(np.log(down / across)) < MAX_UNIT_DIFFERENCE
        if has_its_form and not any(are_near(unit, other) for other in (found.unit_px, *units)):
            units.append(unit)
    return units


def _units_of(found: PiecesFound, area: Area) -> Iterator[Unit]:
    """The units that an area has if it is a piece, a single blank cell, or a board that all pieces fill."""
    height, width = area.mask.shape
    if area.colour != found.areas.background:
        yield from (cut.unit_px for cut in pentomino_cuts(area))
    if may_be_blank(found.areas, area) and area.pixels > MIN_BOX_FILLED * area.mask.size:
        yield height, width
        for length in {len(found.kinds), len(found.pieces)}:
            yield height / PENTOMINO, width / length
            yield height / length, width / PENTOMINO


def _without(first: PiecesFound, second: PiecesFound, taken: set[int]) -> PiecesFound:
    """The first unit's pieces, with the areas that neither unit explains; `taken` are ids of areas."""
    known = taken | {id(seen.area) for seen in first.pieces}
    fragments = {id(area): area for area in (*first.fragments, *second.fragments) if id(area) not in known}
    return replace(
        first,
        other_shapes=tuple(other for other in first.other_shapes if id(other.area) not in taken),
        fragments=tuple(fragments.values()),
    )


def _comes_out_even(groups: GroupsFound) -> bool:
    """Whether the one board has five cells for each piece of the picture, and no piece is shown twice."""
    (board,) = groups.boards
    apart = [seen.piece for seen in groups.apart]
    lying = [part.seen.piece for part in board.pieces]
    if board.faults or not is_board(board.cells) or first_repeated(apart) or first_repeated(lying):
        return False
    return len(board.cells) == PENTOMINO * len({*apart, *lying})
