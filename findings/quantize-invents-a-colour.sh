#!/usr/bin/env bash
# Package: quantize 1.0.2 (npm), the median-cut quantiser for lists of [red, green, blue].
#
# One would expect: a picture that has just two colours, quantised to "the maximum number of colours" 2, gives back
#   these two; asking for more cannot give more than the picture has.
# What happens: the palette has one colour too many, and the extra one is in no pixel; one of its channels is 256,
#   which no byte holds. Asked for four, it gives the made-up colour twice. No colour comes back exactly: white is 252,
#   black is 4. And the order of the palette is not fixed: map(), which only looks a pixel up, changes it.
# Output seen (a picture of 90 white and 10 black pixels):
#   asked for 2: [252,252,252] [4,4,4] [188,256,128]
#   asked for 4: [252,252,252] [4,4,4] [188,256,128] [188,256,128]
#   white maps to [252,252,252], black to [4,4,4]
#   after those two calls of map(), palette() gives [188,256,128] [4,4,4] [252,252,252]
# Why it matters: the inks of a coloured puzzle are counted and named from its picture. Here a black and white puzzle
#   has a third, greenish ink that no cell uses, a writer that formats the channels in hex gets "bc10080", seven
#   digits, no ink equals the pixels it came from, and the number of an ink in the palette is not the same before and
#   after the cells are looked up. Count the distinct colours of a flat picture; do not quantise it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" quantize@1.0.2
cat > try.js <<'JS'
const quantize = require("quantize");

const white = [255, 255, 255];
const black = [0, 0, 0];
const pixels = Array.from({ length: 100 }, (_, i) => (i % 10 ? white : black));
const seen = {
  2: "[[252,252,252],[4,4,4],[188,256,128]]",
  4: "[[252,252,252],[4,4,4],[188,256,128],[188,256,128]]",
};
const changed = [];
for (const [asked, expected] of Object.entries(seen)) {
  const palette = JSON.stringify(quantize(pixels, Number(asked)).palette());
  console.log(`two colours in, asked for ${asked}: ${palette}`);
  if (palette !== expected) changed.push(`palette of ${asked}`);
}
const map = quantize(pixels, 2);
const before = map.palette();
console.log(`white maps to [${map.map(white)}], black to [${map.map(black)}]`);
if (`${map.map(white)} ${map.map(black)}` !== "252,252,252 4,4,4") changed.push("mapping");
console.log(`palette before map(): ${JSON.stringify(before)}, after: ${JSON.stringify(map.palette())}`);
if (JSON.stringify(map.palette()) !== "[[188,256,128],[4,4,4],[252,252,252]]") changed.push("order after map()");
const hex = before[2].map((channel) => channel.toString(16).padStart(2, "0")).join("");
console.log(`the third colour in hex: ${hex}`);
if (hex !== "bc10080") changed.push("hex");
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join(", ")}`);
  process.exit(1);
}
console.log("As described: more colours than asked for, and one that is in no pixel.");
JS
node try.js
