"""The recipe: a screenshot through all stages; if that fails, once more turned upright. Read this first.

Every stage is a plain function from earlier results to one frozen result, which keeps its evidence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar

import numpy as np

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.perspective import Homography
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.digits import recognise_digits
from picrosser.reading.hungry_cat.assemble import Reading, assemble_puzzle
from picrosser.reading.hungry_cat.circles import detect_circles
from picrosser.reading.hungry_cat.cut_off import refuse_cut_board, refuse_cut_sums
from picrosser.reading.hungry_cat.evidence import weigh_evidence
from picrosser.reading.hungry_cat.hints import crop_hints
from picrosser.reading.hungry_cat.palette import sample_palette
from picrosser.reading.hungry_cat.segment import segment_numbers
from picrosser.reading.hungry_cat.slots import find_slots
from picrosser.reading.hungry_cat.sums import check_sums
from picrosser.reading.lattice.grid import GridFound, locate_grid

StageListener: TypeAlias = Callable[[object], None]
"""Called with each stage's result as it ends, in order."""

T = TypeVar("T")

OUTSIDE = 0.35  # of the pitch: so far beyond the board lies the page
SAME_LEVELS = 12  # grey levels within which a cell has the page's colour, or the others'
SOME_CELLS, MOST_CELLS = 0.1, 0.9  # shares of the cells
WHOLE = 0.9  # of the turned picture's board: what covers less was a piece of it


def ignore(_: object) -> None:
    """Listen to nothing."""


def read_screenshot(
    image: RGB, on_stage: StageListener = ignore, *, ruled: GridFound | None = None
) -> Reading:
    """Read a Hungry Cat screenshot; one that is turned a little, or photographed askew, at a second try.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with the results of all stages as they end, see `read_upright`. When the picture does
        not stand upright, Upright follows, then all stages again with its image. The last Reading is the one
        that is returned.
    ruled : the picture's `locate_ruled_board`, where it is known.

    Raises
    ------
    GridNotFoundError : there is no board with hints in the picture.
    HintsUnreadableError : a part of the board or of its hints is cut off.
    """
    try:
        plain = read_upright(image, on_stage, ruled=ruled)
    except (GridNotFoundError, HintsUnreadableError) as refusal:
        turned = _read_turned(image, None, on_stage)
        if turned is None:
            raise refusal from None
        return turned
    turned = _read_turned(image, plain, on_stage) if plain.doubts else None
    if turned is None:
        return plain
    if _is_better(plain, turned):
        on_stage(plain)
        return plain
    return turned


def _read_turned(image: RGB, plain: Reading | None, on_stage: StageListener) -> Reading | None:
    """Turn the picture upright and read it again; None if it is upright, or shows no lines.

    plain : what was read without turning.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : the picture was turned, but could not be read then either.
    """
    from picrosser.reading.attempts.upright import stands_upright, straighten  # few pictures need them

    if plain is not None and stands_upright(image, plain.lattice.board):
        return None
    upright = straighten(image)
    if upright is None:
        return None
    on_stage(upright)

    def placed(result: object) -> None:
        on_stage(_in_original(result, upright.to_picture) if isinstance(result, Reading) else result)

    return _in_original(read_upright(upright.image, placed), upright.to_picture)


def _in_original(reading: Reading, to_picture: Homography) -> Reading:
    return replace(reading, lattice=replace(reading.lattice, to_picture=to_picture))


def _is_better(plain: Reading, turned: Reading) -> bool:
    """Whether the first reading is to be kept: with fewer doubts, unless its board is only a piece of the
    other one's, as in a turned picture.
    """
    sizes = [reading.lattice.board for reading in (plain, turned)]
    first, second = (board.width * board.height for board in sizes)
    return first > WHOLE * second and len(plain.doubts) < len(turned.doubts)


def read_upright(image: RGB, on_stage: StageListener = ignore, *, ruled: GridFound | None = None) -> Reading:
    """Read a Hungry Cat screenshot that stands upright.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, upright.
    on_stage : called with GridFound, SlotsFound, HintsFound, CirclesFound, PaletteFound, NumbersFound,
        DigitsFound, Evidence, SumsFound and Reading, as far as it gets. When the first look at the numbers
        leaves lines that do not add up, a second look follows: from NumbersFound to SumsFound again.
    ruled : the picture's `locate_ruled_board`, where it is known.

    Raises
    ------
    GridNotFoundError : there is no board with hints in the picture.
    HintsUnreadableError : a part of the board or of its hints is cut off.
    """

    def seen(result: T) -> T:
        on_stage(result)
        return result

    height, width = image.shape[:2]
    grid = seen(locate_grid(image, ruled=ruled))
    refuse_cut_board(grid, height, width)
    slots = seen(find_slots(image, grid))
    hints = seen(crop_hints(image, grid, slots))
    circles = seen(detect_circles(hints))
    palette = seen(sample_palette(hints, circles, board_colour(image, grid)))
    numbers = seen(segment_numbers(hints, circles, palette))
    digits = seen(recognise_digits(numbers))
    evidence = seen(weigh_evidence(hints, circles, palette, numbers, digits))
    sums = seen(check_sums(evidence))
    if sums.misfits:  # a second, slower look, kept if it explains more
        pieces = seen(segment_numbers(hints, circles, palette, by_pieces=True))
        weighed = seen(weigh_evidence(hints, circles, palette, pieces, seen(recognise_digits(pieces))))
        added = seen(check_sums(weighed))
        if len(added.misfits) < len(sums.misfits):
            evidence, sums = weighed, added
    if sums.misfits:
        refuse_cut_sums(evidence, grid.lattice, height, width)
    reading = assemble_puzzle(grid.lattice, (palette.background, *palette.inks), evidence, sums)
    return seen(replace(reading, others=grid.others))


def board_colour(image: RGB, grid: GridFound) -> Colour:
    """The colour of an untouched cell: the median over the middles of the cells that have it.

    It is the page's, as seen just outside the board, if only a few cells have that; else, on boards that
    are tinted as a whole, the colour of most cells.
    """
    rows, cols = (np.array(e) for e in (grid.lattice.row_edges_px, grid.lattice.col_edges_px))
    ys, xs = (rows[:-1] + rows[1:]) // 2, (cols[:-1] + cols[1:]) // 2
    tones = image[ys[:, None], xs].reshape(-1, 3).astype(np.float32)
    beyond = int(OUTSIDE * grid.pitch_px)
    below, right = min(rows[-1] + beyond, image.shape[0] - 1), min(cols[-1] + beyond, image.shape[1] - 1)
    page = median(np.concatenate([image[below, xs], image[ys, right]]), axis=0)
    for colour, enough in ((page, SOME_CELLS), (median(tones, axis=0), MOST_CELLS)):
        same = np.abs(tones - colour).max(axis=1) < SAME_LEVELS
        if same.mean() >= enough:
            page = median(tones[same], axis=0)
            break
    red, green, blue = (int(v) for v in page)
    return red, green, blue
