#!/usr/bin/env bash
# Package: nonogram-cracker 1.0.1 with marshmallow 4.4.0, which it needs and does not declare (PyPI).
#
# One would expect: an empty line is written either [] or [0]; both occur in files, the solver accepts both, so
#   both mean the same.
# What happens: [] is an empty line. [0] passes the check of the clues, too, but settles nothing by itself: the
#   line's cells stay open unless the lines across settle them. So an empty row and an empty column leave the cell
#   where they cross open, and the puzzle unsolved, without an error; with no empty line across, all is well, so
#   that a first try does not show it.
# Output seen (x is blank, a space is open):
#   5 x 5 with an empty row,              [] and [0]: solved, the same picture
#   3 x 3, the middle row and column empty, []:  solved    o x o / x x x / o x o
#   3 x 3, the middle row and column empty, [0]: unsolved  o x o / x   x / o x o
# Why it matters: any picture with a blank margin on two sides, or a wholly blank one, has such crossings. Several file
#   formats can only write 0 for an empty line; a reader must turn it into [] before it asks this solver.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check nonogram-cracker==1.0.1 marshmallow==4.4.0
cd "$work"
cat > try.py <<'PY'
from nonogram_cracker import solve


def answer(rows, cols):
    result = solve({"name": "try", "rows": rows, "cols": cols})
    if result["has_error"]:
        raise SystemExit(f"The behaviour changed: {result['error']}")
    return result["is_solved"], [row.replace("█", "o") for row in result["solution"]]


changed = []


def see(name, got, solved, picture):
    print(f"{name}: {'solved' if got[0] else 'unsolved'}, {' / '.join(got[1])}")
    if got != (solved, picture):
        changed.append(name)


for empty in [], [0]:
    see(
        f"5 x 5 with the empty row as {empty}",
        answer([[2], [1, 1], [5], empty, [2]], [[2], [1, 1], [1, 1, 1], [2, 1], [1]]),
        True,
        ["xooxx", "oxxox", "ooooo", "xxxxx", "xxoox"],
    )
for empty, middle in ([], "xxx"), ([0], "x x"):
    see(
        f"3 x 3 with the empty middle row and column as {empty}",
        answer([[1, 1], empty, [1, 1]], [[1, 1], empty, [1, 1]]),
        empty == [],
        ["oxo", middle, "oxo"],
    )
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: 0 is accepted, and is not an empty line.")
PY
"$work/env/bin/python" try.py
