"""What the stages know about the board's whereabouts in, a refusal out if a part of it is cut off.

A cropped or scrolled picture may show a piece of a board that looks like a smaller board. It is known by its
lines, which go on beyond the piece; by hint areas that run into the picture's edge; and by the sums: all rows
speak of more columns than there are.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import HintsUnreadableError
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.reading.hungry_cat.sums import UNREAD
from picrosser.reading.lattice.grid import GridFound

# Of the lines of an axis: so many must agree in a total before it is the size of the board that is wrong, and
# not the digits. Misread digits make different totals.
AGREE = 0.6
ENOUGH = 0.3  # of an axis' lines have to be clear for that
CLEAR = 3.0  # nats by which a number leads: one shape that is misread everywhere makes equal totals, too
LEAST_SHORT = 2  # rows, and columns: one of each may be one digit that is misread twice
AT_EDGE = 0.25  # of the pitch: a board this near to the picture's edge has no margin
T = TypeVar("T", np.intp, np.bool_)

WHOLE_PICTURE = "give a picture of the whole board with all its hints"


def refuse_cut_board(grid: GridFound, height: int, width: int) -> None:
    """Refuse a board whose lines go on beyond its last line.

    height, width : of the picture.

    Raises
    ------
    HintsUnreadableError : the board is cut off or covered.
    """
    for side in grid.goes_on:
        room = width - grid.lattice.board.right if side == "right" else height - grid.lattice.board.bottom
        if room < grid.pitch_px:
            seen = f"the board is cut at the {side} edge of the picture"
        elif side == "right":
            seen = f"the board goes on right of its column {grid.lattice.shape[1]}, but is covered there"
        else:
            seen = f"the board goes on below its row {grid.lattice.shape[0]}, but is covered there"
        raise HintsUnreadableError(seen, WHOLE_PICTURE)


def refuse_cut_sums(evidence: Evidence, lattice: Lattice, height: int, width: int) -> None:
    """Refuse a board whose hints do not add up because there are more lines than are seen, or more colours.

    height, width : of the picture.

    Raises
    ------
    HintsUnreadableError : a part of the board's lines, or of its hints, is cut off or covered.
    """
    if evidence.colours == 1:
        # A board of one colour has nothing to solve: every line is full of it.
        seen = "the hints of one colour only are seen, and they do not fill the board: others are cut off"
        raise HintsUnreadableError(f"{seen} or covered", WHOLE_PICTURE)
    counts = [evidence.likeliest(hint) for hint in evidence.hints]
    known = np.array([UNREAD if count is None else count for count in counts], np.intp)
    clear = np.array([evidence.is_clear(hint, CLEAR) for hint in evidence.hints])
    _refuse_missing_lines(*_by_line(evidence, np.where(clear, known, UNREAD)), lattice, height, width)
    _refuse_missing_colour(*_by_line(evidence, known), *_by_line(evidence, clear))


def _by_line(evidence: Evidence, values: NDArray[T]) -> tuple[NDArray[T], NDArray[T]]:
    """(rows, colours) and (columns, colours)."""
    split = evidence.rows * evidence.colours
    return values[:split].reshape(-1, evidence.colours), values[split:].reshape(-1, evidence.colours)


def _refuse_missing_lines(
    by_row: NDArray[np.intp], by_col: NDArray[np.intp], lattice: Lattice, height: int, width: int
) -> None:
    rows, cols = len(by_row), len(by_col)
    across, down = agreed_total(by_row), agreed_total(by_col)
    if across is None or down is None:
        return
    near = AT_EDGE * lattice.pitch_px
    if across > cols and down >= rows:
        at_edge = width - lattice.board.right < near
        raise _missing("columns", cols, "rows", across, "right" if at_edge else "")
    if down > rows and across >= cols:
        at_edge = height - lattice.board.bottom < near
        raise _missing("rows", rows, "columns", down, "bottom" if at_edge else "")


def agreed_total(lines: NDArray[np.intp]) -> int | None:
    """The total that most lines have, (lines, colours) counts; None if they do not agree."""
    known = lines[(lines != UNREAD).all(axis=1)].sum(axis=1)
    if len(known) < max(LEAST_SHORT, ENOUGH * len(lines)):
        return None
    totals, times = np.unique(known, return_counts=True)
    return int(totals[times.argmax()]) if times.max() >= AGREE * len(known) else None


def _missing(kind: str, seen: int, others: str, total: int, side: str) -> HintsUnreadableError:
    where = f"the board is cut at the {side} edge of the picture" if side else f"some {kind} are missing"
    return HintsUnreadableError(
        f"the hints of the {others} add up to {total} {kind}, but {seen} are seen: {where}", WHOLE_PICTURE
    )


def _refuse_missing_colour(
    by_row: NDArray[np.intp],
    by_col: NDArray[np.intp],
    clear_row: NDArray[np.bool_],
    clear_col: NDArray[np.bool_],
) -> None:
    """Refuse lines that fall short though all colours agree: the first colour's hints are out of sight, left
    of the board and above it. Misread digits, and hints that something hides, break the colours' totals; but
    for a shape that is misread wherever it stands, which is not clear then.
    """
    rows, cols = len(by_row), len(by_col)
    if UNREAD in by_row or UNREAD in by_col or (by_row.sum(axis=0) != by_col.sum(axis=0)).any():
        return
    short = cols - by_row.sum(axis=1), rows - by_col.sum(axis=1)
    if min(short[0].min(), short[1].min()) < 0:
        return
    lines = int((short[0] > 0).sum()), int((short[1] > 0).sum())
    sure = [(lack > 0) & clear.all(axis=1) for lack, clear in zip(short, (clear_row, clear_col), strict=True)]
    if min(int(line.sum()) for line in sure) >= LEAST_SHORT:
        raise HintsUnreadableError(
            f"the hints of {lines[0]} rows and {lines[1]} columns add up to less than their length, "
            "though all colours agree: the hints of one more colour are cut off or covered",
            WHOLE_PICTURE,
        )
