"""Evidence made from a puzzle, in which hints may look wrong, be unclear, or be hidden."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from drawn.pictures import hints_of
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import HungryCat, all_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence, Spelling
from picrosser.puzzles.nonogram import Run, StatedRuns
from picrosser.puzzles.picture import Picture
from picrosser.reading.hungry_cat.assemble import Reading, assemble_puzzle
from picrosser.reading.hungry_cat.sums import check_sums

PLAIN = 30.0  # nats by which a clear digit or circle leads
NOTHING: Mapping[HintPlace, Any] = MappingProxyType({})


def row(line: int, slot: int) -> HintPlace:
    """The place of a row's hint; line and slot count from 0."""
    return HintPlace("row", line, slot)


def column(line: int, slot: int) -> HintPlace:
    """The place of a column's hint; line and slot count from 0."""
    return HintPlace("column", line, slot)


def line(axis: str, number: int) -> HintPlace:
    """The place of a nonogram's line: `r` or `c`, and its number from 1."""
    return HintPlace("row" if axis == "r" else "column", number - 1, -1)


def runs(*lengths: int) -> StatedRuns:
    """Runs of the first colour, set by hand."""
    return StatedRuns(tuple(map(Run, lengths)))


def puzzle_of(*lines: str) -> HungryCat:
    """The puzzle with this solution, written with the digits of its colours."""
    cells = np.array([list(map(int, line)) for line in lines], np.int8)
    return hints_of(Picture(cells, tuple((tone, tone, tone) for tone in range(cells.max() + 1))))


HOUSE = puzzle_of("111211", "112221", "122222", "133331", "132231", "132231", "444444")
CORNER = puzzle_of("11", "12")
CORNER_HINTS = frozenset({row(1, 0), row(1, 1), column(0, 0), column(0, 1)})
"""Without these hints, the lower left cell of `CORNER` may be of either colour."""


def all_places(puzzle: HungryCat) -> list[HintPlace]:
    """All places, in the order of `Evidence.hints`."""
    axes, slots = ((row, puzzle.rows), (column, puzzle.cols)), range(puzzle.colours)
    return [place(line, slot) for place, lines in axes for line in range(len(lines)) for slot in slots]


def made_evidence(
    puzzle: HungryCat,
    *,
    seen: Mapping[HintPlace, int] = NOTHING,
    shapes: Mapping[HintPlace, Mapping[int, float]] = NOTHING,
    cuts: Mapping[HintPlace, Sequence[tuple[int, float]]] = NOTHING,
    circled: Mapping[HintPlace, float] = NOTHING,
    hidden: Collection[HintPlace] = (),
) -> Evidence:
    """The evidence of a picture of a puzzle; shape d clearly is the digit d.

    seen : numbers that some hints clearly but wrongly show; 0 for no number.
    shapes : gives the last digit of some hints a shape of its own, with the nats of the digits it may be.
    cuts : ways to cut some numbers into digits, likeliest first: (number, nats).
    circled : log-odds of circles that are not clear.
    hidden : hints of which nothing can be seen.
    """
    known = [tuple(0.0 if digit == own else -PLAIN for digit in range(10)) for own in range(10)]
    hints: list[HintEvidence] = []
    for place, hint in zip(all_places(puzzle), all_hints(puzzle), strict=True):
        number = seen.get(place, hint.count or 0)
        digits = tuple(map(int, str(number)))
        if place in shapes:
            digits = (*digits[:-1], len(known))
            known.append(tuple(shapes[place].get(digit, -PLAIN) for digit in range(10)))
        spellings = (Spelling(digits, 0.0),) if number or place in shapes else ()
        if place in cuts:
            spellings = tuple(Spelling(tuple(map(int, str(way))), nats) for way, nats in cuts[place])
        gone = place in hidden
        odds = circled.get(place, PLAIN if hint.contiguous else -PLAIN)
        hints.append(HintEvidence(place, () if gone else spellings, 0.0 if gone else odds, hidden=gone))
    return Evidence(len(puzzle.rows), len(puzzle.cols), puzzle.colours, tuple(hints), tuple(known))


def looked(puzzle: HungryCat, evidence: Evidence) -> Reading:
    """The reading of a picture with this evidence."""
    rows, cols = puzzle.shape
    lattice = Lattice(tuple(range(0, 10 * rows + 1, 10)), tuple(range(0, 10 * cols + 1, 10)))
    return assemble_puzzle(lattice, puzzle.palette, evidence, check_sums(evidence))
