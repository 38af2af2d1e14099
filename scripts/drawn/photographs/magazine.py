"""A magazine's page with a nonogram: thin print, thick fives, hint cells with lines or without, pen marks.

Some are printed otherwise: light on dark, with narrow digits that fill their cells, with hints on grey, with
a picture in the corner.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from drawn.glyphs import BUILT_IN, LIGHTER, FontFace, find_font, load_font, text_ink
from drawn.nonograms.spec import nonogram_of, random_nonogram
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture

CELL_PX = 36  # in which the page is printed; the camera sees fewer
BLOCK = 5
ZEROS = 0.8  # of the magazines print a 0 beside a line without runs
MARGIN = 2.2  # cells of paper round the puzzle
PAPERS = ((250, 249, 245), (236, 231, 214), (222, 221, 217), (245, 238, 220))
INKS = ((20, 20, 22), (40, 40, 46), (58, 52, 50))
TITLES = "A surprise", "Summer", "Guess what", "In the garden"
PENS = ((34, 52, 132), (70, 70, 74), (28, 28, 32))
DARK_PAPERS = ((24, 28, 38), (16, 16, 18), (38, 62, 48), (58, 40, 40))
LIGHT_INKS = ((248, 248, 244), (236, 228, 200), (200, 226, 240))
LIGHT_PENS = ((246, 214, 92), (236, 236, 236), (150, 220, 170))
# Of a cell: the height of digits, and of those that fill it; the width of these, of their font's
DIGIT_HEIGHTS, TIGHT_HEIGHTS, TIGHT_WIDTH = (0.54, 0.68), (0.68, 0.78), 0.74
TINTS = 0.68, 0.86  # of the paper's tone: the ground of hints on grey


@dataclass(frozen=True, slots=True)
class Printing:
    """How a page is printed, where it is not as most are.

    inverted : light on dark.
    tight : narrow digits fill their cells, whose lines they nearly touch.
    tinted : the hints stand on grey.
    cornered : a picture of the solution fills the corner between them.
    """

    inverted: bool = False
    tight: bool = False
    tinted: bool = False
    cornered: bool = False

    @property
    def words(self) -> str:
        """What is unusual, for the table of accuracy; "" if nothing is."""
        shown = ("light on dark", self.inverted), ("tight", self.tight), ("tinted", self.tinted)
        return "".join(f", {word}" for word, holds in (*shown, ("cornered", self.cornered)) if holds)


def random_printing(rng: np.random.Generator) -> Printing:
    """Choose how a page is printed: every second one as most are."""
    inverted, tight, tinted, cornered = (bool(chance) for chance in rng.random(4) < (0.1, 0.25, 0.15, 0.2))
    return Printing(inverted, tight, tinted and not inverted, cornered)


@dataclass(frozen=True, slots=True, eq=False)
class PagePrinted:
    """A page as it was printed.

    image : RGB. puzzle, picture : what it states, and the solution.
    row_edges_px, col_edges_px : the board's lines in it.
    look : words for the table of accuracy: "cells" or "bare" hints, "pen" where a player has begun, and what
        is unusual about the printing.
    """

    image: Image.Image
    puzzle: Nonogram
    picture: Picture
    row_edges_px: tuple[float, ...]
    col_edges_px: tuple[float, ...]
    look: str


def print_page(
    rng: np.random.Generator, shape: tuple[int, int], printing: Printing | None = None
) -> PagePrinted:
    """Print a random nonogram on a page.

    shape : (rows, columns) of cells. printing : None for the usual one.
    """
    printing = printing or Printing()
    picture = random_nonogram(rng, shape, ((255, 255, 255), (0, 0, 0)))
    puzzle = nonogram_of(picture)
    rows, cols = shape
    deep = max(1, *(len(runs) for runs in puzzle.cols)) + int(rng.integers(0, 2))
    wide = max(1, *(len(runs) for runs in puzzle.rows)) + int(rng.integers(0, 2))
    gridded = bool(rng.random() < 0.7)
    top, left = MARGIN + 1.4 + deep, MARGIN + wide
    size = round((left + cols + MARGIN) * CELL_PX), round((top + rows + MARGIN) * CELL_PX)
    papers, inks = (DARK_PAPERS, LIGHT_INKS) if printing.inverted else (PAPERS, INKS)
    image = Image.new("RGB", size, papers[rng.integers(len(papers))])
    pen = ImageDraw.Draw(image)
    ink = inks[rng.integers(len(inks))]
    y0, x0 = round(top * CELL_PX), round(left * CELL_PX)
    face = _face(rng)
    if printing.tinted:
        _tint(image, (y0, x0), shape, (deep, wide))
    if printing.cornered:
        _picture_in_corner(image, picture, (y0, x0), (deep, wide), ink)
    penned = bool(rng.random() < 0.35)
    if penned:
        _play(rng, pen, picture, (y0, x0), LIGHT_PENS if printing.inverted else PENS)
    _lines(rng, pen, (y0, x0), shape, (deep, wide) if gridded else (0, 0), ink)
    height = rng.uniform(*(TIGHT_HEIGHTS if printing.tight else DIGIT_HEIGHTS)) * CELL_PX
    squeeze = TIGHT_WIDTH if printing.tight else 1.0
    blank = [0] if rng.random() < ZEROS else []  # what is printed beside a line without runs
    for lines, is_row in ((puzzle.rows, True), (puzzle.cols, False)):
        for at, runs in enumerate(lines):
            for back, number in enumerate([run.length for run in reversed(runs)] or blank):
                away, along = -(back + 0.5) * CELL_PX, (at + 0.5) * CELL_PX
                middle = (x0 + away, y0 + along) if is_row else (x0 + along, y0 + away)
                _number(image, number, middle, height, face, ink, squeeze)
    words = f"{rng.integers(1, 99)}. {TITLES[rng.integers(len(TITLES))]}"
    pen.text((MARGIN * CELL_PX, 0.8 * CELL_PX), words, fill=ink, font=load_font(face, round(1.1 * CELL_PX)))
    return PagePrinted(
        image,
        puzzle,
        picture,
        tuple(float(y0 + CELL_PX * line) for line in range(rows + 1)),
        tuple(float(x0 + CELL_PX * line) for line in range(cols + 1)),
        ("cells" if gridded else "bare") + (", pen" if penned else "") + printing.words,
    )


def _tint(
    image: Image.Image, corner: tuple[int, int], shape: tuple[int, int], hints: tuple[int, int]
) -> None:
    """Print a grey ground under the hints; parameters as those of `_lines`."""
    (y0, x0), (rows, cols), (deep, wide) = corner, shape, hints
    for box in (
        (x0, y0 - deep * CELL_PX, x0 + cols * CELL_PX, y0),
        (x0 - wide * CELL_PX, y0, x0, y0 + rows * CELL_PX),
    ):
        ground = image.crop(box)
        shares = np.linspace(*TINTS, ground.width)[:, None]  # darker on one side, as a picture's ground is
        image.paste(Image.fromarray(np.rint(np.asarray(ground) * shares).astype(np.uint8)), box)


def _picture_in_corner(
    image: Image.Image,
    picture: Picture,
    corner: tuple[int, int],
    hints: tuple[int, int],
    ink: tuple[int, int, int],
) -> None:
    """Print the solution in the corner between the hints; parameters as those of `_lines`."""
    (y0, x0), (deep, wide) = corner, hints
    size = (wide - 1) * CELL_PX, (deep - 1) * CELL_PX
    if min(size) > 0:
        cells = Image.fromarray((255 * (picture.cells > 0)).astype(np.uint8))
        image.paste(
            ink, (x0 - wide * CELL_PX, y0 - deep * CELL_PX), cells.resize(size, Image.Resampling.BILINEAR)
        )


def _face(rng: np.random.Generator) -> FontFace:
    faces = [face for name in LIGHTER if (face := find_font(name))]
    return (BUILT_IN, *faces)[rng.integers(len(faces) + 1)]


def _lines(
    rng: np.random.Generator,
    pen: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    shape: tuple[int, int],
    hints: tuple[int, int],
    ink: tuple[int, int, int],
) -> None:
    """Rule the board, and as many cells above and left of it as its hints need.

    corner : (y, x) of the board's upper left corner. hints : (rows, columns) of hint cells; 0 for none.
    """
    (y0, x0), (rows, cols), (deep, wide) = corner, shape, hints
    thin = max(1, round(rng.uniform(0.03, 0.06) * CELL_PX))
    thick = max(thin + 1, round(rng.uniform(0.07, 0.13) * CELL_PX))
    bottom, right = y0 + rows * CELL_PX, x0 + cols * CELL_PX
    for line in range(-deep, rows + 1):
        is_thick = line == rows or (line >= 0 and line % BLOCK == 0) or line == -deep
        y, left = y0 + line * CELL_PX, x0 if line < 0 else x0 - wide * CELL_PX
        pen.line((left, y, right, y), fill=ink, width=thick if is_thick else thin)
    for line in range(-wide, cols + 1):
        is_thick = line == cols or (line >= 0 and line % BLOCK == 0) or line == -wide
        x, top = x0 + line * CELL_PX, y0 if line < 0 else y0 - deep * CELL_PX
        pen.line((x, top, x, bottom), fill=ink, width=thick if is_thick else thin)


def _number(
    image: Image.Image,
    number: int,
    middle: tuple[float, float],
    height: float,
    face: FontFace,
    ink: tuple[int, int, int],
    squeeze: float,
) -> None:
    """Print a number round a point (x, y); one of two digits is squeezed further, to fit its cell."""
    cover = text_ink(str(number), face, height, squeeze if number < 10 else 0.8 * squeeze)
    stencil = Image.fromarray(np.rint(255 * cover).astype(np.uint8))
    left, top = (round(at - side / 2) for at, side in zip(middle, stencil.size, strict=True))
    image.paste(ink, (left, top), stencil)


def _play(
    rng: np.random.Generator,
    pen: ImageDraw.ImageDraw,
    picture: Picture,
    corner: tuple[int, int],
    pens: tuple[tuple[int, int, int], ...],
) -> None:
    """Fill some cells by hand, and mark blank ones by dots or crosses, all of them rightly."""
    (y0, x0), ink = corner, pens[rng.integers(len(pens))]
    share, dots = rng.uniform(0.05, 0.5), rng.random() < 0.5
    for (row, col), state in np.ndenumerate(picture.cells):
        if rng.random() > share:
            continue
        y, x = y0 + (row + 0.5) * CELL_PX, x0 + (col + 0.5) * CELL_PX
        if state:
            _scribble(rng, pen, (y, x), ink)
        elif dots:
            radius = 0.1 * CELL_PX
            y, x = np.array((y, x)) + rng.normal(0, 0.06 * CELL_PX, 2)
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
        else:
            for way in (-1, 1):
                ends = rng.normal(0, 0.05 * CELL_PX, 4) + 0.27 * CELL_PX * np.array((-1, -way, 1, way))
                pen.line(tuple(ends + np.array((x, y, x, y))), fill=ink, width=2)


def _scribble(
    rng: np.random.Generator, pen: ImageDraw.ImageDraw, middle: tuple[float, float], ink: tuple[int, int, int]
) -> None:
    """Fill a cell by a zigzag of the pen, which leaves some of the paper and may leave the cell."""
    strokes = 12
    reach = rng.uniform(0.36, 0.52)
    downs = np.linspace(-reach, reach, strokes) + rng.normal(0, 0.02, strokes)
    across = np.where(np.arange(strokes) % 2, 1, -1) * reach + rng.normal(0, 0.05, strokes)
    points = [(middle[1] + CELL_PX * x, middle[0] + CELL_PX * y) for x, y in zip(across, downs, strict=True)]
    pen.line(points, fill=ink, width=round(0.09 * CELL_PX), joint="curve")
