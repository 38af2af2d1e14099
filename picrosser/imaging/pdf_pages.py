"""Pages of a PDF as pictures, drawn by pdfium (the extra `pdf`): "shot-page-3.pdf" is page 3 of shot.pdf.

Known limit: pdfium cannot be interrupted, so a page that takes long is ended by its worker process alone.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from picrosser.errors import InputUnreadableError, require

if TYPE_CHECKING:
    from PIL import Image

BEGINNING = re.compile(rb"\s{0,99}%PDF-")
DPI = 250  # digits of magazines are 2 mm tall, and need 10 pixels: twice as many as that takes
MAX_SIDE_PX = 4_000  # of a page; a poster is drawn smaller
MAX_PAGES = 100  # that are taken for inputs; who has more names some of them
_PAGE = re.compile(r"(.+)-page-([0-9]{1,4})(\.pdf)", re.IGNORECASE)


def page_of(path: Path) -> tuple[Path, int]:
    """Return the file of a page, and the page's number; or a file itself, and 0."""
    match = _PAGE.fullmatch(path.name)
    if match is None or os.path.lexists(path):
        return path, 0
    file = path.with_name(match[1] + match[3])
    return (file, int(match[2])) if os.path.lexists(file) else (path, 0)


def page_names(path: Path) -> list[str]:
    """Return the names of a PDF's pages; its own if it has one page, or cannot be read."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(path) as document:
            count = min(len(document), MAX_PAGES)
    except pypdfium2.PdfiumError:
        return [str(path)]
    if count < 2:
        return [str(path)]
    return [str(path.with_name(f"{path.stem}-page-{number}{path.suffix}")) for number in range(1, count + 1)]


def page_image(data: bytes, number: int, shown: str) -> Image.Image:
    """Draw a page as RGB; 0 for the only one.

    Raises
    ------
    MissingPartError : pdfium is not installed.
    InputUnreadableError : there is no such page, or there are several and none was named.
    """
    require("a PDF page", "pypdfium2")
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        if number > len(document) or (not number and len(document) != 1):
            advice = "name one, like shot-page-3.pdf for page 3 of shot.pdf"
            raise InputUnreadableError(f"{shown} has {len(document)} pages", advice)
        page = document[max(0, number - 1)]
        scale = min(DPI / 72, MAX_SIDE_PX / max(page.get_size()))
        image: Image.Image = page.render(scale=scale).to_pil().convert("RGB")
        return image
