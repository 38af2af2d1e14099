"""Solve a Hungry Cat reading, and repair it if necessary: by sums, then solvability, then uniqueness.

Many readings may add up (see `integer_program`); few of those can be solved, and a puzzle made by people has
exactly one solution. A reading is accepted only if it has one solution, and every other reading that is
nearly as likely has none. Undecided circles and hidden hints are left free: if the solution is still unique,
it says what they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.doubt import CONCLUSIVE_NATS, LIKELY_NATS, Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints, fill_in_hints, with_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.repairing.counts_repaired import CountsRepaired, Reason, TriedReading, changes_between
from picrosser.repairing.integer_program import Fit, IntegerProgram
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.contradiction import contradictory_lines
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

# Nats: a repaired reading may not cost more than MAX_REPAIR_COST or COST_PER_LINE for each row and column
# beyond ten, whichever is more. A line's sum says little more than one digit, so on a small board wrong
# changes can make all sums agree. A single hint that looks nothing like what is seen costs 13.
MAX_REPAIR_COST, COST_PER_LINE = 16.0, 3.0
# Times that cost: what surely costs more is given up at once. Of two drawn boards with 1.2 and 1.8 times as
# much the likeliest fit is found in 0.1 s; of a picture that is no puzzle, with 2.4 times, in 25 s.
HOPELESS = 2.0
# Of all integer programs of one repair together: the same picture gets the same answer, however busy the
# machine is. On boards of 20 x 20 the largest program that decided anything has 7,254, and takes 1.2
# CPU-seconds; one of 9,172 took 14. A likeliest reading needs a second program, which looks for rivals.
MAX_VARIABLES = 16_000
# Likeliest readings that are tried: of 400 repairs all that end in an answer have it first, and no rival.
# Each further reading may take 5 CPU-seconds, on some boards 40 in all.
MAX_TRIED = 3
# Conflicts of the SAT solver, for solving one reading: to search for a solution that does not exist can take
# very long. The readings of real boards with hidden and misread hints, and of drawn ones of up to 20 x 20,
# have 4 at most; so many take up to 4 s.
MAX_TRY_CONFLICTS = 20_000
MAX_ALTERNATIVES = 4  # of a doubt, and solutions of a reading that leaves hints open, which tell them
# If so many shapes have no likely digit, the typeface is unknown and the search would take a minute. The
# share is under 0.1 for all typefaces in 200 drawn screenshots, over 0.6 for invented symbols.
MIN_UNCLEAR_SHARE = 0.5
# Lines propagated and guesses made, of 20 to 50 microseconds each, to explain why a puzzle has no solution
MAX_CONTRADICTION_WORK = 60_000

# Of all numbers, so that no colour is made up that is not seen at all: it would have more than a few. Drawn
# boards under fingers, notices and dirt that are read have up to 0.04 hidden.
MAX_HIDDEN, FEW_HIDDEN = 0.1, 4
# Of all numbers: those that follow from the others alone, hidden or corrected by the sums against what they
# look like. Drawn boards that are read rightly have up to 0.21; a picture with two rows twice, whose 4s were
# all corrected, has 0.29.
MAX_INFERRED = 0.25

_UNKNOWN = CountHint(None, None)


def repair_counts(
    puzzle: HungryCat,
    evidence: Evidence,
    doubts: Sequence[Doubt],
    *,
    looked: HungryCat | None = None,
    deadline: Deadline = NO_DEADLINE,
) -> CountsRepaired:
    """Solve a reading, repairing it if it has to be.

    A hint that the sums change beside hidden ones is taken to be hidden, too, and all is settled again.

    puzzle : the likeliest reading, hint by hint.
    evidence : what each hint may be; the same places as the puzzle's.
    doubts : why the reading may be wrong; a reading without doubts is changed only if its sums leave digits
        open.
    looked : the reading before any hint was set by hand; changes are reported relative to it.
    deadline : for solving.
    """
    looked = looked or puzzle
    whole = replace(puzzle, full=True)
    found = _Attempt(whole, evidence, tuple(doubts), all_hints(looked), deadline).repaired()
    covered = _probably_covered(evidence, found)
    if not covered or found.doubts:
        return found if found.doubts else replace(found, doubts=_too_many_inferred(evidence, found))
    why = "what hides hints beside it may hide it, too"
    doubts = (*doubts, *(Doubt(hint.place, None, (), why) for hint in covered))
    for hint in covered:
        evidence = evidence.with_hint(replace(hint, spellings=(), circled=0.0, hidden=True))
    now = zip(evidence.hints, all_hints(puzzle), strict=True)
    puzzle = with_hints(
        puzzle, [_UNKNOWN if hint.hidden and not hint.fixed else as_read for hint, as_read in now]
    )
    return repair_counts(puzzle, evidence, doubts, looked=looked, deadline=deadline)


def _probably_covered(evidence: Evidence, found: CountsRepaired) -> list[HintEvidence]:
    """The hints that the sums have changed, beside hidden ones: what covers those may cover these, too."""
    changed = {change.place for change in found.changes if change.reason is Reason.SUMS}
    hidden = [hint.place for hint in evidence.hints if hint.hidden and hint.fixed is None]
    return [
        hint
        for hint in evidence.hints
        if hint.place in changed and not hint.hidden and any(_are_neighbours(hint.place, at) for at in hidden)
    ]


def _too_many_inferred(evidence: Evidence, found: CountsRepaired) -> tuple[Doubt, ...]:
    """A doubt if the solution or the sums had to tell too many of the numbers."""
    by_hand = {hint.place for hint in evidence.hints if hint.fixed is not None}
    changes = [change for change in found.changes if change.now.count and change.place not in by_hand]
    hidden = [change.place for change in changes if change.reason is Reason.HIDDEN]
    cost = min((tried.cost for tried in found.tried), default=0.0)
    by_sums = [change.place for change in changes if change.reason is Reason.SUMS]
    against_looks = by_sums if cost > LIKELY_NATS else []
    numbers = sum(bool(hint.count) for hint in all_hints(found.puzzle))
    for places, share, why in (
        (hidden, MAX_HIDDEN, "are hidden"),
        (hidden + against_looks, MAX_INFERRED, "are not what they look like"),
    ):
        if len(places) > max(FEW_HIDDEN, share * numbers):
            words = f"{len(places)} of {numbers} numbers {why}, which is too many"
            return (Doubt(places[0], None, (), words),)
    return ()


def _are_neighbours(one: HintPlace, other: HintPlace) -> bool:
    return one.axis == other.axis and max(abs(one.line - other.line), abs(one.slot - other.slot)) == 1


@dataclass(slots=True)
class _Attempt:
    """One call of `repair_counts`."""

    puzzle: HungryCat
    evidence: Evidence
    doubts: tuple[Doubt, ...]
    looked: Sequence[CountHint]
    deadline: Deadline
    tried: list[TriedReading] = field(default_factory=list)

    def repaired(self) -> CountsRepaired:
        found = self._settled()
        is_open = any(hint.count is None for hint in all_hints(found.puzzle))
        return replace(found, puzzle=replace(found.puzzle, full=is_open), tried=tuple(self.tried))

    def _settled(self) -> CountsRepaired:
        """The reading as it is, if it is certain; else the likeliest one that adds up and can be solved."""
        known = all(None not in (hint.count, hint.contiguous) for hint in all_hints(self.puzzle))
        if not self.doubts and known and not sums_leave_digits_open(self.evidence):
            outcome = solve(self.puzzle, time_limit_s=self.deadline.left_s)
            if outcome.status is Status.NONE:
                return self._unsolvable(self.puzzle, outcome)
            return self._certain(self.puzzle, outcome)
        is_complete, answer = self._try_all(), self._answer
        if answer is None or not is_complete or answer.cost > self._max_cost:
            return self._unsettled()
        return self._certain(fill_in_hints(answer.puzzle, answer.outcome.solutions[0]), answer.outcome)

    def _certain(self, puzzle: HungryCat, outcome: Outcome) -> CountsRepaired:
        changes = changes_between(self.evidence, self.looked, all_hints(puzzle))
        return CountsRepaired(puzzle, outcome, changes)

    @property
    def _answer(self) -> TriedReading | None:
        """The first of the readings tried that has exactly one solution."""
        return next((tried for tried in self.tried if tried.outcome.status is Status.UNIQUE), None)

    def _try_all(self) -> bool:
        """Try the readings that add up, likeliest first; whether none as likely as the answer is left."""
        if is_unknown_typeface(self.evidence):
            return False
        program = IntegerProgram(self.evidence, self.deadline)
        if 2 * program.variables > MAX_VARIABLES:
            return False
        likeliest: Fit | None = None
        spent = program.variables
        while spent <= MAX_VARIABLES and len(self.tried) < MAX_TRIED and not self.deadline.is_past:
            answer = self._answer
            try:
                if likeliest is None:
                    fit = likeliest = program.best(HOPELESS * self._max_cost)
                else:
                    most = self._max_cost if answer is None else answer.cost + CONCLUSIVE_NATS
                    fit = program.next_best(likeliest, most)
            except TimeoutError:
                return False
            if fit is None:
                return True
            hints = [
                _stated(self.evidence, hint, count)
                for hint, count in zip(self.evidence.hints, fit.counts.tolist(), strict=True)
            ]
            puzzle = with_hints(self.puzzle, hints)
            self.tried.append(TriedReading(puzzle, fit.cost, self._solved(puzzle)))
            if fit.cost > self._max_cost and answer is None:
                return False  # all likelier ones have been tried: there is nothing to accept
            possible = sum(tried.outcome.status is not Status.NONE for tried in self.tried)
            if self._answer is not None and possible > 1:
                return False  # one is as likely as the answer
            program.forbid(fit)
            spent += program.variables
        return False

    @property
    def _max_cost(self) -> float:
        """The most, in nats, that an accepted reading may cost."""
        lines = self.evidence.rows + self.evidence.cols
        return max(MAX_REPAIR_COST, COST_PER_LINE * (lines - 10))

    def _solved(self, puzzle: HungryCat) -> Outcome:
        left_s = self.deadline.left_s
        return solve(puzzle, at_most=MAX_ALTERNATIVES, time_limit_s=left_s, max_conflicts=MAX_TRY_CONFLICTS)

    def _unsettled(self) -> CountsRepaired:
        """Report what remains in doubt about the likeliest reading that can be solved, or that adds up."""
        possible = [t for t in self.tried if t.outcome.status in (Status.UNIQUE, Status.SEVERAL)]
        if not possible and self.tried:
            return self._unsolvable(self.tried[0].puzzle, self.tried[0].outcome)
        if not possible:
            return self._unsolvable(self.puzzle, self._solved(self.puzzle))
        best = possible[0]
        doubts = doubts_between(self.evidence, [(t.puzzle, t.outcome) for t in possible]) or self.doubts
        puzzle = fill_in_hints(best.puzzle, best.outcome.solutions[0]) if len(possible) > 1 else best.puzzle
        remedies = tuple(
            (doubts[0].place, hint)
            for hint in (doubts[0].read, *doubts[0].alternatives)
            if isinstance(hint, CountHint)
        )
        return CountsRepaired(puzzle, best.outcome, doubts=doubts, remedies=remedies)

    def _unsolvable(self, puzzle: HungryCat, outcome: Outcome) -> CountsRepaired:
        found = CountsRepaired(puzzle, outcome, doubts=self.doubts)
        if outcome.status is not Status.NONE or contradictions(puzzle) or self.deadline.is_past:
            return found
        lines = contradictory_lines(puzzle, self.deadline.left_s, MAX_CONTRADICTION_WORK)
        return replace(found, contradiction=lines)


def _stated(evidence: Evidence, hint: HintEvidence, count: int) -> CountHint:
    """The hint that a count and the evidence state together; unknown if nothing can be seen."""
    if hint.hidden and hint.fixed is None:
        return _UNKNOWN
    stated = evidence.stated(hint, count)
    vanished = count > 1 and not hint.spellings and hint.fixed is None
    # Whatever hides a number completely hides its circle too.
    return CountHint(stated.count, stated.contiguous or None) if vanished else stated


def is_unknown_typeface(evidence: Evidence) -> bool:
    """Whether most digits resemble no known one, so that their looks say nothing."""
    unclear = [
        sorted(evidence.shapes[shape])[-2] > -LIKELY_NATS
        for hint in evidence.hints
        if hint.spellings and hint.fixed is None
        for shape in hint.spellings[0].shapes
    ]
    return bool(unclear) and float(np.mean(unclear)) >= MIN_UNCLEAR_SHARE


def sums_leave_digits_open(evidence: Evidence) -> bool:
    """Whether one or two shapes may be other digits without changing any sum, for less than is conclusive.

    Then the sums do not prove what these shapes are: for example if all 3s may be 5s, and all 5s 3s.
    """
    weights = _weights_in_sums(evidence)
    effects = [
        (shape, -n, (digit - int(np.argmax(likelihoods))) * weights[shape])
        for shape, likelihoods in enumerate(evidence.shapes)
        for digit, n in enumerate(likelihoods)
        if 0 < -n < CONCLUSIVE_NATS and weights[shape].any()
    ]
    if any(not effect.any() for _, _, effect in effects):
        return True
    return any(
        one != other and cost + more < CONCLUSIVE_NATS and not (effect + change).any()
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
    found: list[tuple[int, Doubt]] = []
    for hint, *values in zip(evidence.hints, *completed, strict=True):
        distinct = list(dict.fromkeys(values))
        if len(distinct) > 1 and hint.fixed is None:
            doubt = Doubt(hint.place, distinct[0], tuple(distinct[1:MAX_ALTERNATIVES]), why)
            found.append((-len(distinct), doubt))
    return tuple(doubt for _, doubt in sorted(found, key=lambda item: item[0]))
