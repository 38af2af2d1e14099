#!/usr/bin/env bash
# Package: nearest-colors 1.0.0 (npm), which finds the colours of a list that are nearest to a given one.
#
# One would expect: the search takes #rrggbb, and the package has rgbaToHex() for colours like rgba(12, 12, 12, 1). So one
#   puts the two together, and a pixel of 12, 12, 12, which is black to the eye, is nearest to black.
# What happens: rgbaToHex() writes a channel below 16 with one digit instead of two. If all three are below 16, the result
#   has three digits, and the search reads these in the short form of CSS, in which each digit stands twice: 12, 12, 12
#   becomes "#ccc" and so 204, 204, 204. Each channel is multiplied by 17, and the darkest colours are spread over all
#   there are. Only 0, 0, 0 stays what it is. If one or two channels are below 16, the result has four or five digits,
#   which the search refuses with an error: full red is among them.
# Output seen (four inks: black, white, red, blue):
#   colour           rgbaToHex()    nearest    nearest, given as rgb(...)
#   0, 0, 0          #000           black      black
#   7, 7, 7          #777           black      black
#   8, 8, 8          #888           white      black
#   15, 15, 15       #fff           white      black
#   15, 0, 0         #f00           red        black
#   2, 3, 14         #23e           blue       black
#   16, 16, 16       #101010        black      black
#   255, 0, 0        #ff00          refused    red
#   of the 4096 colours whose channels are all below 16: 940 black, 1376 white, 904 red, 876 blue; all are black by rgb(...)
# Why it matters: black lines and filled cells in a JPEG, or beside a soft edge, are not exactly 0, 0, 0. Some of their
#   pixels then count as white or as an ink that the puzzle does not have, while pure black, and anything from 16, 16, 16
#   on, is right. Give the search "rgb(12, 12, 12)" or an object with r, g and b, both of which it reads itself.
# Known: no report found for this package; its README only names rgbaToHex().
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" nearest-colors@1.0.0
cat > try.js <<'JS'
const { nearestFrom, rgbaToHex } = require("nearest-colors");

const inkOf = nearestFrom([
  { name: "black", value: "#000000" },
  { name: "white", value: "#ffffff" },
  { name: "red", value: "#ff0000" },
  { name: "blue", value: "#0000ff" },
]);
const changed = [];
function see(what, got, expected) {
  console.log(`${what}: ${got}`);
  if (got !== expected) changed.push(what);
}
function viaHex(colour) {
  try {
    return inkOf(rgbaToHex(`rgba(${colour.join(", ")}, 1)`)).name;
  } catch (error) {
    return "refused";
  }
}
const direct = (colour) => inkOf(`rgb(${colour.join(", ")})`).name;

// The colour, what rgbaToHex() makes of it, the nearest ink of that, and of the colour itself
const seen = [
  [[0, 0, 0], "#000 black black"],
  [[7, 7, 7], "#777 black black"],
  [[8, 8, 8], "#888 white black"],
  [[15, 15, 15], "#fff white black"],
  [[15, 0, 0], "#f00 red black"],
  [[2, 3, 14], "#23e blue black"],
  [[16, 16, 16], "#101010 black black"],
  [[255, 0, 0], "#ff00 refused red"],
];
for (const [colour, expected] of seen) {
  const hex = rgbaToHex(`rgba(${colour.join(", ")}, 1)`);
  see(colour.join(", "), `${hex} ${viaHex(colour)} ${direct(colour)}`, expected);
}

const count = (find) => {
  const counts = {};
  for (let i = 0; i < 4096; i += 1) {
    const name = find([i >> 8, (i >> 4) & 15, i & 15]);
    counts[name] = (counts[name] || 0) + 1;
  }
  return Object.keys(counts).sort().map((name) => `${counts[name]} ${name}`).join(", ");
};
see("4096 darkest colours by rgbaToHex()", count(viaHex), "940 black, 876 blue, 904 red, 1376 white");
see("4096 darkest colours by rgb(...)", count(direct), "4096 black");
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join("; ")}`);
  process.exit(1);
}
console.log("As described: by way of rgbaToHex(), a third of the darkest colours is nearest to white.");
JS
node try.js
