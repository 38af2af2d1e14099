"""The recipe: a screenshot through all stages. Read this first.

Every stage is a plain function from earlier results to one frozen result, which keeps its evidence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

import numpy as np

from picrosser.pixels import RGB
from picrosser.puzzles.picture import Colour
from picrosser.reading.assemble import Reading, assemble_puzzle
from picrosser.reading.circles import detect_circles
from picrosser.reading.digits import recognise_digits
from picrosser.reading.grid import GridFound, locate_grid
from picrosser.reading.hints import cut_hints
from picrosser.reading.palette import sample_palette
from picrosser.reading.segment import segment_numbers
from picrosser.reading.slots import find_slots
from picrosser.reading.sums import add_up

StageListener: TypeAlias = Callable[[object], None]
"""Called with each stage's result as it ends, in order."""

T = TypeVar("T")


def ignore(_: object) -> None:
    """Listen to nothing."""


def read_screenshot(image: RGB, on_stage: StageListener = ignore) -> Reading:
    """Read a Hungry Cat screenshot.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, upright.
    on_stage : called with GridFound, SlotsFound, HintsFound, CirclesFound, PaletteFound, NumbersFound,
        DigitsFound, SumsFound and Reading, as far as it gets. When the first look at the numbers leaves
        lines that do not add up, a second look follows: NumbersFound, DigitsFound and SumsFound again.

    Raises
    ------
    GridNotFoundError : there is no board with hints in the picture.
    """

    def seen(result: T) -> T:
        on_stage(result)
        return result

    grid = seen(locate_grid(image))
    slots = seen(find_slots(image, grid))
    hints = seen(cut_hints(image, grid, slots))
    circles = seen(detect_circles(hints))
    palette = seen(sample_palette(hints, circles, board_colour(image, grid)))
    numbers = seen(segment_numbers(hints, circles, palette))
    digits = seen(recognise_digits(numbers))
    sums = seen(add_up(hints, numbers, digits))
    if sums.misfits:  # a second, slower look, kept if it explains more
        pieces = seen(segment_numbers(hints, circles, palette, by_pieces=True))
        again = seen(recognise_digits(pieces))
        added = seen(add_up(hints, pieces, again))
        if len(added.misfits) < len(sums.misfits):
            numbers, digits, sums = pieces, again, added
    return seen(assemble_puzzle(grid, hints, circles, palette, numbers, digits, sums))


def board_colour(image: RGB, grid: GridFound) -> Colour:
    """The colour of an empty cell: the median over the middles of all cells."""
    rows, cols = (np.array(e) for e in (grid.lattice.row_edges_px, grid.lattice.col_edges_px))
    middles = image[((rows[:-1] + rows[1:]) // 2)[:, None], (cols[:-1] + cols[1:]) // 2]
    red, green, blue = (int(v) for v in np.median(middles.reshape(-1, 3), axis=0))
    return red, green, blue
