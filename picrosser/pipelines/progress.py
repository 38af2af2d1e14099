"""Part-filled boards: the mistakes on them (`check`), and the next steps (`hint`).

The puzzle is read and solved as in `recognise`; the board is compared with the solution only if there is
exactly one, without doubt. What a cell shows is never evidence for the hints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.recognise import NO_FIXES, Fixes, HintedSolved, solve_hinted
from picrosser.pipelines.stages import StageClock, StageListener, ignore
from picrosser.puzzles import Kind
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Picture
from picrosser.puzzles.progress import MistakesFound, Progress, find_mistakes
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import read_progress
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import StepsFound


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a part-filled board.

    solved : the puzzle, as from `solve_hinted`.
    progress : what the cells show; None where the puzzle has no sure single solution.
    found : the board compared with the solution; None likewise.
    hints : the next steps, where they were asked for and there are no mistakes; else None.
    seconds : wall time of each stage, by its name, in order.
    """

    solved: HintedSolved
    progress: Progress | None
    found: MistakesFound | None
    hints: StepsFound | None
    seconds: Mapping[str, float]

    @property
    def exit_code(self) -> ExitCode:
        """OK without mistakes, MISTAKES with some; the puzzle's own where it has no sure single solution."""
        if self.found is None:
            return self.solved.exit_code
        return ExitCode.MISTAKES if self.found.mistakes else ExitCode.OK

    @property
    def others(self) -> int:
        """How many smaller boards the picture shows, as far as they are looked for."""
        return len(self.solved.reading.others) if self.solved.kind == "hungry-cat" else 0


def check_screenshot(
    image: RGB,
    *,
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> Checked:
    """Find the mistakes on a part-filled board.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    kind : what it shows; None to find out.
    fixes : hints that are known better than they can be seen.
    time_limit_s : for repairing and solving, in seconds; None for no limit.
    on_stage : called with the result of each stage, also `ProgressFound` (Hungry Cat's) and `MistakesFound`.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : as `solve_hinted` does.
    """
    return _checked(image, 0, kind, fixes, time_limit_s, on_stage)


def hint_screenshot(
    image: RGB,
    count: int = 1,
    *,
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> Checked:
    """Find the next steps on a part-filled board; with mistakes on it there are none.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    count : how many steps, from 1.
    kind, fixes, time_limit_s, on_stage : as in `check_screenshot`; `StepsFound` comes last.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : as `solve_hinted` does.
    ValueError : `count` is below 1.
    """
    if count < 1:
        raise ValueError(f"count is {count}, it must be at least 1")
    return _checked(image, count, kind, fixes, time_limit_s, on_stage)


def _checked(
    image: RGB,
    steps: int,
    kind: Kind | None,
    fixes: Fixes,
    time_limit_s: float | None,
    on_stage: StageListener,
) -> Checked:
    solved = solve_hinted(image, kind=kind, fixes=fixes, time_limit_s=time_limit_s, on_stage=on_stage)
    if solved.exit_code is not ExitCode.OK:
        return Checked(solved, None, None, None, dict(solved.seconds))
    clock = StageClock(on_stage)
    (solution,) = solved.outcome.solutions
    if solved.kind == "nonogram":
        assert solved.cells is not None  # it has one solution
        progress = solved.cells.progress
    else:
        progress = board_state(solved.reading, clock)
    crosses = solved.kind == "nonogram"  # in Hungry Cat a mark may mean anything
    found = find_mistakes(progress, solution, crosses=crosses)
    clock(found)
    hints = None
    if steps and not found.mistakes:
        state = _sure_cells(progress, solution, crosses)
        shown = deductions(solved.puzzle, state, steps, solution=solution)
        hints = StepsFound(shown, finished=found.right == int((solution.cells > 0).sum()))
        clock(hints)
    return Checked(solved, progress, found, hints, {**solved.seconds, **clock.seconds})


def board_state(reading: Reading, on_stage: StageListener) -> Progress:
    """What the cells of a Hungry Cat board show, in the picture that the reading was made from."""
    source = reading.source
    assert source is not None  # it was read from a picture
    found = read_progress(source.image, source.grid, source.palette)
    on_stage(found)
    return found.progress


def _sure_cells(progress: Progress, solution: Picture, crosses: bool) -> NDArray[np.int8]:
    """(rows, cols) int8: the cells to reason from. What is unclear counts as open."""
    right = (progress.cells > (UNKNOWN if crosses else EMPTY)) & (progress.cells == solution.cells)
    return np.where(right, progress.cells, np.int8(UNKNOWN)).astype(np.int8)
