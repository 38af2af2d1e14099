"""Hints set by hand, as text: a hint of Hungry Cat, `r3:2=5`, or a line of a nonogram, `r3=2 1 4`.

Numbers count from 1. A count is in parentheses if it is circled (`c10:1=(4)`), `2/3` is a run of 2 cells in
the third colour, `0` a blank line, `?` unknown.
"""

import re

from picrosser.puzzles.doubt import HintPlace, StatedHint
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Run, StatedRuns

# Compiled once they are needed: a run without hints set by hand needs none of them.
_HINT = r"([rc])([1-9]\d{0,3}):([1-9]\d?)=(\?|\d{1,4}|\(\d{1,4}\))"
_LINE = r"([rc])([1-9]\d{0,3})=(\?|[\d/ ,]+)"
_RUN = r"([1-9]\d{0,3})(?:/([1-9]\d?))?"


LEFT_OPEN = "=..."  # what ends a suggested line whose runs only the user can tell
Fix = tuple[HintPlace, StatedHint]  # which hint, or which line (slot -1), and its value


def parse_fix(text: str) -> Fix:
    """Read a hint or a line set by hand; raise a ValueError that shows examples if the text is neither."""
    plain = text.strip().lower()
    line = re.fullmatch(_LINE, plain, re.ASCII)
    if line is not None:
        return _place(line[1], line[2], "0"), _stated_runs(line[3], text)
    match = re.fullmatch(_HINT, plain, re.ASCII)
    if match is None:
        examples = "a hint like r3:2=5, c10:1=(4) or r7:3=?, or a line like 'r3=2 1 4'"
        raise ValueError(f"{text!r} is not {examples}")
    axis, number, slot, value = match.groups()
    place = _place(axis, number, slot)
    if value == "?":
        return place, CountHint(None, None)
    count = int(value.strip("()"))
    if value.startswith("(") and count < 2:
        raise ValueError(f"{text!r}: only numbers from 2 on are circled")
    return place, CountHint(count, value.startswith("("))


def _place(axis: str, line: str, slot: str) -> HintPlace:
    return HintPlace("row" if axis == "r" else "column", int(line) - 1, int(slot) - 1)


def _stated_runs(value: str, text: str) -> StatedRuns:
    words = value.replace(",", " ").split()
    if words == ["?"]:
        return StatedRuns(None)
    if words == ["0"]:
        return StatedRuns(())
    runs = [re.fullmatch(_RUN, word, re.ASCII) for word in words]
    if not runs or None in runs:
        raise ValueError(f"{text!r}: a line's runs are lengths like 2 1 4, with colours like 2/1 4/3")
    return StatedRuns(tuple(Run(int(run[1]), int(run[2] or 1)) for run in runs if run is not None))


def fix_text(place: HintPlace, hint: StatedHint) -> str:
    """The text that `parse_fix` reads back. A hint with an unknown count or circle is "?" as a whole."""
    if isinstance(hint, StatedRuns):
        return f"{place.short}={hint}"
    known = hint.count is not None and (hint.contiguous is not None or hint.count < 2)
    value = CountHint(hint.count, bool(hint.contiguous) and (hint.count or 0) > 1) if known else "?"
    return f"{place.short}={value}"
