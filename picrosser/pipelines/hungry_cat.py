"""Hungry Cat: read a screenshot, repair the reading where that is certain, and solve it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

from picrosser.imaging.pixels import RGB
from picrosser.pipelines.drawn import AnswerOverShot
from picrosser.pipelines.stages import StageClock
from picrosser.pipelines.verdicts import describe_hungry_cat, describe_others, describe_turned
from picrosser.puzzles.doubt import NO_FIXES, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import Colour
from picrosser.puzzles.progress import Progress
from picrosser.reading.hungry_cat.assemble import Reading, with_fixes
from picrosser.reading.stages import StageListener, ignore
from picrosser.repairing.counts_repaired import Change, CountsRepaired
from picrosser.repairing.repair_counts import repair_counts
from picrosser.solving.outcome import Outcome

HintFixes = Mapping[HintPlace, CountHint]
"""Hints set by hand, by their places; a hint whose count is None is unknown."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HungryCatSolved(AnswerOverShot):
    """The result for a Hungry Cat screenshot; implements `Solved`, which describes the other fields.

    reading : what the screenshot says, repaired where it had to be, with the doubts that remain.
    settled : how the hints were settled: changes, readings that were tried, what would settle the doubts.

    Examples
    --------
    >>> solved = picrosser.solve_screenshot("shot.png")
    >>> type(solved).__name__, solved.kind, solved.doubts
    ('HungryCatSolved', 'hungry-cat', ())
    """

    kind: ClassVar[Literal["hungry-cat"]] = "hungry-cat"
    reading: Reading
    settled: CountsRepaired
    seconds: Mapping[str, float]

    @property
    def flat(self) -> RGB | None:
        """The picture turned upright that was read, (H, W, 3) uint8 sRGB; None if it is `image`."""
        source = self.reading.source
        return source.image if source is not None and self.lattice.to_picture is not None else None

    @property
    def puzzle(self) -> HungryCat:
        """The hints as settled; if they are in doubt, the likeliest ones."""
        return self.reading.puzzle

    @property
    def outcome(self) -> Outcome:
        """The solutions; if there are doubts, those of the likeliest reading, which may be wrong."""
        return self.settled.outcome

    @property
    def which_board(self) -> str:
        """Which of several boards in the picture this is, in words; "" if there is only one."""
        return describe_others(len(self.reading.others))

    @property
    def changes(self) -> tuple[Change, ...]:
        """The hints that are not what they looked like, or that could not be seen."""
        return self.settled.changes

    def enlarged(self, image: RGB, factor: int) -> Self:
        """The result for the same picture, `factor` times as large: (H, W, 3) uint8 sRGB."""
        return replace(self, image=image, reading=self.reading.times(factor))

    def recoloured(self, palette: tuple[Colour, ...]) -> Self:
        """The result with a puzzle and solutions of these colours."""
        puzzle = replace(self.puzzle, palette=palette)
        settled = replace(self.settled, puzzle=puzzle, outcome=self.outcome.painted(palette))
        return replace(self, reading=replace(self.reading, puzzle=puzzle), settled=settled)

    def progress(self) -> Progress | None:
        """What the board's cells show so far; None if the hints were not read from a picture."""
        return board_state(self.reading) if self.reading.source is not None else None

    @property
    def verdict(self) -> str:
        """One line: size, colours, unique or not, difficulty, time; or what is in doubt, and what to do."""
        verdict = describe_hungry_cat(self.settled, sum(self.seconds.values()), self.which_board)
        return verdict + describe_turned(self.turned_deg)


def board_state(reading: Reading, on_stage: StageListener = ignore) -> Progress:
    """What the cells of the board show, in the picture that the reading was made from."""
    from picrosser.reading.hungry_cat.board_state import read_progress

    source = reading.source
    assert source is not None  # it was read from a picture
    found = read_progress(source.image, source.grid, source.palette)
    on_stage(found)
    return found.progress


def solve_reading(
    image: RGB, looked: Reading, clock: StageClock, *, fixes: HintFixes = NO_FIXES
) -> HungryCatSolved:
    """Repair a reading of a Hungry Cat screenshot, (H, W, 3) uint8 sRGB, and solve it.

    Raises FixRefusedError: the board has no such hint. TimeLimitError: the time is up already; if it is up
    later, the outcome says so.
    """
    clock.deadline.check("reading a Hungry Cat board")
    fixed = with_fixes(looked, fixes) if fixes else looked
    settled = repair_counts(
        fixed.puzzle, fixed.evidence, fixed.doubts, looked=looked.puzzle, deadline=clock.deadline
    )
    reading = replace(fixed, puzzle=settled.puzzle, doubts=settled.doubts)
    clock(settled)
    clock.on_stage(settled.outcome)
    return HungryCatSolved(image, reading, settled, clock.seconds)
