"""A decision of a stage, with what else it may have been."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Guess(Generic[T]):
    """A value, how sure the stage is of it, and the runners-up.

    confidence : 0 worst, 1 certain; comparable within one stage only.
    others : (value, confidence), best first.
    """

    value: T
    confidence: float
    others: tuple[tuple[T, float], ...] = ()
