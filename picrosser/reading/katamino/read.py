"""The recipe for Katamino: a picture through all stages. Read this first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from picrosser.pixels import RGB
from picrosser.reading.katamino.assemble import assemble_pieces
from picrosser.reading.katamino.groups import group_pieces
from picrosser.reading.katamino.pieces import find_pieces
from picrosser.reading.katamino.reading import KataminoReading

StageListener: TypeAlias = Callable[[object], None]
"""Called with each stage's result as it ends, in order."""

T = TypeVar("T")


def ignore(_: object) -> None:
    """Listen to nothing."""


def read_katamino(image: RGB, on_stage: StageListener = ignore) -> KataminoReading:
    """Read a card, pieces that lie apart, or a board.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with PiecesFound, GroupsFound and KataminoReading, as far as it gets.

    Raises
    ------
    GridNotFoundError : the picture shows no Katamino.
    """

    def seen(result: T) -> T:
        on_stage(result)
        return result

    found = seen(find_pieces(image))
    groups = seen(group_pieces(found))
    return seen(assemble_pieces(groups))
