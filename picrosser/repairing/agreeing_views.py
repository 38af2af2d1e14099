"""Find the nonogram of which several views of one page state most lines alike.

A page that is blurred or unevenly lit is misread in other places once it is sharpened or softened. So a line
that two views state alike is taken as read. The other lines are left open: if those that are read have
exactly one solution together, it says what the open ones state, and some view has to have stated just that.
Rows and columns state the same picture, so that a line that was misread alike hardly ever fits to all others:
if the lines have no solution, each in turn is left open.

Known failure: a line that no view states right, although all others say what it has to be. It is not filled
in, since an open column adapts to a misread row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from picrosser.deadline import Deadline
from picrosser.puzzles.nonogram import ONE_COLOUR, Nonogram, Runs, room_needed, runs_of_cells
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.repairing.hidden_runs import MAX_HIDDEN_FRACTION
from picrosser.repairing.settle_runs import settle_runs
from picrosser.repairing.spelling import (
    Joined,
    all_lines,
    joining_rules,
    likeliest_digits,
    runs_of,
    solve_before,
)
from picrosser.solving.outcome import Outcome, Status

MIN_AGREEING = 2  # views that state a line alike

Stated: TypeAlias = tuple["Runs | None", ...]
"""What a view states of each line, rows first; None where its digits form no numbers that fit."""


def stated_lines(evidence: NonogramEvidence, deadline: Deadline) -> Stated:
    """What a view states of each line: as it was settled, or else what its digits look most like.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    lines = all_lines(evidence)
    if len(evidence.palette) != ONE_COLOUR:
        return (None,) * len(lines)
    settled = settle_runs(evidence, deadline)
    if settled.puzzle is not None and settled.outcome is not None and not settled.doubts:
        return (*settled.puzzle.rows, *settled.puzzle.cols)
    digits = likeliest_digits(evidence)

    def by(joined: Joined) -> Stated:
        return that_fit(
            [
                runs_of(line, joins, digits) if line.shapes and not line.has_non_digit else None
                for line, joins in zip(lines, joined, strict=True)
            ],
            len(evidence.rows),
        )

    return min(map(by, joining_rules(evidence)), key=lambda stated: stated.count(None))


def that_fit(lines: Sequence[Runs | None], rows: int) -> Stated:
    """The lines, rows first; None for those that have no room for their runs."""
    cols = len(lines) - rows
    return tuple(
        None if runs is None or room_needed(runs) > (cols if at < rows else rows) else runs
        for at, runs in enumerate(lines)
    )


def agreed_puzzle(views: Sequence[Stated], like: Nonogram, deadline: Deadline) -> Nonogram | None:
    """The puzzle that views of one board agree on; None if they do not.

    views : what each states. like : a puzzle of the board's size, with its palette.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    votes, agreed = _votes(views), agreed_lines(views)
    if agreed.count(None) > MAX_HIDDEN_FRACTION * len(agreed):
        return None
    outcome = solve_before(deadline, _puzzle(agreed, like))
    if outcome.status is not Status.NONE:
        return _stated(outcome, votes, like)
    found: set[Nonogram] = set()
    for at, runs in enumerate(agreed):
        if runs is None or len(votes[at]) == 1:  # what is left open has to be stated otherwise by some view
            continue
        others = [*agreed[:at], None, *agreed[at + 1 :]]
        puzzle = _stated(solve_before(deadline, _puzzle(others, like)), votes, like)
        if puzzle is not None:
            found.add(puzzle)
    return found.pop() if len(found) == 1 else None


def agreed_lines(views: Sequence[Stated]) -> Stated:
    """What enough views state of each line alike; None where they do not."""
    return tuple(map(_agreed, _votes(views)))


def _votes(views: Sequence[Stated]) -> list[Counter[Runs]]:
    """Per line, how many views state what."""
    return [Counter(runs for runs in line if runs is not None) for line in zip(*views, strict=True)]


def _agreed(votes: Counter[Runs]) -> Runs | None:
    """What enough views state of a line, and more than state anything else."""
    (first, most), (_, next_most) = [*votes.most_common(2), ((), 0), ((), 0)][:2]
    return first if most >= MIN_AGREEING and most > next_most else None


def _puzzle(lines: Sequence[Runs | None], like: Nonogram) -> Nonogram:
    rows = like.shape[0]
    return Nonogram(tuple(lines[:rows]), tuple(lines[rows:]), like.palette)


def _stated(outcome: Outcome, votes: Sequence[Counter[Runs]], like: Nonogram) -> Nonogram | None:
    """The puzzle of a solution; None if there is not just one, or no view states one of its lines so."""
    if outcome.status is not Status.UNIQUE:
        return None
    cells = outcome.solutions[0].cells
    whole = [runs_of_cells(line.tolist()) for line in (*cells, *cells.T)]
    return _puzzle(whole, like) if all(seen[runs] for seen, runs in zip(votes, whole, strict=True)) else None
