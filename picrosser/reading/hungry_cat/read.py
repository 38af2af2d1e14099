"""The recipe for reading a Hungry Cat screenshot. Read this first.

`read_upright` is the whole way from pixels to puzzle, stage by stage:

- where the board lies, where its hints lie, and one small picture per hint (grid, slots, hints);
- what stands there: circles, colours, and the numbers' ink, cut into digits (circles, palette, segment);
- which digits these may be, and which lines add up (digits, evidence, sums);
- the puzzle, and what in it may be misread (assemble).

Every stage is a plain function from earlier results to one frozen result, which keeps its evidence and is
reported to a listener. `read_screenshot` tries again with the picture turned upright where that may help.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.perspective import Homography
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.reading.glyphs.digits import recognise_digits
from picrosser.reading.hungry_cat.assemble import Reading, assemble_puzzle
from picrosser.reading.hungry_cat.circles import detect_circles
from picrosser.reading.hungry_cat.cut_off import refuse_if_lines_go_on, refuse_if_sums_show_cut
from picrosser.reading.hungry_cat.evidence import weigh_evidence
from picrosser.reading.hungry_cat.hints import crop_hints
from picrosser.reading.hungry_cat.palette import board_colour, sample_palette
from picrosser.reading.hungry_cat.segment import segment_numbers
from picrosser.reading.hungry_cat.slots import find_slots
from picrosser.reading.hungry_cat.sums import SumsFound, check_sums
from picrosser.reading.lattice.grid import GridFound, locate_grid

StageListener: TypeAlias = Callable[[object], None]
"""Called with the result of each stage as it ends, in order."""

T = TypeVar("T")

WHOLE = 0.9  # of the turned picture's board: what covers less was a piece of it


def ignore(_: object) -> None:
    """Do nothing: the listener of those who do not listen."""


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
        DigitsFound, Evidence, SumsFound and Reading, as far as it gets. When the first reading of the numbers
        leaves lines that do not add up, a second one follows: NumbersFound to SumsFound are reported again.
    ruled : what `locate_ruled_board` returned for this picture, if it was called.

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
    refuse_if_lines_go_on(grid, height, width)
    slots = seen(find_slots(image, grid))
    hints = seen(crop_hints(image, grid, slots))
    circles = seen(detect_circles(hints))
    palette = seen(sample_palette(hints, circles, board_colour(image, grid)))

    def read_numbers(*, by_pieces: bool) -> tuple[Evidence, SumsFound]:
        numbers = seen(segment_numbers(hints, circles, palette, by_pieces=by_pieces))
        digits = seen(recognise_digits(numbers))
        evidence = seen(weigh_evidence(hints, circles, palette, numbers, digits))
        return evidence, seen(check_sums(evidence))

    evidence, sums = read_numbers(by_pieces=False)
    if sums.misfits:  # a second, slower reading, kept if more lines add up
        by_pieces, sums_by_pieces = read_numbers(by_pieces=True)
        if len(sums_by_pieces.misfits) < len(sums.misfits):
            evidence, sums = by_pieces, sums_by_pieces
    if sums.misfits:
        refuse_if_sums_show_cut(evidence, grid.lattice, height, width)
    reading = assemble_puzzle(grid.lattice, (palette.background, *palette.inks), evidence, sums)
    return seen(replace(reading, others=grid.others))
