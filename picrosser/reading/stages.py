"""How the stages of reading report their results: to a listener, as each ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from picrosser.running.listener import ignore as ignore

StageListener: TypeAlias = Callable[[object], None]
"""Called with the result of each stage as it ends, in order. It may look, and never changes what is read."""
