#!/usr/bin/env bash
# Package: dlx 0.2.1 with underscore 1.13.8 (npm), a solver of exact cover problems by Knuth's Dancing Links.
#
# One would expect: each step takes the column that the fewest remaining rows can cover, as in Knuth's paper. So a column
#   that no row covers ends the search at once, and the order of the columns in the matrix hardly matters.
# What happens: the package counts the rows of each column, but compares the count with a column instead of with that
#   column's count. Such a comparison is never true, so every step takes the first column that is left. The solutions are
#   right; what they cost depends on the order of the columns.
# Output seen (dominoes on 6 x 6 cells, a column for each, counted from 0; the steps are the calls of cover_column):
#   no domino on cell 1, cells in reading order:     0 solutions,      2 steps
#   no domino on cell 34, the same order:            0 solutions,  37119 steps
#   no domino on cell 34, columns of few rows first: 0 solutions,      0 steps
#   every domino, cells in reading order:         6728 solutions,  58850 steps
#   every domino, cells as on a chessboard, the dark ones first: 6728 solutions, 260021 steps
# Why it matters: a cell or a clue that nothing can satisfy shows at once that a puzzle is wrong, but here only after all
#   that comes before it was tried, and that grows with every row of the board. Sort the columns by the number of their
#   rows before calling solve(). It finds such a cell at once, but not one that only a first choice makes hopeless.
# Known: no report found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" dlx@0.2.1 underscore@1.13.8
cat > try.js <<'JS'
const { solve } = require("dlx");
const LinkedMatrix = require("dlx/lib/LinkedMatrix.js");

let steps = 0;
const cover = LinkedMatrix.prototype.cover_column;
LinkedMatrix.prototype.cover_column = function (column) {
  steps += 1;
  return cover.call(this, column);
};

const SIDE = 6;
const cells = [...Array(SIDE * SIDE).keys()];
const dark = (cell) => (cell + Math.floor(cell / SIDE)) % 2 === 0;
const chessboard = [...cells.filter(dark), ...cells.filter((cell) => !dark(cell))];

function dominoes(without) {
  const pairs = [];
  for (const cell of cells) {
    if (cell % SIDE < SIDE - 1) pairs.push([cell, cell + 1]);
    if (cell + SIDE < cells.length) pairs.push([cell, cell + SIDE]);
  }
  return pairs.filter((pair) => !pair.includes(without));
}

const rowsOf = (pairs, cell) => pairs.filter((pair) => pair.includes(cell)).length;
const fewestFirst = (pairs) => [...cells].sort((a, b) => rowsOf(pairs, a) - rowsOf(pairs, b));

const seen = [
  ["no domino on cell 1, reading order", dominoes(1), cells, 0, 2],
  ["no domino on cell 34, reading order", dominoes(34), cells, 0, 37119],
  ["no domino on cell 34, columns of few rows first", dominoes(34), fewestFirst(dominoes(34)), 0, 0],
  ["every domino, reading order", dominoes(), cells, 6728, 58850],
  ["every domino, as on a chessboard", dominoes(), chessboard, 6728, 260021],
];
const changed = [];
for (const [name, pairs, order, solutions, expected] of seen) {
  steps = 0;
  const count = solve(pairs.map((pair) => order.map((cell) => (pair.includes(cell) ? 1 : 0)))).length;
  console.log(`${name}: ${count} solutions, ${steps} steps`);
  if (count !== solutions || steps !== expected) changed.push(name);
}
if (changed.length) {
  console.error(`The behaviour changed: ${changed.join("; ")}`);
  process.exit(1);
}
console.log("As described: the order of the columns decides how long the search takes.");
JS
node try.js
