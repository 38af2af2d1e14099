"""What the roads of all kinds share: who listens to their stages, the clock, how their ends are told."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from picrosser.errors import ExitCode
from picrosser.solving.outcome import Status

StageListener = Callable[[object], None]
"""Called with the result of every stage of reading as it ends, then with `Settled` and its `Outcome`."""

EXIT_CODES = {
    Status.UNIQUE: ExitCode.OK,
    Status.SEVERAL: ExitCode.SEVERAL_SOLUTIONS,
    Status.NONE: ExitCode.NO_SOLUTION,
    Status.GAVE_UP: ExitCode.GAVE_UP,
}
"""The exit status of each end of a search."""


def ignore(_: object) -> None:
    """Listen to nothing."""


class StageClock:
    """A listener that notes how long each stage took, and hands its result on.

    seconds : by the stage's name, in order.
    on_stage : to whom.
    """

    def __init__(self, on_stage: StageListener) -> None:
        self.seconds: dict[str, float] = {}
        self.on_stage = on_stage
        self._since = perf_counter()

    def __call__(self, result: object) -> None:
        name = _STAGE_NAMES.get(type(result).__name__, type(result).__name__.removesuffix("Found").lower())
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - self._since
        self.on_stage(result)
        self._since = perf_counter()


_STAGE_NAMES = {
    "Reading": "assemble",
    "Settled": "solve",
    "BoardsConsidered": "board",
    "HintsGrouped": "hints",
    "NumberTable": "numbers",
    "KataminoReading": "assemble",
}
