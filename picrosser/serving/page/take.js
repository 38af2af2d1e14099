// Taking a puzzle along: as a file for other programs, or as a picture to print.

import { TOML, isNonogram, tomlOf } from "/page/puzzle.js";
import { byId, make, say } from "/page/words.js";

const FILES = {
  nonogram: [["webpbn XML", "webpbn", "xml"], [".non", "non", "non"], ["JSON", "json", "json"], ["TOML", "", "toml"]],
  "hungry-cat": [["TOML", "", "toml"]],
};

async function post(puzzle, query, accept) {
  const response = await fetch(`/api/read?${query}`, { method: "POST", body: tomlOf(puzzle), headers: { "Content-Type": TOML, Accept: accept } });
  const facts = await response.json();
  if (!response.ok) throw new Error(facts.message);
  return facts;
}

function save(blob, suffix) {
  const link = make("a", { href: URL.createObjectURL(blob), download: `puzzle.${suffix}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function openTake(puzzle) {
  const failed = (error) => { byId("takeError").textContent = say("takeFailed"); console.info(error); };
  const asFile = ([name, format, suffix]) => make("button", { type: "button", class: "second", "data-suffix": suffix, onclick: async () => {
    try { save(new Blob([(await post(puzzle, new URLSearchParams(format ? { format } : {}), "application/json")).text]), suffix); } catch (error) { failed(error); }
  } }, name);
  const asPicture = make("button", { type: "button", class: "second", "data-suffix": "png", onclick: async () => {
    try { save(await (await fetch((await post(puzzle, "", "application/json")).picture)).blob(), "png"); } catch (error) { failed(error); }
  } }, "PNG");
  byId("takeError").textContent = "";
  byId("takeFiles").replaceChildren(...FILES[isNonogram(puzzle) ? "nonogram" : "hungry-cat"].map(asFile), asPicture);
  byId("take").showModal();
}

byId("takeClose").addEventListener("click", () => byId("take").close());
