"""Nonograms: what is painted on the board decides between readings that fit, and checks those inferred."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import EMPTY, Picture
from picrosser.puzzles.progress import find_mistakes
from picrosser.repairing.hidden_runs import filled_without_hints, line_place
from picrosser.repairing.repair_runs import RunsRepaired, choose_rival, no_hints_seen
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

if TYPE_CHECKING:
    from picrosser.pipelines.nonogram import NonogramSolved
    from picrosser.reading.nonogram.cells.board_state import CellsSeen
    from picrosser.reading.nonogram.read import BoardsFound


class _Rival(NamedTuple):
    """A reading that fits, its solution, and what the board's cells show if that is the solution."""

    puzzle: Nonogram
    outcome: Outcome
    solution: Picture
    cells: CellsSeen

    def is_painted_right(self, painted: NDArray[np.bool_]) -> bool:
        """Whether there is paint, and all of it in the solution's colours; `painted` is (rows, cols)."""
        return bool(painted.any() and (self.cells.progress.cells == self.solution.cells)[painted].all())


def chosen_by_board(
    found: BoardsFound,
    lattice: Lattice,
    evidence: NonogramEvidence,
    settled: RunsRepaired,
    deadline: Deadline,
) -> RunsRepaired:
    """Settle on one of several rivals that differ only in colours if the paint agrees with that one only.

    A digit fades when its cells are painted, and these cells show whether its colour is the full or the pale
    one. Between rivals that differ in digits paint does not decide, because the player may have made a
    mistake.
    """
    from picrosser.reading.nonogram.cells.board_state import see_cells

    if len({rival.numbers for rival in settled.rivals}) > 1:
        return settled
    rivals: list[_Rival] = []
    for puzzle in settled.rivals:
        outcome = solve(puzzle, timeout_s=deadline.left_s)
        for solution in outcome.solutions[:1]:
            rivals.append(_Rival(puzzle, outcome, solution, see_cells(found.image, lattice, solution)))
    # A rival that disagrees with some paint may take that for something else, so all rivals' paint counts.
    paint = np.any([rival.cells.progress.cells > EMPTY for rival in rivals], axis=0)
    painted = [rival for rival in rivals if rival.is_painted_right(paint)]
    return (
        choose_rival(evidence, settled, painted[0].puzzle, painted[0].outcome)
        if len(painted) == 1
        else settled
    )


def with_lines_done(
    image: RGB, lattice: Lattice, evidence: NonogramEvidence, settled: RunsRepaired
) -> RunsRepaired:
    """Doubt a reading that fills in the hints of a line which shows none, unless the line is painted
    accordingly.

    Apps hide the hints of finished lines, and of no others. A number that was overlooked elsewhere could
    otherwise be balanced by one invented for a blank line.
    """
    hidden = filled_without_hints(evidence, settled.filled)
    if settled.outcome is None or settled.doubts or not hidden:
        return settled
    from picrosser.reading.nonogram.cells.board_state import see_cells

    (picture,) = settled.outcome.solutions
    right = (see_cells(image, lattice, picture).progress.cells > EMPTY) | (picture.cells == EMPTY)
    done = [*right.all(axis=1), *right.all(axis=0)]
    open_lines = [line_place(evidence, at) for at in hidden if not done[at]]
    return replace(settled, doubts=(no_hints_seen(open_lines),)) if open_lines else settled


def is_painted_otherwise(solved: NonogramSolved) -> bool:
    """Whether a cell is surely painted that the only solution leaves blank, or has in another colour.

    The player may have made a mistake. But where some hints were inferred from the lines that cross theirs,
    it is as likely that one of them is wrong.
    """
    progress = solved.progress()
    if progress is None or solved.outcome.status is not Status.UNIQUE:
        return False
    return bool(find_mistakes(progress, solved.outcome.solutions[0]).mistakes)
