"""A hint that may be misread: where it stands, what it may be, and why we doubt. No pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from picrosser.puzzles.hungry_cat import CountHint

MOSTLY = 0.5  # of the lines: a misread number puts two in doubt


def mostly_doubtful(lines: int, shape: tuple[int, int]) -> bool:
    """Whether so many lines of a board are in doubt that it is probably a puzzle of another kind."""
    return lines >= MOSTLY * sum(shape)


@dataclass(frozen=True, slots=True, order=True)
class HintPlace:
    """Which hint: the axis, the line's index and the colour slot, both from 0."""

    axis: Literal["row", "column"]
    line: int
    slot: int

    def __str__(self) -> str:
        return f"{self.axis} {self.line + 1}, colour {self.slot + 1}"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A hint, or a whole line, that the reading is not sure of.

    place : the hint; slot -1 means the line as a whole.
    read : what it was taken for, None when nothing could be read.
    alternatives : what else it may be, most likely first.
    why : one clause in words.
    """

    place: HintPlace
    read: CountHint | None
    alternatives: tuple[CountHint, ...]
    why: str
