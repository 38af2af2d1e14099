"""Circles that are not certain: what changing them costs, and which of them would settle a puzzle.

A disc behind a number hardly differs from its stripe where a picture is dim or noisy. So a circle counts as
seen or missing only as surely as it looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints, with_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.repairing.counts_repaired import CERTAIN_NATS
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

MAX_CIRCLE_CONFLICTS = 2_000  # for solving the puzzle with one circle changed
MAX_CIRCLES_WORK = 40_000  # lines propagated and guesses made, of 20 to 50 microseconds each


def circle_cost(evidence: Evidence, hints: Sequence[CountHint]) -> float:
    """The cost, in nats, of all circles that differ from what they look like."""
    return sum(
        abs(seen.circled)
        for seen, hint in zip(evidence.hints, hints, strict=True)
        if _is_open_circle(evidence, seen, hint) and hint.contiguous not in (None, seen.circled > 0)
    )


def with_open_circles(evidence: Evidence, hints: Sequence[CountHint]) -> tuple[CountHint, ...]:
    """The hints, those unknown of which it is not certain whether they are circled."""
    return tuple(
        CountHint(hint.count, None) if _is_open_circle(evidence, seen, hint) else hint
        for seen, hint in zip(evidence.hints, hints, strict=True)
    )


def _is_open_circle(evidence: Evidence, seen: HintEvidence, hint: CountHint) -> bool:
    """Whether a number may be circled or not, by its looks: a full line is one run in any case."""
    return (
        1 < (hint.count or 0) < evidence.length(seen.place)
        and not seen.hidden
        and seen.fixed is None
        and abs(seen.circled) < CERTAIN_NATS
    )


def circles_that_settle(
    evidence: Evidence, puzzle: HungryCat, at_most: int, timeout_s: float | None
) -> tuple[tuple[HintPlace, CountHint], ...]:
    """Single circles whose change gives an unsolvable puzzle exactly one solution.

    They come least certain first: at most so many, and as many as are found in the time and with
    the work allowed.
    """
    deadline = np.inf if timeout_s is None else perf_counter() + timeout_s
    work = 0
    hints = all_hints(puzzle)
    order = sorted(range(len(hints)), key=lambda at: abs(evidence.hints[at].circled))
    found: list[tuple[HintPlace, CountHint]] = []
    for at in order:
        read, place = hints[at], evidence.hints[at].place
        if read.count is None or not 2 <= read.count < evidence.length(place) or read.contiguous is None:
            continue
        if perf_counter() > deadline or work > MAX_CIRCLES_WORK or len(found) == at_most:
            break
        other = CountHint(read.count, not read.contiguous)
        varied = with_hints(puzzle, [*hints[:at], other, *hints[at + 1 :]])
        outcome = solve(varied, max_conflicts=MAX_CIRCLE_CONFLICTS)
        work += outcome.effort
        if outcome.status is Status.UNIQUE:
            found.append((place, other))
    return tuple(found)
