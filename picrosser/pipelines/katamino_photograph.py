"""A Katamino board on a table: its cells are found as a ruled sheet, then what lies on it and beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from picrosser.imaging.pixels import RGB, Box
from picrosser.packing.pack import PackStatus, pack
from picrosser.pipelines.katamino import KataminoSolved, solve_reading
from picrosser.pipelines.stages import StageClock
from picrosser.puzzles.katamino import Board, CardRow, Katamino, first_repeated
from picrosser.puzzles.polyomino import PENTOMINO
from picrosser.reading.katamino.read import box_in_original
from picrosser.reading.katamino.reading import KataminoReading, Kind, doubt_about
from picrosser.reading.katamino.table_board import TableBoard, read_table_boards
from picrosser.reading.katamino.table_pieces import LoosePiece, LoosePieces, find_loose_pieces
from picrosser.reading.photograph.katamino_boards import boards_on
from picrosser.reading.photograph.plane import Plane, straight_plane
from picrosser.reading.photograph.sheet import SheetFound
from picrosser.reading.stages import StageListener
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import counted

CELL_PX = 32  # of the straight picture


def solve_table(
    image: RGB, sheets: Sequence[SheetFound], deadline: Deadline, on_stage: StageListener
) -> KataminoSolved | None:
    """Read a photograph of a Katamino board on a table, and pack what it shows.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    sheets : the ruled sheets in it, the largest first.

    Returns
    -------
    The result, whose lattice leads to the photograph; None if no sheet is a board with pieces on it or beside
    it. Every piece has to be seen: it leaves a doubt unless the pieces cover as many cells as the board has.
    """
    in_doubt: KataminoSolved | None = None
    for sheet in boards_on(sheets):
        deadline.check("reading a Katamino board on a table")
        plane = straight_plane(image, sheet, CELL_PX)
        clock = StageClock(on_stage, deadline)
        clock(plane)
        reading = _read_plane(plane, clock)
        if reading is not None and (in_doubt is None or not reading.doubts):
            clock(reading)
            solved = solve_reading(image, reading, clock)
            if not solved.doubts:
                return solved
            in_doubt = in_doubt or solved
    return in_doubt


def _read_plane(plane: Plane, clock: StageClock) -> KataminoReading | None:
    """What a plane with a board states, as far as possible without doubts; None if it shows no pieces, or is
    covered by what cannot be divided into pieces: paper is, and screens are.

    If its hues do not tell what lies on the board, its relief may, in several ways. Then just one of them has
    to agree with all pieces that are seen beside the board, and to leave room for these.
    """
    board, *ways = read_table_boards(plane.image, plane.lattice)
    clock(board)
    others = [way for way in ways if way.placed]
    if board.why and not others and not board.free.any():
        return None  # to look for pieces beside it takes ten times as long
    reading: KataminoReading | None = None
    loose: LoosePieces | None = None
    for loose in find_loose_pieces(plane.image, plane.lattice):
        clock(loose)
        if not (board.placed or others or loose.pieces):
            return None  # where the first look shows no piece, further ones show none
        if board.placed or loose.pieces:
            reading = _reading(plane, board, loose)
        if (board.why and not others) or (reading is not None and not reading.doubts):
            return reading
    read = [_reading(plane, other, loose) for other in others if loose is not None]
    sure = [way for way in read if not way.doubts and way.board is not None and _has_room(way)]
    if len({way.board for way in sure}) == 1:
        return sure[0]
    return reading


def _has_room(reading: KataminoReading) -> bool:
    """Whether the pieces beside a board fill what is free on it."""
    assert reading.board is not None
    return pack(Katamino(reading.rows[0].pieces, reading.board.blank)).status is PackStatus.PACKED


def _each_once(pieces: Sequence[LoosePiece]) -> tuple[LoosePiece, ...]:
    """The pieces; of those that look like one piece of the box only that which fits best."""
    best = {seen.piece: seen for seen in sorted(pieces, key=lambda seen: seen.fit)}
    return tuple(seen for seen in pieces if best[seen.piece] is seen)


def _reading(plane: Plane, board: TableBoard, loose: LoosePieces) -> KataminoReading:
    """What the photograph states; anything that does not come out even is a doubt."""
    rows, cols = plane.lattice.shape
    # On a full board all pieces of the problem lie; what looks like one beside it is something else.
    beside = _each_once(loose.pieces) if board.free.any() else ()
    pieces = tuple(seen.piece for seen in beside)
    lying = [placed.piece for placed in board.placed]
    doubts = [doubt_about(f"of the board, {board.why}")] if board.why else []
    twice = first_repeated([*lying, *pieces])
    if twice is not None:
        doubts.append(doubt_about(f"piece {twice} is shown twice"))
    left = int(board.free.sum())
    if not doubts and PENTOMINO * len(pieces) != left:
        shown = f"{counted(len(pieces), 'piece')} beside the board" if pieces else "no piece beside the board"
        doubts.append(doubt_about(f"{shown} can be told, and {left} of its cells are free"))
    to_picture = plane.lattice.to_picture
    assert isinstance(to_picture, tuple)  # a plane's is a homography
    boxes = [box_in_original(seen.box, to_picture) for seen in beside]
    edges = np.array([(box.top, box.left, box.bottom, box.right) for box in boxes]).reshape(-1, 4)
    around = [Box(*edges[:, :2].min(axis=0).tolist(), *edges[:, 2:].max(axis=0).tolist())] if boxes else []
    return KataminoReading(
        kind=Kind.BOARD if board.placed else Kind.PIECES,
        rows=(CardRow("", pieces, len(pieces)),) if pieces else (),
        row_boxes=tuple(around),
        board=Board(tuple((row, col) for row in range(rows) for col in range(cols)), board.placed),
        lattice=plane.lattice,
        colours={
            **{seen.piece.number: seen.colour for seen in beside},
            **{piece.number: colour for piece, colour in zip(lying, board.colours, strict=True)},
        },
        doubts=tuple(doubts),
        flat=plane.image,
    )
