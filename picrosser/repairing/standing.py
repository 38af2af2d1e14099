"""Ways to spell a nonogram's evidence in, those puzzles out that have exactly one solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.repairing.spelling import Digits, Joined, Spelling, spelt
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

RIVAL = -5.0  # nats: a reading that stands, and is likelier than this, makes another one doubtful
MOST_SOLVED = 300  # puzzles: a picture of which so many readings add up states none of them


def standing(
    evidence: NonogramEvidence,
    joins: Sequence[Joined],
    readings: Sequence[Digits],
    timeout_s: float | None,
    completed: Callable[[Spelling, Outcome], Nonogram | None] = lambda spelling, _: spelling.puzzle,
) -> dict[Nonogram, Outcome]:
    """The puzzles that fit and have exactly one solution, the likeliest first.

    completed : what a spelling with its outcome comes to, if it is no puzzle yet; None to leave it out.
    """
    found: dict[Nonogram, Outcome] = {}
    outcomes: dict[Nonogram, Outcome] = {}
    for spelling in spelt(evidence, joins, readings):
        puzzle = spelling.puzzle
        if puzzle not in outcomes:
            if len(outcomes) >= MOST_SOLVED:
                break
            outcomes[puzzle] = solve(puzzle, timeout_s=timeout_s)
        outcome = outcomes[puzzle]
        if outcome.status is Status.UNIQUE:
            whole = completed(spelling, outcome)
            if whole is not None:
                found[whole] = outcome
    return found
