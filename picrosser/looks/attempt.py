"""What one look at a picture has found."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from picrosser.errors import PicrosserError

if TYPE_CHECKING:
    from picrosser.pipelines.solved import AnySolved


class View(Enum):
    """How a picture is seen."""

    AS_IT_LIES = "as it lies"
    TURNED = "turned upright"
    FROM_THE_FRONT = "from the front"
    """What it shows of a page, a screen or a table, made flat or straight."""


class Attempt(NamedTuple):
    """What a look has found: a result, a refusal, or nothing; in `cpu_s` seconds of one processor."""

    name: str
    view: View
    solved: AnySolved | None = None
    refusal: PicrosserError | None = None
    cpu_s: float = 0.0

    @property
    def words(self) -> str:
        """What was found: "ok" for the only solution, "3 doubts", the refusal, or "nothing"."""
        if self.refusal is not None:
            return f"refused: {self.refusal.seen}"
        if self.solved is None:
            return "nothing"
        doubts = len(self.solved.doubts)
        return f"{doubts} doubt{'s' if doubts > 1 else ''}" if doubts else self.solved.exit_code.name.lower()


class LooksTaken(NamedTuple):
    """The looks at a picture in order, each with what it found in words, and seconds of one processor."""

    looks: tuple[tuple[str, str], ...]
    cpu_s: tuple[float, ...] = ()
