#!/usr/bin/env bash
# Package: palette-remap 0.1.0 with Pillow 12.0.0, numpy 2.3.5 and pydantic 2.12.5 (PyPI).
#
# One would expect: a picture that has just the colours of a palette is left as it is. The command takes a palette from
#   a .hex or .txt file; a .txt file of colours is Paint.NET's. The palette site that the README links to offers its
#   palettes as such, too, and their comments after a semicolon are understood. --keep-transparency keeps more of the
#   transparency than leaving it out.
# What happens: Paint.NET writes the alpha first, FF6c5671, and the command reads it last. So every colour of such a
#   palette has 255 red, its red as green and its green as blue; the blue becomes an alpha that is not used. There is no
#   warning. And --keep-transparency, with which the README has made its examples, keeps only what is wholly
#   transparent, as its help says, and makes all else opaque, which it does not say. Without it every alpha is kept.
# Output seen:
#   picture, and its palette     28282e  6c5671  d9c8bf  f98284
#   by the palette as .hex       28282e  6c5671  d9c8bf  f98284
#   by the same as .txt          ff2828  ff6c56  ffd9c8  ff6c56
#   alpha of a picture               0       1     128     255
#   without the option               0       1     128     255
#   with --keep-transparency         0     255     255     255
# Why it matters: the picture has a few matching colours, as after a remapping to a reddish palette. Take the .hex file
#   of a palette, or cut the first two digits of each line; and leave the option out unless soft edges are to go hard.
# Known: no report found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check palette-remap==0.1.0 pillow==12.0.0 numpy==2.3.5 \
  pydantic==2.12.5
cd "$work"
cat > try.py <<'PY'
import subprocess
import sys
from pathlib import Path

from PIL import Image

COMMAND = Path(sys.executable).with_name("palette-remap")
colours = ["28282e", "6c5671", "d9c8bf", "f98284"]
Path("four.hex").write_text("".join(f"{colour}\n" for colour in colours))
Path("four.txt").write_text(";paint.net Palette File\n;Colors: 4\n" + "".join(f"FF{colour}\n" for colour in colours))


def remapped(pixels, *options):
    picture = Image.new("RGBA", (len(pixels), 1))
    for x, pixel in enumerate(pixels):
        picture.putpixel((x, 0), pixel)
    picture.save("in.png")
    subprocess.run([COMMAND, "in.png", "out.png", "--quiet", *options], check=True, stderr=subprocess.DEVNULL)
    with Image.open("out.png") as out:
        return [out.getpixel((x, 0)) for x in range(out.width)]


changed = []
opaque = [(*bytes.fromhex(colour), 255) for colour in colours]
for name, expected in (("four.hex", colours), ("four.txt", ["ff2828", "ff6c56", "ffd9c8", "ff6c56"])):
    found = [bytes(pixel[:3]).hex() for pixel in remapped(opaque, "--palette-file", name)]
    print(f"{name}: {' '.join(colours)} becomes {' '.join(found)}")
    if found != expected:
        changed.append(name)
alphas = [0, 1, 128, 255]
for options, expected in (((), alphas), (("--keep-transparency",), [0, 255, 255, 255])):
    pixels = [(40, 40, 46, alpha) for alpha in alphas]
    found = [pixel[3] for pixel in remapped(pixels, "--palette-file", "four.hex", *options)]
    print(f"alpha {alphas} becomes {found} {'with' if options else 'without'} --keep-transparency")
    if found != expected:
        changed.append(f"alpha, {options}")
if changed:
    raise SystemExit("The behaviour changed for: " + "; ".join(changed))
print("As described: a palette of Paint.NET is read as shades of red.")
PY
"$work/env/bin/python" try.py
