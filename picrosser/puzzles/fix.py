"""A hint set by hand, as text: `r3:2=5`, `c10:1=(4)`, `r7:3=?`.

Row or column and its number, the colour's slot, both from 1; then the number, in parentheses if it is
circled, or `?` if nobody can tell.
"""

from __future__ import annotations

import re

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint

_FIX = re.compile(r"([rc])([1-9]\d{0,3}):([1-9]\d?)=(\?|\d{1,4}|\(\d{1,4}\))", re.ASCII)


def parse_fix(text: str) -> tuple[HintPlace, CountHint]:
    """Read a fix.

    Raises
    ------
    ValueError : the text is none; the message says how one looks.
    """
    match = _FIX.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f"{text!r} is not a hint like r3:2=5, c10:1=(4) or r7:3=?")
    axis, line, slot, value = match.groups()
    place = HintPlace("row" if axis == "r" else "column", int(line) - 1, int(slot) - 1)
    if value == "?":
        return place, CountHint(None, None)
    count = int(value.strip("()"))
    if value.startswith("(") and count < 2:
        raise ValueError(f"{text!r}: only numbers from 2 on are circled")
    return place, CountHint(count, value.startswith("("))


def fix_text(place: HintPlace, hint: CountHint) -> str:
    """The text that `parse_fix` reads back; a hint of which a part is unknown is "?" as a whole."""
    known = hint.count is not None and (hint.contiguous is not None or hint.count < 2)
    value = CountHint(hint.count, bool(hint.contiguous) and (hint.count or 0) > 1) if known else "?"
    return f"{place.axis[0]}{place.line + 1}:{place.slot + 1}={value}"
