"""Encodes what is open on a propagated board as clauses and counts for a SAT solver.

Decided cells are constants, which vanish. A cell with two colours left becomes a single variable, true for
the one and false for the other; a cell with more gets a variable per colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from picrosser.solving.board import Board
from picrosser.solving.clauses import Clauses


@dataclass(slots=True)
class Encoding:
    """A board for a SAT solver.

    literals : per open cell and remaining colour, the literal for "the cell has this colour".
    demands : all clauses and counts.
    used : the highest variable in use.
    """

    literals: dict[int, dict[int, int]] = field(default_factory=dict)
    demands: Clauses = field(default_factory=Clauses)
    used: int = 0

    def fresh(self) -> int:
        """A variable that is not in use yet."""
        self.used += 1
        return self.used


def encode(board: Board, tick: Callable[[], None]) -> Encoding:
    """Encode what is open on a board.

    Parameters
    ----------
    board : propagated to its end, without an impossible line.
    tick : called once per line; may raise to stop.
    """
    found = Encoding()
    for cell, here in board.candidates().items():
        colours = [colour for colour in range(here.bit_length()) if here >> colour & 1]
        if len(colours) == 2:
            variable = found.fresh()
            found.literals[cell] = {colours[0]: -variable, colours[1]: variable}
        elif len(colours) > 2:
            found.literals[cell] = {colour: found.fresh() for colour in colours}
            found.demands.add_count(1, tuple(found.literals[cell].values()))
    none: Mapping[int, int] = {}
    for rule, places, cells in zip(board.rules, board.places, board.layout.lines, strict=True):
        tick()
        stated = rule.clauses(places, [found.literals.get(cell, none) for cell in cells], found.fresh)
        found.demands.clauses += stated.clauses
        found.demands.counts += stated.counts
    return found
