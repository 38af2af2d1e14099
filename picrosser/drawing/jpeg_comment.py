"""Adds and reads a comment in a JPEG file, as text by keyword: the form of a PNG file's text chunks.

A JPEG file is a list of segments up to its pixels; a comment is a segment of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_START = b"\xff\xd8"
_COMMENT, _PIXELS = 0xFE, 0xDA  # the second bytes of the markers
_APP0 = 0xE0  # the header, which has to stay first
_MAX_COMMENT_BYTES = 65_533  # two bytes hold its length, and theirs


def with_jpeg_texts(jpeg: bytes, texts: Mapping[str, str]) -> bytes:
    """Add a comment after the header of a JPEG file; a file of another format is returned as it is.

    texts : values by keyword, each without a line break.
    """
    if not jpeg.startswith(_START):
        return jpeg
    comment = "\n".join(f"{keyword}: {text}" for keyword, text in texts.items())
    data = comment.encode("utf-8")[:_MAX_COMMENT_BYTES]
    after = len(_START)
    for kind, at, end in _segments(jpeg):
        if kind == _APP0:
            after = end
        if at > len(_START):
            break
    segment = bytes([0xFF, _COMMENT]) + (len(data) + 2).to_bytes(2, "big") + data
    return jpeg[:after] + segment + jpeg[after:]


def without_jpeg_texts(jpeg: bytes) -> bytes:
    """A JPEG file without the comments before its pixels: what `with_jpeg_texts` was given."""
    kept, last = [jpeg[: len(_START)]], len(_START)
    for kind, at, end in _segments(jpeg):
        if kind != _COMMENT:
            kept.append(jpeg[at:end])
        last = end
    return b"".join((*kept, jpeg[last:]))


def jpeg_texts(head: bytes) -> dict[str, str]:
    """The texts that `with_jpeg_texts` added; none if it is no JPEG file, or damaged.

    head : the file's first bytes, as far as its comments at least.
    """
    texts: dict[str, str] = {}
    for kind, at, end in _segments(head):
        if kind == _COMMENT:
            lines = head[at + 4 : end].decode("utf-8", "replace").split("\n")
            texts |= {
                keyword: text for keyword, colon, text in (line.partition(": ") for line in lines) if colon
            }
    return texts


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The segments before the pixels: the second byte of each marker, where it begins, and where it ends."""
    at = len(_START)
    while data.startswith(_START) and at + 4 <= len(data) and data[at] == 0xFF:
        kind, end = data[at + 1], at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if kind == _PIXELS or end <= at + 3:
            return
        yield kind, at, end
        at = end
