"""Where lines decide no cell: a guess that is refuted shows one, or at last the solution itself does.

In: a board on which single lines show nothing more, and the solution. Out: one cell. The best guess is the
one that the fewest lines refute, so that a person has a chance to follow it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.solving.deduction import Deduction, Rule
from picrosser.solving.lines import Board
from picrosser.solving.wording import Wording

# Guesses at most, cells with few colours left first. On boards of 12x12 cheap reasoning takes 0.3 ms for one,
# exact reasoning 6 ms, and hardly ever refutes what the cheap one does not.
_TRIED, _TRIED_EXACTLY = 200, 20


def guess(board: Board, solution: Picture, cells: NDArray[np.int8], wording: Wording) -> Deduction:
    """Decide one cell.

    Parameters
    ----------
    board : with all that lines exclude; left as it is.
    solution : the only one.
    cells : (rows, cols) int8, what is on the board; UNKNOWN somewhere.
    wording : how to speak of the puzzle.
    """
    board = board.fork()
    board.run()  # shows nothing more, but is over then: the forks look only at what a guess changes
    left = board.candidates()
    flat: list[int] = cells.ravel().tolist()
    truth: list[int] = solution.cells.ravel().tolist()
    wrong = {
        number: [k for k in range(left[number].bit_length()) if left[number] >> k & 1 and k != truth[number]]
        for number, colour in enumerate(flat)
        if colour == UNKNOWN
    }
    numbers = sorted(wrong, key=lambda number: (len(wrong[number]), number))
    best = _easiest(board, numbers[:_TRIED], wrong, exact=False)
    best = best or _easiest(board, numbers[:_TRIED_EXACTLY], wrong, exact=True)
    chosen = numbers[0] if best is None else best[0]
    cell, true = divmod(chosen, cells.shape[1]), truth[chosen]
    place, name = f"row {cell[0] + 1}, column {cell[1] + 1}", wording.name(true)
    if best is None:
        why = f"no single guess settles one either; trying everything shows that {place} is {name}"
    else:
        axis, line = wording.axis(best[1])
        stuck = f"otherwise {axis} {line + 1} has no arrangement left in the end"
        why = f"a guess at {place} shows that it is {name}: {stuck}"
    why = f"no single line decides a cell; {why}"
    return Deduction(None, None, ((cell, true),), (), Rule.SEARCH, why)


def _easiest(
    board: Board, numbers: Sequence[int], wrong: dict[int, list[int]], *, exact: bool
) -> tuple[int, int] | None:
    """The cell whose wrong colours are refuted with the fewest lines, and a line that is stuck then."""
    found = [
        (*refuted, number)
        for number in numbers
        if (refuted := _refuted(board, number, wrong[number], exact)) is not None
    ]
    if not found:
        return None
    _, stuck, number = min(found)
    return number, stuck


def _refuted(board: Board, number: int, colours: Sequence[int], exact: bool) -> tuple[int, int] | None:
    """How many lines it takes to refute all these colours of a cell, and which is stuck in the end.

    None when the lines do not refute all of them.
    """
    passes, stuck = 0, -1
    for colour in colours:
        fork = board.fork()
        fork.assume(number, colour)
        fork.run(exact=exact)
        if fork.stuck is None:
            return None
        passes, stuck = passes + fork.passes - board.passes, fork.stuck
    return passes, stuck
