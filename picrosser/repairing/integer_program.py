"""The likeliest reading of all hints that adds up, found as an integer program.

The board is full: a row's hints add up to the number of columns, a column's to the number of rows, and each
colour has the same total over rows and over columns. Among all readings that satisfy this, the likeliest is
chosen. It may change the digit that a shape stands for (everywhere at once), the number of digits into which
equal numbers are cut, and, as a last resort, single hints. Hidden hints are free.

Solved with HiGHS through `scipy.optimize.milp`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import CONCLUSIVE_NATS
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.running.discarded_output import STDOUT, output_discarded

# Costs in nats. A single hint that is not what its shapes say costs MISREAD_COST, and up to MAX_LOOKS_COST
# more the less it looks like it; a number where none is seen, or none where one is seen, both.
MISREAD_COST = CONCLUSIVE_NATS
MAX_LOOKS_COST = 5.0
SLIGHT_COST = 1.5  # a hint that seems hidden shows another number; or two unlike shapes are the same digit
# A printed 0; or equal numbers, however many, that are cut otherwise than they look
UNUSUAL_COST = MISREAD_COST / 2

Constraint: TypeAlias = tuple[Mapping[int, float], float, float]
"""The weights of some variables, and the least and the greatest value of their weighted sum."""

# Nodes of the branch and bound: most programs need 1, the hardest of 500 repairs needed 19. Of a board whose
# digits hardly show 170 took 15 s and decided nothing
MAX_NODES = 25


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A reading of all counts that adds up.

    counts : (N,) int, in the order of `Evidence.hints`.
    cost : nats, 0 or more: how much less likely it is than the likeliest reading by looks alone.
    """

    counts: NDArray[np.intp]
    cost: float


class IntegerProgram:
    """The integer program of one screenshot; it yields one fit after another, likeliest first.

    Its fits raise a TimeoutError if the time is up, or if more than `MAX_NODES` would be needed.
    """

    def __init__(self, evidence: Evidence, deadline: Deadline = NO_DEADLINE) -> None:
        self._evidence = evidence
        self._deadline = deadline
        self._costs: list[float] = []
        self._rows: list[Constraint] = []
        self._visible = [
            at for at, hint in enumerate(evidence.hints) if not hint.hidden and hint.fixed is None
        ]
        self._digit_variables = self._add_shapes()
        self._number_variables = self._add_numbers()
        suspects = self._suspects()
        self._count_variables = [
            self._add_hint(hint, suspect) for hint, suspect in zip(evidence.hints, suspects, strict=True)
        ]
        self._add_sums()
        self._add_logic()

    @property
    def variables(self) -> int:
        """The size of the program: what solving it costs depends on that more than on anything else."""
        return len(self._costs)

    def best(self, most: float) -> Fit | None:
        """The likeliest fit that costs `most` nats or less; None if there is none.

        Without that limit it took 25 to 45 s to find the likeliest fit of a board that is no puzzle.
        """
        return self._fit(_minimise(self._costs, self._rows, most, self._deadline))

    def next_best(self, known: Fit, most: float) -> Fit | None:
        """The likeliest fit that is not forbidden and costs less than `most` nats; None if there is none.

        The known fit is allowed again, as if it cost `most`: so the program has a solution in any case, and
        HiGHS leaves out at once whatever costs more. Where nothing else fits, that takes a fifth of the time
        of proving that the program has no solution.

        known : a forbidden fit that costs less than `most`.
        """
        again, costs = len(self._costs), [*self._costs, most - known.cost]
        allowed = self._forbidding(known)
        rows = [row if row != allowed else ({**row[0], again: -1.0}, *row[1:]) for row in self._rows]
        result = _minimise(costs, rows, most, self._deadline)
        return None if result.status == 0 and result.x[again] > 0.5 else self._fit(result)

    def _fit(self, result: Any) -> Fit | None:
        if result.status == 2:  # infeasible
            return None
        if result.status != 0:
            raise TimeoutError(result.message)
        chosen = result.x > 0.5
        counts = [
            sum(count for variable, count in variables if chosen[variable])
            for variables in self._count_variables
        ]
        return Fit(np.array(counts, np.intp), float(result.fun))

    def forbid(self, fit: Fit) -> None:
        """Exclude a fit: in all later ones, at least one visible hint has another count."""
        self._rows.append(self._forbidding(fit))

    def _forbidding(self, fit: Fit) -> Constraint:
        terms = {
            variable: 1.0
            for at in self._visible
            for variable, count in self._count_variables[at]
            if count == fit.counts[at]
        }
        return terms, -np.inf, len(self._visible) - 1

    def _variable(self, cost: float) -> int:
        self._costs.append(cost)
        return len(self._costs) - 1

    def _constrain(self, terms: Mapping[int, float], low: float = -np.inf, high: float = np.inf) -> None:
        self._rows.append((terms, low, high))

    def _add_shapes(self) -> list[dict[int, int]]:
        """For each shape, a variable for each digit that it may stand for."""
        found: list[dict[int, int]] = []
        for nats in self._evidence.shapes:
            likely = {digit: -n for digit, n in enumerate(nats) if -n <= MISREAD_COST + MAX_LOOKS_COST}
            variables = {digit: self._variable(cost) for digit, cost in likely.items()}
            self._constrain(dict.fromkeys(variables.values(), 1.0), 1, 1)
            found.append(variables)
        for digit in range(10):
            same = {variables[digit]: 1.0 for variables in found if digit in variables}
            if len(same) > 1:
                same[self._variable(SLIGHT_COST)] = -float(len(same))
                self._constrain(same, high=1)
        return found

    def _add_numbers(self) -> dict[tuple[tuple[int, ...], ...], dict[int, int]]:
        """For each group of hints with equal spellings, a variable for each count that they may have."""
        evidence, longest = self._evidence, max(self._evidence.rows, self._evidence.cols)
        equal: dict[tuple[tuple[int, ...], ...], list[HintEvidence]] = {}
        for hint in evidence.hints:
            if hint.fixed is None and hint.spellings:
                equal.setdefault(_key(hint), []).append(hint)
        found: dict[tuple[tuple[int, ...], ...], dict[int, int]] = {}
        for key, hints in equal.items():
            variables: dict[int, int] = {}
            for at, shapes in enumerate(key):
                recut = min(UNUSUAL_COST, sum(-hint.spellings[at].nats for hint in hints))
                low, high = (0, 9) if len(shapes) == 1 else (10 ** (len(shapes) - 1), longest)
                for count in range(low, min(high, longest) + 1):
                    digits = list(zip(shapes, map(int, str(count)), strict=True))
                    if any(digit not in self._digit_variables[shape] for shape, digit in digits):
                        continue
                    variable = variables[count] = self._variable(recut + UNUSUAL_COST * (count == 0))
                    for shape, digit in digits:
                        self._constrain({variable: 1.0, self._digit_variables[shape][digit]: -1.0}, high=0)
            # At most one, and none if the number as written is too long for any line.
            self._constrain(dict.fromkeys(variables.values(), 1.0), high=1)
            found[key] = variables
        return found

    def _suspects(self) -> list[bool]:
        """Which hints may, each by itself, differ from what their shapes say."""
        # Changing a hint whose line and colour add up takes three more changes: in both, and where those
        # cross. If one colour is wrong, a second hint of a line that adds up had to compensate.
        wrong: set[int] = set()
        for at, (hints, signs, total) in enumerate(self._sums()):
            seen = [self._evidence.hints[hint] for hint in hints]
            counts = [self._evidence.likeliest(hint) for hint in seen]
            stated = sum(sign * (count or 0) for sign, count in zip(signs, counts, strict=True))
            if stated != total or None in counts or any(hint.hidden for hint in seen):
                wrong.add(at)
        colours, lines = self._evidence.colours, self._evidence.rows + self._evidence.cols
        several = sum(at >= lines for at in wrong) > 1  # colours
        return [
            hint // colours in wrong or (several and lines + hint % colours in wrong)
            for hint in range(lines * colours)
        ]

    def _add_hint(self, hint: HintEvidence, suspect: bool) -> list[tuple[int, int]]:
        """The variables for one hint's count: (variable, count) pairs, of which exactly one is chosen."""
        counts = range(self._evidence.length(hint.place) + 1)
        if hint.fixed and hint.fixed.count is not None:
            found = [(self._variable(0.0), hint.fixed.count)]
        elif hint.fixed is not None or (hint.hidden and not hint.spellings):
            found = [(self._variable(0.0), count) for count in counts]
        elif not hint.spellings:
            found = [
                (self._variable(MISREAD_COST + MAX_LOOKS_COST if count else 0.0), count)
                for count in counts
                if suspect or not count
            ]
        else:
            found = []
            numbers = self._number_variables[_key(hint)]
            misread = [SLIGHT_COST] * len(counts) if hint.hidden else self._misread_costs(hint, counts)
            for count in counts:
                if suspect:
                    found.append((self._variable(misread[count]), count))
                if count in numbers:
                    variable = self._variable(0.0)
                    self._constrain({variable: 1.0, numbers[count]: -1.0}, high=0)
                    found.append((variable, count))
        self._constrain({variable: 1.0 for variable, _ in found}, 1, 1)
        return found

    def _misread_costs(self, hint: HintEvidence, counts: range) -> list[float]:
        """The cost of reading a hint as each count, although its shapes say something else."""
        costs = [MISREAD_COST + MAX_LOOKS_COST] * len(counts)
        for spelling in hint.spellings:
            for count in counts:
                text = str(count)
                if count and len(text) == len(spelling.shapes):
                    looks = sum(
                        -self._evidence.shapes[s][int(d)] for s, d in zip(spelling.shapes, text, strict=True)
                    )
                    by_looks = min(MAX_LOOKS_COST, (looks - spelling.nats) / 2)
                    costs[count] = min(costs[count], MISREAD_COST + by_looks)
        return costs

    def _sums(self) -> Iterator[tuple[Sequence[int], list[int], int]]:
        """Each sum: the hints it adds, their signs, and the total."""
        evidence, colours = self._evidence, self._evidence.colours
        for line in range(evidence.rows + evidence.cols):
            total = evidence.cols if line < evidence.rows else evidence.rows
            yield range(line * colours, (line + 1) * colours), [1] * colours, total
        for colour in range(colours):
            hints = list(range(colour, len(evidence.hints), colours))
            yield hints, [1] * evidence.rows + [-1] * evidence.cols, 0

    def _add_sums(self) -> None:
        for hints, signs, total in self._sums():
            terms = {
                variable: sign * count
                for at, sign in zip(hints, signs, strict=True)
                for variable, count in self._count_variables[at]
                if count
            }
            self._constrain(terms, total, total)

    def _add_logic(self) -> None:
        """Add constraints that follow for whole numbers; they make the program hundreds of times faster."""
        # To a wrong sum one change makes up the whole difference, or there are two; to a right one none, or
        # two.
        looks = [self._as_it_looks(at) for at in range(len(self._evidence.hints))]
        for hints, signs, total in self._sums():
            seen = [look for at in hints if (look := looks[at]) is not None]
            if len(seen) < len(hints):
                continue
            missing = total - sum(sign * count for sign, (count, _) in zip(signs, seen, strict=True))
            if missing:
                changes = {
                    variable: 1.0 if sign * (other - count) == missing else 0.5
                    for at, sign, (count, _) in zip(hints, signs, seen, strict=True)
                    for variable, other in self._count_variables[at]
                    if other != count
                }
                self._constrain(changes, low=1)
                continue
            for at in range(len(seen)):
                own = dict.fromkeys(seen[at][1], -1.0)
                others = {one: 1.0 for other, (_, same) in enumerate(seen) if other != at for one in same}
                self._constrain({**others, **own}, high=len(seen) - 2)

    def _as_it_looks(self, at: int) -> tuple[int, list[int]] | None:
        """A hint's likeliest count, and the variables that stand for it; None if the hint can be anything."""
        hint, variables = self._evidence.hints[at], self._count_variables[at]
        looks = None if hint.hidden else self._evidence.likeliest(hint)
        if len({count for _, count in variables}) == 1:
            looks = variables[0][1]
        if looks is None:
            return None
        return looks, [variable for variable, count in variables if count == looks]


def _key(hint: HintEvidence) -> tuple[tuple[int, ...], ...]:
    return tuple(spelling.shapes for spelling in hint.spellings)


def _minimise(
    costs: Sequence[float], constraints: Sequence[Constraint], most: float, deadline: Deadline
) -> Any:
    """Choose 0 or 1 for every variable at the least cost; what `scipy.optimize.milp` returns.

    most : the greatest cost that counts.
    """
    # 0.3 s to import, needed only for doubtful readings
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    constraints = [*constraints, (dict(enumerate(costs)), -np.inf, most + 1e-3)]  # rounded
    entries = [(at, *term) for at, (terms, _, _) in enumerate(constraints) for term in terms.items()]
    at_row, at_variable, weights = (np.array(part) for part in zip(*entries, strict=True))
    matrix = csr_array((weights, (at_row, at_variable)), shape=(len(constraints), len(costs)))
    low, high = np.array([[low, high] for _, low, high in constraints]).T
    options = {"mip_rel_gap": 0.0, "node_limit": MAX_NODES}
    if deadline.left_s is not None:
        options["time_limit"] = deadline.left_s
    # HiGHS now and then prints a line to stdout, whatever its options say.
    with output_discarded(STDOUT):
        return milp(
            np.array(costs),
            integrality=np.ones(len(costs)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, low, high),
            options=options,
        )
