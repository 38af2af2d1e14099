"""Screenshot in, solved puzzle out: reading, repairing and solving meet here, and the clock runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from types import MappingProxyType

from picrosser.errors import ExitCode
from picrosser.pixels import RGB
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.reading.assemble import Reading, with_fixes
from picrosser.reading.read import read_screenshot
from picrosser.repairing.change import Change
from picrosser.repairing.settle import settle
from picrosser.repairing.settled import Settled
from picrosser.solving.outcome import Outcome, Status
from picrosser.verdict import describe

StageListener = Callable[[object], None]
"""Called with the result of every stage of reading as it ends, then with `Settled` and its `Outcome`."""

Fixes = Mapping[HintPlace, CountHint]
"""Hints set by hand: what each of them is; a hint of count None is unknown."""

NO_FIXES: Fixes = MappingProxyType({})

EXIT_CODES = {
    Status.UNIQUE: ExitCode.OK,
    Status.SEVERAL: ExitCode.SEVERAL_SOLUTIONS,
    Status.NONE: ExitCode.NO_SOLUTION,
    Status.GAVE_UP: ExitCode.GAVE_UP,
}
"""The exit status of each end of a search."""


def ignore(_: object) -> None:
    """Listen to nothing."""


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
    looked = read_screenshot(image, clock)
    fixed = with_fixes(looked, fixes) if fixes else looked
    settled = settle(fixed.puzzle, fixed.evidence, fixed.doubts, looked=looked.puzzle, timeout_s=time_limit_s)
    reading = replace(fixed, puzzle=settled.puzzle, doubts=settled.doubts)
    clock(settled)
    on_stage(settled.outcome)
    return Solved(reading, settled, clock.seconds)


class StageClock:
    """A listener that notes how long each stage took, and hands its result on.

    seconds : by the stage's name, in order.
    """

    def __init__(self, on_stage: StageListener) -> None:
        self.seconds: dict[str, float] = {}
        self._on_stage = on_stage
        self._since = perf_counter()

    def __call__(self, result: object) -> None:
        name = _STAGE_NAMES.get(type(result).__name__, type(result).__name__.removesuffix("Found").lower())
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - self._since
        self._on_stage(result)
        self._since = perf_counter()


_STAGE_NAMES = {
    "Reading": "assemble",
    "Settled": "solve",
    "NumberTable": "numbers",
    "KataminoReading": "assemble",
}
