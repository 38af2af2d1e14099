"""The type of a stage's decisions: a value, how certain it is, and the next likely values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Guess(Generic[T]):
    """A decision of a stage, with its alternatives.

    value : the likeliest value.
    confidence : 0 worst, 1 certain; comparable within one stage only.
    others : (value, confidence) of the next likely values, best first.
    """

    value: T
    confidence: float
    others: tuple[tuple[T, float], ...] = ()
