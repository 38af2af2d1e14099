// Words in the person's language, and the making of elements.

export const byId = (id) => document.getElementById(id);

let words = {};
let english = {};

export async function loadWords() {
  const all = await (await fetch("/page/words.json")).json();
  const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in all) ?? "en";
  words = all[language];
  english = all.en;
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

export const isGerman = () => document.documentElement.lang === "de";

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
