"""Explains the result of any stage.

Each picture is drawn from the stage's result, over the screenshot where places matter. Some results say
something about places that an earlier stage found; explainers are given the earlier results too.
"""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.debugging import (
    explain_hungry_cat,
    explain_katamino,
    explain_lattice,
    explain_nonogram,
    explain_photograph,
    explain_solving,
)
from picrosser.debugging.explain_digits import explain_hungry_cat_digits
from picrosser.debugging.explanation import NONOGRAM, Explanation, Run, Stage, Stages
from picrosser.imaging.pixels import RGB
from picrosser.imaging.turned import TurnedPicture
from picrosser.reading.attempts.askew import SeenStraight
from picrosser.reading.attempts.upright import Upright
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.reading.photograph.straight_screen import StraightScreen


def _digits(digits: DigitsFound, run: Run) -> Explanation:
    """Explain digits of Hungry Cat or of a nonogram: of the family that had the latest stage."""
    families = (STAGES[type(result)].family for result in reversed(run.before) if type(result) in STAGES)
    if next(filter(None, families), "") == NONOGRAM:
        return explain_nonogram.explain_digits(digits, run)
    return explain_hungry_cat_digits(digits, run)


STAGES: Stages = {
    **explain_photograph.STAGES,
    **explain_lattice.STAGES,
    **explain_hungry_cat.STAGES,
    **explain_nonogram.STAGES,
    **explain_katamino.STAGES,
    **explain_solving.STAGES,
    DigitsFound: Stage("", "Digits", _digits),
}
"""Every result that a pipeline may report."""

_MadeAgain = TurnedPicture | FlatPage | SeenStraight | StraightScreen
"""Whole pictures that the stages after them look at."""


def explain(screenshot: RGB, result: object, before: Sequence[object] = ()) -> Explanation:
    """Explain what a stage found, and why it believes it.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8.
    result : of any stage of reading, of repairing, or the outcome of solving.
    before : the results of the earlier stages, in order.

    Raises
    ------
    TypeError : no known stage has such a result.
    LookupError : the explanation needs an earlier result that is missing.
    """
    if type(result) not in STAGES:
        raise TypeError(f"a {type(result).__name__} cannot be explained")
    stage = STAGES[type(result)]
    turned = [at for at, earlier in enumerate(before) if isinstance(earlier, _MadeAgain)]
    if turned and not isinstance(result, FlatPage | SeenStraight | StraightScreen):  # they saw it as it lies
        last = before[turned[-1]]
        assert isinstance(last, _MadeAgain)
        screenshot, before = last.image, before[turned[-1] + 1 :]
    return stage.explain(result, Run(screenshot, _looked_at(screenshot, stage, before), before))


def _looked_at(screenshot: RGB, stage: Stage, before: Sequence[object]) -> RGB:
    """Return what a stage looked at: the screenshot, or what its own family made of it before."""
    for result in reversed(before):
        if isinstance(result, Upright):
            return result.image
        family = STAGES[type(result)].family if type(result) in STAGES else ""
        if family and stage.family and family != stage.family:
            return screenshot
    return screenshot
