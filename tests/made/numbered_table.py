"""A table that is no puzzle: its rows and columns are numbered, and its cells are empty."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB


def numbered_table(size: int = 8, pitch: int = 50, start: int = 120) -> RGB:
    """A square one with thin black lines, numbered from 1."""
    end = start + size * pitch
    image = Image.new("RGB", (end + 60, end + 60), (250, 250, 250))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=26)
    for at in range(size + 1):
        draw.line([(start + at * pitch, start), (start + at * pitch, end)], "black", 2)
        draw.line([(start, start + at * pitch), (end, start + at * pitch)], "black", 2)
    for at in range(size):
        draw.text((start + (at + 0.5) * pitch, start - 22), str(at + 1), "black", font, anchor="mm")
        draw.text((start - 22, start + (at + 0.5) * pitch), str(at + 1), "black", font, anchor="mm")
    return np.asarray(image)
