"""The kinds of boards that look like nonograms, as books and programs draw them.

What stands in the cells, between them, or on the other two sides tells that it is another puzzle.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

import numpy as np

from drawn.nonpuzzles.boards import (
    GREYS,
    Board,
    Filled,
    Kind,
    Shape,
    mark,
    notes,
    shade,
    some,
    towards_ink,
    walls,
)
from drawn.nonpuzzles.choosing import STEPS, apart, beside, countable, counts, mask, regions, runs, walk
from drawn.nonpuzzles.sheet import GridSheet
from picrosser.puzzles.picture import Cell, Colour

WATERS: tuple[Colour, ...] = ((80, 150, 230), (150, 200, 245), (60, 110, 180), (150, 156, 162))
PASTELS: tuple[Colour, ...] = ((255, 214, 214), (214, 232, 255), (216, 245, 214), (255, 240, 190))
RED: Colour = (214, 60, 50)
GOLD: Colour = (225, 165, 30)
DIGIT_INKS: tuple[Colour, ...] = ((0, 0, 230), (0, 128, 0), (230, 0, 0), (0, 0, 120), (120, 0, 0))
TREE = ((0.1, 0.5), (0.72, 0.86), (0.72, 0.58), (0.92, 0.58), (0.92, 0.42), (0.72, 0.42), (0.72, 0.14))
TENT = ((0.2, 0.5), (0.85, 0.88), (0.85, 0.6), (0.55, 0.5), (0.85, 0.4), (0.85, 0.12))
ARROW = np.array(
    [(-0.4, 0), (0, 0.28), (-0.05, 0.09), (0.38, 0.09), (0.38, -0.09), (-0.05, -0.09), (0, -0.28)]
)


def walled(rng: np.random.Generator, shape: Shape, *, water: bool) -> Board:
    """Regions that are filled or empty, or filled up to a level; a few are done."""
    filled = countable(rng, shape)
    which = regions(rng, shape, filled, joined=0.6)
    if water and rng.random() < 0.5:
        seeds = np.stack([rng.integers(0, shape[0], 7), rng.integers(0, shape[1], 7)])
        places = np.indices(shape).reshape(2, -1, 1)
        which = np.abs(places - seeds[:, None]).sum(axis=0).argmin(axis=1).reshape(shape)
        filled = np.arange(shape[0])[:, None] >= shape[0] - rng.integers(0, shape[0] + 1, 7)[which]
    colours = WATERS if water else ((40, 40, 44), *GREYS)

    def paint(sheet: GridSheet) -> None:
        done = np.isin(which, rng.permutation(np.unique(which))[: int(rng.choice((0, 0, 2, 5)))])
        for cell in some(rng, done & filled, (1,)):
            shade(sheet, cell, colours[which[cell] % 2])
        notes(rng, sheet, done & ~filled, ("cross", "dot"))
        walls(sheet, which)

    return Board(*counts(filled), paint)


def thermometers(rng: np.random.Generator, shape: Shape) -> Board:
    """Tubes with a bulb, each filled from the bulb up to a level."""
    filled, taken, tubes = countable(rng, shape), np.zeros(shape, bool), []
    for start in rng.permutation(list(np.ndindex(shape))).tolist():
        ways = [_tube_cells(filled, taken, start, step, int(rng.integers(2, 6))) for step in STEPS]
        cells = max(ways, key=lambda way: (min(len(way), 2), rng.random()))
        taken |= mask(shape, cells)
        if cells:
            tubes.append(cells)

    def paint(sheet: GridSheet) -> None:
        outlined, share = rng.random() < 0.5, rng.choice((0, 0, 0.5))
        colour = sheet.ink if outlined else GREYS[rng.integers(len(GREYS))]
        width = sheet.cell_px[0] // 3
        for cells in tubes:
            _tube(sheet, cells, colour, width, 0.38)
            if outlined:
                _tube(sheet, cells, sheet.paper, width - 4, 0.34)
            if rng.random() < share and (level := [cell for cell in cells if filled[cell]]):
                _tube(sheet, level, RED, width - 4, 0.34)

    return Board(*counts(filled), paint)


def _tube_cells(filled: Filled, taken: Filled, start: Cell, step: Cell, most: int) -> list[Cell]:
    """Free cells in a straight line, of which the filled ones come first."""
    cells: list[Cell] = []
    for at in range(most):
        cell = start[0] + at * step[0], start[1] + at * step[1]
        is_inside = 0 <= cell[0] < filled.shape[0] and 0 <= cell[1] < filled.shape[1]
        if not is_inside or taken[cell] or (cells and filled[cell] and not filled[cells[-1]]):
            break
        cells.append(cell)
    return cells


def _tube(sheet: GridSheet, cells: list[Cell], colour: Colour, width: int, radius: float) -> None:
    points = [(((box := sheet.box(*cell))[0] + box[2]) / 2, (box[1] + box[3]) / 2) for cell in cells]
    sheet.pen.line(points, colour, width, joint="curve")
    sheet.pen.ellipse(sheet.box(*cells[0], 0.5 - radius), fill=colour)


def snake(rng: np.random.Generator, shape: Shape) -> Board:
    """A path of cells whose head and tail are drawn, and some of its body."""
    cells = walk(rng, shape, int(rng.integers(5, sum(shape) * 2)), close=False)

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, mask(shape, cells[1:-1]), (0, 0, 0.3)):
            sheet.disc(*cell, GREYS[0], 0.36)
        ends = ("1", str(len(cells))) if rng.random() < 0.3 else ("black", "white")
        for cell, sign in zip((cells[0], cells[-1]), ends, strict=True):
            mark(sheet, cell, sign)

    return Board(*counts(mask(shape, cells)), paint)


def tracks(rng: np.random.Generator, shape: Shape) -> Board:
    """A railway from A to B, of which some pieces are laid; numbers count each line's pieces."""
    cells = walk(rng, shape, shape[0] * shape[1], close=True)

    def paint(sheet: GridSheet) -> None:
        is_double, width, share = rng.random() < 0.6, sheet.cell_px[0] // 3, rng.choice((0.1, 0.4))
        for at, cell in enumerate(cells):
            if at in (0, len(cells) - 1) or rng.random() < share:
                near = [cells[at + step] for step in (-1, 1) if 0 <= at + step < len(cells)]
                for colour, wide in ((sheet.ink, width), (sheet.paper, width - 4))[: 1 + is_double]:
                    points = [((c[0] + cell[0]) / 2, (c[1] + cell[1]) / 2) for c in near]
                    _tube(sheet, [points[0], cell, points[-1]], colour, wide, 0.0)
        notes(rng, sheet, ~mask(shape, cells), ("cross", "dot", "dot"))
        for name, (row, col) in (("A", cells[0]), ("B", cells[-1])):
            sheet.write(row - 0.25, col - 0.25, name, 0.35)

    return Board(*counts(mask(shape, cells)), paint)


def tally(rng: np.random.Generator, shape: Shape) -> Board:
    """A table of marks with the total of each line; those of some line do not all adjoin."""
    filled = countable(rng, shape)
    while max(map(len, (*runs(filled)[0], *runs(filled)[1]))) < 2:
        filled = countable(rng, shape)

    def paint(sheet: GridSheet) -> None:
        how = str(rng.choice(("block", "cross", "tick", "dot", "1", "star")))
        colour = WATERS[rng.integers(len(WATERS))] if rng.random() < 0.5 else sheet.ink
        for cell in some(rng, filled, (1,)):
            mark(sheet, cell, how, colour)
        if rng.random() < 0.4:
            sheet.write(-1.2, -1.2, filled.sum(), 0.45)

    return Board(*counts(filled), paint)


def battleships(rng: np.random.Generator, shape: Shape) -> Board:
    """Ships that do not touch; some segments and some water are given."""
    taken = np.zeros((shape[0] + 2, shape[1] + 2), bool)
    for length in (4, 3, 3, 2, 2, 2, 1, 1, 1, 1)[int(rng.integers(0, 4)) :]:
        down, across = ((length, 1), (1, length))[rng.integers(2)]
        row, col = (int(at) for at in rng.integers(0, shape))
        is_inside = row + down <= shape[0] and col + across <= shape[1]
        if is_inside and not taken[row : row + down + 2, col : col + across + 2].any():
            taken[row + 1 : row + 1 + down, col + 1 : col + 1 + across] = True
    filled = taken[1:-1, 1:-1]

    def paint(sheet: GridSheet) -> None:
        water, is_blue = WATERS[rng.integers(len(WATERS))], rng.random() < 0.3
        how = str(rng.choice(("waves", "waves", "dot", "cross", "~")))
        for cell in some(rng, ~filled, (0.2, 0.35)):
            if is_blue:
                shade(sheet, cell, (200, 225, 250))
            mark(sheet, cell, how, water)
        # Crosses and dots alone might be a nonogram's: then more of the ships is shown.
        for row, col in some(rng, filled, (0.4, 0.8) if how in ("dot", "cross") else (0.08, 0.3, 0.8)):
            above, below = taken[row, col + 1], taken[row + 2, col + 1]
            before, after = taken[row + 1, col], taken[row + 1, col + 2]
            joined = above | before, above | after, below | after, below | before
            box = sheet.box(row, col, 0.14)
            sheet.pen.rounded_rectangle(
                box, 0.4 * (box[3] - box[1]), sheet.ink, corners=[not one for one in joined]
            )

    return Board(*counts(filled), paint)


def tents(rng: np.random.Generator, shape: Shape) -> Board:
    """Trees, each with a tent beside it; numbers count each line's tents, of which some stand."""
    filled, trees = apart(rng, shape), np.zeros(shape, bool)
    for cell in some(rng, filled, (1,)):
        free = [place for place in beside(shape, cell) if not (trees | filled)[place]]
        if free:
            trees[free[rng.integers(len(free))]] = True

    def paint(sheet: GridSheet) -> None:
        inks = (sheet.ink, sheet.ink) if rng.random() < 0.4 else ((60, 150, 70), GOLD)
        for cell in some(rng, trees, (1,)):
            sheet.polygon(*cell, TREE, inks[0])
        for cell in some(rng, filled):
            sheet.polygon(*cell, TENT, inks[1])
        for cell in some(rng, ~filled & ~trees, (0, 0, 0.4)):
            shade(sheet, cell, (205, 235, 190))

    return Board(*counts(filled), paint)


def starry_sky(rng: np.random.Generator, shape: Shape) -> Board:
    """Arrows that point to stars; some stars are found."""
    filled = apart(rng, shape)

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, ~filled, (0.15, 0.3)):
            turn = rng.integers(8) * np.pi / 4
            turned = ARROW @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + 0.5
            sheet.polygon(*cell, turned.tolist(), sheet.ink)
        notes(rng, sheet, filled, ("star",))

    return Board(*counts(filled), paint)


def star_battle(rng: np.random.Generator, shape: Shape) -> Board:
    """Regions with stars that do not touch."""
    filled = apart(rng, shape)
    which = np.unique(regions(rng, shape), return_inverse=True)[1].reshape(shape)

    def paint(sheet: GridSheet) -> None:
        for cell in np.ndindex(shape) if rng.random() < 0.5 else ():
            shade(sheet, cell, PASTELS[which[cell] % len(PASTELS)])
        for cell in some(rng, filled, (0, 0.3, 1)):
            mark(sheet, cell, "star", (20, 20, 24))
        notes(rng, sheet, ~filled, ("cross", "dot"))
        walls(sheet, which)

    return Board(*counts(filled), paint)


def kakurasu(rng: np.random.Generator, shape: Shape) -> Board:
    """Weights at the left and above, sums of the filled cells' weights on the other sides; or sums alone."""
    filled = rng.random(shape) < rng.uniform(0.2, 0.5)
    down, across = (np.arange(1, lines + 1) for lines in shape)
    sums = counts(filled * across)[0], counts(filled * down[:, None])[1]
    weights = [[int(n)] for n in down], [[int(n)] for n in across]

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, filled, (0.2, 0.5, 1)):
            shade(sheet, cell)
        notes(rng, sheet, ~filled, ("cross", "dot"))

    return Board(*weights, paint, sums) if rng.random() < 0.7 else Board(*sums, paint)


def magnets(rng: np.random.Generator, shape: Shape) -> Board:
    """Plates of two cells, of which one is + and one is -, or neither; lines count both."""
    which, poles = regions(rng, shape, most=2, joined=1.0), np.zeros(shape, int)
    for plate in np.unique(which).tolist():
        cells = rng.permutation(np.argwhere(which == plate)).tolist()
        if len(cells) == 2 and rng.random() < 0.7:
            poles[tuple(cells[0])], poles[tuple(cells[1])] = 1, -1

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, poles != 0, (0.1, 0.3, 0.7)):
            sheet.write(*cell, "+" if poles[cell] > 0 else "-", 0.7)
        walls(sheet, which)

    plus, minus = counts(poles > 0), counts(poles < 0)
    if rng.random() < 0.6:
        return Board(*plus, paint, minus)
    sides = (zip(*side, strict=True) for side in zip(plus, minus, strict=True))
    return Board(*([[*one, *other] for one, other in side] for side in sides), paint)


def shades(rng: np.random.Generator, shape: Shape) -> Board:
    """Black runs at the left and above, and how many cells are grey on the other sides."""
    black = rng.random(shape) < rng.uniform(0.45, 0.65)
    grey = ~black & (rng.random(shape) < 0.4)

    def paint(sheet: GridSheet) -> None:
        for cells, colour in ((black, sheet.ink), (grey, GREYS[0])):
            for cell in some(rng, cells, (0, 0, 0.3)):
                shade(sheet, cell, colour)

    return Board(*runs(black), paint, counts(grey))


def signs(rng: np.random.Generator, shape: Shape, pairs: Sequence[tuple[str, str]]) -> Board:
    """One of two signs in each cell, some of them given; numbers count the first one."""
    filled = countable(rng, shape)
    pair = pairs[rng.integers(len(pairs))]

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, np.ones(shape, bool), (0.2, 0.4, 0.8)):
            mark(sheet, cell, pair[0] if filled[cell] else pair[1])

    return Board(*counts(filled), paint)


def mines(rng: np.random.Generator, shape: Shape) -> Board:
    """Digits that count the mines around them, closed cells, and some mines; lines count theirs."""
    filled = countable(rng, shape)
    padded = np.pad(filled.astype(int), 1)
    around = sum(np.roll(padded, (r, c), (0, 1)) for r in (-1, 0, 1) for c in (-1, 0, 1))[1:-1, 1:-1]

    def paint(sheet: GridSheet) -> None:
        is_coloured = rng.random() < 0.5
        given = mask(shape, list(some(rng, ~filled, (0.3, 0.6))))
        for cell in some(rng, ~given, (0, 1)):
            shade(sheet, cell, (190, 192, 196))
        for cell in some(rng, given, (1,)):
            sheet.write(*cell, around[cell], 0.6, DIGIT_INKS[around[cell] % 5] if is_coloured else None)
        for cell in some(rng, filled, (0, 0.2, 0.6)):
            sheet.disc(*cell, RED if is_coloured else sheet.ink, 0.3)

    return Board(*counts(filled), paint)


def rooms(rng: np.random.Generator, shape: Shape, *, pairs: bool) -> Board:
    """Rooms, some with how many of their cells are to be shaded. pairs : as dominoes, without a number."""
    filled, which = countable(rng, shape), regions(rng, shape)
    if pairs:
        dominoes = regions(rng, shape, most=2, joined=1.0)
        filled = np.isin(dominoes, rng.permutation(np.unique(dominoes))[::3])

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, filled, (0, 0.3, 0.7)):
            shade(sheet, cell, GREYS[0])
        notes(rng, sheet, ~filled, ("dot", "ring"))
        walls(sheet, which)
        for room in [] if pairs else np.unique(which):
            if rng.random() < 0.6:
                row, col = np.argwhere(which == room)[0].tolist()
                sheet.write(row - 0.22, col - 0.25, filled[which == room].sum(), 0.35)

    return Board(*counts(filled), paint)


def hitori(rng: np.random.Generator, shape: Shape) -> Board:
    """A digit in each cell, some shaded, some ringed; numbers count each line's shaded cells."""
    filled = countable(rng, shape)

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, filled, (0, 0.3, 1)):
            shade(sheet, cell, GREYS[0])
        for cell in some(rng, ~filled, (0, 0.3)):
            mark(sheet, cell, "ring")
        for cell in np.ndindex(shape):
            sheet.write(*cell, rng.integers(1, max(shape) + 1), 0.5)

    return Board(*counts(filled), paint)


def sums(rng: np.random.Generator, shape: Shape) -> Board:
    """A digit in each cell; numbers are the sums of those that stay, some of the others are crossed out."""
    kept = rng.random(shape) < rng.uniform(0.15, 0.7)
    digits = rng.integers(1, int(rng.choice((3, 3, 5, 10))), shape)

    def paint(sheet: GridSheet) -> None:
        on_discs = rng.random() < 0.3
        for cell in np.ndindex(shape):
            if on_discs:
                sheet.disc(*cell, towards_ink(sheet, 0.1), 0.4)
            sheet.write(*cell, digits[cell], 0.5)
        for cell in some(rng, ~kept, (0, 0.5)):
            mark(sheet, cell, "cross", RED)

    totals = counts(digits * kept)
    return Board(*totals, paint, totals if rng.random() < 0.3 else None)


def japanese_sums(rng: np.random.Generator, shape: Shape) -> Board:
    """Digits and black cells; numbers are the sums of adjoining digits, of which some are given."""
    digits = rng.integers(1, int(rng.choice((3, 3, 5))), shape) * (rng.random(shape) < rng.uniform(0.2, 0.6))

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, digits > 0, (0.4, 0.8)):
            mark(sheet, cell, str(digits[cell]))
        for cell in some(rng, digits == 0, (0, 0.3)):
            shade(sheet, cell)

    return Board(*runs(digits), paint)


def skyscrapers(rng: np.random.Generator, shape: Shape) -> Board:
    """Numbers count the houses seen from there, on two or four sides; some houses' heights are given."""
    size = max(shape)
    heights = (np.add.outer(rng.permutation(size), rng.permutation(size)) % size + 1)[: shape[0], : shape[1]]
    rows, cols, right, bottom = (
        [[int((line == np.maximum.accumulate(line)).sum())] for line in lines]
        for lines in (heights, heights.T, heights[:, ::-1], heights.T[:, ::-1])
    )

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, heights > 0, (0.2, 0.5)):
            sheet.write(*cell, heights[cell], 0.55)

    return Board(rows, cols, paint, (right, bottom) if rng.random() < 0.6 else None)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "aquarium": partial(walled, water=True), "tilepaint": partial(walled, water=False),
        "thermometers": thermometers, "snake": snake, "tracks": tracks, "tally": tally,
        "battleships": battleships, "tents": tents, "star-battle": star_battle, "starry-sky": starry_sky,
        "kakurasu": kakurasu, "magnets": magnets, "shades": shades,
        "binairo": partial(signs, pairs=(("1", "0"), ("0", "1"), ("X", "O"), ("A", "B"))),
        "yin-yang": partial(signs, pairs=(("black", "white"), ("white", "black"))), "mines": mines,
        "heyawake": partial(rooms, pairs=False), "norinori": partial(rooms, pairs=True), "hitori": hitori,
        "sums": sums, "japanese-sums": japanese_sums, "skyscrapers": skyscrapers,
    }
)  # fmt: skip
