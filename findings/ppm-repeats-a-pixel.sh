#!/usr/bin/env bash
# Package: ppm 0.0.0 (npm), a writer and reader of plain PPM pictures (P3).
#
# One would expect: a picture that is written has width x height pixels, however large it is and however fast the one
#   who takes it is. To slow down a stream costs time, and changes no data.
# What happens: each time the reader of the stream asks it to wait, the writer sends the last pixel once more when it
#   goes on. All pixels after it move by one, and the next time by one more. A file is such a reader: in Node.js 20 it
#   asks after every 16 KiB, which are 1,365 white pixels. Readers take as many pixels as the size says and leave the
#   rest: nothing is said, and the last pixels are lost.
# Output seen (a white picture with a black diagonal, written to a stream that asks to wait after each 16 KiB):
#   size          pixels in the file   pixels wrong when read by the package itself
#   30 x 30               900                0
#   40 x 40             1,601 (+1)          11
#   60 x 60             3,602 (+2)          73
#   100 x 100          10,007 (+7)         171
#   parsed at once, as in its README, with no file between: right at all sizes
# Why it matters: a board that is drawn is a few hundred pixels wide. Its lines get a step at some height, the columns
#   after it do not stand where they should, and a grid cut into cells gives wrong ones. A small test picture is right,
#   and so is the example of the README. Collect the stream's text first, and write the file from it.
# Known: no report found; its README says that it is compatible with the streams of files.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" ppm@0.0.0
cat > try.js <<'JS'
const fs = require("fs");
const { once } = require("events");
const ppm = require("ppm");

const read = (stream) => new Promise((resolve, reject) => {
  ppm.parse(stream, (error, rows) => (error ? reject(error) : resolve(rows)));
});

async function see(size) {
  const board = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (x === y ? [0, 0, 0] : [255, 255, 255])));
  const wrong = (rows) => rows.flat().filter((pixel, i) =>
    String(pixel) !== String(board[Math.floor(i / size)][i % size])).length;

  const file = fs.createWriteStream("board.ppm", { highWaterMark: 16384 });
  ppm.serialize(board).pipe(file);
  await once(file, "finish");
  const text = fs.readFileSync("board.ppm", "latin1").replace(/^#.*$/m, "");
  const numbers = text.trim().split(/\s+/).slice(4);
  const fromFile = wrong(await read(fs.createReadStream("board.ppm")));
  const direct = wrong(await read(ppm.serialize(board)));
  const pixels = numbers.length / 3;
  console.log(`${size} x ${size}: ${pixels} pixels in the file, ${fromFile} wrong when read; ${direct} without a file`);
  return { more: pixels - size * size, fromFile, direct };
}

(async () => {
  const changed = [];
  for (const [size, more, bad] of [[30, 0, 0], [40, 1, 11], [60, 2, 73], [100, 7, 171]]) {
    const seen = await see(size);
    if (seen.more !== more || seen.fromFile !== bad || seen.direct !== 0) changed.push(`${size} x ${size}`);
  }
  if (changed.length) {
    console.error(`The behaviour changed for: ${changed.join("; ")}`);
    process.exit(1);
  }
  console.log("As described: the file of a larger picture has pixels twice, and the rest of it is moved.");
})();
JS
node --no-deprecation try.js
