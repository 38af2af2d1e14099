"""The recipe for Katamino: a picture through all stages. Read this first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from picrosser.errors import GridNotFoundError
from picrosser.pixels import RGB
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
    """Read a card, pieces that lie apart, or a board.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with AreasFound, then with PiecesFound, GroupsFound and PrintedFound or with
        NumberTable, and at last with KataminoReading, as far as it gets.
    drawn_only : look for drawn pieces only, which is quick, and not for a table of their numbers.

    Raises
    ------
    GridNotFoundError : the picture shows no Katamino.
    """

    def seen(result: T) -> T:
        on_stage(result)
        return result

    areas = seen(find_areas(image))
    found = find_pieces(areas)
    if found is None:
        table = None if drawn_only else find_number_table(image, areas)
        if table is None:
            raise GridNotFoundError(
                "no pieces of five cells and no table of their numbers in this picture",
                "give a picture of a card, of pieces in flat colours, or of a board",
            )
        return seen(assemble_numbers(seen(table)))
    groups = seen(group_pieces(seen(found)))
    is_table = len(rows_of(groups.apart, found.unit_px)) > 1
    printed = seen(find_printed(image, groups)) if is_table else None
    return seen(assemble_pieces(groups, printed))
