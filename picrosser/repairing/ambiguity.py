"""What the sums and the solver leave open in a Hungry Cat reading, and which hints would decide it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints, fill_in_hints, with_hints
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

MAX_ALTERNATIVES = 4
MAX_TRY_S = 0.25  # for solving the puzzle with one circle changed


def looks_ambiguous(evidence: Evidence, nats: float) -> bool:
    """Whether some visible number may be another one, less likely by at most `nats` by its looks."""
    shapes = {shape for hint in evidence.hints for s in hint.spellings for shape in s.shapes}
    recut = any(len(hint.spellings) > 1 and -hint.spellings[1].nats < nats for hint in evidence.hints)
    return recut or any(-sorted(evidence.shapes[shape])[-2] < nats for shape in shapes)


def sums_leave_digits_open(evidence: Evidence, nats: float) -> bool:
    """Whether one or two shapes may be other digits, at a cost below `nats`, without changing any sum.

    Then the sums do not prove what these shapes are: for example if all 3s may be 5s, and all 5s 3s.
    """
    weights = _weights_in_sums(evidence)
    effects = [
        (shape, -n, (digit - int(np.argmax(likelihoods))) * weights[shape])
        for shape, likelihoods in enumerate(evidence.shapes)
        for digit, n in enumerate(likelihoods)
        if 0 < -n < nats and weights[shape].any()
    ]
    if any(not effect.any() for _, _, effect in effects):
        return True
    return any(
        one != other and cost + more < nats and not (effect + change).any()
        for (one, cost, effect), (other, more, change) in combinations(effects, 2)
    )


def _weights_in_sums(evidence: Evidence) -> NDArray[np.intp]:
    """(shapes, sums) how much each shape's digit adds to each sum: of the rows, the columns, the colours."""
    lines, colours = evidence.rows + evidence.cols, evidence.colours
    found = np.zeros((len(evidence.shapes), lines + colours), np.intp)
    for at, hint in enumerate(evidence.hints):
        if hint.spellings and hint.fixed is None:
            line, slot = divmod(at, colours)
            for power, shape in enumerate(reversed(hint.spellings[0].shapes)):
                found[shape, line] += 10**power
                found[shape, lines + slot] += 10**power if line < evidence.rows else -(10**power)
    return found


def circle_cost(evidence: Evidence, hints: Sequence[CountHint]) -> float:
    """The cost, in nats, of all circles that differ from what they look like."""
    return sum(
        abs(seen.circled)
        for seen, hint in zip(evidence.hints, hints, strict=True)
        if not seen.hidden and (hint.count or 0) > 1 and hint.contiguous is not None
        if hint.contiguous != (seen.circled > 0) and abs(seen.circled) < SURE_CIRCLE
    )


def doubts_between(evidence: Evidence, readings: Sequence[tuple[HungryCat, Outcome]]) -> tuple[Doubt, ...]:
    """A doubt for every hint in which possible readings differ, first those with the most different values.

    readings : puzzles, likeliest first, with their outcomes; all their solutions count.
    """
    completed = [
        all_hints(fill_in_hints(puzzle, solution))
        for puzzle, outcome in readings
        for solution in outcome.solutions
    ]
    if len(completed) < 2:
        return ()
    several = len(readings) > 1
    why = "more than one reading adds up and can be solved" if several else "the other hints leave it open"
    found: list[tuple[int, int, Doubt]] = []
    for at, (hint, *values) in enumerate(zip(evidence.hints, *completed, strict=True)):
        distinct = list(dict.fromkeys(values))
        if len(distinct) > 1 and hint.fixed is None:
            doubt = Doubt(hint.place, distinct[0], tuple(distinct[1:MAX_ALTERNATIVES]), why)
            found.append((-len(distinct), at, doubt))
    return tuple(doubt for _, _, doubt in sorted(found, key=lambda item: item[:2]))


def circles_that_settle(
    evidence: Evidence, puzzle: HungryCat, timeout_s: float
) -> tuple[tuple[HintPlace, CountHint], ...]:
    """Single circles whose change gives an unsolvable puzzle exactly one solution.

    They come least certain first: at most `MAX_ALTERNATIVES`, and as many as are found in the time.
    """
    deadline = perf_counter() + timeout_s
    hints = all_hints(puzzle)
    order = sorted(range(len(hints)), key=lambda at: abs(evidence.hints[at].circled))
    found: list[tuple[HintPlace, CountHint]] = []
    for at in order:
        read, place = hints[at], evidence.hints[at].place
        if read.count is None or not 2 <= read.count < evidence.length(place) or read.contiguous is None:
            continue
        if perf_counter() > deadline or len(found) == MAX_ALTERNATIVES:
            break
        other = CountHint(read.count, not read.contiguous)
        varied = with_hints(puzzle, [*hints[:at], other, *hints[at + 1 :]])
        if solve(varied, timeout_s=MAX_TRY_S).status is Status.UNIQUE:
            found.append((place, other))
    return tuple(found)
