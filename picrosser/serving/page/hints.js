// All hints at once: the puzzle as a grid of numbers, each of which can be changed, and its size, too.

import { cellsNeeded, colourCount, isNonogram, linesOf, rgbOf, showGrid, swatch, tomlOf, withLines } from "/page/puzzle.js";
import { byId, capital, make, say } from "/page/words.js";

const dialog = byId("all");
const CROP = { width: 40, height: 24 };  // in pixels of the page: the piece of the screenshot above a number
let puzzle, picture, boxOf, facts, lines, focused, done;

// picture : with its url and size. boxOf : where a hint lies in it. then : called with {fixes} or {toml}.
export function openAll(shown, told, box, then) {
  [picture, facts, puzzle, boxOf, done] = [shown, told, told.puzzle, box, then];
  const stated = linesOf(puzzle);
  const kept = (axis) => stated[axis].map((hints, at) => ({ axis, from: at, hints: hints?.map((hint, place) => ({ ...hint, from: place })) ?? null, isChanged: false }));
  lines = { row: kept("row"), column: kept("column") };
  focused = null;
  draw();
  dialog.showModal();
}

export const askedWhole = () => dialog.open;

const axes = ["row", "column"];
const nameOf = (line) => say(line.axis, { n: lines[line.axis].indexOf(line) + 1 });
const length = (axis) => lines[axis === "row" ? "column" : "row"].length;

function draw() {
  const drawn = { row: lines.row.map(drawLine), column: lines.column.map(drawLine) };
  showGrid(byId("allGrid"), drawn, make("div", { class: "cells", "aria-hidden": "true" }));
  for (const axis of axes) byId(`${axis}Count`).textContent = lines[axis].length;
  renderSums();
  renderTools();
}

function drawLine(line) {
  const fields = (line.hints ?? []).map((hint) => field(line, hint));
  // An empty field at the outer end, to add a number.
  if (isNonogram(puzzle)) fields.unshift(field(line, null));
  const box = make("div", { class: "line", role: "group", "aria-label": capital(nameOf(line)) }, ...fields);
  line.box = box;
  return box;
}

function field(line, hint) {
  const seen = hint?.from === undefined || line.from === null ? null : (facts.hints ?? []).find((each) => each.axis === line.axis && each.line === line.from && each.at === hint.from);
  const input = make("input", { inputmode: "numeric", autocomplete: "off", maxlength: 3, value: hint?.number ?? "", "aria-label": `${capital(nameOf(line))}: ${say(hint ? "number" : "addRun")}` });
  const box = make("span", { class: ["num", seen?.doubted ? "doubted" : "", hint?.circled ? "circled" : ""].join(" ") }, input);
  if (seen && picture.width) crop(box, boxOf(seen));
  if (hint && colourCount(puzzle) > 1) box.style.borderBottomColor = rgbOf(puzzle, hint.colour) || "black";
  input.addEventListener("focus", () => {
    focused = { line, hint };
    renderTools();
  });
  input.addEventListener("change", () => change(line, hint, input.value.trim()));
  return box;
}

function crop(box, at) {
  const scale = Math.min(CROP.width / at.width, CROP.height / at.height);
  const x = (CROP.width - scale * at.width) / 2 - scale * at.left, y = (CROP.height - scale * at.height) / 2 - scale * at.top;
  const background = `url(${picture.url}) ${x}px ${y}px / ${scale * picture.width}px ${scale * picture.height}px`;
  box.prepend(make("i", { "aria-hidden": "true", background }));
}

function change(line, hint, text) {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : null;
  line.isChanged = true;
  if (!isNonogram(puzzle)) hint.number = number;
  else if (hint === null) line.hints = number ? [{ number, colour: focused?.colour ?? 1 }, ...(line.hints ?? [])] : line.hints;
  else if (!number) line.hints = line.hints.filter((each) => each !== hint);
  else hint.number = number;
  if (isNonogram(puzzle)) redraw(line);
  renderSums();
}

function redraw(line) {
  line.box.replaceWith(drawLine(line));
}

// The sums of each colour over the rows and over the columns, which have to agree.
function renderSums() {
  const sum = (axis, colour) => lines[axis].reduce((all, { hints }) => all + (hints ?? []).reduce((own, hint) => own + (hint.colour === colour ? hint.number ?? 0 : 0), 0), 0);
  byId("allSums").replaceChildren(...Array.from({ length: colourCount(puzzle) }, (_, at) => {
    const [rows, cols] = axes.map((axis) => sum(axis, at + 1));
    const dye = colourCount(puzzle) > 1 ? [swatch(puzzle, at + 1)] : [];
    return make("li", { class: rows === cols ? null : "bad" }, ...dye, say(rows === cols ? "sumsAgree" : "sumsDiffer", { rows, cols }));
  }));
  for (const line of axes.flatMap((axis) => lines[axis])) line.box.classList.toggle("bad", cellsNeeded(puzzle, line.hints) > length(line.axis));
}

function renderTools() {
  byId("allTools").hidden = !focused;
  if (!focused) return;
  const { line, hint } = focused;
  byId("allLine").textContent = capital(nameOf(line));
  byId("allCircled").hidden = isNonogram(puzzle) || !hint;
  byId("allCircled").setAttribute("aria-pressed", String(Boolean(hint?.circled)));
  const colours = isNonogram(puzzle) && hint && colourCount(puzzle) > 1 ? puzzle.colours : [];
  byId("allColours").replaceChildren(...colours.map((_, at) => make("button", {
    class: "dye",
    "aria-label": say("colourNumber", { n: at + 1 }),
    "aria-pressed": String(hint.colour === at + 1),
    background: rgbOf(puzzle, at + 1),
    onclick: () => {
      hint.colour = at + 1;
      changed(line);
      renderSums();
    },
  })));
}

function changed(line) {
  line.isChanged = true;
  redraw(line);
  renderTools();
}

function blankLine(axis) {
  const hints = isNonogram(puzzle) ? [] : Array.from({ length: colourCount(puzzle) }, (_, at) => ({ number: 0, colour: at + 1, circled: false }));
  return { axis, from: null, hints, isChanged: true };
}

function resize(axis, at, by) {
  if (by > 0) lines[axis].splice(at, 0, blankLine(axis));
  else if (lines[axis].length > 1) lines[axis].splice(at, 1);
  focused = null;
  draw();
}

function fixesOf(line) {
  const key = `${line.axis[0]}${line.from + 1}`;
  if (!isNonogram(puzzle)) return line.hints.map(({ number, circled }, at) => [`${key}:${at + 1}`, number === null ? "?" : circled && number > 1 ? `(${number})` : `${number}`]);
  const several = colourCount(puzzle) > 1;
  return [[key, line.hints === null ? "?" : line.hints.map(({ number, colour }) => (several ? `${number}/${colour}` : `${number}`)).join(" ") || "0"]];
}

function finish() {
  const isResized = axes.some((axis) => lines[axis].length !== puzzle[`${axis}s`].length || lines[axis].some((line, at) => line.from !== at));
  dialog.close();
  if (isResized) done({ toml: tomlOf(withLines(puzzle, { row: lines.row.map(({ hints }) => hints), column: lines.column.map(({ hints }) => hints) })) });
  else done({ fixes: axes.flatMap((axis) => lines[axis]).filter(({ isChanged }) => isChanged).flatMap(fixesOf) });
}

for (const axis of axes) {
  byId(`${axis}Less`).addEventListener("click", () => resize(axis, lines[axis].length - 1, -1));
  byId(`${axis}More`).addEventListener("click", () => resize(axis, lines[axis].length, 1));
}
for (const [name, by] of [["allInsert", 1], ["allRemove", -1]]) {
  byId(name).addEventListener("click", () => resize(focused.line.axis, lines[focused.line.axis].indexOf(focused.line), by));
}
byId("allCircled").addEventListener("click", () => {
  focused.hint.circled = !focused.hint.circled;
  changed(focused.line);
});
byId("allCancel").addEventListener("click", () => dialog.close());
byId("allAgain").addEventListener("click", finish);
