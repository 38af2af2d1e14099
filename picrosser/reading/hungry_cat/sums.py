"""Take the likeliest count of every hint, check which lines add up, and refuse boards that are cut off.

The board is full: the hints of a row add up to the number of columns, those of a column to the number of
rows, and each colour has the same total over rows and over columns. Equal shapes are decided together, so a
wrong decision is wrong everywhere and shows in many sums. Nothing is corrected here.

A cropped or scrolled picture may show a piece of a board that looks like a smaller board. Its lines give it
away, since they go on beyond the piece; so do hint areas that run into the picture's edge (see `slots`), and
the sums: the hints of all rows add up to more columns than there are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import HintsCutOffError, HintsUnreadableError
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.doubt import LIKELY_NATS, HintPlace
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.reading.hungry_cat.tolerances import MAX_OFF
from picrosser.reading.lattice.line_evidence import GridFound

# If at least this share of an axis' lines are clear, and this share of these have the same total, then the
# size of the board is wrong, not the digits: misread digits make different totals.
MIN_AGREEMENT = 0.5
MIN_SHORT_LINES = 2  # short rows, and as many short columns: one of each may come from a single misread digit
WHOLE_PICTURE = "give a picture of the whole board with all its hints"
UNREAD: int = -1
"""The count of a hint that is hidden."""

Counts = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class SumsFound:
    """The likeliest counts of all hints, and which lines do not add up.

    counts : (N,) int, 0 for an empty hint, UNREAD for a hidden one. If everything adds up with the likeliest
        counts of hints that seem hidden, these are kept.
    misfits : (place, text) for each line that does not add up, slot -1 for the whole line; and for each
        colour whose totals differ, line -1.
    """

    counts: Counts
    misfits: tuple[tuple[HintPlace, str], ...]


def check_sums(evidence: Evidence) -> SumsFound:
    """Check which lines add up with the likeliest counts."""
    counts = _likeliest(evidence)
    hidden = np.array([hint.hidden and hint.fixed is None for hint in evidence.hints])
    misfits = _misfits(evidence, counts)
    if misfits and hidden.any():
        counts[hidden] = UNREAD
        misfits = _misfits(evidence, counts)
    return SumsFound(counts, misfits)


def _likeliest(evidence: Evidence) -> Counts:
    seen = [evidence.likeliest(hint) for hint in evidence.hints]
    return np.array([UNREAD if count is None else count for count in seen], np.intp)


def _by_line(evidence: Evidence, values: Counts) -> tuple[Counts, Counts]:
    """Arrange one value per hint by line and colour: (rows, colours) and (columns, colours)."""
    split = evidence.rows * evidence.colours
    return values[:split].reshape(-1, evidence.colours), values[split:].reshape(-1, evidence.colours)


def _misfits(evidence: Evidence, counts: Counts) -> tuple[tuple[HintPlace, str], ...]:
    """The lines and colours that cannot add up, whatever the hidden hints are."""
    by_row, by_col = _by_line(evidence, counts)
    found: list[tuple[HintPlace, str]] = []
    for axis, lines, length in (("row", by_row, evidence.cols), ("column", by_col, evidence.rows)):
        for number, line in enumerate(lines):
            total, hidden = int(line[line != UNREAD].sum()), bool((line == UNREAD).any())
            if total > length or (total < length and not hidden):
                text = f"its hints add up to {total}, the {axis} has {length} cells"
                found.append((HintPlace("row" if axis == "row" else "column", number, -1), text))
    if found or (counts == UNREAD).any():  # then different totals of a colour say nothing new
        return tuple(found)
    totals = zip(by_row.sum(axis=0).tolist(), by_col.sum(axis=0).tolist(), strict=True)
    for slot, (across, down) in enumerate(totals):
        if across != down:
            text = f"colour {slot + 1} has {across} cells by the rows and {down} by the columns"
            found.append((HintPlace("row", -1, slot), text))
    return tuple(found)


# ---- Boards that are cut off


def refuse_if_lines_go_on(grid: GridFound, height: int, width: int) -> None:
    """Refuse a board that is cut off or covered (HintsUnreadableError): lines go on beyond its last line.

    height, width : of the picture, in pixels.
    """
    for side in grid.goes_on:
        room = width - grid.lattice.board.right if side == "right" else height - grid.lattice.board.bottom
        if room < grid.pitch_px:
            seen = f"the board is cut at the {side} edge of the picture"
        elif side == "right":
            seen = f"the lines continue right of column {grid.lattice.shape[1]}, where the board seems to end"
        else:
            seen = f"the lines continue below row {grid.lattice.shape[0]}, where the board seems to end"
        raise HintsUnreadableError(seen, WHOLE_PICTURE)


def refuse_if_sums_show_cut(evidence: Evidence, lattice: Lattice, height: int, width: int) -> None:
    """Refuse a board whose hints do not add up because more lines, or more colours, exist than are seen.

    height, width : of the picture, in pixels.

    Raises
    ------
    HintsUnreadableError : the hints of one colour only are seen.
    HintsCutOffError : those of several are, and agree that a part of the board or of its hints is not.
    """
    if evidence.colours == 1:
        # A board of one colour has nothing to solve: every line is full of it.
        seen = "only one colour's hints are visible, and they do not fill the board: others are cut off"
        raise HintsUnreadableError(f"{seen} or covered", WHOLE_PICTURE)
    known = _likeliest(evidence)
    # Only by numbers that are clear: a shape that is misread everywhere makes equal totals, too. With 4 nats
    # a cut board of the drawn look `night` has too few clear lines.
    clear = np.array([evidence.is_clear(hint, LIKELY_NATS) for hint in evidence.hints])
    sure = _by_line(evidence, np.where(clear, known, UNREAD))
    shape, totals = lattice.shape, (agreed_total(sure[1]), agreed_total(sure[0]))
    rooms = height - lattice.board.bottom, width - lattice.board.right
    for axis, kind, others, side in ((1, "columns", "rows", "right"), (0, "rows", "columns", "bottom")):
        total, other = totals[axis], totals[1 - axis]
        if total is None or other is None or total <= shape[axis] or other < shape[1 - axis]:
            continue
        where = f"some {kind} are missing"
        if rooms[axis] < MAX_OFF * lattice.pitch_px:
            where = f"the board is cut at the {side} edge of the picture"
        seen = f"the hints of the {others} add up to {total} {kind}, but {shape[axis]} are seen: {where}"
        raise HintsCutOffError(seen, WHOLE_PICTURE)
    _refuse_missing_colour(shape, _by_line(evidence, known), sure)


def shape_by_sums(evidence: Evidence) -> tuple[int, int]:
    """The rows and the columns to which the hints add up; where lines do not agree, as many as are seen."""
    by_row, by_col = _by_line(evidence, _likeliest(evidence))
    return agreed_total(by_col) or evidence.rows, agreed_total(by_row) or evidence.cols


def agreed_total(lines: Counts) -> int | None:
    """The total of the counts that most lines have; None if the lines do not agree.

    lines : (lines, colours), UNREAD where a count is unknown.
    """
    known = lines[(lines != UNREAD).all(axis=1)].sum(axis=1)
    if len(known) < max(MIN_SHORT_LINES, MIN_AGREEMENT * len(lines)):
        return None
    totals, times = np.unique(known, return_counts=True)
    return int(totals[times.argmax()]) if times.max() >= MIN_AGREEMENT * len(known) else None


def _refuse_missing_colour(
    shape: tuple[int, int], by_line: tuple[Counts, Counts], sure: tuple[Counts, Counts]
) -> None:
    """Refuse clear lines that fall short though all colours agree: one colour's hints are out of sight."""
    # Misread digits and hidden hints break the totals of colours; a shape misread everywhere is not clear.
    if any(UNREAD in lines for lines in by_line) or (by_line[0].sum(axis=0) != by_line[1].sum(axis=0)).any():
        return
    if not all(lines.any(axis=1).all() for lines in by_line):
        return  # something covers a line without any hint
    short = [length - lines.sum(axis=1) for length, lines in zip(shape[::-1], by_line, strict=True)]
    clear = [(lack > 0) & (lines != UNREAD).all(axis=1) for lack, lines in zip(short, sure, strict=True)]
    if min(lack.min() for lack in short) >= 0 and min(line.sum() for line in clear) >= MIN_SHORT_LINES:
        rows, cols = (int((lack > 0).sum()) for lack in short)
        raise HintsCutOffError(
            f"the hints of {rows} rows and {cols} columns add up to less than their length, "
            "though all colours agree: the hints of one more colour are cut off or covered",
            WHOLE_PICTURE,
        )
