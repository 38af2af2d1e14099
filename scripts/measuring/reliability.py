"""Compare the confidence of digits and circles with how often they are right, in bins of confidence."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from measuring.mixed import MixedSource
from measuring.output import aligned
from measuring.score import all_hints
from measuring.shots import as_rgb
from picrosser.errors import PicrosserError
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.read import read_screenshot

NO_DIGIT = -1  # for a glyph that was cut from a number wrongly
DIGIT_BINS = (0, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999, 0.9999)
CIRCLE_BINS = (0, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999, 0.9999)
HEAD = ("from", "decisions", "mean confidence", "right", "right %")

Decision = tuple[float, bool]
"""A confidence, and whether that decision was right."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions made on one picture; none if its size was misread.

    digits : one per group of digit shapes; right if most glyphs of the group are that digit.
    circles : one per hint of two cells or more.
    mixed : number of groups that contain different digits.
    """

    digits: tuple[Decision, ...] = ()
    circles: tuple[Decision, ...] = ()
    mixed: int = 0


class _Stages:
    """A listener that keeps the latest results; repeating a stage discards the results of later ones."""

    def __init__(self) -> None:
        self.hints: HintsFound | None = None
        self.circles: CirclesFound | None = None
        self.numbers: NumbersFound | None = None
        self.digits: DigitsFound | None = None

    def __call__(self, result: object) -> None:
        match result:
            case HintsFound():
                self.hints, self.circles, self.numbers, self.digits = result, None, None, None
            case CirclesFound():
                self.circles = result
            case NumbersFound():
                self.numbers, self.digits = result, None
            case DigitsFound():
                self.digits = result


def decisions_of(source: MixedSource) -> Decisions:
    """Read a picture as far as possible, and compare with what was drawn."""
    shot = source.shot()
    stages = _Stages()
    with suppress(PicrosserError):
        read_screenshot(as_rgb(shot.image), stages)
    hints, true = stages.hints, shot.truth.puzzle
    if hints is None or stages.circles is None or not _fits(hints, true):
        return Decisions()
    truth = tuple(all_hints(true))
    circles = tuple(
        (guess.confidence, guess.value == bool(hint.contiguous))
        for guess, hint in zip(stages.circles.circled, truth, strict=True)
        if hint.count is not None and hint.count > 1
    )
    if stages.numbers is None or stages.digits is None:
        return Decisions(circles=circles)
    return _with_digits(stages.numbers, stages.digits, truth, circles)


def _fits(hints: HintsFound, true: HungryCat) -> bool:
    return (hints.rows, hints.cols) == true.shape and hints.colours == true.colours


def _with_digits(
    numbers: NumbersFound, found: DigitsFound, truth: Sequence[CountHint], circles: tuple[Decision, ...]
) -> Decisions:
    true_digit: dict[int, int] = {}
    for hint, glyphs in zip(numbers.hints.tolist(), found.glyphs, strict=True):
        shown = str(truth[hint].count or "")
        fits = len(shown) == len(glyphs)
        for at, glyph in enumerate(glyphs):
            true_digit[glyph] = int(shown[at]) if fits else NO_DIGIT
    digits: list[Decision] = []
    mixed = 0
    for group in found.groups:
        met = Counter(true_digit[glyph] for glyph in group.members if glyph in true_digit)
        if met:
            commonest, _ = met.most_common(1)[0]
            digits.append((group.digit.confidence, group.digit.value == commonest))
            mixed += len(met) > 1
    return Decisions(tuple(digits), circles, mixed)


def reliability_tables(every: Iterable[Decisions]) -> str:
    """Both tables."""
    found = list(every)
    digits = [decision for one in found for decision in one.digits]
    circles = [decision for one in found for decision in one.circles]
    unread = sum(not one.circles for one in found)
    return "\n".join(
        (
            "Groups of digit shapes, by confidence:",
            binned(digits, DIGIT_BINS),
            f"{sum(one.mixed for one in found)} groups contain different digits.",
            "",
            "Circles of hints of two cells or more, by confidence:",
            binned(circles, CIRCLE_BINS),
            f"{unread} of {len(found)} pictures without any, since their size was not read.",
        )
    )


def binned(decisions: Sequence[Decision], bins: Sequence[float]) -> str:
    """A table with a line for each bin that is not empty; `bins` are the lower ends."""
    in_bin: dict[int, list[Decision]] = {}
    for decision in decisions:
        in_bin.setdefault(max(1, bisect_right(bins, decision[0])), []).append(decision)
    lines = [_line(f"{bins[at - 1]:g}", in_bin[at]) for at in sorted(in_bin)]
    return aligned([HEAD, *lines, _line("all", decisions)])


def _line(name: str, decisions: Sequence[Decision]) -> tuple[str, ...]:
    total = max(1, len(decisions))
    right = sum(decision[1] for decision in decisions)
    mean = sum(decision[0] for decision in decisions) / total
    return name, str(len(decisions)), f"{mean:.4f}", str(right), f"{100 * right / total:.2f}"
