"""What one line's nonogram hints allow: runs in order, those of one colour parted by a gap.

In: the line's rule and, for each colour, the cells where it may still stand ("places", an int used as a set
of positions: bit p is cell p of the line). Out: the places that survive, or None if nothing fits. Exact: a
colour survives in a cell if some arrangement of the whole line has it there.

The idea: a cut lies before each cell and behind the last. Forward, per run, the set of cuts that the runs
before it can reach; backward, the set that the runs behind it leave; a run starts where both hold. A set is
one int, so a step takes a few operations whatever the line's length. Spreading a set to the right over the
cells that may be blank is one addition, whose carry runs along the ones; the backward pass is the forward
one on the line turned round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import EMPTY
from picrosser.solving.counters import Fresh
from picrosser.solving.rules.clauses import Clauses
from picrosser.solving.rules.rule import Reason
from picrosser.solving.rules.runs_clauses import run_clauses
from picrosser.solving.rules.runs_reasons import run_reasons

_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


@dataclass(frozen=True, slots=True)
class RunRule:
    """The hints of one line, made ready.

    length : the number of cells.
    colours : how many colours there are besides blank.
    runs : (length, colour) in order; None if nothing is known of the line.
    gaps : per run, 1 if it has the colour of the run before it.
    """

    length: int
    colours: int
    runs: tuple[tuple[int, int], ...] | None
    gaps: tuple[int, ...]
    cheap_is_exact: ClassVar[bool] = True

    @classmethod
    def from_hints(cls, length: int, colours: int, hints: Runs | None) -> RunRule:
        """Make the rule of a line of `length` cells."""
        if hints is None:
            return cls(length, colours, None, ())
        runs = tuple((run.length, run.colour) for run in hints)
        gaps = tuple(int(one[1] == other[1]) for one, other in pairwise(runs))
        return cls(length, colours, runs, (0, *gaps) if runs else ())

    def start(self) -> list[int]:
        """The places before any reasoning: every colour that the line has, everywhere."""
        anywhere = (1 << self.length) - 1
        if self.runs is None:
            return [anywhere] * (self.colours + 1)
        present = {0, *(colour for _, colour in self.runs)}
        return [anywhere if colour in present else 0 for colour in range(self.colours + 1)]

    def propagate(self, places: Sequence[int]) -> list[int] | None:
        """Narrow the places of a line to those that occur in at least one arrangement.

        Parameters
        ----------
        places : per colour, blank first: the positions where it may stand, as a set of bits.

        Returns
        -------
        The places that survive (a new list), or None when the line has no arrangement.
        """
        if self.runs is None:
            return _of_unknown_line(self.length, places)
        found = self._starts(places)
        if found is None:
            return None
        starts, kept_blank = found
        kept = [0] * (self.colours + 1)
        kept[0] = kept_blank
        together: dict[tuple[int, int], int] = {}
        for run, own in zip(self.runs, starts, strict=True):
            together[run] = together.get(run, 0) | own
        for (length, colour), own in together.items():
            kept[colour] |= _widened(own, length)
        return kept

    def propagate_exactly(self, places: Sequence[int]) -> list[int] | None:
        """The same: nothing is missed anyway."""
        return self.propagate(places)

    def starts(self, places: Sequence[int]) -> list[int] | None:
        """Per run, the positions where it can begin, as a set of bits; None when nothing fits."""
        found = self._starts(places)
        return None if found is None else found[0]

    def _starts(self, places: Sequence[int]) -> tuple[list[int], int] | None:
        """Where each run can begin, and where blank can stand."""
        assert self.runs is not None
        blank, length = places[0], self.length
        fits: dict[tuple[int, int], int] = {}
        for run in self.runs:
            if run not in fits:
                fits[run] = room(places[run[1]], run[0])
        begins: list[int] = []
        cuts = [_spread(1, blank)]
        for run, gap in zip(self.runs, self.gaps, strict=True):
            before = (cuts[-1] & blank) << 1 if gap else cuts[-1]
            begin = before & fits[run]
            if not begin:
                return None
            begins.append(begin)
            cuts.append(_spread(begin << run[0], blank))
        if not cuts[-1] >> length & 1:
            return None
        return self._cut_from_behind(places, begins, cuts)

    def _cut_from_behind(
        self, places: Sequence[int], begins: list[int], cuts: list[int]
    ) -> tuple[list[int], int]:
        """Keep of the starts and cuts found forward those that the runs behind them leave."""
        assert self.runs is not None
        length = self.length
        turned_blank = turned(places[0], length)
        reached = _spread(1, turned_blank)
        behind = turned(reached, length + 1)
        kept_blank = cuts[-1] & places[0] & behind >> 1
        following_gap = 0
        for k in range(len(begins) - 1, -1, -1):
            run = self.runs[k]
            ends = places[0] & behind >> 1 if following_gap else behind
            begins[k] &= ends >> run[0]
            # Only starts that hold on both sides go on: what is behind them is reached from both.
            reached = _spread(turned(begins[k], length + 1), turned_blank)
            behind = turned(reached, length + 1)
            kept_blank |= cuts[k] & places[0] & behind >> 1
            following_gap = self.gaps[k]
        return begins, kept_blank

    def total(self, colour: int) -> int:
        """How many cells have a colour; -1 if unknown."""
        if self.runs is None:
            return -1
        if colour == EMPTY:
            return self.length - sum(length for length, _ in self.runs)
        return sum(length for length, own in self.runs if own == colour)

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        """What a person sees of the runs; see `LineRule`."""
        if self.runs is None:
            return []
        starts = self.starts(places)
        return None if starts is None else run_reasons(self.runs, starts, places, given)

    def clauses(self, places: Sequence[int], variables: Sequence[Mapping[int, int]], fresh: Fresh) -> Clauses:
        """State the line's hints; see `LineRule`."""
        if self.runs is None:
            return Clauses()
        starts = self.starts(places)
        if starts is None:
            return Clauses([()])  # the empty clause: impossible
        return run_clauses(self.runs, self.gaps, starts, places, variables, fresh)


def room(may: int, length: int) -> int:
    """Where `length` positions of a set follow one another: the first of them, as a set."""
    width = 1
    while width < length:  # doubling: holds where `width` of them follow one another
        step = min(width, length - width)
        may &= may >> step
        width += step
    return may


def turned(cells: int, length: int) -> int:
    """A set of positions 0 to length - 1, counted from the other end."""
    size = (length + 7) >> 3
    return int.from_bytes(cells.to_bytes(size, "little").translate(_TURNED), "big") >> (8 * size - length)


def _spread(cuts: int, blank: int) -> int:
    """The cuts that are reached from these by going right over cells that may be blank."""
    return cuts | blank ^ (blank + (cuts & blank))


def _widened(starts: int, length: int) -> int:
    """The cells of all runs of this length that begin at these positions."""
    width = 1
    while width < length:
        step = min(width, length - width)
        starts |= starts << step
        width += step
    return starts


def _of_unknown_line(length: int, places: Sequence[int]) -> list[int] | None:
    """Anything goes, but every cell needs a colour."""
    once = 0
    for may in places:
        once |= may
    return list(places) if once == (1 << length) - 1 else None
