#!/usr/bin/env bash
# Package: netpbm 0.0.1 (PyPI), pictures as lists of lists; the files are read back by Pillow 12.0.0.
#
# One would expect: set_pixel(x, y, 0) and fillrect(x, y, width, height, 0) paint with 0, which is black in a grey
#   picture (PGM), and white in a picture of black and white (PBM).
# What happens: 0 is taken for "no colour given" and replaced by the ground colour. That of a grey picture is always
#   255, also where bg=0 was asked for, so black is painted as white. A value of 1, which looks black, is kept. In a
#   picture of black and white on a black ground (bg=1), white is painted as black. The same 0 is painted right by
#   fillrect_grid(), and so is black in colour, where it is (0, 0, 0).
# Output seen (the value that is in the file afterwards):
#   grey, 128 painted                               128
#   grey, 1 painted                                   1
#   grey, 0 painted                                 255
#   grey, 0 painted over 128                        255
#   grey, bg=0 and nothing painted                  255
#   grey, 0 by fillrect_grid()                        0
#   black and white on bg=1, 0 (white) painted        1, black
#   colour, (0, 0, 0) painted                   0, 0, 0
# Why it matters: a nonogram's answer, drawn black on white with the class for grey pictures, comes out as an empty
#   board, with no error; and drawn over grey, which stands for cells not yet known, its black cells are those that are
#   surely white. Paint black as 1, or set the cells of the list "map" yourself.
# Known: no report found; its README tells nothing of 0 being special.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check netpbm==0.0.1 pillow==12.0.0
cd "$work"
cat > try.py <<'PY'
from netpbm import ImgBW, ImgColor, ImgGrayscale
from PIL import Image

changed = []


def see(what, picture, expected):
    with Image.open(picture.to_file("board")) as image:
        found = image.convert("RGB").getpixel((1, 1)) if image.mode == "RGB" else image.convert("L").getpixel((1, 1))
    print(f"{what}: {found}")
    if found != expected:
        changed.append(what)


def painted(picture, *colours):
    for colour in colours:
        picture.fillrect(1, 1, 2, 2, colour)
    return picture


# Pillow gives 0 for black and 255 for white of all three kinds
see("grey, 128 painted", painted(ImgGrayscale(4, 4), 128), 128)
see("grey, 1 painted", painted(ImgGrayscale(4, 4), 1), 1)
see("grey, 0 painted", painted(ImgGrayscale(4, 4), 0), 255)
see("grey, 0 painted over 128", painted(ImgGrayscale(4, 4), 128, 0), 255)
see("grey, bg=0 and nothing painted", ImgGrayscale(4, 4, bg=0), 255)
see("grey, 0 by fillrect_grid()", ImgGrayscale(4, 4).fillrect_grid(1, 1, 2, 2, 0, 0, 2), 0)
see("black and white, 1 painted on bg=0", painted(ImgBW(4, 4), 1), 0)
see("black and white, 0 painted on bg=1", painted(ImgBW(4, 4, bg=1), 0), 0)
see("colour, black painted on white", painted(ImgColor(4, 4), (255, 255, 255), (0, 0, 0)), (0, 0, 0))

answer = ["10011", "01110", "00100", "11011", "10001"]
board = ImgGrayscale(5, 5)
for y, row in enumerate(answer):
    for x, cell in enumerate(row):
        board.set_pixel(x, y, 0 if cell == "1" else 255)
with Image.open(board.to_file("answer")) as image:
    extrema = image.getextrema()
print(f"an answer of 5 x 5 cells, drawn black on white: values from {extrema[0]} to {extrema[1]}")
if extrema != (255, 255):
    changed.append("the answer")
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: black that is painted on a grey picture is white.")
PY
"$work/env/bin/python" try.py
