"""What a nonogram's digits state in, the same out as far as what is on its board bears that out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import EMPTY, Picture
from picrosser.repairing.hidden_runs import made_up, place_name
from picrosser.repairing.runs import RunsSettled, believed
from picrosser.solving.outcome import Outcome
from picrosser.solving.solve import solve

if TYPE_CHECKING:
    from picrosser.reading.nonogram.board_state import CellsSeen

_Answer: TypeAlias = "tuple[Nonogram, Outcome, Picture, CellsSeen]"


def told_by_board(
    image: RGB,
    lattice: Lattice,
    evidence: NonogramEvidence,
    settled: RunsSettled,
    time_limit_s: float | None,
) -> RunsSettled:
    """The same without doubt where what is on the board holds for one of the rivals only.

    A count that is printed beside it, like "13/52", holds if 13 cells are painted, and the rival's answer
    paints 52: a clock or a level does not. Paint tells rivals apart that differ in nothing but colours: a
    digit fades when its cells are painted, and these show whether in the full colour, or in one as pale. It
    is not asked about digits: a player's mistake would answer.
    """
    from picrosser.reading.nonogram.board_state import see_cells
    from picrosser.reading.nonogram.printed_counts import printed_counts

    printed = printed_counts(image, lattice.board)
    coloured = len({rival.numbers for rival in settled.rivals}) == 1
    if not printed and not coloured:
        return settled
    answers: list[_Answer] = []
    for rival in settled.rivals:
        outcome = solve(rival, timeout_s=time_limit_s)
        answers += [
            (rival, outcome, answer, see_cells(image, lattice, answer)) for answer in outcome.solutions[:1]
        ]
    counted = [its for its in answers if _painted_of_all(its) in printed]
    # An answer that does not go with some paint may take it for something else.
    paint = [seen.progress.cells > EMPTY for _, _, _, seen in answers]
    painted = [its for its in answers if coloured and _is_painted_right(its, np.any(paint, axis=0))]
    for held in (counted, painted):
        if len(held) == 1:
            (rival, outcome, _, _), *_ = held
            return believed(evidence, settled, rival, outcome)
    return settled


def with_lines_done(
    image: RGB, lattice: Lattice, evidence: NonogramEvidence, settled: RunsSettled
) -> RunsSettled:
    """The same, in doubt where a line shows no hints, would have some, and is not painted accordingly.

    Programs take away the hints of lines that are done, and of no others: else a number that was overlooked
    elsewhere could be made up for by one in a blank line.
    """
    hidden = made_up(evidence, settled.filled)
    if settled.outcome is None or settled.doubts or not hidden:
        return settled
    from picrosser.reading.nonogram.board_state import see_cells

    (picture,) = settled.outcome.solutions
    right = (see_cells(image, lattice, picture).progress.cells > EMPTY) | (picture.cells == EMPTY)
    done = [*right.all(axis=1), *right.all(axis=0)]
    open_lines = [place_name(evidence, at) for at in hidden if not done[at]]
    if not open_lines:
        return settled
    return replace(settled, doubts=(f"no hints could be seen at {', '.join(open_lines)}",))


def _painted_of_all(answer: _Answer) -> tuple[int, int]:
    """How many cells are painted, and how many will be."""
    _, _, picture, seen = answer
    return int((seen.progress.cells > EMPTY).sum()), int((picture.cells > EMPTY).sum())


def _is_painted_right(answer: _Answer, where: NDArray[np.bool_]) -> bool:
    """Whether there is paint, and all of it in the answer's colours."""
    _, _, picture, seen = answer
    return bool(where.any() and (seen.progress.cells == picture.cells)[where].all())
