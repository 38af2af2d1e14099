// The page for phones: pictures go to the server of this page, and its answers are shown over them.
// Sections: pictures and their storage, the server, the picture on the screen, the hints in it, what is told,
// correcting a hint, giving pictures, the start. Words, all hints at once, playing and downloads have files.

import { askedWhole, openAll } from "/page/hints.js";
import { openPlay } from "/page/play.js";
import { TOML, cellsNeeded, colourCount, hintsOf, isNonogram, isTyped, linesOf, rgbOf, swatch } from "/page/puzzle.js";
import { openTake } from "/page/take.js";
import { byId, capital, cellWords, isGerman, loadWords, make, say, translated } from "/page/words.js";

const stage = byId("stage"), marks = byId("marks"), beforeImage = byId("before"), afterImage = byId("after");

// ---- Pictures of this visit. They are kept by the browser, so that a phone that drops the page in the
// background, or a reload, loses none of them; those of a visit that is over are removed.

const KEPT_MS = 12 * 3600 * 1000;
const visit = sessionStorage.getItem("visit") ?? `${Date.now()}-${Math.random()}`;
sessionStorage.setItem("visit", visit);

// The browser may not have deleted a picture yet when the page is loaded again.
const removed = new Set(JSON.parse(sessionStorage.getItem("removed") ?? "[]"));

const pictures = [];
let current = null;
let lastId = 0;

const store = new Promise((resolve) => {
  try {
    const opening = indexedDB.open("picrosser", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("pictures", { keyPath: "id" });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(null);
  } catch {
    resolve(null);  // a private window may forbid it: then a reload forgets the pictures
  }
});

async function inStore(mode, work) {
  const database = await store;
  if (!database) return null;
  return new Promise((resolve) => {
    const request = work(database.transaction("pictures", mode).objectStore("pictures"));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
}

function remember(picture) {
  const { id, blob, fixes, kind, board } = picture;
  return inStore("readwrite", (table) => table.put({ id, visit, blob, kind, board, fixes: [...fixes] }));
}

async function recall() {
  for (const kept of (await inStore("readonly", (table) => table.getAll())) ?? []) {
    if (kept.visit === visit && !removed.has(kept.id)) addPicture(kept.blob, kept);
    else if (removed.has(kept.id) || Date.now() - kept.id > KEPT_MS) inStore("readwrite", (table) => table.delete(kept.id));
  }
}

function addPicture(blob, kept = null) {
  lastId = kept?.id ?? Math.max(Date.now(), lastId + 1);
  const picture = {
    id: lastId,
    blob,
    url: URL.createObjectURL(blob),
    width: 0,          // in pixels; 0 until the browser has decoded it
    height: 0,
    turned: 0,         // degrees by which the picture is turned clockwise; it is shown upright
    kind: kept?.kind ?? "",
    board: kept?.board ?? 1,  // of several on a page, the largest first
    fixes: new Map(kept?.fixes ?? []),
    undo: null,        // the corrections before the last ones, until an answer fits these
    answers: new Map(),
    wish: { action: "read", level: 1 },
    shown: null,       // the answer on the screen
    facts: null,       // the last facts that hold a board
    busy: null,        // {stage, stop} while the server works
    view: null,        // {scale, x, y}: how the picture lies on the stage
    isMoved: false,    // by a person, so that the view is left as it is
    whole: false,
    next: null,        // what to ask for after the answer that is awaited
  };
  pictures.push(picture);
  if (!kept) remember(picture);
  return picture;
}

function removePicture(picture) {
  picture.busy?.stop.abort();
  removed.add(picture.id);
  sessionStorage.setItem("removed", JSON.stringify([...removed]));
  inStore("readwrite", (table) => table.delete(picture.id));
  for (const url of [picture.url, ...[...picture.answers.values()].map((answer) => answer.url)]) if (url) URL.revokeObjectURL(url);
  pictures.splice(pictures.indexOf(picture), 1);
  if (current === picture) show(pictures.at(-1) ?? null);
  else render();
}

// ---- The server

const COMMANDS = { read: "read", nudge: "hint", step: "hint", check: "check", solve: "solve" };
const STAGES = { sending: 0.08, waiting: 0.12, reading: 0.4, solving: 0.75, drawing: 0.9 };
const AT_ONCE = 2;
const TRIES_WHEN_BUSY = 5;
let working = 0;
const waitingTurns = [];

async function takeTurn() {
  if (working >= AT_ONCE) await new Promise((resolve) => waitingTurns.push(resolve));
  working += 1;
}

function endTurn() {
  working -= 1;
  waitingTurns.shift()?.();
}

function addressOf(picture, wish) {
  const query = new URLSearchParams();
  if (picture.kind) query.set("kind", picture.kind);
  if (picture.board > 1) query.set("board", picture.board);
  for (const fix of picture.fixes.values()) query.append("fix", fix);
  if (wish.action === "nudge") query.set("nudge", wish.level > 1 ? "rule" : "where");
  if (wish.action === "step" && wish.level > 1) query.set("n", wish.level);
  return `/api/${COMMANDS[wish.action]}?${query}`;
}

async function ask(picture, action, level = 1) {
  picture.busy?.stop.abort();
  picture.wish = { action, level };
  const address = addressOf(picture, picture.wish);
  const known = picture.answers.get(address);
  if (known) {
    picture.busy = null;
    take(picture, known);
    return;
  }
  const busy = { stage: "sending", stop: new AbortController() };
  picture.busy = busy;
  render();
  await takeTurn();
  const answer = await send(picture, address, busy).catch((error) => ({ failure: "offline", error, facts: {}, url: null }));
  endTurn();
  if (picture.busy !== busy) return;
  picture.busy = null;
  if (answer.error) console.warn(answer.error);
  if (answer.failure === undefined) picture.answers.set(address, answer);
  take(picture, answer);
}

// Send a picture; the answer is {facts, blob, url}, with `failure` where asking again may help.
async function send(picture, address, busy) {
  const tellStage = (name) => {
    busy.stage = name in STAGES ? name : "reading";
    renderTold();
  };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, {
      method: "POST",
      body: picture.blob,
      headers: { Accept: "application/x-ndjson", "Content-Type": isTyped(picture) ? TOML : "application/octet-stream" },
      signal: busy.stop.signal,
    });
    const facts = await lastLine(response, tellStage);
    const http = facts.http ?? response.status;
    const isFull = http === 503 || http === 429;
    if (isFull && tries < TRIES_WHEN_BUSY) {
      tellStage("waiting");
      const wait_s = Number(response.headers.get("Retry-After")) || 2;
      await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(wait_s, 20)));
      if (busy.stop.signal.aborted) throw new Error("another answer was asked for");
      continue;
    }
    const answer = { facts, http, blob: null, url: null };
    if (isFull) answer.failure = "busy";
    if (facts.picture) {
      const drawn = await fetch(facts.picture, { signal: busy.stop.signal });
      if (!drawn.ok) throw new Error("the drawing is gone");
      answer.blob = await drawn.blob();
      answer.url = URL.createObjectURL(answer.blob);
    }
    return answer;
  }
}

// What the server says about a puzzle that is sent as a text.
async function askTyped(command, toml) {
  return (await fetch(`/api/${command}`, { method: "POST", body: toml, headers: { "Content-Type": TOML } })).json();
}

// Read lines of JSON as they come: stages, then the answer.
async function lastLine(response, onStage) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let last = null;
  for (let part = await reader.read(); ; part = await reader.read()) {
    text += part.done ? "\n" : decoder.decode(part.value, { stream: true });
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines.filter((each) => each.trim())) {
      last = JSON.parse(line);
      if ("stage" in last) onStage(last.stage);
    }
    if (part.done) break;
  }
  if (!last || "stage" in last) throw new Error("the connection ended before the answer");
  return last;
}

async function take(picture, answer) {
  picture.shown = answer;
  if (!isMisfit(picture, answer)) picture.undo = null;
  if (isTyped(picture) && answer.facts.puzzle) {
    picture.facts = answer.facts;
    if (picture.wish.action === "read" && answer.url) [picture.url, picture.view] = [answer.url, null];  // the puzzle itself, as if printed
  } else if (answer.facts.lattice) {
    const isFirst = picture.facts === null;
    picture.facts = answer.facts;
    await turnUpright(picture, answer.facts.turned_deg ?? 0).catch(() => null);  // the browser cannot decode it
    if (isFirst) picture.view = null;
  }
  render();
  const { next } = picture;
  picture.next = null;
  if (next) ask(picture, next);
}

// A picture that lies on a side is drawn upright by the server: the page shows the original so, too.
async function turnUpright(picture, degrees) {
  if (degrees === picture.turned) return;
  const image = await createImageBitmap(picture.blob);
  const lies = degrees % 180 !== 0;
  const canvas = make("canvas", { width: lies ? image.height : image.width, height: lies ? image.width : image.height });
  const pen = canvas.getContext("2d");
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((-degrees * Math.PI) / 180);
  pen.drawImage(image, -image.width / 2, -image.height / 2);
  const upright = await new Promise((resolve) => canvas.toBlob(resolve));
  picture.url = URL.createObjectURL(upright);
  picture.turned = degrees;
  picture.given = { width: image.width, height: image.height };
}

// A box [top, left, bottom, right] of the picture as it was given, as {left, top, width, height} upright.
function uprightBox([top, left, bottom, right], picture) {
  const { width, height } = picture.given ?? {};
  if (picture.turned === 90) [top, left, bottom, right] = [width - right, top, width - left, bottom];
  else if (picture.turned === 180) [top, left, bottom, right] = [height - bottom, width - right, height - top, width - left];
  else if (picture.turned === 270) [top, left, bottom, right] = [left, height - bottom, right, height - top];
  return { left, top, width: right - left, height: bottom - top };
}

// The smallest box that holds all these boxes [top, left, bottom, right].
function boxAround(boxes) {
  return [0, 1, 2, 3].map((side) => Math[side < 2 ? "min" : "max"](...boxes.map((box) => box[side])));
}

// ---- The picture on the screen

const MOVED_PX = 8;      // a finger that moves less has tapped
const HOLD_MS = 350;     // a finger that stays longer looks at the picture without the answer
const REACH_PX = 24;     // a tap so near to a hint means it
const TAPS_MS = 320;     // between the two taps of a double tap

function stageSize() {
  return { width: stage.clientWidth, height: stage.clientHeight };
}

// The board with its hints, and a little around it; null as long as it is not known.
function boardBox(picture) {
  const board = picture.facts?.lattice?.board_px ?? picture.facts?.board_px;
  const isKatamino = picture.facts?.puzzle?.kind === "katamino";  // its pieces may lie anywhere
  if (!board || !picture.width || isKatamino) return null;
  const { left, top, width, height } = uprightBox(boxAround([board, ...(picture.facts.hints ?? []).map((hint) => hint.box_px)]), picture);
  const around = 0.04 * Math.max(width, height);
  return { left: left - around, top: top - around, width: width + 2 * around, height: height + 2 * around };
}

function fitted(box) {
  const { width, height } = stageSize();
  const scale = Math.min(width / box.width, height / box.height);
  return {
    scale,
    x: width / 2 - scale * (box.left + box.width / 2),
    y: height / 2 - scale * (box.top + box.height / 2),
  };
}

function wholeView({ width, height }) {
  return fitted({ left: 0, top: 0, width, height });
}

// How the picture lies before a person moves it: its board, or all of it, fills the stage.
function restingView() {
  const box = current.whole ? null : boardBox(current);
  return box ? fitted(box) : wholeView(current);
}

// From the whole picture to eight times that, or to four pixels of the screen for each of the picture.
function possibleScale(scale, picture) {
  const least = wholeView(picture).scale;
  return Math.min(Math.max(scale, least), Math.max(8 * least, 4));
}

// Keep the picture on the stage.
function kept(view, picture) {
  const { width, height } = stageSize();
  const scale = possibleScale(view.scale, picture);
  const within = (at, size, room) => (size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at)));
  return { scale, x: within(view.x, scale * picture.width, width), y: within(view.y, scale * picture.height, height) };
}

function place(view, { gliding = false } = {}) {
  if (!current?.width) return;
  current.view = kept(view, current);
  stage.classList.toggle("gliding", gliding);
  const { scale, x, y } = current.view;
  for (const sheet of [beforeImage, afterImage, marks]) {
    sheet.style.width = `${current.width}px`;
    sheet.style.height = `${current.height}px`;
    sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }
  stage.style.setProperty("--pixel", `${1 / scale}px`);
  compare();
}

function zoom(factor, at = { x: stage.clientWidth / 2, y: stage.clientHeight / 2 }, options = {}) {
  if (!current?.view) return;
  const { scale, x, y } = current.view;
  const target = possibleScale(scale * factor, current);
  const ratio = target / scale;
  current.isMoved = true;
  place({ scale: target, x: at.x - ratio * (at.x - x), y: at.y - ratio * (at.y - y) }, options);
}

function fitView({ gliding = true } = {}) {
  if (!current?.width) return;
  current.isMoved = false;
  place(restingView(), { gliding });
  byId("fit").setAttribute("aria-pressed", String(current.whole));
}

function pointOf(event) {
  const box = stage.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function watchGestures() {
  const fingers = new Map();
  let moved = false, holding = 0, lastTap = { time: 0, x: 0, y: 0 };

  const peek = (isOn) => {
    byId("curtain").hidden = isOn;
    byId("divider").hidden = isOn || !hasPartlyDrawn();
  };
  const endHold = () => {
    clearTimeout(holding);
    peek(false);
  };

  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    try { stage.setPointerCapture(event.pointerId); } catch { /* the pointer has gone already */ }
    fingers.set(event.pointerId, pointOf(event));
    moved = fingers.size > 1;
    clearTimeout(holding);
    if (fingers.size === 1 && current?.shown?.url) {
      holding = setTimeout(() => {
        moved = true;
        peek(true);
      }, HOLD_MS);
    }
  });

  stage.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    const to = pointOf(event);
    if (!from) {
      stage.classList.toggle("pointing", hintAt(to) !== null);
      return;
    }
    if (!moved && Math.hypot(to.x - from.x, to.y - from.y) < MOVED_PX) return;
    moved = true;
    clearTimeout(holding);
    if (!current?.view) return;
    stage.classList.add("moving");
    const view = current.view;
    current.isMoved = true;
    if (fingers.size === 1) {
      place({ scale: view.scale, x: view.x + to.x - from.x, y: view.y + to.y - from.y });
    } else {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const apart = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = (point) => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
      const shift = { x: middle(to).x - middle(from).x, y: middle(to).y - middle(from).y };
      place({ scale: view.scale, x: view.x + shift.x, y: view.y + shift.y });
      zoom(apart(to) / apart(from), middle(to));
    }
    fingers.set(event.pointerId, to);
  });

  const end = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    endHold();
    if (fingers.size === 0) stage.classList.remove("moving");
    if (moved || event.type === "pointercancel") return;
    const at = pointOf(event);
    const hint = hintAt(at);
    if (hint) {
      openCorrection(hint);
      return;
    }
    const isDouble = event.timeStamp - lastTap.time < TAPS_MS && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 30;
    lastTap = { time: isDouble ? 0 : event.timeStamp, ...at };
    if (isDouble && current?.view) {
      if (current.view.scale > 1.8 * restingView().scale) fitView();
      else zoom(2.2, at, { gliding: true });
    }
  };
  stage.addEventListener("pointerup", end);
  stage.addEventListener("pointercancel", end);
  // Else the click that a touch screen sends after a tap lands on the dialog that the tap has opened.
  stage.addEventListener("touchend", (event) => { if (event.cancelable) event.preventDefault(); }, { passive: false });
  stage.addEventListener("contextmenu", (event) => event.preventDefault());

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), pointOf(event));
  }, { passive: false });

  stage.addEventListener("keydown", (event) => {
    if (event.target !== stage || !current?.view) return;
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    const view = current.view;
    if (event.key === "+" || event.key === "=") zoom(1.3, undefined, { gliding: true });
    else if (event.key === "-") zoom(1 / 1.3, undefined, { gliding: true });
    else if (event.key === "0") fitView();
    else if (event.key in steps) {
      current.isMoved = true;
      place({ ...view, x: view.x + steps[event.key][0], y: view.y + steps[event.key][1] });
    } else return;
    event.preventDefault();
  });
}

function hasPartlyDrawn() {
  const value = Number(byId("slider").value);
  return Boolean(current?.shown?.url) && value > 0 && value < 100;
}

// The answer lies left of the divider, the picture right of it.
function compare() {
  const value = Number(byId("slider").value);
  const { width } = stageSize();
  const { scale, x } = current?.view ?? { scale: 0, x: 0 };
  const left = Math.max(0, x), right = Math.min(width, x + scale * (current?.width ?? 0));
  const at = left + ((right - left) * value) / 100;
  byId("curtain").style.clipPath = value >= 100 ? "none" : `inset(0 ${width - at}px 0 0)`;
  byId("divider").hidden = !hasPartlyDrawn();
  byId("divider").style.left = `${at}px`;
}

// Whether the answer on the screen shows anything that the picture does not.
function changedBy({ shown, wish, url }) {
  if (!shown?.url || shown.url === url) return false;
  const { mistakes, unclear, steps } = shown.facts;
  if (wish.action === "check") return Boolean(mistakes?.length || unclear?.length);
  return wish.action !== "step" && wish.action !== "nudge" ? true : Boolean(mistakes?.length || steps?.length);
}

let drawnFor = null;
let renderings = 0;

// Show the picture, and the answer over it. The stage is busy until that is decoded; a later rendering replaces an earlier one.
async function renderPicture() {
  const picture = current;
  const { shown } = picture;
  const rendering = renderings += 1;
  stage.ariaBusy = "true";
  if (beforeImage.getAttribute("src") !== picture.url) {
    beforeImage.src = picture.url;
    beforeImage.alt = say("imageOf");
  }
  if (!beforeImage.complete) await beforeImage.decode().catch(() => null);  // also if it was set a moment ago
  if (renderings !== rendering || !current) return;
  const canSee = beforeImage.naturalWidth > 0;
  if (canSee) [picture.width, picture.height] = [beforeImage.naturalWidth, beforeImage.naturalHeight];
  beforeImage.hidden = !canSee;
  const url = changedBy(picture) ? shown.url : null;
  if (url) {
    if (afterImage.getAttribute("src") !== url) {
      afterImage.src = url;
      afterImage.alt = say("imageAfter");
    }
    if (!afterImage.complete) await afterImage.decode().catch(() => null);
    if (renderings !== rendering || !current) return;
    if (!canSee) [picture.width, picture.height] = [afterImage.naturalWidth, afterImage.naturalHeight];
  }
  afterImage.hidden = !url;
  byId("unseeable").hidden = canSee || Boolean(url) || !picture.facts;
  byId("compare").hidden = !url || !canSee;
  if (drawnFor !== shown) {
    drawnFor = shown;
    byId("slider").value = 100;
  }
  if (picture.view) place(picture.view);
  else fitView({ gliding: false });
  byId("fit").hidden = !boardBox(picture);
  byId("fit").setAttribute("aria-pressed", String(picture.whole));
  compare();
  renderMarks();
  stage.ariaBusy = "false";
}

// ---- The hints in the picture

// Of a nonogram a whole line is meant.
const isLine = ({ at }) => at === null || isNonogram(current.facts?.puzzle);

function placeWords(hint) {
  const inLine = say(hint.axis, { n: hint.line + 1 });
  return isLine(hint) ? inLine : `${inLine}, ${say("colourNumber", { n: hint.at + 1 })}`;
}

function keyOf(hint) {
  return `${hint.axis[0]}${hint.line + 1}${isLine(hint) ? "" : `:${hint.at + 1}`}`;
}

function renderMarks() {
  const picture = current;
  const hints = picture.width ? picture.facts?.hints ?? [] : [];
  const focused = [...marks.children].indexOf(document.activeElement);
  marks.replaceChildren(...hints.map((hint, at) => {
    const box = uprightBox(hint.box_px, picture);
    const said = [hint.number ?? say("isUnknown"), hint.circled ? say("isCircled") : null, hint.doubted ? say("inDoubt") : null];
    const isFixed = picture.fixes.has(keyOf(hint));
    const button = make("button", {
      tabindex: at === 0 ? 0 : -1,
      "aria-label": `${capital(placeWords(hint))}: ${said.filter((each) => each !== null).join(", ")}`,
      class: isFixed ? "fixed" : hint.doubted ? "doubted" : null,
      onclick: () => openCorrection(hint),
    });
    for (const side of ["left", "top", "width", "height"]) button.style[side] = `${box[side]}px`;
    return button;
  }));
  if (focused >= 0) marks.children[Math.min(focused, marks.children.length - 1)]?.focus({ preventScroll: true });
}

function moveAmongMarks(event) {
  const all = [...marks.children];
  const at = all.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  const next = all[Math.min(Math.max(to, 0), all.length - 1)];
  for (const each of all) each.tabIndex = each === next ? 0 : -1;
  next.focus({ preventScroll: true });
}

// A hint that takes the focus is brought onto the stage.
function revealMark(event) {
  stage.scrollTo(0, 0);
  const box = event.target.getBoundingClientRect(), room = stage.getBoundingClientRect();
  const isSeen = box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
  if (isSeen || !current?.view) return;
  const dx = room.left + room.width / 2 - (box.left + box.width / 2);
  const dy = room.top + room.height / 2 - (box.top + box.height / 2);
  place({ ...current.view, x: current.view.x + dx, y: current.view.y + dy });
}

// The hint at a point of the stage, or the nearest one within a finger's reach.
function hintAt({ x, y }) {
  if (!current?.view || !current.facts?.hints) return null;
  const { scale, x: left, y: top } = current.view;
  const awayFrom = (place) => {
    const box = uprightBox(place, current), at = { x: (x - left) / scale, y: (y - top) / scale };
    return Math.hypot(
      Math.max(box.left - at.x, 0, at.x - box.left - box.width),
      Math.max(box.top - at.y, 0, at.y - box.top - box.height),
    );
  };
  const board = current.facts.lattice?.board_px;
  if (board && awayFrom(board) === 0) return null;
  let best = null, bestAway = REACH_PX / scale;
  for (const hint of current.facts.hints) {
    const away = awayFrom(hint.box_px);
    if (away < bestAway) [best, bestAway] = [hint, away];
  }
  return best;
}

// ---- What is told

// "1 to 4, 7 and 9"
function ranges(numbers) {
  const parts = [];
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  const texts = parts.flatMap(([a, b]) => (a === b ? [`${a}`] : b === a + 1 ? [`${a}`, `${b}`] : [`${a} ${say("to")} ${b}`]));
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${say("and")} ${texts.at(-1)}`;
}

// A step in the words of the file of words: the server's own are English.
function stepInWords(puzzle, step) {
  const pieces = [];
  const isRow = step.axis === "row";
  if (step.also?.length && step.cells.every((cell) => cell.colour === 0)) {
    return [make("p", { class: "said" }, say("crossRest", { line: linesInWords(step) }))];
  }
  const line = step.axis ? capital(say(step.axis, { n: step.line + 1 })) : null;
  const given = step.cells?.length ? step.cells : step.excluded ?? [];
  for (const colour of [...new Set(given.map((cell) => cell.colour))]) {
    const cells = given.filter((cell) => cell.colour === colour);
    const isOneLine = line && !(step.also ?? []).length;
    const numbers = [...new Set(cells.map((cell) => (isRow ? cell.col : cell.row) + 1))];
    const where = isOneLine
      ? say(`cells_${isRow ? "row" : "column"}${numbers.length > 1 ? "s" : ""}`, { n: ranges(numbers) })
      : cells.slice(0, 6).map((cell) => `${cell.row + 1}/${cell.col + 1}`).join(", ") + (cells.length > 6 ? " …" : "");
    const word = step.cells?.length ? (colour === 0 ? "cross" : "paint") : "excluded";
    const dye = word === "paint" && colourCount(puzzle) === 1 ? "" : "\u0000";  // black says nothing more
    const [start, end] = say(word, { line: isOneLine ? line : say("manyLines"), cells: where, colour: dye }).replace("  ", " ").split("\u0000");
    pieces.push(make("p", { class: "said" }, start, ...(end === undefined ? [] : [swatch(puzzle, colour), end])));
  }
  return pieces;
}

// "Zeilen 4 und 5, Spalten 1 bis 6": all lines of a step.
function linesInWords({ axis, line, also = [] }) {
  const lines = [{ axis, line }, ...also];
  const parts = ["row", "column"].map((side) => lines.filter((each) => each.axis === side).map((each) => each.line + 1));
  return parts.flatMap((numbers, at) => (numbers.length ? [say(at ? "columns" : "rows", { n: numbers.length, list: ranges(numbers) })] : [])).join(", ");
}

function linesOfSteps(facts, wish) {
  if (!isGerman() || !Array.isArray(facts.steps) || facts.steps.some((step) => !("rule" in step) || !("axis" in step))) {
    const texts = (facts.text ?? "").split("\n").map((text) => text.replace(/^\s*\d+\. /, "")).filter(Boolean);
    const told = wish.action === "nudge" && texts[0]?.includes(": ") ? [texts[0].slice(texts[0].indexOf(": ") + 2)] : texts;
    return told.map((text) => {
      const own = isGerman() ? translated(text) : null;
      return make("p", { class: "said", lang: own ? null : "en" }, `${capital(own ?? text)}.`);
    });
  }
  return facts.steps.flatMap((step) => [
    ...(wish.action === "step" ? [...(step.uses ?? []), step].flatMap((each) => stepInWords(facts.puzzle, each)) : []),
    ...(wish.action === "step" || wish.level > 1 ? [make("p", {}, say(`rule_${step.rule}`))] : []),
  ]);
}

function kindWords(facts) {
  const { puzzle } = facts;
  if (puzzle?.kind === "katamino") return `Katamino, ${say("pieces", { n: puzzle.pieces.length })}`;
  if (!puzzle) return "Katamino";
  const size = say("size", { rows: puzzle.rows.length, cols: puzzle.columns.length });
  const colours = colourCount(puzzle);
  return colours > 1 ? `${size}, ${say("colours", { n: colours })}` : size;
}

// The server's message is English, and starts as it does in a terminal. What it says about options of the
// command line is left out: the page has its own ways.
function message(facts) {
  const parts = (facts.message ?? facts.error ?? "").split("; ").filter((part) => part && !/--\w|puzzle file|picrosser .*[A-Z]/.test(part));
  if (!parts.length) return [];
  const sentence = (texts, mark) => capital(texts.join(mark)) + (/[.?!]$/.test(texts.at(-1)) ? "" : ".");
  const original = make("p", { lang: "en" }, sentence(parts, "; "));
  if (!isGerman()) return [original];
  const own = parts.map(translated).filter((part) => part !== null).map(capital);
  return [
    ...(own.length ? [make("p", {}, sentence(own, ". "))] : []),
    ...(own.length < parts.length ? [make("details", {}, make("summary", {}, say("original")), original)] : []),
  ];
}

const paragraph = (name, values) => make("p", {}, say(name, values));

function mistakesTold(facts, introduction) {
  const places = facts.mistakes ?? [];
  const headline = say("mistakes", { n: places.length || 1 });
  const isPlaced = places.length > 0 && places.every((place) => typeof place === "object" && "row" in place && "col" in place);
  if (!isPlaced) return { headline, detail: message(facts), state: "bad" };
  const list = places.slice(0, 12).map((place) => make("li", {}, capital(cellWords(place))));
  return { headline, detail: [paragraph(introduction), make("ul", {}, ...list)], state: "bad" };
}

function doubtsTold(facts) {
  const places = doubtedPlaces(facts);
  if (!places.length) return { headline: say("doubtWhole"), detail: [...message(facts), ...(facts.hints?.length ? [paragraph("tapToCorrect")] : [])], state: "bad" };
  return { headline: say("doubt", { n: places.length }), detail: [paragraph("doubtWhat", { n: places.length })], state: "bad" };
}

// Each doubted hint once, as {axis, line, at}.
function doubtedPlaces(facts) {
  const seen = new Map();
  for (const { axis, line, slot } of facts.doubts ?? []) {
    if (axis !== null && axis !== undefined) seen.set(`${axis} ${line} ${slot}`, { axis, line, at: slot });
  }
  return [...seen.values()];
}

// Whether the corrections that were made last leave no puzzle, or one without a solution.
function isMisfit(picture, { facts, failure, http }) {
  const status = facts.exit ?? facts.status;
  return Boolean(picture.undo) && failure === undefined && (http === 400 || status === 4 || status === 6 || (status === 5 && !facts.lattice));
}

// Why the corrections do not fit: a line states more than the board holds, or there is no telling.
function misfitWords(picture) {
  const puzzle = picture.facts?.puzzle;
  const stated = puzzle?.rows ? linesOf(puzzle) : null;
  for (const fix of stated ? picture.fixes.values() : []) {
    const [, axis, line, slot, value] = /^([rc])(\d+)(?::(\d+))?=(.*)$/.exec(fix);
    const [name, size] = axis === "r" ? ["row", puzzle.columns.length] : ["column", puzzle.rows.length];
    const hints = stated[name][line - 1];
    if (slot && hints) hints[slot - 1].number = Number(value.replace(/[()?]/g, "") || 0);
    else if (!slot && value !== "?") stated[name][line - 1] = value.split(" ").map((run) => ({ number: Number(run.split("/")[0]), colour: Number(run.split("/")[1] ?? 1) }));
    const n = cellsNeeded(puzzle, stated[name][line - 1] ?? null);
    if (n > size) return paragraph("misfitLine", { line: capital(say(name, { n: line })), n, size });
  }
  return paragraph("misfitWhat");
}

// Headline, detail and state of an answer.
function told(answer, wish, picture = current) {
  const { facts, failure, http } = answer;
  if (isMisfit(picture, answer)) return { headline: say("misfit"), detail: [misfitWords(picture)], state: "bad", undo: true };
  if (failure === "offline") return { headline: say("offline"), detail: [paragraph("offlineWhat")], state: "bad", again: true };
  if (failure === "busy") return { headline: say("busy"), detail: message(facts), state: "bad", again: true };
  if (http === 403) return { headline: say("locked"), detail: message(facts), state: "bad" };
  const status = facts.exit ?? facts.status;
  if (status === 5 && facts.lattice) return doubtsTold(facts);
  // A card of problems: there is no one puzzle to read, and no board for which there were a next step.
  if (status === 2 && wish.action === "read" && !picture.fixes.size) return { headline: say("read", { size: "Katamino" }), detail: message(facts), state: "good", solvable: true };
  if (status === 7) return { headline: say("several"), detail: [paragraph("severalWhat")], state: "good" };
  if (status === 6) return { headline: say("none"), detail: [...message(facts), paragraph("noneWhat")], state: "bad" };
  if (status === 9 || http === 504) return { headline: say("late"), detail: message(facts), state: "bad", again: true };
  if (status === 4 || status === 5) return { headline: say("noPuzzle"), detail: message(facts), state: "bad", kinds: status === 4 };
  if (http === 413) return { headline: say("tooLarge"), detail: message(facts), state: "bad" };
  if (status === 3 || http === 415) return { headline: say("unreadable"), detail: message(facts), state: "bad" };
  if (status === 8) return mistakesTold(facts, wish.action === "check" ? "mistakesWhat" : "mistakesFirst");
  if (status !== 0) return { headline: say(http === 500 ? "defect" : "refused"), detail: message(facts), state: "bad", again: true };
  return { ...toldWell(facts, wish), state: "good" };
}

function toldWell(facts, wish) {
  if (wish.action === "solve") {
    const difficulty = facts.difficulty ? `, ${say(`easy_${facts.difficulty}`)}` : "";
    return { headline: say(facts.puzzle?.rows ? "solved" : "packed"), detail: [make("p", {}, `${kindWords(facts)}${difficulty}.`)] };
  }
  if (wish.action === "check") {
    const all = facts.puzzle?.rows ? facts.puzzle.rows.length * facts.puzzle.columns.length : "";
    const count = paragraph("painted", { n: facts.painted, all });
    const unclear = facts.unclear?.length ? [paragraph("unclear", { n: facts.unclear.length })] : [];
    if (!facts.painted && !facts.placed) return { headline: say("emptyBoard"), detail: [paragraph("emptyBoardWhat"), ...unclear] };
    return { headline: say("noMistakes"), detail: [count, ...unclear] };
  }
  if (wish.action === "read") {
    const canCorrect = facts.hints?.length ? [paragraph("tapToCorrect")] : [];
    return { headline: say("read", { size: kindWords(facts) }), detail: [paragraph("readWhat"), ...canCorrect] };
  }
  if (facts.finished) return { headline: say("finished"), detail: [] };
  const steps = facts.steps ?? [];
  if (!steps.length) return { headline: say("certain"), detail: message(facts) };
  const detail = linesOfSteps(facts, wish);
  if (wish.action === "step") return { headline: say("steps", { n: steps.length }), detail };
  const [{ axis }] = steps;
  if (axis === undefined) return { headline: say("steps", { n: 1 }), detail };
  const headline = axis === null ? say("lookAnywhere") : say("look", { line: linesInWords(steps[0]) });
  return { headline, detail: wish.level > 1 ? detail : [] };
}

function renderTold() {
  if (!current) return;
  const { busy, shown, wish } = current;
  const progress = byId("progress");
  const answer = !busy && shown ? told(shown, wish) : {};
  progress.hidden = !busy;
  if (busy) {
    const part = STAGES[busy.stage];
    progress.firstElementChild.style.transform = `scaleX(${part})`;
    progress.setAttribute("aria-valuenow", Math.round(100 * part));
    progress.setAttribute("aria-valuetext", say(`stage_${busy.stage}`));
    setTold(say(`stage_${busy.stage}`), []);
  } else if (shown) setTold(answer.headline, answer.detail);
  renderRemedies(answer);
  renderFixes();
  byId("tools").hidden = Boolean(busy) || !changedBy(current);
  if (shown?.url) {
    byId("save").href = shown.url;
    byId("save").download = `picrosser-${wish.action}.png`;
    byId("share").hidden = !canShare(shown.blob);
  }
}

// A screen reader tells what changes here, so that nothing is set twice.
function setTold(headline, detail) {
  const box = make("div", {}, ...detail);
  if (byId("headline").textContent !== headline) byId("headline").textContent = headline;
  if (byId("detail").innerHTML !== box.innerHTML) byId("detail").replaceChildren(...box.childNodes);
}

const KINDS = { "hungry-cat": "Hungry Cat Picross", nonogram: "Nonogram", katamino: "Katamino" };
const SHOWN_DOUBTS = 4;

function renderRemedies({ again, kinds, solvable, state, undo }) {
  const box = byId("remedies"), offered = [];
  const offer = (words, onclick, more) => offered.push(make("button", { onclick, ...more }, words));
  const choice = (isChosen) => ({ "aria-pressed": String(isChosen) });
  if (undo) offer(say("undo"), undoFixes, { id: "undo", class: "main" });
  if (again) offer(say("retry"), () => ask(current, current.wish.action, current.wish.level), { class: "main" });
  if (solvable) offer(say("solve"), () => ask(current, "solve"), { class: "main" });
  if (kinds) {
    offered.push(paragraph("isKind"));
    for (const [kind, name] of Object.entries(KINDS)) offer(name, () => setKind(kind), choice(current.kind === kind));
  }
  if (state === "bad" && !undo && current.facts && current.shown?.facts.lattice) {
    const doubted = doubtedPlaces(current.shown.facts).slice(0, SHOWN_DOUBTS);
    for (const place of doubted) offer(capital(placeWords(place)), () => openCorrection(place));
  }
  const others = current.busy || !isNonogram(current.facts?.puzzle) ? [] : current.facts.other_boards_px ?? [];
  if (others.length) {
    offered.push(paragraph("whichBoard"));
    for (let board = 1; board <= others.length + 1; board += 1) offer(say("boardNumber", { n: board }), () => setBoard(board), choice(current.board === board));
  }
  box.classList.toggle("chips", !again && !undo && !solvable);
  box.hidden = !offered.length;
  box.replaceChildren(...offered);
}

function setBoard(board) {
  if (current.board === board) return;
  current.board = board;
  current.fixes.clear();  // they are the other board's
  remember(current);
  ask(current, "read");
}

function setKind(kind) {
  current.kind = current.kind === kind ? "" : kind;
  current.board = 1;
  remember(current);
  ask(current, "read");
}

function renderFixes() {
  byId("fixes").hidden = !current.fixes.size;
  byId("fixes").replaceChildren(...[...current.fixes].map(([key, fix]) => {
    const [, axis, line, slot] = /^([rc])(\d+)(?::(\d+))?$/.exec(key);
    const words = placeWords({ axis: axis === "r" ? "row" : "column", line: line - 1, at: slot ? slot - 1 : null });
    const cross = new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg>', "image/svg+xml").documentElement;
    return make("li", {}, make("button", {
      "aria-label": `${capital(words)}: ${fix.slice(key.length + 1)}. ${say("removeFix", { place: words })}`,
      onclick: () => setFix(key, null),
    }, `${capital(words)}: ${fix.slice(key.length + 1)}`, cross));
  }));
}

// Whether the answer to this button is on the screen.
function isShown(action) {
  const { wish, shown, busy } = current;
  return wish.action === action && Boolean(shown) && !busy && shown.failure === undefined;
}

function renderActions() {
  const { wish, shown, busy, facts } = current;
  for (const button of document.querySelectorAll("[data-action]")) {
    const { action } = button.dataset;
    button.setAttribute("aria-pressed", String(wish.action === action));
    const label = button.querySelector("span");
    const isMore = isShown(action) && shown.facts.steps?.length > 0;
    if (action === "nudge") label.textContent = say(isMore && wish.level === 1 ? "nudgeMore" : "nudge");
    if (action === "step") label.textContent = say(isMore && shown.facts.steps.length >= wish.level ? "stepMore" : "step");
    if (action === "solve") label.textContent = say(isShown(action) && shown.url ? "solveHide" : "solve");
  }
  byId("actions").hidden = !facts && !busy;
  byId("moreWays").hidden = !facts?.puzzle?.rows;
}

function press(action) {
  const { wish, shown } = current;
  if (!isShown(action)) ask(current, action);
  else if (action === "nudge") ask(current, action, shown.facts.steps?.length ? 3 - wish.level : 1);
  else if (action === "step") ask(current, action, shown.facts.steps?.length >= wish.level ? wish.level + 1 : wish.level);
  else ask(current, "read");
}

function renderShelf() {
  byId("shelf").hidden = pictures.length < 2;
  if (pictures.length < 2) return;
  byId("shelf").replaceChildren(...pictures.map((picture, at) => {
    const answer = picture.shown ? told(picture.shown, picture.wish, picture) : { headline: "" };
    const state = picture.busy ? say(`stage_${picture.busy.stage}`) : answer.headline;
    const mark = picture.busy ? "busy" : answer.state === "good" ? "good" : "";
    return make("button", {
      "aria-label": say("thumb", { n: at + 1, state }),
      "aria-current": picture === current ? "true" : null,
      onclick: () => show(picture),
    }, make("img", { src: picture.url, alt: "", onerror: (event) => { event.target.hidden = true; } }), make("i", { class: mark, "aria-hidden": "true" }));
  }));
  const shelf = byId("shelf"), thumb = shelf.querySelector("[aria-current]");
  if (thumb) shelf.scrollLeft = thumb.offsetLeft - (shelf.clientWidth - thumb.offsetWidth) / 2;
}

function render() {
  byId("start").hidden = Boolean(current);
  byId("work").hidden = !current;
  byId("add").hidden = byId("remove").hidden = !current;
  if (!current) byId("fit").hidden = true;
  if (!current) return;
  renderTold();
  renderActions();
  renderShelf();
  renderPicture();
}

function show(picture) {
  current = picture;
  drawnFor = null;
  if (!picture) {
    marks.replaceChildren();
    render();
    return;
  }
  setTold("", []);
  render();
  if (!picture.shown && !picture.busy) ask(picture, picture.wish.action, picture.wish.level);
}

// ---- Correcting a hint

const correct = byId("correct");
let correcting = null;

function openCorrection(hint) {
  const { puzzle } = current.facts;
  const byLine = isNonogram(puzzle);
  correcting = hint.at === null && !byLine ? { ...hint, at: 0 } : hint;
  byId("correctTitle").textContent = capital(say("correctHint", { place: placeWords(correcting) }));
  byId("counter").hidden = byId("circledRow").hidden = byLine;
  byId("runs").hidden = !byLine;
  byId("correctError").hidden = true;
  const stated = hintsOf(puzzle, puzzle?.[`${hint.axis}s`]?.[hint.line] ?? []) ?? [];
  if (byLine) showRuns(stated);
  else showCount(hintNumber(correcting, stated));
  renderSuggestions(byLine);
  drawCloseup(correcting);
  correct.showModal();
}

function hintNumber({ axis, line, at }, stated) {
  const found = current.facts.hints?.find((hint) => hint.axis === axis && hint.line === line && hint.at === at);
  return { count: found?.number ?? stated[at]?.number ?? 0, circled: found?.circled ?? stated[at]?.circled };
}

function showCount({ count, circled }) {
  byId("number").value = count ?? "";
  byId("circled").checked = Boolean(circled);
}

function showRuns(runs) {
  const colours = current.facts.puzzle.colours?.length ?? 1;
  const list = byId("runList");
  const field = (run, at) => {
    const box = make("div", { class: "run" });
    box.append(make("input", { inputmode: "numeric", autocomplete: "off", maxlength: 3, value: run.number ?? "", "aria-label": say("runNumber", { n: at + 1 }) }));
    if (colours > 1) {
      const dye = make("span", { class: "dye" });
      const paint = () => { dye.style.background = rgbOf(current.facts.puzzle, select.value); };
      const select = make("select", { "aria-label": say("runColour", { n: at + 1 }), onchange: paint });
      for (let colour = 1; colour <= colours; colour += 1) {
        select.append(make("option", { value: colour, selected: colour === run.colour }, say("colourNumber", { n: colour })));
      }
      paint();
      box.prepend(dye);
      box.append(select);
    }
    return box;
  };
  const add = make("button", { class: "round", "aria-label": say("addRun"), onclick: () => {
    add.before(field({ number: null, colour: 1 }, list.children.length - 1));
    add.previousElementSibling.querySelector("input").focus();
  } }, "+");
  list.replaceChildren(...runs.map(field), add);
}

// What the hint may be, where picrosser is in doubt.
function renderSuggestions(byLine) {
  const { axis, line, at } = correcting;
  const doubt = (current.facts.doubts ?? []).find((each) => each.axis === axis && each.line === line && (byLine || each.slot === at));
  const candidates = doubt ? [doubt.read, ...doubt.alternatives].filter(Boolean) : [];
  const isKnown = (each) => (byLine ? Array.isArray(each.runs) : each.count !== null && each.count !== undefined);
  const buttons = candidates.filter(isKnown).slice(0, 6).map((each) => {
    const text = byLine ? each.runs.map(([length]) => length).join(" ") || "0" : each.circled ? `(${each.count})` : `${each.count}`;
    return make("button", { onclick: () => (byLine ? showRuns(hintsOf(current.facts.puzzle, each.runs)) : showCount(each)) }, text);
  });
  byId("suggestions").hidden = !buttons.length;
  byId("suggestions").replaceChildren(...buttons);
}

// The hint as the picture shows it, enlarged, with a little around it.
function drawCloseup({ axis, line, at }) {
  const canvas = byId("closeup");
  const byLine = isLine({ at });
  const mine = (current.facts.hints ?? []).filter((hint) => hint.axis === axis && hint.line === line && (byLine || hint.at === at));
  canvas.hidden = !mine.length || !beforeImage.naturalWidth;
  if (canvas.hidden) return;
  const { left, top, width, height } = uprightBox(boxAround(mine.map((hint) => hint.box_px)), current);
  const pixels = Math.min(3, devicePixelRatio);
  [canvas.width, canvas.height] = [368 * pixels, 104 * pixels];
  const around = 0.35 * Math.min(width, height) + 4;
  const scale = Math.min(canvas.width / (width + 2 * around), canvas.height / (height + 2 * around));
  const pen = canvas.getContext("2d");
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  const [seenWidth, seenHeight] = [canvas.width / scale, canvas.height / scale];
  pen.imageSmoothingQuality = "high";
  pen.drawImage(beforeImage, middleX - seenWidth / 2, middleY - seenHeight / 2, seenWidth, seenHeight, 0, 0, canvas.width, canvas.height);
}

function statedValue() {
  if (byId("runs").hidden) {
    const count = wholeNumber(byId("number").value);
    if (count === null) return { error: "badNumber" };
    if (byId("circled").checked && count < 2) return { error: "badCircle" };
    return { value: byId("circled").checked ? `(${count})` : `${count}` };
  }
  const runs = [];
  for (const box of byId("runList").querySelectorAll(".run")) {
    const text = box.querySelector("input").value.trim();
    if (text === "") continue;
    const length = wholeNumber(text);
    if (length === null) return { error: "badNumber" };
    const colour = box.querySelector("select")?.value;
    if (length > 0) runs.push(colour ? `${length}/${colour}` : `${length}`);
  }
  return { value: runs.join(" ") || "0" };
}

function wholeNumber(text) {
  return /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : null;
}

// All corrections that a person makes at once.
function setFixes(fixes) {
  current.undo = new Map(current.fixes);
  for (const [key, value] of fixes) current.fixes.set(key, `${key}=${value}`);
  remember(current);
  ask(current, "solve");
}

function undoFixes() {
  [current.fixes, current.undo] = [current.undo, null];
  remember(current);
  ask(current, "read");
}

function takeAll({ fixes, toml }) {
  if (toml) show(Object.assign(addPicture(new Blob([toml], { type: TOML })), { next: "solve" }));
  else if (fixes.length) setFixes(fixes);
}

function setFix(key, value) {
  current.undo = value === null ? null : new Map(current.fixes);
  if (value === null) current.fixes.delete(key);
  else current.fixes.set(key, `${key}=${value}`);
  remember(current);
  const { action, level } = current.wish;
  ask(current, action === "read" && value !== null ? "solve" : action, level);
}

function watchCorrection() {
  const finish = (value) => {
    correct.close();
    setFix(keyOf(correcting), value);
  };
  correct.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const { value, error } = statedValue();
    byId("correctError").hidden = !error;
    byId("correctError").textContent = error ? say(error) : "";
    if (!error) finish(value);
  });
  byId("unknown").addEventListener("click", () => finish("?"));
  byId("cancel").addEventListener("click", () => correct.close());
  correct.addEventListener("click", (event) => {
    const box = correct.getBoundingClientRect();
    const isOutside = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
    if (event.target === correct && isOutside) correct.close();
  });
  for (const [name, by] of [["less", -1], ["more", 1]]) {
    byId(name).addEventListener("click", () => {
      const count = wholeNumber(byId("number").value) ?? 0;
      byId("number").value = Math.min(999, Math.max(0, count + by));
    });
  }
}

// ---- Giving pictures

// Those that are chosen while the page is still loading are taken once it has begun.
async function takeFiles(files) {
  const chosen = [...files];
  await begun;
  const added = chosen.map((file) => addPicture(file));
  if (!added.length) return;
  show(added[0]);
  for (const picture of added.slice(1)) ask(picture, "read");
}

function watchGiving() {
  const pick = (input) => {
    input.value = "";
    input.click();
  };
  byId("choose").addEventListener("click", () => pick(byId("files")));
  byId("add").addEventListener("click", () => pick(byId("files")));
  byId("shoot").addEventListener("click", () => pick(byId("camera")));
  byId("example").addEventListener("click", async () => takeFiles([await (await fetch("/page/example.png")).blob()]));
  for (const input of [byId("files"), byId("camera")]) input.addEventListener("change", () => takeFiles(input.files));
  addEventListener("paste", (event) => {
    if (!correct.open && !askedWhole()) takeFiles(event.clipboardData.files);
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    byId("dropping").hidden = ![...event.dataTransfer.types].includes("Files");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) byId("dropping").hidden = true;
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    byId("dropping").hidden = true;
    takeFiles(event.dataTransfer.files);
  });
}

// Pictures that another app shared with the page on the home screen; the service worker has put them here.
async function takeShared() {
  if (!("caches" in window)) return;
  const cache = await caches.open("picrosser-shared");
  const requests = await cache.keys();
  const blobs = await Promise.all(requests.map(async (request) => (await cache.match(request)).blob()));
  await Promise.all(requests.map((request) => cache.delete(request)));
  if (location.search.includes("shared")) history.replaceState(null, "", "/");
  takeFiles(blobs);
}

function canShare(blob) {
  if (!navigator.canShare) return false;
  return navigator.canShare({ files: [new File([blob], "picrosser.png", { type: "image/png" })] });
}

async function share() {
  const file = new File([current.shown.blob], `picrosser-${current.wish.action}.png`, { type: "image/png" });
  await navigator.share({ files: [file] }).catch(() => null);  // whoever shares may change their mind
}

// ---- The start

let begin;
const begun = new Promise((resolve) => { begin = resolve; });

async function start() {
  watchGestures();
  watchCorrection();
  watchGiving();
  marks.addEventListener("keydown", moveAmongMarks);
  marks.addEventListener("focusin", revealMark);
  byId("home").addEventListener("click", () => show(null));
  byId("share").addEventListener("click", share);
  byId("openAll").addEventListener("click", () => openAll(current, current.facts, (hint) => uprightBox(hint.box_px, current), takeAll));
  byId("openPlay").addEventListener("click", () => openPlay(current.facts.puzzle, askTyped, (facts) => linesOfSteps(facts, { action: "step", level: 1 })));
  byId("openTake").addEventListener("click", () => openTake(current.facts.puzzle));
  byId("remove").addEventListener("click", () => removePicture(current));
  byId("slider").addEventListener("input", compare);
  byId("fit").addEventListener("click", () => {
    current.whole = !current.whole;
    fitView();
  });
  for (const button of document.querySelectorAll("[data-action]")) button.addEventListener("click", () => press(button.dataset.action));
  new ResizeObserver(() => {
    if (!current?.view) return;
    if (current.isMoved) place(current.view);
    else fitView({ gliding: false });
  }).observe(stage);
  await loadWords().catch(() => null);  // the English words of the page stay
  await recall();
  if (pictures.length) show(pictures.at(-1));
  else render();
  begin();
  await takeShared().catch(() => null);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => null);
}

start();
