"""Reports how a board is solved, as steps with reasons; imported only when somebody listens.

What propagation decided in a line becomes one step per reason. The reasons are those that `deduce` gives for
hints; what takes more than one of them at once is reported as "all remaining arrangements agree".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Cell
from picrosser.solving.board import Board
from picrosser.solving.deduction import Rule
from picrosser.solving.outcome import Difficulty, Step, StepListener
from picrosser.solving.wording import Wording, because

_Why = tuple[Rule, int, int]
"""A reason: the rule, the colour, and the run (-1 for none)."""


class StepReporter:
    """Reports the steps of one call of `solve` to a listener.

    board : to be set before the first report; its rules give the reasons.
    """

    def __init__(self, puzzle: LinePuzzle, listener: StepListener) -> None:
        self._listener = listener
        self._columns = puzzle.shape[1]
        self._wording = Wording(puzzle)
        self._reported: set[int] = set()
        self._number = 0
        self.board: Board | None = None

    def line(self, line: int, decided: list[tuple[int, int]], before: Sequence[int]) -> None:
        """Report what propagating one line decided; a `DecidedListener`."""
        assert self.board is not None
        new = [(cell, colour) for cell, colour in decided if cell not in self._reported]
        if not new:
            return
        self._number += 1
        self._reported.update(cell for cell, _ in new)
        axis, number = self._wording.axis(line)
        rule, known = self.board.rules[line], _known(self.board, line, new, before)
        for (shown, colour, run), cells in _by_reason(self.board, line, new, before, known).items():
            positions = sum(1 << self.board.layout.lines[line].index(cell) for cell, _ in cells)
            had = known[colour].bit_count()
            why = because(rule, shown, colour, run, positions.bit_count(), axis, had=had)
            what = self._wording.order(axis, ((colour, positions),))
            text = f"{axis} {number + 1}: {what}: {why}"
            self._report(cells, line, Difficulty.LINE, text, shown)

    def refuted(self, cell: int, colour: int, line: int, left: Sequence[int]) -> None:
        """Report that a colour was excluded from a cell, since it would make a line impossible."""
        self._number += 1
        axis, number = self._wording.axis(line)
        otherwise = f"otherwise {axis} {number + 1} could not be completed"
        place, name = self._place(cell), self._wording.name
        if len(left) == 1 and cell not in self._reported:
            self._reported.add(cell)
            text = f"{place} must be {name(left[0])}: {otherwise}"
            self._report([(cell, left[0])], None, Difficulty.PROBE, text, Rule.SEARCH)
        else:
            text = f"{place} cannot be {name(colour)}: {otherwise}"
            self._report([], None, Difficulty.PROBE, text, Rule.SEARCH)

    def search(self, solution: Mapping[int, int]) -> None:
        """Report the cells that only search decided."""
        self._number += 1
        cells = [(cell, colour) for cell, colour in sorted(solution.items()) if cell not in self._reported]
        why = "every other way leads to a contradiction"
        self._report(cells, None, Difficulty.SEARCH, why, Rule.SEARCH)

    def _report(
        self,
        cells: Sequence[tuple[int, int]],
        line: int | None,
        difficulty: Difficulty,
        why: str,
        rule: Rule,
    ) -> None:
        axis, number = (None, None) if line is None else self._wording.axis(line)
        places = tuple((self._cell(cell), colour) for cell, colour in sorted(cells))
        self._listener(Step(places, axis, number, difficulty, why, rule, self._number))

    def _cell(self, cell: int) -> Cell:
        return divmod(cell, self._columns)

    def _place(self, cell: int) -> str:
        row, column = self._cell(cell)
        return f"row {row + 1}, column {column + 1}"


def _known(board: Board, line: int, new: list[tuple[int, int]], before: Sequence[int]) -> list[int]:
    """Per colour, the positions of a line that already had it before, as bit sets."""
    known = [0] * len(before)
    fresh = {cell for cell, _ in new}
    for position, cell in enumerate(board.layout.lines[line]):
        here = [colour for colour, may in enumerate(before) if may >> position & 1]
        if len(here) == 1 and cell not in fresh:
            known[here[0]] |= 1 << position
    return known


def _by_reason(
    board: Board, line: int, new: list[tuple[int, int]], before: Sequence[int], known: Sequence[int]
) -> dict[_Why, list[tuple[int, int]]]:
    """The decided cells, grouped by the first reason that shows them."""
    reasons = board.rules[line].reasons(before, known) or []
    found: dict[_Why, list[tuple[int, int]]] = {}
    for cell, colour in new:
        bit = 1 << board.layout.lines[line].index(cell)
        why: _Why = (Rule.ARRANGEMENTS, colour, -1)
        if not any(may & bit for other, may in enumerate(before) if other != colour):
            why = (Rule.CROSSING, colour, -1)
        else:
            for reason in reasons:
                if reason.colour == colour and reason.must & bit:
                    why = (reason.rule, colour, reason.run)
                    break
        found.setdefault(why, []).append((cell, colour))
    return found
