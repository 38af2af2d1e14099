#!/usr/bin/env bash
# Package: polyomino 0.7.1 with exact_cover 1.3.0 (PyPI); these have ready-made wheels for Python 3.10 and 3.11 on
#   Linux, set PYTHON to one of them.
#
# One would expect: with_reflections() says that pieces may be turned over, and and_one(piece) adds a piece, so the
#   order of the two calls makes no difference, as with any chain of options.
# What happens: with_reflections() is forgotten by a later and_one() or and_repeated_exactly(): both return a set
#   without it. solve() then says None, no tiling, for a board that can be tiled. (Unless flips are asked for, pieces
#   keep their side; that much is as the name of the call says.)
# Output seen (F, P and U on a board of 5 x 3):
#   F, P, U, sides kept                   reflections=False  no tiling
#   F, P, U, then flips                   reflections=True   tiling
#   F, P, then U, then flips              reflections=True   tiling
#   F, P, then flips, then U              reflections=False  no tiling
# Why it matters: in Katamino and every pentomino box the pieces may be turned over. A solver that allows it first
#   and adds the last piece then reports a solvable board as unsolvable, without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info[:2] not in [(3, 10), (3, 11)])' || {
  echo "This needs Python 3.10 or 3.11: PYTHON=python3.11 bash $0" >&2
  exit 2
}
"$python" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: \
  polyomino==0.7.1 exact_cover==1.3.0 pretty-poly==0.5.1 numpy==1.26.4 setuptools==75.8.0 pypng==0.0.20 svgwrite==1.4.3
cd "$work"
cat > try.py <<'PY'
from polyomino.board import Rectangle
from polyomino.constant import PENTOMINOS
from polyomino.tileset import exactly

board = Rectangle(5, 3)
f, p, u = (PENTOMINOS[name] for name in "FPU")
sets = [
    ("F, P, U, sides kept", exactly([f, p, u]), False),
    ("F, P, U, then flips", exactly([f, p, u]).with_reflections(), True),
    ("F, P, then U, then flips", exactly([f, p]).and_one(u).with_reflections(), True),
    ("F, P, then flips, then U", exactly([f, p]).with_reflections().and_one(u), False),
]
changed = []
for name, pieces, expected in sets:
    solution = board.tile_with_set(pieces).solve()
    print(f"{name:36}  reflections={pieces.reflections!s:5}  {'tiling' if solution else 'no tiling'}")
    if solution:
        print(solution.display())
    if bool(solution) != expected or pieces.reflections != expected:
        changed.append(name)
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: a piece that is added after with_reflections() takes the flips away from all of them.")
PY
"$work/env/bin/python" try.py
