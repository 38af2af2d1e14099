#!/usr/bin/env bash
# Package: py-qoi-encoder 0.1.2, which reads QOI files of qoi 0.8.0, and Pillow 13.0.0 besides, with numpy 2.4.6 (PyPI).
#
# One would expect: QOI is lossless and has one way of reading it, so whichever package reads a file, the pixels are those
#   that were written. A package that reads its own files back without an error can read the format.
# What happens: a QOI file names a colour that was seen before by its place in a list of 64, and the format says that the
#   list starts with transparent black in each place. The reader of py-qoi-encoder starts it with opaque black. Where a
#   picture's transparent pixels have the colour 0, 0, 0, the package qoi just names place 0 of the list, which nothing was
#   put into, and they are read as opaque black. The writer of py-qoi-encoder names no place in a picture of four channels,
#   so with its own files nothing is wrong.
# Output seen (a board of 4 x 3 cells, 6 of them filled; wrong pixels of 12, and the colours that are read):
#   cells that are not filled     qoi, read by py-qoi-encoder   by Pillow   by qoi   its own file, read by itself
#   0, 0, 0, transparent           6 wrong, 1 colour             0 wrong     0        0
#   255, 255, 255, transparent     0 wrong, 2 colours            0 wrong     0        0
#   255, 255, 255, opaque          0 wrong, 2 colours            0 wrong     0        0
# Why it matters: 0, 0, 0 is what a new picture with transparency has where nothing is painted, in Pillow for example, and
#   black is the usual ink: the board becomes one black rectangle. Paint a paper under the picture before it is written as
#   QOI, or read it with Pillow. To test a reader of any format, use files of another writer.
# Known: no report on this package. Issue 75 of phoboslab/qoi asked how the list starts; the format says so since.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check \
  py-qoi-encoder==0.1.2 qoi==0.8.0 pillow==13.0.0 numpy==2.4.6
cd "$work"
cat > try.py <<'PY'
import io

import numpy as np
import py_qoi
import qoi
from PIL import Image

BOARD = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0]])
BLACK = (0, 0, 0, 255)


def read_by_py_qoi(data):
    width, height, _, pixels = py_qoi.decode(data)
    return np.array(pixels, np.uint8).reshape(height, width, 4)


def read_by_pillow(data):
    return np.asarray(Image.open(io.BytesIO(data)))


def written_by_py_qoi(pixels):
    height, width, _ = pixels.shape
    return bytes(py_qoi.encode([tuple(map(int, pixel)) for pixel in pixels.reshape(-1, 4)], width, height))


seen = [
    ("0, 0, 0, transparent", (0, 0, 0, 0), 6, 1),
    ("255, 255, 255, transparent", (255, 255, 255, 0), 0, 2),
    ("255, 255, 255, opaque", (255, 255, 255, 255), 0, 2),
]
changed = []
for name, paper, expected_wrong, expected_colours in seen:
    pixels = np.array([paper, BLACK], np.uint8)[BOARD]
    file, own = qoi.encode(pixels), written_by_py_qoi(pixels)
    again = {
        "by py-qoi-encoder": read_by_py_qoi(file),
        "by Pillow": read_by_pillow(file),
        "by qoi": qoi.decode(file),
        "its own file by itself": read_by_py_qoi(own),
        "its own file by Pillow": read_by_pillow(own),
    }
    wrong = {reader: int((got != pixels).any(axis=-1).sum()) for reader, got in again.items()}
    colours = len(np.unique(again["by py-qoi-encoder"].reshape(-1, 4), axis=0))
    print(f"{name}: wrong pixels " + ", ".join(f"{count} {reader}" for reader, count in wrong.items()))
    print(f"  colours read by py-qoi-encoder: {colours}")
    if list(wrong.values()) != [expected_wrong, 0, 0, 0, 0] or colours != expected_colours:
        changed.append(name)
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: transparent black is read as opaque black, except in the package's own files.")
PY
"$work/env/bin/python" try.py
