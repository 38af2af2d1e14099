#!/usr/bin/env bash
# Packages: tga 1.0.7 (npm), a reader and writer of TGA pictures; the pictures are written by Pillow 12.0.0 (PyPI).
#
# One would expect: the reader gives red, green, blue and alpha for each pixel. So a picture of grey and alpha (mode "LA")
#   comes back as three equal channels and the alpha, whatever else the program has read before.
# What happens: the alpha of such a picture is put into green instead. The pixel's own alpha is the one of the last colour
#   that any picture had before it in the same process; if that is 0, or if there was none, all become opaque. Black, where
#   it is opaque, becomes green, grey becomes light green, white stays white, and clear white becomes solid magenta. The
#   same cells as "L", "RGB" or "RGBA" are read right, so it is not the file that is unusual.
# Output seen (black, mid grey and white, all opaque, then clear white):
#   RGBA                             0,0,0,255    128,128,128,255  255,255,255,255  255,255,255,0
#   L (without the alpha)            0,0,0,255    128,128,128,255  255,255,255,255  255,255,255,255
#   LA, read first                   0,255,0,255  128,255,128,255  255,255,255,255  255,0,255,255
#   LA, after a picture that ends
#     in a colour of alpha 90        0,255,0,90   128,255,128,90   255,255,255,90   255,0,255,90
#   LA, run-length encoded           as LA
#   LA, by Pillow's own reader       right
# Why it matters: a board of black and white cells on clear ground fits grey and alpha, which halves the file. Its black
#   cells are now an ink, green, and its clear white ground another, magenta; and all of them are opaque or half clear by
#   what happened to be read before. Only a wholly white, opaque picture looks right. Save such a board as RGBA.
# Known: no report found for this package.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-python3}" -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pillow==12.0.0
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" tga@1.0.7
cat > write.py <<'PY'
from PIL import Image

board = Image.new("LA", (4, 1))
board.putdata([(0, 255), (128, 255), (255, 255), (255, 0)])
board.save("LA.tga")
board.save("LA-rle.tga", compression="tga_rle")
for mode in ("L", "RGB", "RGBA"):
    board.convert(mode).save(f"{mode}.tga")
Image.new("RGBA", (1, 1), (10, 20, 30, 90)).save("before.tga")
for name in ("LA", "LA-rle"):
    with Image.open(f"{name}.tga") as again:
        if again.mode != "LA" or again.tobytes() != board.tobytes():
            raise SystemExit(f"The behaviour changed: Pillow does not read its own {name}.tga")
PY
venv/bin/python write.py
cat > try.js <<'JS'
const fs = require("fs");
const TGA = require("tga");

const changed = [];
function see(what, file, expected) {
  const picture = new TGA(fs.readFileSync(file));
  const pixels = [];
  for (let i = 0; i < picture.pixels.length; i += 4) pixels.push([...picture.pixels.slice(i, i + 4)].join(","));
  const got = pixels.join(" ");
  console.log(`${what}: ${got}`);
  if (got !== expected) changed.push(what);
}

const opaque = "0,255,0,255 128,255,128,255 255,255,255,255 255,0,255,255";
const opaqueGrey = "0,0,0,255 128,128,128,255 255,255,255,255 255,255,255,255";
see("LA, read first", "LA.tga", opaque);
see("LA, run-length encoded", "LA-rle.tga", opaque);
see("L", "L.tga", opaqueGrey);
see("RGB", "RGB.tga", opaqueGrey);
see("RGBA", "RGBA.tga", "0,0,0,255 128,128,128,255 255,255,255,255 255,255,255,0");
see("LA, after one that ends in alpha 0", "LA.tga", opaque);
see("a pixel of alpha 90", "before.tga", "10,20,30,90");
see("LA, after that pixel", "LA.tga", "0,255,0,90 128,255,128,90 255,255,255,90 255,0,255,90");
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join("; ")}`);
  process.exit(1);
}
console.log("As described: opaque black is green, and how opaque it is depends on the picture before.");
JS
node try.js
