"""How the stages of reading report their results: to a listener, as each ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

StageListener: TypeAlias = Callable[[object], None]
"""Called with the result of each stage as it ends, in order. It may look, and never changes what is read."""


def ignore(_: object) -> None:
    """Listen to nothing."""
