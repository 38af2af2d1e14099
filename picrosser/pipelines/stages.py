"""What all pipelines share: the clock that times the stages, and the exit status of each outcome."""

from __future__ import annotations

from time import perf_counter

from picrosser.errors import ExitCode
from picrosser.reading.stages import StageListener, ignore
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.outcome import Status

# The command line gets the listener types from here, since it may not import `reading`.
__all__ = ["EXIT_CODES", "StageClock", "StageListener", "ignore", "stage_name"]

EXIT_CODES = {
    Status.UNIQUE: ExitCode.OK,
    Status.SEVERAL: ExitCode.SEVERAL_SOLUTIONS,
    Status.NONE: ExitCode.NO_SOLUTION,
    Status.GAVE_UP: ExitCode.GAVE_UP,
}

_STAGE_NAMES = {
    "Reading": "assemble",
    "NonogramReading": "assemble",
    "KataminoReading": "assemble",
    "CountsRepaired": "solve",
    "RunsRepaired": "solve",
    "NumberTable": "numbers",
}


class StageClock:
    """A listener that measures how long each stage took, and passes its result on.

    on_stage : the listener to pass results to; the time that it takes is not counted.
    seconds : wall time by the stage's name, in order.
    """

    def __init__(self, on_stage: StageListener, deadline: Deadline = NO_DEADLINE) -> None:
        self.seconds: dict[str, float] = {}
        self.on_stage, self.deadline = on_stage, deadline
        self._since = perf_counter()

    def __call__(self, result: object) -> None:
        name = stage_name(result)
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - self._since
        self.on_stage(result)
        self._since = perf_counter()


def stage_name(result: object) -> str:
    """The name of the stage that returns such a result: "ink" for InkFound, "boards considered"."""
    name = type(result).__name__
    if name in _STAGE_NAMES:
        return _STAGE_NAMES[name]
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return words.strip().removesuffix(" found").removesuffix(" seen")
