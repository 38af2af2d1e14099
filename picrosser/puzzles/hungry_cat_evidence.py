"""What a screenshot says about each hint of a Hungry Cat puzzle: candidates and likelihoods, no pixels.

All likelihoods are natural logarithms ("nats") relative to the best candidate, which has 0: at -7 a candidate
is a thousand times less likely than the best one, judging by its looks alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint

SURE_CIRCLE = 3.0
"""Log-odds in nats: above it, a circle is decided by its looks; below it, it stays undecided."""


class Spelling(NamedTuple):
    """One way to cut a number into digits: indices into `Evidence.shapes`, and its log-likelihood."""

    shapes: tuple[int, ...]
    nats: float


@dataclass(frozen=True, slots=True)
class HintEvidence:
    """What is seen of one hint.

    spellings : likeliest first, each with another number of digits; empty if there is no number.
    circled : log-odds that the number is circled; 0 if nothing speaks for either.
    hidden : something seems to cover the hint; what can still be seen says little.
    fixed : what the user says, which overrules the rest; count None means that it is unknown.
    """

    place: HintPlace
    spellings: tuple[Spelling, ...]
    circled: float
    hidden: bool = False
    fixed: CountHint | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is seen of all hints.

    rows, cols, colours : the puzzle's size.
    hints : (rows + cols) * colours of them: row by row, then column by column, slot by slot.
    shapes : for each distinct shape of a digit, the log-likelihoods that it is 0 to 9. A shape is the same
        digit wherever it occurs.
    """

    rows: int
    cols: int
    colours: int
    hints: tuple[HintEvidence, ...]
    shapes: tuple[tuple[float, ...], ...]

    def index(self, place: HintPlace) -> int:
        line = place.line if place.axis == "row" else self.rows + place.line
        return line * self.colours + place.slot

    def length(self, place: HintPlace) -> int:
        return self.cols if place.axis == "row" else self.rows

    def likeliest(self, hint: HintEvidence) -> int | None:
        """The likeliest count by looks alone, 0 if there is no number; None if set to unknown by hand."""
        if hint.fixed is not None:
            return hint.fixed.count
        if not hint.spellings:
            return 0
        digits = (max(range(10), key=self.shapes[shape].__getitem__) for shape in hint.spellings[0].shapes)
        return int("".join(map(str, digits)))

    def is_clear(self, hint: HintEvidence, nats: float) -> bool:
        """Whether the likeliest count leads every other one by at least `nats`, judging by looks alone."""
        if hint.fixed is not None or not hint.spellings:
            return True
        runners_up = [-sorted(self.shapes[shape])[-2] for shape in hint.spellings[0].shapes]
        return min([*runners_up, *(-other.nats for other in hint.spellings[1:])]) >= nats

    def stated(self, hint: HintEvidence, count: int | None) -> CountHint:
        """Combine a count, None if it cannot be seen, with the evidence for a circle."""
        if hint.fixed is not None:
            return hint.fixed
        if count is None:
            return CountHint(None, None)
        if count > 1 and count == self.length(hint.place):  # whatever is seen of its circle
            return CountHint(count, True)
        if count > 1 and (hint.hidden or abs(hint.circled) < SURE_CIRCLE):
            return CountHint(count, None)
        return CountHint(count, count > 1 and hint.circled > 0)

    def with_hint(self, hint: HintEvidence) -> Evidence:
        at = self.index(hint.place)
        return replace(self, hints=(*self.hints[:at], hint, *self.hints[at + 1 :]))
