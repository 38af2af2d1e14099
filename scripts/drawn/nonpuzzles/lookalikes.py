"""Boards of other puzzles that print a number beside each line, as books and programs draw them.

Most are drawn again until their numbers, taken for a nonogram's hints, have exactly one solution. What stands
in the cells, between them, or on the other two sides tells that it is another puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from drawn.nonpuzzles.sheet import GridSheet, Side, new_sheet
from drawn.nonpuzzles.tables import any_sides
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import EMPTY, Colour
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

Cell = tuple[int, int]
Shape = tuple[int, int]
Filled = NDArray[np.bool_]
Paint = Callable[[GridSheet], None]
Numbers = Sequence[Sequence[int]]
"""The numbers beside each line, most often one."""

SEARCHED = 0.7  # of the boards are drawn until their numbers solve as runs
MOST_TRIES = 150  # then the last one is taken
SIDES = 5, 13  # lines of a board
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
GREYS: tuple[Colour, ...] = ((170, 174, 178), (200, 200, 205), (130, 140, 150))
WATERS: tuple[Colour, ...] = ((80, 150, 230), (150, 200, 245), (60, 110, 180), (150, 156, 162))
PASTELS: tuple[Colour, ...] = (
    (255, 214, 214), (214, 232, 255), (216, 245, 214), (255, 240, 190), (232, 216, 250), (205, 242, 242),
    (250, 222, 196),
)  # fmt: skip
GREEN: Colour = (60, 150, 70)
RED: Colour = (214, 60, 50)
GOLD: Colour = (225, 165, 30)
_TURNS = np.arange(10) * np.pi / 5
STAR = [
    (0.5 - r * np.cos(a), 0.5 + r * np.sin(a)) for r, a in zip([0.42, 0.17] * 5, _TURNS.tolist(), strict=True)
]
TREE = ((0.1, 0.5), (0.72, 0.86), (0.72, 0.58), (0.92, 0.58), (0.92, 0.42), (0.72, 0.42), (0.72, 0.14))
TENT = ((0.2, 0.5), (0.85, 0.88), (0.85, 0.6), (0.55, 0.5), (0.85, 0.4), (0.85, 0.12))
ARROW = np.array(
    [(-0.4, 0), (0, 0.28), (-0.05, 0.09), (0.38, 0.09), (0.38, -0.09), (-0.05, -0.09), (0, -0.28)]
)


@dataclass(slots=True)
class Board:
    """A puzzle of another kind.

    rows, cols : the numbers that could be taken for a nonogram's hints. paint : draws what the cells hold.
    further : what stands on the other two sides, or replaces the numbers on a side.
    must_differ : as runs it has to have another solution than this one.
    """

    rows: Numbers
    cols: Numbers
    paint: Paint
    further: Mapping[Side, Sequence[object]] = field(default_factory=dict)
    must_differ: Filled | None = None


Kind = Callable[[np.random.Generator, Shape], Board]


def look_alike(make: Kind, rng: np.random.Generator) -> Image.Image:
    """Draw a board of a kind in a random style."""
    shape = int(rng.integers(*SIDES)), int(rng.integers(*SIDES))
    if rng.random() < 0.5:
        shape = shape[0], shape[0]
    tries = MOST_TRIES if rng.random() < SEARCHED else 1
    for at in range(tries):
        if at == tries // 2:  # a small board solves as runs more often
            shape = int(rng.integers(5, 7)), int(rng.integers(5, 7))
        board = make(rng, shape)
        solution = as_runs(board.rows, board.cols) if tries > 1 else None
        if solution is not None and (board.must_differ is None or (solution != board.must_differ).any()):
            break
    return _drawn(rng, shape, board)


def as_runs(rows: Numbers, cols: Numbers) -> Filled | None:
    """The only picture with these runs; None without one."""
    sums = [sum(map(sum, lines)) for lines in (rows, cols)]
    if sums[0] != sums[1] or not sums[0]:
        return None
    sides = [tuple(tuple(Run(int(n)) for n in line if n) for line in lines) for lines in (rows, cols)]
    if any(sum(map(int, line)) + len(line) - 1 > len(cols) for line in rows):
        return None
    if any(sum(map(int, line)) + len(line) - 1 > len(rows) for line in cols):
        return None
    outcome = solve(Nonogram(*sides), timeout_s=1)
    return outcome.picture.cells > EMPTY if outcome.status is Status.UNIQUE and outcome.picture else None


def _drawn(rng: np.random.Generator, shape: Shape, board: Board) -> Image.Image:
    deepest = max(max(map(len, board.rows)), max(map(len, board.cols)))
    margins = [0.8 + 0.8 * deepest] * 2 + [1.5 if board.further else 0.4] * 2
    sheet = new_sheet(rng, *shape, margins=(margins[0], margins[1], margins[2], margins[3]))
    left, top = ("left", "top") if board.further or deepest > 1 else any_sides(rng)
    zero = "" if rng.random() < 0.2 else "0"
    height, away = rng.uniform(0.35, 0.6), rng.uniform(0.5, 0.8)
    style = rng.choice(("bare", "bare", "boxed", "plates"))
    for side, lines in ((left, board.rows), (top, board.cols)):
        texts = [[str(n) if n else zero for n in line] for line in lines]
        if side in board.further:
            texts = [[str(text)] for text in board.further[side]]
        _beside(sheet, side, texts, height, away, style)
    for side in ("right", "bottom"):
        if side in board.further:
            _beside(sheet, side, [[str(text)] for text in board.further[side]], height, away, style)
    sheet.rule_lines(int(rng.choice((0, 0, 0, 5))))
    if rng.random() < 0.4:
        ends = (*sheet.box(0, 0)[:2], *sheet.box(shape[0] - 1, shape[1] - 1)[2:])
        sheet.pen.rectangle(ends, outline=sheet.ink, width=sheet.rule_px + 2)
    board.paint(sheet)
    if rng.random() < 0.3:  # on the tall page of a phone
        extra = int(sheet.image.width * rng.uniform(0.2, 0.5))
        return ImageOps.expand(sheet.image, (0, extra, 0, extra), sheet.paper)
    return sheet.image


def _beside(
    sheet: GridSheet, side: Side, texts: Sequence[Sequence[str]], height: float, away: float, style: str
) -> None:
    """Write the numbers beside the lines; the last one stands nearest to the board."""
    sign = -1 if side in ("left", "top") else 1
    deepest = max(map(len, texts))
    for line, words in enumerate(texts):
        for depth in range(deepest):
            off = -0.5 + sign * (away + 0.8 * depth) if sign < 0 else _last(sheet, side) + 0.5 + away
            row, col = (line, off) if side in ("left", "right") else (off, line)
            if style == "boxed":
                sheet.pen.rectangle(
                    sheet.box(row, col, 0.5 - away if depth == 0 else 0.1), outline=sheet.rule
                )
            elif style == "plates":
                sheet.pen.rounded_rectangle(sheet.box(row, col, 0.1), 4, fill=_mixed(sheet, 0.12))
            if depth < len(words):
                sheet.write(row, col, words[-1 - depth], height)


def _last(sheet: GridSheet, side: Side) -> int:
    return (sheet.cols if side == "right" else sheet.rows) - 1


def _mixed(sheet: GridSheet, share: float) -> Colour:
    red, green, blue = (round(p + share * (i - p)) for p, i in zip(sheet.paper, sheet.ink, strict=True))
    return red, green, blue


# ---- What cells hold


def some(
    rng: np.random.Generator, cells: Filled, shares: Sequence[float] = (0, 0.15, 0.5, 1)
) -> Iterator[Cell]:
    """The chosen cells, in a random share."""
    chosen = cells & (rng.random(cells.shape) < rng.choice(shares))
    yield from ((int(row), int(col)) for row, col in np.argwhere(chosen))


def shade(sheet: GridSheet, row: int, col: int, colour: Colour | None = None) -> None:
    """Paint a cell within its lines."""
    sheet.fill(row, col, colour or sheet.ink, (sheet.rule_px + 1) / 2 / sheet.cell_px[0])


def mark(sheet: GridSheet, row: float, col: float, how: str, colour: Colour | None = None) -> None:
    """Draw a small sign."""
    left, top, right, bottom = sheet.box(row, col, 0.25)
    colour, width = colour or sheet.ink, max(1, sheet.cell_px[0] // 14)
    match how:
        case "cross":
            sheet.pen.line((left, top, right, bottom), colour, width)
            sheet.pen.line((left, bottom, right, top), colour, width)
        case "dot":
            sheet.pen.ellipse(sheet.box(row, col, 0.42), fill=colour)
        case "ring":
            sheet.pen.ellipse((left, top, right, bottom), outline=colour, width=width)
        case "tick":
            low = (left * 2 + right) / 3
            sheet.pen.line((left, (top + bottom) / 2, low, bottom, right, top), colour, width)
        case "waves":
            for y in ((top * 2 + bottom) / 3, (top + bottom * 2) / 3):
                xs = np.linspace(left, right, 13)
                points = [(x, y + np.sin(at * np.pi / 3) * width * 1.5) for at, x in enumerate(xs.tolist())]
                sheet.pen.line(points, colour, width)
        case "star":
            sheet.polygon(row, col, STAR, colour)
        case _:
            sheet.write(row, col, how, 0.6, colour)


def marks(rng: np.random.Generator, sheet: GridSheet, cells: Filled, kinds: Sequence[str]) -> None:
    """Put the same sign into some of the cells."""
    how = str(rng.choice(kinds))
    for row, col in some(rng, cells):
        mark(sheet, row, col, how, _mixed(sheet, 0.6) if how in ("dot", "cross") else None)


def walls(sheet: GridSheet, which: NDArray[np.int_]) -> None:
    """Thick lines between regions."""
    width = sheet.rule_px + int(sheet.rng.integers(2, 4))
    for row, col in np.ndindex(which.shape):
        left, top, right, bottom = sheet.box(row, col)
        if col + 1 < which.shape[1] and which[row, col] != which[row, col + 1]:
            sheet.pen.line((right, top, right, bottom), sheet.ink, width)
        if row + 1 < which.shape[0] and which[row, col] != which[row + 1, col]:
            sheet.pen.line((left, bottom, right, bottom), sheet.ink, width)


def regions(
    rng: np.random.Generator, shape: Shape, alike: Filled | None = None, most: int = 8, joined: float = 0.6
) -> NDArray[np.int_]:
    """Part a board into connected regions of up to so many cells, in each of which `alike` is the same."""
    which = np.arange(shape[0] * shape[1]).reshape(shape)
    pairs = [(at, (at[0] + 1, at[1])) for at in np.ndindex(shape[0] - 1, shape[1])]
    pairs += [(at, (at[0], at[1] + 1)) for at in np.ndindex(shape[0], shape[1] - 1)]
    for at in rng.permutation(len(pairs)).tolist():
        one, other = (which[cell] for cell in pairs[at])
        fits = alike is None or alike[pairs[at][0]] == alike[pairs[at][1]]
        if fits and one != other and rng.random() < joined and (np.isin(which, (one, other))).sum() <= most:
            which[which == other] = one
    return which


def counted(filled: Filled) -> tuple[Numbers, Numbers]:
    """How many cells each row and each column has."""
    rows, cols = ([[int(n)] for n in filled.sum(axis=axis)] for axis in (1, 0))
    return rows, cols


def countable(rng: np.random.Generator, shape: Shape) -> Filled:
    """Scattered cells that count as a convex figure's: its rows and columns have one run each."""
    rows, cols = shape
    middle, waist = int(rng.integers(rows)), int(rng.integers(cols))
    first, last = int(rng.integers(0, max(1, middle))) if rng.random() < 0.3 else 0, rows
    filled = np.zeros(shape, bool)
    left = right = waist
    spans: dict[int, tuple[int, int]] = {}
    for row in (*range(middle, first - 1, -1), *range(middle + 1, last)):
        before = spans.get(row + 1 if row <= middle else row - 1, (0, cols))
        left = int(rng.integers(before[0], min(waist, before[0] + 3) + 1)) if before[0] <= waist else waist
        right = int(rng.integers(max(waist + 1, before[1] - 2), before[1] + 1))
        spans[row] = left, right
        filled[row, left:right] = True
    for _ in range(int(rng.integers(4, 60))):  # exchanges that keep all counts
        one, other = rng.choice(rows, 2, replace=False)
        ahead = np.flatnonzero(filled[one] & ~filled[other])
        behind = np.flatnonzero(~filled[one] & filled[other])
        if len(ahead) and len(behind):
            pair = [rng.choice(ahead), rng.choice(behind)]
            filled[np.ix_([one, other], pair)] ^= True
    return filled


def apart(rng: np.random.Generator, shape: Shape, share: float = 0.3) -> Filled:
    """Cells no two of which touch, not even at a corner."""
    taken = np.zeros((shape[0] + 2, shape[1] + 2), bool)
    for row, col in rng.permutation(list(np.ndindex(shape)))[: int(share * shape[0] * shape[1])].tolist():
        if not taken[row : row + 3, col : col + 3].any():
            taken[row + 1, col + 1] = True
    return taken[1:-1, 1:-1]


def walk(rng: np.random.Generator, shape: Shape, steps: int, *, close: bool) -> list[Cell]:
    """A path that does not cross itself; close : it may run beside itself."""
    cells = [(int(rng.integers(shape[0])), int(rng.integers(shape[1])))]
    for _ in range(steps):
        around = [(cells[-1][0] + down, cells[-1][1] + across) for down, across in STEPS]
        free = [
            cell for cell in around
            if 0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1] and cell not in cells
            and (close or sum(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in cells) == 1)
        ]  # fmt: skip
        if not free:
            break
        cells.append(free[rng.integers(len(free))])
    return cells


def mask(shape: Shape, cells: Sequence[Cell]) -> Filled:
    """A board on which these cells are filled."""
    filled = np.zeros(shape, bool)
    for cell in cells:
        filled[cell] = True
    return filled


# ---- The kinds


def walled(rng: np.random.Generator, shape: Shape, *, water: bool) -> Board:
    """Regions that are filled or empty, or filled up to a level; a few are done."""
    filled = countable(rng, shape)
    which = regions(rng, shape, filled)
    if water and rng.random() < 0.5:
        seeds = np.stack([rng.integers(0, shape[0], 7), rng.integers(0, shape[1], 7)])
        places = np.indices(shape).reshape(2, -1, 1)
        which = np.abs(places - seeds[:, None]).sum(axis=0).argmin(axis=1).reshape(shape)
        filled = np.arange(shape[0])[:, None] >= shape[0] - rng.integers(0, shape[0] + 1, 7)[which]
    colours = WATERS if water else ((40, 40, 44), *GREYS)

    def paint(sheet: GridSheet) -> None:
        done = np.isin(which, rng.permutation(np.unique(which))[: int(rng.choice((0, 0, 2, 5)))])
        for row, col in np.argwhere(done & filled).tolist():
            shade(sheet, row, col, colours[which[row, col] % 2])
        marks(rng, sheet, done & ~filled, ("cross", "dot"))
        walls(sheet, which)

    return Board(*counted(filled), paint)


def thermometers(rng: np.random.Generator, shape: Shape) -> Board:
    """Tubes with a bulb, each filled from the bulb up to a level."""
    filled, taken = countable(rng, shape), np.zeros(shape, bool)
    tubes: list[list[Cell]] = []
    for row, col in rng.permutation(list(np.ndindex(shape))).tolist():
        down, across = STEPS[rng.integers(4)]
        cells: list[Cell] = []
        for step in range(int(rng.integers(2, 6))):
            cell = row + step * down, col + step * across
            if not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]) or taken[cell]:
                break
            if cells and filled[cell] and not filled[cells[-1]]:
                break
            cells.append(cell)
        for cell in cells:
            taken[cell] = True
        if cells:
            tubes.append(cells)

    def paint(sheet: GridSheet) -> None:
        outlined, full = rng.random() < 0.5, rng.random() < 0.3
        grey, width = GREYS[rng.integers(len(GREYS))], sheet.cell_px[0] // 3
        for cells in tubes:
            level = [cell for cell in cells if filled[cell]] if full and rng.random() < 0.5 else []
            for part, colour in ((cells, sheet.ink if outlined else grey), (level, RED)):
                if part:
                    _tube(sheet, part, colour, width)
            if outlined:
                _tube(sheet, cells, sheet.paper, width - 4, 0.34)

    return Board(*counted(filled), paint)


def _tube(sheet: GridSheet, cells: list[Cell], colour: Colour, width: int, radius: float = 0.38) -> None:
    points = [(((box := sheet.box(*cell))[0] + box[2]) / 2, (box[1] + box[3]) / 2) for cell in cells]
    if len(points) > 1:
        sheet.pen.line(points, colour, width)
    sheet.pen.ellipse(sheet.box(*cells[0], 0.5 - radius), fill=colour)


def snake(rng: np.random.Generator, shape: Shape) -> Board:
    """A path of cells whose head and tail are drawn, and some of its body."""
    cells = walk(rng, shape, int(rng.integers(5, sum(shape) * 2)), close=False)

    def paint(sheet: GridSheet) -> None:
        for cell in some(rng, mask(shape, cells[1:-1]), (0, 0, 0.3)):
            sheet.disc(*cell, GREYS[0], 0.36)
        if rng.random() < 0.3:
            sheet.write(*cells[0], 1, 0.6)
            sheet.write(*cells[-1], len(cells), 0.6)
        else:
            sheet.disc(*cells[0], sheet.ink, 0.36)
            sheet.disc(*cells[-1], sheet.paper, 0.36)

    return Board(*counted(mask(shape, cells)), paint)


def tracks(rng: np.random.Generator, shape: Shape) -> Board:
    """A railway from A to B, of which some pieces are laid; numbers count each line's pieces."""
    cells = walk(rng, shape, shape[0] * shape[1], close=True)

    def paint(sheet: GridSheet) -> None:
        shown = {0, len(cells) - 1} | {
            at for at in range(len(cells)) if rng.random() < rng.choice((0.1, 0.4))
        }
        double, width = rng.random() < 0.6, sheet.cell_px[0] // 3
        for at in shown:
            middle = _middle(sheet, cells[at])
            for near in (at - 1, at + 1):
                if 0 <= near < len(cells):
                    away = _middle(sheet, cells[near])
                    end = ((middle[0] + away[0]) / 2, (middle[1] + away[1]) / 2)
                    sheet.pen.line((middle, end), sheet.ink if double else (150, 100, 60), width)
                    if double:
                        sheet.pen.line((middle, end), sheet.paper, width - 4)
        marks(rng, sheet, ~mask(shape, cells), ("cross", "dot", "dot"))
        for name, cell in (("A", cells[0]), ("B", cells[-1])):
            sheet.write(cell[0] - 0.25, cell[1] - 0.25, name, 0.35)

    return Board(*counted(mask(shape, cells)), paint)


def _middle(sheet: GridSheet, cell: Cell) -> tuple[float, float]:
    left, top, right, bottom = sheet.box(*cell)
    return (left + right) / 2, (top + bottom) / 2


def tally(rng: np.random.Generator, shape: Shape) -> Board:
    """A table of marks with the total of each line."""
    filled = countable(rng, shape)
    total = int(filled.sum())

    def paint(sheet: GridSheet) -> None:
        how = str(rng.choice(("block", "cross", "tick", "dot", "1", "star")))
        colour = WATERS[rng.integers(len(WATERS))] if rng.random() < 0.5 else sheet.ink
        for row, col in np.argwhere(filled).tolist():
            if how == "block":
                shade(sheet, row, col, colour)
            else:
                mark(sheet, row, col, how, colour)
        if rng.random() < 0.4:
            sheet.write(-1.2, -1.2, total, 0.45)

    return Board(*counted(filled), paint, must_differ=filled)


def battleships(rng: np.random.Generator, shape: Shape) -> Board:
    """Ships that do not touch; some segments and some water are given."""
    taken, ships = np.zeros((shape[0] + 2, shape[1] + 2), bool), list[list[Cell]]()
    for length in (4, 3, 3, 2, 2, 2, 1, 1, 1, 1)[int(rng.integers(0, 4)) :]:
        upright = bool(rng.random() < 0.5)
        row, col = (int(at) for at in rng.integers(0, shape))
        cells = [(row + step * upright, col + step * (not upright)) for step in range(length)]
        inside = cells[-1][0] < shape[0] and cells[-1][1] < shape[1]
        if inside and not any(taken[r : r + 3, c : c + 3].any() for r, c in cells):
            ships.append(cells)
            for r, c in cells:
                taken[r + 1, c + 1] = True
    filled = taken[1:-1, 1:-1]

    def paint(sheet: GridSheet) -> None:
        water = WATERS[rng.integers(len(WATERS))]
        share, blue = rng.choice((0.08, 0.3, 0.8)), rng.random() < 0.3
        how = str(rng.choice(("waves", "waves", "dot", "cross", "~")))
        for row, col in some(rng, ~filled, (0.1, 0.3)):
            if blue:
                shade(sheet, row, col, (200, 225, 250))
            mark(sheet, row, col, how, water)
        for ship in ships:
            for at, cell in enumerate(ship):
                if rng.random() < share:
                    _segment(sheet, cell, at, ship)

    return Board(*counted(filled), paint)


def _segment(sheet: GridSheet, cell: Cell, at: int, ship: list[Cell]) -> None:
    """A disc for a single ship, a half disc and a half square for an end, a square for a middle."""
    left, top, right, bottom = sheet.box(*cell, 0.14)
    if 0 < at < len(ship) - 1:
        sheet.pen.rectangle((left, top, right, bottom), fill=sheet.ink)
        return
    sheet.pen.ellipse((left, top, right, bottom), fill=sheet.ink)
    if len(ship) > 1:
        near = ship[1] if at == 0 else ship[-2]
        x, y = (left + right) / 2, (top + bottom) / 2
        down, across = near[0] - cell[0], near[1] - cell[1]
        half = (
            x if across > 0 else left, y if down > 0 else top, x if across < 0 else right,
            y if down < 0 else bottom,
        )  # fmt: skip
        sheet.pen.rectangle(half, fill=sheet.ink)


def tents(rng: np.random.Generator, shape: Shape) -> Board:
    """Trees, each with a tent beside it; numbers count each line's tents, of which some stand."""
    filled = apart(rng, shape, 0.6)
    trees = np.zeros(shape, bool)
    for row, col in np.argwhere(filled).tolist():
        around = [(row + down, col + across) for down, across in rng.permutation(STEPS).tolist()]
        for cell in around:
            if 0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1] and not (trees | filled)[cell]:
                trees[cell] = True
                break

    def paint(sheet: GridSheet) -> None:
        ink = rng.random() < 0.4
        for row, col in np.argwhere(trees).tolist():
            sheet.polygon(row, col, TREE, sheet.ink if ink else GREEN)
        for row, col in some(rng, filled):
            sheet.polygon(row, col, TENT, sheet.ink if ink else GOLD)
        for row, col in some(rng, ~filled & ~trees, (0, 0, 0.4)):
            shade(sheet, row, col, (205, 235, 190))

    return Board(*counted(filled), paint)


def stars(rng: np.random.Generator, shape: Shape, *, arrows: bool) -> Board:
    """Stars that do not touch, in regions, or with arrows in the cells that point to them."""
    filled = apart(rng, shape, 0.5)
    which = regions(rng, shape, most=9, joined=0.9)

    def paint(sheet: GridSheet) -> None:
        if arrows:
            for row, col in some(rng, ~filled, (0.15, 0.3)):
                turn = rng.integers(8) * np.pi / 4
                turned = ARROW @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + 0.5
                sheet.polygon(row, col, turned.tolist(), sheet.ink)
        elif rng.random() < 0.5:
            for row, col in np.ndindex(shape):
                shade(sheet, row, col, PASTELS[which[row, col] % len(PASTELS)])
        for row, col in some(rng, filled, (0, 0.3, 0.6) if arrows else (0, 0.3, 1)):
            mark(sheet, row, col, "star", GOLD if rng.random() < 0.3 else (20, 20, 24))
        marks(rng, sheet, ~filled, ("dot", "cross")) if not arrows else None
        if not arrows:
            walls(sheet, which)

    return Board(*counted(filled), paint)


def kakurasu(rng: np.random.Generator, shape: Shape) -> Board:
    """Weights at the left and above, sums of the filled cells' weights on the other sides; or sums alone."""
    filled = rng.random(shape) < rng.uniform(0.2, 0.5)
    weights = [np.arange(1, lines + 1) for lines in shape]
    rows, cols = (filled @ weights[1]).tolist(), (weights[0] @ filled).tolist()
    further: dict[Side, Sequence[object]] = {"right": rows, "bottom": cols}
    if rng.random() < 0.7:
        rows, cols = (w.tolist() for w in weights)
    else:
        further = {}

    def paint(sheet: GridSheet) -> None:
        for row, col in some(rng, filled, (0.1, 0.5, 1)):
            shade(sheet, row, col)
        marks(rng, sheet, ~filled, ("cross", "dot"))

    return Board([[n] for n in rows], [[n] for n in cols], paint, further)


def magnets(rng: np.random.Generator, shape: Shape) -> Board:
    """Plates of two cells, of which one is + and one is -, or neither; counts of + and of - on four sides."""
    which = regions(rng, shape, most=2, joined=1.0)
    signs = np.zeros(shape, int)
    for plate in np.unique(which):
        cells = np.argwhere(which == plate).tolist()
        if len(cells) == 2 and rng.random() < 0.7:
            plus = int(rng.integers(2))
            signs[tuple(cells[plus])], signs[tuple(cells[1 - plus])] = 1, -1
    minus = counted(signs < 0)

    def paint(sheet: GridSheet) -> None:
        for row, col in some(rng, signs != 0, (0.1, 0.3, 0.7)):
            sheet.write(row, col, "+" if signs[row, col] > 0 else "−", 0.7)
        walls(sheet, which)

    further: dict[Side, Sequence[object]] = {
        "right": [n for (n,) in minus[0]], "bottom": [n for (n,) in minus[1]],
    }  # fmt: skip
    return Board(*counted(signs > 0), paint, further)


def shades(rng: np.random.Generator, shape: Shape) -> Board:
    """Black runs at the left and above, and how many cells are grey on the other sides."""
    black = rng.random(shape) < rng.uniform(0.45, 0.65)
    grey = ~black & (rng.random(shape) < 0.4)
    further: dict[Side, Sequence[object]] = {
        "right": grey.sum(axis=1).tolist(), "bottom": grey.sum(axis=0).tolist(),
    }  # fmt: skip

    def paint(sheet: GridSheet) -> None:
        for row, col in some(rng, black, (0, 0, 0.3)):
            shade(sheet, row, col)
        for row, col in some(rng, grey, (0, 0, 0.3)):
            shade(sheet, row, col, GREYS[0])

    return Board(_runs(black), _runs(black.T), paint, further)


def _runs(filled: Filled) -> Numbers:
    return [[len(list(run)) for is_on, run in groupby(line) if is_on] or [0] for line in filled.tolist()]


def signs(rng: np.random.Generator, shape: Shape, pairs: Sequence[tuple[str, str]]) -> Board:
    """Two signs, one in each cell, some of them given; numbers count the first one."""
    filled = countable(rng, shape)
    one, other = pairs[rng.integers(len(pairs))]

    def paint(sheet: GridSheet) -> None:
        given = rng.random(shape) < rng.choice((0.2, 0.4, 0.8))
        for row, col in np.argwhere(given).tolist():
            sign = one if filled[row, col] else other
            if sign in ("black", "white"):
                sheet.disc(row, col, sheet.ink if sign == "black" else sheet.paper, 0.36)
            else:
                mark(sheet, row, col, sign)

    return Board(*counted(filled), paint)


def mines(rng: np.random.Generator, shape: Shape) -> Board:
    """Numbers that count the mines around them, closed cells, and some mines; lines count theirs."""
    filled = countable(rng, shape)
    padded = np.pad(filled.astype(int), 1)
    around = sum(np.roll(padded, (r, c), (0, 1)) for r in (-1, 0, 1) for c in (-1, 0, 1))[1:-1, 1:-1]
    inks = ((0, 0, 230), (0, 128, 0), (230, 0, 0), (0, 0, 120), (120, 0, 0), (0, 120, 120))

    def paint(sheet: GridSheet) -> None:
        coloured, tiles = rng.random() < 0.5, rng.random() < 0.5
        given = ~filled & (rng.random(shape) < rng.choice((0.3, 0.6)))
        for row, col in np.ndindex(shape):
            if given[row, col]:
                number = int(around[row, col])
                sheet.write(row, col, number, 0.6, inks[(number - 1) % 6] if coloured else None)
            elif tiles:
                shade(sheet, row, col, (190, 192, 196))
        for row, col in some(rng, filled, (0, 0.2, 0.6)):
            sheet.disc(row, col, RED if coloured else sheet.ink, 0.3)

    return Board(*counted(filled), paint)


def rooms(rng: np.random.Generator, shape: Shape, *, pairs: bool) -> Board:
    """Rooms, some with how many of their cells are to be shaded. pairs : as dominoes."""
    filled = countable(rng, shape)
    which = regions(rng, shape, most=9, joined=0.9)
    if pairs:
        filled = np.isin(
            plates := regions(rng, shape, most=2, joined=1.0), rng.permutation(np.unique(plates))[::3]
        )

    def paint(sheet: GridSheet) -> None:
        for row, col in some(rng, filled, (0, 0.3, 0.7)):
            shade(sheet, row, col, GREYS[0])
        marks(rng, sheet, ~filled, ("dot", "ring"))
        walls(sheet, which)
        for room in [] if pairs else np.unique(which):
            if rng.random() < 0.6:
                row, col = np.argwhere(which == room)[0].tolist()
                sheet.write(row - 0.22, col - 0.25, int(filled[which == room].sum()), 0.35)

    return Board(*counted(filled), paint)


def hitori(rng: np.random.Generator, shape: Shape) -> Board:
    """A digit in each cell, some shaded, some ringed; numbers count each line's shaded cells."""
    filled = countable(rng, shape)

    def paint(sheet: GridSheet) -> None:
        shaded = set(some(rng, filled, (0, 0.3, 1)))
        ringed = set(some(rng, ~filled, (0, 0.3)))
        for cell in np.ndindex(shape):
            if cell in shaded:
                shade(sheet, *cell, GREYS[0])
            sheet.write(*cell, int(rng.integers(1, max(shape) + 1)), 0.5)
            if cell in ringed:
                sheet.pen.ellipse(sheet.box(*cell, 0.1), outline=sheet.ink)

    return Board(*counted(filled), paint)


def sums(rng: np.random.Generator, shape: Shape) -> Board:
    """A digit in each cell; numbers are the sums of those that stay, the others are crossed out or faint."""
    kept = rng.random(shape) < rng.uniform(0.3, 0.7)
    digits = rng.integers(1, int(rng.choice((3, 5, 10))), shape)
    rows, cols = ([[int(n)] for n in (digits * kept).sum(axis=axis)] for axis in (1, 0))
    all_sides = rng.random() < 0.3
    further: dict[Side, Sequence[object]] = {"right": [n for (n,) in rows], "bottom": [n for (n,) in cols]}

    def paint(sheet: GridSheet) -> None:
        discs, gone = rng.random() < 0.3, set(some(rng, ~kept, (0, 0.5)))
        for cell in np.ndindex(shape):
            if discs:
                sheet.disc(*cell, _mixed(sheet, 0.1), 0.4)
            sheet.write(*cell, digits[cell], 0.5, GREYS[1] if cell in gone and discs else None)
            if cell in gone and not discs:
                mark(sheet, *cell, "cross", RED)

    return Board(rows, cols, paint, further if all_sides else {})


def digit_sums(rng: np.random.Generator, shape: Shape, *, between: bool) -> Board:
    """Digits and black cells; numbers are sums of adjoining digits, or of those between two black cells."""
    digits = rng.integers(1, int(rng.choice((3, 4, 7))), shape) * (rng.random(shape) < rng.uniform(0.4, 0.7))
    if between:
        digits = (np.add.outer(rng.permutation(shape[0]), rng.permutation(shape[1])) % max(shape) - 1).clip(0)
    rows, cols = (
        [[sum(run) for is_on, run in ((on, list(run)) for on, run in groupby(line, bool)) if is_on] or [0]
         for line in lines.tolist()]
        for lines in (digits, digits.T)
    )  # fmt: skip
    if between:
        rows, cols = ([[line[len(line) // 2]] for line in lines] for lines in (rows, cols))

    def paint(sheet: GridSheet) -> None:
        given = rng.random(shape) < rng.choice((0.15, 0.4))
        for row, col in np.argwhere(given).tolist():
            if digits[row, col]:
                sheet.write(row, col, digits[row, col], 0.55)
            else:
                shade(sheet, row, col)

    return Board(rows, cols, paint)


def skyscrapers(rng: np.random.Generator, shape: Shape) -> Board:
    """Numbers count the houses seen from there, on two or four sides; some houses' heights are given."""
    size = max(shape)
    heights = (np.add.outer(rng.permutation(size), rng.permutation(size)) % size + 1)[: shape[0], : shape[1]]
    seen = [
        [int((line == np.maximum.accumulate(line)).sum()) for line in lines]
        for lines in (heights, heights.T, heights[:, ::-1], heights.T[:, ::-1])
    ]
    further: dict[Side, Sequence[object]] = (
        {"right": seen[2], "bottom": seen[3]} if rng.random() < 0.6 else {}
    )

    def paint(sheet: GridSheet) -> None:
        for row, col in some(rng, heights > 0, (0.08, 0.2, 0.5)):
            sheet.write(row, col, heights[row, col], 0.55)

    return Board([[n] for n in seen[0]], [[n] for n in seen[1]], paint, further)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "aquarium": partial(walled, water=True),
        "tilepaint": partial(walled, water=False),
        "thermometers": thermometers,
        "snake": snake,
        "tracks": tracks,
        "tally": tally,
        "battleships": battleships,
        "tents": tents,
        "star-battle": partial(stars, arrows=False),
        "starry-sky": partial(stars, arrows=True),
        "kakurasu": kakurasu,
        "magnets": magnets,
        "shades": shades,
        "binairo": partial(signs, pairs=(("1", "0"), ("0", "1"), ("X", "O"), ("A", "B"))),
        "yin-yang": partial(signs, pairs=(("black", "white"), ("white", "black"))),
        "mines": mines,
        "heyawake": partial(rooms, pairs=False),
        "norinori": partial(rooms, pairs=True),
        "hitori": hitori,
        "sums": sums,
        "japanese-sums": partial(digit_sums, between=False),
        "doppelblock": partial(digit_sums, between=True),
        "skyscrapers": skyscrapers,
    }
)
