// A puzzle as the server tells it (the keys of its TOML form): its lines, and the text that the server takes.

import { make, say } from "/page/words.js";

export const TOML = "application/toml";

export const isTyped = (picture) => picture.blob.type === TOML;

export function tomlOf(puzzle, board = null) {
  const table = { ...puzzle, solution: board };
  // Strings, numbers and lists are written the same in JSON.
  const lines = Object.entries(table).filter(([, value]) => value !== null && value !== undefined).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `${lines.join("\n")}\n`;
}

export const isNonogram = (puzzle) => puzzle?.kind === "nonogram";

export const colourCount = (puzzle) => puzzle.ncolours ?? puzzle.colours?.length ?? 1;

// Show a puzzle as a grid in a box: its cells, and above and beside them the elements of its hints, {row, column}.
export function showGrid(box, { row, column }, cells) {
  const hints = (axis, lines) => make("div", { class: `hints ${axis}s` }, ...lines);
  box.replaceChildren(make("div", { class: "corner" }), hints("column", column), hints("row", row), cells);
  box.style.setProperty("--rows", row.length);
  box.style.setProperty("--cols", column.length);
}

// A colour of the puzzle as CSS has it, 0 for that of blank cells; "" if it is not known.
export function rgbOf(puzzle, colour) {
  const rgb = colour === 0 ? puzzle?.background : puzzle?.colours?.[colour - 1];
  return rgb ? `rgb(${rgb.join(" ")})` : "";
}

export function swatch(puzzle, colour) {
  return make("span", { class: "swatch", role: "img", "aria-label": say("colourNumber", { n: colour }), background: rgbOf(puzzle, colour) });
}

// The hints of a row or column as {number, colour, circled}; null for a nonogram's line that is not known.
export function hintsOf(puzzle, line) {
  if (isNonogram(puzzle)) {
    if (!Array.isArray(line)) return null;
    return line.map((run) => (Array.isArray(run) ? { number: run[0], colour: run[1] } : { number: run, colour: 1 }));
  }
  return line.map((value, at) => ({ number: typeof value === "number" ? Math.abs(value) : null, colour: at + 1, circled: typeof value === "number" && value < 0 }));
}

export function linesOf(puzzle) {
  return { row: puzzle.rows.map((line) => hintsOf(puzzle, line)), column: puzzle.columns.map((line) => hintsOf(puzzle, line)) };
}

// The puzzle whose lines these are: the inverse of `linesOf`.
export function withLines(puzzle, { row, column }) {
  const several = colourCount(puzzle) > 1;
  const written = (hints) => {
    if (!isNonogram(puzzle)) return hints.map(({ number, circled }) => (number === null ? "?" : circled ? -number : number));
    return hints === null ? "?" : hints.map(({ number, colour }) => (several ? [number, colour] : number));
  };
  const made = { ...puzzle, rows: row.map(written), columns: column.map(written) };
  if (isNonogram(puzzle)) return made;
  return { ...made, nrows: row.length, ncols: column.length };
}

// How many cells the hints of a line take, with the blanks that runs of one colour need between them.
export function cellsNeeded(puzzle, hints) {
  if (hints === null) return 0;
  const cells = hints.reduce((sum, { number }) => sum + (number ?? 0), 0);
  if (!isNonogram(puzzle)) return cells;
  return cells + hints.filter(({ colour }, at) => at > 0 && hints[at - 1].colour === colour).length;
}

// Whether the cells of a line (-1 open, 0 cross, else a colour) are what a hint, or all of a nonogram's, states.
export function isFinished(puzzle, hints, at, cells) {
  if (hints === null) return false;
  if (!isNonogram(puzzle)) {
    const { number, colour, circled } = hints[at];
    const places = cells.flatMap((cell, place) => (cell === colour ? [place] : []));
    const inOne = places.length > 0 && places.at(-1) - places[0] + 1 === places.length;
    return number === places.length && (number < 2 || inOne === circled);
  }
  const runs = [];
  for (const [place, cell] of cells.entries()) {
    if (cell <= 0) continue;
    if (place > 0 && cells[place - 1] === cell) runs.at(-1).number += 1;
    else runs.push({ number: 1, colour: cell });
  }
  return runs.length === hints.length && runs.every((run, each) => run.number === hints[each].number && run.colour === hints[each].colour);
}
