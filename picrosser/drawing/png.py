"""Encodes an image as PNG, in a quarter of the time that Pillow takes.

Pillow tries all five PNG filters on every row, which takes twice as long as the compression itself. A
screenshot consists of flat areas and vertical edges, for which one filter (each row minus the row above) is
right nearly everywhere; with this filter fixed, numpy filters in a millisecond. Measured on an overlay of
1080 x 2160:

    Pillow, level 6 (its default)         86 ms  450 kB
    Pillow, level 1                       49 ms  539 kB
    Pillow, level 1, strategy RLE         46 ms  490 kB
    here, level 1                         22 ms  565 kB
    here, level 2                         23 ms  549 kB   <- chosen
    here, level 3                         27 ms  531 kB
    here, level 2, no filter              22 ms  562 kB   (much larger for photographs and JPEG noise)
"""

from __future__ import annotations

import zlib

import numpy as np
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2  # the number of this filter in the PNG format
_LEVEL = 2
_STRIP_PX = 64


def png_bytes(image: Image.Image) -> bytes:
    """Encode as an 8-bit RGB PNG; other modes are converted."""
    image = image if image.mode == "RGB" else image.convert("RGB")
    size = image.width.to_bytes(4, "big") + image.height.to_bytes(4, "big")
    header = size + bytes([8, 2, 0, 0, 0])  # 8 bits, RGB, deflate, a filter per row, not interlaced
    return b"".join(
        (_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"IDAT", _compressed(image)), _chunk(b"IEND", b""))
    )


def _compressed(image: Image.Image) -> bytes:
    """Filter and deflate the rows of an RGB image.

    A strip of rows is done at a time, because allocating memory for all of them takes as long as filtering
    them.
    """
    width, height = image.size
    packer, packed = zlib.compressobj(_LEVEL), list[bytes]()
    filtered = np.empty((_STRIP_PX, 1 + 3 * width), np.uint8)
    filtered[:, 0] = _UP
    above = np.zeros((1, 3 * width), np.uint8)
    for top in range(0, height, _STRIP_PX):
        strip = image.crop((0, top, width, min(height, top + _STRIP_PX)))
        rows = np.asarray(strip).reshape(-1, 3 * width)
        part = filtered[: len(rows)]
        # uint8 wraps around, as the format requires.
        np.subtract(rows[:1], above, out=part[:1, 1:])
        np.subtract(rows[1:], rows[:-1], out=part[1:, 1:])
        packed.append(packer.compress(part.data))
        above = rows[-1:]
    return b"".join((*packed, packer.flush()))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(data, zlib.crc32(kind)).to_bytes(4, "big")
