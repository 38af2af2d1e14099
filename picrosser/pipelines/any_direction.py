"""A picture that shows no puzzle as it lies is looked at again in the direction in which its digits stand.

Only its digits decide whether it is turned, so a picture of something else is not read four times.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import StageListener

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.nonogram import NonogramSolved

S = TypeVar("S", bound="HungryCatSolved | NonogramSolved | KataminoSolved")
_Refusal = GridNotFoundError | HintsUnreadableError | FixRefusedError


def in_any_direction(
    image: RGB, look: Callable[[RGB], S], on_stage: StageListener, *, page: PageEvidence | None = None
) -> S:
    """Look at a picture as it lies, and if that leaves doubts and its digits are turned, turned upright.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    look : reads and solves a picture.
    on_stage : called with the `TurnedPicture` before that is looked at.
    page : the ink of this picture, if `look` asks for it, too.

    Returns
    -------
    The result for the picture as it lies, if that leaves no doubt or its digits stand upright; else that for
    the picture turned upright, unless that shows no board.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : what `look` says of the picture whose digits
        stand upright.
    """
    began = perf_counter()
    straight: S | None = None
    refusal: _Refusal | None = None
    try:
        straight = look(image)
        if not straight.doubts:
            return straight
    except (GridNotFoundError, HintsUnreadableError, FixRefusedError) as error:
        refusal = error
    try:
        again = _turned(page or PageEvidence(image), look, on_stage, began)
        if again is not None:
            return again
    except GridNotFoundError as error:
        refusal = error
    if straight is None:
        assert refusal is not None
        raise refusal
    return straight


def _turned(page: PageEvidence, look: Callable[[RGB], S], on_stage: StageListener, began: float) -> S | None:
    """The result for the picture turned upright; None if it is upright already, or a photograph of texture.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : as `look` does; it says how the picture lies.
    """
    from picrosser.imaging.turned import TURN_WORDS, turned_upright  # few pictures need these
    from picrosser.reading.page.direction import turned_deg_by_digits

    turned_deg = 0 if page.is_known_texture else turned_deg_by_digits(page)
    if not turned_deg:
        return None
    turned = turned_upright(page.image, turned_deg)
    on_stage(turned)
    before_s = perf_counter() - began
    try:
        again = look(turned.image)
    except (GridNotFoundError, HintsUnreadableError, FixRefusedError) as error:
        raise type(error)(f"{error.seen} (the picture is {TURN_WORDS[turned_deg]})", error.advice) from error
    return replace(again, turned_deg=turned_deg, seconds={"as it lies": before_s, **again.seconds})
