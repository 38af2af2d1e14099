"""Propagates the lines of a board until nothing changes or some line has no arrangement left.

Lines are tuples of cell numbers; nothing here knows rows from columns, so boards with holes work too. Each
line keeps a set of positions per colour ("places"). A change in one line is carried over to the lines that
cross it, and only those are propagated again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from time import perf_counter
from typing import NamedTuple

from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.rules.rule import LineRule


class Layout(NamedTuple):
    """How the lines of a board share cells.

    lines : per line, its cells in order; every cell belongs to at least one line.
    crossings : per line and position, the (line, bit) pairs of the other lines that contain the same cell.
    places_of : per cell, the (line, position) pairs at which it occurs.
    """

    lines: tuple[tuple[int, ...], ...]
    crossings: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    places_of: Mapping[int, Sequence[tuple[int, int]]]

    @classmethod
    def from_lines(cls, lines: Sequence[Sequence[int]]) -> Layout:
        at: dict[int, list[tuple[int, int]]] = {}
        for number, cells in enumerate(lines):
            for position, cell in enumerate(cells):
                at.setdefault(cell, []).append((number, position))
        crossings = tuple(
            tuple(tuple((line, 1 << spot) for line, spot in at[cell] if line != number) for cell in cells)
            for number, cells in enumerate(lines)
        )
        return cls(tuple(tuple(cells) for cells in lines), crossings, at)


class Board:
    """The state of the propagation: what is still possible, and which lines are still to be propagated.

    rules : one per line.
    given : the colours that cells have from the start, by cell number.
    places : per line and colour (blank first), the set of positions where the colour is still possible.
    passes : how many lines have been propagated.
    impossible_line : the line that has no arrangement left, or None.
    on_pass : called with each line that was propagated, and its places before that.
    """

    def __init__(self, layout: Layout, rules: Sequence[LineRule], given: Mapping[int, int]) -> None:
        self.layout = layout
        self.rules = rules
        self.given = given
        self.passes = 0
        self.impossible_line: int | None = None
        self.on_pass: Callable[[int, Sequence[int]], None] | None = None
        self.places = [
            _with_given(rule.start(), cells, given) for rule, cells in zip(rules, layout.lines, strict=True)
        ]
        self._queue = deque(range(len(rules)))
        self._queued = [True] * len(rules)
        # Colours that a line lacks are impossible in the lines it crosses, too
        for line in range(len(rules)):
            everywhere = [(1 << rules[line].length) - 1] * len(self.places[line])
            self._carry_over(line, everywhere, self.places[line])

    def fork(self) -> Board:
        """An independent copy in the same state; it reports nothing to the listener."""
        other = copy(self)
        other.places = [list(places) for places in self.places]
        other.on_pass = None
        other._queue = deque(self._queue)
        other._queued = list(self._queued)
        return other

    def exclude(self, line: int, colour: int, positions: int) -> None:
        """Remove a colour from a set of positions of a line, and of the lines that cross it there."""
        before = self.places[line]
        after = list(before)
        after[colour] &= ~positions
        self.places[line] = after
        self._enqueue(line)
        self._carry_over(line, before, after)

    def assuming(self, cell: int, colour: int) -> Board:
        """A copy in which a cell has this colour, propagated."""
        other = self.fork()
        for wrong in range(len(self.places[0])):
            if wrong != colour:
                other.rule_out(cell, wrong)
        other.run()
        return other

    def rule_out(self, cell: int, colour: int) -> None:
        line, position = self.layout.places_of[cell][0]
        self.exclude(line, colour, 1 << position)

    def run(self, deadline: Deadline = NO_DEADLINE) -> bool:
        """Propagate until nothing changes or a line is impossible; False if the deadline came first."""
        while self.impossible_line is None and self._queue:
            if perf_counter() > deadline.ends:
                return False
            line = self._queue.popleft()
            self._queued[line] = False
            self.passes += 1
            before = self.places[line]
            narrowed = self.rules[line].propagate(before)
            if narrowed is None:
                self.impossible_line = line
                break
            if narrowed != before:
                self.places[line] = narrowed
                self._carry_over(line, before, narrowed)
            if self.on_pass is not None:
                self.on_pass(line, before)
        return True

    def _carry_over(self, line: int, before: Sequence[int], after: Sequence[int]) -> None:
        crossings = self.layout.crossings[line]
        for colour, (old, new) in enumerate(zip(before, after, strict=True)):
            gone = old & ~new
            while gone:
                lowest = gone & -gone
                gone ^= lowest
                for other, bit in crossings[lowest.bit_length() - 1]:
                    places = self.places[other]
                    if places[colour] & bit:
                        places[colour] ^= bit
                        self._enqueue(other)

    def _enqueue(self, line: int) -> None:
        if not self._queued[line]:
            self._queued[line] = True
            self._queue.append(line)

    def colours_left(self, cell: int) -> list[int]:
        line, position = self.layout.places_of[cell][0]
        return [colour for colour, may in enumerate(self.places[line]) if may >> position & 1]

    def is_solved(self) -> bool:
        return all(
            sum(may.bit_count() for may in places) == rule.length
            for rule, places in zip(self.rules, self.places, strict=True)
        )

    def decided(self) -> dict[int, int]:
        """The colours of the cells that can have only one."""
        return {
            cell: here.bit_length() - 1 for cell, here in self.candidates().items() if not here & (here - 1)
        }

    def candidates(self) -> dict[int, int]:
        """Per cell, the set of colours still possible: bit 0 for blank, bit k for colour k."""
        found: dict[int, int] = {}
        for cells, places in zip(self.layout.lines, self.places, strict=True):
            if len(found) == len(self.layout.places_of):
                break  # lines that cross these always agree with them
            digits = [f"{may:0{len(cells)}b}" for may in reversed(places)]
            found |= zip(
                reversed(cells), (int("".join(here), 2) for here in zip(*digits, strict=True)), strict=True
            )
        return found


def _with_given(places: list[int], cells: Sequence[int], given: Mapping[int, int]) -> list[int]:
    """The places of a line, narrowed to the given colours of its given cells."""
    if given:
        for position, cell in enumerate(cells):
            if cell in given:
                here, own = 1 << position, given[cell]
                places = [may if colour == own else may & ~here for colour, may in enumerate(places)]
    return places
