"""What a screenshot says about each hint before anything is decided: candidates and likelihoods.

No pixels. All likelihoods are natural logarithms ("nats") relative to the best candidate, which has 0: at -7
a candidate is a thousand times less likely than the best one, by its looks alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint

SURE_CIRCLE = 3.0
"""Log-odds in nats: from here on a circle is decided by its looks; below, its hint leaves it open."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to see a number as digits.

    shapes : the digits' shapes from left to right, indices into `Evidence.shapes`.
    nats : how likely the number is cut like this.
    """

    shapes: tuple[int, ...]
    nats: float


@dataclass(frozen=True, slots=True)
class HintEvidence:
    """What is seen of one hint.

    place : which hint.
    spellings : likeliest first, each of another number of digits; empty where no number stands.
    circled : log-odds that it is circled; 0 if nothing speaks for either.
    hidden : something seems to lie over it; what can still be seen says little.
    fixed : what the user says it is; overrules the rest. With count None nobody can tell.
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
    shapes : per shape of digit that occurs, the log-likelihoods of its being 0 to 9. Equal shapes are one
        digit wherever they stand.
    """

    rows: int
    cols: int
    colours: int
    hints: tuple[HintEvidence, ...]
    shapes: tuple[tuple[float, ...], ...]

    def index(self, place: HintPlace) -> int:
        """Where a hint stands in `hints`."""
        line = place.line if place.axis == "row" else self.rows + place.line
        return line * self.colours + place.slot

    def length(self, place: HintPlace) -> int:
        """The number of cells of a hint's line."""
        return self.cols if place.axis == "row" else self.rows

    def likeliest(self, hint: HintEvidence) -> int | None:
        """A hint's count by its looks alone, 0 where no number stands; None if set to unknown by hand."""
        if hint.fixed is not None:
            return hint.fixed.count
        if not hint.spellings:
            return 0
        digits = (max(range(10), key=self.shapes[shape].__getitem__) for shape in hint.spellings[0].shapes)
        return int("".join(map(str, digits)))

    def is_clear(self, hint: HintEvidence, nats: float) -> bool:
        """Whether no other count is within so many nats of a hint's likeliest, by its looks alone."""
        if hint.fixed is not None or not hint.spellings:
            return True
        runners_up = [-sorted(self.shapes[shape])[-2] for shape in hint.spellings[0].shapes]
        return min([*runners_up, *(-other.nats for other in hint.spellings[1:])]) >= nats

    def stated(self, hint: HintEvidence, count: int | None) -> CountHint:
        """The hint that a count and the circle's evidence state together; None for a count nobody can see.

        A circle round a missing or single cell says nothing; a line full of one colour is one run, whatever
        can be seen of the circle behind its wide number.
        """
        if hint.fixed is not None:
            return hint.fixed
        if count is None:
            return CountHint(None, None)
        if count > 1 and count == self.length(hint.place):
            return CountHint(count, True)
        if count > 1 and (hint.hidden or abs(hint.circled) < SURE_CIRCLE):
            return CountHint(count, None)
        return CountHint(count, count > 1 and hint.circled > 0)

    def with_hint(self, hint: HintEvidence) -> Evidence:
        """The same with one hint's evidence replaced."""
        at = self.index(hint.place)
        return replace(self, hints=(*self.hints[:at], hint, *self.hints[at + 1 :]))
