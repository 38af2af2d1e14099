"""Own puzzles of Nonograms Katana (.ujc): a header, and a PNG with one pixel for each cell.

The header begins with 1A 81 CD 45, but files that are only the PNG exist, too. Blank cells are half
transparent, in the colour of the background; in a picture without such pixels white ones are blank.
Seen in samples of ujc-to-png of 2022; nothing needs this written.
"""

from __future__ import annotations

import warnings
from io import BytesIO

from picrosser.errors import PuzzleFileError
from picrosser.formats.addresses import MAGIC
from picrosser.formats.hint_lines import check_size, from_picture
from picrosser.formats.puzzle_file import MAX_COLOURS, WHITE, Format, PuzzleFile, single

PNG = b"\x89PNG\r\n\x1a\n"
_OPAQUE = 255
_Pixel = tuple[int, int, int, int]


def pixels(data: bytes) -> list[list[_Pixel]]:
    """Return the RGBA values of a small PNG or XPM picture, row by row; raises PuzzleFileError."""
    from PIL import Image  # few puzzle files have a picture

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=["PNG", "XPM"]) as image:
                check_size(image.height, image.width, "the picture: ")
                flat = list(image.convert("RGBA").tobytes())
                wide = 4 * image.width
    except PuzzleFileError:
        raise
    except Exception as error:
        raise PuzzleFileError("the picture is damaged or no PNG") from error
    rows = (flat[at : at + wide] for at in range(0, len(flat), wide))
    return [[(row[at], row[at + 1], row[at + 2], row[at + 3]) for at in range(0, wide, 4)] for row in rows]


def _parse(text: str) -> PuzzleFile:
    data = text.encode("latin-1", "replace")  # each character is a byte, but in a text of another kind
    start = data.find(PNG)
    if start < 0:
        raise PuzzleFileError("there is no PNG in this file of Nonograms Katana")
    rows = pixels(data[start:])
    half = [pixel[:3] for row in rows for pixel in row if pixel[3] < _OPAQUE]
    numbers: dict[_Pixel, int] = {}  # of painted pixels
    cells: list[list[int]] = [[] for _ in rows]
    for line, row in zip(cells, rows, strict=True):
        for pixel in row:
            is_blank = pixel[3] < _OPAQUE if half else pixel[:3] == WHITE
            line.append(0 if is_blank else numbers.setdefault(pixel, len(numbers) + 1))
        if len(numbers) > MAX_COLOURS:
            raise PuzzleFileError(f"the picture has more than {MAX_COLOURS} colours")
    whole = all(cell for line in cells for cell in line)
    notes = ("no pixel is white or transparent, so no cell is blank",) if whole else ()
    palette = (half[0] if half else WHITE, *(pixel[:3] for pixel in numbers))
    return from_picture(cells, palette, notes=notes)


KATANA = Format(
    "ujc", "file of Nonograms Katana", (".ujc",), lambda text: text.startswith(MAGIC), single(_parse),
    None, max_colours=MAX_COLOURS, solution=True, is_picture=True,
)  # fmt: skip
