"""Find a nonogram's few misread lines by the contradictions between all lines.

Rows and columns state one picture twice, so a misread line contradicts others, and every set of lines that
contradict each other holds a misread one. The smallest sets that meet all of these are diagnoses (R. Reiter:
"A theory of diagnosis from first principles", 1987). The lines of a diagnosis are left open, and the others
tell what these state. What they show has to be a part of that, in this order: digits may be lost, and gaps
between numbers misjudged, but a digit that other lines show, too, is no other.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from picrosser.puzzles.nonogram import Nonogram, Runs, room_needed
from picrosser.puzzles.picture import Picture
from picrosser.repairing.hidden_runs import Lines, runs_at
from picrosser.repairing.spelling import (
    MIN_NATS,
    MIN_RIVAL_NATS,
    HintsSeen,
    Joined,
    changed_digits,
    length_of,
    runs_of,
)
from picrosser.solving.contradiction import MAX_TRIAL_CONFLICTS
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.puzzle_board import board_of
from picrosser.solving.reasoning import needed_items
from picrosser.solving.solve import solve

LINES_PER_MISREAD = 10  # a board needs so many lines for each that is misread
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
    every = (_LinesRead(seen, joined) for joined in seen.joins)
    for lines in [lines for lines in every if len(lines.misfits) <= most][:MOST_RULES]:
        found, misread = lines.corrected(most)
        if found:
            return found, misread
    return {}, ()


@dataclass
class _LinesRead:
    """What the lines of a board state by one rule of spacing, rows first.

    runs : of each line; None if it is unknown, or spells no numbers. stated : the same, if there is room.
    """

    seen: HintsSeen
    joined: Joined
    runs: list[Runs | None] = field(init=False)
    stated: list[Runs | None] = field(init=False)
    conflicts: list[frozenset[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        lines = self.seen.evidence.lines
        self.runs = [
            None if line.unknown else runs_of(line, joins, self.seen.best)
            for line, joins in zip(lines, self.joined, strict=True)
        ]
        shape = len(self.seen.evidence.rows), len(self.seen.evidence.cols)
        self.stated = [
            runs if room_needed(runs or ()) <= length_of(at, shape) else None
            for at, runs in enumerate(self.runs)
        ]

    @property
    def misfits(self) -> frozenset[int]:
        """The lines that spell no numbers, or have no room for these."""
        lines = zip(self.stated, self.seen.evidence.lines, strict=True)
        return frozenset(at for at, (runs, line) in enumerate(lines) if runs is None and not line.unknown)

    @property
    def respaced(self) -> frozenset[int]:
        """The lines whose digits may form other numbers."""
        lines = enumerate(self.seen.evidence.lines)
        return frozenset(at for at, line in lines if any(join.decided is None for join in line.joins))

    def corrected(self, most: int) -> Corrected:
        """The puzzles of the smallest diagnoses, of at most so many lines, and the last of these."""
        diagnoses = set() if self._needs_more_than(most) else {self.misfits}
        for _ in range(len(self.misfits), most + 1):
            further: set[frozenset[int]] = set()
            found: dict[Nonogram, Outcome] = {}
            where: Lines = ()
            for misread in sorted(diagnoses, key=sorted):
                if len(self.conflicts) > MOST_CONFLICTS:
                    return {}, ()
                if conflict := self._conflict_beside(misread):
                    more = conflict & self.respaced if misread else conflict
                    further |= {misread | {line} for line in more if misread <= self.misfits | self.respaced}
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
        kept = self._kept(opened)
        if known is None and self._are_refuted(kept):
            self.seen.deadline.check("looking for misread lines")
            known = frozenset(needed_items(kept, self._are_refuted))
            self.conflicts.append(known)
        return known

    def _kept(self, opened: Collection[int]) -> list[int]:
        return [at for at, runs in enumerate(self.stated) if at not in opened and runs is not None]

    def _are_refuted(self, kept: Collection[int]) -> bool:
        lines = [runs if at in kept else None for at, runs in enumerate(self.stated)]
        return _is_refuted(self._puzzle(lines))

    def _puzzle(self, lines: Sequence[Runs | None]) -> Nonogram:
        rows = len(self.seen.evidence.rows)
        return Nonogram(tuple(lines[:rows]), tuple(lines[rows:]), self.seen.evidence.palette)

    def _explained(self, misread: frozenset[int]) -> dict[Nonogram, Outcome] | None:
        """The puzzles that the other lines leave and that explain the open ones; None if it is not known."""
        left = [None if at in misread else runs for at, runs in enumerate(self.stated)]
        outcome = self._solved(self._puzzle(left), MOST_SOLUTIONS)
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
            if not self._may_show(at, runs, misread):
                return None
        return self._puzzle(lines)

    def _may_show(self, at: int, runs: Runs, misread: frozenset[int]) -> bool:
        """Whether a line that states these runs may show its digits.

        They may well look like others; but a lone 0 is a whole line. Or some are lost, in any place; but half
        are seen, and all where several lines are misread. A shape that no other line shows is any digit, or
        none. Where the line has no room for all that it shows, its first or last digits may be of a title.
        """
        line, nats = self.seen.evidence.lines[at], self.seen.evidence.shapes
        stated = [(int(digit), run.colour) for run in runs for digit in str(run.length)]
        if self.runs[at] == () or (len(line.shapes) < len(stated) and len(misread) > 1):
            return False
        if [colour for _, colour in stated] == list(line.colours):
            looks = zip(line.shapes, stated, strict=True)
            if sum(nats[shape][digit] for shape, (digit, _) in looks) > MIN_NATS:
                return True
        lines = self.seen.evidence.lines
        known = {shape for kept in self._kept(misread) for shape in lines[kept].shapes}
        seen = [
            (self.seen.best[shape] if shape in known else None, colour)
            for shape, colour in zip(line.shapes, line.colours, strict=True)
        ]
        sure = [digit for digit in seen if digit[0] is not None]
        if any(2 * len(part) >= len(stated) and _is_part(part, stated) for part in (seen, sure)):
            return True
        ends = sure[: len(stated)], sure[len(sure) - len(stated) :]
        return at in self.misfits and len(sure) > len(stated) > 0 and stated in ends

    def _may_be_otherwise(self, misread: Lines) -> bool:
        """Whether the lines agree, too, if a digit is another one, or the board has a line more or less."""
        kept = set(self._kept(misread))
        for digits, nats in changed_digits(self.seen.evidence, self.seen.best, 1):
            other = _LinesRead(self.seen._replace(best=digits), self.joined)
            is_other = any(other.stated[at] != self.stated[at] for at in kept)
            if nats > MIN_RIVAL_NATS and is_other and not other._are_refuted(kept):
                return True
        rows = len(self.seen.evidence.rows)
        sides = tuple(self.runs[:rows]), tuple(self.runs[rows:])
        for axis, (mine, others) in enumerate((sides, sides[::-1])):
            for at in range(len(mine) + 1):
                for changed in {(*mine[:at], None, *mine[at:]), (*mine[:at], *mine[at + 1 :])} - {mine}:
                    pair = (others, changed) if axis else (changed, others)
                    if not _is_refuted(Nonogram(*pair, self.seen.evidence.palette)):
                        return True
        return False


def _is_part(seen: Sequence[tuple[int | None, int]], stated: Sequence[tuple[int, int]]) -> bool:
    """Whether digits with their colours stand among others, in this order; None is any digit."""
    left = iter(stated)
    return all(
        any(colour == other and digit in (None, true) for true, other in left) for digit, colour in seen
    )


def _is_refuted(puzzle: Nonogram) -> bool:
    """Whether some line has no room, or propagating single lines ends in one without an arrangement."""
    lines = enumerate((*puzzle.rows, *puzzle.cols))
    if any(room_needed(runs or ()) > length_of(at, puzzle.shape) for at, runs in lines):
        return True
    board = board_of(puzzle)
    board.run()
    return board.impossible_line is not None
