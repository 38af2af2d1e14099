from __future__ import annotations

from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.sheet import SheetFound, find_ruled_sheets


def ruled_sheet(image: RGB) -> SheetFound | None:
    """The largest sheet in a photograph."""
    return next(iter(find_ruled_sheets(image)), None)
