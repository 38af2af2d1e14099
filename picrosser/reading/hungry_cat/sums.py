"""Take the likeliest count of every hint, and check which lines add up.

The board is full: the hints of a row add up to the number of columns, those of a column to the number of
rows, and each colour has the same total over rows and over columns. Equal shapes are decided together, so a
wrong decision is wrong everywhere and shows in many sums. Nothing is corrected here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat_evidence import Evidence

UNREAD = -1
"""The count of a hint that is hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class SumsFound:
    """The likeliest counts of all hints, and which lines do not add up.

    counts : (N,) int, 0 for an empty hint, UNREAD for a hidden one. If everything adds up with the likeliest
        counts of hints that seem hidden, these are kept.
    misfits : (place, text) for each line that does not add up, slot -1 for the whole line; and for each
        colour whose totals differ, line -1.
    """

    counts: NDArray[np.intp]
    misfits: tuple[tuple[HintPlace, str], ...]


def check_sums(evidence: Evidence) -> SumsFound:
    """Check which lines add up with the likeliest counts."""
    seen = [evidence.likeliest(hint) for hint in evidence.hints]
    counts = np.array([UNREAD if count is None else count for count in seen], np.intp)
    hidden = np.array([hint.hidden and hint.fixed is None for hint in evidence.hints])
    misfits = _misfits(evidence, counts)
    if misfits and hidden.any():
        counts[hidden] = UNREAD
        misfits = _misfits(evidence, counts)
    return SumsFound(counts, misfits)


def _misfits(evidence: Evidence, counts: NDArray[np.intp]) -> tuple[tuple[HintPlace, str], ...]:
    """Return the lines and colours that cannot add up, whatever the hidden hints are."""
    split = evidence.rows * evidence.colours
    by_row = counts[:split].reshape(evidence.rows, evidence.colours)
    by_col = counts[split:].reshape(evidence.cols, evidence.colours)
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
