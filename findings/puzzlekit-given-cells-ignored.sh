#!/usr/bin/env bash
# Package: puzzlekit 0.3.4 with ortools 9.15.6755 (PyPI).
#
# One would expect: the nonogram solver takes a grid beside the clues, checks its size and that it holds only "x", "o"
#   and "-" (its solutions use x for filled and - for blank), so cells that are given in it bind the solution; or else
#   a grid with given cells is refused.
# What happens: the grid is checked and then not used. The solver answers from the clues alone, reports "Optimal", and
#   gives a picture that leaves a given filled cell blank; clues that contradict the given cells are no error either.
# Output seen (2 x 2, every clue 1: two pictures, a given cell decides which):
#   given x at the top left:  x- / -x
#   given x at the top right: x- / -x    (the given cell is blank in the answer)
#   all four cells given x:   x- / -x    (there is no such picture)
# Why it matters: some puzzles are unique only through their given cells (Simon Tatham's Pattern writes them behind the
#   clues of a game ID), and a screenshot of a half-played puzzle has them, too. Handed over here, such a puzzle comes
#   back solved, with another picture. Compare every answer with the given cells.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check puzzlekit==0.3.4 ortools==9.15.6755
cd "$work"
cat > try.py <<'PY'
import puzzlekit


def answer(grid):
    clues = [["1"], ["1"]]
    puzzle = {"num_rows": 2, "num_cols": 2, "rows": [list(c) for c in clues], "cols": [list(c) for c in clues]}
    result = puzzlekit.solver("nonogram", {**puzzle, "grid": grid}).solve()
    data = result.solution_data
    return data["status"], " / ".join("".join(row) for row in data["solution_grid"].matrix)


givens = {
    "top left": [["x", "-"], ["-", "-"]],
    "top right": [["-", "x"], ["-", "-"]],
    "all four": [["x", "x"], ["x", "x"]],
}
answers = {}
for name, grid in givens.items():
    status, answers[name] = answer(grid)
    print(f"given x, {name}: {status}, {answers[name]}")
    if status != "Optimal":
        raise SystemExit(f"The behaviour changed: with x given, {name}, the status is {status}.")
try:
    answer([["x", "?"], ["-", "-"]])
except ValueError as error:
    print(f"a grid with another character is refused: {error}")
else:
    raise SystemExit("The behaviour changed: a grid with another character is not refused.")
if len(set(answers.values())) != 1:
    raise SystemExit("The behaviour changed: the given cells make a difference.")
print("As described: the grid is checked, and the answer is the same whatever it holds.")
PY
MPLBACKEND=Agg MPLCONFIGDIR="$work" "$work/env/bin/python" try.py
