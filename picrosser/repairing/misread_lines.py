"""Correct the few lines of a nonogram whose digits were put together to the wrong numbers.

In some lines a gap is narrower or wider than usual, or a digit of a title stands over a column. Rows and
columns state one picture twice, so such a line contradicts others, and every set of lines that contradict
each other holds one. A diagnosis is a smallest set of lines that has a line of each contradiction (R. Reiter:
"A theory of diagnosis from first principles", 1987). The hints of its lines are ignored, the other lines are
solved, and the digits of the ignored lines have to spell what the solution says. Lost digits are not filled
in: where one is lost, more may be, and several lines with lost digits may agree with each other.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.picture import Picture
from picrosser.repairing.hidden_runs import Lines, runs_at
from picrosser.repairing.spelling import HintsSeen, Joined, fitting_runs, rivals_of
from picrosser.solving.contradiction import MAX_TRIAL_CONFLICTS
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.puzzle_board import board_of
from picrosser.solving.reasoning import needed_items
from picrosser.solving.solve import solve

LINES_PER_MISREAD = 10  # a board needs so many lines for each that is misread
# And so many if digits of a line may be a title's: of 5 x 5 cells the other lines had one solution by chance
LINES_BESIDE_TITLE = 15
MOST_MISREAD = 3
MOST_RULES = 4  # by which numbers may be spaced; the clearest come first
MOST_CONFLICTS = 8  # sets of contradicting lines that are looked for, at 20 to 80 ms each
MOST_SOLUTIONS = 12  # of the other lines: with more of them it is not known what the open ones state

Corrected = tuple[dict[Nonogram, Outcome], Lines]
"""The uniquely solvable puzzles, and the lines that were misread."""


def correct_misread_lines(seen: HintsSeen) -> Corrected:
    """The puzzles that explain what is seen with the fewest misread lines, and these; empty if none does.

    Raises TimeLimitError: the time was up.
    """
    most = min(MOST_MISREAD, len(seen.evidence.lines) // LINES_PER_MISREAD)
    every = [_LinesRead(seen, joined) for joined in seen.joins]
    misfits = [lines.misfits for lines in every]
    likely = [lines for lines, unfit in zip(every, misfits, strict=True) if len(unfit) <= most]
    for lines in likely[:MOST_RULES]:
        lines.without_room = frozenset.intersection(*misfits)
        found, misread = lines.corrected(most)
        if found:
            return found, misread
    return {}, ()


@dataclass
class _LinesRead:
    """What the lines of a board state by one rule of spacing, rows first.

    stated : of each line; None if it is unknown, or spells no numbers for which there is room.
    without_room : the lines that spell none by any rule.
    """

    seen: HintsSeen
    joined: Joined
    stated: list[Runs | None] = field(init=False)
    conflicts: list[frozenset[int]] = field(default_factory=list)
    without_room: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.stated = list(fitting_runs(self.seen.evidence, self.joined, self.seen.best))

    @property
    def misfits(self) -> frozenset[int]:
        """The lines that spell no numbers, or have no room for these."""
        lines = zip(self.stated, self.seen.evidence.lines, strict=True)
        return frozenset(at for at, (runs, line) in enumerate(lines) if runs is None and not line.unknown)

    def corrected(self, most: int) -> Corrected:
        """The puzzles of the smallest diagnoses, of at most so many lines, and the last of these."""
        lines = enumerate(self.seen.evidence.lines)
        respaced = {at for at, line in lines if any(join.decided is None for join in line.joins)}
        if self._needs_more_than(most):
            return {}, ()
        diagnoses = {self.misfits}
        for _ in range(len(self.misfits), most + 1):
            further: set[frozenset[int]] = set()
            found: dict[Nonogram, Outcome] = {}
            where: Lines = ()
            for misread in sorted(diagnoses, key=sorted):
                if len(self.conflicts) > MOST_CONFLICTS:
                    return {}, ()
                if conflict := self._conflict_beside(misread):
                    further |= {misread | {line} for line in conflict & respaced}
                    continue
                explained = self._explained(misread)
                if explained is None:
                    return {}, ()
                found |= explained
                where = tuple(sorted(misread)) if explained else where
            if found:
                return ({}, ()) if self._may_be_otherwise(where) else (found, where)
            diagnoses = further
        return {}, ()

    def _needs_more_than(self, most: int) -> bool:
        """Whether more lines are misread: so many sets of lines, no two of which share one, contradict."""
        opened = self.misfits
        for _ in range(most + 1 - len(opened)):
            conflict = self._conflict_beside(opened)
            if conflict is None:
                return False
            opened |= conflict
        return True

    def _conflict_beside(self, opened: frozenset[int]) -> frozenset[int] | None:
        """Lines that contradict each other while some are open, each of them needed; None if none do."""
        known = next((one for one in self.conflicts if not one & opened), None)
        if known is None and self._are_refuted(kept := self._kept(opened)):
            self.seen.deadline.check("looking for misread lines")
            known = frozenset(needed_items(kept, self._are_refuted))
            self.conflicts.append(known)
        return known

    def _kept(self, opened: Collection[int]) -> list[int]:
        return [at for at, runs in enumerate(self.stated) if at not in opened and runs is not None]

    def _are_refuted(self, kept: Collection[int]) -> bool:
        """Whether propagating these lines alone ends in one without an arrangement."""
        board = board_of(
            self.seen.evidence.puzzle_of(
                [runs if at in kept else None for at, runs in enumerate(self.stated)]
            )
        )
        board.run()
        return board.impossible_line is not None

    def _explained(self, misread: frozenset[int]) -> dict[Nonogram, Outcome] | None:
        """The puzzles that the other lines leave and that explain the open ones; None if it is not known."""
        left = [None if at in misread else runs for at, runs in enumerate(self.stated)]
        outcome = self._solved(self.seen.evidence.puzzle_of(left), MOST_SOLUTIONS)
        wholes = [whole for solution in outcome.solutions if (whole := self._completed(solution, misread))]
        if outcome.status is Status.GAVE_UP or (wholes and len(outcome.solutions) == MOST_SOLUTIONS):
            return None
        outcomes = {whole: self._solved(whole, 2) for whole in wholes}
        return outcomes if all(one.status is Status.UNIQUE for one in outcomes.values()) else None

    def _solved(self, puzzle: Nonogram, at_most: int) -> Outcome:
        left_s = self.seen.deadline.left_s
        return solve(puzzle, at_most=at_most, max_conflicts=MAX_TRIAL_CONFLICTS, time_limit_s=left_s)

    def _completed(self, solution: Picture, misread: frozenset[int]) -> Nonogram | None:
        """The puzzle with its misread lines as in a solution; None if these cannot show what is seen."""
        lines = list(self.stated)
        for at in misread:
            lines[at] = runs = runs_at(solution, at)
            if not self._may_show(at, runs):
                return None
        return self.seen.evidence.puzzle_of(lines)

    def _may_show(self, at: int, runs: Runs) -> bool:
        """Whether the digits of a line spell these runs, in other numbers.

        Where they have no room by any rule, the first or the last ones may be of something else: a title. Not
        beside a small board.
        """
        line = self.seen.evidence.lines[at]
        may_be_of_title = at in self.without_room and len(self.stated) >= LINES_BESIDE_TITLE
        seen = [
            (self.seen.best[shape], colour) for shape, colour in zip(line.shapes, line.colours, strict=True)
        ]
        stated = [(int(digit), run.colour) for run in runs for digit in str(run.length)]
        ends = seen[: len(stated)], seen[len(seen) - len(stated) :]
        return stated == seen or (may_be_of_title and bool(stated) and stated in ends)

    def _may_be_otherwise(self, misread: Lines) -> bool:
        """Whether the other lines agree, too, if a digit is another one."""
        kept = self._kept(misread)
        for digits in rivals_of(self.seen.evidence, self.seen.best, 1):
            other = _LinesRead(self.seen._replace(best=digits), self.joined)
            is_other = any(other.stated[at] != self.stated[at] for at in kept)
            if is_other and not other._are_refuted(kept):
                return True
        return False
