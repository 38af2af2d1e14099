"""The recipe for reading a Hungry Cat screenshot. Read this first.

`read_upright` is the whole way from pixels to puzzle: where the board and its hints lie (grid, slots, hints);
what stands there (circles, palette, segment); which digits these may be, and which lines add up (digits,
evidence, sums); the puzzle, and what in it may be misread (assemble). `read_screenshot` removes noise first,
and tries again with the picture made straight where that may help.

A hint may be hidden when what lies there is neither its ink nor its backdrop: a finger, a notification, a
sticker, a blot. The sums decide whether that matters: a number that adds up was legible.
"""

from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.noise import without_noise
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.reading.glyphs.digits import DigitsFound, recognise_digits
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.assemble import Reading, ReadingSource, assemble_puzzle
from picrosser.reading.hungry_cat.circles import CirclesFound, detect_circles
from picrosser.reading.hungry_cat.hints import HintsFound, crop_hints
from picrosser.reading.hungry_cat.palette import PaletteFound, board_colour, sample_palette
from picrosser.reading.hungry_cat.segment import segment_numbers
from picrosser.reading.hungry_cat.slots import find_slots
from picrosser.reading.hungry_cat.sums import check_sums, refuse_if_lines_go_on, refuse_if_sums_show_cut
from picrosser.reading.hungry_cat.tolerances import MAX_STRAY, USUAL
from picrosser.reading.lattice.grid import RuledSought, locate_grid
from picrosser.reading.stages import StageListener, ignore

T = TypeVar("T")

# Share of a hint's zone that differs from the backdrop though there is no ink. A disc's rim has 0.05.
MIN_COVER = 0.15


def read_screenshot(
    image: RGB, on_stage: StageListener = ignore, *, sought: RuledSought | None = None
) -> Reading:
    """Read a Hungry Cat screenshot without its noise; if that leaves doubts or fails, also made straight.

    image : (H, W, 3) uint8 sRGB.
    on_stage : called with the result of each stage, see `read_upright`. If the picture lies askew,
        StraightScreen follows, then all stages again with its image, and the Reading that is returned.
    sought : what `seek_ruled_board` returned for this picture, if it was called.

    Raises what `read_upright` raises.
    """
    calm = without_noise(image)
    if calm is not image and sought is not None and sought.sure is None:
        sought = None  # with less noise more of a board may be seen
    try:
        first = read_upright(calm, on_stage, sought=sought)
    except (GridNotFoundError, HintsUnreadableError):
        with suppress(GridNotFoundError, HintsUnreadableError):  # the first refusal says more
            if (turned := _read_turned(calm, on_stage)) is not None:
                return turned
        raise
    if first.doubts:
        with suppress(GridNotFoundError, HintsUnreadableError):
            turned = _read_turned(calm, on_stage)
            if turned is not None and len(turned.doubts) <= len(first.doubts):
                return turned
            on_stage(first)
    return first


def _read_turned(image: RGB, on_stage: StageListener) -> Reading | None:
    """What is read once the picture's lines are straight; None if they are."""
    from picrosser.reading.photograph.from_the_front import straighten  # few pictures need it

    straight = straighten(image)
    if straight is None:
        return None
    on_stage(straight)
    reading = read_upright(straight.image, on_stage)
    reading = replace(reading, lattice=reading.lattice.led_on(np.array(straight.to_picture)))
    on_stage(reading)
    return reading


def read_upright(
    image: RGB, on_stage: StageListener = ignore, *, sought: RuledSought | None = None
) -> Reading:
    """Read a Hungry Cat screenshot that stands upright.

    image : (H, W, 3) uint8 sRGB, upright.
    on_stage : called with GridFound, SlotsFound, HintsFound, CirclesFound, PaletteFound, NumbersFound,
        DigitsFound, Evidence, SumsFound and Reading, as far as it gets.
    sought : what `seek_ruled_board` returned for this picture, if it was called.

    Raises
    ------
    GridNotFoundError : there is no board with hints in the picture.
    HintsUnreadableError : a part of the board or of its hints is cut off.
    """

    def seen(result: T) -> T:
        on_stage(result)
        return result

    height, width = image.shape[:2]
    grid = seen(locate_grid(image, sought=sought))
    refuse_if_lines_go_on(grid, height, width)
    slots = seen(find_slots(image, grid))
    hints = seen(crop_hints(image, grid, slots))
    circles = seen(detect_circles(hints))
    palette = seen(sample_palette(hints, circles, board_colour(image, grid)))

    numbers = seen(segment_numbers(hints, circles, palette))
    evidence = seen(weigh_evidence(hints, circles, palette, numbers, seen(recognise_digits(numbers))))
    sums = seen(check_sums(evidence))
    if sums.misfits:
        refuse_if_sums_show_cut(evidence, grid.lattice, height, width)
    reading = assemble_puzzle(grid.lattice, (palette.background, *palette.inks), evidence, sums)
    source = ReadingSource(image, grid, palette)
    return seen(replace(reading, others=grid.others, source=source, hint_boxes=hints.boxes()))


def weigh_evidence(
    hints: HintsFound,
    circles: CirclesFound,
    palette: PaletteFound,
    numbers: NumbersFound,
    digits: DigitsFound,
) -> Evidence:
    """For every hint what it may be, and how likely."""
    hidden = _hidden(hints, palette, numbers)
    spellings = dict(zip(numbers.hints.tolist(), digits.spellings, strict=True))
    return Evidence(
        rows=hints.rows,
        cols=hints.cols,
        colours=hints.colours,
        hints=tuple(
            HintEvidence(
                place=place,
                spellings=spellings.get(index, ()),
                circled=float(circles.log_odds[index]),
                hidden=bool(hidden[index]),
            )
            for index, place in enumerate(hints.places)
        ),
        shapes=tuple(group.nats for group in digits.groups),
    )


def _hidden(hints: HintsFound, palette: PaletteFound, numbers: NumbersFound) -> NDArray[np.bool_]:
    """The hints that something seems to cover: (N,) bool."""
    hidden = np.zeros(len(hints.places), bool)
    usual = float(np.quantile(numbers.foreign, USUAL)) if len(numbers.hints) else 0.0
    hidden[numbers.hints] = numbers.foreign > 2 * usual + MAX_STRAY
    covered = palette.cover > MIN_COVER
    covered[numbers.hints] = False
    return hidden | covered
