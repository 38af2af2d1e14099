#!/usr/bin/env bash
# Package: dapple 0.9.1 (PyPI), which draws pictures as text in a terminal and reads such text again, with numpy 2.4.6.
#
# One would expect: a picture that is drawn and read again by the package is the same, as far as the characters can show
#   it. Its guide names this as a use of from_ansi(): draw to text, read it back, compare the bitmaps.
# What happens: drawn with "quadrants" or "sextants" (characters of 2 x 2 or 2 x 3 pixels in two colours), an area of
#   one colour is written as full blocks in that colour, and every full block is read as white, even a black one. Only
#   characters that show both colours are read right. And the kind of characters is guessed wrongly: a board drawn with
#   sextants is taken for quadrants, which makes it two thirds as high, and one of "ascii" too, which doubles its width.
# Output seen (a board of 5 x 5 cells, 16 black, black on white; black pixels that are still black when read again):
#                                      2 pixels a cell   3 pixels    4 pixels    6 pixels
#   braille                                64 of 64     144 of 144  256 of 256  576 of 576
#   ascii, named (format="ascii")          64 of 64     135 of 144  256 of 256  576 of 576
#   quadrants                               0 of 64      39 of 144    0 of 256    0 of 576
#   sextants, named                        34 of 64      21 of 144   64 of 256    0 of 576
#   (Rows and columns that do not fill a character are cut off, save by braille: the 135, and a part of the lower ones.)
#   6 pixels a cell, drawn as 30 x 30, kind guessed: sextants 30 x 20, ascii 60 x 30, quadrants 30 x 30
#   a wholly black board and a wholly white one, by quadrants: equal when read again
# Why it matters: a picture of cells is nothing but areas of one colour, so the board of black cells is read as an empty
#   one, and a test that draws two answers by quadrants, with 2 pixels a cell, and compares what it reads, finds all
#   boards equal. Noise, as in the guide's examples, is read mostly right, as few of its characters have one colour.
#   Take braille, or the "colors" that are read, which are right for black on white; and name the kind of characters.
# Known: no report found; the guide does not restrict this use.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-python3}" -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check dapple==0.9.1 numpy==2.4.6
cat > try.py <<'PY'
from io import StringIO

import numpy as np
from dapple import ascii, braille, from_array, quadrants, sextants
from dapple.adapters.ansi import from_ansi

board = np.array([[cell == "." for cell in row] for row in ("#.#.#", ".###.", "##.##", ".###.", "#.#.#")])


def enlarged(cells, size):
    """The picture of the cells, each of size x size pixels, 0 for black and 1 for white, in red, green and blue."""
    return np.kron(cells, np.ones((size, size))).astype(np.float32)[:, :, None].repeat(3, axis=2)


def read_again(picture, draw, kind):
    text = StringIO()
    from_array(picture).out(draw, text)
    return from_ansi(text.getvalue(), format=kind)


def still_black(cells, size, draw, kind):
    picture = enlarged(cells, size)
    bitmap = read_again(picture, draw, kind).bitmap
    height, width = (min(lengths) for lengths in zip(bitmap.shape, picture.shape))
    return int(((bitmap < 0.5)[:height, :width] & (picture[:height, :width, 0] < 0.5)).sum())


changed = []


def see(what, found, expected):
    print(f"{what}: {found}")
    if found != expected:
        changed.append(what)


sizes = (2, 3, 4, 6)
see("black pixels", [16 * size * size for size in sizes], [64, 144, 256, 576])
for name, draw, expected in [
    ("braille", braille, [64, 144, 256, 576]),
    ("ascii", ascii, [64, 135, 256, 576]),
    ("quadrants", quadrants, [0, 39, 0, 0]),
    ("sextants", sextants, [34, 21, 64, 0]),
]:
    see(f"{name}, still black", [still_black(board, size, draw, name) for size in sizes], expected)
for name, draw, expected in [
    ("braille", braille, "30 x 32"),  # filled up, as a character is 4 pixels high
    ("ascii", ascii, "60 x 30"),
    ("quadrants", quadrants, "30 x 30"),
    ("sextants", sextants, "30 x 20"),
]:
    height, width = read_again(enlarged(board, 6), draw, None).bitmap.shape
    see(f"{name}, kind guessed, size of a picture of 30 x 30", f"{width} x {height}", expected)
black, white = (read_again(enlarged(np.full((5, 5), value), 2), quadrants, None) for value in (0, 1))
see("black and white boards are equal", bool((black.bitmap == white.bitmap).all()), True)
see("their colours differ", bool((black.colors != white.colors).all()), True)
colours = read_again(enlarged(board, 6), quadrants, "quadrants").colors
see("colours of the board are right", bool((colours == enlarged(board, 6)).all()), True)
noise = np.random.default_rng(1).random((30, 30)).astype(np.float32)
again = read_again(noise[:, :, None].repeat(3, axis=2), quadrants, None).bitmap
see("noise, most pixels right", bool(((again < 0.5) == (noise < 0.5)).mean() > 0.75), True)
if changed:
    raise SystemExit(f"The behaviour changed: {'; '.join(changed)}")
print("As described: what is wholly black is read as white.")
PY
venv/bin/python try.py
