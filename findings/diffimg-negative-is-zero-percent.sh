#!/usr/bin/env bash
# Packages: diffimg 0.3.0 (PyPI) with Pillow 12.0.0.
#
# One would expect: the difference is the mean one of red, green and blue, as the README says: 100% for a board of black
#   and white and its negative, and 0% for two pictures that look alike.
# What happens: of pictures with a palette it compares the places in the palette, never the colours. A board
#   and its negative, made by exchanging the two colours in the palette, "differ by 0.0%". The same board stored with
#   its palette in the other order differs from itself. The same cells as "RGB", "L" or "1" are compared right.
# Output seen (a board of 8 x 8 cells of which one half is black):
#                                              with a palette   as RGB, L or 1
#   the negative, by exchanging the colours            0             1
#   the same board, its palette turned round     0.003922            0
#   a red board instead of the black one               0          0.166667 (as RGB)
# Why it matters: boards of few colours are what is stored with a palette, by a drawing program, by a tool that makes
#   PNG files small, or by quantize(). A test that compares the drawn answer with the right one passes with every cell
#   wrong. The package raises an error if the two kinds of picture differ ("P" and "RGB"), and none here. Convert both
#   to RGB first.
# Known: no report found; its README asks only for pictures of the same size, type and channels.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check diffimg==0.3.0 pillow==12.0.0
cd "$work"
cat > try.py <<'PY'
import subprocess
import sys

from diffimg import diff
from PIL import Image

BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (255, 0, 0)
BOARD = [(x // 2 + y) % 2 for y in range(8) for x in range(8)]


def picture(name, places, palette):
    image = Image.new("P", (8, 8))
    image.putdata(places)
    image.putpalette([channel for colour in palette for channel in colour])
    image.save(f"{name}-P.png")
    for mode in ("RGB", "L", "1"):
        image.convert("RGB").convert(mode).save(f"{name}-{mode}.png")
    with Image.open(f"{name}-P.png") as again:
        shown = again.convert("RGB")
        if again.mode != "P" or [shown.getpixel((i % 8, i // 8)) for i in range(64)] != [palette[i] for i in places]:
            raise SystemExit(f"The behaviour changed: Pillow does not keep the palette of {name}")


picture("board", BOARD, [WHITE, BLACK])
picture("negative", BOARD, [BLACK, WHITE])
picture("turned", [1 - place for place in BOARD], [BLACK, WHITE])
picture("red", BOARD, [WHITE, RED])

changed = []
for name, mode, expected in (
    ("negative", "P", 0), ("negative", "RGB", 1), ("negative", "L", 1), ("negative", "1", 1),
    ("turned", "P", 1 / 255), ("turned", "RGB", 0), ("turned", "L", 0), ("turned", "1", 0),
    ("red", "P", 0), ("red", "RGB", BOARD.count(1) / 64 / 3),
):
    found = diff(f"board-{mode}.png", f"{name}-{mode}.png", delete_diff_file=True)
    print(f"board and {name}, as {mode}: {found:.6f}")
    if abs(found - expected) > 1e-9:
        changed.append(f"{name} as {mode}")
said = subprocess.run([sys.executable, "-m", "diffimg", "board-P.png", "negative-P.png"],
                      check=True, capture_output=True, text=True).stdout.strip()
print(f"its command on the board and its negative: {said}")
if said != "Images differ by 0.0%":
    changed.append("the command")
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: by their palettes a board and its negative are alike.")
PY
"$work/env/bin/python" try.py
