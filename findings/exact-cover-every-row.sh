#!/usr/bin/env bash
# Package: exact-cover 1.5.0 with numpy 2.4.6 (PyPI).
#
# One would expect: get_exact_cover() gives the numbers of the rows of one solution, get_all_solutions() those of all, so
#   where there is one solution the two agree.
# What happens: a solution that takes every row of the matrix is listed as the empty tuple. The count is right, and so is
#   the single solution; with one row more that is not taken, the list is right, too.
# Output seen (1 x 3 cells, for one bar of 2 and one of 1):
#   all 4 placements:          count 2, list {(0, 3), (1, 2)}
#   those of one solution:     count 1, list {()}, single solution [0, 1]
#   the same and one more:     count 1, list {(0, 1)}
# Why it matters: a checker that asks whether a finished board is a solution hands over just the placements on it, and
#   one that strikes out impossible placements first may be left with no other; an empty tuple then looks like "nothing
#   to place", or is false where a solution would be true. The examples in books and tests have spare rows.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check exact-cover==1.5.0 numpy==2.4.6
cd "$work"
cat > try.py <<'PY'
import numpy as np
from exact_cover import get_all_solutions, get_exact_cover, get_solution_count

# Columns: the bar of 2, the bar of 1, and the three cells
placements = np.array([
    [1, 0, 1, 1, 0],
    [1, 0, 0, 1, 1],
    [0, 1, 1, 0, 0],
    [0, 1, 0, 0, 1],
])
seen = [
    ("all 4 placements", [0, 1, 2, 3], {(0, 3), (1, 2)}),
    ("those of one solution", [0, 3], {()}),
    ("the same and one more", [0, 3, 1], {(0, 1)}),
]
changed = []
for name, rows, expected in seen:
    matrix = placements[rows]
    one = sorted(int(row) for row in get_exact_cover(matrix))
    solutions = {tuple(sorted(int(row) for row in solution)) for solution in get_all_solutions(matrix)}
    count = get_solution_count(matrix)
    print(f"{name}: count {count}, list {solutions}, single solution {one}")
    if solutions != expected or count != len(expected) or (matrix[one].sum(axis=0) != 1).any():
        changed.append(name)
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: a solution that takes every row is listed as an empty one.")
PY
"$work/env/bin/python" try.py
