"""Draw small cards and boards of Katamino."""

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps

from picrosser.formats.katamino_text import PackingFile
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.katamino import BOX, Katamino, piece_of
from picrosser.puzzles.picture import Cell, Colour, Picture
from picrosser.puzzles.polyomino import TURNS, turned

PAGE: Colour = (250, 250, 250)
INK: Colour = (30, 30, 30)
ROWS = ((2, 3, 10, 6, 11, 8), (4, 6, 7, 2, 8, 3), (2, 5, 6, 3, 4, 7))


def parse_letters(text: str) -> PackingFile:
    """A packing drawn with a letter per piece and `.` in holes; pieces in the order of their first cells."""
    rows = text.strip("\n").split("\n")
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            if letter != ".":
                cells.setdefault(letter, []).append((row, col))
    pieces = tuple(piece_of(tuple(covered)) for covered in cells.values())
    puzzle = Katamino(pieces, tuple(sorted(cell for covered in cells.values() for cell in covered)))
    names = [".", *cells]
    grid = [[names.index(letter) for letter in line.ljust(puzzle.shape[1], ".")] for line in rows]
    return PackingFile(puzzle, Picture(grid, puzzle.palette))


def as_rgb(image: Image.Image) -> RGB:
    return np.asarray(image.convert("RGB"))


def sheet(width: int, height: int, page: Colour = PAGE) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width, height), page)
    return image, ImageDraw.Draw(image)


def lay(
    draw: ImageDraw.ImageDraw, cells: Sequence[Cell], at: tuple[int, int], cell: tuple[int, int], tone: Colour
) -> None:
    """Paint cells; `at` is the (row, col) of cell (0, 0) in pixels, `cell` is (height, width)."""
    for row, col in cells:
        top, left = at[0] + row * cell[0], at[1] + col * cell[1]
        draw.rectangle((left, top, left + cell[1] - 1, top + cell[0] - 1), fill=tone)


def drawn_card(
    rows: Sequence[Sequence[int]] = ROWS,
    cell: tuple[int, int] = (14, 14),
    page: Colour = PAGE,
    tones: dict[int, Colour] | None = None,
) -> Image.Image:
    """A card that shows pieces, in varying orientations."""
    high, wide = 5 * cell[0] + 10, 5 * cell[1] + 10
    image, draw = sheet(60 + wide * len(rows[0]), 40 + high * len(rows), page)
    for row, numbers in enumerate(rows):
        for col, number in enumerate(numbers):
            piece = BOX[number - 1]
            shape = turned(piece.shape, TURNS[(row + col) % len(TURNS)])
            tone = (tones or {}).get(number, piece.colour)
            assert tone is not None
            lay(draw, shape, (20 + row * high, 50 + col * wide), cell, tone)
    return image


def number_card(
    rows: Sequence[Sequence[int]], first: int = 3, *, word: str = "", label_px: int = 26, head_px: int = 26
) -> Image.Image:
    """A card that shows numbers under rules, a header, in which a word may stand, and letters before rows."""
    wide, high, left, top = 80, 60, 120, 110
    right = left + wide * len(rows[0])
    image, draw = sheet(right + 40, top + high * len(rows) + 40)

    def write(text: str, row: float, col: float, size_px: int = 26) -> None:
        place = left + (col + 0.5) * wide, top + (row + 0.5) * high
        draw.text(place, text, fill=INK, font=ImageFont.load_default(size_px), anchor="mm")

    write(word, -1, 0.5, head_px)
    for count in range(first, len(rows[0]) + 1):
        write(str(count), -1, count - 1, head_px)
    for row, numbers in enumerate(rows):
        draw.line((40, top + row * high, right, top + row * high), fill=(190, 190, 190), width=3)
        write("abcdefg"[row], row, -1, label_px)
        for col, number in enumerate(numbers):
            write(str(number), row, col)
    return image


def on_page(image: Image.Image, page: Colour) -> Image.Image:
    """Put a picture on a larger page."""
    return ImageOps.expand(image, 60, page)
