"""Refuse pictures in which a part of the board, or of its hints, is cut off or covered.

A cropped or scrolled picture may show a piece of a board that looks like a smaller board. Its lines give it
away, since they go on beyond the piece; so do hint areas that run into the picture's edge (see `slots`), and
the sums: the hints of all rows add up to more columns than there are.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import HintsUnreadableError
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.reading.hungry_cat.sums import UNREAD
from picrosser.reading.lattice.line_evidence import GridFound

# If at least this share of an axis' clear lines have the same total, then the size of the board is wrong, not
# the digits: misread digits make different totals.
MIN_AGREEMENT = 0.6
MIN_CLEAR_LINES = 0.3  # share of an axis' lines that must be clear for that
# Nats by which a clear number leads over the next likely one: a shape that is misread everywhere makes equal
# totals, too.
CLEAR_NATS = 3.0
MIN_SHORT_LINES = 2  # short rows, and as many short columns: one of each may come from a single misread digit
EDGE_MARGIN = 0.25  # of the pitch: a board nearer to the picture's edge has no margin there
T = TypeVar("T", np.intp, np.bool_)

WHOLE_PICTURE = "give a picture of the whole board with all its hints"


def refuse_if_lines_go_on(grid: GridFound, height: int, width: int) -> None:
    """Refuse a board whose lines go on beyond its last line.

    height, width : of the picture, in pixels.

    Raises
    ------
    HintsUnreadableError : the board is cut off or covered.
    """
    for side in grid.goes_on:
        room = width - grid.lattice.board.right if side == "right" else height - grid.lattice.board.bottom
        if room < grid.pitch_px:
            seen = f"the board is cut at the {side} edge of the picture"
        elif side == "right":
            seen = f"lines go on right of the board's column {grid.lattice.shape[1]}, where it seems to end"
        else:
            seen = f"lines go on below the board's row {grid.lattice.shape[0]}, where it seems to end"
        raise HintsUnreadableError(seen, WHOLE_PICTURE)


def refuse_if_sums_show_cut(evidence: Evidence, lattice: Lattice, height: int, width: int) -> None:
    """Refuse a board whose hints do not add up because more lines, or more colours, exist than are seen.

    height, width : of the picture, in pixels.

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
    clear = np.array([evidence.is_clear(hint, CLEAR_NATS) for hint in evidence.hints])
    _refuse_missing_lines(*_by_line(evidence, np.where(clear, known, UNREAD)), lattice, height, width)
    _refuse_missing_colour(*_by_line(evidence, known), *_by_line(evidence, clear))


def _by_line(evidence: Evidence, values: NDArray[T]) -> tuple[NDArray[T], NDArray[T]]:
    """Arrange one value per hint by line and colour: (rows, colours) and (columns, colours)."""
    split = evidence.rows * evidence.colours
    return values[:split].reshape(-1, evidence.colours), values[split:].reshape(-1, evidence.colours)


def _refuse_missing_lines(
    by_row: NDArray[np.intp], by_col: NDArray[np.intp], lattice: Lattice, height: int, width: int
) -> None:
    rows, cols = len(by_row), len(by_col)
    total_of_rows, total_of_cols = agreed_total(by_row), agreed_total(by_col)
    if total_of_rows is None or total_of_cols is None:
        return
    near = EDGE_MARGIN * lattice.pitch_px
    if total_of_rows > cols and total_of_cols >= rows:
        at_edge = width - lattice.board.right < near
        side = "right" if at_edge else ""
        raise _missing("columns", cols, "rows", total_of_rows, side)
    if total_of_cols > rows and total_of_rows >= cols:
        at_edge = height - lattice.board.bottom < near
        side = "bottom" if at_edge else ""
        raise _missing("rows", rows, "columns", total_of_cols, side)


def shape_by_sums(evidence: Evidence) -> tuple[int, int]:
    """The rows and the columns to which the hints add up; where lines do not agree, as many as are seen."""
    counts = [evidence.likeliest(hint) for hint in evidence.hints]
    known = np.array([UNREAD if count is None else count for count in counts], np.intp)
    by_row, by_col = _by_line(evidence, known)
    return agreed_total(by_col) or evidence.rows, agreed_total(by_row) or evidence.cols


def agreed_total(lines: NDArray[np.intp]) -> int | None:
    """Return the total of the counts that most lines have; None if the lines do not agree.

    lines : (lines, colours), UNREAD where a count is unknown.
    """
    known = lines[(lines != UNREAD).all(axis=1)].sum(axis=1)
    if len(known) < max(MIN_SHORT_LINES, MIN_CLEAR_LINES * len(lines)):
        return None
    totals, times = np.unique(known, return_counts=True)
    return int(totals[times.argmax()]) if times.max() >= MIN_AGREEMENT * len(known) else None


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
    """Refuse lines that fall short though all colours agree between rows and columns.

    Then the hints of the first colour are out of sight, left of the board and above it. Misread digits and
    hidden hints do not look like this, since they break the totals of colours; only a shape that is misread
    wherever it stands does not, so the lines must be clear.
    """
    rows, cols = len(by_row), len(by_col)
    if UNREAD in by_row or UNREAD in by_col or (by_row.sum(axis=0) != by_col.sum(axis=0)).any():
        return
    short = cols - by_row.sum(axis=1), rows - by_col.sum(axis=1)
    if min(short[0].min(), short[1].min()) < 0:
        return
    lines = int((short[0] > 0).sum()), int((short[1] > 0).sum())
    sure = [(lack > 0) & clear.all(axis=1) for lack, clear in zip(short, (clear_row, clear_col), strict=True)]
    if min(int(line.sum()) for line in sure) >= MIN_SHORT_LINES:
        raise HintsUnreadableError(
            f"the hints of {lines[0]} rows and {lines[1]} columns add up to less than their length, "
            "though all colours agree: the hints of one more colour are cut off or covered",
            WHOLE_PICTURE,
        )
