"""All stages' results in, the puzzle with its doubts out. Only here is decided what is a doubt.

The sums prove the counts: a line that adds up, in rows and in columns, was not misread in one place. So an
unsure digit in a picture whose sums all agree is no doubt, and a sure one in a line that does not add up is.
Circles have no such proof; an undecided vote is a doubt by itself, and so is a circle that says nonsense.
"""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.pixels import Lattice
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.reading.circles import CirclesFound
from picrosser.reading.digits import DigitsFound
from picrosser.reading.grid import GridFound
from picrosser.reading.hints import HintsFound
from picrosser.reading.palette import PaletteFound
from picrosser.reading.segment import NumbersFound
from picrosser.reading.sums import SumsFound

# The lead of a circle's votes: true discs and bare stripes reach 0.5 even under JPEG of quality 30, blots
# and shadows across the ring stay under this.
SURE_CIRCLE = 0.15


@dataclass(frozen=True, slots=True)
class Reading:
    """What a screenshot says.

    lattice : where the cells lie in the screenshot.
    puzzle : the best reading.
    doubts : the hints and lines that may be misread; empty for a reading to be trusted.
    corrections : digits that were changed so that the sums agree, in words.
    """

    lattice: Lattice
    puzzle: HungryCat
    doubts: tuple[Doubt, ...]
    corrections: tuple[str, ...]


def assemble_puzzle(
    grid: GridFound,
    hints: HintsFound,
    circles: CirclesFound,
    palette: PaletteFound,
    numbers: NumbersFound,
    digits: DigitsFound,
    sums: SumsFound,
) -> Reading:
    """State the puzzle, and say what may be wrong with it."""
    read = [
        _hint(hints, place, count, circled.value)
        for place, count, circled in zip(hints.places, sums.counts.tolist(), circles.circled, strict=True)
    ]
    lines = [tuple(read[at : at + hints.colours]) for at in range(0, len(read), hints.colours)]
    puzzle = HungryCat(
        rows=tuple(lines[: hints.rows]),
        cols=tuple(lines[hints.rows :]),
        palette=(palette.background, *palette.inks),
    )
    doubts = [
        *_line_doubts(hints, numbers, digits, sums, read),
        *_circle_doubts(hints, circles, palette, read),
    ]
    corrections = tuple(f"{change.text}: only so do all lines add up" for change in sums.changes)
    return Reading(grid.lattice, puzzle, tuple(doubts), corrections)


def _length(hints: HintsFound, place: HintPlace) -> int:
    return hints.cols if place.axis == "row" else hints.rows


def _hint(hints: HintsFound, place: HintPlace, count: int, circled: bool) -> CountHint:
    """The hint that a number and a circle state together.

    A circle round a missing or single cell says nothing; a line full of one colour is one run, whatever can
    be seen of the circle behind its wide number.
    """
    return CountHint(count, count > 1 and (circled or count == _length(hints, place)))


def _line_doubts(
    hints: HintsFound,
    numbers: NumbersFound,
    digits: DigitsFound,
    sums: SumsFound,
    read: list[CountHint],
) -> list[Doubt]:
    """A doubt for every line that does not add up, and for the least sure number in it."""
    number_at = {hint: number for number, hint in enumerate(numbers.hints.tolist())}
    doubts: list[Doubt] = []
    for place, text in sums.misfits:
        doubts.append(Doubt(place, None, (), text))
        unsure = [
            (digits.numbers[number_at[hint]].confidence, hint)
            for hint, other in enumerate(hints.places)
            if (other.axis, other.line) == (place.axis, place.line) and hint in number_at
        ]
        if not unsure:
            continue
        _, hint = min(unsure)
        guess = digits.numbers[number_at[hint]]
        others = tuple(CountHint(value, read[hint].contiguous) for value, _ in guess.others)
        doubts.append(Doubt(hints.places[hint], read[hint], others, "the least sure number of this line"))
    return doubts


def _circle_doubts(
    hints: HintsFound, circles: CirclesFound, palette: PaletteFound, read: list[CountHint]
) -> list[Doubt]:
    """A doubt for every circle that is undecided, or impossible."""
    doubts: list[Doubt] = []
    for place, hint, circled, occupied in zip(
        hints.places, read, circles.circled, palette.occupied.tolist(), strict=True
    ):
        count = hint.count or 0
        why = _circle_trouble(place, count, circled.value, circled.confidence, occupied, hints)
        if why:
            # What is circled though it has fewer than two cells is another number, which nobody knows.
            other = (CountHint(count, not circled.value),) if count > 1 else ()
            doubts.append(Doubt(place, hint, other, why))
    return doubts


def _circle_trouble(
    place: HintPlace, count: int, circled: bool, sure: float, occupied: bool, hints: HintsFound
) -> str:
    """What is wrong with a hint's circle, or nothing."""
    if circled and not occupied:
        return "a circle without a number"
    if circled and count == 1:
        return "a circled 1, which the game does not have"
    if count == _length(hints, place):
        return ""
    if count > 1 and sure < SURE_CIRCLE:
        return "it cannot be told whether the number is circled"
    return ""
