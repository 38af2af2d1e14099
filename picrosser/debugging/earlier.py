"""The results of earlier stages in, the one that is asked for out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from picrosser.debugging.marks import TEXT, axis_colour, short
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.hints import HintsFound

T = TypeVar("T")


def earlier(before: Sequence[object], kind: type[T] | tuple[type[T], ...]) -> T | None:
    """The latest result of a kind, or of one of several; None if there is none."""
    return next((result for result in reversed(before) if isinstance(result, kind)), None)


def hint_label(hints: HintsFound | None, hint: int) -> tuple[str, Colour]:
    """A hint's name with the colour of its axis; only its number while the places are not known."""
    if hints is None:
        return f"#{hint + 1}", TEXT
    place = hints.places[hint]
    return short(place), axis_colour(place.axis)
