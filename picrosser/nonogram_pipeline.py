"""Nonogram screenshot in, solved puzzle out."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.errors import ExitCode, GridNotFoundError, HintsUnreadableError
from picrosser.pipeline import StageClock, StageListener, ignore
from picrosser.pixels import RGB, Lattice
from picrosser.puzzles.nonogram import Nonogram
from picrosser.solving.outcome import Outcome
from picrosser.solving.outcome_words import EFFORT, counted


@dataclass(frozen=True, slots=True)
class NonogramSolved:
    """A nonogram that was read without doubt, and has one solution.

    lattice : where its cells lie.
    puzzle : its hints.
    outcome : the proved solution.
    seconds : wall time of each stage, by its name, in order.
    """

    lattice: Lattice
    puzzle: Nonogram
    outcome: Outcome
    seconds: dict[str, float]

    @property
    def exit_code(self) -> ExitCode:
        """OK: everything else is an error."""
        return ExitCode.OK

    @property
    def verdict(self) -> str:
        """One line: kind, size, colours, difficulty, time."""
        rows, cols = self.puzzle.shape
        total = sum(self.seconds.values())
        return (
            f"{cols} x {rows} nonogram, {counted(self.puzzle.colours, 'colour')}, the only solution, "
            f"{EFFORT[self.outcome.difficulty]}, {total:.2f} s"
        )


def solve_nonogram(
    image: RGB, *, time_limit_s: float | None = None, on_stage: StageListener = ignore
) -> NonogramSolved:
    """Read a nonogram's screenshot and solve it.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    time_limit_s : for solving each of the possible readings, in seconds; None for no limit.
    on_stage : called with the result of each stage; the time that it takes is not counted.

    Raises
    ------
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : its hints are in doubt; says which, and what they may be.
    """
    # They cost 30 ms, which a Hungry Cat screenshot need not pay.
    from picrosser.reading.nonogram.read import read_nonogram
    from picrosser.repairing.runs import settle_runs

    clock = StageClock(on_stage)
    reading = read_nonogram(image, clock)
    settled = settle_runs(reading.evidence, time_limit_s)
    clock(settled)
    if settled.puzzle is None:
        raise GridNotFoundError(
            "the digits beside the board state no puzzle", "give a sharper screenshot of the whole board"
        )
    if settled.doubts or settled.outcome is None:
        raise HintsUnreadableError(
            f"the hints are in doubt: {_told(settled.doubts)}",
            "a sharper screenshot of the whole board may settle it",
        )
    return NonogramSolved(reading.lattice, settled.puzzle, settled.outcome, clock.seconds)


def _told(doubts: tuple[str, ...]) -> str:
    """The first of the reasons, and how many more there are."""
    more = len(doubts) - 1
    return f"{doubts[0]}{f', and {more} more' if more > 0 else ''}" if doubts else "they were not solved"
