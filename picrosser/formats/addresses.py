"""How to tell inputs that hold a puzzle: web addresses, which are read and never fetched, and a binary file.

Small, because every input of the command line is looked at with it before anything else is loaded.
"""

import re

MAGIC = "\x1a\x81\xcdE"
"""How an own puzzle of Nonograms Katana begins, in Latin-1."""
PNG = b"\x89PNG\r\n\x1a\n"
PUZZ_LINK = re.compile(
    r"[^\s?#]{0,200}\?(?:type=[a-z]{1,9}&)?"
    r"(?:(nonogram|coral|cts)(?:_edit)?/([0-9]{1,9})/([0-9]{1,9})(?:/([^/\s]*))?/?|(pzprv3[0-9.]*/\S.*))",
    re.ASCII | re.IGNORECASE,
)
"""An address of puzz.link: kind, columns, rows and body; or a file of pzpr with slashes for line ends."""
OTHER_PUZZ_LINK = re.compile(
    r"https?://(?:www\.)?(?:puzz\.link|pzv\.jp|pzplus\.tck\.mn)/[^\s?#]*\?\S+", re.IGNORECASE
)
PENPA = re.compile(
    r"(?:[^\s?#]{0,200}[?#])?m=(?:edit|solve)&p=([\w+/=%-]+)(?:&\S*)?", re.ASCII | re.IGNORECASE
)
"""An address of Penpa+, or what follows its #; the payload."""


def holds_puzzle(place: str) -> bool:
    """Whether the name of an input is no file and no address to fetch, but holds a puzzle."""
    place = place.strip()
    return any(pattern.fullmatch(place) for pattern in (PUZZ_LINK, OTHER_PUZZ_LINK, PENPA))
