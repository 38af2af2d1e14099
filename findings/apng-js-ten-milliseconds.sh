#!/usr/bin/env bash
# Package: apng-js 1.1.5 (npm), a reader and player of animated PNG; upng-js 2.1.0 (npm) reads the same file.
#
# One would expect: frame.delay, "time to show frame in milliseconds", is numerator / denominator of the frame's fcTL
#   chunk; 1/100 s gives 10, as APNG says, and as other readers of the same bytes answer.
# What happens: every delay up to and including 10 ms becomes 100 ms, while 11 ms stays 11 ms. A frame that is meant
#   to be shown a little shorter is shown ten times as long; playTime adds up the changed numbers.
# Output seen (delays of 1/100, 11/1000, 9/1000, 1/90, 0/100 s):
#   upng-js 10, 11, 9, 11, 0      apng-js 100, 11, 100, 11.11, 100
#   25 frames of 1/100 s: playTime 2500 ms instead of 250; of 11/1000 s: 275 ms
# Why it matters: an animation that fills in one cell of a solution a frame has many short frames, and 1/100 s is the
#   shortest step that also fits GIF. With 1/100 s it takes ten times as long in a player built on this; with 11/1000 s
#   it plays as written. Also, a delay read with this library and written to another file is not the one of the file.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" apng-js@1.1.5 upng-js@2.1.0 pako@1.0.11
cat > try.js <<'JS'
const zlib = require("zlib");
const upng = require("upng-js");
globalThis.self = globalThis; // apng-js is built for browsers
const parseApng = require("apng-js").default;

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function numbers(...pairs) { // [value, bytes], big-endian
  return Buffer.concat(pairs.map(([value, size]) => {
    const field = Buffer.alloc(size);
    field.writeUIntBE(value, 0, size);
    return field;
  }));
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([numbers([data.length, 4]), body, numbers([crc32(body), 4])]);
}

// One 2 x 2 grey frame for each [numerator, denominator].
function animation(delays) {
  const parts = [
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", numbers([2, 4], [2, 4], [8, 1], [0, 1], [0, 1], [0, 1], [0, 1])),
    chunk("acTL", numbers([delays.length, 4], [0, 4])),
  ];
  let sequence = 0;
  delays.forEach(([numerator, denominator], i) => {
    parts.push(chunk("fcTL", numbers(
      [sequence++, 4], [2, 4], [2, 4], [0, 4], [0, 4], [numerator, 2], [denominator, 2], [0, 1], [0, 1])));
    const pixels = zlib.deflateSync(Buffer.from([0, i * 9, 255, 0, 255, i * 9]));
    parts.push(i ? chunk("fdAT", Buffer.concat([numbers([sequence++, 4]), pixels])) : chunk("IDAT", pixels));
  });
  parts.push(chunk("IEND", Buffer.alloc(0)));
  return new Uint8Array(Buffer.concat(parts)).buffer;
}

const changed = [];
function see(what, got, expected) {
  console.log(`${what}: ${got}`);
  if (got !== expected) changed.push(what);
}

const file = animation([[1, 100], [11, 1000], [9, 1000], [1, 90], [0, 100]]);
see("upng-js delays in ms", upng.decode(file).frames.map((frame) => frame.delay).join(", "), "10, 11, 9, 11, 0");
see("apng-js delays in ms", parseApng(file).frames.map((frame) => Math.round(frame.delay * 100) / 100).join(", "),
  "100, 11, 100, 11.11, 100");
const playTime = (delay) => parseApng(animation(Array(25).fill(delay))).playTime;
see("apng-js playTime of 25 frames of 1/100 s", `${playTime([1, 100])} ms`, "2500 ms");
see("apng-js playTime of 25 frames of 11/1000 s", `${playTime([11, 1000])} ms`, "275 ms");
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join(", ")}`);
  process.exit(1);
}
console.log("As described: 10 ms is read as 100 ms, and 11 ms as 11 ms.");
JS
node try.js
