"""What one line's nonogram hints show, with the reason: what a person would see.

In: where each run may begin, and the places that are left. Out: reasons, the easiest first, each of which
holds by itself. What takes several runs at once to see (a cell that one of two runs covers, whichever) is
not among them; `RunRule.propagate` finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from picrosser.solving.deduction import Rule
from picrosser.solving.rules.rule import Reason


def run_reasons(
    runs: Sequence[tuple[int, int]], starts: Sequence[int], places: Sequence[int], given: Sequence[int]
) -> list[Reason]:
    """What the runs show in one line.

    Parameters
    ----------
    runs, starts : the (length, colour) of each run, and where it may begin, as a set of bits.
    places : per colour, blank first: the positions where it may stand.
    given : per colour, the positions that are on the board.
    """
    on_board = 0
    for own in given:
        on_board |= own
    reasons = [*_overlaps(runs, starts, on_board)]
    for colour in range(1, len(places)):
        reasons += _out_of_reach(colour, runs, starts, places, given[colour], on_board)
    order = (Rule.GAP, Rule.OVERLAP, Rule.SPLIT, Rule.REACH)
    return sorted(reasons, key=lambda reason: order.index(reason.rule))


def _overlaps(runs: Sequence[tuple[int, int]], starts: Sequence[int], on_board: int) -> Iterator[Reason]:
    for number, ((length, colour), own) in enumerate(zip(runs, starts, strict=True)):
        first, last = own & -own, 1 << (own.bit_length() - 1)
        end = first << length
        covered = (end - last if end > last else 0) & ~on_board
        if covered:
            yield Reason(Rule.OVERLAP, colour, must=covered, run=number)


def _out_of_reach(
    colour: int,
    runs: Sequence[tuple[int, int]],
    starts: Sequence[int],
    places: Sequence[int],
    painted: int,
    on_board: int,
) -> Iterator[Reason]:
    """Where no run of a colour can be: beside a painted run, between two that may not join, elsewhere."""
    reached = beside = longest = 0
    for (length, own_colour), own in zip(runs, starts, strict=True):
        if own_colour == colour:
            longest = max(longest, length)
            for shift in range(length):
                reached |= own << shift
            if not own & (own - 1) and not ((own << length) - own) & ~painted:  # its one place is painted
                beside |= own >> 1 | own << length
    unreached = places[colour] & ~reached & ~on_board
    gap = unreached & beside
    split = sum(
        1 << position
        for position in range((unreached & ~gap).bit_length())
        if (unreached & ~gap) >> position & 1 and _joined(painted, position) > longest
    )
    for rule, cells in ((Rule.GAP, gap), (Rule.SPLIT, split), (Rule.REACH, unreached & ~gap & ~split)):
        yield from _as_decisions(rule, colour, cells, places)


def _joined(painted: int, position: int) -> int:
    """How long the run would be that a further cell makes of its neighbours."""
    left = right = position
    while left and painted >> (left - 1) & 1:
        left -= 1
    while painted >> (right + 1) & 1:
        right += 1
    return right - left + 1


def _as_decisions(rule: Rule, colour: int, cells: int, places: Sequence[int]) -> Iterator[Reason]:
    """Cells that a colour cannot have; where one other is left, they must have that."""
    if not cells:
        return
    once = twice = 0
    for other, may in enumerate(places):
        if other != colour:
            twice |= once & may
            once |= may
    single = once & ~twice & cells
    for other, may in enumerate(places):
        if other != colour and may & single:
            yield Reason(rule, other, must=may & single)
    if cells & ~single:
        yield Reason(rule, colour, never=cells & ~single)
