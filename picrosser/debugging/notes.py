"""The remarks beside a picture of a stage, and how places, shares and doubts are written there."""

from collections.abc import Iterable
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from picrosser.puzzles.displayed import first_few
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.picture import Colour
from picrosser.solving.outcome import Status

Tone: TypeAlias = Literal["", "good", "weak", "bad"]  # the tone of a note; "" is neutral

listed = partial(first_few, most=12)  # notes of one kind, or names in a note: the JSON holds all of them
# A share or a confidence from the first on is good, from the second on weak, and below that bad.
GOOD_SHARE, WEAK_SHARE = 0.6, 0.3
_STATUS_TONES: dict[Status, Tone] = {Status.UNIQUE: "good", Status.SEVERAL: "weak"}


class Note(NamedTuple):
    """A short remark beside a picture; `swatch` is the colour in the picture that it explains."""

    text: str
    tone: Tone = ""
    swatch: Colour | None = None


def judged(share: float) -> Tone:
    return "good" if share >= GOOD_SHARE else "weak" if share >= WEAK_SHARE else "bad"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def naming(text: str, names: Iterable[str], tone: Tone = "") -> list[Note]:
    """A note that ends with names; nothing if there are none."""
    found = ", ".join(listed(names))
    return [Note(f"{text} {found}", tone)] if found else []


def bad_notes(texts: Iterable[str], otherwise: str = "no doubts") -> list[Note]:
    return [Note(text, "bad") for text in listed(texts)] or [Note(otherwise, "good")]


def doubt_notes(doubts: Iterable[Doubt]) -> list[Note]:
    return bad_notes(doubt.why if doubt.place.is_whole_picture else str(doubt) for doubt in doubts)


def status_note(status: Status) -> Note:
    return Note(f"solutions: {status.value}", _STATUS_TONES.get(status, "bad"))
