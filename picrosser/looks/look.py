"""What a look is: a family that reads a picture in one view, and when that is worth its time."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from picrosser.errors import PicrosserError
from picrosser.puzzles import Kind

if TYPE_CHECKING:
    from picrosser.looks.search import Search
    from picrosser.pipelines.solved import AnySolved


class View(Enum):
    """How a picture is seen."""

    AS_IT_LIES = "as it lies"
    TURNED = "turned upright"
    FROM_THE_FRONT = "from the front"
    """What it shows of a page, a screen or a table, made flat or straight."""


class Look(NamedTuple):
    """One way to read a picture.

    name : as `--debug` and refusals list it; no look is taken twice under one name.
    needs : whether the look is worth its time, by what is known when it is due.
    read : what it reads; None if it shows no such puzzle. It raises `GridNotFoundError`,
        `HintsUnreadableError` or `FixRefusedError` if it refuses the picture.
    """

    name: str
    view: View
    family: Kind
    needs: Callable[[Search], bool]
    read: Callable[[Search], AnySolved | None]


class Attempt(NamedTuple):
    """What a look has found: a result, a refusal, or nothing."""

    look: Look
    solved: AnySolved | None = None
    refusal: PicrosserError | None = None

    @property
    def words(self) -> str:
        """What was found: "the only solution", "3 doubts", the refusal, or "nothing"."""
        if self.refusal is not None:
            return f"refused: {self.refusal.seen}"
        if self.solved is None:
            return "nothing"
        doubts = len(self.solved.doubts)
        return f"{doubts} doubt{'s' if doubts > 1 else ''}" if doubts else self.solved.exit_code.name.lower()


class LooksTaken(NamedTuple):
    """The looks at a picture in order, each with what it found, as `--debug` lists them."""

    looks: tuple[tuple[str, str], ...]
