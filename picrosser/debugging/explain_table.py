"""A Katamino board on a table: the straight picture, the board's cells, and the pieces beside it."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from picrosser.debugging.canvas import BAD, FAINT, GOOD, Canvas
from picrosser.debugging.explanation import Explanation, Note, Run, counted, judged, percent
from picrosser.imaging.pixels import Lattice
from picrosser.reading.katamino.table_board import TableBoard
from picrosser.reading.katamino.table_pieces import LoosePieces
from picrosser.reading.photograph.plane import Plane

T = TypeVar("T")


def explain_plane(plane: Plane, _: Run) -> Explanation:
    """Draw the board's cells over the straight picture."""
    canvas = Canvas(plane.image)
    canvas.lattice(_straight(plane))
    rows, cols = plane.lattice.shape
    return Explanation(
        f"A ruled board of {rows} x {cols} cells, and all that lies in its plane, as seen from above.",
        canvas.picture,
        (Note(f"a cell has {plane.lattice.pitch_px:.0f} px"),),
    )


def explain_table_board(board: TableBoard, run: Run) -> Explanation:
    """Frame the cells of each piece on the board; free cells have a faint frame."""
    plane = _latest(run, Plane)
    canvas, lattice = Canvas(plane.image), plane.lattice
    for row, col in np.argwhere(board.free).tolist():
        canvas.frame(lattice.cell(row, col), FAINT)
    for placed in board.placed:
        for row, col in placed.cells:
            canvas.frame(lattice.cell(row, col), GOOD, placed.piece.letter or "?")
    notes = [Note(f"free: {counted(int(board.free.sum()), 'cell')}", swatch=FAINT)]
    notes += [Note(board.why, "bad") if board.why else Note(counted(len(board.placed), "piece"), "good")]
    return Explanation(
        "Free cells have the hue of the wood round the board. The others are divided into pieces by hue, and "
        "pieces of one hue by the lines between them.",
        canvas.picture,
        tuple(notes),
    )


def explain_loose_pieces(loose: LoosePieces, run: Run) -> Explanation:
    """Frame the pieces that lie on the table, with their letters."""
    plane = _latest(run, Plane)
    canvas = Canvas(plane.image)
    for seen in loose.pieces:
        canvas.frame(seen.box, GOOD, seen.piece.letter)
    for box in loose.others:
        canvas.frame(box, BAD, "?")
    worst = min((seen.fit for seen in loose.pieces), default=0.0)
    return Explanation(
        f"{counted(len(loose.pieces), 'piece')} on the table. What is as large as a piece, but has the "
        "outline of none, is framed in red.",
        canvas.picture,
        (Note(f"the outline that fits worst shares {percent(worst)} of its area", judged(worst)),),
    )


def _straight(plane: Plane) -> Lattice:
    return Lattice(plane.lattice.row_edges_px, plane.lattice.col_edges_px)


def _latest(run: Run, kind: type[T]) -> T:
    """The last result of a kind before this stage.

    Raises
    ------
    LookupError : there is none.
    """
    found = [result for result in run.before if isinstance(result, kind)]
    if not found:
        raise LookupError(f"the explanation needs a {kind.__name__}")
    return found[-1]
