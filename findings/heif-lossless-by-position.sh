#!/usr/bin/env bash
# Package: pillow-heif 1.8.1 (with libheif 1.23.6 and x265) with Pillow 13.0.0 and numpy 2.4.6 (PyPI).
#
# One would expect: quality=-1 is "lossless quality", and chroma=444, which the documentation asks for besides, makes it
#   so. matrix_coefficients=0, which stores red, green and blue as they are, can only help.
# What happens: it takes all three. What the others do depends on where the cells begin, as colour is stored for squares
#   of 2 x 2 pixels: with cells on even pixels quality=-1 is off by 1 and matrix_coefficients=0 exact. With the same cells
#   one pixel further both have colours that the picture never had, and matrix_coefficients=0 is the worst of all.
#   With chroma=444 the place makes no difference, and it is off by 1 everywhere.
# Output seen (10 x 10 cells of 8 x 8 pixels, four colours; the largest error, and the number of colours read):
#                                             margin of 8 px      margin of 7 px
#   quality=-1                                  1,  4 colours     163, 26 colours
#   with chroma=444                             1,  4 colours       1,  4 colours
#   with matrix_coefficients=0                  0,  4 colours     255,  8 colours
#   with both                                   0,  4 colours       0,  4 colours
# Why it matters: a test picture with cells of 8 or 10 pixels at 0, 0 comes back with its colours, and the next screenshot,
#   with a border of one pixel or with cells of 9, has more colours, and more inks, than the puzzle. Nothing says that it
#   was not stored losslessly. For puzzles give both options, or keep to PNG.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check pillow-heif==1.8.1 pillow==13.0.0 numpy==2.4.6
cd "$work"
cat > try.py <<'PY'
import io

import numpy as np
import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()
COLOURS = np.array([[255, 255, 255], [200, 0, 0], [0, 0, 200], [0, 0, 0]], np.uint8)


def picture(cell, margin):
    numbers = np.add.outer(np.arange(10) * 3, np.arange(10)) % 4
    pixels = COLOURS[numbers].repeat(cell, 0).repeat(cell, 1)
    return np.pad(pixels, ((margin, margin), (margin, margin), (0, 0)), constant_values=255)


def read_back(pixels, **options):
    """The largest error of a channel, and the number of colours."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "HEIF", quality=-1, **options)
    again = np.asarray(Image.open(io.BytesIO(file.getvalue())).convert("RGB")).astype(int)
    return int(abs(again - pixels).max()), len(np.unique(again.reshape(-1, 3), axis=0))


seen = [
    ({}, (1, 4), (163, 26)),
    ({"chroma": 444}, (1, 4), (1, 4)),
    ({"matrix_coefficients": 0}, (0, 4), (255, 8)),
    ({"chroma": 444, "matrix_coefficients": 0}, (0, 4), (0, 4)),
]
changed = []
for options, *expected in seen:
    got = [read_back(picture(8, margin), **options) for margin in (8, 7)]
    name = " ".join(f"{key}={value}" for key, value in options.items()) or "quality=-1 alone"
    print(f"{name:36}" + "".join(f"  error {error:3}, {colours:2} colours" for error, colours in got))
    # How far off the wrong ones are is the encoder's affair: what matters is which ones are
    if [(min(error, 2), colours > 4) for error, colours in got] != [(min(e, 2), c > 4) for e, c in expected]:
        changed.append(name)
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: only both options together are exact, wherever the cells begin.")
PY
"$work/env/bin/python" try.py
