"""Decides what single lines leave open: probing, then a search for all solutions with a SAT solver.

Probing assumes a colour for one cell; if that makes a line impossible, the colour is excluded from the cell,
so every conclusion is certain. People solve hard puzzles the same way. The effort is bounded: beyond it, a
SAT solver is faster.

`Search` states what is then open as clauses: decided cells are constants, which vanish; a cell with two
colours left is a single variable, true for the one and false for the other; a cell with more gets a variable
per colour. Each solution is forbidden once it is found, so the next one differs from all before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from math import inf
from time import perf_counter
from typing import Any

from picrosser.solving.board import Board
from picrosser.solving.rules.rule import Clauses

MAX_PASSES = 2_000
"""Lines propagated under assumptions, 10 to 40 ms. This solves half of the published hard nonograms that
lines alone do not; five times as much solves one more, while search takes 20 ms for each."""
_SLICE_CONFLICTS = 500
"""Of the SAT solver, which cannot be stopped from outside, between two looks at the clock: 5 to 100 ms, the
longest on boards of 100 x 100."""
_CLAUSES_PER_CHECK = 20_000
"""Clauses given to the SAT solver between two looks at the clock."""

RefutedListener = Callable[[int, int, int, Sequence[int]], None]
"""Called with a cell, the refuted colour, the line that became impossible, and the colours that remain."""


def probe(board: Board, deadline: float | None = None, on_refuted: RefutedListener | None = None) -> int:
    """Probe until every cell is decided, a line is impossible, nothing is refuted, or the limit is reached.

    Parameters
    ----------
    board : propagated to its end, without an impossible line; it is changed.
    deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
    on_refuted : called with every colour that is excluded.

    Returns
    -------
    How many assumptions were refuted.
    """
    refuted = 0
    spent = 0
    progress = True
    while progress:
        progress = False
        for cell in _open_cells(board):
            for colour in _remaining(board, cell):
                left = _remaining(board, cell)
                if colour not in left or len(left) < 2:
                    continue  # an earlier refutation has decided this cell
                if spent > MAX_PASSES or (deadline is not None and perf_counter() > deadline):
                    return refuted
                fork = board.fork()
                fork.assume(cell, colour)
                fork.run()
                spent += fork.passes - board.passes
                if fork.impossible_line is None:
                    continue
                refuted += 1
                progress = True
                board.rule_out(cell, colour)
                if on_refuted is not None:
                    on_refuted(cell, colour, fork.impossible_line, _remaining(board, cell))
                board.run(deadline)
                if board.impossible_line is not None:
                    return refuted
    return refuted


def _remaining(board: Board, cell: int) -> list[int]:
    """The colours that a cell may still have."""
    line, position = board.layout.places_of[cell][0]
    return [colour for colour, may in enumerate(board.places[line]) if may >> position & 1]


def _open_cells(board: Board) -> list[int]:
    """The open cells, those with the most decided neighbours first: assumptions there have most consequences.

    The end of a line counts as decided.
    """
    open_cells = {cell for cell, here in board.candidates().items() if here & (here - 1)}
    beside = dict.fromkeys(open_cells, 0)
    for cells in board.layout.lines:
        for before, cell, after in zip((-1, *cells), cells, (*cells[1:], -1), strict=False):
            if cell in open_cells:
                beside[cell] += (before not in open_cells) + (after not in open_cells)
    return sorted(open_cells, key=lambda cell: (-beside[cell], cell))


class End(Enum):
    """How a search ended."""

    NO_MORE = "no more"
    OUT_OF_TIME = "out of time"
    OUT_OF_WORK = "out of work"


class _StoppedError(Exception):
    """A limit was reached: `args` holds the `End`."""


class Search:
    """The search for the solutions of one board.

    end : how the search ended; None while it is running.
    decisions : how often the SAT solver had to guess, by its own count.
    """

    def __init__(self, board: Board, deadline: float | None = None, max_conflicts: int | None = None) -> None:
        """Prepare the search.

        Parameters
        ----------
        board : propagated to its end, without an impossible line.
        deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
        max_conflicts : of the SAT solver; None for no limit.
        """
        self._board = board
        self._deadline = inf if deadline is None else deadline
        self._max_conflicts = inf if max_conflicts is None else max_conflicts
        self._conflicts = 0
        self.end: End | None = None
        self.decisions = 0

    def solutions(self) -> Iterator[dict[int, int]]:
        """Yield solutions, each as the colour of every cell; then set `end`."""
        try:
            yield from self._solutions()
            self.end = End.NO_MORE
        except _StoppedError as stopped:
            self.end = stopped.args[0]

    def _solutions(self) -> Iterator[dict[int, int]]:
        from pysat.solvers import Gluecard4  # Glucose, which counts natively

        literals, stated = self._encoded()
        decided = self._board.decided()
        with Gluecard4() as solver:
            self._load(solver, stated)
            while self._has_solution(solver):
                true = {literal for literal in solver.get_model() if literal > 0}
                chosen = {
                    cell: next(k for k, literal in here.items() if (abs(literal) in true) == (literal > 0))
                    for cell, here in literals.items()
                }
                yield decided | chosen
                solver.add_clause([-literals[cell][colour] for cell, colour in chosen.items()])

    def _encoded(self) -> tuple[dict[int, dict[int, int]], Clauses]:
        """Per open cell and remaining colour, the literal for "the cell has this colour"; and all clauses."""
        literals: dict[int, dict[int, int]] = {}
        found = Clauses()
        for cell, here in self._board.candidates().items():
            colours = [colour for colour in range(here.bit_length()) if here >> colour & 1]
            if len(colours) == 2:
                variable = found.fresh()
                literals[cell] = {colours[0]: -variable, colours[1]: variable}
            elif len(colours) > 2:
                literals[cell] = {colour: found.fresh() for colour in colours}
                found.add_count(1, tuple(literals[cell].values()))
        none: Mapping[int, int] = {}
        for rule, places, cells in zip(
            self._board.rules, self._board.places, self._board.layout.lines, strict=True
        ):
            self._check_time()
            rule.state(found, places, [literals.get(cell, none) for cell in cells])
        return literals, found

    def _load(self, solver: Any, stated: Clauses) -> None:
        for count, literals in stated.counts:
            solver.add_atmost(list(literals), count)
            solver.add_atmost([-literal for literal in literals], len(literals) - count)
        for number, clause in enumerate(stated.clauses):
            if not number % _CLAUSES_PER_CHECK:
                self._check_time()
            solver.add_clause(clause)

    def _has_solution(self, solver: Any) -> bool:
        """Whether there is a (further) solution.

        Raises
        ------
        _StoppedError : the deadline came first, or the conflicts that were allowed are spent.
        """
        answer: bool | None = None
        while answer is None:
            self._check_time()
            if self._conflicts >= self._max_conflicts:
                raise _StoppedError(End.OUT_OF_WORK)
            solver.conf_budget(int(min(_SLICE_CONFLICTS, self._max_conflicts - self._conflicts)))
            # Without expect_interrupt python-sat installs a Ctrl-C handler that aborts in the middle of work.
            answer = solver.solve_limited(expect_interrupt=True)
            counts = solver.accum_stats()
            self._conflicts, self.decisions = counts["conflicts"], counts["decisions"]
        return answer

    def _check_time(self) -> None:
        if perf_counter() > self._deadline:
            raise _StoppedError(End.OUT_OF_TIME)
