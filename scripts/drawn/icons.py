"""Small pictures round a Hungry Cat board, as RGBA tiles: buttons, brushes, slot markers, and the mascot."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from drawn.canvas import Coverage, coverage
from picrosser.puzzles.picture import Colour

FINE = 3  # a sheet is drawn so many times too large, and then reduced
DARK, WOOD, PLATE, OUTLINE = (65, 65, 65), (240, 150, 90), (238, 238, 238), (24, 24, 28)
FURS = ((92, 184, 255), (255, 150, 70), (240, 120, 170), (120, 200, 110), (170, 130, 220), (200, 160, 110))
HATS = ((247, 246, 230), (60, 60, 70), (220, 60, 60), (250, 200, 60), (70, 110, 200))
Points = list[tuple[float, float]]
MARKERS: tuple[Points, ...] = (
    [(0.38, 0), (0.62, 0), (0.62, 0.38), (1, 0.38), (1, 0.62), (0.62, 0.62), (0.62, 1), (0.38, 1),
     (0.38, 0.62), (0, 0.62), (0, 0.38), (0.38, 0.38)],
    [(0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97)],
    [(0.5, 0.05), (1, 0.92), (0, 0.92)],
    [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)],
    [(0.27, 0.05), (0.73, 0.05), (1, 0.5), (0.73, 0.95), (0.27, 0.95), (0, 0.5)],
)  # fmt: skip
"""The outline of a slot's marker in a unit square: plus, square, triangle, diamond, hexagon. Slot 0 has a
circle."""


class Sheet:
    """A drawing sheet of 100 x 100 units, drawn large and then reduced, with one method per shape."""

    def __init__(self, size_px: int) -> None:
        self.size_px = size_px
        self.scale = size_px * FINE / 100
        self.image = Image.new("RGBA", (size_px * FINE, size_px * FINE))

    def oval(self, x: float, y: float, across: float, down: float, colour: tuple[int, ...]) -> None:
        with self._layer() as pen:
            pen.ellipse(self._box(x, y, across, down), fill=colour)

    def ring(self, x: float, y: float, across: float, colour: tuple[int, ...], width: float) -> None:
        with self._layer() as pen:
            pen.ellipse(self._box(x, y, across, across), outline=colour, width=round(width * self.scale))

    def shape(self, points: Points, colour: tuple[int, ...]) -> None:
        with self._layer() as pen:
            pen.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=colour)

    def line(self, points: Points, colour: tuple[int, ...], width: float) -> None:
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        with self._layer() as pen:
            pen.line(scaled, fill=colour, width=max(1, round(width * self.scale)), joint="curve")

    def rounded(self, x: float, y: float, across: float, radius: float, colour: tuple[int, ...]) -> None:
        with self._layer() as pen:
            pen.rounded_rectangle(self._box(x, y, across, across), radius * self.scale, fill=colour)

    def reduced(self) -> Image.Image:
        return self.image.resize((self.size_px, self.size_px), Image.Resampling.BOX)

    @contextmanager
    def _layer(self) -> Iterator[ImageDraw.ImageDraw]:
        """Draw on a layer that is then blended over the sheet; Pillow itself would replace pixels."""
        layer = Image.new("RGBA", self.image.size)
        yield ImageDraw.Draw(layer)
        self.image.alpha_composite(layer)

    def _box(self, x: float, y: float, across: float, down: float) -> tuple[float, ...]:
        ends = x - across / 2, y - down / 2, x + across / 2, y + down / 2
        return tuple(end * self.scale for end in ends)


def marker_cover(slot: int, size_px: float, rim_px: float) -> tuple[Coverage, Coverage]:
    """Two stencils of one size: the marker of a slot from 1, and the marker with its rim."""
    fine = 4
    edge = int(np.ceil(rim_px)) + 1
    side = int(np.ceil(size_px)) + 2 * edge
    outline = MARKERS[(slot - 1) % len(MARKERS)]
    points = [((x * size_px + edge) * fine, (y * size_px + edge) * fine) for x, y in outline]
    covers = []
    for width in (0, round(2 * rim_px * fine)):
        image = Image.new("L", (side * fine, side * fine))
        pen = ImageDraw.Draw(image)
        pen.polygon(points, fill=255)
        if width:
            pen.line([*points, points[0], points[1]], 255, width, joint="curve")
        covers.append(coverage(image.resize((side, side), Image.Resampling.BOX)))
    return covers[0], covers[1]


def brush(size_px: int, colour: Colour, *, chosen: bool) -> Image.Image:
    """A brush with its colour, on a white disc; the selected one in a ring on the bar itself."""
    sheet = _plate(size_px) if not chosen else Sheet(size_px)
    if chosen:
        sheet.ring(50, 50, 88, (0, 0, 0, 90), 2)
    sheet.shape([(29, 36), (74, 42), (66, 62), (57, 73), (45, 72), (33, 64), (18, 60), (24, 48)],
                shaded(colour, 0.93))  # fmt: skip
    sheet.shape([(28, 50), (68, 56), (62, 66), (24, 56)], shaded(colour, 0.85))
    sheet.line([(62, 36), (67, 25)], WOOD, 8)
    sheet.shape([(29, 28), (80, 36), (77, 62), (72, 61), (73, 42), (28, 37)], WOOD)
    return sheet.reduced()


def eraser(size_px: int) -> Image.Image:
    sheet = _plate(size_px)
    sheet.oval(50, 50, 73, 73, (166, 166, 166))
    sheet.shape([(36, 48), (44, 36), (64, 42), (66, 60), (58, 70), (42, 68)], PLATE)
    sheet.shape([(45, 36), (58, 18), (84, 34), (82, 46), (66, 60), (64, 42)], (70, 84, 220))
    return sheet.reduced()


def nav_symbol(kind: int, size_px: int) -> Image.Image:
    """Back, home, overview: half-transparent white."""
    sheet, glass = Sheet(size_px), (255, 255, 255, 165)
    if kind == 0:
        sheet.shape([(8, 50), (70, 14), (78, 20), (78, 80), (70, 88)], glass)
    elif kind == 1:
        sheet.oval(50, 50, 64, 64, glass)
        sheet.ring(50, 50, 96, glass, 3)
    else:
        sheet.rounded(50, 50, 72, 6, glass)
    return sheet.reduced()


def _plate(size_px: int) -> Sheet:
    """A white disc with a shadow."""
    sheet = Sheet(size_px)
    sheet.oval(50, 52, 84, 84, (0, 0, 0, 40))
    sheet.oval(50, 50, 81, 81, PLATE)
    return sheet


def _button(size_px: int) -> Sheet:
    sheet = Sheet(size_px)
    sheet.rounded(50, 51.5, 93, 34, (0, 0, 0, 50))
    sheet.rounded(50, 48, 88, 32, DARK)
    return sheet


def _preview(size_px: int) -> Image.Image:
    sheet = _button(size_px)
    for x, y, tone in ((38, 36, 208), (61, 36, 124), (38, 59, 14), (61, 59, 44)):
        sheet.rounded(x, y, 23, 0, (tone, tone, tone))
    return sheet.reduced()


def _question(size_px: int) -> Image.Image:
    sheet, blue = _button(size_px), (54, 176, 255)
    sheet.line([(30, 34), (40, 20), (60, 20), (68, 36), (51, 54), (51, 66)], blue, 11)
    sheet.oval(51, 77, 16, 12, blue)
    return sheet.reduced()


def _pause(size_px: int) -> Image.Image:
    sheet = _button(size_px)
    for x in (37, 64):
        sheet.line([(x, 25), (x, 71)], (255, 76, 84), 18)
    return sheet.reduced()


BUTTONS: tuple[Callable[[int], Image.Image], ...] = (_preview, _question, _pause)
"""From left to right."""


def shaded(colour: Colour, by: float) -> Colour:
    return tuple(min(255, round(channel * by)) for channel in colour)


def mascot(seed: int, size_px: int) -> Image.Image:
    """The animal in the corner between the hint areas, tilted a little, with a soft shadow.

    seed : of its fur, hat, glasses and tilt.
    """
    rng = np.random.default_rng(seed)
    fur, hat = FURS[rng.integers(len(FURS))], HATS[rng.integers(len(HATS))]
    sheet = Sheet(size_px)
    for side in (-1, 1):
        sheet.oval(50 + side * 30, 38, 24, 30, shaded(fur, 0.85))
    sheet.oval(50, 64, 88, 46, fur)
    sheet.oval(50, 74, 46, 24, (238, 246, 250))
    for x in (35, 65):
        sheet.oval(x, 63, 6, 8, OUTLINE)
    if rng.random() < 0.7:
        for x in (35, 65):
            sheet.ring(x, 63, 29, OUTLINE, 1.3)
    sheet.shape([(47, 68), (53, 68), (50, 72.5)], OUTLINE)
    sheet.line([(44, 76), (50, 80), (56, 76)], OUTLINE, 1.5)
    for side in (-1, 1):
        sheet.shape([(50, 88), (50 + side * 16, 83), (50 + side * 17, 96), (50, 92)], shaded(hat, 0.8))
    sheet.shape([(27, 4), (73, 4), (69, 44), (31, 44)], hat)
    sheet.shape([(31, 34), (69, 34), (69, 43), (31, 43)], shaded(hat, 0.6))
    sheet.oval(50, 46, 92, 14, shaded(hat, 0.9))
    tile = sheet.reduced().rotate(rng.uniform(-7, 7), Image.Resampling.BICUBIC)
    under = Image.new("RGBA", tile.size)
    dark = Image.new("RGBA", tile.size)
    dark.putalpha(tile.getchannel("A").point(lambda value: value * 35 // 100))
    under.paste(dark.filter(ImageFilter.GaussianBlur(size_px * 0.02)), (0, round(size_px * 0.03)))
    return Image.alpha_composite(under, tile)
