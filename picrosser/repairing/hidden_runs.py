"""Fill in a nonogram's hidden hints from the solution of the visible ones.

Hints that reach the picture's edge may be cut off there, and some apps hide the hints of finished lines. Such
a line is left open. If the other lines have exactly one solution, it says what was hidden, and the visible
hints of the line have to agree. A line without any hints is taken as blank first of all, and always if it is
crossed out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Nonogram, Runs, runs_of_cells
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.repairing.spelling import (
    MAX_SOLVED,
    MIN_RIVAL_NATS,
    Digits,
    Joined,
    Spelling,
    changed_digits,
    likeliest_digits,
    runs_of,
    solve_before,
    spellings,
)
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Outcome, Status

MAX_HIDDEN_FRACTION = 0.3  # of all lines; with more of them open, the others hardly confirm each other

Lines = tuple[int, ...]
"""Indices of lines, rows first."""


def line_place(evidence: NonogramEvidence, at: int) -> HintPlace:
    """The place of a line; `at` counts the rows first, from 0."""
    rows = len(evidence.rows)
    return HintPlace("row", at) if at < rows else HintPlace("column", at - rows)


def hides_too_many(evidence: NonogramEvidence) -> bool:
    """Whether so many lines show no hints that the others hardly tell theirs."""
    hidden = sum(not (line.shapes or line.unknown) for line in evidence.lines)
    return hidden > MAX_HIDDEN_FRACTION * len(evidence.lines)


def blank_outer_lines(evidence: NonogramEvidence) -> list[int]:
    """The outer lines that are not certainly part of the board, should they state no runs.

    An outer line that clearly shows a 0, or was set to unknown by hand, is part of it.
    """
    rows, count = len(evidence.rows), len(evidence.rows) + len(evidence.cols)
    lines = evidence.lines
    outer = dict.fromkeys((0, rows - 1, rows, count - 1))
    best = likeliest_digits(evidence)
    shown = [{best[shape] for shape in lines[at].shapes} for at in outer]
    return [
        at
        for at, digits in zip(outer, shown, strict=True)
        if digits != {0} and not (lines[at].unknown or lines[at].is_surely_on_board)
    ]


def fill_in_hidden(
    evidence: NonogramEvidence, joins: Sequence[Joined], best: Digits, deadline: Deadline
) -> tuple[dict[Nonogram, Outcome], Lines]:
    """The uniquely solvable puzzles with the fewest hidden lines, and these lines; empty if none."""
    rivals = [digits for digits, nats in changed_digits(evidence, best, 1) if nats > MIN_RIVAL_NATS]
    for sets in _may_be_hidden(evidence):
        found: dict[Nonogram, Outcome] = {}
        where: Lines = ()
        for hidden in sets:
            if rivals and _have_solutions(evidence, hidden, joins, rivals, deadline):
                return {}, ()  # an open line would adapt to a misread digit
            more = _solvable_with_hidden(evidence, hidden, joins, best, deadline)
            where = where or (hidden if more else ())
            found |= more
        if found:
            is_cut = any(evidence.lines[at].shapes for at in where)
            if not is_cut and _may_be_elsewhere(evidence, where, joins, best, deadline):
                return {}, ()
            return found, where
    return {}, ()


def _may_be_elsewhere(
    evidence: NonogramEvidence, hidden: Lines, joins: Sequence[Joined], digits: Digits, deadline: Deadline
) -> bool:
    """Whether another line may have more hints than it shows, since something covers them.

    What covers the only hidden line may cover a part of the next: both are then open.
    """
    rows = len(evidence.rows)
    for at, line in enumerate(evidence.lines):
        if not line.shapes:
            continue
        opened = (*hidden, at) if hidden in ((at - 1,), (at + 1,)) else (at,)
        for spelling in spellings(_opened(evidence, opened), joins, [digits]):
            seen = runs_of(line, spelling.joined[at], spelling.digits)
            for solution in solve_before(deadline, spelling.puzzle).solutions:
                cells = solution.cells[at] if at < rows else solution.cells[:, at - rows]
                runs = runs_of_cells(cells.tolist())
                left = iter(runs)
                if seen is not None and runs != seen and all(run in left for run in seen):
                    return True
    return False


def _have_solutions(
    evidence: NonogramEvidence,
    hidden: Lines,
    joins: Sequence[Joined],
    readings: Sequence[Digits],
    deadline: Deadline,
) -> bool:
    """Whether some reading may have a solution if these lines are hidden; cut-off lines always may."""
    if any(evidence.lines[at].shapes for at in hidden):
        return True
    puzzles = {spelling.puzzle for spelling in spellings(_opened(evidence, hidden), joins, readings)}
    return len(puzzles) > MAX_SOLVED or any(
        solve_before(deadline, puzzle).status is not Status.NONE for puzzle in puzzles
    )


def _solvable_with_hidden(
    evidence: NonogramEvidence,
    hidden: Lines,
    joins: Sequence[Joined],
    digits: Digits,
    deadline: Deadline,
) -> dict[Nonogram, Outcome]:
    """The uniquely solvable puzzles if these lines are hidden."""
    found: dict[Nonogram, Outcome] = {}
    for spelling in spellings(_opened(evidence, hidden), joins, [digits]):  # one for each of a few joins
        outcome = solve_before(deadline, spelling.puzzle)
        if outcome.status is Status.UNIQUE:
            whole = _completed(evidence, spelling, outcome, hidden)
            if whole is not None:
                found[whole] = outcome
    return found


def _may_be_hidden(evidence: NonogramEvidence) -> Iterator[list[Lines]]:
    """Sets of lines that may have hidden hints, in groups; those that assume least come first.

    Where most lines reach the picture's edge, any of them may be cut off there: none is the only one.
    """
    lines = evidence.lines
    cut = tuple(at for at, line in enumerate(lines) if line.may_be_cut_off and line.shapes)
    blank = tuple(at for at, line in enumerate(lines) if not (line.shapes or line.unknown))
    most = MAX_HIDDEN_FRACTION * len(lines)
    if len(cut) <= most:
        yield [(at,) for at in cut]
    yield [found for found in dict.fromkeys((blank, cut, (*cut, *blank))) if 0 < len(found) <= most]


def _opened(evidence: NonogramEvidence, hidden: Lines) -> NonogramEvidence:
    lines = [replace(line, unknown=True) if at in hidden else line for at, line in enumerate(evidence.lines)]
    rows = len(evidence.rows)
    return replace(evidence, rows=tuple(lines[:rows]), cols=tuple(lines[rows:]))


def _completed(
    evidence: NonogramEvidence, spelling: Spelling, outcome: Outcome, hidden: Lines
) -> Nonogram | None:
    """The puzzle with its hidden lines as in the solution; None if what is seen of them disagrees."""
    puzzle, rows = spelling.puzzle, len(evidence.rows)
    cells = outcome.solutions[0].cells
    lines = [*puzzle.rows, *puzzle.cols]
    for at in hidden:
        line = evidence.lines[at]
        seen = runs_of(line, spelling.joined[at], spelling.digits) if line.shapes else ()
        runs = runs_of_cells((cells[at] if at < rows else cells[:, at - rows]).tolist())
        says_blank = bool(line.shapes) and not seen  # a visible 0 is the whole line
        if seen is None or says_blank or not _ends_with(runs, seen):
            return None
        lines[at] = runs
    return Nonogram(tuple(lines[:rows]), tuple(lines[rows:]), puzzle.palette)


def _ends_with(runs: Runs, seen: Runs) -> bool:
    """Whether a cut off line may show only these last runs; the first may be the end of a number."""
    if len(runs) > len(seen) and runs[len(runs) - len(seen) :] == seen:
        return True
    if not seen or len(runs) < len(seen) or runs[len(runs) - len(seen) + 1 :] != seen[1:]:
        return False
    first, shown = runs[len(runs) - len(seen)], seen[0]
    return first.colour == shown.colour and str(first.length).endswith(str(shown.length))
