#!/usr/bin/env bash
# Package: otsu 0.0.5, which finds the threshold between dark and light by Otsu's method, and image-filter-threshold 2.0.1
#   with image-filter-core 2.0.2 (npm), which makes a picture black and white by a threshold.
#
# One would expect: a picture of just two greys is the easiest case: whatever lies between them separates them. Done as
#   the README of otsu shows, `e > t`, the light pixels become 1 and the dark ones 0.
# What happens: t is the darkest grey of the light side, not one between the sides or the lightest of the dark side. So
#   `>` puts that grey on the wrong side, and where the light side has only one grey, nothing is light. `>=` is right.
#   image-filter-threshold compares by `>=`, and yet turns white black: it multiplies the channels by 0.2126, 0.7152 and
#   0.0722 first and adds them, which gives 254.99999999999997 for white. In this way 62 of the greys from 1 to 255 are
#   below a threshold of just their own number.
# Output seen (the light pixels of a board of 100, and the right number):
#                                        t     e > t   e >= t   image-filter-threshold   right
#   0 and 255, 40 of them light         255      0       40        0                      40
#   0 and 254, 40 of them light         254      0       40       40                      40
#   0, 60 and 255, 40 of them light     255      0       40        0                      40
#   100 different greys, 0 to 198       100     49       50       50                      50
#   with the threshold t - 0.5 image-filter-threshold is right in all four
# Why it matters: a photograph has many greys, and one of them more or less on the dark side is not seen; a drawn board
#   has few, and comes out wholly black. Take t - 0.5 as the threshold: it is right for either comparison.
# Known: no report found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" \
  otsu@0.0.5 image-filter-threshold@2.0.1 image-filter-core@2.0.2
cat > try.js <<'JS'
const otsu = require("otsu").default;
// What the package runs for each pixel; the function around it needs a browser
const transform = require("image-filter-threshold/src/transform");

const changed = [];
function see(what, got, expected) {
  console.log(`${what}: ${got}`);
  if (`${got}` !== `${expected}`) changed.push(what);
}

function lightAfterFilter(greys, threshold) {
  const data = Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255]));
  transform(data, data.length, { threshold });
  return greys.filter((_, i) => data[4 * i] === 255).length;
}

const repeat = (...counts) => counts.flatMap(([grey, count]) => Array(count).fill(grey));
const seen = [
  ["0 and 255", repeat([0, 60], [255, 40]), [255, 0, 40, 0], 40],
  ["0 and 254", repeat([0, 60], [254, 40]), [254, 0, 40, 40], 40],
  ["0, 60 and 255", repeat([0, 30], [60, 30], [255, 40]), [255, 0, 40, 0], 40],
  ["100 different greys", Array.from({ length: 100 }, (_, i) => 2 * i), [100, 49, 50, 50], 50],
];
for (const [name, greys, expected, right] of seen) {
  const t = otsu(greys);
  const above = greys.filter((grey) => grey > t).length;
  const from = greys.filter((grey) => grey >= t).length;
  see(`${name}: t, e > t, e >= t, image-filter-threshold`, [t, above, from, lightAfterFilter(greys, t)], expected);
  see(`${name}: e > t - 0.5`, greys.filter((grey) => grey > t - 0.5).length, right);
  see(`${name}: image-filter-threshold with t - 0.5`, lightAfterFilter(greys, t - 0.5), right);
}
const all = Array.from({ length: 255 }, (_, i) => i + 1);
see("greys below themselves", all.filter((grey) => lightAfterFilter([grey], grey) === 0).length, 62);
see("luminance of white", 0.2126 * 255 + 0.7152 * 255 + 0.0722 * 255, 254.99999999999997);
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join("; ")}`);
  process.exit(1);
}
console.log("As described: a board of two greys becomes wholly black.");
JS
node try.js
