"""A nonogram's evidence in which some hints may be hidden in, its puzzle with these filled in out.

Hints that run up to the picture's edge may be cut off there, and some programs take away those of a line that
is done. Such a line is left open; if the others alone have one solution, it says what was hidden, and what is
seen of the line has to agree. Lines that show no hint at all mean "blank" first of all, and nothing else if
they are crossed out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Nonogram, Run, Runs, runs_of_cells
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.repairing.spelling import (
    Digits,
    Joined,
    Spelling,
    all_lines,
    changes,
    fits,
    likeliest,
    runs_of,
    spelt,
    totals,
)
from picrosser.repairing.standing import MOST_SOLVED, RIVAL
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

DOUBTFUL = -3.0  # nats: a digit may be so nearly another one only where that leaves no solution at all
MOST_HIDDEN = 0.3  # of the lines: with more of them open, the others hardly bear each other out

Lines = tuple[int, ...]
"""Numbers of lines, the rows first."""


def line_place(evidence: NonogramEvidence, at: int) -> HintPlace:
    """The place of the line with a number that counts the rows first, from 0."""
    rows = len(evidence.rows)
    return HintPlace("row", at) if at < rows else HintPlace("column", at - rows)


def filled_without_hints(evidence: NonogramEvidence, filled: Sequence[HintPlace]) -> list[int]:
    """The lines that show no hints at all and were filled in; their numbers, the rows first.

    filled : the places of all lines that were filled in.
    """
    lines = enumerate(all_lines(evidence))
    return [at for at, line in lines if not line.shapes and line_place(evidence, at) in filled]


def blank_rims(evidence: NonogramEvidence) -> list[int]:
    """Lines at the board's rim that may be none of its lines if they state no runs: they show no plain 0."""
    rows, count = len(evidence.rows), len(evidence.rows) + len(evidence.cols)
    lines = all_lines(evidence)
    rims = dict.fromkeys((0, rows - 1, rows, count - 1))
    best = likeliest(evidence)
    shown = [{best[shape] for shape in lines[at].shapes} for at in rims]
    return [
        at
        for at, digits in zip(rims, shown, strict=True)
        if digits != {0} and not (lines[at].unknown or lines[at].sure)
    ]


def filled_in(
    evidence: NonogramEvidence, joins: Sequence[Joined], best: Digits, timeout_s: float | None
) -> tuple[dict[Nonogram, Outcome], Lines]:
    """The puzzles that stand with the fewest hidden lines, and which these are; none if none explains it."""
    rivals = [pair for pair in changes(evidence, best, 1) if pair[1] > RIVAL]
    near = [digits for digits, nats in rivals if nats > DOUBTFUL]
    readings = [best, *(digits for digits, _ in rivals)]
    for sets in _may_be_hidden(evidence):
        found: dict[Nonogram, Outcome] = {}
        where: Lines = ()
        for hidden in sets:
            if near and _have_solutions(evidence, hidden, joins, near, timeout_s):
                return {}, ()  # an open line fits itself to a misread digit
            more = _filled(evidence, hidden, joins, readings, timeout_s)
            where = where or (hidden if more else ())
            found |= more
        if found:
            return found, where
    return {}, ()


def _have_solutions(
    evidence: NonogramEvidence,
    hidden: Lines,
    joins: Sequence[Joined],
    readings: Sequence[Digits],
    timeout_s: float | None,
) -> bool:
    """Whether any of the readings can be if some lines are hidden; what is cut off may go on anyhow."""
    if any(all_lines(evidence)[at].shapes for at in hidden):
        return True
    puzzles = {spelling.puzzle for spelling in spelt(_opened(evidence, hidden), joins, readings)}
    return len(puzzles) > MOST_SOLVED or any(
        solve(puzzle, timeout_s=timeout_s).status is not Status.NONE for puzzle in puzzles
    )


def _filled(
    evidence: NonogramEvidence,
    hidden: Lines,
    joins: Sequence[Joined],
    readings: Sequence[Digits],
    timeout_s: float | None,
) -> dict[Nonogram, Outcome]:
    """The puzzles that stand if some lines are hidden."""
    found: dict[Nonogram, Outcome] = {}
    solved: dict[Nonogram, Outcome] = {}
    for spelling in spelt(_opened(evidence, hidden), joins, readings):
        for puzzle in (spelling.puzzle, *_prolonged(evidence, spelling, hidden)):
            if len(solved) >= MOST_SOLVED:
                return found
            if puzzle not in solved:
                solved[puzzle] = solve(puzzle, timeout_s=timeout_s)
            if solved[puzzle].status is Status.UNIQUE:
                whole = _completed(evidence, spelling, solved[puzzle], hidden)
                if whole is not None:
                    found[whole] = solved[puzzle]
            if puzzle is spelling.puzzle and solved[puzzle].status is not Status.SEVERAL:
                break  # what is hidden follows, or there is none
    return found


def _prolonged(evidence: NonogramEvidence, spelling: Spelling, hidden: Lines) -> Iterator[Nonogram]:
    """The puzzles in which one open line has one more run before those that are seen: as many cells as the
    crossing lines state beyond.
    """
    puzzle, rows = spelling.puzzle, len(evidence.rows)
    (at, *others) = hidden
    line = all_lines(evidence)[at]
    seen = runs_of(line, spelling.joined[at], spelling.digits)
    if others or not seen:
        return
    own, crossing = (puzzle.rows, puzzle.cols) if at < rows else (puzzle.cols, puzzle.rows)
    missing = totals(crossing) - totals(own) - totals([seen])
    if None in crossing or len(missing) != 1:
        return
    ((colour, length),) = missing.items()
    runs = (Run(length, colour), *seen)
    whole = [*puzzle.rows, *puzzle.cols]
    whole[at] = runs
    stated = Nonogram(tuple(whole[:rows]), tuple(whole[rows:]), puzzle.palette)
    if fits(stated):
        yield stated


def _may_be_hidden(evidence: NonogramEvidence) -> Iterator[list[Lines]]:
    """The sets of lines that may have hidden hints, by how much that explains away."""
    lines = all_lines(evidence)
    cut = tuple(at for at, line in enumerate(lines) if line.cut and line.shapes)
    blank = tuple(at for at, line in enumerate(lines) if not (line.shapes or line.unknown or line.crossed))
    yield [(at,) for at in cut]
    most = MOST_HIDDEN * len(lines)
    yield [found for found in dict.fromkeys((blank, cut, (*cut, *blank))) if 0 < len(found) <= most]


def _opened(evidence: NonogramEvidence, hidden: Lines) -> NonogramEvidence:
    lines = [
        replace(line, unknown=True) if at in hidden else line for at, line in enumerate(all_lines(evidence))
    ]
    rows = len(evidence.rows)
    return replace(evidence, rows=tuple(lines[:rows]), cols=tuple(lines[rows:]))


def _completed(
    evidence: NonogramEvidence, spelling: Spelling, outcome: Outcome, hidden: Lines
) -> Nonogram | None:
    """The puzzle with its open lines as the solution has them; None if what is seen of them disagrees."""
    puzzle, rows = spelling.puzzle, len(evidence.rows)
    cells = outcome.solutions[0].cells
    lines = [*puzzle.rows, *puzzle.cols]
    for at in hidden:
        line = all_lines(evidence)[at]
        seen = runs_of(line, spelling.joined[at], spelling.digits) if line.shapes else ()
        runs = runs_of_cells((cells[at] if at < rows else cells[:, at - rows]).tolist())
        says_blank = bool(line.shapes) and not seen  # a 0 is all that there is to such a line
        if seen is None or says_blank or not _ends_with(runs, seen):
            return None
        lines[at] = runs
    return Nonogram(tuple(lines[:rows]), tuple(lines[rows:]), puzzle.palette)


def _ends_with(runs: Runs, seen: Runs) -> bool:
    """Hints are cut off at their far end, so those next to the board are the last ones; the first of those
    that are seen may be the end of a number.
    """
    if len(runs) > len(seen) and runs[len(runs) - len(seen) :] == seen:
        return True
    if not seen or len(runs) < len(seen) or runs[len(runs) - len(seen) + 1 :] != seen[1:]:
        return False
    first, shown = runs[len(runs) - len(seen)], seen[0]
    return first.colour == shown.colour and str(first.length).endswith(str(shown.length))
