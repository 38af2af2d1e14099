#!/usr/bin/env bash
# Data: "Knotty", 39 x 39, by Cooke (free with attribution), known from the survey of paint-by-number puzzle solvers.
# Package: python-sat 1.9.dev24 with its Glucose 4.2.1.
#
# One would expect: a published puzzle that keeps solvers busy for hours is hard, and has one solution.
# What happens: its hints stay the same if the board is turned by 90 degrees. Asked only for pictures that stay the
#   same, too, Glucose finds two within a second or so, and proves that there is no third of this kind. Asked for any
#   picture, the same engine has found none after twenty times as many conflicts.
# Output seen:
#   symmetric: 2 solutions, right: True, no more: True, 56 cells differ
#     (the second was found after 10198 conflicts)
#   without the symmetry: 0 solutions in 200,000 conflicts
# Why it matters: many nonograms are ornaments. If their hints have a symmetry, an only solution has it, too, since
#   turning it would give another one. So looking there first loses nothing, and a quarter of the cells decides all.
#   And a benchmark that waits for a proof that Knotty has one solution waits for nothing.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-python3}" -m venv env
env/bin/pip install --quiet python-sat==1.9.dev24
cat > try.py <<'PY'
from itertools import groupby, product

from pysat.solvers import Solver

# Rows from the top; each column, read downwards, is the row of the same number backwards.
ROWS = [[int(n) for n in line.split()] for line in """1 1 1|3 3 3|2 2 2 2 2 2|2 2 2 2 2 2|2 1 2 2 1 2 2 1 2|2 3 4 3 4 3 2
2 2 2 2 2 2 2 2 2 2|2 2 2 4 4 2 2 2|2 2 2 2 2 2 2 2|2 2 4 2 4 2 2 2|2 2 2 2 2 2 2 2 2 2|2 3 4 3 4 3 2
2 1 2 2 2 2 2 2 2|2 2 3 2 3 2|3 3 3 2 2 3|2 3 2 2 2 2 2 2 2|2 3 4 3 4 3 2|2 2 2 2 2 2 2 2 2 2|2 2 2 2 8 2 2
2 2 2 2 2 2 2 2|2 2 8 2 2 2 2|2 2 2 2 2 2 2 2 2 2|2 3 4 3 4 3 2|2 2 2 2 2 2 2 3 2|3 2 2 3 3 3|2 3 2 3 2 2
2 2 2 2 2 2 2 1 2|2 3 4 3 4 3 2|2 2 2 2 2 2 2 2 2 2|2 2 2 4 2 4 2 2|2 2 2 2 2 2 2 2|2 2 2 4 4 2 2 2
2 2 2 2 2 2 2 2 2 2|2 3 4 3 4 3 2|2 1 2 2 1 2 2 1 2|2 2 2 2 2 2|2 2 2 2 2 2|3 3 3|1 1 1""".replace("\n", "|").split("|")]
SIDE = len(ROWS)
CELL = {(r, c): 1 + r * SIDE + c for r, c in product(range(SIDE), repeat=2)}
LINES = [(hints, [CELL[r, c] for c in range(SIDE)]) for r, hints in enumerate(ROWS)]
LINES += [(hints[::-1], [CELL[r, c] for r in range(SIDE)]) for c, hints in enumerate(ROWS)]


def clauses(lines):
    """Order encoding: a variable says that a run has begun at a position or before it."""
    used, stated = SIDE * SIDE, []
    for hints, cells in lines:
        begun, first, room = [], 0, SIDE - sum(hints) - (len(hints) - 1) + 1
        for length in hints:
            variables = list(range(used + 1, used + room))  # the last position needs none: it has begun by then
            used += room - 1
            begun.append((first, length, variables))
            first += length + 1

        def by(run, position):
            start, _, variables = begun[run]
            at = position - start
            return at >= 0 if at < 0 or at >= room - 1 else variables[at]

        def add(*literals):
            """Each is (literal, True or False): whether it has to hold."""
            kept = [(one, sign) for one, sign in literals if not isinstance(one, bool)]
            if not any(one is sign for one, sign in literals):
                stated.append([one if sign else -one for one, sign in kept])

        for run, (_, length, _) in enumerate(begun):
            for p in range(-1, SIDE):
                add((by(run, p), False), (by(run, p + 1), True))
                if run:  # the run before has begun early enough
                    add((by(run, p), False), (by(run - 1, p - begun[run - 1][1] - 1), True))
        for p, cell in enumerate(cells):
            for run, (_, length, _) in enumerate(begun):  # painted from its start to its end
                add((by(run, p), False), (by(run, p - length), True), (cell, True))
            for run in range(-1, len(begun)):  # blank between one run's end and the next one's start
                ended = True if run < 0 else by(run, p - begun[run][1])
                following = False if run + 1 == len(begun) else by(run + 1, p)
                add((ended, False), (following, True), (cell, False))
    return stated


def solutions(lines, conflicts):
    """Pictures found within the conflicts, whether all were found, and the conflicts when the last one was."""
    found, spent = [], 0
    with Solver(name="g421", bootstrap_with=clauses(lines)) as solver:
        while True:
            solver.conf_budget(conflicts)
            answer = solver.solve_limited()
            if answer is not True:
                return found, answer is False, spent
            spent = solver.accum_stats()["conflicts"]
            true = {literal for literal in solver.get_model() if 0 < literal <= SIDE * SIDE}
            found.append(true)
            used = {cell for _, cells in lines for cell in cells}
            solver.add_clause([-cell if cell in true else cell for cell in used])


def is_right(true):
    def runs(cells):
        return [len(list(same)) for painted, same in groupby(cell in true for cell in cells) if painted]

    return all(runs(cells) == hints for hints, cells in LINES)


# The four cells that turning brings to each other are one variable, and half of the rows say what all lines do
four = {}
for r, c in CELL:
    last = SIDE - 1
    four[CELL[r, c]] = min(CELL[r, c], CELL[c, last - r], CELL[last - r, last - c], CELL[last - c, r])
quarter = [(hints, [four[cell] for cell in cells]) for hints, cells in LINES[: SIDE // 2 + 1]]
found, is_all, spent = solutions(quarter, 200_000)
found = [{cell for cell in four if four[cell] in true} for true in found]
differ = len(found[0] ^ found[1]) if len(found) > 1 else 0
print(f"symmetric: {len(found)} solutions, right: {all(map(is_right, found))}, no more: {is_all}, {differ} cells differ")
print(f"  (the second was found after {spent} conflicts)")
others, _, _ = solutions(LINES, 200_000)
print(f"without the symmetry: {len(others)} solutions in 200,000 conflicts")
as_described = len(found) == 2 and all(map(is_right, found)) and is_all and differ == 56 and not others
raise SystemExit(0 if as_described else "The behaviour changed.")
PY
env/bin/python try.py
