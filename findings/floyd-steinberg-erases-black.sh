#!/usr/bin/env bash
# Package: floyd-steinberg 1.0.6 with pngjs 7.0.0 (npm).
#
# One would expect: a picture that is black and white already is left as it is by a dithering to black and white. The
#   example in the README hands over a picture as pngjs has read it.
# What happens: so read, a black board on white paper comes back wholly white. White is counted as 253, and its error of
#   -2 is rounded to -1, so each white pixel takes 1 to 7 from its neighbours. The README asks for the format of a
#   canvas, whose bytes stop at 0; those of pngjs are a Buffer, in which 0 - 7 is 249, nearly white. Pixels whitened in
#   this way whiten the next ones.
# Output seen (10 x 8 pixels, 40 of them dark; the number that is black afterwards):
#   dark   light    read by pngjs   the same bytes as Uint8ClampedArray
#      0     255                0                                    40
#     15     255                0                                    40
#     16     255               39                                    40
#      0     254                0                                    40
#    120     255               35                                    26
#   The last line is dithered as a grey may be, and differently for the same bytes.
# Why it matters: photographs, as in the README, have few wholly black pixels, and some white specks in them pass for
#   dithering. Drawn boards, text and line art lose everything. Hand over the same memory in another view:
#   floydSteinberg({width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)}) changes the
#   picture of pngjs itself, which can then be written.
# Known: no report found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" floyd-steinberg@1.0.6 pngjs@7.0.0
cat > try.js <<'JS'
const floydSteinberg = require("floyd-steinberg");
const { PNG } = require("pngjs");

const board = [
  "..........",
  ".########.",
  ".########.",
  ".##....##.",
  ".##....##.",
  ".########.",
  ".########.",
  "..........",
];

function written(dark, light) {
  const png = new PNG({ width: 10, height: 8 });
  [...board.join("")].forEach((cell, i) => {
    const grey = cell === "#" ? dark : light;
    png.data.set([grey, grey, grey, 255], 4 * i);
  });
  return PNG.sync.write(png);
}

function black(png) {
  return Array.from({ length: 80 }, (_, i) => png.data[4 * i]).filter((grey) => grey === 0).length;
}

const seen = [
  [0, 255, 0, 40],
  [15, 255, 0, 40],
  [16, 255, 39, 40],
  [0, 254, 0, 40],
  [120, 255, 35, 26],
];
const changed = [];
for (const [dark, light, asRead, asClamped] of seen) {
  const png = PNG.sync.read(written(dark, light));
  const same = PNG.sync.read(written(dark, light));
  floydSteinberg(png);
  const { width, height, data } = same;
  floydSteinberg({ width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) });
  console.log(`${dark} on ${light}: ${black(png)} black pixels as read, ${black(same)} as Uint8ClampedArray`);
  if (black(png) !== asRead || black(same) !== asClamped) changed.push(`${dark} on ${light}`);
}
if (changed.length) {
  console.error(`The behaviour changed for: ${changed.join("; ")}`);
  process.exit(1);
}
console.log("As described: a black board on white, as pngjs reads it, becomes wholly white.");
JS
node try.js
