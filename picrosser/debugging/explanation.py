"""What a stage's result looks like to a person: one sentence, a picture, notes and tables.

The picture holds only marks and short labels. All prose stands on the page, where it can be read at any
width. Red means trouble and nothing else, so a page can be searched for it at a glance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from PIL import Image

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.picture import Colour
from picrosser.solving.outcome import Status

T = TypeVar("T")
Tone: TypeAlias = Literal["", "good", "weak", "bad"]
"""The tone of a note or of a row of a table; "" is neutral."""

# A share or a confidence from the first on is good, from the second on weak, and below that bad.
GOOD_SHARE, WEAK_SHARE = 0.6, 0.3
STATUS_TONES: dict[Status, Tone] = {
    Status.UNIQUE: "good",
    Status.SEVERAL: "weak",
    Status.NONE: "bad",
    Status.GAVE_UP: "bad",
}


@dataclass(frozen=True, slots=True)
class Note:
    """A short remark beside a picture; `swatch` is the colour in the picture that it explains."""

    text: str
    tone: Tone = ""
    swatch: Colour | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text below a picture.

    tones : one per row, or none at all.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    tones: tuple[Tone, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a person is shown of a stage.

    sentence : what there is to see.
    why_refused : reasons that belong to the head of the page if the run ends without an answer.
    """

    sentence: str
    picture: Image.Image | None = None
    notes: tuple[Note, ...] = ()
    tables: tuple[Table, ...] = ()
    why_refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """What is known when a stage has ended.

    screenshot : (H, W, 3) uint8, as it was given.
    image : (H, W, 3) uint8, what the stage read: the screenshot, perhaps turned upright or sharpened.
    before : the results of the earlier stages, in order.
    """

    screenshot: RGB
    image: RGB
    before: Sequence[object]

    def find(self, kind: type[T]) -> T | None:
        """Return the latest result of a type, None if there is none."""
        return next((result for result in reversed(self.before) if isinstance(result, kind)), None)

    def latest(self, kind: type[T]) -> T:
        """Return the latest result of a type.

        Raises
        ------
        LookupError : there is none, so that this stage cannot be explained.
        """
        found = self.find(kind)
        if found is None:
            raise LookupError(f"no {kind.__name__} came before it")
        return found


def judged(share: float) -> Tone:
    """Judge a share or a confidence, 0..1."""
    return "good" if share >= GOOD_SHARE else "weak" if share >= WEAK_SHARE else "bad"


def percent(share: float) -> str:
    """Write a share, 0..1, in whole percent."""
    return f"{100 * share:.0f} %"


def counted(count: int, noun: str) -> str:
    """Write a number with its noun, in the plural unless it is one."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def short(place: HintPlace) -> str:
    """Write a hint's place as on the command line: "r3:2", "r3" for a line; or "colour 2", "picture"."""
    if place.is_whole_picture:
        return "picture" if place.slot < 0 else f"colour {place.slot + 1}"
    line = f"{place.axis[0]}{place.line + 1}"
    return line if place.slot < 0 else f"{line}:{place.slot + 1}"


def at_most(notes: Sequence[Note], most: int) -> tuple[Note, ...]:
    """Return the first notes, and how many were left out."""
    if len(notes) <= most:
        return tuple(notes)
    return (*notes[:most], Note(f"and {len(notes) - most} more", notes[most].tone))
