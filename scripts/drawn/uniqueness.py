"""Does a puzzle have one solution? The package's own solver says so."""

from __future__ import annotations

from picrosser.puzzles.checking import LinePuzzle
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

TIME_LIMIT_S = 2.0  # another picture is drawn sooner than a hard one is proved


def has_one_solution(puzzle: LinePuzzle) -> bool:
    """True when proved; False when there are several, or when the proof takes too long."""
    return solve(puzzle, timeout_s=TIME_LIMIT_S).status is Status.UNIQUE
