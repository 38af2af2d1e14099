"""Screenshot in, solved puzzle out: reading and solving meet here, and the clock runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from picrosser.errors import ExitCode
from picrosser.pixels import RGB
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.reading.assemble import Reading
from picrosser.reading.read import read_screenshot
from picrosser.solving.outcome import Difficulty, Outcome, Status
from picrosser.solving.solve import solve

StageListener = Callable[[object], None]
"""Called with the result of every stage of reading as it ends, then with the `Outcome`."""

CLUE_S = 2.0

_EXIT_CODES = {
    Status.UNIQUE: ExitCode.OK,
    Status.SEVERAL: ExitCode.SEVERAL_SOLUTIONS,
    Status.NONE: ExitCode.NO_SOLUTION,
    Status.GAVE_UP: ExitCode.GAVE_UP,
}
_EFFORT = {Difficulty.LINE: "by lines alone", Difficulty.SEARCH: "by search"}


def ignore(_: object) -> None:
    """Listen to nothing."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What became of a screenshot.

    reading : what the screenshot says.
    outcome : the solutions of the puzzle as read; also when there are doubts, then to be taken as a clue.
    seconds : wall time of each stage, by its name, in order.
    """

    reading: Reading
    outcome: Outcome
    seconds: dict[str, float]

    @property
    def exit_code(self) -> ExitCode:
        """OK only when nothing is in doubt, and there is one solution, which is then proved."""
        return ExitCode.DOUBTFUL if self.reading.doubts else _EXIT_CODES[self.outcome.status]

    @property
    def verdict(self) -> str:
        """One line: size, colours, unique or not, difficulty, time; or what is in doubt, and what to do."""
        if self.reading.doubts:
            return f"{describe_doubts(self.reading.doubts)}; {_as_read(self.outcome)}; {_REMEDY}"
        rows, cols = self.reading.puzzle.shape
        size = f"{cols} x {rows}, {_plural(self.reading.puzzle.colours, 'colour')}"
        fixed = len(self.reading.corrections)
        repaired = f", {_plural(fixed, 'digit shape')} corrected by the sums" if fixed else ""
        return f"{size}{repaired}, {_answer(self.outcome)}, {sum(self.seconds.values()):.2f} s"


def solve_screenshot(
    image: RGB, *, time_limit_s: float | None = None, on_stage: StageListener = ignore
) -> Solved:
    """Read a screenshot and solve its puzzle.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    time_limit_s : for solving, in seconds; None for no limit.
    on_stage : called with the result of each stage; the time that it takes is not counted.

    Raises
    ------
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : the board's hints cannot be told apart.
    """
    clock = StageClock(on_stage)
    reading = read_screenshot(image, clock)
    # A puzzle in doubt is solved for a clue only: what does not fit together can take search very long.
    limits = [time_limit_s, CLUE_S if reading.doubts else None]
    outcome = solve(reading.puzzle, timeout_s=min((s for s in limits if s is not None), default=None))
    clock(outcome)
    return Solved(reading, outcome, clock.seconds)


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


_STAGE_NAMES = {"Reading": "assemble", "Outcome": "solve"}
_REMEDY = "a sharper screenshot of the whole board would settle it"


def describe_doubts(doubts: Sequence[Doubt]) -> str:
    """The first doubt in words, with its place and candidates, and how many more there are."""
    first, *more = doubts
    line = f"{first.place.axis} {first.place.line + 1}"
    place = line if first.place.slot < 0 else f"{line}, colour {first.place.slot + 1},"
    read = "could not be read" if first.read is None else f"may be {_candidates(first)}"
    others = f", and {_plural(len(more), 'more doubt')}" if more else ""
    return f"{place} {read} ({first.why}){others}"


def _candidates(doubt: Doubt) -> str:
    hints = [hint for hint in (doubt.read, *doubt.alternatives) if hint is not None]
    return " or ".join(dict.fromkeys(_hint(hint) for hint in hints))


def _hint(hint: CountHint) -> str:
    number = "an unknown number" if hint.count is None else str(hint.count)
    circle = {True: " circled", False: "", None: " circled or not"}[hint.contiguous]
    return number + (circle if hint.count is None or hint.count > 1 or hint.contiguous else "")


def _as_read(outcome: Outcome) -> str:
    return {
        Status.UNIQUE: "as read there is one solution",
        Status.SEVERAL: "as read there are several solutions",
        Status.NONE: "as read there is no solution",
        Status.GAVE_UP: "as read it was not solved in time",
    }[outcome.status]


def _answer(outcome: Outcome) -> str:
    effort = _EFFORT[outcome.difficulty]
    if outcome.status is Status.UNIQUE:
        return f"the only solution, {effort}"
    if outcome.status is Status.SEVERAL:
        return f"more than one solution, {_plural(len(outcome.differing), 'cell')} differ or more, {effort}"
    return f"{'no solution' if outcome.status is Status.NONE else 'gave up'}: {outcome.why}"


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
