"""A reading with doubts in, the one that holds together out: sums first, then solvability, then uniqueness.

Many readings may add up (see `program`); few can be solved, and of a puzzle made by people one has a single
solution. A reading is taken for certain only if it has one solution, and every other reading that is nearly
as likely has none. Undecided circles and hidden hints are left free: if the picture is still the only one, it
says what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints, fill_in_hints, with_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.puzzles.picture import Picture
from picrosser.repairing.change import Change, changes_between
from picrosser.repairing.cryptarithm import decipher, is_overdetermined, is_unknown_typeface
from picrosser.repairing.integer_program import IntegerProgram
from picrosser.repairing.remains import open_between, single_fixes
from picrosser.repairing.settled import Settled, Tried
from picrosser.repairing.unsure import flips, swappable, unsure
from picrosser.solving.contradiction import LineName, contradictory_lines
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

# Nats: a reading is certain if no other possible one is within this of it; a thousand times less likely.
CERTAIN = 7.0
# A reading with several solutions is so much less likely: makers of puzzles see to it that there is one.
SEVERAL_UNLIKELY = 6.0
# Nats, and for each row and column beyond ten: what is repaired may not be unlikelier. A line's sum says
# little more than one digit, so that on a small board changes that are not the true ones can make all sums
# agree. A single hint that is nothing like what is seen costs 13.
ONE_CHANGE, EACH_LINE = 16.0, 3.0
HOPELESS = 20.0  # nats below the likeliest reading that adds up: no further
MOST_READINGS = 40
MOST_COMPLETIONS = 48  # ways to fill in one reading's open hints
TRY_S = 2.0  # for solving one reading; what does not fit together can take search very long
CIPHER_S = 1.0  # for asking the sums alone
ALL_S = 10.0  # for all of it
CLASH_S, FIXES_S = 3.0, 2.0  # for saying what is wrong with a puzzle that has no solution


def settle(
    puzzle: HungryCat,
    evidence: Evidence,
    doubts: Sequence[Doubt],
    *,
    looked: HungryCat | None = None,
    timeout_s: float | None = None,
) -> Settled:
    """Solve a reading, repairing it if it has to be.

    Parameters
    ----------
    puzzle : the likeliest reading, hint by hint.
    evidence : what each hint may be; its places are the puzzle's.
    doubts : why the reading may be wrong; a reading without doubts is changed only if it has no solution.
    looked : the reading before any hint was set by hand, which changes are told against.
    timeout_s : wall time for solving.
    """
    return _Attempt(puzzle, evidence, tuple(doubts), looked or puzzle, timeout_s).settled()


class _Attempt:
    """One call of `settle`."""

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
        self.tried: list[Tried] = []
        self.deciphered = False

    def settled(self) -> Settled:
        """Try the reading as it is, then the readings that add up, likeliest first."""
        known = all(None not in (hint.count, hint.contiguous) for hint in self.read)
        if not self.doubts and known and not swappable(self.evidence, CERTAIN):
            outcome = solve(self.puzzle, timeout_s=self.timeout_s)
            if outcome.status is not Status.NONE:
                changes = changes_between(self.evidence, self.looked, self.read)
                return self._settled(self.puzzle, outcome, changes)
            return self._unsolvable(self.puzzle, outcome)
        if is_unknown_typeface(self.evidence):
            self.deciphered = self._try_deciphered()
        complete = self.deciphered or (self._try_as_read() if self._adds_up() else self._try_all())
        return self._judged(complete)

    def _adds_up(self) -> bool:
        """Whether the counts as they look can all be right, and no shape has a likely other digit."""
        if any(doubt.place.slot < 0 or doubt.place.line < 0 for doubt in self.doubts):
            return False
        hidden = any(hint.count is None for hint in self.read)
        return not (unsure if hidden else swappable)(self.evidence, CERTAIN)

    def _try_as_read(self) -> bool:
        self._try(self.read, 0.0)
        return True

    def _try_deciphered(self) -> bool:
        """Try what the sums alone say of strange digits; whether they say anything."""
        found = decipher(self.evidence, MOST_READINGS, self._left())
        for counts in found or ():
            self._try(self._hints(counts), 0.0)
        return bool(found)

    def _try_all(self) -> bool:
        """Try the readings that add up; whether none was left out that could be as likely as the answer."""
        program = IntegerProgram(self.evidence)
        first: float | None = None
        while len(self.tried) < MOST_READINGS and (left := self._left()) > 0:
            answer = self._answer()
            most = answer.cost + CERTAIN if answer else np.inf if first is None else first + HOPELESS
            if len(self.tried) == 1 and answer and self._is_only_cipher(answer):
                return True
            try:
                fit = program.best(left, most)
            except TimeoutError:
                return False
            if fit is None:
                return True
            first = fit.cost if first is None else first
            self._try(self._hints(fit.counts), fit.cost)
            program.forbid(fit)
        return False

    def _is_only_cipher(self, answer: Tried) -> bool:
        """Whether the answer is the only way to give each shape one digit, by the sums alone.

        Given the likeliest reading, this spares the proof that no other one is nearly as likely, which takes
        ten times as long: another one had to misread single hints, and yet leave one digit for each shape
        that makes all sums agree.
        """
        if not is_overdetermined(self.evidence):
            return False
        found = decipher(self.evidence, 1, CIPHER_S)
        counts = [hint.count for hint in all_hints(answer.puzzle)]
        return found is not None and [one.tolist() for one in found] == [counts]

    def _left(self) -> float:
        limit = ALL_S if self.timeout_s is None else min(ALL_S, self.timeout_s)
        return limit - (perf_counter() - self.started)

    def _hints(self, counts: NDArray[np.intp]) -> tuple[CountHint, ...]:
        return tuple(
            _stated(self.evidence, hint, count)
            for hint, count in zip(self.evidence.hints, counts.tolist(), strict=True)
        )

    def _try(self, hints: Sequence[CountHint], cost: float) -> None:
        """Solve a reading; with open hints and several solutions, look for the one way to fill them in."""
        puzzle = with_hints(self.puzzle, hints)
        outcome = solve(puzzle, timeout_s=self._try_s())
        if outcome.status is Status.SEVERAL and any(None in (hint.count, hint.contiguous) for hint in hints):
            self._try_completions(puzzle, cost)
        else:
            self.tried.append(Tried(puzzle, cost, outcome))

    def _try_completions(self, puzzle: HungryCat, cost: float) -> None:
        """Try every way to fill in a reading's open hints: each is the reading of one of its solutions.

        What several solutions share is no completion with one solution; what only one has, is.
        """
        outcome = solve(puzzle, at_most=MOST_COMPLETIONS, timeout_s=self._try_s())
        if outcome.status is not Status.SEVERAL or len(outcome.solutions) == MOST_COMPLETIONS:
            self.tried.append(Tried(puzzle, cost, outcome))
            return
        completions: dict[HungryCat, list[Picture]] = {}
        for solution in outcome.solutions:
            completions.setdefault(fill_in_hints(puzzle, solution), []).append(solution)
        for completed, solutions in completions.items():
            if len(solutions) == 1:
                found = replace(
                    outcome,
                    status=Status.UNIQUE,
                    picture=solutions[0],
                    solutions=(solutions[0],),
                    differing=(),
                )
            else:
                found = solve(completed, timeout_s=self._try_s())
            self.tried.append(Tried(completed, cost + flips(self.evidence, all_hints(completed)), found))

    def _try_s(self) -> float:
        return max(0.05, min(TRY_S, self._left()))

    def _answer(self) -> Tried | None:
        unique = [t for t in self.tried if t.outcome.status is Status.UNIQUE]
        return min(unique, key=lambda t: t.cost, default=None)

    def _only_ambiguous(self) -> Tried | None:
        """A reading with every hint known that has several solutions, when no other can be solved."""
        solvable = [t for t in self.tried if t.outcome.status is not Status.NONE]
        if len(solvable) != 1 or solvable[0].outcome.status is not Status.SEVERAL:
            return None
        known = all(None not in (hint.count, hint.contiguous) for hint in all_hints(solvable[0].puzzle))
        return solvable[0] if known else None

    def _judged(self, complete: bool) -> Settled:
        """Take the answer if nothing speaks for another one."""
        answer = self._answer() or self._only_ambiguous()
        lines = self.evidence.rows + self.evidence.cols
        most = max(ONE_CHANGE, EACH_LINE * (lines - 10))
        if answer is None or not complete or answer.cost > most:
            return self._unsettled()
        if any(_may_be(other, answer) for other in self.tried if other is not answer):
            return self._unsettled()
        puzzle = answer.puzzle
        if answer.outcome.status is Status.UNIQUE:
            puzzle = fill_in_hints(puzzle, answer.outcome.solutions[0])
        changes = changes_between(self.evidence, self.looked, all_hints(puzzle), self.deciphered)
        return self._settled(puzzle, answer.outcome, changes)

    def _unsettled(self) -> Settled:
        """Say what is still in doubt about the likeliest reading that can be solved, or that adds up."""
        possible = [t for t in self.tried if t.outcome.status in (Status.UNIQUE, Status.SEVERAL)]
        possible.sort(key=lambda t: t.cost)
        if not possible:
            puzzle = self.tried[0].puzzle if self.tried else self.puzzle
            outcome = self.tried[0].outcome if self.tried else solve(puzzle, timeout_s=self._try_s())
            return self._unsolvable(puzzle, outcome)
        best = possible[0]
        doubts = open_between(self.evidence, [(t.puzzle, t.outcome) for t in possible]) or self.doubts
        puzzle = fill_in_hints(best.puzzle, best.outcome.solutions[0]) if len(possible) > 1 else best.puzzle
        remedies = [(doubts[0].place, hint) for hint in (doubts[0].read, *doubts[0].alternatives) if hint]
        return self._settled(puzzle, best.outcome, (), doubts, tuple(remedies))

    def _settled(
        self,
        puzzle: HungryCat,
        outcome: Outcome,
        changes: tuple[Change, ...] = (),
        doubts: tuple[Doubt, ...] = (),
        remedies: tuple[tuple[HintPlace, CountHint], ...] = (),
        clash: tuple[LineName, ...] = (),
    ) -> Settled:
        unknown = any(hint.count is None for hint in all_hints(puzzle))
        return Settled(
            replace(puzzle, full=unknown),
            outcome,
            changes,
            doubts,
            remedies,
            clash,
            tuple(self.tried),
            self.deciphered,
        )

    def _unsolvable(self, puzzle: HungryCat, outcome: Outcome) -> Settled:
        """Say which lines clash, and which single hint would settle it."""
        clash: tuple[LineName, ...] = ()
        remedies: tuple[tuple[HintPlace, CountHint], ...] = ()
        spare = np.inf if self.timeout_s is None else self.timeout_s - (perf_counter() - self.started)
        if outcome.status is Status.NONE and not contradictions(puzzle) and spare > 0:
            clash = contradictory_lines(puzzle, min(CLASH_S, spare / 2))
            if all_hints(puzzle) == self.read:  # else a circle is not what is wrong
                remedies = single_fixes(self.evidence, puzzle, min(FIXES_S, spare / 2))
        return self._settled(puzzle, outcome, (), self.doubts, remedies, clash)


def _stated(evidence: Evidence, hint: HintEvidence, count: int) -> CountHint:
    """A hint of a reading that adds up; open where nothing can be seen."""
    if hint.hidden and hint.fixed is None:
        return CountHint(None, None)
    stated = evidence.stated(hint, count)
    vanished = count > 0 and not hint.spellings and hint.fixed is None
    # What hides a number without a trace hides its circle too.
    return CountHint(stated.count, stated.contiguous or None) if vanished and count > 1 else stated


def _may_be(other: Tried, answer: Tried) -> bool:
    """Whether another reading that was tried may be the right one."""
    if other.outcome.status is Status.NONE:
        return False
    penalty = SEVERAL_UNLIKELY if other.outcome.status is Status.SEVERAL else 0.0
    return other.cost + penalty < answer.cost + CERTAIN
