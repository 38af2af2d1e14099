"""The recipe for reading a picture of a Katamino, turned upright if necessary. Read this first.

Every stage is a plain function from earlier results to one frozen result: the flat areas of the picture
(`areas`), the pieces among them (`pieces`), how the pieces lie (`groups`), the numbers in the head of their
card or in a card that prints only numbers (`number_table`), and the problems they state (`assemble`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from picrosser.errors import GridNotFoundError
from picrosser.imaging.pixels import RGB
from picrosser.reading.katamino.areas import AreasFound, find_areas, has_few_tones
from picrosser.reading.katamino.assemble import assemble_numbers, assemble_pieces
from picrosser.reading.katamino.groups import (
    GroupsFound,
    group_pieces,
    group_two_scales,
    leaves_gaps,
    shows_another_size,
)
from picrosser.reading.katamino.number_table import find_number_table, find_printed
from picrosser.reading.katamino.pieces import PiecesFound, are_texture, find_pieces
from picrosser.reading.katamino.reading import KataminoReading, doubt_about
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import StageListener, ignore

if TYPE_CHECKING:
    from picrosser.reading.photograph.from_the_front import StraightScreen

ANOTHER_SIZE = doubt_about("pieces or cells of another size are in the picture, too")
ON_LINES = doubt_about("a piece lies on evenly spaced lines, which may be a board's")

T = TypeVar("T")


class PiecesSought(NamedTuple):
    """The first stages, which a later reading need not repeat. found : None if no pieces of a Katamino."""

    areas: AreasFound
    found: PiecesFound | None


def seek_pieces(image: RGB, *, lit_unevenly: bool = False) -> PiecesSought:
    """Look for drawn pieces. image : (H, W, 3) uint8 sRGB. lit_unevenly : see `find_areas`."""
    areas = find_areas(image, lit_unevenly=lit_unevenly)
    return PiecesSought(areas, find_pieces(areas))


def read_katamino(
    image: RGB,
    on_stage: StageListener = ignore,
    *,
    drawn_only: bool = False,
    with_table: bool = True,
    sought: PiecesSought | None = None,
    page: PageEvidence | None = None,
) -> KataminoReading:
    """Read a card, pieces that lie apart, or a board, also if it is tilted or lit unevenly.

    image : (H, W, 3) uint8 sRGB.
    on_stage : called with AreasFound, then with PiecesFound, GroupsFound and PrintedFound, or with
        NumberTable, and finally with KataminoReading; it stops at the stage that fails. When the picture
        lies askew, StraightScreen follows, then all stages again with its image.
    drawn_only : look for drawn pieces that stand upright, which is quick, and for nothing else.
    with_table : look for a table that prints only the numbers of pieces, too; the picture may show digits.
    sought : what `seek_pieces` returned for this picture, if it was called. page : its ink, if it was found.

    Raises
    ------
    GridNotFoundError : the picture shows no Katamino.
    """
    sought, page = sought or seek_pieces(image), page or PageEvidence(image)
    best: KataminoReading | None = None
    most_pieces = 0
    for straight, lit_unevenly in _looks(image, sought, on_stage, drawn_only=drawn_only):
        shown = image if straight is None else straight.image
        if straight or lit_unevenly:
            sought = seek_pieces(shown, lit_unevenly=lit_unevenly)
        tables = with_table and not (drawn_only or lit_unevenly)
        reading = _read_upright(page.of_picture(shown), sought, on_stage, with_table=tables)
        if reading is None:
            continue
        # Hue alone shows no grey pieces, so that look has to show more, or a board full of pieces.
        board = reading.board
        pieces = reading.pieces_in_rows + len(board.placed if board else ())
        if lit_unevenly and pieces <= most_pieces and (board is None or board.blank):
            continue
        if board is None and best is not None and best.board is not None:
            continue  # another look has seen a board, though in doubt
        most_pieces = pieces
        if straight is not None:
            reading = _in_original(reading, straight)
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


def _looks(
    image: RGB, sought: PiecesSought, on_stage: StageListener, *, drawn_only: bool
) -> Iterator[tuple[StraightScreen | None, bool]]:
    """How to look at the picture: None as it lies, or made straight; and whether it is lit unevenly."""
    yield None, False
    if drawn_only:
        return
    if may_be_lit_unevenly(sought):
        yield None, True
    from picrosser.reading.photograph.from_the_front import straighten  # few pictures need it

    straight = straighten(image)
    if straight is not None:
        on_stage(straight)
        yield straight, False


def may_be_lit_unevenly(sought: PiecesSought) -> bool:
    """Whether light may hide pieces that hue shows: neither texture nor the few tones of a screen fill it."""
    areas = sought.areas
    return sought.found is not None or not (are_texture(areas) or has_few_tones(areas.pixels))


def _in_original(reading: KataminoReading, straight: StraightScreen) -> KataminoReading:
    """A reading of a picture made straight, with the places in the original."""
    return replace(
        reading,
        lattice=reading.lattice and reading.lattice.led_on(np.array(straight.to_picture)),
        row_boxes=tuple(box.led_on(straight.to_picture) for box in reading.row_boxes),
        flat=straight.image,
    )


def _read_upright(
    page: PageEvidence, sought: PiecesSought, on_stage: StageListener, *, with_table: bool
) -> KataminoReading | None:
    """Read a picture that stands upright; None if it shows no Katamino. Parameters as above."""

    def seen(result: T) -> T:
        on_stage(result)
        return result

    seen(sought.areas)
    found = sought.found
    if found is None:
        table = find_number_table(page) if with_table else None
        return None if table is None else seen(assemble_numbers(seen(table)))
    groups = seen(group_pieces(seen(found)))
    printed = seen(find_printed(page, groups)) if len(groups.rows) > 1 else None
    reading = seen(assemble_pieces(groups, printed))
    is_part = not (reading.doubts or reading.is_card) and shows_another_size(found)
    if reading.doubts or is_part or leaves_gaps(groups):
        two_scales = group_two_scales(found)
        if two_scales is not None:
            return seen(assemble_pieces(seen(two_scales)))
    if is_part:
        return seen(replace(reading, doubts=(ANOTHER_SIZE,)))
    if reading.board is None and not (reading.doubts or reading.is_card) and _lies_on_lines(page, groups):
        return seen(replace(reading, doubts=(ON_LINES,)))
    return reading


def _lies_on_lines(page: PageEvidence, groups: GroupsFound) -> bool:
    """Whether a piece lies among evenly spaced lines: on a board whose cells have the page's tone."""
    from picrosser.reading.lattice.grid import seek_ruled_board  # a picture with a board does not come here

    ruled = seek_ruled_board(page.luma).sure
    if ruled is None:
        return False
    board, reduction = ruled.lattice.board, groups.pieces_found.areas.reduction
    middles = (seen.box.times(reduction).middle for seen in groups.apart)
    return any(board.top < row < board.bottom and board.left < col < board.right for row, col in middles)
