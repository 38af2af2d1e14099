"""Ways to spell a nonogram's evidence in, those puzzles out that have exactly one solution."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.repairing.spelling import Digits, Joined, spelt
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

RIVAL = -5.0  # nats: a reading that stands, and is likelier than this, makes another one doubtful
MOST_SOLVED = 300  # puzzles: a picture of which so many readings add up states none of them


def standing(
    evidence: NonogramEvidence, joins: Sequence[Joined], readings: Sequence[Digits], timeout_s: float | None
) -> dict[Nonogram, Outcome]:
    """The puzzles that fit and have exactly one solution, the likeliest first."""
    found: dict[Nonogram, Outcome] = {}
    tried: set[Nonogram] = set()
    for spelling in spelt(evidence, joins, readings):
        if spelling.puzzle in tried:
            continue
        if len(tried) >= MOST_SOLVED:
            break
        tried.add(spelling.puzzle)
        outcome = solve(spelling.puzzle, timeout_s=timeout_s)
        if outcome.status is Status.UNIQUE:
            found[spelling.puzzle] = outcome
    return found
