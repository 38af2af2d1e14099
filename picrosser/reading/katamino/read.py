"""The recipe for reading a picture of a Katamino, turned upright if necessary. Read this first.

Every stage is a plain function from earlier results to one frozen result: the flat areas of the picture
(`areas`), the pieces among them (`pieces`), how the pieces lie (`groups`), the numbers in the head of their
card or in a card that prints only numbers (`number_table`), and the problems they state (`assemble`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from picrosser.errors import GridNotFoundError
from picrosser.imaging.perspective import Homography, project
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.katamino.areas import AreasFound, find_areas
from picrosser.reading.katamino.assemble import assemble_numbers, assemble_pieces
from picrosser.reading.katamino.groups import group_pieces, group_two_scales
from picrosser.reading.katamino.number_table import find_number_table, find_printed
from picrosser.reading.katamino.pieces import PiecesFound, find_pieces
from picrosser.reading.katamino.reading import KataminoReading
from picrosser.reading.stages import StageListener, ignore

if TYPE_CHECKING:
    from picrosser.reading.attempts.upright import Upright

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class PiecesSought:
    """The first stages of reading a picture as it is, which a later, thorough reading need not repeat.

    areas : the flat areas.
    found : the pieces among them; None if these are no pieces of a Katamino.
    """

    areas: AreasFound
    found: PiecesFound | None


def seek_pieces(image: RGB) -> PiecesSought:
    """Look for drawn pieces in a picture, (H, W, 3) uint8 sRGB."""
    areas = find_areas(image)
    return PiecesSought(areas, find_pieces(areas))


def read_katamino(
    image: RGB,
    on_stage: StageListener = ignore,
    *,
    drawn_only: bool = False,
    with_table: bool = True,
    sought: PiecesSought | None = None,
) -> KataminoReading:
    """Read a card, pieces that lie apart, or a board, also if it is tilted.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with the results of all stages as they end, see `read_upright`; when the picture does
        not stand upright, Upright follows, then all stages again with its image.
    drawn_only : look for drawn pieces that stand upright, which is quick, and for nothing else.
    with_table : look for a table that prints only the numbers of pieces, too; the picture may show digits.
    sought : what `seek_pieces` returned for this picture, if it was called.

    Raises
    ------
    GridNotFoundError : the picture shows no Katamino.
    """
    best: KataminoReading | None = None
    for upright in _turns(image, on_stage, as_it_lies=drawn_only):
        reading = read_upright(
            image if upright is None else upright.image,
            on_stage,
            with_table=with_table and not drawn_only,
            sought=sought if upright is None else None,
        )
        if reading is None:
            continue
        if best is not None and reading.board is None and any(doubt.of_board for doubt in best.doubts):
            continue  # it misses the board, too
        if upright is not None:
            reading = _in_original(reading, upright)
        if not reading.doubts:
            return reading
        best = best or reading
    if best is None:
        raise GridNotFoundError(
            "no pieces of five cells and no table of their numbers in this picture",
            "give a picture of a card, of pieces in flat colours, or of a board",
        )
    if not drawn_only:
        on_stage(best)
    return best


def _turns(image: RGB, on_stage: StageListener, *, as_it_lies: bool) -> Iterator[Upright | None]:
    """None for the picture as it lies; then the picture turned upright, if it does not stand so."""
    yield None
    if as_it_lies:
        return
    from picrosser.reading.attempts.upright import straighten  # few pictures need it

    upright = straighten(image)
    if upright is not None:
        on_stage(upright)
        yield upright


def _in_original(reading: KataminoReading, upright: Upright) -> KataminoReading:
    """A reading of a picture turned upright, with the places in the original."""
    return replace(
        reading,
        lattice=reading.lattice and upright.in_original(reading.lattice),
        row_boxes=tuple(box_in_original(box, upright.to_picture) for box in reading.row_boxes),
        flat=upright.image,
    )


def box_in_original(box: Box, to_picture: Homography) -> Box:
    """The bounding box, in the original, of a box of the turned picture."""
    corners = np.array([(row, col) for row in (box.top, box.bottom) for col in (box.left, box.right)], float)
    (top, left), (bottom, right) = (
        end(project(to_picture, corners), axis=0).astype(int).tolist() for end in (np.min, np.max)
    )
    return Box(max(0, top), max(0, left), bottom, right)


def _has_board_of_other_size(reading: KataminoReading) -> bool:
    """Whether the board is blank, and the pieces beside it do not have as many cells."""
    cells = sum(len(piece.shape) for row in reading.rows for piece in row.pieces)
    board = reading.board
    return board is not None and not board.placed and len(board.cells) != cells


def read_upright(
    image: RGB,
    on_stage: StageListener = ignore,
    *,
    with_table: bool = True,
    sought: PiecesSought | None = None,
) -> KataminoReading | None:
    """Read a picture that stands upright; None if it shows no Katamino.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with AreasFound, then with PiecesFound, GroupsFound and PrintedFound, or with
        NumberTable, and finally with KataminoReading; it stops at the stage that fails.
    with_table : look for a table that prints only the numbers of pieces, too.
    sought : what `seek_pieces` returned for this picture, if it was called.
    """

    def seen(result: T) -> T:
        on_stage(result)
        return result

    sought = sought or seek_pieces(image)
    areas, found = seen(sought.areas), sought.found
    if found is None:
        table = find_number_table(image, areas) if with_table else None
        return None if table is None else seen(assemble_numbers(seen(table)))
    groups = seen(group_pieces(seen(found)))
    printed = seen(find_printed(image, groups)) if len(groups.rows) > 1 else None
    reading = seen(assemble_pieces(groups, printed))
    two_scales = group_two_scales(found) if reading.doubts or _has_board_of_other_size(reading) else None
    return reading if two_scales is None else seen(assemble_pieces(seen(two_scales)))
