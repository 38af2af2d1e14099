"""Titles of puzzles: text that stands on one line, that every format can hold, and that no terminal obeys.

Left out are control characters (files can hold them as escapes; a terminal's commands begin with one), lone
surrogates and noncharacters (UTF-8 or XML cannot hold them), the byte order mark (readers take it away), and
what turns the direction of reading of whatever follows the title. Marks of direction within a word stay:
titles in Hebrew and Arabic need them.
"""

from __future__ import annotations

import re

_LEFT_OUT = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]+")
NOTE = "control characters in the title are left out"


def one_line_title(text: str) -> str:
    """Return a title with single spaces, and without the characters that a title may not have."""
    return " ".join(_LEFT_OUT.sub("", " ".join(text.split())).split())


def read_title(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the title of a file, and a note for the user if anything but white space was left out of it."""
    return one_line_title(text), (NOTE,) if _LEFT_OUT.search(" ".join(text.split())) else ()
