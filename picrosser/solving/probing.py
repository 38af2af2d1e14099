"""Where lines are stuck: assume a colour for one cell, and exclude it if the lines refute that.

In: a propagated board. Out: the same board with less possible; every conclusion holds. What a person does
too, on hard puzzles; cells beside decided ones come first, since an assumption there meets the most.
Bounded: what is left after that, search decides sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from picrosser.solving.lines import Board

MOST_PASSES = 2_000
"""Lines propagated under assumptions: 10 to 40 ms. Of the published hard nonograms that lines alone do not
solve this solves half; with five times as much it is one more, and search takes 20 ms for each."""

RefutedListener = Callable[[int, int, int, Sequence[int]], None]
"""Called with a cell, the colour that was refuted, the line that was stuck, and the colours that are left."""


def ignore(_cell: int, _colour: int, _stuck: int, _left: Sequence[int]) -> None:
    """Listen to nothing."""


def probe(
    board: Board,
    most_passes: int = MOST_PASSES,
    deadline: float | None = None,
    on_refuted: RefutedListener = ignore,
) -> int:
    """Probe until every cell is decided, a line is stuck, nothing more is refuted, or the bound is reached.

    Parameters
    ----------
    board : propagated to its end and not stuck; it is changed.
    most_passes : how many lines may be propagated under assumptions.
    deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
    on_refuted : told of every colour that is excluded.

    Returns
    -------
    How many assumptions were refuted.
    """
    refuted = 0
    spent = 0
    progress = True
    while progress:
        progress = False
        for cell in _in_order(board):
            for colour in _left(board, cell):
                left = _left(board, cell)
                if colour not in left or len(left) < 2:
                    continue  # what was refuted meanwhile has decided it
                if spent > most_passes or (deadline is not None and perf_counter() > deadline):
                    return refuted
                fork = board.fork()
                fork.assume(cell, colour)
                fork.run(exact=False)
                spent += fork.passes - board.passes
                if fork.stuck is None:
                    continue
                refuted += 1
                progress = True
                board.rule_out(cell, colour)
                on_refuted(cell, colour, fork.stuck, _left(board, cell))
                board.run(deadline)
                if board.stuck is not None:
                    return refuted
    return refuted


def _left(board: Board, cell: int) -> list[int]:
    """What a cell may still be."""
    line, position = board.layout.places_of[cell][0]
    return [colour for colour, may in enumerate(board.places[line]) if may >> position & 1]


def _in_order(board: Board) -> list[int]:
    """The open cells, those with the most decided neighbours first; the end of a line counts as decided."""
    open_cells = {cell for cell, here in board.candidates().items() if here & (here - 1)}
    beside = dict.fromkeys(open_cells, 0)
    for cells in board.layout.lines:
        for before, cell, after in zip((-1, *cells), cells, (*cells[1:], -1), strict=False):
            if cell in open_cells:
                beside[cell] += (before not in open_cells) + (after not in open_cells)
    return sorted(open_cells, key=lambda cell: (-beside[cell], cell))
