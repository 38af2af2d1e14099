#!/usr/bin/env bash
# Package: python-constraint2 2.9.0 (PyPI), constraints that are given as text.
#
# One would expect: a constraint as text is a Python expression, so a space more or less changes nothing; the project
#   prefers such text to functions, and its own example is a chain: "50 <= x * y < 100".
# What happens: a chain of <, <=, >, >= is taken apart at its comparisons, and the part after the first one loses its
#   first character, which is a space in the example. Without a space it is a letter of the name that follows: "a+b<4"
#   becomes "+b<4", and "x2<x3" becomes "2<x3". Often that is still an expression, so there is no error, only other
#   solutions: too many, or too few.
# Output seen (each variable is 0, 1, 2 or 3):
#   1 < a + b < 4: 28 solutions, 28 right       1<a+b<4:  52 solutions, 28 right
#   a <= b <= c:   20 solutions, 20 right       a<=b<=c:  10 solutions, 1 right
#   x1 < x2 < x3:   4 solutions,  4 right       x1<x2<x3:  6 solutions, 3 right
#   the same three as functions: 28, 20 and 4 solutions, all right
# Why it matters: the runs of a nonogram's line begin at x1 < x2 < x3, and a formatter or a str.join decides about the
#   spaces. Put one after each comparison, or give the two comparisons as two constraints.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check python-constraint2==2.9.0
cd "$work"
cat > try.py <<'PY'
from itertools import product

from constraint import Problem

VALUES = range(4)


def solutions(names, *constraint):
    problem = Problem()
    problem.addVariables(names, list(VALUES))
    problem.addConstraint(*constraint)
    return {tuple(solution[name] for name in names) for solution in problem.getSolutions()}


seen = [
    ("a b c", "1 < a + b < 4", lambda a, b, c: 1 < a + b < 4, (52, 28)),
    ("a b c", "a <= b <= c", lambda a, b, c: a <= b <= c, (10, 1)),
    ("x1 x2 x3", "x1 < x2 < x3", lambda x1, x2, x3: x1 < x2 < x3, (6, 3)),
]
changed = []
for variables, text, function, expected in seen:
    names = variables.split()
    right = {values for values in product(VALUES, repeat=3) if function(*values)}
    tight = text.replace(" ", "")
    found = solutions(names, tight)
    print(f"{text}: {len(solutions(names, text))} solutions; {tight}: {len(found)}, {len(found & right)} of them right")
    print(f"  wrong ones begin with {sorted(found - right)[:3]}")
    if solutions(names, text) != right or solutions(names, function, names) != right:
        changed.append(text)
    if (len(found), len(found & right)) != expected:
        changed.append(tight)
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: the same chain without its spaces has other solutions.")
PY
"$work/env/bin/python" try.py
