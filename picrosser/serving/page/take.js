// Taking a puzzle along: as a file for other programs, as a picture to print, or as a link to a page to play it on.

import { TOML, colourCount, isNonogram, tomlOf } from "/page/puzzle.js";
import { byId, make, say } from "/page/words.js";

const PUZZ_LINK = "https://puzz.link/";
const FILES = {
  nonogram: [["webpbn XML", "webpbn", "xml"], [".non", "non", "non"], ["JSON", "json", "json"], ["TOML", "", "toml"]],
  "hungry-cat": [["TOML", "", "toml"], ["XML", "cat-xml", "xml"], ["letters", "letters", "txt"]],
};

async function post(puzzle, format) {
  const address = format ? `/api/read?format=${format}` : "/api/read";
  const response = await fetch(address, { method: "POST", body: tomlOf(puzzle), headers: { "Content-Type": TOML } });
  const facts = await response.json();
  if (!response.ok) throw new Error(facts.message);
  return facts;
}

function save(blob, suffix) {
  const link = make("a", { href: URL.createObjectURL(blob), download: `puzzle.${suffix}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// The link, with a QR code unless it is too long for one. Nonograms in one colour only: puzz.link has no others.
async function showLink(puzzle) {
  byId("takeLink").hidden = true;
  if (!isNonogram(puzzle) || colourCount(puzzle) > 1) return;
  const { text, picture } = await post(puzzle, "puzz-link");
  if (!text.startsWith(PUZZ_LINK)) return;
  byId("puzzLink").href = text.trim();
  byId("linkCode").hidden = !picture;
  if (picture) byId("linkCode").querySelector("img").src = picture;
  byId("takeLink").hidden = false;
}

export function openTake(puzzle) {
  const button = (name, suffix, content) => make("button", { class: "second", "data-suffix": suffix, onclick: async () => {
    try {
      save(await content(), suffix);
    } catch (error) {
      byId("takeError").textContent = say("takeFailed");
      console.info(error);
    }
  } }, say(name) || name);
  const files = FILES[isNonogram(puzzle) ? "nonogram" : "hungry-cat"].map(([name, format, suffix]) => (
    button(name, suffix, async () => new Blob([(await post(puzzle, format)).text]))
  ));
  const picture = button("PNG", "png", async () => (await fetch((await post(puzzle, "")).picture)).blob());
  byId("takeError").textContent = "";
  byId("takeFiles").replaceChildren(...files, picture);
  showLink(puzzle).catch((error) => console.info(error));  // a line that is not known has no place in a link
  byId("take").showModal();
}

byId("takeClose").addEventListener("click", () => byId("take").close());
