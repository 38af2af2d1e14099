"""What is still in doubt when repairing ends, and which hints, set by hand, would settle it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints, fill_in_hints, with_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

MOST_ALTERNATIVES = 4
TRY_S = 0.25  # for solving one variation


def open_between(evidence: Evidence, readings: Sequence[tuple[HungryCat, Outcome]]) -> tuple[Doubt, ...]:
    """A doubt for every hint in which possible readings differ, those that tell most of them apart first.

    readings : puzzles, likeliest first, with their outcomes; all their solutions count.
    """
    whole = [
        all_hints(fill_in_hints(puzzle, solution))
        for puzzle, outcome in readings
        for solution in outcome.solutions
    ]
    if len(whole) < 2:
        return ()
    several = len(readings) > 1
    why = "more than one reading adds up and can be solved" if several else "the other hints leave it open"
    found: list[tuple[int, int, Doubt]] = []
    for at, (hint, *values) in enumerate(zip(evidence.hints, *whole, strict=True)):
        distinct = list(dict.fromkeys(values))
        if len(distinct) > 1 and hint.fixed is None:
            doubt = Doubt(hint.place, distinct[0], tuple(distinct[1:MOST_ALTERNATIVES]), why)
            found.append((-len(distinct), at, doubt))
    return tuple(doubt for _, _, doubt in sorted(found, key=lambda item: item[:2]))


def single_fixes(
    evidence: Evidence, puzzle: HungryCat, timeout_s: float
) -> tuple[tuple[HintPlace, CountHint], ...]:
    """The circles of which any one, seen otherwise, gives an unsolvable puzzle one solution; the least sure
    first, as many as are found in the time.
    """
    deadline = perf_counter() + timeout_s
    hints = all_hints(puzzle)
    order = sorted(range(len(hints)), key=lambda at: abs(evidence.hints[at].circled))
    found: list[tuple[HintPlace, CountHint]] = []
    for at in order:
        read, place = hints[at], evidence.hints[at].place
        if read.count is None or not 2 <= read.count < evidence.length(place) or read.contiguous is None:
            continue
        if perf_counter() > deadline or len(found) == MOST_ALTERNATIVES:
            break
        other = CountHint(read.count, not read.contiguous)
        varied = with_hints(puzzle, [*hints[:at], other, *hints[at + 1 :]])
        if solve(varied, timeout_s=TRY_S).status is Status.UNIQUE:
            found.append((place, other))
    return tuple(found)
