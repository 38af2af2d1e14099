"""A stage's result in, a picture that lets a human believe or refute it out; and its numbers.

Each picture is drawn from the result alone, over the screenshot where places matter. Three results only
have meaning with the evidence of an earlier one (a vote belongs to a patch, a group to its glyphs, a count
to its line): `explain` takes the earlier results too, and shows less without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from picrosser.debugging.earlier import earlier
from picrosser.debugging.explain_board import grid_picture, slots_picture
from picrosser.debugging.explain_boards import boards_picture, ink_found_picture
from picrosser.debugging.explain_digits import digits_picture, numbers_picture
from picrosser.debugging.explain_evidence import evidence_picture
from picrosser.debugging.explain_hints import circles_picture, hints_picture, palette_picture
from picrosser.debugging.explain_katamino import (
    areas_picture,
    groups_picture,
    katamino_picture,
    pieces_picture,
    printed_picture,
    table_picture,
)
from picrosser.debugging.explain_nonogram import (
    ink_picture,
    nonogram_digits_picture,
    nonogram_reading_picture,
    rearranged_picture,
    resized_picture,
)
from picrosser.debugging.explain_outcome import outcome_picture
from picrosser.debugging.explain_progress import mistakes_picture, progress_picture, steps_picture
from picrosser.debugging.explain_puzzle import reading_picture
from picrosser.debugging.explain_repair import settled_picture
from picrosser.debugging.explain_runs import cells_picture, runs_picture
from picrosser.debugging.explain_sums import sums_picture
from picrosser.debugging.explain_upright import upright_picture
from picrosser.debugging.facts import facts
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.progress import MistakesFound
from picrosser.reading.attempts.enlarged import Enlarged
from picrosser.reading.attempts.upright import Upright
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.hungry_cat.sums import SumsFound
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PiecesFound
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoReading
from picrosser.reading.lattice.grid import GridFound
from picrosser.reading.nonogram.board_state import CellsSeen
from picrosser.reading.nonogram.boards import BoardsConsidered
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped, InkFound
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.reading.nonogram.rearranged import Rearranged
from picrosser.repairing.runs import RunsSettled
from picrosser.repairing.settled import Settled
from picrosser.solving.deduction import StepsFound
from picrosser.solving.outcome import Outcome

__all__ = ["explain", "facts"]


def explain(image: RGB, result: object, before: Sequence[object] = ()) -> Image.Image:
    """Draw what a stage found, and why it believes it.

    Parameters
    ----------
    image : (H, W, 3) uint8, the screenshot.
    result : of any stage of reading, of repairing, or the outcome of solving.
    before : the results of the earlier stages, in order.

    Returns
    -------
    RGB, about 1600 pixels wide at most.

    Raises
    ------
    TypeError : `result` comes from no stage that is known here.
    """
    turned = earlier(before, Upright)
    stood = image if turned is None else turned.image  # the stages after that know no other picture
    other = earlier(before, Enlarged) or earlier(before, Rearranged)
    looked_at = image if other is None else other.image  # by a nonogram's stages
    match result:
        case Upright():
            return upright_picture(image, result)
        case Enlarged():
            return resized_picture(result)
        case Rearranged():
            return rearranged_picture(result)
        case AreasFound():
            return areas_picture(result)
        case PiecesFound():
            return pieces_picture(stood, result)
        case GroupsFound():
            return groups_picture(stood, result)
        case PrintedFound():
            return printed_picture(stood, result, earlier(before, GroupsFound))
        case NumberTable():
            return table_picture(stood, result)
        case KataminoReading():
            return katamino_picture(image, result)
        case GridFound():
            return grid_picture(stood, result)
        case SlotsFound():
            return slots_picture(stood, result)
        case HintsFound():
            return hints_picture(result)
        case CirclesFound():
            return circles_picture(result, before)
        case PaletteFound():
            return palette_picture(result, before)
        case NumbersFound():
            return numbers_picture(result, before)
        case DigitsFound():
            seen = earlier(before, (HintsGrouped, NumbersFound))
            if isinstance(seen, HintsGrouped):  # a nonogram's digits
                return nonogram_digits_picture(looked_at, result, seen)
            return digits_picture(result, before)
        case Evidence():
            return evidence_picture(result, before)
        case SumsFound():
            return sums_picture(result, before)
        case Reading():
            return reading_picture(image, result)
        case Settled():
            return settled_picture(result, before)
        case Outcome():
            return outcome_picture(image, result, before)
        case ProgressFound():
            return progress_picture(image, result, before)
        case MistakesFound():
            return mistakes_picture(image, result, before)
        case StepsFound():
            return steps_picture(image, result, before)
        case BoardsConsidered():
            return boards_picture(looked_at, result)
        case InkFound():
            return ink_found_picture(looked_at, result)
        case HintsGrouped():
            return ink_picture(looked_at, result)
        case NonogramReading():
            return nonogram_reading_picture(result)
        case RunsSettled():
            return runs_picture(looked_at, result, before)
        case CellsSeen():
            return cells_picture(image, result)
        case _:
            raise TypeError(f"no picture explains a {type(result).__name__}")
