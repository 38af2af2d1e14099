"""The one rule by which a second look at a picture replaces the first.

A family tries its looks in order: the picture as it is, then turned upright, sharpened, or as if it were lit
unevenly. The first look that leaves no doubt ends the search. If none does, the best one counts; the plain
look is the best unless the family knows that a later one saw more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB, Lattice

T = TypeVar("T")


class View(Protocol):
    """A picture made from the original, to be read in its place.

    image : (H, W, 3) uint8 sRGB.
    """

    @property
    def image(self) -> RGB:
        """The picture to read."""
        ...

    def in_original(self, lattice: Lattice) -> Lattice:
        """Where a lattice that was found in this picture lies in the original."""
        ...


def look_until_sure(
    looks: Iterable[Callable[[T | None], T | None]],
    is_sure: Callable[[T], bool],
    is_better: Callable[[T, T], bool] = lambda *_: False,
) -> T:
    """Look at a picture in several ways until one leaves no doubt.

    Parameters
    ----------
    looks : each is called with the best reading so far, None if there is none, and returns a reading; or None
        if that look does not apply or is not to be believed. A look that finds no puzzle raises one of the
        errors below. A generator may prepare what the next look needs only when it is asked for it.
    is_sure : whether a reading leaves no doubt.
    is_better : whether a later doubtful reading replaces an earlier one.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : no look found a puzzle. Of several refusals it is the last one,
        since later looks see the picture turned upright.
    """
    best: T | None = None
    refusal: GridNotFoundError | HintsUnreadableError | None = None
    for look in looks:
        try:
            found = look(best)
        except (GridNotFoundError, HintsUnreadableError) as error:
            refusal = error
            continue
        if found is None:
            continue
        if is_sure(found):
            return found
        if best is None or is_better(found, best):
            best = found
    if best is not None:
        return best
    raise refusal or GridNotFoundError("no puzzle in this picture")
