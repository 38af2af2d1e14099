"""Check with the package's own solver whether a puzzle has exactly one solution."""

from __future__ import annotations

from picrosser.puzzles.checking import LinePuzzle
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

TIME_LIMIT_S = 2.0  # drawing another picture takes less time than proving a hard one


def has_one_solution(puzzle: LinePuzzle) -> bool:
    """True when proved; False when there are several, or when the proof takes too long."""
    return solve(puzzle, timeout_s=TIME_LIMIT_S).status is Status.UNIQUE
