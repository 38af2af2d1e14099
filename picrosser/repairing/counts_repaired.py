"""The result of repairing a Hungry Cat reading: which hints changed and why, and what remains in doubt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from picrosser.puzzles.checking import LineName
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.solving.outcome import Outcome, counted


class Reason(Enum):
    """Why a hint differs from what it looked like."""

    HIDDEN = "hidden"  # something covers it; the only solution says what it is
    SUMS = "sums"  # only then does everything add up and have a solution
    CIRCLE = "circle"  # the picture left open whether it is circled; the only solution decides
    FIXED = "fixed"  # the user set it by hand


@dataclass(frozen=True, slots=True)
class Change:
    """A hint that differs from what it looked like, or that could not be seen.

    looked : what it is by its looks alone; count or circle None if the picture left that open.
    now : what it is after repair.
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
            return f"{self.place} {how}: only then is there exactly one solution"
        if self.reason is Reason.FIXED:
            stated = "unknown" if self.now.count is None else str(self.now)
            return f"{self.place} is {stated}, as you say, not {self.looked}"
        return f"{self.place} is {self.now}, not {self.looked}: only then does everything add up"


def changes_between(
    evidence: Evidence, looked: Sequence[CountHint], now: Sequence[CountHint]
) -> tuple[Change, ...]:
    """The differences between two states of all hints, in the order of `Evidence.hints`."""
    return tuple(
        Change(hint.place, old, new, _reason(hint.fixed, old, new))
        for hint, old, new in zip(evidence.hints, looked, now, strict=True)
        if old != new
    )


def _reason(fixed: CountHint | None, old: CountHint, new: CountHint) -> Reason:
    if fixed == new:
        return Reason.FIXED
    if old.count is None or fixed is not None:
        return Reason.HIDDEN
    return Reason.SUMS if old.count != new.count else Reason.CIRCLE


def summary(changes: Sequence[Change]) -> str:
    """How many hints changed for which reason, as one clause; "" if none changed."""
    counts = Counter(change.reason for change in changes)
    words = {
        Reason.SUMS: ("hint", "corrected by the sums"),
        Reason.HIDDEN: ("hint", "filled in where hidden"),
        Reason.CIRCLE: ("circle", "decided by the solution"),
        Reason.FIXED: ("hint", "set by hand"),
    }
    return ", ".join(
        f"{counted(counts[reason], noun)} {text}" for reason, (noun, text) in words.items() if counts[reason]
    )


@dataclass(frozen=True, slots=True)
class TriedReading:
    """A reading that adds up, and what the solver found.

    puzzle : hidden hints and undecided circles are unknown.
    cost : nats by which it is less likely than the likeliest reading by looks alone.
    """

    puzzle: HungryCat
    cost: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class CountsRepaired:
    """The result of repairing a reading.

    puzzle : every hint as it must be, if there is one solution; else the likeliest reading.
    outcome : what the solver found.
    changes : the hints that differ from what they looked like, or that could not be seen.
    doubts : what remains open; empty if the puzzle can be trusted.
    remedies : hints, any one of which may settle the doubts if it is set by hand; the most telling first.
    contradiction : lines that contradict each other, if the puzzle has no solution.
    tried : the readings that were tried, likeliest first.
    """

    puzzle: HungryCat
    outcome: Outcome
    changes: tuple[Change, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    remedies: tuple[tuple[HintPlace, CountHint], ...] = ()
    contradiction: tuple[LineName, ...] = ()
    tried: tuple[TriedReading, ...] = ()
