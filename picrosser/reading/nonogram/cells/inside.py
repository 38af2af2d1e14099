"""Tell what lies within a board that no player of a nonogram has put there.

Aquariums, thermometers, battleships, snakes and tables of sums state one number a line, and their counts may
solve as runs. What gives them away lies inside: walls, tubes, ships, heads. A nonogram is blank there, or
shows a player's work: whole cells painted where the solution has paint, and one kind of mark where it has
none. So this is asked of boards with one number a line only; many walls are told beside several numbers, too.

Known failure: a board of another puzzle that is blank inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import SAMPLES, Levels, cell_pixels
from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Lattice, Mask
from picrosser.puzzles.picture import EMPTY, Picture
from picrosser.reading.nonogram.cells.marks import MIN_MARKED, find_marks
from picrosser.reading.nonogram.tolerances import (
    FEWEST,
    MAX_EQUAL_LEVELS,
    MAX_OFF,
    MAX_SHADE_LEVELS,
    NEAR_EDGE,
)

# Of a cell's inside; and of the rows and columns of samples that have ink: with more a cell is painted. The
# end of a ship, round on one side, fills 0.89 of these, a disc 0.79.
MIN_PAINTED, MIN_FILLED = 0.5, 0.92
# Of a painted cell's samples, so many differ in its mirror image: of a ship's end 0.12, of cells that players
# painted on ten boards none, and beside drawn arrows 0.05
MAX_LOPSIDED = 0.08
# Of the pitch: the strip along a cell's side in which a line lies, and which part of the side is looked at.
ACROSS_LINE, ALONG_LINE = np.linspace(-0.16, 0.16, 49), np.linspace(0.25, 0.75, 9)
# A wall is so many times as strong as the weakest part of its line, and by more levels than a tone varies; a
# board's lines are even from end to end, also every fifth, which is thicker in all its length. In 100 boards
# without paint the strongest part has up to 1.1 times as much; the faintest walls of Tilepaint 1.2.
WALL = 1.15
THICK = 1.6  # times a board's thin lines: thicker ones divide it into groups
# Of the sides between cells, so many are thick in places of their lines only: of 158 boards with several
# numbers a line, painted and marked, one has 2 of 15, the others up to 0.09; the dominoes of Magnets 0.6
MANY_WALLS = 0.2
# Of the usual width of a board's rows or columns: where parts of a screenshot were joined, one row had 0.79
# and another 0.82
NARROW = 0.85
# Similarity of a mark to itself, turned: crosses and dots of 25 boards have 0.953 and more, narrow crosses of
# two 0.89 and 0.94, but 0.97 and more in mirrors; a tree 0.937, arrows 0.90, waves 0.6
SAME_TURNED = 0.945
WALLS = "walls divide its cells, as in Aquarium, Tilepaint or Star Battle"
DISAGREES = "what is painted or marked differs from the solution"


class LineStrengths(NamedTuple):
    """How many levels the inner lines of a board stand out from the cells beside them.

    rows : (rows - 1, columns) float32, of the lines between rows, in each column. cols : (columns - 1, rows).
    """

    rows: NDArray[np.float32]
    cols: NDArray[np.float32]

    def beside(self, is_blank: Mask) -> Iterator[list[NDArray[np.float32]]]:
        """For the rows, then the columns: each line's strengths between two blank cells.

        is_blank : (rows, columns) bool, marked or not; beside other cells paint may hide or thicken a line.
        """
        for strengths, blank in zip(self, (is_blank, is_blank.T), strict=True):
            yield [line[mine] for line, mine in zip(strengths, blank[:-1] & blank[1:], strict=True)]


def line_strengths(image: RGB, lattice: Lattice, tones: Levels) -> LineStrengths:
    """Measure a board's inner lines in the middle of each side of a cell.

    image : (H, W, 3) uint8 sRGB. tones : (rows, columns, 3) levels of the cells; blocks may be shaded.
    """
    rows, cols = lattice.edges_px
    turned = np.swapaxes(image, 0, 1)
    return LineStrengths(
        _strengths(image, rows, cols, tones), _strengths(turned, cols, rows, tones.swapaxes(0, 1))
    )


def _strengths(image: RGB, rows: Sequence[int], cols: Sequence[int], tones: Levels) -> NDArray[np.float32]:
    """(lines, sides) how much the pixels across a line differ from the nearer tone of the cells beside it."""
    strips = cell_pixels(image, rows, cols, ACROSS_LINE, ALONG_LINE)[1:].astype(np.float32)
    apart = [max_channel(np.abs(strips - beside[:, :, None, None])) for beside in (tones[:-1], tones[1:])]
    return np.asarray(np.minimum(*apart).mean(axis=(2, 3)))


def foreign_inside(
    image: RGB,
    lattice: Lattice,
    lines: LineStrengths,
    blank: NDArray[np.floating[Any]],
    tones: NDArray[np.intp],
    is_plain: Mask,
    solutions: Sequence[Picture],
) -> str:
    """What lies within a board and is no player's work, in words; "" if nothing is.

    image : (H, W, 3) uint8 sRGB. lines : its own.
    blank : (3,) levels, the tone of a blank cell.
    tones : (rows, columns) intp, each cell's kind of tone, the commonest 0.
    is_plain : (rows, columns) bool, the cells of a blank one's very tone, marked or not.
    solutions : those that are known.
    """
    if int(np.ptp(image[lattice.board.slices], axis=(0, 1)).max()) <= MAX_EQUAL_LEVELS:
        return "no lines are visible between its cells"
    apart = _levels_apart(image, lattice, blank)
    ink = apart > MAX_SHADE_LEVELS
    share = ink.mean(axis=(2, 3))
    spanned = ink.any(axis=2).mean(axis=2) * ink.any(axis=3).mean(axis=2)
    is_painted = (share >= MIN_PAINTED) & (share >= MIN_FILLED * spanned)
    is_marked = ~is_painted & (share >= MIN_MARKED)
    marks = find_marks(np.where(is_painted[:, :, None, None], 0, apart))
    goes_on = (is_marked & (marks.kinds == 0) & (share >= 2 * MIN_MARKED)).any()  # from cell to cell
    if marks.kinds.max() > 1 or goes_on or len(set(tones[is_painted].tolist())) > 1:
        return "there are several kinds of signs in its cells, as in Battleships, Tents or Snake"
    likeness = marks.likeness_as_crosses(may_be_narrow=True)
    if likeness < SAME_TURNED or any(map(_is_lopsided, ink[is_painted])):
        return "the signs in its cells are neither crosses nor dots, as in Tents or Starry Sky"
    if _share_of_walls(lines, is_plain & (share < MIN_PAINTED), WALL):
        return WALLS
    if not is_painted.any() and share[is_marked].min(initial=1) >= MIN_PAINTED:
        is_painted, is_marked = is_marked, is_painted  # an app may fill cells with discs
    agrees = any(
        (solution.cells[is_painted] > EMPTY).all() and not (solution.cells[is_marked] > EMPTY).any()
        for solution in solutions
    )
    return "" if agrees or not solutions else DISAGREES


def _is_lopsided(ink: Mask) -> bool:
    """Whether a cell's paint differs from its mirror image, as where it is round on one side.

    ink : (SAMPLES, SAMPLES) of the cell.
    """
    paint = ink[ink.any(axis=1)][:, ink.any(axis=0)]
    apart = max(np.mean(paint != turned) for turned in (paint[::-1], paint[:, ::-1]))
    return bool(apart > MAX_LOPSIDED)


def _levels_apart(image: RGB, lattice: Lattice, blank: NDArray[np.floating[Any]]) -> Levels:
    """(rows, columns, SAMPLES, SAMPLES) the most by which the pixels about each sample differ from a tone."""
    parts = NEAR_EDGE + (1 - 2 * NEAR_EDGE) * (np.arange(2 * SAMPLES) + 0.5) / (2 * SAMPLES)
    cells = cell_pixels(image, *lattice.edges_px, parts, parts)
    apart = max_channel(np.abs(cells - blank.astype(np.float32)))
    return np.asarray(apart.reshape(*lattice.shape, SAMPLES, 2, SAMPLES, 2).max(axis=(3, 5)))


def has_walls(lines: LineStrengths, is_blank: Mask) -> bool:
    """Whether many of the lines between cells without paint are much stronger than beside the next cell."""
    return _share_of_walls(lines, is_blank, THICK) >= MANY_WALLS


def _share_of_walls(lines: LineStrengths, is_blank: Mask, times: float) -> float:
    """The share of cells' sides where a line is so many times as strong as beside the next cell.

    A wall begins and ends there; where tiles leave the page open between them, its tones change gradually.
    """
    seen = [line for of_axis in lines.beside(is_blank) for line in of_axis if line.size]
    walls = 0
    for line in seen:
        padded = np.pad(line, 1, mode="edge")
        weaker = np.minimum(padded[:-2], padded[2:])
        walls += int(np.count_nonzero(line > np.maximum(times * weaker, weaker + MAX_EQUAL_LEVELS)))
    return walls / max(1, sum(line.size for line in seen))


def uneven_groups(lines: LineStrengths, is_blank: Mask) -> str:
    """How thick lines divide the rows otherwise than the columns, or these, in words; "" if both evenly.

    Most programs make every fifth line thicker: where one of these comes too early or too late, a line before
    it is missing or doubled. If whole groups would hold just as many lines, the program only begins to count
    at another line.
    """
    rows, cols = map(_groups, lines.beside(is_blank))
    for name, (mine, all_seen), (others, others_seen) in (("rows", rows, cols), ("columns", cols, rows)):
        are_even = others_seen and len(set(others[:-1])) == 1 and FEWEST <= others[0] >= others[-1]
        if not are_even or len(set(mine)) < 2 or sum(mine) % others[0] == 0:
            continue
        if (np.cumsum(mine[:-1]) % others[0]).any() or (all_seen and mine[-1] > others[0]):
            sizes = " and ".join(map(str, dict.fromkeys(mine)))
            seen = f"thick lines divide its {name} into groups of {sizes}"
            return f"{seen}, so some {name} seem to be missing or doubled"
    return ""


def narrow_line(image: RGB, lattice: Lattice) -> str:
    """Which row or column, not at the edge, is much narrower than all others, in words; "" if none is.

    It is so where a part of the screenshot is missing and the rest was joined. Its width is what lies between
    two lines that show the same edges, as both sides of a gap between tiles. A gap between groups makes a
    line wider, and a thick line moves an edge by less.

    image : (H, W, 3) uint8 sRGB.
    """
    (rows, cols), turned = lattice.edges_px, image.swapaxes(0, 1)
    for name, picture, mine, others in (("row", image, rows, cols), ("column", turned, cols, rows)):
        board = picture[:, others[0] : others[-1]].mean(axis=2)
        # The median: a painted cell's edges are stronger than those of the others.
        steps = np.median(np.abs(np.diff(board, axis=0, prepend=board[:1])), axis=1)
        reach = round(MAX_OFF * (mine[-1] - mine[0]) / (len(mine) - 1))
        near = [steps[at - reach : at + reach + 1] for at in mine[1:-1]]  # a frame has several edges
        away = np.abs(np.arange(-reach, reach + 1)) / len(picture)  # of shifts that fit alike, the smallest
        shifts = [
            int((np.correlate(following, one, "same") - away).argmax()) - reach
            for one, following in pairwise(near)
        ]
        widths = np.diff(mine[1:-1]) + shifts
        if not len(widths):
            continue
        usual = np.median(widths)
        narrow = np.flatnonzero(widths < NARROW * usual)
        if len(narrow) == 1 and NARROW * widths.max() < usual:  # no wider one makes up for it
            return f"{name} {narrow[0] + 2} is narrower than the others, so some of the board may be missing"
    return ""


def _groups(of_axis: Sequence[NDArray[np.float32]]) -> tuple[tuple[int, ...], bool]:
    """The sizes of the groups into which an axis's thick lines divide it, and whether all lines are seen.

    Empty without thick lines. A line that no two blank cells show counts as thin.
    """
    strengths = np.array([np.median(seen) if len(seen) else np.nan for seen in of_axis])
    are_seen = ~np.isnan(strengths)
    ordered = np.maximum(np.sort(strengths[are_seen]), 1.0)
    if len(ordered) < 2:
        return (), False
    thin = int(np.argmax(ordered[1:] / ordered[:-1]))
    if ordered[thin + 1] < THICK * ordered[thin] or thin + 1 < len(ordered) / 2:
        return (), False
    thick = np.flatnonzero(strengths > ordered[thin]) + 1
    return tuple(np.diff([0, *thick, len(strengths) + 1]).tolist()), bool(are_seen.all())
