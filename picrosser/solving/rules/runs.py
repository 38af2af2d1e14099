"""The rule of a line with nonogram hints: runs in order, those of one colour separated by a gap.

`RunRule` narrows the line's places exactly: a colour survives in a cell if some arrangement of the whole line
has it there. The idea: a run can start where both the runs before it and the runs behind it have room. Both
are found in one pass each over the runs. Spreading a set of positions to the right over cells that may be
blank is one addition, and the backward pass is the forward one on the mirrored line. The rule also gives the
reasons that a person would see, and states the hints as clauses for a SAT solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import EMPTY
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.positions import (
    always_covered,
    as_rows,
    bits,
    grown,
    in_one_only,
    mirrored,
    once_and_twice,
    starts_with_room,
    widened,
)
from picrosser.solving.rules.rule import TRUE, Clauses, Reason

if TYPE_CHECKING:  # boards that lines decide need no arrays
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class RunRule:
    """The nonogram hints of one line, prepared for reasoning; see `LineRule`.

    length : the number of cells.
    colours : the number of colours besides blank.
    runs : (length, colour) pairs in order; None if the hints are unknown.
    gaps : per run, 1 if it has the colour of the run before it, so that a gap must lie between them.
    """

    length: int
    colours: int
    runs: tuple[tuple[int, int], ...] | None
    gaps: tuple[int, ...]

    @classmethod
    def from_hints(cls, length: int, colours: int, hints: Runs | None) -> RunRule:
        if hints is None:
            return cls(length, colours, None, ())
        runs = tuple((run.length, run.colour) for run in hints)
        gaps = tuple(int(one[1] == other[1]) for one, other in pairwise(runs))
        return cls(length, colours, runs, (0, *gaps) if runs else ())

    def start(self) -> list[int]:
        """The places before any reasoning: every colour of the line, everywhere."""
        anywhere = (1 << self.length) - 1
        if self.runs is None:
            return [anywhere] * (self.colours + 1)
        present = {0, *(colour for _, colour in self.runs)}
        return [anywhere if colour in present else 0 for colour in range(self.colours + 1)]

    def propagate(self, places: Sequence[int]) -> list[int] | None:
        """Narrow the places of a line to those that occur in at least one arrangement."""
        if self.runs is None:  # unchanged, unless some cell has no colour left
            return list(places) if once_and_twice(places)[0] == (1 << self.length) - 1 else None
        found = self._starts(places)
        if found is None:
            return None
        starts, kept_blank = found
        kept = [kept_blank] + [0] * self.colours
        together: dict[tuple[int, int], int] = {}
        for run, own in zip(self.runs, starts, strict=True):
            together[run] = together.get(run, 0) | own
        for (length, colour), own in together.items():
            kept[colour] |= widened(own, length)
        return kept

    def starts(self, places: Sequence[int]) -> list[int] | None:
        """Per run, the positions where it can begin, as a set of bits; None if nothing fits."""
        found = self._starts(places)
        return None if found is None else found[0]

    def room(self, places: Sequence[int], run: int) -> int:
        """The positions that a run can cover, as a set of bits; 0 if nothing fits."""
        starts = self.starts(places)
        if starts is None or self.runs is None:
            return 0
        return widened(starts[run], self.runs[run][0])

    def _starts(self, places: Sequence[int]) -> tuple[list[int], int] | None:
        """The positions where each run can begin, and those that can be blank; None if nothing fits.

        A cut lies before each cell and behind the last one. Forward, this finds per run the cuts that the
        runs before it can reach.
        """
        assert self.runs is not None
        blank, length = places[0], self.length
        fits: dict[tuple[int, int], int] = {}
        for run in self.runs:
            if run not in fits:
                fits[run] = starts_with_room(places[run[1]], run[0])
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
        return self._limit_from_behind(places, begins, cuts)

    def _limit_from_behind(
        self, places: Sequence[int], begins: list[int], cuts: list[int]
    ) -> tuple[list[int], int]:
        """Drop the starts and cuts, found going forward, for which the runs behind them have no room."""
        assert self.runs is not None
        length = self.length
        reversed_blank = mirrored(places[0], length)
        reached = _spread(1, reversed_blank)
        behind = mirrored(reached, length + 1)
        kept_blank = cuts[-1] & places[0] & behind >> 1
        following_gap = 0
        for k in range(len(begins) - 1, -1, -1):
            run = self.runs[k]
            ends = places[0] & behind >> 1 if following_gap else behind
            begins[k] &= ends >> run[0]
            # Only starts that are possible from both sides are continued, so all that they reach is, too.
            reached = _spread(mirrored(begins[k], length + 1), reversed_blank)
            behind = mirrored(reached, length + 1)
            kept_blank |= cuts[k] & places[0] & behind >> 1
            following_gap = self.gaps[k]
        return begins, kept_blank

    def total(self, colour: int) -> int:
        if self.runs is None:
            return -1
        if colour == EMPTY:
            return self.length - sum(length for length, _ in self.runs)
        return sum(length for length, own in self.runs if own == colour)

    def reasons(self, places: Sequence[int], given: Sequence[int]) -> list[Reason] | None:
        """What a person sees in the line; see `LineRule`.

        What takes several runs at once to see (a cell that one of two runs covers, whichever) is not among
        the reasons; `propagate` finds it.
        """
        if self.runs is None:
            return []
        starts = self.starts(places)
        if starts is None:
            return None
        on_board = once_and_twice(given)[0]
        reasons: list[Reason] = []
        for number, ((length, colour), own) in enumerate(zip(self.runs, starts, strict=True)):
            covered = always_covered(own, length) & ~on_board
            if covered:
                reasons.append(Reason(Rule.OVERLAP, colour, must=covered, run=number))
        for colour in range(1, len(places)):
            reasons += self._out_of_reach(colour, starts, places, given[colour], on_board)
        order = (Rule.GAP, Rule.OVERLAP, Rule.SPLIT, Rule.REACH)
        return sorted(reasons, key=lambda reason: order.index(reason.rule))

    def _out_of_reach(
        self, colour: int, starts: Sequence[int], places: Sequence[int], painted: int, on_board: int
    ) -> Iterator[Reason]:
        """Where no run of a colour can be: beside a painted run, between two that cannot join, elsewhere."""
        reached = beside = longest = 0
        for (length, own_colour), own in zip(self.runs or (), starts, strict=True):
            if own_colour == colour:
                longest = max(longest, length)
                reached |= widened(own, length)
                has_one_place = not own & (own - 1)
                if has_one_place and not ((own << length) - own) & ~painted:  # all of it is painted
                    beside |= own >> 1 | own << length
        unreached = places[colour] & ~reached & ~on_board
        gap = unreached & beside
        joined = ((bit, grown(bit, painted | bit)) for bit in bits(unreached & ~gap))
        split = sum(bit for bit, run in joined if run.bit_count() > longest)
        for rule, cells in ((Rule.GAP, gap), (Rule.SPLIT, split), (Rule.REACH, unreached & ~gap & ~split)):
            yield from _exclusions(rule, colour, cells, places)

    @classmethod
    def state(
        cls, rules: Sequence[Self], found: Clauses, places: Sequence[Sequence[int]], cells: NDArray[np.intp]
    ) -> None:
        """Add clauses that state the hints; see `LineRule`.

        The clauses use fresh "order variables", each saying that run i begins at position p or before. With
        them no clause needs more than three literals, and there are only as many as the runs have room to
        move. They are made for all runs of the board at once.
        """
        import numpy as np

        at: list[tuple[int, int, int, int]] = []  # of each run: its line, length, colour and gap
        starts: list[int] = []
        for line, (rule, here) in enumerate(zip(rules, places, strict=True)):
            own = None if rule.runs is None else rule.starts(here)
            if own is not None:
                at += [(line, *run, gap) for run, gap in zip(rule.runs or (), rule.gaps, strict=True)]
                starts += own
            if own is None and rule.runs is not None:
                found.clauses.append(())  # impossible
            elif not own and rule.runs is not None:
                found.clauses += ((blank,) for blank in cells[line, 0, : rule.length].tolist())
        if not at:
            return
        line_of, length, colour, gap = np.array(at).T[:, :, None]
        size = cells.shape[2]
        may_start = as_rows(starts, size)
        position = np.arange(size)
        first, last = may_start.argmax(axis=1)[:, None], size - 1 - may_start[:, ::-1].argmax(axis=1)[:, None]
        # The literals for "has begun at this position or before", and "ends before it"
        rank = may_start.cumsum(axis=1)
        fresh = rank[:, -1:] - 1
        offset = found.used + np.cumsum(fresh)[:, None] - fresh
        begun = np.where(position < first, -TRUE, np.where(position >= last, TRUE, offset + rank))
        ended = np.where(position < length, -TRUE, _shifted(begun, length))
        is_first = np.diff(line_of[:, 0], prepend=-1) != 0
        ended_before, end_before = np.roll(ended, 1, axis=0), np.roll(first + length, 1, axis=0)
        ended_before[is_first], end_before[is_first] = TRUE, 0
        blank, own_cells = cells[line_of[:, 0], 0], cells[line_of[:, 0], colour[:, 0]]
        variables = np.arange(found.used + 1, found.used + 1 + int(fresh.sum()))
        found.used += len(variables)
        goes_on = np.ones(len(variables), bool)
        goes_on[np.cumsum(fresh[fresh > 0]) - 1] = False
        # A run that has begun by one position has begun by the next
        found.add_all(goes_on, -variables, variables + 1)
        # If a run has begun, the run before it has ended
        found.add_all(may_start, -begun, _shifted(ended_before, gap))
        found.add_all((position >= end_before) & (position < last), -ended_before, begun, blank)
        found.add_all((position >= first) & (position < last + length), -begun, ended, own_cells)
        is_last = np.roll(is_first, -1)[:, None]
        lengths = np.array([rule.length for rule in rules])[line_of]
        found.add_all(is_last & (position >= first + length) & (position < lengths), -ended, blank)


def _shifted(rows: NDArray[np.intp], by: NDArray[np.intp]) -> NDArray[np.intp]:
    """Each row moved to the right by its own number of positions; the first value is repeated."""
    import numpy as np

    return np.take_along_axis(rows, np.maximum(np.arange(rows.shape[1]) - by, 0), axis=1)


def _spread(cuts: int, blank: int) -> int:
    """The cuts reached from these by going right over cells that may be blank: the carry of one addition."""
    return cuts | blank ^ (blank + (cuts & blank))


def _exclusions(rule: Rule, colour: int, cells: int, places: Sequence[int]) -> Iterator[Reason]:
    """Reasons for cells that cannot have a colour; a cell with a single other colour left must have that."""
    if not cells:
        return
    single = cells & in_one_only(may for other, may in enumerate(places) if other != colour)
    for other, may in enumerate(places):
        if other != colour and may & single:
            yield Reason(rule, other, must=may & single)
    if cells & ~single:
        yield Reason(rule, colour, never=cells & ~single)
