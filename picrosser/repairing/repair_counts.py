"""Solve a Hungry Cat reading, and repair it if necessary: by sums, then solvability, then uniqueness.

Many readings may add up (see `integer_program`); few of those can be solved, and a puzzle made by people has
exactly one solution. A reading is accepted only if it has one solution, and every other reading that is
nearly as likely has none. Undecided circles and hidden hints are left free: if the solution is still unique,
it says what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.checking import LineName, contradictions
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints, fill_in_hints, with_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.puzzles.picture import Picture
from picrosser.repairing.counts_repaired import (
    CERTAIN_NATS,
    Change,
    CountsRepaired,
    Reason,
    TriedReading,
    changes_between,
)
from picrosser.repairing.integer_program import Fit, IntegerProgram
from picrosser.solving.contradiction import contradictory_lines
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

# Nats: a reading with several solutions is less likely by this, since puzzles are made to have only one.
AMBIGUITY_COST = 6.0
# Nats: a repaired reading may not cost more than MAX_REPAIR_COST or COST_PER_LINE for each row and column
# beyond ten, whichever is more. A line's sum says little more than one digit, so on a small board wrong
# changes can make all sums agree. A single hint that looks nothing like what is seen costs 13.
MAX_REPAIR_COST, COST_PER_LINE = 16.0, 3.0
MAX_COST_BEHIND_FIRST = 20.0  # nats: readings this far behind the likeliest one that adds up are not tried
MAX_READINGS = 40
# Of all integer programs of one repair together: the same picture gets the same answer, however busy the
# machine is. On boards of 20 x 20 the largest program that decided anything has 7,254, and takes 1.2
# CPU-seconds; one of 9,172 took 14. A likeliest reading needs a second program, which looks for rivals.
MAX_VARIABLES = 16_000
MAX_COMPLETIONS = 48  # ways to fill in one reading's open hints
# Conflicts of the SAT solver, for solving one reading: to search for a solution that does not exist can take
# very long. The readings of real boards with hidden and misread hints, and of drawn ones of up to 20 x 20,
# have 4 at most; so many take up to 4 s.
MAX_TRY_CONFLICTS = 20_000
MIN_TRY_S = 0.05  # left at least of the time limit for solving a reading, whose lines alone take less
MAX_ALTERNATIVES = 4  # of a doubt
# In a known typeface a shape's likeliest digit leads by at least this many nats. If this share of digits have
# less, the typeface is unknown and the search would take a minute. The share is under 0.1 for all typefaces
# in 200 drawn screenshots, over 0.6 for invented symbols.
MIN_LEAD, MIN_UNCLEAR_SHARE = 3.0, 0.5
# Lines propagated and guesses made, of 20 to 50 microseconds each, to explain why a puzzle has no solution
MAX_CONTRADICTION_WORK = 60_000

_UNKNOWN = CountHint(None, None)
MAX_CIRCLE_CONFLICTS = 2_000  # for solving the puzzle with one circle changed
MAX_CIRCLES_WORK = 40_000  # lines propagated and guesses made, of 20 to 50 microseconds each


def repair_counts(
    puzzle: HungryCat,
    evidence: Evidence,
    doubts: Sequence[Doubt],
    *,
    looked: HungryCat | None = None,
    timeout_s: float | None = None,
) -> CountsRepaired:
    """Solve a reading, repairing it if it has to be.

    A hint that the sums change beside hidden ones is taken to be hidden, too, and all is settled again.

    Parameters
    ----------
    puzzle : the likeliest reading, hint by hint.
    evidence : what each hint may be; the same places as the puzzle's.
    doubts : why the reading may be wrong; a reading without doubts is changed only if it has no solution.
    looked : the reading before any hint was set by hand; changes are reported relative to it.
    timeout_s : wall time for solving.
    """
    began = perf_counter()
    looked = looked or puzzle
    found = _Attempt(puzzle, evidence, tuple(doubts), looked, timeout_s).settled()
    covered = _probably_covered(evidence, found)
    if not covered or found.doubts:
        return found
    doubts = (
        *doubts,
        *(Doubt(hint.place, None, (), "what hides hints beside it may hide it, too") for hint in covered),
    )
    for hint in covered:
        evidence = evidence.with_hint(replace(hint, spellings=(), circled=0.0, hidden=True))
    now = zip(evidence.hints, all_hints(puzzle), strict=True)
    puzzle = with_hints(
        puzzle, [_UNKNOWN if hint.hidden and not hint.fixed else as_read for hint, as_read in now]
    )
    left_s = None if timeout_s is None else max(0.0, timeout_s - (perf_counter() - began))
    return repair_counts(puzzle, evidence, doubts, looked=looked, timeout_s=left_s)


def _probably_covered(evidence: Evidence, found: CountsRepaired) -> list[HintEvidence]:
    """The hints that the sums have changed, beside hidden ones: what covers those may cover these, too.

    A cover in the colour of a slot's numbers may look like one of them.
    """
    changed = {change.place for change in found.changes if change.reason is Reason.SUMS}
    hidden = [hint.place for hint in evidence.hints if hint.hidden and hint.fixed is None]
    return [
        hint
        for hint in evidence.hints
        if hint.place in changed and not hint.hidden and any(_are_neighbours(hint.place, at) for at in hidden)
    ]


def _are_neighbours(one: HintPlace, other: HintPlace) -> bool:
    return one.axis == other.axis and max(abs(one.line - other.line), abs(one.slot - other.slot)) == 1


class _Attempt:
    """One call of `repair_counts`."""

    def __init__(
        self,
        puzzle: HungryCat,
        evidence: Evidence,
        doubts: tuple[Doubt, ...],
        looked: HungryCat,
        timeout_s: float | None,
    ) -> None:
        self.puzzle = replace(puzzle, full=True)
        self.evidence = evidence
        self.doubts = doubts
        self.timeout_s = timeout_s
        self.started = perf_counter()
        self.read = all_hints(puzzle)
        self.looked = all_hints(looked)
        self.tried: list[TriedReading] = []

    def settled(self) -> CountsRepaired:
        """Try the reading as it is, then other readings that add up, likeliest first."""
        known = all(None not in (hint.count, hint.contiguous) for hint in self.read)
        if not self.doubts and known and not sums_leave_digits_open(self.evidence, CERTAIN_NATS):
            outcome = solve(self.puzzle, timeout_s=self.timeout_s)
            if outcome.status is not Status.NONE:
                changes = changes_between(self.evidence, self.looked, self.read)
                return self._settled(self.puzzle, outcome, changes)
            self._try(self.read, 0.0)
            answer = self._accepted(complete=True)
            if answer is not None and answer.outcome.status is Status.UNIQUE:
                return self._answered(answer)
            return self._unsolvable(self.puzzle, outcome)
        return self._judged(self._try_as_read() if self._adds_up() else self._try_all())

    def _adds_up(self) -> bool:
        """Whether all counts may be what they look like, and no shape is likely to be another digit."""
        if any(doubt.place.slot < 0 or doubt.place.line < 0 for doubt in self.doubts):
            return False
        hidden = any(hint.count is None for hint in self.read)
        return not (looks_ambiguous if hidden else sums_leave_digits_open)(self.evidence, CERTAIN_NATS)

    def _try_as_read(self) -> bool:
        self._try(self.read, 0.0)
        return True

    def _try_all(self) -> bool:
        """Try the readings that add up, likeliest first.

        Returns
        -------
        Whether no reading was left out that could be as likely as the answer.
        """
        if is_unknown_typeface(self.evidence):
            return False
        program = IntegerProgram(self.evidence)
        if 2 * program.variables > MAX_VARIABLES:
            return False
        likeliest: Fit | None = None
        spent = program.variables
        while len(self.tried) < MAX_READINGS and spent <= MAX_VARIABLES and not self._is_late():
            answer = self._answer()
            try:
                if likeliest is None:
                    fit = likeliest = program.best(self._left())
                else:
                    most = answer.cost + CERTAIN_NATS if answer else likeliest.cost + MAX_COST_BEHIND_FIRST
                    fit = program.next_best(likeliest, most, self._left())
            except TimeoutError:
                return False
            if fit is None:
                return True
            self._try(self._hints(fit.counts), fit.cost)
            if fit.cost > self.max_cost and answer is None:
                return False  # all likelier ones have been tried: there is nothing to accept
            program.forbid(fit)
            spent += program.variables
        return False

    @property
    def max_cost(self) -> float:
        """The most, in nats, that an accepted reading may cost."""
        lines = self.evidence.rows + self.evidence.cols
        return max(MAX_REPAIR_COST, COST_PER_LINE * (lines - 10))

    def _left(self) -> float | None:
        return None if self.timeout_s is None else self.timeout_s - (perf_counter() - self.started)

    def _is_late(self) -> bool:
        left = self._left()
        return left is not None and left <= 0

    def _hints(self, counts: NDArray[np.intp]) -> tuple[CountHint, ...]:
        return tuple(
            _stated(self.evidence, hint, count)
            for hint, count in zip(self.evidence.hints, counts.tolist(), strict=True)
        )

    def _try(self, hints: Sequence[CountHint], cost: float) -> None:
        """Solve a reading; if it has open hints and several solutions, try the ways to fill them in.

        If it has no solution, circles that are not certain are left open, too; changing one has its cost.
        """
        puzzle = with_hints(self.puzzle, hints)
        outcome = self._solved(puzzle)
        if outcome.status is Status.NONE and (opened := with_open_circles(self.evidence, hints)) != hints:
            otherwise = with_hints(self.puzzle, opened)
            found = self._solved(otherwise)
            if found.status is Status.UNIQUE:
                completed = fill_in_hints(otherwise, found.solutions[0])
                cost += circle_cost(self.evidence, all_hints(completed))
                self.tried.append(TriedReading(completed, cost, found))
                return
            if found.status is Status.SEVERAL:
                hints, puzzle, outcome = opened, otherwise, found
        if outcome.status is Status.SEVERAL and any(None in (hint.count, hint.contiguous) for hint in hints):
            self._try_completions(puzzle, cost)
        else:
            self.tried.append(TriedReading(puzzle, cost, outcome))

    def _try_completions(self, puzzle: HungryCat, cost: float) -> None:
        """Try every way to fill in a reading's open hints, one for each of its solutions.

        A completion that several solutions share has several solutions itself; one that belongs to a single
        solution has exactly that one.
        """
        outcome = self._solved(puzzle, at_most=MAX_COMPLETIONS)
        if outcome.status is not Status.SEVERAL or len(outcome.solutions) == MAX_COMPLETIONS:
            self.tried.append(TriedReading(puzzle, cost, outcome))
            return
        completions: dict[HungryCat, list[Picture]] = {}
        for solution in outcome.solutions:
            completions.setdefault(fill_in_hints(puzzle, solution), []).append(solution)
        for completed, solutions in completions.items():
            total = cost + circle_cost(self.evidence, all_hints(completed))
            if len(solutions) == 1:
                found = replace(
                    outcome,
                    status=Status.UNIQUE,
                    picture=solutions[0],
                    solutions=(solutions[0],),
                    differing=(),
                )
            else:
                found = self._solved(completed)
            self.tried.append(TriedReading(completed, total, found))

    def _solved(self, puzzle: HungryCat, at_most: int = 2) -> Outcome:
        left = self._left()
        left_s = None if left is None else max(MIN_TRY_S, left)
        return solve(puzzle, at_most=at_most, timeout_s=left_s, max_conflicts=MAX_TRY_CONFLICTS)

    def _answer(self) -> TriedReading | None:
        unique = [t for t in self.tried if t.outcome.status is Status.UNIQUE]
        return min(unique, key=lambda t: t.cost, default=None)

    def _only_ambiguous(self) -> TriedReading | None:
        """The one reading that can be solved, if it has several solutions although all hints are known."""
        solvable = [t for t in self.tried if t.outcome.status is not Status.NONE]
        if len(solvable) != 1 or solvable[0].outcome.status is not Status.SEVERAL:
            return None
        known = all(None not in (hint.count, hint.contiguous) for hint in all_hints(solvable[0].puzzle))
        return solvable[0] if known else None

    def _judged(self, complete: bool) -> CountsRepaired:
        """Accept the answer if no other reading may be right."""
        answer = self._accepted(complete)
        return self._unsettled() if answer is None else self._answered(answer)

    def _accepted(self, complete: bool) -> TriedReading | None:
        """The answer; None if there is none that can be trusted, or if another reading may be right."""
        answer = self._answer() or self._only_ambiguous()
        if answer is None or not complete or answer.cost > self.max_cost:
            return None
        others = (other for other in self.tried if other is not answer)
        return None if any(_may_be_right(other, answer) for other in others) else answer

    def _answered(self, answer: TriedReading) -> CountsRepaired:
        puzzle = answer.puzzle
        if answer.outcome.status is Status.UNIQUE:
            puzzle = fill_in_hints(puzzle, answer.outcome.solutions[0])
        changes = changes_between(self.evidence, self.looked, all_hints(puzzle))
        return self._settled(puzzle, answer.outcome, changes)

    def _unsettled(self) -> CountsRepaired:
        """Report what remains in doubt about the likeliest reading that can be solved, or that adds up."""
        possible = [t for t in self.tried if t.outcome.status in (Status.UNIQUE, Status.SEVERAL)]
        possible.sort(key=lambda t: t.cost)
        if not possible:
            puzzle = self.tried[0].puzzle if self.tried else self.puzzle
            outcome = self.tried[0].outcome if self.tried else self._solved(puzzle)
            return self._unsolvable(puzzle, outcome)
        best = possible[0]
        doubts = doubts_between(self.evidence, [(t.puzzle, t.outcome) for t in possible]) or self.doubts
        puzzle = fill_in_hints(best.puzzle, best.outcome.solutions[0]) if len(possible) > 1 else best.puzzle
        remedies = [
            (doubts[0].place, hint)
            for hint in (doubts[0].read, *doubts[0].alternatives)
            if isinstance(hint, CountHint)
        ]
        return self._settled(puzzle, best.outcome, (), doubts, tuple(remedies))

    def _settled(
        self,
        puzzle: HungryCat,
        outcome: Outcome,
        changes: tuple[Change, ...] = (),
        doubts: tuple[Doubt, ...] = (),
        remedies: tuple[tuple[HintPlace, CountHint], ...] = (),
        contradiction: tuple[LineName, ...] = (),
    ) -> CountsRepaired:
        unknown = any(hint.count is None for hint in all_hints(puzzle))
        return CountsRepaired(
            replace(puzzle, full=unknown),
            outcome,
            changes,
            doubts,
            remedies,
            contradiction,
            tuple(self.tried),
        )

    def _unsolvable(self, puzzle: HungryCat, outcome: Outcome) -> CountsRepaired:
        """Report which lines contradict each other, and which single circle would settle it."""
        contradiction: tuple[LineName, ...] = ()
        remedies: tuple[tuple[HintPlace, CountHint], ...] = ()
        left = self._left()
        spare_s = None if left is None else left / 2
        if outcome.status is Status.NONE and not contradictions(puzzle) and not self._is_late():
            contradiction = contradictory_lines(puzzle, spare_s, MAX_CONTRADICTION_WORK)
            if all_hints(puzzle) == self.read:  # else more than a circle is wrong
                remedies = circles_that_settle(self.evidence, puzzle, MAX_ALTERNATIVES, spare_s)
        return self._settled(puzzle, outcome, (), self.doubts, remedies, contradiction)


def _stated(evidence: Evidence, hint: HintEvidence, count: int) -> CountHint:
    """The hint that a count and the evidence state together; unknown if nothing can be seen."""
    if hint.hidden and hint.fixed is None:
        return CountHint(None, None)
    stated = evidence.stated(hint, count)
    vanished = count > 0 and not hint.spellings and hint.fixed is None
    # Whatever hides a number completely hides its circle too.
    return CountHint(stated.count, stated.contiguous or None) if vanished and count > 1 else stated


def _may_be_right(other: TriedReading, answer: TriedReading) -> bool:
    """Whether another reading that was tried may be right instead of the answer."""
    if other.outcome.status is Status.NONE:
        return False
    penalty = AMBIGUITY_COST if other.outcome.status is Status.SEVERAL else 0.0
    return other.cost + penalty < answer.cost + CERTAIN_NATS


# ---- What the sums and the solver leave open, and which hints would decide it


def is_unknown_typeface(evidence: Evidence) -> bool:
    """Whether most digits resemble no known one, so that their looks say nothing."""
    unclear = [
        sorted(evidence.shapes[shape])[-2] > -MIN_LEAD
        for hint in evidence.hints
        if hint.spellings and hint.fixed is None
        for shape in hint.spellings[0].shapes
    ]
    return bool(unclear) and float(np.mean(unclear)) >= MIN_UNCLEAR_SHARE


def looks_ambiguous(evidence: Evidence, nats: float) -> bool:
    """Whether some visible number may be another one that looks less likely by at most `nats`."""
    shapes = {shape for hint in evidence.hints for s in hint.spellings for shape in s.shapes}
    recut = any(len(hint.spellings) > 1 and -hint.spellings[1].nats < nats for hint in evidence.hints)
    return recut or any(-sorted(evidence.shapes[shape])[-2] < nats for shape in shapes)


def sums_leave_digits_open(evidence: Evidence, nats: float) -> bool:
    """Whether one or two shapes may be other digits, at a cost below `nats`, without changing any sum.

    Then the sums do not prove what these shapes are: for example if all 3s may be 5s, and all 5s 3s.
    """
    weights = _weights_in_sums(evidence)
    effects = [
        (shape, -n, (digit - int(np.argmax(likelihoods))) * weights[shape])
        for shape, likelihoods in enumerate(evidence.shapes)
        for digit, n in enumerate(likelihoods)
        if 0 < -n < nats and weights[shape].any()
    ]
    if any(not effect.any() for _, _, effect in effects):
        return True
    return any(
        one != other and cost + more < nats and not (effect + change).any()
        for (one, cost, effect), (other, more, change) in combinations(effects, 2)
    )


def _weights_in_sums(evidence: Evidence) -> NDArray[np.intp]:
    """(shapes, sums) how much each shape's digit adds to each sum: of the rows, the columns, the colours."""
    lines, colours = evidence.rows + evidence.cols, evidence.colours
    found = np.zeros((len(evidence.shapes), lines + colours), np.intp)
    for at, hint in enumerate(evidence.hints):
        if hint.spellings and hint.fixed is None:
            line, slot = divmod(at, colours)
            for power, shape in enumerate(reversed(hint.spellings[0].shapes)):
                found[shape, line] += 10**power
                found[shape, lines + slot] += 10**power if line < evidence.rows else -(10**power)
    return found


def doubts_between(evidence: Evidence, readings: Sequence[tuple[HungryCat, Outcome]]) -> tuple[Doubt, ...]:
    """A doubt for every hint in which possible readings differ, first those with the most different values.

    readings : puzzles, likeliest first, with their outcomes; all their solutions count.
    """
    completed = [
        all_hints(fill_in_hints(puzzle, solution))
        for puzzle, outcome in readings
        for solution in outcome.solutions
    ]
    if len(completed) < 2:
        return ()
    several = len(readings) > 1
    why = "more than one reading adds up and can be solved" if several else "the other hints leave it open"
    found: list[tuple[int, int, Doubt]] = []
    for at, (hint, *values) in enumerate(zip(evidence.hints, *completed, strict=True)):
        distinct = list(dict.fromkeys(values))
        if len(distinct) > 1 and hint.fixed is None:
            doubt = Doubt(hint.place, distinct[0], tuple(distinct[1:MAX_ALTERNATIVES]), why)
            found.append((-len(distinct), at, doubt))
    return tuple(doubt for _, _, doubt in sorted(found, key=lambda item: item[:2]))


def circle_cost(evidence: Evidence, hints: Sequence[CountHint]) -> float:
    """The cost, in nats, of all circles that differ from what they look like."""
    return sum(
        abs(seen.circled)
        for seen, hint in zip(evidence.hints, hints, strict=True)
        if _is_open_circle(evidence, seen, hint) and hint.contiguous not in (None, seen.circled > 0)
    )


def with_open_circles(evidence: Evidence, hints: Sequence[CountHint]) -> tuple[CountHint, ...]:
    """The hints, those unknown of which it is not certain whether they are circled."""
    return tuple(
        CountHint(hint.count, None) if _is_open_circle(evidence, seen, hint) else hint
        for seen, hint in zip(evidence.hints, hints, strict=True)
    )


def _is_open_circle(evidence: Evidence, seen: HintEvidence, hint: CountHint) -> bool:
    """Whether a number may be circled or not, by its looks: a full line is one run in any case."""
    return (
        1 < (hint.count or 0) < evidence.length(seen.place)
        and not seen.hidden
        and seen.fixed is None
        and abs(seen.circled) < CERTAIN_NATS
    )


def circles_that_settle(
    evidence: Evidence, puzzle: HungryCat, at_most: int, timeout_s: float | None
) -> tuple[tuple[HintPlace, CountHint], ...]:
    """Single circles whose change gives an unsolvable puzzle exactly one solution.

    They come least certain first: at most so many, and as many as are found in the time and with
    the work allowed.
    """
    deadline = np.inf if timeout_s is None else perf_counter() + timeout_s
    work = 0
    hints = all_hints(puzzle)
    order = sorted(range(len(hints)), key=lambda at: abs(evidence.hints[at].circled))
    found: list[tuple[HintPlace, CountHint]] = []
    for at in order:
        read, place = hints[at], evidence.hints[at].place
        if read.count is None or not 2 <= read.count < evidence.length(place) or read.contiguous is None:
            continue
        if perf_counter() > deadline or work > MAX_CIRCLES_WORK or len(found) == at_most:
            break
        other = CountHint(read.count, not read.contiguous)
        varied = with_hints(puzzle, [*hints[:at], other, *hints[at + 1 :]])
        outcome = solve(varied, max_conflicts=MAX_CIRCLE_CONFLICTS)
        work += outcome.effort
        if outcome.status is Status.UNIQUE:
            found.append((place, other))
    return tuple(found)
