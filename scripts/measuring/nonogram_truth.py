"""Compare the reading of a nonogram with the truth, from a truth file or of a drawn puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import Colour

SAME_COLOUR = 40  # levels within which the colour of a hint counts as the true one

Line = tuple[tuple[int, tuple[int, ...] | None], ...]
"""Lengths, each with its colour or None."""


def true_lines(lines: list[list[Any]]) -> tuple[Line, ...]:
    """The hints of a truth file's rows or columns; a 0, as some programs print, states an empty line."""
    return tuple(
        tuple(
            (run["n"], tuple(run["colour"])) if isinstance(run, dict) else (run, None) for run in line if run
        )
        for line in lines
    )


def exact(puzzle: Nonogram, truth: Mapping[str, Any], *, own_tones: bool = True) -> bool:
    """Whether every hint of a truth file was read right, including its colour.

    own_tones : compare colours by their tones; otherwise one colour read must stand for one true colour.
    """
    pairs = ((puzzle.rows, true_lines(truth["rows"])), (puzzle.cols, true_lines(truth["cols"])))
    runs: list[tuple[Run, int, tuple[int, ...] | None]] = []
    for lines, true in pairs:
        if len(lines) != len(true):
            return False
        for line, stated in zip(lines, true, strict=True):
            if line is None or len(line) != len(stated):
                return False
            runs += [(run, *one) for run, one in zip(line, stated, strict=True)]
    if any(run.length != length for run, length, _ in runs):
        return False
    coloured = {(run.colour, colour) for run, _, colour in runs if colour is not None}
    if own_tones:
        return all(_near(puzzle.palette[read], colour) for read, colour in coloured)
    return len(coloured) == len({read for read, _ in coloured}) == len({colour for _, colour in coloured})


def _near(one: Colour, other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < SAME_COLOUR


def colours_matched(read: Nonogram, shown: Nonogram, full: Nonogram) -> dict[int, int] | None:
    """Match the colours read to the true ones; None unless every hint was read right.

    A damaged picture has other tones, so colours are matched by the hints in which they occur.

    Parameters
    ----------
    shown : the true puzzle, None for lines that the picture does not show.
    full : the whole puzzle; a line that is not shown may be read as unknown, or be completed correctly.
    """
    if read.shape != full.shape:
        return None
    matched: dict[int, int] = {}
    ways = ((read.rows, shown.rows, full.rows), (read.cols, shown.cols, full.cols))
    for lines, seen, true in ways:
        for line, stated, hidden in zip(lines, seen, true, strict=True):
            if line is None and stated is None:
                continue
            if line is None or hidden is None or len(line) != len(hidden):
                return None
            if not all(_matches(matched, one, other) for one, other in zip(line, hidden, strict=True)):
                return None
    return matched if len(set(matched.values())) == len(matched) else None


def _matches(matched: dict[int, int], read: Run, true: Run) -> bool:
    return read.length == true.length and matched.setdefault(read.colour, true.colour) == true.colour
