"""A page with a grid of cells on it: what all families draw with.

Places are in cells, (row, column) from the grid's upper left corner, as floats: row -0.6 is just above the
grid, and (r, c) is the middle of a cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from PIL import Image, ImageDraw

from drawn.glyphs import FontFace, find_font, installed_fonts, load_font
from picrosser.puzzles.picture import Colour

Side = Literal["left", "right", "top", "bottom"]
WHITE: Colour = (255, 255, 255)
PITCHES_PX = (26, 80)
LARGEST_PX = 1500  # side of a grid: larger ones get smaller cells
LIGHT_RULES: tuple[Colour, ...] = ((0, 0, 0), (70, 70, 70), (150, 150, 150), (190, 195, 200), (110, 130, 190))
TITLES = ("", "", "Overview", "Table 3", "Week 21", "Results", "Score")
LABELS_AWAY = 0.7  # cells from the middle of a label to the grid
LIGHTER_FACES = ("source-sans", "hanken-medium", "manrope", "source-serif")


@dataclass(slots=True)
class GridSheet:
    """A page with a grid of `rows` x `cols` cells.

    cell_px : (height, width) of a cell. origin_px : (top, left) of the grid.
    rule_px : width of a grid line.
    """

    rng: np.random.Generator
    rows: int
    cols: int
    cell_px: tuple[int, int]
    origin_px: tuple[int, int]
    paper: Colour
    ink: Colour
    rule: Colour
    rule_px: int
    face: FontFace
    image: Image.Image
    zoom: float = 1.0  # of discs and shapes in cells
    pen: ImageDraw.ImageDraw = field(init=False)

    def __post_init__(self) -> None:
        self.pen = ImageDraw.Draw(self.image)

    def box(self, row: float, col: float, inset: float = 0.0) -> tuple[float, float, float, float]:
        """A cell's (left, top, right, bottom) in pixels, without a margin of `inset` cells."""
        down, across = self.cell_px
        top, left = self.origin_px[0] + row * down, self.origin_px[1] + col * across
        return (
            left + inset * across, top + inset * down, left + (1 - inset) * across, top + (1 - inset) * down,
        )  # fmt: skip

    def fill(self, row: int, col: int, colour: Colour, inset: float = 0.0) -> None:
        self.pen.rectangle(self.box(row, col, inset), fill=colour)

    def write(
        self, row: float, col: float, text: object, height: float = 0.5, colour: Colour | None = None
    ) -> None:
        """Write a text over the middle of a cell; `height` of the font in cell heights, less if too wide."""
        words = str(text)
        left, top, right, bottom = self.box(row, col)
        font = load_font(self.face, max(7, round(height * self.cell_px[0])))
        room = (right - left) * 0.94
        if 0 < room < (wide := font.getlength(words)):
            font = load_font(self.face, max(6, int(font.size * room / wide)))
        place = ((left + right) / 2, (top + bottom) / 2)
        self.pen.text(place, words, colour or self.ink, font, anchor="mm")

    def label(self, side: Side, texts: Sequence[object], height: float = 0.42) -> None:
        for line, text in enumerate(texts):
            self.write(*self.beside(side, line), text, height)

    def beside(self, side: Side, line: int, away: float = LABELS_AWAY) -> tuple[float, float]:
        """The middle of a text beside a line, `away` cell heights from the grid's edge."""
        across = away * self.cell_px[0] / self.cell_px[1]
        places = {"left": (line, -0.5 - across), "right": (line, self.cols - 0.5 + across),
                  "top": (-0.5 - away, line), "bottom": (self.rows - 0.5 + away, line)}  # fmt: skip
        return places[side]

    def rule_lines(self, bold_every: int = 0) -> None:
        """Draw the grid's lines, every n-th one bold."""
        down, across = self.cell_px
        top, left = self.origin_px
        bottom, right = top + self.rows * down, left + self.cols * across
        for at in range(self.rows + 1):
            y = top + at * down
            self.pen.line((left, y, right, y), self.rule, self._rule_px(at, bold_every))
        for at in range(self.cols + 1):
            x = left + at * across
            self.pen.line((x, top, x, bottom), self.rule, self._rule_px(at, bold_every))

    def _rule_px(self, at: int, bold_every: int) -> int:
        return self.rule_px + 2 if bold_every and at % bold_every == 0 else self.rule_px

    def disc(self, row: float, col: float, colour: Colour, radius: float = 0.35) -> None:
        """Draw a disc in the middle of a cell; `radius` in cells."""
        self.pen.ellipse(self.box(row, col, 0.5 - radius * self.zoom), fill=colour, outline=self.ink)

    def polygon(self, row: float, col: float, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
        """Draw a filled shape; corners are (down, across) in cells from the cell's upper left corner."""
        left, top, right, bottom = self.box(row, col, 0.5 - 0.5 * self.zoom)
        points = [(left + x * (right - left), top + y * (bottom - top)) for y, x in corners]
        self.pen.polygon(points, fill=colour)


def new_sheet(
    rng: np.random.Generator,
    rows: int,
    cols: int,
    *,
    stretch: float = 1.0,
    margins: tuple[float, float, float, float] = (1.6, 1.6, 0.4, 0.4),
) -> GridSheet:
    """A blank page in a random theme.

    stretch : width of a cell per height. margins : left, top, right and bottom of the grid, in cells; the
    page has more.
    """
    down = int(min(rng.integers(*PITCHES_PX), LARGEST_PX / rows, LARGEST_PX / cols / stretch))
    across = round(down * stretch)
    is_dark = rng.random() < 0.2
    paper, ink = ((24, 26, 30), (228, 228, 230)) if is_dark else (WHITE, (20, 20, 24))
    rule = (96, 100, 106) if is_dark else LIGHT_RULES[rng.integers(len(LIGHT_RULES))]
    extra = rng.integers(8, 120, 4)
    left, top = round(margins[0] * down) + int(extra[0]), round(margins[1] * down) + int(extra[1])
    width = left + cols * across + round(margins[2] * down) + int(extra[2])
    height = top + rows * down + round(margins[3] * down) + int(extra[3])
    sheet = GridSheet(
        rng, rows, cols, (down, across), (top, left), paper, ink, rule, int(rng.choice((1, 1, 2, 3))),
        _any_face(rng), Image.new("RGB", (width, height), paper),
    )  # fmt: skip
    title = TITLES[rng.integers(len(TITLES))]
    if title and extra[1] > 40:
        sheet.pen.text((left, 8), title, ink, load_font(sheet.face, 22))
    return sheet


def random_colours(rng: np.random.Generator, count: int) -> list[Colour]:
    """Colours that differ from each other as the random generator pleases."""
    return [tuple(colour) for colour in rng.integers(0, 256, (count, 3)).tolist()]


def _any_face(rng: np.random.Generator) -> FontFace:
    lighter = [face for name in LIGHTER_FACES if (face := find_font(name))]
    faces = (*installed_fonts(), *lighter)
    return faces[rng.integers(len(faces))]
