"""What stages of reading decide, and how they report their results: to a listener, as each ends."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from picrosser.running.listener import ignore as ignore

T = TypeVar("T")
StageListener: TypeAlias = Callable[[object], None]
"""Called with the result of each stage as it ends, in order. It may look, and never changes what is read."""


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
