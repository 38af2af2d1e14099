#!/usr/bin/env bash
# Package: color-classifier 0.0.1 (npm), which finds the colour of a palette that is nearest, by one of three measures.
#
# One would expect: HSV separates the hue of a colour from how strong and how bright it is, so it is the measure to tell
#   paper from inks. A pixel one level off white is nearest to white; the package's own example has #fefefe as white.
# What happens: the distance adds the squares of three differences, the hue's in degrees (up to 180), the other two in
#   per cent (up to 100), and the hue counts in full where there is hardly any colour. A grey has the hue 0, which is that
#   of red. #fefeff has the hue 240: it is 120 from white, but only 100 from pure blue, and so it is blue, while #fffefe,
#   as pale but reddish, is white. Near black and near grey it is the same.
# Output seen (the palette W3C of the package):
#              HSV        RGB        CIEDE2000
#   #fefefe    #ffffff    #ffffff    #ffffff
#   #fffefe    #ffffff    #ffffff    #ffffff
#   #fefeff    #0000ff    #ffffff    #ffffff
#   #feffff    #00ffff    #ffffff    #ffffff
#   #fefffe    #00ff00    #ffffff    #ffffff
#   #c0c0c1    #0000ff    #c0c0c0    #c0c0c0
#   #808081    #000080    #808080    #808080
#   #000001    #000080    #000000    #000000
#   of the 27 colours whose channels are 253, 254 or 255, HSV calls 16 white, 3 blue, 4 lime and 4 aqua
# Why it matters: a screenshot that was saved as JPEG has such pixels beside its lines and inks, and each of them becomes
#   one of full blue, lime or aqua. Whoever tries exact greys or a reddish paper sees nothing of it. Take RGB, or
#   CIEDE2000, which is the default, or sort out what is nearly grey or nearly black before HSV is asked.
# Known: no report found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" color-classifier@0.0.1
cat > try.js <<'JS'
const ColorClassifier = require("color-classifier");

const MEASURES = ["HSV", "RGB", "CIEDE2000"];
const classifiers = MEASURES.map((measure) => new ColorClassifier(ColorClassifier.Palette.W3C, measure));
const changed = [];
function see(what, got, expected) {
  console.log(`${what}: ${got}`);
  if (got !== expected) changed.push(what);
}

// The colour, what HSV makes of it, and what the other two do
const seen = [
  ["#fefefe", "#ffffff", "#ffffff"],
  ["#fffefe", "#ffffff", "#ffffff"],
  ["#fefeff", "#0000ff", "#ffffff"],
  ["#feffff", "#00ffff", "#ffffff"],
  ["#fefffe", "#00ff00", "#ffffff"],
  ["#c0c0c1", "#0000ff", "#c0c0c0"],
  ["#808081", "#000080", "#808080"],
  ["#000001", "#000080", "#000000"],
];
for (const [colour, hsv, others] of seen) {
  const got = classifiers.map((classifier) => classifier.classify(colour, "hex")).join(" ");
  see(`${colour} by ${MEASURES.join(", ")}`, got, [hsv, others, others].join(" "));
}

const levels = [253, 254, 255];
const nearlyWhite = levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => ({ r, g, b }))));
classifiers.forEach((classifier, i) => {
  const counts = {};
  for (const colour of nearlyWhite) {
    const name = classifier.classify(colour, "hex");
    counts[name] = (counts[name] || 0) + 1;
  }
  const text = Object.keys(counts).sort().map((name) => `${counts[name]} ${name}`).join(", ");
  const expected = MEASURES[i] === "HSV" ? "3 #0000ff, 4 #00ff00, 4 #00ffff, 16 #ffffff" : "27 #ffffff";
  see(`27 colours that are nearly white, by ${MEASURES[i]}`, text, expected);
});
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join("; ")}`);
  process.exit(1);
}
console.log("As described: by HSV, a paper with a touch of blue is blue.");
JS
node try.js
