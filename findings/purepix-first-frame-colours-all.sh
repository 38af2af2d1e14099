#!/usr/bin/env bash
# Package: purepix 0.3.1 (PyPI), which reads and writes pictures in many formats in plain Python.
#
# One would expect: an animation is written from a list of frames, each of which has a palette of its own, from
#   quantize(). Frames of three flat colours at most are far from the 256 that a GIF can have, so that they come back as
#   they were; GIF has a palette for each frame for just this case, and the package's reader knows it.
# What happens: only the palette of the first frame is written, and the pixels of the others are numbers in it. As a
#   palette has just the colours that its own frame uses, in the order in which they were split, a frame that has a colour
#   more or less than the first has its numbers read as other colours. The writer never raises an error, not even for a
#   number that is beyond the palette: Pillow reads such a pixel as black, and only purepix's convert() fails on it.
# Output seen ("." white, "#" black, "r" red; what comes back, from purepix and Pillow 12.0.0 alike but for the last):
#   frames written            frames read
#   ....  .##.                ....  #..#       an empty board, then its picture: the picture is a negative
#   ....  #..#                ....  .##.
#   r##.  .##.                r##.  r##r       a red mark, then none: the white of the second is red
#   ....  #..#                ....  #rr#
#   .##.  #..#                .##.  #..#       the same colours in both: right
#   ....  .##.                ....  .##.
#   .##.  r##.                .##.  .###       a red mark that comes later, by Pillow: the mark is white, and all
#   ....  ....                ....  ####       the paper black; purepix's convert() fails
# Why it matters: an animation of how a puzzle is solved begins with an empty board, and each ink comes when its first cell
#   is found. A try with two frames that have the same colours shows nothing. Quantise all frames as one tall picture and
#   cut that up, so that they share a palette.
# Known: no report found. The README only says that animated GIFs are read and written; the text in the module says that
#   the writer takes one frame or a list, and nothing of a shared palette.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-python3}" -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check purepix==0.3.1 pillow==12.0.0
cat > try.py <<'PY'
import purepix
from PIL import Image

INKS = {".": (255, 255, 255), "#": (0, 0, 0), "r": (255, 0, 0)}
NAMES = {ink: name for name, ink in INKS.items()}
changed = []


def picture(rows):
    image = purepix.Image.new("RGB", (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            image.putpixel((x, y), INKS[cell])
    return image


def rows_of(width, height, pixel):
    return ["".join(NAMES[tuple(pixel((x, y)))] for x in range(width)) for y in range(height)]


def read_by_purepix():
    frames = [frame.convert("RGB") for frame in purepix.open_all("board.gif")]
    return [rows_of(frame.width, frame.height, frame.getpixel) for frame in frames]


def read_by_pillow():
    frames = []
    with Image.open("board.gif") as animation:
        for i in range(animation.n_frames):
            animation.seek(i)
            frame = animation.convert("RGB")
            frames.append(rows_of(*frame.size, frame.getpixel))
    return frames


def see(what, boards, expected, together=False, purepix_fails=False):
    if together:
        tall = picture([row for board in boards for row in board]).quantize(256)
        height = len(boards[0])
        frames = [tall.crop((0, i * height, tall.width, (i + 1) * height)) for i in range(len(boards))]
    else:
        frames = [picture(board).quantize(256) for board in boards]
        for frame, board in zip(frames, boards):
            alone = frame.convert("RGB")
            if rows_of(alone.width, alone.height, alone.getpixel) != board:
                changed.append(f"{what}: quantize() changes a frame")
    purepix.gif.save(frames, "board.gif", delays=[50] * len(frames))
    try:
        own = read_by_purepix()
    except IndexError:
        own = "fails"
    for reader, got, right in (
        ("purepix", own, "fails" if purepix_fails else expected),
        ("Pillow", read_by_pillow(), expected),
    ):
        print(f"{what}, by {reader}: {boards} -> {got}")
        if got != right:
            changed.append(f"{what}, by {reader}")


empty = ["....", "...."]
drawn = [".##.", "#..#"]
negative = ["#..#", ".##."]
marked = ["r##.", "...."]
see("empty, then drawn", [empty, drawn], [empty, negative])
see("with red, then without", [marked, drawn], [marked, ["r##r", "#rr#"]])
see("red only later", [[".##.", "...."], marked], [[".##.", "...."], [".###", "####"]], purepix_fails=True)
see("the same colours", [[".##.", "...."], negative], [[".##.", "...."], negative])
see("quantised as one", [empty, marked, drawn], [empty, marked, drawn], together=True)
if changed:
    raise SystemExit(f"The behaviour changed: {'; '.join(changed)}")
print("As described: the first frame's palette colours all frames, and one comes back as a negative.")
PY
venv/bin/python try.py
