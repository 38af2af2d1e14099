"""A puzzle in, the number of its solutions out."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from picrosser.puzzles.checking import LinePuzzle, contradictions
from picrosser.solving.puzzle_lines import board_of, picture_of
from picrosser.solving.search import End, Search
from picrosser.solving.solve import judged


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions a puzzle has.

    number : those found. complete : there are no more; else the time was up.
    seconds : wall time.
    """

    number: int
    complete: bool
    seconds: float


def count_solutions(puzzle: LinePuzzle, *, timeout_s: float | None = None) -> Counted:
    """Count a puzzle's solutions, one after the other: millions take too long.

    Parameters
    ----------
    timeout_s : wall time in seconds; None for no limit.

    Raises
    ------
    PicrosserError : the referee finds that the solver has a bug.
    KeyboardInterrupt : Ctrl-C.
    """
    started = perf_counter()
    deadline = None if timeout_s is None else started + timeout_s
    if contradictions(puzzle):
        return Counted(0, True, perf_counter() - started)
    board = board_of(puzzle)
    if not board.run(deadline):
        return Counted(0, False, perf_counter() - started)
    if board.stuck is not None or board.is_solved():
        return Counted(int(board.stuck is None), True, perf_counter() - started)
    search = Search(board, deadline)
    number = 0
    for cells in search.solutions():
        judged(puzzle, picture_of(puzzle, cells))
        number += 1
    return Counted(number, search.end is End.NO_MORE, perf_counter() - started)
