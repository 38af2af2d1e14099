#!/usr/bin/env bash
# Package: python-sat 1.9.dev24 (PyPI), pysat.card.CardEnc.
#
# One would expect: "exactly 2 of these 4 cells are filled" has 6 solutions, so enum_models() yields 6 models,
#   whichever of the encodings is chosen: they differ in size and speed only.
# What happens: some encodings bring helper variables that the cells do not determine, and enum_models() counts
#   each setting of the helpers as one more model. Which ones do depends on the encoding AND on the kind of
#   constraint: the sequential counter counts right for "exactly", and too much for "at most". The growth is
#   steep: with a fifth cell the cardinality network goes from 34 models to 105,696, for 10 pictures.
# Output seen:
#   exactly 2 of 4, 6 pictures: seqcounter 6, mtotalizer 6, kmtotalizer 6, totalizer 24, sortnetwrk 34, cardnetwrk 34
#   at most 2 of 4, 11 pictures: seqcounter 29, mtotalizer 35, kmtotalizer 35, totalizer 76, sortnetwrk 128, cardnetwrk 128
#   exactly 2 of 5, 10 pictures: cardnetwrk 105696
#   pictures among the models: right in every case
# Why it matters: a solver that asks for a second model to see whether a puzzle is unique gets the same picture
#   again and calls a unique puzzle ambiguous; a test with another encoding, or with "exactly" only, passes. Block
#   the cells of each picture found, never the whole model.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check python-sat==1.9.dev24 six==1.17.0
cd "$work"
cat > try.py <<'PY'
from math import comb

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver


def count(kind, cells, bound, encoding):
    clauses = getattr(CardEnc, kind)(
        lits=list(range(1, cells + 1)), bound=bound, encoding=getattr(EncType, encoding)
    ).clauses
    models, pictures = 0, set()
    with Solver("g4", bootstrap_with=clauses) as solver:
        for model in solver.enum_models():
            models += 1
            pictures.add(tuple(model[:cells]))
    return models, len(pictures)


seen = {
    ("equals", 4, 2): dict(seqcounter=6, mtotalizer=6, kmtotalizer=6, totalizer=24, sortnetwrk=34, cardnetwrk=34),
    ("atmost", 4, 2): dict(seqcounter=29, mtotalizer=35, kmtotalizer=35, totalizer=76, sortnetwrk=128, cardnetwrk=128),
    ("equals", 5, 2): dict(seqcounter=10, cardnetwrk=105696),
}
changed = []
for (kind, cells, bound), counts in seen.items():
    right = comb(cells, bound) if kind == "equals" else sum(comb(cells, i) for i in range(bound + 1))
    print(f"{kind} {bound} of {cells}: {right} pictures")
    for encoding, expected in counts.items():
        models, pictures = count(kind, cells, bound, encoding)
        print(f"  {encoding:12} {models:6} models, {pictures} pictures among them")
        if models != expected or pictures != right:
            changed.append(f"{kind} {bound} of {cells} with {encoding}: {models} models instead of {expected}")
if changed:
    raise SystemExit("The behaviour changed: " + "; ".join(changed))
print("As described: the number of models is not the number of pictures.")
PY
"$work/env/bin/python" try.py
