"""A picture whose puzzle has several answers in, a picture near it with only one out.

Every change of a single cell is tried, those first in which the answers differ; so a single cell is found
whenever one is enough and time allows. Where none is, the changes that leave the fewest cells open are
followed further, a few at a time: the result is then a near change, not surely the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from picrosser.making.hints import Kind, puzzle_of
from picrosser.puzzles.picture import Cell, Colour, Picture
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

_MOST_CHANGES = 8  # more is another picture
_FOLLOWED = 4  # boards that are followed further
_TRIED_FURTHER = 60  # changes that are tried on each of them
_SOLVE_S = 2.0  # for one trial: a puzzle that takes longer is none that one wants


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell that gets another colour: numbers in the palette."""

    cell: Cell
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Near:
    """A unique picture near another one.

    changes : in the order they were found.
    nearest : no fewer cells would do; of one cell that is sure.
    """

    picture: Picture
    outcome: Outcome
    changes: tuple[CellChange, ...]
    nearest: bool


@dataclass(frozen=True, slots=True)
class _Try:
    picture: Picture
    outcome: Outcome
    changes: tuple[CellChange, ...]


def nearest_unique(picture: Picture, kind: Kind, outcome: Outcome, *, time_limit_s: float) -> Near | None:
    """Find a small change of cells that leaves one answer.

    Parameters
    ----------
    picture : one of the answers.
    outcome : what `solve` says of its puzzle: SEVERAL.

    Returns
    -------
    None if no such change was found in time.
    """
    deadline = perf_counter() + time_limit_s
    front = [_Try(picture, outcome, ())]
    for depth in range(1, _MOST_CHANGES + 1):
        tried: list[_Try] = []
        for parent in front:
            limit = None if depth == 1 else _TRIED_FURTHER
            for number, change in enumerate(_changes(parent)):
                if perf_counter() > deadline:
                    return None
                if limit is not None and number >= limit:
                    break
                child = _changed(parent, change, kind)
                if child.outcome.status is Status.UNIQUE:
                    return Near(child.picture, child.outcome, child.changes, depth == 1)
                if child.outcome.status is Status.SEVERAL:
                    tried.append(child)
        front = sorted(tried, key=lambda one: len(one.outcome.differing))[:_FOLLOWED]
    return None


def _changes(parent: _Try) -> Iterator[CellChange]:
    """Changes of one cell: where the answers differ first, and to like colours first."""
    rows, cols = parent.picture.shape
    differing = set(parent.outcome.differing)
    done = {change.cell for change in parent.changes}
    cells = [(row, col) for row in range(rows) for col in range(cols) if (row, col) not in done]
    painted = parent.picture.rows
    used = {colour for row in painted for colour in row}
    palette = parent.picture.palette
    found = []
    for row, col in cells:
        now = int(painted[row][col])
        for other in used - {now}:
            likeness = _distance(palette[now], palette[other])
            found.append(
                ((row, col) not in differing, likeness, row, col, CellChange((row, col), now, other))
            )
    for *_, change in sorted(found, key=lambda one: one[:4]):
        yield change


def _changed(parent: _Try, change: CellChange, kind: Kind) -> _Try:
    rows = [list(row) for row in parent.picture.rows]
    rows[change.cell[0]][change.cell[1]] = change.after
    picture = Picture(rows, parent.picture.palette)
    return _Try(picture, solve(puzzle_of(picture, kind), timeout_s=_SOLVE_S), (*parent.changes, change))


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
