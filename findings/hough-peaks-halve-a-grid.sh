#!/usr/bin/env bash
# Package: scikit-image 0.26.0 (PyPI), skimage.transform.hough_line_peaks.
#
# One would expect: min_distance is the "minimum distance separating lines (maximum filter size for first dimension
#   of hough space)", 9 by default. So lines 9 pixels apart are far enough apart, and a filter of size 9, which
#   reaches 4 pixels to each side, would even keep lines 5 pixels apart.
# What happens: two lines must be MORE than min_distance apart. On a grid whose lines are exactly that far apart,
#   every second line in each direction is dropped, evenly, so that what is left looks like a clean, smaller grid.
# Output seen (drawn grids of 10 x 10 cells, so 11 lines each way):
#   9 px a cell, default min_distance=9:   6 vertical, 6 horizontal: read as 5 x 5 cells
#   9 px a cell, min_distance=8:          11 vertical, 11 horizontal: read as 10 x 10 cells
#   10 px a cell, default min_distance=9: 11 vertical, 11 horizontal: read as 10 x 10 cells
#   10 px a cell, min_distance=10:         6 vertical, 6 horizontal: read as 5 x 5 cells
#   12 px a cell, min_distance=12:         6 vertical, 6 horizontal: read as 5 x 5 cells
# Why it matters: who finds a puzzle's grid in a picture and hands over the known cell size as min_distance, or reads
#   a thumbnail with small cells, gets half the rows and columns. Pass at most the cell size less one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check scikit-image==0.26.0 numpy==2.4.6 scipy==1.17.1
cd "$work"
cat > try.py <<'PY'
import numpy as np
from skimage.transform import hough_line, hough_line_peaks

CELLS = 10
MARGIN = 20


def lines_found(step, **options):
    """Draw a grid of CELLS x CELLS cells, one-pixel lines, and count the lines found in each direction."""
    side = CELLS * step + 1
    picture = np.zeros((side + 2 * MARGIN,) * 2, bool)
    for at in range(MARGIN, MARGIN + side, step):
        picture[at, MARGIN : MARGIN + side] = True
        picture[MARGIN : MARGIN + side, at] = True
    _, angles, _ = hough_line_peaks(*hough_line(picture), **options)
    degrees = np.abs(np.rint(np.degrees(angles)))
    return int((degrees == 0).sum()), int((degrees == 90).sum())


seen = [
    (9, {}, (6, 6)),
    (9, {"min_distance": 8}, (11, 11)),
    (10, {}, (11, 11)),
    (10, {"min_distance": 10}, (6, 6)),
    (12, {"min_distance": 12}, (6, 6)),
]
changed = []
for step, options, expected in seen:
    upright, level = lines_found(step, **options)
    name = f"{step} px a cell, min_distance={options.get('min_distance', 'default, 9')}"
    print(f"{name:40} {upright:2} vertical, {level:2} horizontal: read as {upright - 1} x {level - 1} cells")
    if (upright, level) != expected:
        changed.append(name)
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: lines exactly min_distance apart count as too close.")
PY
"$work/env/bin/python" try.py
