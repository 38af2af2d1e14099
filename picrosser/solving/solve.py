"""Solves a puzzle, cheapest method first, and proves whether the solution is unique.

The stages are: contradictions visible in the hints, propagation of single lines, and a SAT solver's search,
which also looks for a second solution. What propagation decides is forced, so a board that it completes is
uniquely solvable without further proof. Probing then tells how hard the only solution is to find: it assumes
a colour for one cell; if that makes a line impossible, the colour is excluded from the cell. People solve
hard puzzles the same way. A referee that shares no code with the solver checks every solution before it
leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from picrosser.errors import PicrosserError, expect
from picrosser.puzzles.checking import LinePuzzle, contradictions, violations
from picrosser.puzzles.picture import UNKNOWN, Cell, Picture
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.board import Board
from picrosser.solving.outcome import Difficulty, Outcome, Status, StepListener, ignore
from picrosser.solving.puzzle_board import axis_of, board_of, picture_of, symmetries_of
from picrosser.solving.rules.positions import as_rows
from picrosser.solving.rules.rule import TRUE, Clauses
from picrosser.solving.sat import MAX_CLAUSES, Glucose, Limits, StoppedError, TakingTurns

if TYPE_CHECKING:  # step reports are rarely needed: they are imported on first use
    import numpy as np
    from numpy.typing import NDArray

    from picrosser.solving.wording import StepReporter

MAX_PASSES = 1_000
"""Lines propagated under assumptions, 5 to 20 ms. This solves half of the published hard nonograms that lines
alone do not; half as much solves one less, and twice as much not one more."""

MAX_PLACES = 500_000  # of runs in lines that are stated at once: some MB for each array
PROBING_S = 0.2  # the least time for probing: when time is up, it still shows most of what can be known


def solve(
    puzzle: LinePuzzle,
    *,
    at_most: int = 2,
    time_limit_s: float | None = None,
    max_conflicts: int | None = None,
    on_step: StepListener = ignore,
) -> Outcome:
    """Find the solutions of a puzzle.

    Parameters
    ----------
    puzzle : any hints, contradictory ones too.
    at_most : stop after this many solutions; 2 is enough to tell whether the first is the only one.
    time_limit_s : wall time in seconds, kept to within about half a second; None for no limit.
    max_conflicts : of the SAT solvers, if lines do not decide the puzzle: 500 take 5 to 100 ms. Unlike a time
        limit it gives the same answer on a busy machine; None for no limit.
    on_step : called with every step of the solution.

    Raises
    ------
    ValueError : `at_most` is below 2 (a single solution says nothing about others).
    KeyboardInterrupt : Ctrl-C, also while a SAT solver is running.

    Examples
    --------
    >>> one = (picrosser.Run(1),)
    >>> outcome = picrosser.solve(picrosser.Nonogram((one, one), (one, one)), time_limit_s=10)
    >>> outcome.status.value, outcome.picture
    ('several', Picture(??/??))
    """
    expect(puzzle, LinePuzzle, "a HungryCat or Nonogram")
    if at_most < 2:
        raise ValueError(f"at_most is {at_most}; to tell one solution from several it must be at least 2")
    return _Attempt(puzzle, at_most, max_conflicts, on_step, Deadline.after(time_limit_s)).outcome()


@dataclass(slots=True)
class _Attempt:
    """One call of `solve`."""

    puzzle: LinePuzzle
    at_most: int
    max_conflicts: int | None
    on_step: StepListener
    deadline: Deadline
    started: float = field(default_factory=perf_counter)
    reporter: StepReporter | None = None
    difficulty: Difficulty = Difficulty.LINE
    passes: int = 0
    decisions: int = 0

    def outcome(self) -> Outcome:
        """Run the stages, cheapest first."""
        obvious = contradictions(self.puzzle)
        if obvious:
            return self._end(Status.NONE, None, why="; ".join(obvious[:3]))
        board = board_of(self.puzzle)
        if self.on_step is not ignore:
            from picrosser.solving.wording import StepReporter

            self.reporter = StepReporter(self.puzzle, board, self.on_step)
        finished = board.run(self.deadline)
        self.passes = board.passes
        if not finished:
            known = picture_of(self.puzzle, board.decided())
            return self._end(Status.GAVE_UP, known, why="the time limit was reached while propagating lines")
        if board.impossible_line is not None:
            return self._impossible(board.impossible_line)
        if board.is_solved():
            only = _verified(self.puzzle, picture_of(self.puzzle, board.decided()))
            return self._end(Status.UNIQUE, only, (only,))
        self.difficulty = Difficulty.SEARCH
        return self._search(board)

    def _search(self, board: Board) -> Outcome:
        search = Search(self.puzzle, board, self.deadline, self.max_conflicts)
        found: list[Picture] = []
        first: Mapping[int, int] = {}
        for cells in search.solutions():
            first = first or cells
            found.append(_verified(self.puzzle, picture_of(self.puzzle, cells)))
            if len(found) == self.at_most:
                break
        self.decisions = search.decisions
        if len(found) > 1:
            return self._several(found)
        if not found and not search.limit:
            why = "every line can be filled by itself, but search proved that the lines contradict each other"
            return self._end(Status.NONE, None, why=why)
        deadline = Deadline(max(self.deadline.ends, perf_counter() + PROBING_S))
        self.decisions += probe(board, first, deadline, self.reporter)
        if board.impossible_line is not None:
            return self._impossible(board.impossible_line)
        known = picture_of(self.puzzle, board.decided())
        if known.is_complete:
            self.difficulty = Difficulty.PROBE
            return self._end(Status.UNIQUE, known, (_verified(self.puzzle, known),))
        if search.limit:
            doing = "looking for a second solution" if found else "searching"
            why = f"the {search.limit} was reached while {doing}"
            return self._end(Status.GAVE_UP, known, tuple(found), why=why)
        if self.reporter:
            self.reporter.search(first)
        return self._end(Status.UNIQUE, found[0], tuple(found))

    def _impossible(self, line: int) -> Outcome:
        axis, number = axis_of(self.puzzle, line)
        why = f"{axis} {number + 1}: no arrangement fits its hints and what the other lines decide"
        return self._end(Status.NONE, None, why=why)

    def _several(self, found: Sequence[Picture]) -> Outcome:
        rows = zip(*(picture.rows for picture in found), strict=True)
        seen = [[set(here) for here in zip(*row, strict=True)] for row in rows]
        shared = [[min(here) if len(here) == 1 else UNKNOWN for here in row] for row in seen]
        differing = tuple((r, c) for r, row in enumerate(seen) for c, here in enumerate(row) if len(here) > 1)
        return self._end(Status.SEVERAL, Picture(shared, self.puzzle.palette), tuple(found), differing)

    def _end(
        self,
        status: Status,
        picture: Picture | None,
        solutions: tuple[Picture, ...] = (),
        differing: tuple[Cell, ...] = (),
        why: str = "",
    ) -> Outcome:
        seconds = perf_counter() - self.started
        effort = self.difficulty, self.passes, why, seconds, self.decisions
        return Outcome(status, picture, solutions, differing, *effort)


def _verified(puzzle: LinePuzzle, picture: Picture) -> Picture:
    """The picture, if the referee finds no mistake in it; else the solver has a bug."""
    wrong = violations(puzzle, picture)
    if wrong:
        raise PicrosserError(f"the solver's answer breaks a rule: {wrong[0].text}", "please report this")
    return picture


class Counted(NamedTuple):
    """The number of solutions of a puzzle.

    number : the solutions found.
    complete : there are no more; False if time ran out.
    seconds : wall time.

    Examples
    --------
    >>> counted = picrosser.count_solutions(picrosser.load_puzzle("house.toml").puzzle)
    >>> counted.number, counted.complete
    (1, True)
    """

    number: int
    complete: bool
    seconds: float


def count_solutions(puzzle: LinePuzzle, *, time_limit_s: float | None = None) -> Counted:
    """Count a puzzle's solutions by finding each of them, so millions take too long.

    Parameters
    ----------
    time_limit_s : wall time in seconds; None for no limit.

    Raises
    ------
    PicrosserError : a solution breaks a rule, so the solver has a bug.
    KeyboardInterrupt : Ctrl-C.

    Examples
    --------
    >>> one = (picrosser.Run(1),)
    >>> picrosser.count_solutions(picrosser.Nonogram((one, one), (one, one))).number
    2
    """
    expect(puzzle, LinePuzzle, "a HungryCat or Nonogram")
    started = perf_counter()
    search = Search(puzzle, board_of(puzzle), Deadline.after(time_limit_s))
    number = 0
    for cells in search.solutions():
        _verified(puzzle, picture_of(puzzle, cells))
        number += 1
    return Counted(number, not search.limit, perf_counter() - started)


def shared_cells(puzzle: LinePuzzle, *, time_limit_s: float | None = None) -> Picture | None:
    """Return the cells that are equal in all solutions, the rest UNKNOWN; None without a solution, or time.

    time_limit_s : wall time; None for no limit.
    """
    search = Search(puzzle, board_of(puzzle), Deadline.after(time_limit_s))
    shared: dict[int, int] | None = None
    for cells in search.solutions(unlike_all=True):
        shared = cells if shared is None else {n: k for n, k in shared.items() if cells[n] == k}
    return None if shared is None or search.limit else picture_of(puzzle, shared)


def probe(
    board: Board, solution: Mapping[int, int], deadline: Deadline, reporter: StepReporter | None
) -> int:
    """Probe until every cell is decided, a line is impossible, nothing is refuted, or the limit is reached.

    Returns how many assumptions were refuted.

    board : propagated to its end, without an impossible line; it is changed.
    solution : of each cell, the colour that cannot be refuted; empty if no solution is known.
    reporter : to be told every colour that is excluded.
    """
    refuted = 0
    spent = 0
    progress = True
    while progress:
        progress = False
        for cell in _open_cells(board):
            for colour in board.colours_left(cell):
                left = board.colours_left(cell)
                if colour not in left or len(left) < 2 or colour == solution.get(cell):
                    continue  # an earlier refutation has decided this cell
                if spent > MAX_PASSES or deadline.is_past:
                    return refuted
                fork = board.assuming(cell, colour)
                spent += fork.passes - board.passes
                if fork.impossible_line is None:
                    continue
                refuted += 1
                progress = True
                board.rule_out(cell, colour)
                if reporter:
                    reporter.refuted(cell, colour, fork.impossible_line, board.colours_left(cell))
                board.run(deadline)
                if board.impossible_line is not None:
                    return refuted
    return refuted


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


class Search:
    """The search for the solutions of a puzzle.

    What lines leave open is stated as clauses: decided cells are constants, which vanish; a cell with two
    colours left is a single variable, true for the one and false for the other; a cell with more gets a
    variable per colour. Each solution is forbidden once it is found, so the next one differs from all before
    it; with `unlike_all`, in a cell in which these are equal, so there are at most as many as open cells.

    Where hints stay the same when the board is turned or flipped, as for many knots and ornaments, solutions
    that stay the same, too, are looked for first: a quarter of the cells decides the others. An only solution
    is of this kind, since turning it must not give another one.

    board : the puzzle's; it is propagated to its end.
    max_conflicts : of the SAT solvers; None for no limit.
    limit : the one that ended the search, in words; "" if none did.
    """

    def __init__(
        self,
        puzzle: LinePuzzle,
        board: Board,
        deadline: Deadline = NO_DEADLINE,
        max_conflicts: int | None = None,
    ) -> None:
        self._puzzle, self._board, self._deadline = puzzle, board, deadline
        self._limits = Limits(deadline, max_conflicts)
        self.limit = ""
        self._solvers: list[Glucose | TakingTurns] = []

    def solutions(self, *, unlike_all: bool = False) -> Iterator[dict[int, int]]:
        """Yield solutions, each as the colour of every cell; then set `limit`."""
        try:
            yield from self._solutions(unlike_all)
        except StoppedError as stopped:
            self.limit = str(stopped)

    def _solutions(self, unlike_all: bool) -> Iterator[dict[int, int]]:
        if contradictions(self._puzzle):
            return
        if not self._board.run(self._deadline):
            raise StoppedError("time limit")
        if self._board.impossible_line is not None:
            return
        if self._board.is_solved():
            yield self._board.decided()
            return
        import numpy as np

        literals, stated = self._encoded()
        last, cells = int(np.abs(literals).max()), np.arange(literals.shape[1])
        equal: NDArray[np.intp] | None = None  # true literals of the last solution, or of all
        self._solvers = [*self._of_symmetric(literals, stated), TakingTurns(stated, self._limits)]
        for solver in self._solvers:
            while solver.decide():
                is_true = solver.values(last)
                colours = (is_true[np.abs(literals)] == (literals > 0)).argmax(axis=0)
                yield dict(enumerate(colours.tolist()))
                chosen = literals[colours, cells]
                chosen = chosen[np.abs(chosen) != TRUE]
                if equal is not None and unlike_all:
                    chosen = equal[np.isin(equal, chosen)]
                equal = chosen
                if not len(equal):
                    return
                for each in self._solvers:
                    each.forbid(equal.tolist())

    def _of_symmetric(self, literals: NDArray[np.intp], stated: Clauses) -> Iterator[Glucose]:
        """A solver for solutions that turning or flipping leaves as they are, if it leaves the hints so."""
        if symmetries := symmetries_of(self._puzzle):
            equal = Clauses(stated.clauses, list(stated.blocks), stated.counts, stated.used)
            for moved in symmetries:  # "implies" is enough: going on, a cell comes back to its place
                equal.add_all(literals != literals[:, moved], -literals, literals[:, moved])
            yield Glucose(equal, self._limits)

    @property
    def decisions(self) -> int:
        return sum(solver.decisions for solver in self._solvers)

    def _encoded(self) -> tuple[NDArray[np.intp], Clauses]:
        """(colours, cells) the literal for "the cell has this colour"; and all clauses."""
        import numpy as np

        rules, lines, places = self._board.rules, self._board.layout.lines, self._board.places
        # The cells of each line; shorter lines end in an extra cell that has no colour
        number, longest = max(self._board.layout.places_of) + 1, max(map(len, lines))
        cells = np.array([[*line, *[number] * (longest - len(line))] for line in lines])
        rows = as_rows([may for line in places for may in line], longest)
        may = np.zeros((len(places[0]), number + 1), bool)
        may[:, cells] = rows.reshape(len(lines), -1, longest).transpose(1, 0, 2)
        may[:, number] = False
        stated = Clauses()
        literals = _cell_literals(may, stated)
        at_once = MAX_PLACES // longest**2 + 1
        for start in range(0, len(lines), at_once):
            self._limits.check()
            some = slice(start, start + at_once)
            rules[0].state(rules[some], stated, places[some], literals[:, cells[some]].transpose(1, 0, 2))
            if len(stated) > MAX_CLAUSES:
                raise StoppedError(f"limit of {MAX_CLAUSES} clauses")
        return literals[:, :number], stated


def _cell_literals(may: NDArray[np.bool_], stated: Clauses) -> NDArray[np.intp]:
    """(colours, cells) the literal for "the cell has this colour"; states that it has exactly one.

    may : (colours, cells) which colours each cell may still have.
    """
    import numpy as np

    choices = may.sum(axis=0)
    variables = np.where(choices > 2, choices, choices == 2)
    first = stated.used + 1 + np.cumsum(variables) - variables
    stated.used += int(variables.sum())
    stated.counts += [
        (1, [*range(start, start + count)])
        for start, count in zip(first.tolist(), choices.tolist(), strict=True)
        if count > 2
    ]
    place = np.cumsum(may, axis=0) - 1
    of_two = np.where(place == 0, -first, first)
    open_cells = np.where(choices == 2, of_two, first + place)
    return np.where(may, np.where(choices == 1, TRUE, open_cells), -TRUE)
