"""What a stage's result looks like to a person: one sentence, a picture, notes and lines of text.

The picture holds only marks and short labels. All prose stands on the page, where it can be read at any
width. Red means trouble and nothing else, so a page can be searched for it at a glance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from PIL import Image

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.picture import Colour
from picrosser.solving.outcome import Status

T = TypeVar("T")
Tone: TypeAlias = Literal["", "good", "weak", "bad"]
"""The tone of a note; "" is neutral."""

MAX_LISTED = 12  # notes of one kind, or names in a note: the JSON holds all of them
# A share or a confidence from the first on is good, from the second on weak, and below that bad.
GOOD_SHARE, WEAK_SHARE = 0.6, 0.3
_STATUS_TONES: dict[Status, Tone] = {Status.UNIQUE: "good", Status.SEVERAL: "weak"}


class Note(NamedTuple):
    """A short remark beside a picture; `swatch` is the colour in the picture that it explains."""

    text: str
    tone: Tone = ""
    swatch: Colour | None = None


class Explanation(NamedTuple):
    """What a person is shown of a stage.

    sentence : what there is to see.
    lines : text below the picture, with a heading as the first line.
    why_refused : reasons that belong to the head of the page if the run ends without an answer.
    """

    sentence: str
    picture: Image.Image | None = None
    notes: tuple[Note, ...] = ()
    lines: tuple[str, ...] = ()
    why_refused: tuple[str, ...] = ()


class Run(NamedTuple):
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


class Stage(NamedTuple):
    """How a stage is shown.

    family : the kind of puzzle that has this stage, "" if several have it.
    title : its caption, from which the names of its files are made.
    explain : draws its result; None if its numbers say all, or if the next stage draws the same.
    """

    family: str
    title: str
    explain: Callable[[Any, Run], Explanation] | None = None


Stages: TypeAlias = dict[type, Stage]
"""The stages by the type of their results."""
HUNGRY_CAT, NONOGRAM, KATAMINO = "Hungry Cat", "Nonogram", "Katamino"


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


def listed(items: Iterable[str]) -> list[str]:
    """Return the first items, and how many were left out."""
    found = list(items)
    more = len(found) - MAX_LISTED
    return found if more <= 0 else [*found[:MAX_LISTED], f"and {more} more"]


def naming(text: str, names: Iterable[str], tone: Tone = "", swatch: Colour | None = None) -> list[Note]:
    """Return a note that ends with names; nothing if there are none."""
    found = ", ".join(listed(names))
    return [Note(f"{text} {found}", tone, swatch)] if found else []


def bad_notes(texts: Iterable[str], otherwise: str = "no doubts") -> list[Note]:
    """Return a note for each trouble, or one that says there is none."""
    return [Note(text, "bad") for text in listed(texts)] or [Note(otherwise, "good")]


def doubt_notes(doubts: Iterable[Doubt]) -> list[Note]:
    """Return a note for each doubt; `why` itself names a colour as a whole."""
    return bad_notes(doubt.why if doubt.place.is_whole_picture else str(doubt) for doubt in doubts)


def status_note(status: Status) -> Note:
    """Say how many solutions there are."""
    return Note(f"solutions: {status.value}", _STATUS_TONES.get(status, "bad"))
