"""The recipe for Katamino: a picture through all stages; if need be turned upright. Read this first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar

import numpy as np

from picrosser.errors import GridNotFoundError
from picrosser.pixels import RGB, Box, Homography, projected
from picrosser.reading.katamino.areas import find_areas
from picrosser.reading.katamino.assemble import assemble_numbers, assemble_pieces
from picrosser.reading.katamino.groups import group_pieces
from picrosser.reading.katamino.number_table import find_number_table
from picrosser.reading.katamino.pieces import find_pieces
from picrosser.reading.katamino.printed import find_printed
from picrosser.reading.katamino.reading import KataminoReading
from picrosser.reading.katamino.table import rows_of

StageListener: TypeAlias = Callable[[object], None]
"""Called with each stage's result as it ends, in order."""

T = TypeVar("T")


def ignore(_: object) -> None:
    """Listen to nothing."""


def read_katamino(
    image: RGB, on_stage: StageListener = ignore, *, drawn_only: bool = False
) -> KataminoReading:
    """Read a card, pieces that lie apart, or a board; a picture that stands askew at a second try.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with the results of all stages as they end, see `read_upright`; when the picture does
        not stand upright, Upright follows, then all stages again with its image.
    drawn_only : look for drawn pieces that stand upright, which is quick, and for nothing else.

    Raises
    ------
    GridNotFoundError : the picture shows no Katamino.
    """
    plain = read_upright(image, on_stage, drawn_only=drawn_only)
    if plain is not None and (drawn_only or not plain.doubts):
        return plain
    turned = None if drawn_only else _read_turned(image, on_stage)
    if turned is not None and not turned.doubts:
        return turned
    best = plain or turned
    if best is None:
        raise GridNotFoundError(
            "no pieces of five cells and no table of their numbers in this picture",
            "give a picture of a card, of pieces in flat colours, or of a board",
        )
    return best


def _read_turned(image: RGB, on_stage: StageListener) -> KataminoReading | None:
    """Turn the picture upright and read it again; None if it is upright, or shows no Katamino then either."""
    from picrosser.reading.upright import straighten

    upright = straighten(image)
    if upright is None:
        return None
    on_stage(upright)
    reading = read_upright(upright.image, on_stage, drawn_only=False)
    if reading is None:
        return None
    lattice = reading.lattice and replace(reading.lattice, to_picture=upright.to_picture)
    boxes = tuple(_in_original(box, upright.to_picture) for box in reading.row_boxes)
    return replace(reading, lattice=lattice, row_boxes=boxes)


def _in_original(box: Box, to_picture: Homography) -> Box:
    """The box round what a box of the turned picture is in the original."""
    corners = np.array([(row, col) for row in (box.top, box.bottom) for col in (box.left, box.right)], float)
    (top, left), (bottom, right) = (
        end(projected(to_picture, corners), axis=0).astype(int).tolist() for end in (np.min, np.max)
    )
    return Box(max(0, top), max(0, left), bottom, right)


def read_upright(
    image: RGB, on_stage: StageListener = ignore, *, drawn_only: bool = False
) -> KataminoReading | None:
    """Read a picture that stands upright; None if it shows no Katamino.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with AreasFound, then with PiecesFound, GroupsFound and PrintedFound or with
        NumberTable, and at last with KataminoReading, as far as it gets.
    drawn_only : do not look for a table that prints only the numbers of pieces.
    """

    def seen(result: T) -> T:
        on_stage(result)
        return result

    areas = seen(find_areas(image))
    found = find_pieces(areas)
    if found is None:
        table = None if drawn_only else find_number_table(image, areas)
        return None if table is None else seen(assemble_numbers(seen(table)))
    groups = seen(group_pieces(seen(found)))
    is_table = len(rows_of(groups.apart, found.unit_px)) > 1
    printed = seen(find_printed(image, groups)) if is_table else None
    return seen(assemble_pieces(groups, printed))
