"""A hint that may be misread: where it stands, what it may be, and why it is doubted. No pixels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, Never, TypeAlias

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import StatedRuns

# Nats, natural logarithms of likelihood ratios, that make something likely, sure and beyond doubt: 20, 400
# and 3,000 times as likely as the contrary
LIKELY_NATS, SURE_NATS, CONCLUSIVE_NATS = 3.0, 6.0, 8.0
MIN_WRONG_KIND_FRACTION = 0.5  # of all lines; one misread number puts only its row and its column in doubt


@dataclass(frozen=True, slots=True, order=True)
class HintPlace:
    """Where a hint stands; line and slot count from 0.

    line : -1 for the picture as a whole. slot : the colour slot of a Hungry Cat hint; -1 for the whole line.
    """

    axis: Literal["row", "column"]
    line: int
    slot: int = -1

    @property
    def is_whole_picture(self) -> bool:
        return self.line < 0

    @property
    def short(self) -> str:
        """As on the command line: "r3:2", "r3" for a line; or "colour 2", "picture"."""
        if self.is_whole_picture:
            return "picture" if self.slot < 0 else f"colour {self.slot + 1}"
        line = f"{self.axis[0]}{self.line + 1}"
        return line if self.slot < 0 else f"{line}:{self.slot + 1}"

    def __str__(self) -> str:
        if self.is_whole_picture:
            return "the picture"
        line = f"{self.axis} {self.line + 1}"
        return line if self.slot < 0 else f"{line}, colour {self.slot + 1}"


WHOLE_PICTURE = HintPlace("row", -1)

StatedHint: TypeAlias = CountHint | StatedRuns
"""What a place may state: one count of a Hungry Cat line, or all runs of a nonogram's line."""
NO_FIXES: Mapping[HintPlace, Never] = MappingProxyType({})
"""No hints set by hand, of any family."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A hint, a whole line or the whole picture that the reading is not sure of. All families use this type.

    place : the hint, the line or `WHOLE_PICTURE`.
    read : what it was taken for; None when nothing could be read.
    alternatives : what else it may be, most likely first.
    why : the reason in words, without the place.
    """

    place: HintPlace
    read: StatedHint | None
    alternatives: tuple[StatedHint, ...]
    why: str

    def __str__(self) -> str:
        if self.place == WHOLE_PICTURE:
            return self.why
        comma = "" if self.place.is_whole_picture or self.place.slot < 0 else ","
        return f"{self.place}{comma} {self._may_be()} ({self.why})"

    def _may_be(self) -> str:
        if self.read is None:
            return "could not be read"
        candidates = list(dict.fromkeys(_hint_words(hint) for hint in (self.read, *self.alternatives)))
        return f"may be {' or '.join(candidates)}" if len(candidates) > 1 else f"was read as {candidates[0]}"


def doubt_about_picture(why: str) -> Doubt:
    return Doubt(WHOLE_PICTURE, None, (), why)


def doubts_in_words(doubts: Sequence[Doubt]) -> str:
    if not doubts:
        return "no doubts"
    return f"{len(doubts)} doubt{'s' * (len(doubts) > 1)}: {doubts[0]}"


def _hint_words(hint: StatedHint) -> str:
    if isinstance(hint, StatedRuns):
        return "blank" if hint.runs == () else str(hint)
    number = "an unknown number" if hint.count is None else str(hint.count)
    circle = {True: " circled", False: "", None: " circled or not"}[hint.contiguous]
    return number + (circle if hint.count is None or hint.count > 1 or hint.contiguous else "")


def is_mostly_doubtful(doubts: Iterable[Doubt], shape: tuple[int, int]) -> bool:
    """Whether so many lines are in doubt that it is probably a puzzle of another kind."""
    lines = {
        doubt.why if doubt.place == WHOLE_PICTURE else (doubt.place.axis, doubt.place.line)
        for doubt in doubts
    }
    return len(lines) >= MIN_WRONG_KIND_FRACTION * sum(shape)
