"""A board of another puzzle with a number beside each line: its search, its page, and the signs on it.

Most boards are made again until their numbers, taken for a nonogram's hints, have exactly one solution.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from drawn.canvas import mix
from drawn.nonpuzzles.sheet import GridSheet, Side, new_sheet
from drawn.nonpuzzles.tables import any_sides
from drawn.pictures import has_one_solution
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import Cell, Colour

Shape = tuple[int, int]
Filled = NDArray[np.bool_]
Numbers = Sequence[Sequence[int]]
"""The numbers beside each line, most often one."""

SEARCHED = 0.7  # of the boards are made again until their numbers solve as runs
MOST_TRIES = 150  # then the last one is taken
LINES = 5, 13  # of a board
GREYS: tuple[Colour, ...] = ((170, 174, 178), (222, 224, 228), (130, 140, 150))
_TURNS = np.arange(10) * np.pi / 5
_RADII = np.tile([0.42, 0.17], 5)
STAR = np.stack([0.5 - _RADII * np.cos(_TURNS), 0.5 + _RADII * np.sin(_TURNS)], axis=1).tolist()


@dataclass(slots=True)
class Board:
    """A puzzle of another kind.

    rows, cols : the numbers at the left (or right) and above (or below). paint : draws what the cells hold.
    further : what stands at the right and below, beside the others.
    """

    rows: Numbers
    cols: Numbers
    paint: Callable[[GridSheet], None]
    further: tuple[Numbers, Numbers] | None = None


Kind = Callable[[np.random.Generator, Shape], Board]


def look_alike(make: Kind, rng: np.random.Generator) -> Image.Image:
    shape = int(rng.integers(*LINES)), int(rng.integers(*LINES))
    if rng.random() < 0.5:
        shape = shape[0], shape[0]
    tries = MOST_TRIES if rng.random() < SEARCHED else 1
    for at in range(tries):
        if at == tries // 2 > 0:  # numbers of a small board solve as runs more often
            shape = int(rng.integers(5, 7)), int(rng.integers(5, 7))
        board = make(rng, shape)
        if tries > 1 and solves_as_runs(board.rows, board.cols):
            break
    return _drawn(rng, shape, board)


def solves_as_runs(rows: Numbers, cols: Numbers) -> bool:
    """Whether there is exactly one picture with these runs."""
    painted = [sum(map(sum, lines)) for lines in (rows, cols)]
    longest = [max(sum(line) + len(line) - 1 for line in lines) for lines in (rows, cols)]
    if painted[0] != painted[1] or longest[0] > len(cols) or longest[1] > len(rows):
        return False
    sides = [tuple(tuple(Run(n) for n in line if n) for line in lines) for lines in (rows, cols)]
    return has_one_solution(Nonogram(sides[0], sides[1]))


def _drawn(rng: np.random.Generator, shape: Shape, board: Board) -> Image.Image:
    depth = 0.8 + 0.8 * max(map(len, (*board.rows, *board.cols)))
    sheet = new_sheet(rng, *shape, margins=(depth, depth, 1.5, 1.5))
    left, top = ("left", "top") if board.further or depth > 2 else any_sides(rng)
    sides: dict[Side, Numbers] = {left: board.rows, top: board.cols}
    if board.further:
        sides |= {"right": board.further[0], "bottom": board.further[1]}
    zero = "" if rng.random() < 0.2 else "0"
    height, away = rng.uniform(0.35, 0.6), rng.uniform(0.5, 0.8)
    style = str(rng.choice(("bare", "bare", "boxed", "plates")))
    for side, lines in sides.items():
        for line, numbers in enumerate(lines):
            for step, number in enumerate(reversed(numbers)):
                place = sheet.beside(side, line, away + 0.8 * step)
                if style == "boxed":
                    sheet.pen.rectangle(sheet.box(*place, 0.05), outline=sheet.rule)
                elif style == "plates":
                    sheet.pen.rounded_rectangle(sheet.box(*place, 0.1), 4, towards_ink(sheet, 0.12))
                sheet.write(*place, number or zero, height)
    if rng.random() < 0.15:  # cells with gaps between them, as of a program
        for row, col in np.ndindex(shape):
            tile = sheet.box(row, col, 0.04)
            sheet.pen.rounded_rectangle(tile, 0.12 * sheet.cell_px[0], towards_ink(sheet, 0.08))
    else:
        sheet.rule_lines(int(rng.choice((0, 0, 0, 5))))
    if rng.random() < 0.4:
        ends = (*sheet.box(0, 0)[:2], *sheet.box(shape[0] - 1, shape[1] - 1)[2:])
        sheet.pen.rectangle(ends, outline=sheet.ink, width=sheet.rule_px + 2)
    sheet.zoom = rng.uniform(0.5, 1)
    board.paint(sheet)
    if rng.random() < 0.3:  # on the tall page of a phone
        extra = int(sheet.image.width * rng.uniform(0.2, 0.5))
        return ImageOps.expand(sheet.image, (0, extra, 0, extra), sheet.paper)
    return sheet.image


def towards_ink(sheet: GridSheet, share: float) -> Colour:
    """A tone between the paper's and the ink's."""
    return mix(sheet.paper, sheet.ink, share)


# ---- What cells hold


def some(
    rng: np.random.Generator, cells: Filled, shares: Sequence[float] = (0, 0.15, 0.5, 1)
) -> Iterator[Cell]:
    """A random share of the chosen cells; at least one of them if no share is 0."""
    marks = rng.random(cells.shape)
    chosen = cells & (marks < rng.choice(shares))
    if min(shares) and not chosen.any():
        chosen = cells & (marks == marks[cells].min(initial=1))
    yield from ((int(row), int(col)) for row, col in np.argwhere(chosen))


def shade(sheet: GridSheet, cell: Cell, colour: Colour | None = None) -> None:
    sheet.fill(*cell, colour or sheet.ink, (sheet.rule_px + 1) / 2 / sheet.cell_px[0])


def mark(sheet: GridSheet, cell: Cell, how: str, colour: Colour | None = None) -> None:
    left, top, right, bottom = sheet.box(*cell, 0.5 - 0.25 * sheet.zoom)
    colour, width = colour or sheet.ink, max(1, sheet.cell_px[0] // 14)
    match how:
        case "block":
            shade(sheet, cell, colour)
        case "cross":
            sheet.pen.line((left, top, right, bottom), colour, width)
            sheet.pen.line((left, bottom, right, top), colour, width)
        case "dot":
            sheet.pen.ellipse(sheet.box(*cell, 0.42), fill=colour)
        case "ring":
            sheet.pen.ellipse((left, top, right, bottom), outline=colour, width=width)
        case "tick":
            low = (left * 2 + right) / 3
            sheet.pen.line((left, (top + bottom) / 2, low, bottom, right, top), colour, width)
        case "waves":
            xs = np.linspace(left, right, 13)
            for y in ((top * 2 + bottom) / 3, (top + bottom * 2) / 3):
                points = np.stack([xs, y + np.sin(np.arange(13) * np.pi / 3) * width], axis=1)
                sheet.pen.line([(x, y) for x, y in points.tolist()], colour, width)
        case "star":
            sheet.polygon(*cell, STAR, colour)
        case "black" | "white":
            sheet.disc(*cell, sheet.ink if how == "black" else sheet.paper, 0.36)
        case _:
            sheet.write(*cell, how, 0.6, colour)


def notes(rng: np.random.Generator, sheet: GridSheet, cells: Filled, kinds: Sequence[str]) -> None:
    """What a player notes: the same faint sign in some of the cells."""
    how = str(rng.choice(kinds))
    for cell in some(rng, cells):
        mark(sheet, cell, how, towards_ink(sheet, 0.6))


def walls(sheet: GridSheet, which: NDArray[np.int_]) -> None:
    width = sheet.rule_px + int(sheet.rng.integers(1, 5))
    for row, col in np.ndindex(which.shape):
        left, top, right, bottom = sheet.box(row, col)
        if col + 1 < which.shape[1] and which[row, col] != which[row, col + 1]:
            sheet.pen.line((right, top, right, bottom), sheet.ink, width)
        if row + 1 < which.shape[0] and which[row, col] != which[row + 1, col]:
            sheet.pen.line((left, bottom, right, bottom), sheet.ink, width)
