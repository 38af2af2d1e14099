#!/usr/bin/env bash
# Package: xcover 0.2.6 (PyPI), a solver for exact cover with colours, with numba 0.68.1 and numpy 2.4.6.
#
# One would expect: items are of two kinds, those that must be covered (primary) and those that may be (secondary). Its
#   documentation says of each list that, if it is left out, it is found from the options and the other list. So the
#   answer is the same whichever of the two lists is given.
# What happens: with colours, leaving out the primary list gives no solution at all, and no error. An entry like "y:A"
#   (item y in the colour A) is taken for a further item of that whole name, one that must be covered; but no option
#   covers it, since in the options the colour is cut off. One coloured entry anywhere is enough. Without colours, and
#   with the secondary list left out instead, all is right.
# Output seen (number of solutions):
#                                                   both lists   only primary   only secondary
#   the example of its README                            1             1              0
#   a nonogram of 5 x 5 with one solution                1             1              0
#   a nonogram of 2 x 2 with two solutions               2             2              0
#   one item p to cover, option "p y:A"                  1             1              0
#   one item p to cover, option "p y", no colours        1             1              1
#   covers_zdd(), the nonogram of 5 x 5: any nodes      yes           yes             no
#   verify_exact_cover() of the right answer            right         right      AssertionError
# Why it matters: "no solution" is an answer that one believes: the puzzle, or the reading of its clues, seems wrong.
#   A nonogram is such a problem: each line must be covered by one way to fill it, and each cell, in the colour black or
#   white, by its row and its column. To list only the secondary items is what the package's own test does for the
#   eight queens, where nothing has a colour. Always give the primary list.
# Known: no report found; the documentation and the README make no exception for colours.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-python3}" -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check xcover==0.2.6 numba==0.68.1 numpy==2.4.6
cat > try.py <<'PY'
from itertools import product

from numba import config

config.DISABLE_JIT = True  # it is not needed for such small problems, and compiling takes longer than solving
from xcover import covers, covers_zdd
from xcover.utils import verify_exact_cover


def ways(length, clue):
    """All lines of this length, as text of B and W, whose blocks of black are those of the clue."""
    lines = ("".join(cells) for cells in product("BW", repeat=length))
    return [line for line in lines if [len(block) for block in line.split("W") if block] == clue]


def nonogram(rows, columns):
    """The lines to cover, the cells that they colour, and an option for each way to fill each line."""
    lines = [f"row{y}" for y in range(len(rows))] + [f"column{x}" for x in range(len(columns))]
    options = []
    for y, clue in enumerate(rows):
        for way in ways(len(columns), clue):
            options.append([f"row{y}"] + [f"cell{x},{y}:{way[x]}" for x in range(len(columns))])
    for x, clue in enumerate(columns):
        for way in ways(len(rows), clue):
            options.append([f"column{x}"] + [f"cell{x},{y}:{way[y]}" for y in range(len(rows))])
    return lines, [f"cell{x},{y}" for y in range(len(rows)) for x in range(len(columns))], options


# The answer:  .#.#.  #####  #####  .###.  ..#..
heart = nonogram([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
readme = (list("pqr"), list("xy"), [s.split() for s in ("p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B")])
changed = []


def see(what, expected, measure, problem, colored=True):
    primary, secondary, options = problem
    found = []
    for lists in ({"primary": primary, "secondary": secondary}, {"primary": primary}, {"secondary": secondary}):
        found.append(measure(options, colored=colored, **lists))
    print(f"{what}: both lists {found[0]}, only primary {found[1]}, only secondary {found[2]}")
    if found != expected:
        changed.append(what)


def count(*problem, **lists):
    return len(list(covers(*problem, **lists)))


def any_nodes(*problem, **lists):
    return "yes" if list(covers_zdd(*problem, **lists)) else "no"


(answer,) = covers(heart[2], primary=heart[0], secondary=heart[1], colored=True)


def verify(*problem, **lists):
    try:
        verify_exact_cover(answer, *problem, **lists)
    except AssertionError:
        return "AssertionError"
    return "right"


see("README", [1, 1, 0], count, readme)
see("nonogram of 5 x 5", [1, 1, 0], count, heart)
see("nonogram of 2 x 2", [2, 2, 0], count, nonogram([[1], [1]], [[1], [1]]))
see("p y:A", [1, 1, 0], count, (["p"], ["y"], [["p", "y:A"]]))
see("p y", [1, 1, 1], count, (["p"], ["y"], [["p", "y"]]), False)
see("covers_zdd(), any nodes", ["yes", "yes", "no"], any_nodes, heart)
see("verify_exact_cover()", ["right", "right", "AssertionError"], verify, heart)
if changed:
    raise SystemExit(f"The behaviour changed: {'; '.join(changed)}")
print("As described: with colours, nothing is solved unless the primary items are listed.")
PY
venv/bin/python try.py
