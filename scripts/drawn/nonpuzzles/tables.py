"""Tables of products, forms and charts; most have their lines numbered."""

from collections.abc import Callable

import numpy as np
from PIL import Image

from drawn.nonpuzzles.sheet import GridSheet, Side, new_sheet, random_colours
from picrosser.puzzles.picture import Colour

SCALES: dict[str, tuple[Colour, ...]] = {
    "greys": ((255, 255, 255), (0, 0, 0)),
    "blues": ((247, 251, 255), (107, 174, 214), (8, 48, 107)),
    "greens": ((235, 237, 240), (64, 196, 99), (33, 110, 57)),
    "fire": ((0, 0, 4), (187, 55, 84), (249, 142, 9), (252, 255, 164)),
    "two-sided": ((58, 76, 192), (221, 221, 221), (180, 4, 38)),
    "meadow": ((68, 1, 84), (33, 145, 140), (253, 231, 37)),
}
"""The colours of a scale, from the least value to the greatest."""


def number_both(sheet: GridSheet, sides: tuple[Side, Side], first: int = 1, step: int = 1) -> None:
    for side in sides:
        count = sheet.rows if side in ("left", "right") else sheet.cols
        sheet.label(side, range(first, first + step * count, step))


def any_sides(rng: np.random.Generator) -> tuple[Side, Side]:
    """Left or right, and top or bottom; most often left and top."""
    return "right" if rng.random() < 0.1 else "left", "bottom" if rng.random() < 0.3 else "top"


def times_table(rng: np.random.Generator) -> Image.Image:
    """Products (or sums, differences, remainders), with the factors as headings."""
    size, first = int(rng.integers(4, 14)), int(rng.integers(0, 3))
    sheet = new_sheet(rng, size, size)
    operations: tuple[Callable[[int, int], int], ...] = (
        lambda a, b: a * b, lambda a, b: a * b, lambda a, b: a + b, lambda a, b: a * b % size,
        lambda a, b: abs(a - b),
    )  # fmt: skip
    result = operations[rng.integers(len(operations))]
    missing = rng.choice((0.0, 0.0, 0.3, 0.7))
    for row, col in np.ndindex(size, size):
        if rng.random() >= missing:
            sheet.write(row, col, result(row + first, col + first), 0.4)
    number_both(sheet, any_sides(rng), first)
    if rng.random() < 0.85:
        sheet.rule_lines()
    return sheet.image


def empty_numbered(rng: np.random.Generator) -> Image.Image:
    """A blank form, a map or a diary of days: as many rows as columns, numbered, a few cells coloured."""
    size, first = int(rng.integers(4, 16)), int(rng.integers(0, 2))
    sheet = new_sheet(rng, size, size)
    colours = random_colours(rng, int(rng.integers(1, 6)))
    for _ in range(int(rng.choice((0, 3, 12, 30)))):
        sheet.fill(int(rng.integers(size)), int(rng.integers(size)), colours[rng.integers(len(colours))])
    number_both(sheet, any_sides(rng), first, int(rng.choice((1, 1, 1, 2))))
    sheet.rule_lines(int(rng.choice((0, 0, 5))))
    return sheet.image


def scaled(scale: str, value: float) -> Colour:
    """The colour of a value from 0 to 1."""
    stops = np.array(SCALES[scale], float)
    places = np.linspace(0, 1, len(stops))
    return tuple(round(float(np.interp(value, places, levels))) for levels in stops.T)


def heat_map(rng: np.random.Generator) -> Image.Image:
    """Values as colours, with tick labels at the left and above or below; some with the values written."""
    rows = int(rng.integers(4, 16))
    cols = rows if rng.random() < 0.7 else int(rng.integers(4, 16))
    values = rng.random((rows, cols)) ** float(rng.choice((0.5, 1.0, 3.0)))
    sheet = new_sheet(rng, rows, cols, stretch=float(rng.choice((1.0, 1.0, 1.0, 1.3))))
    scale = list(SCALES)[rng.integers(len(SCALES))]
    margin = float(rng.choice((0.0, 0.0, 0.04)))
    for (row, col), value in np.ndenumerate(values):
        sheet.fill(row, col, scaled(scale, float(value)), margin)
    if margin == 0 and rng.random() < 0.6:
        sheet.rule_lines()
    first = int(rng.integers(0, 2))
    number_both(sheet, any_sides(rng), first)
    if rng.random() < 0.4:
        for (row, col), value in np.ndenumerate(values):
            sheet.write(row, col, f"{value * 20:.0f}", 0.35, (255, 255, 255) if value > 0.5 else (0, 0, 0))
    return sheet.image
