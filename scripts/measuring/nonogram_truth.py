"""A nonogram that was read and its truth file in, whether they are the same out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.picture import Colour

SAME_COLOUR = 40  # levels within which the colour of a hint counts as the true one

Line = tuple[tuple[int, tuple[int, ...] | None], ...]
"""Lengths, each with its colour or None."""


def true_lines(lines: list[list[Any] | None]) -> tuple[Line | None, ...]:
    """A truth file's lines; None for one that the picture does not show."""
    return tuple(
        None
        if line is None
        else tuple((run["n"], tuple(run["colour"])) if isinstance(run, dict) else (run, None) for run in line)
        for line in lines
    )


def same(line: Runs | None, truth: Line, palette: tuple[Colour, ...]) -> bool:
    """Whether a line was read as what it is."""
    if line is None or len(line) != len(truth):
        return False
    return all(
        run.length == length
        and (
            colour is None
            or max(abs(a - b) for a, b in zip(palette[run.colour], colour, strict=True)) < SAME_COLOUR
        )
        for run, (length, colour) in zip(line, truth, strict=True)
    )


def exact(puzzle: Nonogram, truth: Mapping[str, Any], full: Nonogram | None = None) -> bool:
    """Whether every hint is right.

    full : with the hints that the picture does not show; such a line may be unknown, or filled in rightly.
    """
    for way in ("rows", "cols"):
        lines, true = getattr(puzzle, way), true_lines(truth[way])
        if len(lines) != len(true):
            return False
        for at, (line, stated) in enumerate(zip(lines, true, strict=True)):
            if stated is None:
                hidden = getattr(full, way)[at] if full is not None else None
                if line is not None and (hidden is None or list(map(str, line)) != list(map(str, hidden))):
                    return False
            elif not same(line, stated, puzzle.palette):
                return False
    return True
