"""What a nonogram's line is said to be, and how `--fix` spells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Runs


@dataclass(frozen=True, slots=True)
class StatedRuns:
    """What a line's runs are said to be.

    runs : none for a blank line; None where nobody can tell.
    """

    runs: Runs | None

    def __str__(self) -> str:
        return "?" if self.runs is None else runs_text(self.runs)


LineFixes = Mapping[HintPlace, StatedRuns]
"""Lines set by hand; the slot of their places is -1."""


def runs_text(runs: Runs) -> str:
    """Runs as `--fix` takes them: lengths, with /colour where that is not the first; 0 for a blank line."""
    words = [f"{run.length}/{run.colour}" if run.colour > 1 else str(run.length) for run in runs]
    return " ".join(words) or "0"
