"""Decides what single lines leave open: probing, then a search for all solutions with a SAT solver.

Probing assumes a colour for one cell; if that makes a line impossible, the colour is excluded from the cell,
so every conclusion is certain. People solve hard puzzles the same way. Cells beside decided ones come first,
since an assumption there has the most consequences. The effort is bounded: beyond it, a SAT solver is faster.

`Search` encodes what is then open: decided cells are constants, which vanish; a cell with two colours left is
a single variable, true for the one and false for the other; a cell with more gets a variable per colour. Each
solution is forbidden once it is found, so the next one differs from all before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from time import perf_counter

from picrosser.solving.board import Board
from picrosser.solving.clauses import Encoding
from picrosser.solving.engines import AlternatingEngine, Clock, EngineMaker, OutOfTimeError, OutOfWorkError

MAX_PASSES = 2_000
"""Lines propagated under assumptions, 10 to 40 ms. This solves half of the published hard nonograms that
lines alone do not; five times as much solves one more, while search takes 20 ms for each."""

RefutedListener = Callable[[int, int, int, Sequence[int]], None]
"""Called with a cell, the refuted colour, the line that became impossible, and the colours that remain."""


def probe(
    board: Board,
    max_passes: int = MAX_PASSES,
    deadline: float | None = None,
    on_refuted: RefutedListener | None = None,
) -> int:
    """Probe until every cell is decided, a line is impossible, nothing is refuted, or the limit is reached.

    Parameters
    ----------
    board : propagated to its end, without an impossible line; it is changed.
    max_passes : how many lines may be propagated under assumptions.
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
                if spent > max_passes or (deadline is not None and perf_counter() > deadline):
                    return refuted
                fork = board.fork()
                fork.assume(cell, colour)
                fork.run(exact=False)
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
    """The open cells, those with the most decided neighbours first; the end of a line counts as decided."""
    open_cells = {cell for cell, here in board.candidates().items() if here & (here - 1)}
    beside = dict.fromkeys(open_cells, 0)
    for cells in board.layout.lines:
        for before, cell, after in zip((-1, *cells), cells, (*cells[1:], -1), strict=False):
            if cell in open_cells:
                beside[cell] += (before not in open_cells) + (after not in open_cells)
    return sorted(open_cells, key=lambda cell: (-beside[cell], cell))


def encode(board: Board, tick: Callable[[], None]) -> Encoding:
    """Encode what is open on a board.

    Parameters
    ----------
    board : propagated to its end, without an impossible line.
    tick : called once per line; may raise to stop.
    """
    found = Encoding()
    for cell, here in board.candidates().items():
        colours = [colour for colour in range(here.bit_length()) if here >> colour & 1]
        if len(colours) == 2:
            variable = found.fresh()
            found.literals[cell] = {colours[0]: -variable, colours[1]: variable}
        elif len(colours) > 2:
            found.literals[cell] = {colour: found.fresh() for colour in colours}
            found.demands.add_count(1, tuple(found.literals[cell].values()))
    none: Mapping[int, int] = {}
    for rule, places, cells in zip(board.rules, board.places, board.layout.lines, strict=True):
        tick()
        stated = rule.clauses(places, [found.literals.get(cell, none) for cell in cells], found.fresh)
        found.demands.clauses += stated.clauses
        found.demands.counts += stated.counts
    return found


class End(Enum):
    """How a search ended."""

    NO_MORE = "no more"
    OUT_OF_TIME = "out of time"
    OUT_OF_WORK = "out of work"


class Search:
    """The search for the solutions of one board.

    end : how the search ended; None while it is running.
    decisions : how often the engine had to guess, by its own count.
    """

    def __init__(
        self,
        board: Board,
        deadline: float | None = None,
        engine: EngineMaker | None = None,
        max_conflicts: int | None = None,
    ) -> None:
        """Prepare the search.

        Parameters
        ----------
        board : propagated to its end, without an impossible line.
        deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
        engine : the SAT solver to use; by default python-sat and z3 take turns.
        max_conflicts : of the SAT solver; None for no limit.
        """
        self._board = board
        self._clock = Clock(deadline, max_conflicts)
        self._make_engine = engine or AlternatingEngine
        self.end: End | None = None
        self.decisions = 0

    def solutions(self) -> Iterator[dict[int, int]]:
        """Yield solutions, each as the colour of every cell; then set `end`."""
        try:
            yield from self._solutions()
        except OutOfTimeError:
            self.end = End.OUT_OF_TIME
        except OutOfWorkError:
            self.end = End.OUT_OF_WORK
        else:
            self.end = End.NO_MORE

    def _solutions(self) -> Iterator[dict[int, int]]:
        encoding = encode(self._board, self._clock.check)
        self._clock.check()
        engine = self._make_engine(encoding, self._clock)
        decided = {cell: here.bit_length() - 1 for cell, here in self._board.candidates().items()}
        wanted = sorted({abs(literal) for here in encoding.literals.values() for literal in here.values()})
        while True:
            self._clock.check()
            try:
                more = engine.decide()
            finally:
                self.decisions = engine.decisions
            if not more:
                return
            true = engine.true_variables(wanted)
            chosen = {
                cell: next(k for k, literal in here.items() if (abs(literal) in true) == (literal > 0))
                for cell, here in encoding.literals.items()
            }
            yield decided | chosen
            engine.forbid([encoding.literals[cell][colour] for cell, colour in chosen.items()])
