"""Drawings say in the file that picrosser made them, so that nobody takes them for screenshots."""

from __future__ import annotations

from picrosser.drawing.picture_files import SOFTWARE, texts_of

HEAD_BYTES = 4096
"""Of a file: our text stands before the pixels, within the first few hundred bytes."""


def mark(source: str, command: str) -> dict[str, str]:
    """Texts for `with_texts`: which program drew a picture, from what, and by which command.

    source : in words, Latin-1.
    command : "solve", "check" or "hint".
    """
    return {"Software": SOFTWARE, "Source": source, "Comment": f"picrosser {command}"}


def is_own_drawing(head: bytes) -> bool:
    """Whether a file says that picrosser drew it.

    head : its first bytes; `HEAD_BYTES` of them are looked at.
    """
    return texts_of(head[:HEAD_BYTES]).get("Software") == SOFTWARE
