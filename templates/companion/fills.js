// What paper leaves blank is filled in on the screen, and kept with the game: cells, boxes to tick, and lines to write on.

import { el } from "./common.js";
import { each, named } from "./parts.js";
import { say } from "./say.js";
import { fact, step } from "./state.js";

const OTHERS = "#games, #turn, #tracks, #roller, #found, #setups"; // parts with fields of their own
const LINE = /_{3,}/;

/** Put a field where a line to write on is printed. */
function lined(text) {
  const about = text.parentElement.textContent.replace(/_+/g, " ").trim().slice(0, 60) || text.parentElement.closest("section, .pane, .block, div")?.textContent.trim().slice(0, 40) || say("Blank");
  const pieces = text.data.split(/(_{3,})/);
  text.replaceWith(...pieces.map((piece) => (LINE.test(piece) ? el("input", { type: "text", class: "line", "aria-label": about, "--long": `${Math.min(piece.length, 24)}ch` }) : piece)));
}

/** References to pages of the folder lead to them. */
const PAGE = new RegExp(`(\\b${say("page {n}", { n: "" }).trim()}\\s\\d+)`, "i");
function linked(text) {
  const found = text.data.split(PAGE);
  if (found.length < 2) return;
  text.replaceWith(...found.map((piece, at) => (at % 2 && named(`pages-${piece.match(/\d+/)[0]}`) ? el("a", { href: `#pages-${piece.match(/\d+/)[0]}` }, piece) : piece)));
}

function texts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, ({ data, parentElement: around }) => (/___|\d/.test(data) && !around.closest("svg, a, button, label, option") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT));
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

const fields = [];

/** Find what is to be filled in in a part. */
function find(part) {
  if (part.matches(OTHERS) || part.closest(OTHERS)) return;
  for (const text of texts(part)) LINE.test(text.data) ? lined(text) : linked(text);
  const seen = new Map();
  for (const field of part.querySelectorAll("input:not([data-tick])")) {
    const name = `fill|${part.id}|${field.closest("[id]").id}|${field.getAttribute("aria-label") ?? field.closest("label, td, p")?.textContent.trim().slice(0, 40) ?? ""}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    field.dataset.fill = `${name}|${seen.get(name)}`;
    field.addEventListener("change", () => step({ [field.dataset.fill]: value(field) }));
    fields.push(field);
    put(field);
  }
}

const value = (field) => (field.type === "checkbox" ? field.checked || null : field.value.trim() || null);

function put(field) {
  const kept = fact(field.dataset.fill);
  if (field.type === "checkbox") field.checked = kept !== null;
  else if (field !== document.activeElement) field.value = kept ?? "";
}
addEventListener("state", () => fields.forEach(put));
each(find);
