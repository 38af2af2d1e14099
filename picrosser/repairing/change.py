"""What repairing changed, and why: data, and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import Evidence


class Reason(Enum):
    """Why a hint is not what it looked like."""

    HIDDEN = "hidden"
    """Something lies over it; the only solution says what it is."""
    SUMS = "sums"
    """Only so does everything add up and have a solution."""
    DECIPHERED = "deciphered"
    """Its shape is no known digit; the sums say which one it is."""
    CIRCLE = "circle"
    """It could not be told whether it is circled; the only solution says so."""
    FIXED = "fixed"
    """The user said so."""


@dataclass(frozen=True, slots=True)
class Change:
    """A hint that is not what it looked like, or that could not be seen.

    looked : by its looks alone; count or circle None where that could not be told.
    now : what it is.
    """

    place: HintPlace
    looked: CountHint
    now: CountHint
    reason: Reason

    def __str__(self) -> str:
        if self.reason is Reason.HIDDEN:
            return f"{self.place} is hidden and must be {self.now}"
        if self.reason is Reason.CIRCLE:
            how = "is circled" if self.now.contiguous else "is not circled"
            return f"{self.place} {how}: only so is there one solution"
        if self.reason is Reason.FIXED:
            said = "unknown" if self.now.count is None else str(self.now)
            return f"{self.place} is {said}, as you say, not {self.looked}"
        if self.reason is Reason.DECIPHERED:
            return (
                f"{self.place} is {self.now}: only so does everything add up, whatever its digits look like"
            )
        return f"{self.place} is {self.now}, not {self.looked}: only so does everything add up"


def changes_between(
    evidence: Evidence, looked: Sequence[CountHint], now: Sequence[CountHint], deciphered: bool = False
) -> tuple[Change, ...]:
    """What differs between two states of all hints, in the order of `Evidence.hints`.

    deciphered : the looks of the digits say nothing.
    """
    by_sums = Reason.DECIPHERED if deciphered else Reason.SUMS
    return tuple(
        Change(hint.place, old, new, _reason(hint.fixed, old, new, by_sums))
        for hint, old, new in zip(evidence.hints, looked, now, strict=True)
        if old != new
    )


def _reason(fixed: CountHint | None, old: CountHint, new: CountHint, by_sums: Reason) -> Reason:
    if fixed == new:
        return Reason.FIXED
    if old.count is None or fixed is not None:
        return Reason.HIDDEN
    return by_sums if old.count != new.count else Reason.CIRCLE


def summary(changes: Sequence[Change]) -> str:
    """How many hints changed and why, as one clause; "" for none."""
    counts = Counter(change.reason for change in changes)
    words = {
        Reason.SUMS: ("hint", "corrected by the sums"),
        Reason.DECIPHERED: ("hint", "deciphered by the sums"),
        Reason.HIDDEN: ("hint", "filled in where hidden"),
        Reason.CIRCLE: ("circle", "decided by the solution"),
        Reason.FIXED: ("hint", "set by hand"),
    }
    return ", ".join(
        f"{counts[reason]} {noun}{'' if counts[reason] == 1 else 's'} {text}"
        for reason, (noun, text) in words.items()
        if counts[reason]
    )
