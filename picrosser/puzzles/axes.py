"""Rows and columns, and a place in one of them where a picture breaks the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Axis = Literal["row", "column"]


@dataclass(frozen=True, slots=True)
class Violation:
    """A place where a picture breaks the rules.

    axis, line : the row or column, from 0; line -1 means the picture as a whole.
    slot : the hint's colour slot, from 0; -1 means no single hint.
    text : one clause in words; places count from 1.
    """

    axis: Axis
    line: int
    slot: int
    text: str
