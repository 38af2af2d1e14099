"""Pieces of one unit cell in, those of a second one out, as a board and a tray that is drawn smaller than it.

What has no whole cells of the first unit is cut by another one: that of some shapes that may be pieces, of a
single blank cell, or of a blank board that all the pieces fill. It is believed where everything comes out
even: one board is found, and it has five cells for each piece of the picture, no more and no less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from picrosser.reading.katamino.areas import Area
from picrosser.reading.katamino.groups import Group, GroupsFound, group_pieces, is_board, may_be_blank
from picrosser.reading.katamino.pieces import SAME_UNIT, PiecesFound, cut_by
from picrosser.reading.katamino.shapes import PENTOMINO, pentominoes

Unit = tuple[float, float]

LEAST_SCALE, MOST_SCALE = 0.45, 2.2  # of the first unit
SAME_FORM = 0.1  # of the logarithms: both units are as high for their width
FILLED = 0.9  # of its box: a blank cell, or a blank board
MOST_TRIED = 12  # units; the largest areas' first
ROWS = 5  # of the game's own board


def group_scales(found: PiecesFound) -> GroupsFound | None:
    """The groups of a picture with pieces of two sizes; None if it has not exactly one board, of all pieces.

    found : the pieces of the unit that most have.
    """
    known = {id(seen.area) for seen in found.pieces}
    left = tuple(area for area in found.areas.areas if id(area) not in known)
    for unit in _units(found, left):
        second = cut_by(replace(found.areas, areas=left), unit, found.closing)
        for groups in (_board_of(found, second), _tray_of(found, second)):
            if groups is not None and _comes_out_even(groups):
                return groups
    return None


def _units(found: PiecesFound, left: Sequence[Area]) -> list[Unit]:
    """The second units that there may be, each once."""
    units: list[Unit] = []
    for area in left:
        for unit in _units_of(found, area):
            if _fits(unit, found.unit_px) and not any(_near(unit, other) for other in units):
                units.append(unit)
    return units[:MOST_TRIED]


def _units_of(found: PiecesFound, area: Area) -> Iterator[Unit]:
    height, width = area.mask.shape
    if not may_be_blank(found.areas, area):
        if area.colour != found.areas.backdrop:
            yield from (cut.unit_px for cut in pentominoes(area))
    elif area.pixels > FILLED * area.mask.size:
        yield height, width
        for long in {len(found.kinds), len(found.pieces)}:
            yield height / ROWS, width / long
            yield height / long, width / ROWS


def _fits(unit: Unit, first: Unit) -> bool:
    down, across = (one / other for one, other in zip(unit, first, strict=True))
    alike = abs(np.log(down / across)) < SAME_FORM
    return bool(alike and LEAST_SCALE < down < MOST_SCALE and not _near(unit, first))


def _near(one: Unit, other: Unit) -> bool:
    return all(abs(np.log(a / b)) < SAME_UNIT / 2 for a, b in zip(one, other, strict=True))


def _board_of(first: PiecesFound, second: PiecesFound) -> GroupsFound | None:
    """Where the board has the second unit, and the pieces of the first lie apart."""
    boards = [group for group in group_pieces(second).boards if is_board(group.cells)]
    if len(boards) != 1:
        return None
    held = _areas_of(boards[0])
    if any(id(seen.area) not in held for seen in second.pieces):
        return None
    rest = _without(first, second, held)
    apart = group_pieces(rest)
    return None if apart.boards else replace(apart, boards=(boards[0],))


def _tray_of(first: PiecesFound, second: PiecesFound) -> GroupsFound | None:
    """Where the board has the first unit, and the pieces of the second lie apart."""
    tray = group_pieces(second)
    if tray.boards or not tray.apart:
        return None
    rest = _without(first, second, {id(seen.area) for seen in tray.apart})
    board = group_pieces(rest)
    if len(board.boards) != 1 or board.apart or not is_board(board.boards[0].cells):
        return None
    return replace(board, apart=tray.apart)


def _without(first: PiecesFound, second: PiecesFound, held: set[int]) -> PiecesFound:
    """The first unit's pieces, and what is odd and strange to both units."""
    strange = {id(area): area for area in (*first.strange, *second.strange) if id(area) not in held}
    known = {id(seen.area) for seen in first.pieces}
    return replace(
        first,
        odd=tuple(odd for odd in first.odd if id(odd.area) not in held),
        strange=tuple(area for at, area in strange.items() if at not in known),
    )


def _areas_of(group: Group) -> set[int]:
    return {id(part.seen.area) for part in (*group.pieces, *group.blank)}


def _comes_out_even(groups: GroupsFound) -> bool:
    (board,) = groups.boards
    apart = [seen.piece.number for seen in groups.apart]
    lying = [part.seen.piece.number for part in board.pieces]
    whole = len(set(apart)) == len(apart) and len(set(lying)) == len(lying) and not board.faults
    return whole and len(board.cells) == PENTOMINO * len({*apart, *lying})
