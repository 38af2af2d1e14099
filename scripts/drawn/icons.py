"""Draw small pictures for the bars, as RGBA tiles: buttons, brushes, the eraser, slot markers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from drawn.canvas import Coverage, coverage
from drawn.sheet import Sheet
from picrosser.puzzles.picture import Colour

Points = list[tuple[float, float]]
DARK, WHITE, WOOD = (65, 65, 65), (255, 255, 255), (240, 150, 90)
MARKERS: tuple[Points, ...] = (
    [],  # slot 0 is a circle
    [(0.38, 0), (0.62, 0), (0.62, 0.38), (1, 0.38), (1, 0.62), (0.62, 0.62), (0.62, 1), (0.38, 1),
     (0.38, 0.62), (0, 0.62), (0, 0.38), (0.38, 0.38)],
    [(0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97)],
    [(0.5, 0.05), (1, 0.92), (0, 0.92)],
    [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)],
    [(0.27, 0.05), (0.73, 0.05), (1, 0.5), (0.73, 0.95), (0.27, 0.95), (0, 0.5)],
)  # fmt: skip
"""The outline of each slot's marker in a unit square: plus, square, triangle, diamond, hexagon."""


def marker_cover(slot: int, size_px: float, rim_px: float) -> tuple[Coverage, Coverage]:
    """Two stencils of one size: the marker, and the marker with its rim."""
    fine = 4
    edge = int(np.ceil(rim_px)) + 1
    side = int(np.ceil(size_px)) + 2 * edge
    points = [((x * size_px + edge) * fine, (y * size_px + edge) * fine) for x, y in marker_points(slot)]
    covers = []
    for width in (0, round(2 * rim_px * fine)):
        image = Image.new("L", (side * fine, side * fine))
        pen = ImageDraw.Draw(image)
        pen.polygon(points, fill=255)
        if width:
            pen.line([*points, points[0], points[1]], 255, width, joint="curve")
        covers.append(coverage(image.resize((side, side), Image.Resampling.BOX)))
    return covers[0], covers[1]


def marker_points(slot: int) -> Points:
    """The outline of a slot's marker; the markers repeat after the last one."""
    return MARKERS[1 + (slot - 1) % (len(MARKERS) - 1)]


def brush(size_px: int, slot: int, colour: Colour, chosen: bool) -> Image.Image:
    """A brush with its colour, on a white disc; the selected one in a ring on the bar itself."""
    sheet = Sheet(size_px)
    if chosen:
        sheet.ring(50, 50, 88, (0, 0, 0, 90), 2)
    else:
        for grow in range(4):
            sheet.oval(50, 52, 85 - grow, 85 - grow, (0, 0, 0, 16))
        sheet.oval(50, 50, 81, 81, (238, 238, 238))
    _bristles(sheet, colour)
    sheet.line([(62, 36), (67, 25)], WOOD, 8)
    sheet.oval(67, 25, 8, 8, WOOD)
    sheet.shape([(29, 28), (80, 36), (79, 43), (28, 37)], WOOD)
    sheet.shape([(80, 36), (77, 62), (72, 61), (73, 42)], (222, 128, 72))
    sheet.line([(29, 37), (74, 43)], (200, 110, 60), 1)
    for x, y in ((36, 34), (45, 35), (70, 41), (75, 43)):
        sheet.oval(x, y, 3, 2, colour)
    _brush_mark(sheet, slot)
    return sheet.reduced()


def _bristles(sheet: Sheet, colour: Colour) -> None:
    red, green, blue = colour
    darker = (round(red * 0.85), round(green * 0.85), round(blue * 0.85))
    light = (round(red * 0.93), round(green * 0.93), round(blue * 0.93))
    tips = [
        (66, 62),
        (60, 76),
        (57, 73),
        (53, 75),
        (49, 70),
        (45, 72),
        (41, 67),
        (36, 69),
        (33, 64),
        (27, 65),
    ]
    sheet.shape([(29, 36), (74, 42), *tips, (27, 61), (18, 60), (20, 57), (15, 55), (24, 48)], light)
    sheet.shape([(28, 50), (68, 56), (62, 66), (24, 56)], darker)


def _brush_mark(sheet: Sheet, slot: int) -> None:
    grey = (128, 128, 128, 120)
    if slot == 0:
        sheet.ring(48, 50, 16, grey, 1)
        return
    points = [(40 + x * 16, 42 + y * 16) for x, y in marker_points(slot)]
    sheet.line([*points, points[0]], grey, 1)


def eraser(size_px: int) -> Image.Image:
    """A rubber on a white disc with a piece of a grid."""
    sheet = Sheet(size_px)
    for grow in range(4):
        sheet.oval(50, 52, 85 - grow, 85 - grow, (0, 0, 0, 16))
    sheet.oval(50, 50, 81, 81, (238, 238, 238))
    sheet.oval(50, 50, 73, 73, (166, 166, 166))
    for at in (34, 60):
        sheet.line([(at, 17), (at, 83)], (238, 238, 238), 1.5)
        sheet.line([(26, at + 16), (74, at + 16)], (238, 238, 238), 1.5)
    sheet.shape([(14, 50), (60, 50), (60, 74), (20, 74)], (238, 238, 238))
    sheet.shape([(36, 48), (44, 36), (64, 42), (66, 60), (58, 70), (42, 68)], (110, 110, 110))
    sheet.shape([(38, 49), (45, 39), (63, 44), (64, 59), (57, 67), (43, 65)], (236, 236, 236))
    sheet.shape([(45, 36), (58, 18), (84, 34), (82, 46), (66, 60), (64, 42)], (70, 84, 220))
    sheet.shape([(45, 36), (58, 18), (72, 26), (62, 41)], (130, 150, 250))
    return sheet.reduced()


def pot(size_px: int) -> Image.Image:
    """A pot of gold."""
    sheet = Sheet(size_px)
    sheet.oval(50, 84, 90, 26, (0, 0, 0, 90))
    sheet.oval(50, 64, 84, 56, (132, 96, 66))
    sheet.oval(50, 40, 76, 34, (94, 66, 44))
    for x, y in ((34, 36), (50, 30), (64, 36), (44, 42), (58, 42)):
        sheet.oval(x, y, 24, 14, (186, 130, 20))
        sheet.oval(x, y - 2, 23, 12, (246, 190, 40))
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


def _button(size_px: int) -> Sheet:
    sheet = Sheet(size_px)
    for grow in range(5):
        sheet.rounded(50, 51.5, 95 - grow, 34, (0, 0, 0, 14))
    sheet.rounded(50, 48, 88, 32, DARK)
    return sheet


def _preview(size_px: int) -> Image.Image:
    sheet = _button(size_px)
    for x, y, tone in ((38, 36, 208), (61, 36, 124), (38, 59, 14), (61, 59, 44)):
        sheet.square(x, y, 23, 23, (tone, tone, tone))
    return sheet.reduced()


def _rainbow(size_px: int) -> Image.Image:
    sheet = _button(size_px)
    bands = ((84, 80, 255), (255, 70, 110), (255, 170, 70), (250, 250, 90), (120, 220, 60))
    for band, colour in enumerate(bands):
        y = 24 + band * 10
        sheet.shape(
            [(36 - band * 4, y + 4), (78 - band * 8, y - 4), (80 - band * 7, y + 6), (30 - band * 3, y + 15)],
            colour,
        )
    sheet.line([(52, 16), (82, 42)], WOOD, 7)
    sheet.line([(70, 24), (82, 8)], (205, 110, 70), 10)
    sheet.oval(74, 73, 47, 47, (56, 56, 56))
    return sheet.reduced()


def _question(size_px: int) -> Image.Image:
    sheet, blue = _button(size_px), (54, 176, 255)
    sheet.arc(50, 38, 44, (185, 410), 11, blue)
    sheet.line([(64, 46), (51, 54), (51, 66)], blue, 11)
    sheet.oval(51, 77, 16, 12, blue)
    return sheet.reduced()


def _restart(size_px: int) -> Image.Image:
    sheet, violet = _button(size_px), (212, 92, 255)
    sheet.arc(53, 48, 60, (250, 530), 13, violet)
    sheet.shape([(14, 54), (27, 36), (40, 54)], violet)
    return sheet.reduced()


def _pause(size_px: int) -> Image.Image:
    sheet = _button(size_px)
    for x in (37, 64):
        sheet.square(x, 48, 18, 46, (255, 76, 84))
    return sheet.reduced()


BUTTONS: tuple[Callable[[int], Image.Image], ...] = (_preview, _rainbow, _question, _restart, _pause)
"""From left to right."""
