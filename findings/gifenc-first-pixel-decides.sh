#!/usr/bin/env bash
# Package: gifenc 1.0.3 (npm), a writer of GIF.
#
# One would expect: applyPalette() gives each pixel the nearest colour of the palette. So a colour that is in the palette
#   gets its own number, and which number a pixel gets does not depend on the other pixels.
# What happens: colours that agree in their first 5, 6 and 5 bits are taken for the same, and in the format "rgba4444",
#   the only one with transparency, those that agree in their first 4 bits. All of them get the number of whichever comes
#   first in the picture, although the palette holds each of them. nearestColorIndex() of the same package is exact.
# Output seen (palette 0 white, 1 light grey #f0f0f0, 2 black, 3 transparent; format rgba4444):
#   white grey black white grey: 0,0,2,0,0       grey white black white grey: 1,1,2,1,1       grey alone: 1
#   and by default, palette 0 white, 1 bluish white #f8fcff:
#   white, bluish: 0,0           bluish, white: 1,1           nearestColorIndex: 1 for bluish, 0 for white
# Why it matters: white and a light grey that shades every other block of five cells become one colour, and which one may
#   change with the first cell of an animation's next frame, so that the whole board flickers. A puzzle of few colours
#   needs no search: number its pixels from a table of its colours, and leave applyPalette() out.
# Known: issue 13 of mattdesl/gifenc asks for an exact format.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" gifenc@1.0.3
cat > try.js <<'JS'
const { applyPalette, nearestColorIndex } = require("gifenc");

const white = [255, 255, 255, 255];
const grey = [240, 240, 240, 255];
const black = [0, 0, 0, 255];
const bluish = [248, 252, 255, 255];
const changed = [];
function see(what, got, expected) {
  console.log(`${what}: ${got}`);
  if (`${got}` !== expected) changed.push(what);
}
const pixels = (...colours) => new Uint8Array(colours.flat());

const four = [white, grey, black, [0, 0, 0, 0]];
see("white grey black white grey", applyPalette(pixels(white, grey, black, white, grey), four, "rgba4444"), "0,0,2,0,0");
see("grey white black white grey", applyPalette(pixels(grey, white, black, white, grey), four, "rgba4444"), "1,1,2,1,1");
see("grey alone", applyPalette(pixels(grey), four, "rgba4444"), "1");

const two = [white, bluish].map((colour) => colour.slice(0, 3));
see("by default, white bluish", applyPalette(pixels(white, bluish), two), "0,0");
see("by default, bluish white", applyPalette(pixels(bluish, white), two), "1,1");
see("nearestColorIndex of bluish, white", two.map((colour) => nearestColorIndex(two, colour)).reverse(), "1,0");
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join(", ")}`);
  process.exit(1);
}
console.log("As described: the first of several similar colours decides about all of them.");
JS
node try.js
