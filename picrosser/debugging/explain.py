"""A stage's result in, a picture that lets a human believe or refute it out; and its numbers.

Each picture is drawn from the result alone, over the screenshot where places matter. Three results only
have meaning with the evidence of an earlier one (a vote belongs to a patch, a group to its glyphs, a count
to its line): `explain` takes the earlier results too, and shows less without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from picrosser.debugging.explain_board import grid_picture, slots_picture
from picrosser.debugging.explain_digits import digits_picture, numbers_picture
from picrosser.debugging.explain_hints import circles_picture, hints_picture, palette_picture
from picrosser.debugging.explain_outcome import outcome_picture
from picrosser.debugging.explain_puzzle import reading_picture, sums_picture
from picrosser.debugging.facts import facts
from picrosser.pixels import RGB
from picrosser.reading.assemble import Reading
from picrosser.reading.circles import CirclesFound
from picrosser.reading.digits import DigitsFound
from picrosser.reading.grid import GridFound
from picrosser.reading.hints import HintsFound
from picrosser.reading.palette import PaletteFound
from picrosser.reading.segment import NumbersFound
from picrosser.reading.slots import SlotsFound
from picrosser.reading.sums import SumsFound
from picrosser.solving.outcome import Outcome

__all__ = ["explain", "facts"]


def explain(image: RGB, result: object, before: Sequence[object] = ()) -> Image.Image:
    """Draw what a stage found, and why it believes it.

    Parameters
    ----------
    image : (H, W, 3) uint8, the screenshot.
    result : of any stage of reading, or the outcome of solving.
    before : the results of the earlier stages, in order.

    Returns
    -------
    RGB, about 1600 pixels wide at most.

    Raises
    ------
    TypeError : `result` comes from no stage that is known here.
    """
    match result:
        case GridFound():
            return grid_picture(image, result)
        case SlotsFound():
            return slots_picture(image, result)
        case HintsFound():
            return hints_picture(result)
        case CirclesFound():
            return circles_picture(result, before)
        case PaletteFound():
            return palette_picture(result, before)
        case NumbersFound():
            return numbers_picture(result, before)
        case DigitsFound():
            return digits_picture(result, before)
        case SumsFound():
            return sums_picture(result, before)
        case Reading():
            return reading_picture(image, result)
        case Outcome():
            return outcome_picture(image, result, before)
        case _:
            raise TypeError(f"no picture explains a {type(result).__name__}")
