#!/usr/bin/env bash
# Package: canvas-dither 1.0.1 (npm), which turns a picture into black and white pixels.
#
# One would expect: Floyd-Steinberg dithering keeps the brightness: an even grey of g, from 0 to 255, gets (255 - g) / 255
#   of its pixels black. So a paper of 254 instead of 255 has hardly a black pixel, four in a thousand.
# What happens: floydsteinberg() divides a pixel's error by 16, rounds it down to a whole number and only then multiplies
#   it by 7, 3, 5 and 1 for the four neighbours. An error of -1 becomes -1 for each sixteenth, which is -16 in all; one of
#   +15 becomes 0. So greys get too dark: just below white there are ten times too many black pixels, and up to a grey of
#   15 there is no white one.
# Output seen (100 x 100 pixels of one grey: black pixels by floydsteinberg(), and the number that keeps the brightness):
#   255:   0,   0 right      254:  400,   39 right      248:  577,  275 right      240: 903, 588 right
#   128: 5291, 4980 right     15: 10000, 9412 right
#   240 and above by atkinson() or by threshold() with 128: none
# Why it matters: a game's paper need not be exactly white. At 254 it gets one black pixel in 25, which a printer shows as
#   dirt and a reader of cells counts as ink. Set what is nearly white to white first, or use threshold(): a
#   board of black and white cells has no grey that needs dithering.
# Known: no report found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" canvas-dither@1.0.1
cat > try.js <<'JS'
const dither = require("canvas-dither");

const SIDE = 100;
const changed = [];

function black(method, grey) {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4).fill(grey);
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  const result = dither[method]({ data, width: SIDE, height: SIDE }, 128).data;
  let count = 0;
  for (let i = 0; i < result.length; i += 4) if (result[i] === 0) count += 1;
  return count;
}

for (const [grey, expected] of [[255, 0], [254, 400], [248, 577], [240, 903], [128, 5291], [15, 10000]]) {
  const found = black("floydsteinberg", grey);
  const right = Math.round(((255 - grey) / 255) * SIDE * SIDE);
  console.log(`grey ${grey}: ${found} of 10000 pixels black, ${right} right`);
  if (found !== expected) changed.push(`floydsteinberg, ${grey}`);
  if (grey >= 240 && black("atkinson", grey) !== 0) changed.push(`atkinson, ${grey}`);
  if (grey >= 240 && black("threshold", grey) !== 0) changed.push(`threshold, ${grey}`);
}
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join("; ")}`);
  process.exit(1);
}
console.log("As described: a paper of 254 has ten times the black pixels that keep its brightness.");
JS
node try.js
