// Playing a puzzle here: a board to fill, with undo, a check and the next step. What is filled stays in this
// browser's own storage until it is cleared.

import { colourCount, isFinished, isNonogram, linesOf, rgbOf, showGrid, tomlOf } from "/page/puzzle.js";
import { byId, cellWords, make, say } from "/page/words.js";

const OPEN = -1, CROSS = 0;
const dialog = byId("play"), board = byId("board");
let puzzle, rows, cols, cells, undo, tool, askServer, tellSteps, stated;

// ask : sends a text to a command of the server, and gives its facts. tell : a step's facts in words.
export function openPlay(given, ask, tell) {
  [puzzle, askServer, tellSteps] = [given, ask, tell];
  [rows, cols] = [puzzle.rows.length, puzzle.columns.length];
  stated = linesOf(puzzle);
  cells = JSON.parse(localStorage.getItem(key()) ?? "null") ?? new Array(rows * cols).fill(OPEN);
  [undo, tool] = [[], 1];
  draw();
  tellPlain("");
  dialog.showModal();
}

// FNV-1a of the puzzle, so that each has a board of its own.
function key() {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify([puzzle.rows, puzzle.columns, puzzle.colours])) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return `board-${rows}x${cols}-${hash}`;
}

const at = (row, col) => row * cols + col;
const placeOf = (place) => ({ row: Math.floor(place / cols), col: place % cols });
const dyeOf = (colour) => rgbOf(puzzle, colour) || "rgb(27 29 28)";
const isShown = ({ number }) => number !== 0 || isNonogram(puzzle);
const lineOf = (axis, n) => (axis === "row" ? cells.slice(n * cols, (n + 1) * cols) : cells.filter((_, place) => place % cols === n));

function draw() {
  const markOf = ({ number, colour, circled }) => {
    const mark = make("span", { class: circled && number > 1 ? "circled" : null, "data-at": colour }, `${number ?? "?"}`);
    if (puzzle.colours?.length > 1 || !isNonogram(puzzle)) mark.style.setProperty("--dye", dyeOf(colour));
    return mark;
  };
  const lineBox = (hints) => make("div", { class: "line" }, ...(hints ?? [{ number: "?", colour: 1 }]).filter(isShown).map(markOf));
  const grid = make("div", { class: "cells", role: "grid", "aria-label": say("board") });
  for (let row = 0; row < rows; row += 1) {
    grid.append(make("div", { role: "row" }, ...Array.from({ length: cols }, (_, col) => make("div", { role: "gridcell", tabindex: row || col ? -1 : 0, "data-place": at(row, col) }))));
  }
  showGrid(board, { row: stated.row.map(lineBox), column: stated.column.map(lineBox) }, grid);
  const [across, down] = ["row", "column"].map((axis) => Math.max(1, ...stated[axis].map((hints) => (hints ?? [0]).filter(isShown).length)));
  const room = Math.min((innerWidth - 24) / (cols + 0.62 * across + 0.5), (innerHeight - 250) / (rows + 0.7 * down + 0.5));
  board.style.setProperty("--side", `${Math.floor(Math.min(44, Math.max(18, room)))}px`);
  const background = puzzle.background ?? [255, 255, 255];
  board.style.setProperty("--blank", `rgb(${background.join(" ")})`);
  board.style.setProperty("--mark", background[0] + background[1] + background[2] > 380 ? "#555" : "#ddd");
  byId("playTools").replaceChildren(...Array.from({ length: colourCount(puzzle) }, (_, index) => toolButton(index + 1)), toolButton(CROSS));
  for (let place = 0; place < cells.length; place += 1) paint(place);
  greyAll();
}

function toolButton(value) {
  return make("button", {
    class: value ? "dye" : "dye cross",
    "data-tool": value,
    "aria-pressed": String(tool === value),
    "aria-label": value ? say("colourNumber", { n: value }) : say("crossTool"),
    background: value ? dyeOf(value) : "",
    onclick: () => {
      tool = value;
      for (const each of byId("playTools").children) each.setAttribute("aria-pressed", String(Number(each.dataset.tool) === tool));
    },
  });
}

const cellBox = (place) => board.querySelector(`[data-place="${place}"]`);

function paint(place) {
  const box = cellBox(place), value = cells[place];
  box.className = value === CROSS ? "crossed" : "";
  box.style.background = value > 0 ? dyeOf(value) : "";
  const words = value > 0 ? say("colourNumber", { n: value }) : say(value === CROSS ? "crossed" : "open");
  box.setAttribute("aria-label", `${cellWords(placeOf(place))}: ${words}`);
}

// Hints whose line, or whose colour in it, is finished step back.
function greyAll() {
  for (const axis of ["row", "column"]) {
    for (const [n, line] of [...board.querySelectorAll(`.${axis}s .line`)].entries()) {
      const hints = stated[axis][n], own = lineOf(axis, n);
      for (const mark of line.children) {
        const slot = isNonogram(puzzle) ? 0 : Number(mark.dataset.at) - 1;
        mark.classList.toggle("done", isFinished(puzzle, hints, slot, own));
      }
    }
  }
}

function set(changes) {
  const before = [...changes].filter(([place, value]) => cells[place] !== value).map(([place]) => [place, cells[place]]);
  if (!before.length) return;
  for (const [place, value] of changes) {
    cells[place] = value;
    paint(place);
  }
  undo.push(before);
  keep();
}

function keep() {
  byId("playUndo").disabled = !undo.length;
  if (cells.every((value) => value === OPEN)) localStorage.removeItem(key());
  else localStorage.setItem(key(), JSON.stringify(cells));
  greyAll();
  const marks = [...board.querySelectorAll(".hints span")];
  tellPlain(marks.length && marks.every((mark) => mark.classList.contains("done")) ? say("playSolved") : "");
}

// A finger or pointer fills along the row or column in which it moves first.
let stroke = null;

function placeAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.place;
  return found === undefined ? null : Number(found);
}

board.addEventListener("pointerdown", (event) => {
  const place = placeAt(event);
  if (place === null || event.button !== 0) return;
  board.setPointerCapture(event.pointerId);
  stroke = { from: place, across: null, value: cells[place] === tool ? OPEN : tool, before: new Map(), changes: new Map() };
  follow(place);
});
board.addEventListener("pointermove", (event) => {
  const place = stroke && placeAt(event);
  if (stroke && place !== null) follow(place);
});
for (const name of ["pointerup", "pointercancel"]) {
  board.addEventListener(name, () => {
    if (!stroke) return;
    const { changes, before } = stroke;
    stroke = null;
    for (const [place, value] of before) cells[place] = value;
    set(changes);
  });
}

function follow(place) {
  const to = placeOf(place), from = placeOf(stroke.from);
  if (!stroke.across && place !== stroke.from) stroke.across = Math.abs(to.col - from.col) >= Math.abs(to.row - from.row) ? "col" : "row";
  const across = stroke.across ?? "col";
  for (let n = Math.min(from[across], to[across]); n <= Math.max(from[across], to[across]); n += 1) {
    const { row, col } = { ...from, [across]: n }, each = at(row, col);
    if (stroke.changes.has(each) || (each !== stroke.from && cells[each] !== OPEN && stroke.value !== OPEN)) continue;
    stroke.before.set(each, cells[each]);
    stroke.changes.set(each, stroke.value);
    cells[each] = stroke.value;
    paint(each);
  }
}

board.addEventListener("keydown", (event) => {
  const place = Number(event.target.dataset.place);
  if (Number.isNaN(place)) return;
  const { row, col } = placeOf(place);
  const to = { ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1], ArrowUp: [row - 1, col], ArrowDown: [row + 1, col] }[event.key];
  if (to && to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < cols) {
    event.target.tabIndex = -1;
    cellBox(at(...to)).tabIndex = 0;
    cellBox(at(...to)).focus();
  } else if (event.key === " " || event.key === "Enter") set(new Map([[place, cells[place] === tool ? OPEN : tool]]));
  else if (event.key === "x") set(new Map([[place, cells[place] === CROSS ? OPEN : CROSS]]));
  else return;
  event.preventDefault();
});

function tellPlain(...parts) {
  byId("playTold").replaceChildren(...parts);
  for (const box of board.querySelectorAll(".wrong, .next")) box.classList.remove("wrong", "next");
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

async function ask(command) {
  tellPlain(say("stage_solving"));
  const lines = Array.from({ length: rows }, (_, row) => lineOf("row", row).map((value) => (value === OPEN ? "?" : DIGITS[value])).join(""));
  const facts = await askServer(command, tomlOf(puzzle, lines)).catch(() => null);
  if (!facts) tellPlain(say("offline"));
  else if (facts.exit === 8) {
    tellPlain(say("mistakes", { n: facts.mistakes.length }));
    for (const { row, col } of facts.mistakes) cellBox(at(row, col)).classList.add("wrong");
  } else if (facts.exit !== 0) tellPlain(say(facts.exit === 7 ? "several" : facts.exit === 6 ? "none" : "late"));
  else if (command === "check") tellPlain(say("noMistakes"));
  else if (facts.finished) tellPlain(say("finished"));
  else {
    tellPlain(...tellSteps(facts));
    for (const { row, col } of facts.steps.flatMap(({ cells: found }) => found)) cellBox(at(row, col)).classList.add("next");
  }
}

byId("playUndo").addEventListener("click", () => {
  for (const [place, value] of undo.pop() ?? []) {
    cells[place] = value;
    paint(place);
  }
  keep();
});
byId("playClear").addEventListener("click", () => set(new Map(cells.map((_, place) => [place, OPEN]))));
byId("playCheck").addEventListener("click", () => ask("check"));
byId("playStep").addEventListener("click", () => ask("hint"));
byId("playClose").addEventListener("click", () => dialog.close());
