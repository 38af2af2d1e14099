"""Reasons line by line like a person, and remembers what was excluded and why.

`find` returns what single rules show in single lines right now: cells that are decided, and colours that are
excluded. The caller chooses which exclusions to build on (`record`); each is remembered, so that `premises`
can tell which of them a finding needs. A person sees cells and hints on the board, but exclusions must be
explained.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from picrosser.solving.board import Board
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.positions import bits, once_and_twice
from picrosser.solving.rules.runs import RunRule

Places = tuple[tuple[int, int], ...]  # (colour, set of positions) pairs


class ContradictionError(ValueError):
    """The given cells contradict the hints or the solution."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule shows in one line.

    line : the line's number on the board.
    must : colours with the positions where they must be; empty for an exclusion.
    never : colours with the positions where they cannot be; empty for a decision.
    known : how many exclusions had been recorded before; it builds on none of the later ones.
    run : the run, from 0, that shows it, if the hints are ordered runs; else -1.
    """

    line: int
    rule: Rule
    must: Places
    never: Places
    known: int
    run: int = -1


class Reasoning:
    """What is known about a board so far.

    board : its places are what is still possible.
    given : per line and colour, the positions that are given in the colour.
    recorded : the exclusions that were recorded, in order.
    """

    def __init__(self, board: Board) -> None:
        """Start with what a glance at a new board shows: in which lines a colour is complete.

        Raises ContradictionError: a line has more cells of a colour than its hint says.
        """
        self.board = board
        self.recorded: list[Finding] = []
        self.given = [
            [
                sum(1 << at for at, cell in enumerate(cells) if board.given.get(cell) == colour)
                for colour in range(len(places))
            ]
            for cells, places in zip(board.layout.lines, board.places, strict=True)
        ]
        self._effects: list[list[tuple[int, int, int]]] = [[] for _ in board.rules]
        self._premises: dict[Finding, tuple[int, ...]] = {}
        self.record([found for line in range(len(board.rules)) for found in self._complete(line)])

    def fork(self) -> Reasoning:
        other = copy(self)
        other.board = self.board.fork()
        other.recorded = list(self.recorded)
        other._effects = [list(effects) for effects in self._effects]
        other._premises = dict(self._premises)
        return other

    def record(self, exclusions: Sequence[Finding]) -> None:
        for finding in exclusions:
            number = len(self.recorded)
            self.recorded.append(finding)
            crossings = self.board.layout.crossings[finding.line]
            for colour, positions in finding.never:
                self.board.exclude(finding.line, colour, positions)
                self._effects[finding.line].append((number, colour, positions))
                for bit in bits(positions):
                    for other, there in crossings[bit.bit_length() - 1]:
                        self._effects[other].append((number, colour, there))

    def open_cells(self, line: int) -> int:
        """The positions of a line that are not given."""
        return self._all_cells(line) & ~sum(self.given[line])

    def _all_cells(self, line: int) -> int:
        return (1 << self.board.rules[line].length) - 1

    def find(self, lines: Sequence[int], *, exactly: bool = False) -> list[Finding]:
        """Find what single rules show in these lines, or what all remaining arrangements of a line share.

        Raises ContradictionError: a line has no arrangement left.
        """
        find = self._find_exactly if exactly else self._find
        return [finding for line in lines if self.open_cells(line) for finding in find(line)]

    def premises(self, finding: Finding) -> tuple[int, ...]:
        """The recorded exclusions that a finding cannot do without: their numbers, ascending."""
        if finding not in self._premises:
            line = finding.line
            numbers = {number for number, *_ in self._effects[line] if number < finding.known}

            def preference(number: int) -> tuple[bool, bool, int]:
                """Sort key: what can be seen at a glance is dropped last, above all in the line itself."""
                other = self.recorded[number]
                return other.rule is Rule.COMPLETE, other.line == line, -number

            order = sorted(numbers, key=preference)
            needed = needed_items(order, lambda kept: self._holds(finding, self._places(line, kept)))
            self._premises[finding] = tuple(sorted(needed))
        return self._premises[finding]

    def hidden_premises(self, finding: Finding) -> tuple[int, ...]:
        """The direct and indirect premises that a glance does not show: their numbers, ascending."""
        found: set[int] = set()
        waiting = [finding]
        while waiting:
            for number in self.premises(waiting.pop()):
                if number not in found and self.recorded[number].rule is not Rule.COMPLETE:
                    found.add(number)
                    waiting.append(self.recorded[number])
        return tuple(sorted(found))

    def exclusions_behind(self, finding: Finding) -> list[Finding]:
        """The hidden premises in order; those of one rule, line and colour become a single finding."""
        together: dict[tuple[int, int, Rule, int], int] = {}
        for number in self.hidden_premises(finding):
            premise = self.recorded[number]
            for colour, positions in premise.never:
                key = (premise.known, premise.line, premise.rule, colour)
                together[key] = together.get(key, 0) | positions
        return [
            Finding(line, rule, (), ((colour, positions),), known)
            for (known, line, rule, colour), positions in together.items()
        ]

    def effect(self, number: int, line: int) -> Places:
        """The colours and positions that a recorded exclusion rules out in a line."""
        return tuple((colour, here) for n, colour, here in self._effects[line] if n == number)

    def room(self, finding: Finding) -> int:
        """The positions that the run behind a finding can cover, as a set of bits; 0 if there is no run."""
        if finding.rule is not Rule.OVERLAP:
            return 0
        places = self._places(finding.line, range(finding.known))
        ((colour, _),) = finding.must
        rule = self.board.rules[finding.line]
        return rule.room(places, finding.run) if isinstance(rule, RunRule) else places[colour]

    def _complete(self, line: int) -> Iterator[Finding]:
        """Find the colours that already have all their cells in a line."""
        for colour, given in enumerate(self.given[line]):
            count, had = self.board.rules[line].total(colour), given.bit_count()
            if 0 <= count < had:
                raise ContradictionError("there are more cells of a colour than the hint says")
            if count == had and self.open_cells(line):
                yield Finding(line, Rule.COMPLETE, (), ((colour, self.open_cells(line)),), 0)

    def _find(self, line: int) -> Iterator[Finding]:
        places, known = self.board.places[line], len(self.recorded)
        rule = self.board.rules[line]
        unfinished = [
            colour for colour, given in enumerate(self.given[line]) if rule.total(colour) != given.bit_count()
        ]
        if len(unfinished) == 1:
            yield Finding(line, Rule.COMPLETE, ((unfinished[0], self.open_cells(line)),), (), 0)
        for colour, positions in self._single(line, places):
            yield Finding(line, Rule.CROSSING, ((colour, positions),), (), known)
        found = rule.reasons(places, self.given[line])
        if found is None:
            raise ContradictionError("the hints do not fit into a line")
        for reason in found:
            if reason.must:
                must = ((reason.colour, reason.must),)
                yield Finding(line, reason.rule, must, (), known, reason.run)
            for bit in bits(reason.never):  # one by one, so that each can be dropped as a premise
                yield Finding(line, reason.rule, (), ((reason.colour, bit),), known, reason.run)

    def _single(self, line: int, places: Sequence[int]) -> Places:
        """The open positions with one colour left, grouped by colour."""
        once, twice = once_and_twice(places)
        if once != self._all_cells(line):
            raise ContradictionError("a cell has no colour left")
        single = once & ~twice & self.open_cells(line)
        return tuple((colour, may & single) for colour, may in enumerate(places) if may & single)

    def _find_exactly(self, line: int) -> Iterator[Finding]:
        places, known = self.board.places[line], len(self.recorded)
        narrowed = self.board.rules[line].propagate(places)
        if narrowed is None:
            raise ContradictionError("a line has no arrangement left")
        if narrowed != places:
            must = self._single(line, narrowed)
            if must:
                yield Finding(line, Rule.ARRANGEMENTS, must, (), known)
            for colour, may in enumerate(places):
                for bit in bits(may & ~narrowed[colour]):
                    yield Finding(line, Rule.ARRANGEMENTS, (), ((colour, bit),), known)

    def _places(self, line: int, numbers: Collection[int]) -> list[int]:
        """The places that the given cells of a line and these exclusions leave."""
        every = sum(self.given[line])
        places = [self._all_cells(line) & ~every | own for own in self.given[line]]
        for number, colour, positions in self._effects[line]:
            if number in numbers:
                places[colour] &= ~positions
        return places

    def _holds(self, finding: Finding, places: Sequence[int]) -> bool:
        """Whether the finding's rule still shows it with these places."""
        rule = self.board.rules[finding.line]
        if finding.rule is Rule.COMPLETE:
            return True
        if finding.rule is Rule.CROSSING:
            return _shows(places, finding)
        if finding.rule is Rule.ARRANGEMENTS:
            narrowed = rule.propagate(places)
            return narrowed is not None and _shows(narrowed, finding)
        ((colour, positions),) = finding.must or finding.never
        found = rule.reasons(places, self.given[finding.line]) or []
        return any(
            (reason.rule, reason.colour, reason.run) == (finding.rule, colour, finding.run)
            and not positions & ~(reason.must if finding.must else reason.never)
            for reason in found
        )


def _shows(narrowed: Sequence[int], finding: Finding) -> bool:
    """Whether a finding follows from the narrowed places of its line."""
    if any(narrowed[colour] & positions for colour, positions in finding.never):
        return False
    return not any(
        may & positions
        for colour, positions in finding.must
        for other, may in enumerate(narrowed)
        if other != colour
    )


def needed_items(items: Sequence[int], holds: Callable[[Collection[int]], bool]) -> list[int]:
    """The items that `holds` needs: drops the rest, the first items first, in halves, quarters and so on."""
    kept = list(items)
    size = len(kept)
    while size:
        at = 0
        while at < len(kept):
            without = kept[:at] + kept[at + size :]
            if holds(without):
                kept = without
            else:
                at += size
        size //= 2
    return kept
