"""Assemble the puzzle from the results of all stages, and decide what in it is in doubt.

The sums prove the counts: a misread count breaks the sum of its line and the total of its colour. So an
uncertain digit in a picture whose sums all agree is no doubt, while a certain one in a line that does not add
up is. Circles have no such proof: an undecided one is a doubt, and so is a circle that makes no sense.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from picrosser.errors import FixRefusedError
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.displayed import Displayed, size_words
from picrosser.puzzles.doubt import Doubt, HintPlace, doubts_in_words
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence, HintEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.digits import number_of
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.sums import UNREAD, SumsFound, check_sums
from picrosser.reading.lattice.line_evidence import GridFound


@dataclass(frozen=True, slots=True, eq=False)
class ReadingSource:
    """What a reading was made from, for stages that look at the board again.

    image : (H, W, 3) uint8 sRGB, upright: the screenshot, or the screenshot turned upright.
    grid, palette : as found in that image.
    """

    image: RGB
    grid: GridFound
    palette: PaletteFound


@dataclass(frozen=True, slots=True)
class Reading(Displayed):
    """The puzzle that a screenshot shows.

    lattice : where the cells lie in the screenshot.
    puzzle : the likeliest reading of each hint by itself; unknown where something hides a hint.
    doubts : the hints and lines that may be misread; empty if everything agrees.
    evidence : what each hint may be, and how likely.
    others : smaller boards in the same picture, which were not read; boxes in the lattice's image.
    source : what it was read from; None if it was not read from a picture.
    hint_boxes : where each hint of `evidence` stands, boxes in the lattice's image; empty without a picture.

    Examples
    --------
    >>> picrosser.read("shot.png")
    <Reading 5 x 5, 2 colours, no doubts>
    """

    lattice: Lattice
    puzzle: HungryCat
    doubts: tuple[Doubt, ...]
    evidence: Evidence
    others: tuple[Box, ...] = ()
    source: ReadingSource | None = field(default=None, compare=False)
    hint_boxes: tuple[Box, ...] = ()

    def times(self, factor: float) -> Reading:
        """What the same picture says that is `factor` times as large; its source stays as it is."""
        others, hints = (
            tuple(box.times(factor) for box in boxes) for boxes in (self.others, self.hint_boxes)
        )
        return replace(self, lattice=self.lattice.times(factor), others=others, hint_boxes=hints)

    def __repr__(self) -> str:
        size = size_words(self.puzzle.shape, self.puzzle.colours)
        return f"<Reading {size}, {doubts_in_words(self.doubts)}>"

    def _shown(self) -> tuple[HungryCat, None, str]:
        return self.puzzle, None, doubts_in_words(self.doubts)


def assemble_puzzle(
    lattice: Lattice, palette: tuple[Colour, ...], evidence: Evidence, sums: SumsFound
) -> Reading:
    """State the puzzle and its doubts.

    palette : the background colour of the board, then the inks.
    """
    read = [
        evidence.stated(hint, None if count == UNREAD else count)
        for hint, count in zip(evidence.hints, sums.counts.tolist(), strict=True)
    ]
    lines = [tuple(read[at : at + evidence.colours]) for at in range(0, len(read), evidence.colours)]
    puzzle = HungryCat(
        rows=tuple(lines[: evidence.rows]),
        cols=tuple(lines[evidence.rows :]),
        palette=palette,
        full=UNREAD in sums.counts,
    )
    doubts = [*_line_doubts(evidence, sums, read), *_hint_doubts(evidence, read)]
    return Reading(lattice, puzzle, tuple(doubts), evidence)


def with_fixes(reading: Reading, fixes: Mapping[HintPlace, CountHint]) -> Reading:
    """A reading in which some hints are set by hand: these are taken as they are, without doubt.

    Raises
    ------
    FixRefusedError : the board has no such hint, or its line has no room for the number.
    """
    evidence = reading.evidence
    for place, hint in fixes.items():
        _check_fix(evidence, place, hint)
        seen = evidence.hints[evidence.index(place)]
        evidence = evidence.with_hint(replace(seen, fixed=hint))
    fixed = assemble_puzzle(reading.lattice, reading.puzzle.palette, evidence, check_sums(evidence))
    return replace(fixed, others=reading.others, source=reading.source, hint_boxes=reading.hint_boxes)


def _check_fix(evidence: Evidence, place: HintPlace, hint: CountHint) -> None:
    lines = evidence.rows if place.axis == "row" else evidence.cols
    if not (0 <= place.line < lines and 0 <= place.slot < evidence.colours):
        size = f"{evidence.rows} rows, {evidence.cols} columns and {evidence.colours} colours"
        raise FixRefusedError(f"there is no hint at {place}", f"the board has {size}")
    length = evidence.length(place)
    if hint.count is not None and hint.count > length:
        raise FixRefusedError(f"{place} cannot be {hint}", f"the {place.axis} has {length} cells")


def _line_doubts(evidence: Evidence, sums: SumsFound, read: list[CountHint]) -> list[Doubt]:
    """A doubt for every line that does not add up, and one for the least certain number in it."""
    doubts: list[Doubt] = []
    for place, text in sums.misfits:
        doubts.append(Doubt(place, None, (), text))
        seen = [
            (*_runner_up(evidence, hint), index)
            for index, hint in enumerate(evidence.hints)
            if (hint.place.axis, hint.place.line) == (place.axis, place.line)
            and hint.spellings
            and hint.fixed is None
        ]
        if seen:
            _, second, index = min(seen, key=lambda one: (one[0], one[2]))
            other = (CountHint(second, read[index].contiguous),)
            why = "the least certain number of this line"
            doubts.append(Doubt(evidence.hints[index].place, read[index], other, why))
    return doubts


def _runner_up(evidence: Evidence, hint: HintEvidence) -> tuple[float, int]:
    """How many nats the likeliest count of a hint leads by, and the second likeliest count."""
    found: dict[int, float] = {}
    for spelling in hint.spellings:
        likeliest = [max(range(10), key=evidence.shapes[shape].__getitem__) for shape in spelling.shapes]
        found.setdefault(number_of(likeliest), spelling.nats)
        for at, shape in enumerate(spelling.shapes):
            for digit, nats in enumerate(evidence.shapes[shape]):
                count = number_of([*likeliest[:at], digit, *likeliest[at + 1 :]])
                found[count] = max(found.get(count, -np.inf), spelling.nats + nats)
    (_, first), (second, other) = sorted(found.items(), key=lambda pair: -pair[1])[:2]
    return first - other, second


def _hint_doubts(evidence: Evidence, read: list[CountHint]) -> list[Doubt]:
    """A doubt for every hidden hint and every circle that is undecided or makes no sense."""
    doubts: list[Doubt] = []
    for hint, here in zip(evidence.hints, read, strict=True):
        if hint.fixed is not None:
            continue
        if here.count is None:
            doubts.append(Doubt(hint.place, None, (), "something covers it"))
        elif here.count > 1 and here.contiguous is None:
            others = (CountHint(here.count, True), CountHint(here.count, False))
            why = "it is unclear whether the number is circled"
            doubts.append(Doubt(hint.place, here, others, why))
        elif here.count < 2 and hint.circled > SURE_CIRCLE:
            # Only counts of two and more are circled, so the number was misread; nobody knows what it is.
            what = "a circled 1, which the game does not have" if here.count else "a circle without a number"
            doubts.append(Doubt(hint.place, here, (), what))
    return doubts
