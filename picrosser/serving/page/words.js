// Words in the person's language, and the making of elements.

export const byId = (id) => document.getElementById(id);

let words = {};
let english = {};
let messages = [];  // pairs of a pattern and of what it means, for what the server says

export async function loadWords() {
  const all = await (await fetch("/page/words.json")).json();
  const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in all) ?? "en";
  words = all[language];
  english = all.en;
  messages = Object.entries(words.messages ?? {}).map(([said, own]) => [patternOf(said), own]);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
}

// The word of a name, with its {places} filled in; a pair of words is for one and for several.
export function say(name, values = {}) {
  const found = words[name] ?? english[name] ?? "";
  const word = Array.isArray(found) ? found[values.n === 1 ? 0 : 1] : found;
  return word.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

function patternOf(said) {
  const exact = said.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${exact.replace(/\{(\w)\}/g, "(?<$1>.+?)")}$`);
}

// What the server says, in the person's language: the first message whose {places} can be told in it, too.
// Numbers and names stay; null is for words that have no translation.
const told = new Map();

export function translated(said) {
  if (!told.has(said)) told.set(said, /[a-z]{3}/.test(said) ? firstMessage(said) : said);
  return told.get(said);
}

function firstMessage(said) {
  for (const [pattern, own] of messages) {
    const match = pattern.exec(said);
    if (!match) continue;
    let isWhole = true;
    const filled = own.replace(/\{(\w)\}/g, (_, name) => {
      const part = translated(match.groups[name]);
      isWhole &&= part !== null;
      return part;
    });
    if (isWhole) return filled;
  }
  return null;
}

export const isGerman = () => document.documentElement.lang === "de";

// An element with attributes, listeners ("onclick") and the colour of its background.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "background") element.style.background = value;
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export function cellWords({ row, col }) {
  return `${say("row", { n: row + 1 })}, ${say("column", { n: col + 1 })}`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
