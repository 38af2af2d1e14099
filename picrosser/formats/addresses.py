"""Web addresses that hold a whole puzzle, which is read from them and never fetched.

Small, because every input of the command line is looked at with it before anything else is loaded.
"""

from __future__ import annotations

import re

PUZZ_LINK = re.compile(
    r"(?:https?://[^\s?#]{1,200})?\?(?:type=[a-z]{1,9}&)?"
    r"(?:(nonogram|coral|cts)(?:_edit)?/([0-9]{1,9})/([0-9]{1,9})(?:/([^/\s]*))?/?|(pzprv3[0-9.]*/\S.*))",
    re.ASCII | re.IGNORECASE,
)
"""An address of puzz.link: kind, columns, rows and body; or a file of pzpr with slashes for line ends."""
OTHER_PUZZ_LINK = re.compile(
    r"https?://(?:www\.)?(?:puzz\.link|pzv\.jp|pzplus\.tck\.mn)/[^\s?#]*\?\S+", re.IGNORECASE
)
PENPA = re.compile(r"(?:https?://[^\s?#]{1,200})?[?#]?m=(?:edit|solve)&p=([\w+/=%-]+)(?:&\S*)?", re.ASCII)
"""An address of Penpa+, or what follows its #; the payload."""


def holds_puzzle(place: str) -> bool:
    """Whether the name of an input is no file and no address to fetch, but holds a puzzle."""
    return any(pattern.fullmatch(place.strip()) for pattern in (PUZZ_LINK, OTHER_PUZZ_LINK, PENPA))
