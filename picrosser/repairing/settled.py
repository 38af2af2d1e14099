"""What became of a reading: the puzzle that holds together, or what keeps it from doing so."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.repairing.change import Change
from picrosser.solving.contradiction import LineName
from picrosser.solving.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Tried:
    """A reading that adds up, and what solving said.

    puzzle : with hidden hints and undecided circles unknown.
    cost : nats below the likeliest reading by looks alone.
    """

    puzzle: HungryCat
    cost: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a reading.

    puzzle : every hint as it must be, where there is one solution; else the likeliest reading.
    outcome : its solutions.
    changes : the hints that are not what they looked like, or that could not be seen.
    doubts : what remains; empty if the puzzle can be trusted.
    remedies : hints of which any one, set by hand, may settle it, the most telling first.
    clash : lines that cannot hold together, if the puzzle has no solution.
    tried : the readings that were tried, likeliest first.
    deciphered : no template knows the digits; the sums say what they are.
    """

    puzzle: HungryCat
    outcome: Outcome
    changes: tuple[Change, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    remedies: tuple[tuple[HintPlace, CountHint], ...] = ()
    clash: tuple[LineName, ...] = ()
    tried: tuple[Tried, ...] = ()
    deciphered: bool = False
