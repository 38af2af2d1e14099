"""Fill in a nonogram's hidden hints from the solution of the visible ones.

Hints that reach the picture's edge may be cut off there, and some apps hide the hints of finished lines. Such
a line is left open. If the other lines have exactly one solution, it says what was hidden, and the visible
hints of the line have to agree. A line without any hints is taken as blank first of all, and always if it is
crossed out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from picrosser.puzzles.nonogram import Nonogram, Runs, runs_of_cells
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import Picture
from picrosser.repairing.spelling import (
    MAX_SOLVED,
    Digits,
    HintsSeen,
    Spelling,
    likeliest_digits,
    puzzles,
    rivals_of,
    runs_of,
    solve_before,
    spellings,
)
from picrosser.solving.outcome import Outcome, Status

MAX_HIDDEN_FRACTION = 0.3  # of all lines; with more of them open, the others hardly confirm each other

Lines = tuple[int, ...]  # indices of lines, rows first


def hides_too_many(evidence: NonogramEvidence) -> bool:
    """Whether so many lines show no hints that the others hardly tell theirs."""
    return len(lines_without_hints(evidence)) > MAX_HIDDEN_FRACTION * len(evidence.lines)


def lines_without_hints(evidence: NonogramEvidence) -> Lines:
    """The lines beside which nothing was found, without those that were set to unknown by hand."""
    return tuple(at for at, line in enumerate(evidence.lines) if not (line.shapes or line.unknown))


def blank_outer_lines(evidence: NonogramEvidence) -> list[int]:
    """The outer lines that are not certainly part of the board, should they state no runs.

    An outer line that clearly shows a 0, or was set to unknown by hand, is part of it.
    """
    lines, (rows, cols) = evidence.lines, evidence.shape
    outer = dict.fromkeys((0, rows - 1, rows, rows + cols - 1))
    best = likeliest_digits(evidence)
    uncertain = [at for at in outer if not (lines[at].unknown or lines[at].is_surely_on_board)]
    return [at for at in uncertain if {best[shape] for shape in lines[at].shapes} != {0}]


def fill_in_hidden(seen: HintsSeen) -> tuple[dict[Nonogram, Outcome], Lines]:
    """The uniquely solvable puzzles with the fewest hidden lines, and these lines; empty if none."""
    rivals = rivals_of(seen.evidence, seen.best, 1)
    for sets in _may_be_hidden(seen.evidence):
        found: dict[Nonogram, Outcome] = {}
        where: Lines = ()
        for hidden in sets:
            if rivals and _have_solutions(seen, hidden, rivals):
                return {}, ()  # an open line would adapt to a misread digit
            more = _solvable_with_hidden(seen, hidden)
            where = where or (hidden if more else ())
            found |= more
        if found:
            is_cut = any(seen.evidence.lines[at].shapes for at in where)
            return ({}, ()) if not is_cut and _may_be_elsewhere(seen, where) else (found, where)
    return {}, ()


def _may_be_elsewhere(seen: HintsSeen, hidden: Lines) -> bool:
    """Whether another line may have more hints than it shows, since something covers them.

    What covers the only hidden line may cover a part of the next: both are then open.
    """
    for at, line in enumerate(seen.evidence.lines):
        if not line.shapes:
            continue
        opened = (*hidden, at) if hidden in ((at - 1,), (at + 1,)) else (at,)
        for spelling in spellings(_opened(seen, opened), [seen.best]):
            shown = runs_of(line, spelling.joined[at], spelling.digits)
            for solution in solve_before(seen.deadline, spelling.puzzle).solutions:
                runs = runs_at(solution, at)
                left = iter(runs)
                if shown is not None and runs != shown and all(run in left for run in shown):
                    return True
    return False


def _have_solutions(seen: HintsSeen, hidden: Lines, readings: Sequence[Digits]) -> bool:
    """Whether some reading may have a solution if these lines are hidden; cut-off lines always may."""
    if any(seen.evidence.lines[at].shapes for at in hidden):
        return True
    stated = list(puzzles(_opened(seen, hidden), readings))
    return len(stated) > MAX_SOLVED or any(
        solve_before(seen.deadline, puzzle).status is not Status.NONE for puzzle in stated
    )


def _solvable_with_hidden(seen: HintsSeen, hidden: Lines) -> dict[Nonogram, Outcome]:
    found: dict[Nonogram, Outcome] = {}
    for spelling in spellings(_opened(seen, hidden), [seen.best]):  # one for each of a few joins
        outcome = solve_before(seen.deadline, spelling.puzzle)
        if outcome.status is Status.UNIQUE:
            whole = _completed(seen.evidence, spelling, outcome.solutions[0], hidden)
            if whole is not None:
                found[whole] = outcome
    return found


def _may_be_hidden(evidence: NonogramEvidence) -> Iterator[list[Lines]]:
    """Sets of lines that may have hidden hints, in groups; those that assume least come first.

    Where most lines reach the picture's edge, any of them may be cut off there: none is the only one.
    """
    lines = evidence.lines
    cut = tuple(at for at, line in enumerate(lines) if line.may_be_cut_off and line.shapes)
    blank = lines_without_hints(evidence)
    most = MAX_HIDDEN_FRACTION * len(lines)
    if len(cut) <= most:
        yield [(at,) for at in cut]
    yield [found for found in dict.fromkeys((blank, cut, (*cut, *blank))) if 0 < len(found) <= most]


def _opened(seen: HintsSeen, hidden: Lines) -> HintsSeen:
    evidence = seen.evidence
    lines = [replace(line, unknown=True) if at in hidden else line for at, line in enumerate(evidence.lines)]
    rows = len(evidence.rows)
    return seen._replace(evidence=replace(evidence, rows=tuple(lines[:rows]), cols=tuple(lines[rows:])))


def runs_at(picture: Picture, at: int) -> Runs:
    """The runs of a line of a picture; `at` counts the rows first."""
    rows = picture.rows
    return runs_of_cells(rows[at] if at < len(rows) else [row[at - len(rows)] for row in rows])


def _completed(
    evidence: NonogramEvidence, spelling: Spelling, solution: Picture, hidden: Lines
) -> Nonogram | None:
    """The puzzle with its hidden lines as in the solution; None if what is seen of them disagrees."""
    lines = [*spelling.puzzle.rows, *spelling.puzzle.cols]
    for at in hidden:
        line, runs = evidence.lines[at], runs_at(solution, at)
        seen = runs_of(line, spelling.joined[at], spelling.digits)
        says_blank = bool(line.shapes) and not seen  # a visible 0 is the whole line
        if seen is None or says_blank or not _ends_with(runs, seen):
            return None
        lines[at] = runs
    return evidence.puzzle_of(lines)


def _ends_with(runs: Runs, seen: Runs) -> bool:
    """Whether a cut off line may show only these last runs; the first may be the end of a number."""
    hidden = len(runs) - len(seen)
    if hidden > 0 and runs[hidden:] == seen:
        return True
    if not seen or hidden < 0 or runs[hidden + 1 :] != seen[1:]:
        return False
    first, shown = runs[hidden], seen[0]
    return first.colour == shown.colour and str(first.length).endswith(str(shown.length))
