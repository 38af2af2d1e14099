"""Hungry Cat screenshot in, solved puzzle out: reading, repairing and solving meet here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat_verdict import describe
from picrosser.pipelines.stages import EXIT_CODES, StageClock, StageListener, ignore
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.reading.hungry_cat.assemble import Reading, with_fixes
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.lattice.grid import GridFound
from picrosser.repairing.settle import settle
from picrosser.repairing.settled import Change, Settled
from picrosser.solving.outcome import Outcome

Fixes = Mapping[HintPlace, CountHint]
"""Hints set by hand: what each of them is; a hint of count None is unknown."""

NO_FIXES: Fixes = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Solved:
    """What became of a screenshot.

    reading : what the screenshot says, repaired where it had to be, with the doubts that remain.
    settled : how: the changes, the readings that were tried, what would settle the doubts.
    seconds : wall time of each stage, by its name, in order.
    """

    reading: Reading
    settled: Settled
    seconds: dict[str, float]

    @property
    def outcome(self) -> Outcome:
        """The solutions; also when there are doubts, then to be taken as a clue."""
        return self.settled.outcome

    @property
    def changes(self) -> tuple[Change, ...]:
        """The hints that are not what they looked like, or that could not be seen."""
        return self.settled.changes

    @property
    def exit_code(self) -> ExitCode:
        """OK only when nothing is in doubt, and there is one solution, which is then proved."""
        return ExitCode.DOUBTFUL if self.reading.doubts else EXIT_CODES[self.outcome.status]

    @property
    def verdict(self) -> str:
        """One line: size, colours, unique or not, difficulty, time; or what is in doubt, and what to do."""
        return describe(self.settled, sum(self.seconds.values()), len(self.reading.others))


def solve_screenshot(
    image: RGB,
    *,
    fixes: Fixes = NO_FIXES,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> Solved:
    """Read a screenshot and solve its puzzle.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    fixes : hints that are known better than they can be seen.
    time_limit_s : for repairing and solving, in seconds; None for no limit.
    on_stage : called with the result of each stage; the time that it takes is not counted.

    Raises
    ------
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : the board's hints cannot be told apart.
    FixRefusedError : the board has no such hint.
    """
    clock = StageClock(on_stage)
    looked = read_hungry_cat(image, clock)
    return solve_reading(looked, clock, fixes=fixes, time_limit_s=time_limit_s)


def read_hungry_cat(image: RGB, clock: StageClock, *, ruled: GridFound | None = None) -> Reading:
    """The first half of `solve_screenshot`: what the screenshot says, as it looks.

    ruled : the picture's `locate_ruled_board`, where it is known.
    """
    return read_screenshot(image, clock, ruled=ruled)


def solve_reading(
    looked: Reading, clock: StageClock, *, fixes: Fixes = NO_FIXES, time_limit_s: float | None = None
) -> Solved:
    """The second half of `solve_screenshot`: the reading repaired, and solved."""
    fixed = with_fixes(looked, fixes) if fixes else looked
    settled = settle(fixed.puzzle, fixed.evidence, fixed.doubts, looked=looked.puzzle, timeout_s=time_limit_s)
    reading = replace(fixed, puzzle=settled.puzzle, doubts=settled.doubts)
    clock(settled)
    clock.on_stage(settled.outcome)
    return Solved(reading, settled, clock.seconds)
